//! Pictures of the screen in letters, compared.

use std::time::{Duration, Instant};

use outflank_engine::{Comparison, MoveValue, Truth, Value};
use outflank_review::{JobEnd, JobReport, Pass, PositionNotes, ReviewResult};
use outflank_rules::Move;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color as Paint;

use super::*;
use crate::app::tests::settings;
use crate::news::News;
use crate::settings::SessionSettings;
use crate::theme::Colours;

const PLAIN: Theme = Theme { colours: Colours::None, ascii: true };

fn app(settings: SessionSettings, keys: &str) -> (App, Instant) {
    let now = Instant::now();
    let mut app = App::new(settings, true, now);
    press(&mut app, keys, now);
    (app, now + Duration::from_secs(1))
}

fn press(app: &mut App, keys: &str, now: Instant) {
    for letter in keys.chars() {
        let code = if letter == '\n' { KeyCode::Enter } else { KeyCode::Char(letter) };
        app.on_event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)), &Layout::default(), now);
    }
}

fn terminal(app: &App, theme: Theme, now: Instant, (width, height): (u16, u16)) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| {
            let area = frame.area();
            draw(app, theme, now, area, frame.buffer_mut());
        })
        .unwrap();
    terminal
}

fn picture(app: &App, theme: Theme, now: Instant, size: (u16, u16)) -> String {
    let terminal = terminal(app, theme, now, size);
    let buffer = terminal.backend().buffer();
    let rows = (0..size.1).map(|y| {
        let row: String =
            (0..size.0).map(|x| buffer.cell((x, y)).map_or(" ", |cell| cell.symbol())).collect();
        row.trim_end().to_owned() + "\n"
    });
    rows.collect()
}

