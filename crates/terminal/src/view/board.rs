//! The board: squares, discs, marks.

use std::time::Instant;

use outflank_rules::{Bitboard, Color, Move, Position, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::layout::Layout;
use super::words;
use crate::app::{App, Dialog};
use crate::theme::{Colours, Ink, Theme};

/// The blocks that fill quarters of a cell: upper left 1, upper right 2, lower left 4, lower right 8.
const QUARTERS: [&str; 16] = [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];

/// What is marked on the board.
struct Marks {
    legal: Bitboard,
    last: Option<Square>,
    turning: Bitboard,
    cursor: Option<Square>,
    /// Whether squares are told apart.
    grid: bool,
}

impl Marks {
    /// Returns the ground of a square.
    fn ground(&self, square: Square) -> Ink {
        let dark = (square.column() + square.row()) % 2 == 1;
        match (self.cursor == Some(square), dark && self.grid) {
            (true, _) => Ink::Cursor,
            (false, true) => Ink::SquareToo,
            (false, false) => Ink::Square,
        }
    }
}

/// Draws the board.
pub(super) fn draw(app: &App, theme: Theme, layout: &Layout, now: Instant, buffer: &mut Buffer) {
    let position = app.viewed();
    let edits = matches!(app.dialog, Some(Dialog::Editor { .. }));
    let marks = Marks {
        legal: if edits || app.game.is_over() { Bitboard::EMPTY } else { position.legal_moves() },
        last: if edits { None } else { app.game.last_move().map(|(square, _)| square) },
        turning: if edits { Bitboard::EMPTY } else { app.turning(now) },
        cursor: app.shows_cursor.then_some(app.cursor),
        grid: app.show.grid,
    };
    draw_frame(theme, layout, app.show.flipped, buffer);
    for square in Square::all() {
        let place = layout.square(square, app.show.flipped);
        if theme.has_letters() {
            draw_letters(position, square, &marks, theme, place, buffer);
        } else {
            draw_square(position, square, &marks, theme, place, buffer);
        }
        if app.show.values && !edits && position.legal_moves().contains(square) {
            draw_value(app, position, square, &marks, theme, place, buffer);
        }
    }
}

fn draw_frame(theme: Theme, layout: &Layout, flipped: bool, buffer: &mut Buffer) {
    let style = theme.on(Ink::Coordinate, Ink::Frame);
    buffer.set_style(layout.frame, style);
    let (width, height) = layout.square;
    let place = |n: u16| if flipped { 7 - n } else { n };
    for n in 0..8 {
        let column = char::from(b'a' + place(n) as u8).to_string();
        let x = layout.board.x + n * width + (width - 1) / 2;
        buffer.set_string(x, layout.frame.y, &column, style);
        buffer.set_string(x, layout.frame.bottom() - 1, &column, style);
        let row = (place(n) + 1).to_string();
        let y = layout.board.y + n * height + (height - 1) / 2;
        buffer.set_string(layout.frame.x, y, &row, style);
        buffer.set_string(layout.frame.right() - 1, y, &row, style);
    }
}

/// Draws a square with blocks of colour.
fn draw_square(
    position: Position,
    square: Square,
    marks: &Marks,
    theme: Theme,
    place: Rect,
    buffer: &mut Buffer,
) {
    let ground = marks.ground(square);
    let is_last = marks.last == Some(square);
    let (ink, radius) = match position.disc(square) {
        Some(_) if marks.turning.contains(square) => (Ink::Turning, DISC),
        Some(Color::Black) => (Ink::Black, DISC),
        Some(Color::White) => (Ink::White, DISC),
        None if marks.legal.contains(square) => (Ink::Legal, 0.36),
        None => (ground, 0.0),
    };
    let style = theme.on(ink, ground);
    if place.height == 1 {
        let glyph = match position.disc(square) {
            Some(_) => "◖◗",
            None if radius > 0.0 => "··",
            None => "  ",
        };
        let style = if is_last { style.bg(theme.paint(Ink::Last)) } else { style };
        buffer.set_string(place.x, place.y, glyph, style);
        return;
    }
    for y in 0..place.height {
        for x in 0..place.width {
            let block = quarters(place, (x, y), radius);
            if let Some(cell) = buffer.cell_mut((place.x + x, place.y + y)) {
                // A line of green is left between a disc and the one above it.
                let symbol = if block == 15 && y == 0 { "▇" } else { QUARTERS[block] };
                cell.set_symbol(symbol).set_style(style);
            }
            let mark = if is_last { quarters(place, (x, y), 0.3) } else { 0 };
            if mark != 0
                && let Some(cell) = buffer.cell_mut((place.x + x, place.y + y))
            {
                cell.set_symbol(QUARTERS[mark]).set_style(theme.on(Ink::Last, ink));
            }
        }
    }
}

/// The radius of a disc, in halves of a square: it leaves some green between neighbours and looks round at
/// every size.
const DISC: f64 = 0.9;

/// Returns which quarters of a cell a disc covers, whose radius is given in halves of a square.
fn quarters(place: Rect, (x, y): (u16, u16), radius: f64) -> usize {
    let (half_width, half_height) = (f64::from(place.width), f64::from(place.height));
    let covers = |dx: u16, dy: u16| {
        // The middles of quarters, in quarters from the middle of the square.
        let across = f64::from(2 * x + dx) + 0.5 - half_width;
        let down = f64::from(2 * y + dy) + 0.5 - half_height;
        (across / half_width).powi(2) + (down / half_height).powi(2) < radius * radius
    };
    usize::from(covers(0, 0))
        + 2 * usize::from(covers(1, 0))
        + 4 * usize::from(covers(0, 1))
        + 8 * usize::from(covers(1, 1))
}

/// Draws a square with letters, as the plain board does.
fn draw_letters(
    position: Position,
    square: Square,
    marks: &Marks,
    theme: Theme,
    place: Rect,
    buffer: &mut Buffer,
) {
    let letter = match position.disc(square) {
        Some(color) => color.letter(),
        None if marks.legal.contains(square) => '.',
        None if marks.grid => '-',
        None => ' ',
    };
    let style = match theme.colours {
        Colours::None => Style::new(),
        _ => theme.on(Ink::Value, Ink::Square),
    };
    let style = if marks.cursor == Some(square) { style.add_modifier(Modifier::REVERSED) } else { style };
    buffer.set_style(place, style);
    let (x, y) = (place.x + (place.width - 1) / 2, place.y + (place.height - 1) / 2);
    buffer.set_string(x, y, letter.to_string(), style.add_modifier(Modifier::BOLD));
    if marks.last == Some(square) {
        if place.width > 2 {
            buffer.set_string(x - 1, y, "[", style);
        }
        buffer.set_string(x + 1, y, "]", style);
    }
}

/// Writes what a move is worth on its square.
fn draw_value(
    app: &App,
    position: Position,
    square: Square,
    marks: &Marks,
    theme: Theme,
    place: Rect,
    buffer: &mut Buffer,
) {
    let Some(notes) = app.review.analysis(position) else { return };
    let Some(value) = notes.of_move(Move::Place(square)).map(|one| one.value) else { return };
    let best = notes.best().map(|one| one.value.score);
    let text = words::score(value.score);
    let text = if theme.ascii { words::ascii(&text) } else { text };
    let ground = marks.ground(square);
    let style = if theme.colours == Colours::None { Style::new() } else { theme.on(Ink::Value, ground) };
    let style = if best == Some(value.score) {
        style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
    } else {
        style
    };
    let blank = " ".repeat(place.width.into());
    let y = place.y + (place.height - 1) / 2;
    if !theme.has_letters() {
        for row in place.y..place.bottom() {
            buffer.set_string(place.x, row, &blank, theme.on(Ink::Value, ground));
        }
    }
    let width = text.chars().count() as u16;
    // Where there is room for one digit only, a bad move is just that.
    let text = match width > place.width {
        true if value.score > 0 => value.score.to_string(),
        true => "--".to_owned(),
        false => text,
    };
    let x = place.x + place.width.saturating_sub(width.min(place.width)) / 2;
    buffer.set_stringn(x, y, text, place.width.into(), style);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disc(width: u16, height: u16) -> Vec<String> {
        let place = Rect::new(0, 0, width, height);
        let row = |y| (0..width).map(|x| QUARTERS[quarters(place, (x, y), DISC)]).collect();
        (0..height).map(row).collect()
    }

    #[test]
    fn discs_are_round() {
        assert_eq!(disc(4, 2), ["▗██▖", "▝██▘"]);
        assert_eq!(disc(6, 3), [" ▄██▄ ", "▐████▌", " ▀██▀ "]);
        assert_eq!(disc(8, 4), [" ▗▄██▄▖ ", "▐██████▌", "▐██████▌", " ▝▀██▀▘ "]);
    }
}
