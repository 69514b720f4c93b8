//! What keys and clicks mean while a game is on the screen.

use std::time::Instant;

use outflank_rules::Square;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::{App, Dialog};
use crate::view::Layout;
use outflank_game::ViewedGame;

/// Something the user can do with a key or a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyAction {
    /// Place a disc.
    Place(Square),
    /// Place a disc on the square that the keyboard points at, or let programs wait.
    PlaceHere,
    /// Point at another square, so many columns and rows away as the board is seen.
    Point(i32, i32),
    /// Type a letter or digit of a move.
    Type(char),
    /// Take back.
    Undo,
    /// Play again.
    Redo,
    /// Look so many plies earlier or later.
    Look(isize),
    /// Name the best move.
    Hint,
    /// Show what moves are worth, or hide it.
    Values,
    /// Show the engine's lines and the graph, or hide them.
    Engine,
    /// Show the bars, or hide them.
    Meters,
    /// Show the grid, or hide it.
    Grid,
    /// Turn the board round.
    Flip,
    /// Choose players and begin.
    NewGame,
    /// List the stored games.
    Games,
    /// Set up a position.
    Edit,
    /// Type a command, which may have begun.
    Command(&'static str),
    /// Give up.
    Resign,
    /// Let programs wait, or go on.
    Pause,
    /// Let programs move faster.
    Faster,
    /// Let programs move more slowly.
    Slower,
    /// Show the help.
    Help,
    /// Leave.
    Quit,
    /// Think better of it.
    Escape,
}

