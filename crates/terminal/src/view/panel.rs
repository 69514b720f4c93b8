//! What goes with the board: players, counts, clocks, the engine's view, the moves.

use std::time::{Duration, Instant};

use outflank_coach::Label;
use outflank_game::clock_text;
use outflank_rules::Color;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget as _, Wrap};

use super::layout::Layout;
use super::{graph, moves, words};
use crate::app::App;
use crate::theme::{Colours, Ink, Theme};

/// Draws from the top, one thing after another, as far as there is room.
struct Column<'a> {
    rest: Rect,
    theme: Theme,
    buffer: &'a mut Buffer,
}

impl Column<'_> {
    /// Takes rows off the top; `None` if there are not so many.
    fn take(&mut self, rows: u16) -> Option<Rect> {
        if self.rest.height < rows {
            return None;
        }
        let taken = Rect { height: rows, ..self.rest };
        self.rest = Rect { y: self.rest.y + rows, height: self.rest.height - rows, ..self.rest };
        Some(taken)
    }

    fn line(&mut self, line: Line<'_>) {
        if let Some(row) = self.take(1) {
            super::write(line, self.theme, row, self.buffer);
        }
    }

    fn gap(&mut self) {
        let _none_left = self.take(1);
    }
}

/// Draws the panel.
pub(super) fn draw(app: &App, theme: Theme, layout: &mut Layout, now: Instant, buffer: &mut Buffer) {
    let roomy = layout.panel.height >= 16;
    let mut column = Column { rest: layout.panel, theme, buffer };
    for side in Color::BOTH {
        seat(app, side, now, &mut column);
    }
    if app.show.meters {
        meters(app, &mut column);
    }
    if roomy {
        column.gap();
    }
    state(app, now, &mut column);
    if app.show.engine {
        engine(app, layout, &mut column);
    }
    if roomy {
        column.gap();
    }
    let rest = column.rest;
    let places = moves::draw(app, theme, rest, buffer);
    layout.plies.extend(places);
}

