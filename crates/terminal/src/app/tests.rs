//! The state, driven by keys, clicks and news.

mod leaving;

use std::sync::Arc;

use outflank_game::{KeptGame, Seat};
use outflank_review::{JobEnd, JobReport};
use outflank_rules::Position;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;

use super::*;
use crate::archive::{ArchivedGame, SavedGame};
use crate::settings::{SessionSettings, Show, Start};
use crate::theme::Colours;
use crate::view::Layout;

/// SessionSettings of a game between two players from the standard start.
pub(crate) fn settings(black: &str, white: &str) -> SessionSettings {
    let player = |text: &str| Participant::from(text.parse::<Entrant>().unwrap());
    let start =
        Start { name: "the standard start".to_owned(), game: Arc::new(|_| Game::new(Position::start())) };
    SessionSettings {
        players: [player(black), player(white)],
        starts: vec![start],
        control: None,
        time: Some(Duration::from_secs(1)),
        pace: Duration::ZERO,
        ponders: false,
        seed: 1,
        games: 1,
        exits: false,
        asks: false,
        resumed: None,
        show: Show { values: false, engine: false, meters: true, grid: true, flipped: false },
        colours: Colours::True,
        ascii: false,
    }
}

/// A state with a clock of its own.
struct Session {
    app: App,
    now: Instant,
    effects: Vec<Effect>,
}

impl Session {
    fn new(settings: SessionSettings) -> Session {
        let now = Instant::now();
        let mut session = Session { app: App::new(settings, true, now), now, effects: Vec::new() };
        session.collect();
        session
    }

    fn between(black: &str, white: &str) -> Session {
        Session::new(settings(black, white))
    }

    fn collect(&mut self) {
        self.effects.extend(self.app.take_effects());
    }

    fn event(&mut self, event: Event) {
        let layout = Layout::of(Rect::new(0, 0, 80, 24)).unwrap();
        self.app.on_event(&event, &layout, self.now);
        self.collect();
    }