impl App {
    /// Does what a key, a click or another event means. Tells whether the screen may have changed.
    pub(crate) fn on_event(&mut self, event: &Event, layout: &Layout, now: Instant) -> bool {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.on_key(*key, now),
            Event::Mouse(mouse) => return self.on_mouse(*mouse, layout, now),
            Event::Paste(text) => self.on_paste(text),
            Event::Resize(..) => {}
            _ => return false,
        }
        true
    }

    fn on_key(&mut self, key: KeyEvent, now: Instant) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'C')) {
            self.leaves = Some(0);
        } else if control && matches!(key.code, KeyCode::Char('z' | 'Z')) {
            self.suspends = cfg!(unix);
        } else if self.dialog.is_some() {
            self.on_dialog_key(key, now);
        } else if let Some(action) = self.action_of(key) {
            self.act(action, now);
        }
    }

    /// Returns what a key means on the board.
    fn action_of(&self, key: KeyEvent) -> Option<KeyAction> {
        let shift = key.modifiers.contains(KeyModifiers::SHIFT);
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return None;
        }
        // Whoever has nothing to place steps through the game with the same keys.
        let steps = shift || !self.is_persons_turn();
        Some(match key.code {
            KeyCode::Left if steps => KeyAction::Look(-1),
            KeyCode::Right if steps => KeyAction::Look(1),
            KeyCode::Up if steps => KeyAction::Look(isize::MIN),
            KeyCode::Down if steps => KeyAction::Look(isize::MAX),
            KeyCode::Left => KeyAction::Point(-1, 0),
            KeyCode::Right => KeyAction::Point(1, 0),
            KeyCode::Up => KeyAction::Point(0, -1),
            KeyCode::Down => KeyAction::Point(0, 1),
            KeyCode::PageUp | KeyCode::Char('<' | ',') => KeyAction::Look(-1),
            KeyCode::PageDown | KeyCode::Char('>' | '.') => KeyAction::Look(1),
            KeyCode::Home => KeyAction::Look(isize::MIN),
            KeyCode::End => KeyAction::Look(isize::MAX),
            KeyCode::Enter | KeyCode::Char(' ') => KeyAction::PlaceHere,
            KeyCode::Esc => KeyAction::Escape,
            KeyCode::F(1) | KeyCode::Char('?') => KeyAction::Help,
            KeyCode::Backspace | KeyCode::Char('u') => KeyAction::Undo,
            KeyCode::Char('r') => KeyAction::Redo,
            KeyCode::Char('R') => KeyAction::Resign,
            KeyCode::Char(letter @ ('a'..='h' | 'A'..='H' | '1'..='8')) => {
                KeyAction::Type(letter.to_ascii_lowercase())
            }
            KeyCode::Char('i') => KeyAction::Hint,
            KeyCode::Char('v') => KeyAction::Values,
            KeyCode::Char('t') => KeyAction::Engine,
            KeyCode::Char('y') => KeyAction::Meters,
            KeyCode::Char('k') => KeyAction::Grid,
            KeyCode::Char('x') => KeyAction::Flip,
            KeyCode::Char('n') => KeyAction::NewGame,
            KeyCode::Char('o') => KeyAction::Games,
            KeyCode::Char('m') => KeyAction::Edit,
            KeyCode::Char('s') => KeyAction::Command("save "),
            KeyCode::Char('l') => KeyAction::Command("load "),
            KeyCode::Char(':' | '/') => KeyAction::Command(""),
            KeyCode::Char('p') => KeyAction::Pause,
            KeyCode::Char('+' | '=') => KeyAction::Faster,
            KeyCode::Char('-') => KeyAction::Slower,
            KeyCode::Char('q') => KeyAction::Quit,
            _ => return None,
        })
    }

    /// Does something.
    pub(crate) fn act(&mut self, action: KeyAction, now: Instant) {
        match action {
            KeyAction::Place(square) => self.place(square, now),
            KeyAction::PlaceHere if !self.game.has_person() && !self.game.is_over() => self.pause(now),
            KeyAction::PlaceHere if self.is_paused => self.pause(now),
            KeyAction::PlaceHere => {
                self.shows_cursor = true;
                self.place(self.cursor, now);
            }
            KeyAction::Point(columns, rows) => self.point(columns, rows),
            KeyAction::Type(letter) => self.type_move(letter, now),
            KeyAction::Undo => self.travel(ViewedGame::undo, "Undone", "There is nothing to undo.", now),
            KeyAction::Redo => self.travel(ViewedGame::redo, "Redone", "There is nothing to redo.", now),
            KeyAction::Look(plies) => {
                self.game.look_by(plies);
                self.typed = None;
                self.message = self
                    .game
                    .verdict()
                    .filter(|_| !self.game.is_looking_back())
                    .map(|text| super::Notice { text, is_refusal: false });
            }
            KeyAction::Hint => self.hint(),
            KeyAction::Values => {
                self.show.values = !self.show.values;
                self.say(if self.show.values {
                    "Values of the moves are shown: v hides them."
                } else {
                    "Values are hidden."
                });
            }
            KeyAction::Engine => {
                self.show.engine = !self.show.engine;
                self.wants_engine = self.show.engine;
                self.say(if self.show.engine {
                    "The engine's view is shown: t hides it."
                } else {
                    "The engine's view is hidden."
                });
            }
            KeyAction::Meters => self.show.meters = !self.show.meters,
            KeyAction::Grid => self.show.grid = !self.show.grid,
            KeyAction::Flip => self.show.flipped = !self.show.flipped,
            KeyAction::NewGame => self.open_new_game(),
            KeyAction::Games => self.open_games(),
            KeyAction::Edit => self.open_editor(),
            KeyAction::Command(begun) => self.dialog = Some(Dialog::Prompt { text: begun.to_owned() }),
            KeyAction::Resign if self.game.is_over() => self.refuse("The game is over."),
            KeyAction::Resign => self.dialog = Some(Dialog::ConfirmResign),
            KeyAction::Pause => self.pause(now),
            KeyAction::Faster => self.change_pace(0.5),
            KeyAction::Slower => self.change_pace(2.0),
            KeyAction::Help => self.dialog = Some(Dialog::Help { scroll: 0 }),
            KeyAction::Quit => self.quit(),
            KeyAction::Escape => {
                self.typed = None;
                self.message = None;
                self.shows_cursor = false;
            }
        }
    }

    /// Leaves, after a question if moves would be lost.
    pub(super) fn quit(&mut self) {
        let lost = !self.keeps && self.game.has_person() && !self.game.is_over();
        if lost && !self.game.plies().is_empty() {
            self.dialog = Some(Dialog::ConfirmQuit);
        } else {
            self.leaves = Some(0);
        }
    }

    /// Points at another square; the first key only shows where it points.
    fn point(&mut self, columns: i32, rows: i32) {
        if std::mem::replace(&mut self.shows_cursor, true) {
            self.cursor = moved(self.cursor, columns, rows, self.show.flipped);
        }
    }

    fn type_move(&mut self, letter: char, now: Instant) {
        match self.typed {
            Some(column) if letter.is_ascii_digit() => {
                if let Ok(square) = format!("{column}{letter}").parse() {
                    self.cursor = square;
                    self.place(square, now);
                }
            }
            _ if letter.is_ascii_digit() => self.refuse("Type the letter of a column first, such as f5."),
            _ => {
                self.typed = Some(letter);
                self.message = None;
            }
        }
    }

    fn on_mouse(&mut self, mouse: MouseEvent, layout: &Layout, now: Instant) -> bool {
        let at = (mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::ScrollUp if self.dialog.is_none() => self.act(KeyAction::Look(-1), now),
            MouseEventKind::ScrollDown if self.dialog.is_none() => self.act(KeyAction::Look(1), now),
            MouseEventKind::ScrollUp => self.scroll(-1),
            MouseEventKind::ScrollDown => self.scroll(1),
            MouseEventKind::Down(button) => {
                if self.dialog.is_some() {
                    self.on_dialog_click(at, button, layout, now);
                } else if let Some(square) = layout.square_at(at, self.show.flipped) {
                    match button {
                        MouseButton::Left => {
                            self.cursor = square;
                            self.shows_cursor = false;
                            self.act(KeyAction::Place(square), now);
                        }
                        _ => self.act(KeyAction::Undo, now),
                    }
                } else if let Some(action) = layout.action_at(at) {
                    self.act(action, now);
                } else if let Some(ply) = layout.ply_at(at) {
                    self.game.look_at(ply);
                }
            }
            _ => return false,
        }
        true
    }
}

/// Returns the square so many columns and rows away as the board is seen, at most the edge.
pub(super) fn moved(square: Square, columns: i32, rows: i32, flipped: bool) -> Square {
    let sign = if flipped { -1 } else { 1 };
    let along = |place: u32, by: i32| place.saturating_add_signed(sign * by).min(7);
    Square::at(along(square.column(), columns), along(square.row(), rows)).unwrap_or(square)
}