/// Writes who plays a side, the clock, the discs.
fn seat(app: &App, side: Color, now: Instant, column: &mut Column<'_>) {
    let position = app.viewed();
    let is_turn = !position.is_finished() && position.side_to_move() == side;
    let theme = column.theme;
    let disc = match side {
        Color::Black => Span::styled("●", theme.on(Ink::Black, Ink::Square)),
        Color::White => Span::styled("●", theme.on(Ink::White, Ink::Square)),
    };
    let disc = if theme.has_letters() { Span::raw(side.letter().to_string()) } else { disc };
    let count = format!("{:2}", position.discs(side).len());
    let mut clock = String::new();
    if let Some(left) = app.game.left(side) {
        let waiting = if app.game.turn() == Some(side) { app.waiting(now) } else { Duration::ZERO };
        clock = format!("{}  ", clock_text(left.saturating_sub(waiting)));
    }
    let seat = app.game.seat(side);
    let name = if seat.player.is_person() && seat.name.is_empty() { "you" } else { seat.called() };
    let used = 10 + clock.chars().count() + 3;
    let room = usize::from(column.rest.width).saturating_sub(used);
    let name = cut(name, room);
    let fill = " ".repeat(room.saturating_sub(name.chars().count()));
    let bold = if is_turn { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
    column.line(Line::from(vec![
        Span::styled(if is_turn { "▶ " } else { "  " }, theme.text(Ink::Accent)),
        disc,
        Span::styled(format!(" {:5}  ", if side == Color::Black { "Black" } else { "White" }), bold),
        Span::raw(name),
        Span::raw(fill),
        Span::styled(clock, bold),
        Span::styled(count, Style::new().add_modifier(Modifier::BOLD)),
    ]));
}

/// Draws how discs and mobility are divided.
fn meters(app: &App, column: &mut Column<'_>) {
    let position = app.viewed();
    let discs = Color::BOTH.map(|side| position.discs(side).len());
    bar("discs", discs, column);
    let moves = Color::BOTH.map(|side| {
        let board = if side == position.side_to_move() { Some(position) } else { opposite(position) };
        board.map_or(0, |position| position.legal_moves().len())
    });
    bar("moves", moves, column);
}

/// Returns the position with the other side to move.
fn opposite(position: outflank_rules::Position) -> Option<outflank_rules::Position> {
    let setup = outflank_rules::Setup { side: !position.side_to_move(), ..position.into() };
    setup.try_into().ok()
}

/// Draws a bar that is divided between the sides, with both numbers.
fn bar(name: &str, [black, white]: [u32; 2], column: &mut Column<'_>) {
    let theme = column.theme;
    let room = usize::from(column.rest.width).saturating_sub(14);
    let all = (black + white).max(1) as usize;
    let dark = (black as usize * room + all / 2) / all;
    let (dark, light) = match black + white {
        0 => (0, 0),
        _ => (dark, room.saturating_sub(dark)),
    };
    let [black_bar, white_bar] = match theme.has_letters() {
        true => [Span::raw("X".repeat(dark)), Span::raw("O".repeat(light))],
        false => [
            Span::styled("▄".repeat(dark), theme.on(Ink::Black, Ink::Square)),
            Span::styled("▄".repeat(light), theme.on(Ink::White, Ink::Square)),
        ],
    };
    let empty = Span::raw(" ".repeat(room - dark - light));
    column.line(Line::from(vec![
        Span::styled(format!("  {name:5} "), theme.text(Ink::Quiet)),
        Span::raw(format!("{black:2} ")),
        black_bar,
        white_bar,
        empty,
        Span::raw(format!(" {white:2}")),
    ]));
}

/// Says what is going on.
fn state(app: &App, now: Instant, column: &mut Column<'_>) {
    let theme = column.theme;
    let (ply, all) = (app.game.viewed_ply(), app.game.plies().len());
    let text = if app.game.is_looking_back() {
        Span::styled(format!("Looking at ply {ply} of {all}"), theme.text(Ink::Last))
    } else if app.game.is_over() {
        let plies = if all == 1 { "ply" } else { "plies" };
        Span::styled(format!("Game over after {all} {plies}"), theme.text(Ink::Accent))
    } else if app.is_paused {
        Span::styled("Paused: space continues", theme.text(Ink::Last))
    } else {
        let side = app.game.position().side_to_move();
        let side = if side == Color::Black { "Black" } else { "White" };
        if app.is_thinking() {
            Span::raw(format!("{side} thinks, {:.0} s", app.waiting(now).as_secs_f64().floor()))
        } else {
            Span::raw(format!("{side} to move"))
        }
    };
    column.line(Line::from(text));
    if let Some(judged) = ply
        .checked_sub(1)
        .filter(|_| app.show.engine)
        .and_then(|ply| app.review.ply(ply))
        .filter(|ply| !ply.played.is_pass())
    {
        let played = app.game.plies().get(ply - 1).map(ToString::to_string).unwrap_or_default();
        let (_, ink) = words::sign(judged.label);
        let mut spans = vec![
            Span::raw(format!("ply {ply}, {played}: ")),
            Span::styled(judged.label.name(), theme.text(ink)),
        ];
        if judged.label > Label::Best && judged.loss() > 0 {
            spans.push(Span::raw(format!(", lost {}; {} was best", judged.loss(), judged.best)));
        }
        column.line(Line::from(spans));
    }
}

/// Draws the engine's view: graph, accuracy, lines.
fn engine(app: &App, layout: &mut Layout, column: &mut Column<'_>) {
    let theme = column.theme;
    let rows = if column.rest.height >= 16 { 7 } else { 5 };
    if column.rest.height >= rows + 4
        && let Some(area) = column.take(rows)
    {
        let score = |position| app.review.score(position).map(|score| f64::from(score.score));
        let positions = app.game.history().positions().take(app.game.plies().len() + 1);
        let scores: Vec<Option<f64>> = positions.map(score).collect();
        let places = graph::draw(&scores, app.game.viewed_ply(), theme, area, column.buffer);
        layout.plies.extend(places);
    }
    if app.game.is_over() {
        let summary = app.review.summary();
        let sides = Color::BOTH.into_iter().zip(summary.sides);
        let told = sides.filter_map(|(side, summary)| {
            Some(format!("{side} {:.0} %, lost {}", summary.accuracy?, summary.loss))
        });
        let told: Vec<String> = told.collect();
        if !told.is_empty() {
            column.line(Line::from(Span::raw(format!("Accuracy: {}", told.join(" · ")))));
        }
        if let Some(turn) = summary.story.turning_point {
            let (ply, side) = (turn.ply + 1, turn.side);
            let line = format!("Turned at ply {ply} by {side}: {:+.0} to {:+.0}", turn.before, turn.after);
            column.line(Line::from(Span::raw(line)));
        }
    }
    let position = app.viewed();
    let Some(notes) = app.review.analysis(position) else {
        if !position.is_finished() {
            column.line(Line::styled("The engine is looking…", theme.text(Ink::Quiet)));
        }
        return;
    };
    let depth = notes.best().map_or("", |best| if best.value.is_exact() { ", proven" } else { "" });
    column.line(Line::styled(format!("Engine, depth {}{depth}", notes.depth()), theme.text(Ink::Quiet)));
    let lines = if column.rest.height >= 10 { 4 } else { 2 };
    for one in notes.moves().iter().take(lines) {
        let line: Vec<String> = one.line.iter().map(ToString::to_string).collect();
        let value = words::value(one.value);
        let style =
            if one.value.is_exact() { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        column.line(Line::from(vec![Span::styled(format!("{value:>6} "), style), Span::raw(line.join(" "))]));
    }
}

/// Draws the one line that a small screen has room for instead of the panel.
pub(super) fn small(app: &App, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let position = app.viewed();
    let [black, white] = Color::BOTH.map(|side| position.discs(side).len());
    let turn = match app.game.turn() {
        Some(Color::Black) => "X moves",
        Some(Color::White) => "O moves",
        None => "over",
    };
    let line = Line::from(format!("X {black} O {white} {turn}"));
    super::write(line, theme, area, buffer);
}

/// Draws text over several rows.
pub(super) fn paragraph(text: String, style: Style, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let text = if theme.ascii { words::ascii(&text) } else { text };
    let style = if theme.colours == Colours::None { Style::new() } else { style };
    Paragraph::new(text).style(style).wrap(Wrap { trim: true }).render(area, buffer);
}

/// Cuts a text that is too long.
pub(super) fn cut(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(room.saturating_sub(1)).collect();
    short.push('…');
    short
}