/// Compares a picture with the one on file; `OUTFLANK_BLESS=1` writes it anew.
fn compare(name: &str, picture: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures").join(name);
    if std::env::var_os("OUTFLANK_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, picture).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(picture == expected, "{name} is\n{picture}\nand not\n{expected}");
}

fn learn(app: &mut App, moves: &[(&str, i32)], now: Instant) {
    let truth = Truth::Estimate { depth: 12, percent: 100 };
    let value = |&(name, score): &(&str, i32)| {
        let played: Move = name.parse().unwrap();
        MoveValue { played, value: Value { score, truth }, line: vec![played] }
    };
    let moves = moves.iter().map(value).collect();
    let found = Comparison { moves, depth: 12, percent: 100, nodes: 1, stopped: false };
    while let Some(job) = app.next_job() {
        let (is_standard, notes) = (job.pass == Pass::Standard, PositionNotes::of(&job.position, &found));
        let results = match job.position == app.viewed() && job.pass != Pass::Solve {
            true => vec![ReviewResult::Values { is_standard, notes }],
            false => Vec::new(),
        };
        let end = if results.is_empty() { JobEnd::NoEngine } else { JobEnd::Done };
        let report = JobReport { id: job.id, results, end, is_recalled: false, nodes: 1 };
        app.on_news(News::Searched(Box::new(report)), now);
        if is_standard {
            break;
        }
    }
}

#[test]
fn a_usual_screen_looks_like_this() {
    let (app, now) = app(settings("human", "human"), "f5d6c3");
    compare("usual.txt", &picture(&app, PLAIN, now, (80, 24)));
    compare("blocks.txt", &picture(&app, Theme { ascii: false, colours: Colours::True }, now, (80, 24)));
}

#[test]
fn the_grid_and_the_bars_can_be_hidden() {
    let (mut app, now) = app(settings("human", "human"), "f5d6c3");
    press(&mut app, "ky", now);
    compare("bare.txt", &picture(&app, PLAIN, now, (80, 24)));
    let shades = |app: &App| {
        let terminal = terminal(app, Theme { ascii: false, colours: Colours::True }, now, (80, 24));
        let layout = Layout::of(ratatui::layout::Rect::new(0, 0, 80, 24)).unwrap();
        ["a1", "b1"].map(|name| {
            let place = layout.square(name.parse().unwrap(), false);
            terminal.backend().buffer().cell((place.x, place.y)).unwrap().bg
        })
    };
    let [one, other] = shades(&app);
    assert_eq!(one, other, "no grid");
    press(&mut app, "k", now);
    let [one, other] = shades(&app);
    assert_ne!(one, other, "a grid again");
}

#[test]
fn small_narrow_and_tiny_screens_look_like_this() {
    let (app, now) = app(settings("human", "human"), "f5d6c3");
    compare("small.txt", &picture(&app, PLAIN, now, (30, 14)));
    compare("narrow.txt", &picture(&app, PLAIN, now, (44, 40)));
    compare("tiny.txt", &picture(&app, PLAIN, now, (20, 5)));
}

#[test]
fn values_graph_and_lines_look_like_this() {
    let (mut app, now) = app(settings("human", "human"), "");
    press(&mut app, "tv", now);
    learn(&mut app, &[("f5", 0), ("e6", 0), ("d3", 0), ("c4", 0)], now);
    press(&mut app, "f5", now);
    learn(&mut app, &[("f6", 2), ("d6", 1), ("f4", -9)], now);
    press(&mut app, "f4", now);
    learn(&mut app, &[("e3", 9), ("f3", 3), ("c5", -1)], now);
    compare("engine.txt", &picture(&app, PLAIN, now, (100, 30)));
}

#[test]
fn dialogs_look_like_this() {
    let (mut app, now) = app(settings("human", "level:4"), "n");
    compare("new-game.txt", &picture(&app, PLAIN, now, (80, 24)));
    app.dialog = None;
    press(&mut app, "m", now);
    compare("editor.txt", &picture(&app, PLAIN, now, (80, 24)));
    app.dialog = None;
    press(&mut app, "?", now);
    compare("help.txt", &picture(&app, PLAIN, now, (80, 60)));
}

#[test]
fn a_game_that_is_over_says_so() {
    let (mut app, now) = app(settings("human", "human"), "f5");
    press(&mut app, "Ry", now);
    let picture = picture(&app, PLAIN, now, (80, 24));
    assert!(picture.contains("Game over: white resigned, black wins."), "{picture}");
    assert!(picture.contains("Game over after 1 ply"), "{picture}");
}

#[test]
fn every_screen_of_any_size_can_be_drawn() {
    for keys in ["", "?", "n", "o", "m", ":save ", "tv", "Ry"] {
        let (app, now) = app(settings("human", "human"), &format!("f5d6{keys}"));
        for size in [(1, 1), (5, 30), (22, 13), (30, 13), (40, 20), (60, 15), (80, 24), (132, 43), (250, 80)]
        {
            for theme in [PLAIN, Theme { colours: Colours::True, ascii: false }] {
                picture(&app, theme, now, size);
            }
        }
    }
}

#[test]
fn discs_have_their_colours_and_none_are_used_where_there_are_none() {
    let (app, now) = app(settings("human", "human"), "f5");
    for (colours, black) in [
        (Colours::True, Paint::Rgb(0x12, 0x14, 0x13)),
        (Colours::Palette, Paint::Indexed(233)),
        (Colours::Sixteen, Paint::Black),
    ] {
        let theme = Theme { colours, ascii: false };
        let terminal = terminal(&app, theme, now, (80, 24));
        let layout = Layout::of(Rect::new(0, 0, 80, 24)).unwrap();
        let place = layout.square("d5".parse().unwrap(), false);
        let cell = terminal.backend().buffer().cell((place.x + 1, place.y + 1)).unwrap();
        assert_eq!((cell.symbol(), cell.fg), ("█", black), "{colours:?}");
    }
    let theme = Theme { colours: Colours::None, ascii: false };
    let terminal = terminal(&app, theme, now, (80, 24));
    let plain = |cell: &ratatui::buffer::Cell| cell.fg == Paint::Reset && cell.bg == Paint::Reset;
    assert!(terminal.backend().buffer().content().iter().all(plain));
}

#[test]
fn the_last_row_offers_help_and_the_way_out_however_narrow() {
    let (app, now) = app(settings("human", "human"), "");
    for width in [22, 30, 44, 60, 80, 200] {
        let picture = picture(&app, PLAIN, now, (width, 24));
        let last = picture.lines().last().unwrap();
        assert!(last.contains("? help") && last.contains("q quit"), "{width}: {last}");
    }
}