    fn key(&mut self, code: KeyCode) {
        self.event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    fn keys(&mut self, text: &str) {
        text.chars().for_each(|letter| self.key(KeyCode::Char(letter)));
    }

    fn command(&mut self, line: &str) {
        self.keys(&format!(":{line}"));
        self.key(KeyCode::Enter);
    }

    fn click(&mut self, name: &str) {
        let layout = Layout::of(Rect::new(0, 0, 80, 24)).unwrap();
        let place = layout.square(name.parse().unwrap(), self.app.show.flipped);
        let kind = MouseEventKind::Down(MouseButton::Left);
        self.event(Event::Mouse(MouseEvent {
            kind,
            column: place.x + 1,
            row: place.y,
            modifiers: KeyModifiers::NONE,
        }));
    }

    fn wait(&mut self, seconds: f64) {
        self.now += Duration::from_secs_f64(seconds);
        self.app.tick(self.now);
        self.collect();
    }

    /// Answers the question that was asked last.
    fn answer(&mut self, name: &str) {
        let asked = self.effects.iter().rev().find_map(|effect| match effect {
            Effect::Ask { ticket, .. } => Some(*ticket),
            _ => None,
        });
        let (ticket, played, took) = (asked.unwrap(), name.parse().unwrap(), Duration::from_secs(1));
        self.app.on_news(News::Chosen { ticket, played, took }, self.now);
        self.collect();
    }

    fn transcript(&self) -> String {
        self.app.game.history().transcript()
    }

    fn message(&self) -> &str {
        self.app.message.as_ref().map_or("", |message| &message.text)
    }

    fn asked(&self) -> usize {
        self.effects.iter().filter(|effect| matches!(effect, Effect::Ask { .. })).count()
    }
}

#[test]
fn squares_are_typed_clicked_and_pointed_at() {
    let mut session = Session::between("human", "human");
    session.keys("f5");
    session.click("d6");
    assert_eq!(session.transcript(), "f5d6");
    // The first arrow shows where the keyboard points, the others move.
    session.key(KeyCode::Up);
    session.key(KeyCode::Left);
    for _ in 0..3 {
        session.key(KeyCode::Up);
    }
    session.key(KeyCode::Enter);
    assert_eq!(session.transcript(), "f5d6c3");
    session.keys("a1");
    assert_eq!(session.message(), "White at a1 turns nothing over");
    session.keys("5");
    assert!(session.message().contains("column first"));
}

#[test]
fn a_click_during_the_computers_turn_changes_nothing_and_its_move_comes_as_news() {
    let mut session = Session::between("human", "level:1");
    session.keys("f5");
    assert!(session.app.is_thinking() && session.asked() == 1);
    session.click("d6");
    assert_eq!(
        (session.transcript().as_str(), session.message()),
        ("f5", "It is white's turn: level:1 plays.")
    );
    session.answer("d6");
    assert_eq!(session.transcript(), "f5d6");
    assert!(session.app.is_persons_turn());
}

#[test]
fn a_move_that_was_taken_back_meanwhile_is_not_made() {
    let mut session = Session::between("human", "level:1");
    session.keys("f5");
    session.keys("u");
    assert!(session.effects.iter().any(|effect| matches!(effect, Effect::Interrupt)));
    session.answer("d6");
    assert_eq!(session.transcript(), "");
    session.keys("r");
    assert_eq!(session.transcript(), "f5");
    session.answer("d6");
    assert_eq!(session.transcript(), "f5d6");
}

#[test]
fn looking_back_makes_no_move() {
    let mut session = Session::between("human", "human");
    session.keys("f5d6c3");
    session.keys("<<");
    assert_eq!(session.app.game.viewed_ply(), 1);
    session.keys("f4");
    assert!(session.message().starts_with("You are looking at ply 1"));
    assert_eq!(session.transcript(), "f5d6c3");
    // Whoever looks back steps with the arrows.
    session.key(KeyCode::Right);
    assert_eq!(session.app.game.viewed_ply(), 2);
    session.key(KeyCode::End);
    session.keys("d3");
    assert_eq!(session.transcript(), "f5d6c3d3");
}

#[test]
fn programs_wait_for_their_pace_and_while_paused() {
    let mut session =
        Session::new(SessionSettings { pace: Duration::from_secs(2), ..settings("level:1", "level:2") });
    session.answer("f5");
    assert_eq!(session.transcript(), "");
    session.wait(2.1);
    assert_eq!((session.transcript().as_str(), session.asked()), ("f5", 2));
    session.keys("p");
    session.answer("d6");
    session.wait(5.0);
    assert_eq!(session.transcript(), "f5");
    session.keys(" ");
    session.wait(0.0);
    assert_eq!(session.transcript(), "f5d6");
}

#[test]
fn every_move_is_kept_and_logged_and_the_end_reported_once() {
    let mut session = Session::between("human", "human");
    session.keys("f5d6");
    let kept = |session: &Session| {
        session
            .effects
            .iter()
            .filter(|effect| matches!(effect, Effect::SaveToArchive { serial: 1, .. }))
            .count()
    };
    assert_eq!(kept(&session), 2);
    session.keys("R");
    session.keys("n");
    assert!(!session.app.game.is_over());
    session.keys("Ry");
    assert_eq!(session.message(), "Game over: black resigned, white wins.");
    assert!(session.app.show.engine, "the review opens by itself");
    let reports = session.effects.iter().filter(|effect| matches!(effect, Effect::Report)).count();
    assert_eq!(reports, 1);
    let saved = SavedGame { id: 42, key: Some(43) };
    session.app.on_news(News::Saved { serial: 1, saved }, session.now);
    assert_eq!(session.app.stored, Some(42));
    assert_eq!(session.message(), "Game over: black resigned, white wins. Saved as game 43.");
}

#[test]
fn a_clock_that_runs_out_ends_the_game() {
    let control = Some("0.1".parse().unwrap());
    let mut session = Session::new(SessionSettings { control, ..settings("human", "human") });
    session.wait(2.0);
    session.keys("f5");
    assert_eq!(session.app.game.left(Color::Black), Some(Duration::from_secs(4)));
    session.wait(6.5);
    assert_eq!(session.message(), "Game over: white ran out of time, black wins.");
}

#[test]
fn a_new_game_is_chosen_in_a_dialog() {
    let mut session = Session::new(SessionSettings { asks: true, ..settings("human", "level:4") });
    assert_eq!(session.asked(), 0, "nobody plays before the choice");
    // The row of white is pointed at; one to the right is level 5.
    session.key(KeyCode::Right);
    session.keys("x");
    session.key(KeyCode::Enter);
    assert_eq!(session.app.players.each_ref().map(Participant::called), ["level:5", "human"]);
    assert_eq!(session.asked(), 1);
    session.answer("f5");
    session.keys("d6");
    assert_eq!(session.transcript(), "f5d6");
}

#[test]
fn stored_games_are_gone_on_with() {
    let mut session = Session::between("human", "human");
    session.keys("f5d6");
    let mut game = GameInPlay::clone(&session.app.game);
    game.set_seats([Seat::person(""), Seat::program("level:1")]);
    let kept = KeptGame {
        id: 7,
        name: String::new(),
        created: 0,
        updated: 0,
        revision: 1,
        saved: true,
        key: None,
        opening: 0,
        pace: Duration::ZERO,
        keys: [None, None],
        turn_began: 0,
        deadline: None,
        accounts: [None, None],
        rights: Default::default(),
        remote: Default::default(),
        game,
    };
    let stored = ArchivedGame { kept, changed: String::new() };
    session.command("new");
    session.keys("o");
    assert!(session.effects.iter().any(|effect| matches!(effect, Effect::List)));
    session.app.on_news(News::Stored(vec![stored]), session.now);
    session.key(KeyCode::Enter);
    assert_eq!((session.transcript().as_str(), session.app.stored), ("f5d6", Some(7)));
    session.keys("c3");
    assert!(session.app.is_thinking(), "level 1 plays white in that game");
    let kept = session.effects.iter().rev().find_map(|effect| match effect {
        Effect::SaveToArchive { id, .. } => Some(*id),
        _ => None,
    });
    assert_eq!(kept, Some(Some(7)));
}

#[test]
fn a_position_is_set_up_and_played_from() {
    let mut session = Session::between("human", "human");
    session.keys("m");
    session.click("d4");
    session.keys("t");
    session.key(KeyCode::Enter);
    let position = session.app.game.position();
    assert_eq!((position.disc("d4".parse().unwrap()), position.side_to_move()), (None, Color::White));
    session.keys("m");
    session.keys("c");
    session.key(KeyCode::Esc);
    assert_eq!(session.app.game.position(), position, "what is cancelled changes nothing");
}

#[test]
fn commands_are_typed_after_a_colon() {
    let mut session = Session::between("human", "human");
    session.command("f5");
    assert_eq!(session.transcript(), "f5");
    session.command("white level:3");
    assert!(session.app.is_thinking());
    session.command("level 6");
    assert_eq!(session.app.players[1].called(), "level:6");
    session.command("save game.ggf");
    assert!(
        session
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::Save(path) if path.ends_with("game.ggf")))
    );
    session.command("udno");
    assert!(session.message().contains("did you mean undo?"));
    session.command("board nonsense");
    assert!(session.app.message.as_ref().unwrap().is_refusal);
    session.command("quit");
    assert!(session.app.leaves.is_some());
}

#[test]
fn what_is_looked_at_in_the_background_follows_the_eye() {
    let mut session = Session::between("human", "human");
    assert!(session.app.next_job().is_none(), "nothing is looked at unasked");
    let stopped = |session: &mut Session, job: &ReviewJob| {
        assert!(job.stopper.is_stopped());
        let end = JobEnd::Stopped;
        let report = JobReport { id: job.id, results: Vec::new(), end, is_recalled: false, nodes: 0 };
        session.app.on_news(News::Searched(Box::new(report)), session.now);
    };
    session.keys("v");
    let first = session.app.next_job().unwrap();
    assert_eq!(first.position, Position::start());
    session.keys("f5");
    assert!(session.app.next_job().is_none(), "one search at a time");
    stopped(&mut session, &first);
    let second = session.app.next_job().unwrap();
    assert_eq!(second.position, session.app.game.position());
    session.keys("<");
    assert!(session.app.next_job().is_none());
    stopped(&mut session, &second);
    assert_eq!(session.app.next_job().map(|job| job.position), Some(Position::start()));
}
