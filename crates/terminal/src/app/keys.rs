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
pub(crate) enum Action {
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
        } else if self.dialog.is_some() {
            self.on_dialog_key(key, now);
        } else if let Some(action) = self.action_of(key) {
            self.act(action, now);
        }
    }

    /// Returns what a key means on the board.
    fn action_of(&self, key: KeyEvent) -> Option<Action> {
        let shift = key.modifiers.contains(KeyModifiers::SHIFT);
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return None;
        }
        // Whoever has nothing to place steps through the game with the same keys.
        let steps = shift || !self.is_persons_turn();
        Some(match key.code {
            KeyCode::Left if steps => Action::Look(-1),
            KeyCode::Right if steps => Action::Look(1),
            KeyCode::Up if steps => Action::Look(isize::MIN),
            KeyCode::Down if steps => Action::Look(isize::MAX),
            KeyCode::Left => Action::Point(-1, 0),
            KeyCode::Right => Action::Point(1, 0),
            KeyCode::Up => Action::Point(0, -1),
            KeyCode::Down => Action::Point(0, 1),
            KeyCode::PageUp | KeyCode::Char('<' | ',') => Action::Look(-1),
            KeyCode::PageDown | KeyCode::Char('>' | '.') => Action::Look(1),
            KeyCode::Home => Action::Look(isize::MIN),
            KeyCode::End => Action::Look(isize::MAX),
            KeyCode::Enter | KeyCode::Char(' ') => Action::PlaceHere,
            KeyCode::Esc => Action::Escape,
            KeyCode::F(1) | KeyCode::Char('?') => Action::Help,
            KeyCode::Backspace | KeyCode::Char('u') => Action::Undo,
            KeyCode::Char('r') => Action::Redo,
            KeyCode::Char('R') => Action::Resign,
            KeyCode::Char(letter @ ('a'..='h' | 'A'..='H' | '1'..='8')) => {
                Action::Type(letter.to_ascii_lowercase())
            }
            KeyCode::Char('i') => Action::Hint,
            KeyCode::Char('v') => Action::Values,
            KeyCode::Char('t') => Action::Engine,
            KeyCode::Char('y') => Action::Meters,
            KeyCode::Char('x') => Action::Flip,
            KeyCode::Char('n') => Action::NewGame,
            KeyCode::Char('o') => Action::Games,
            KeyCode::Char('m') => Action::Edit,
            KeyCode::Char('s') => Action::Command("save "),
            KeyCode::Char('l') => Action::Command("load "),
            KeyCode::Char(':' | '/') => Action::Command(""),
            KeyCode::Char('p') => Action::Pause,
            KeyCode::Char('+' | '=') => Action::Faster,
            KeyCode::Char('-') => Action::Slower,
            KeyCode::Char('q') => Action::Quit,
            _ => return None,
        })
    }

    /// Does something.
    pub(crate) fn act(&mut self, action: Action, now: Instant) {
        match action {
            Action::Place(square) => self.place(square, now),
            Action::PlaceHere if !self.game.has_person() && !self.game.is_over() => self.pause(now),
            Action::PlaceHere if self.is_paused => self.pause(now),
            Action::PlaceHere => {
                self.shows_cursor = true;
                self.place(self.cursor, now);
            }
            Action::Point(columns, rows) => self.point(columns, rows),
            Action::Type(letter) => self.type_move(letter, now),
            Action::Undo => {
                self.travel(ViewedGame::undo, "Taken back", "There is nothing to take back.", now)
            }
            Action::Redo => {
                self.travel(ViewedGame::redo, "Played again", "There is nothing to play again.", now)
            }
            Action::Look(plies) => {
                self.game.look_by(plies);
                self.typed = None;
                self.message = self
                    .game
                    .verdict()
                    .filter(|_| !self.game.is_looking_back())
                    .map(|text| super::Notice { text, is_refusal: false });
            }
            Action::Hint => self.hint(),
            Action::Values => {
                self.show.values = !self.show.values;
                self.say(if self.show.values {
                    "Values of the moves are shown: v hides them."
                } else {
                    "Values are hidden."
                });
            }
            Action::Engine => {
                self.show.engine = !self.show.engine;
                self.wants_engine = self.show.engine;
                self.say(if self.show.engine {
                    "The engine's view is shown: t hides it."
                } else {
                    "The engine's view is hidden."
                });
            }
            Action::Meters => self.show.meters = !self.show.meters,
            Action::Flip => self.show.flipped = !self.show.flipped,
            Action::NewGame => self.open_new_game(),
            Action::Games => self.open_games(),
            Action::Edit => self.open_editor(),
            Action::Command(begun) => self.dialog = Some(Dialog::Prompt { text: begun.to_owned() }),
            Action::Resign if self.game.is_over() => self.refuse("The game is over."),
            Action::Resign => self.dialog = Some(Dialog::ConfirmResign),
            Action::Pause => self.pause(now),
            Action::Faster => self.change_pace(0.5),
            Action::Slower => self.change_pace(2.0),
            Action::Help => self.dialog = Some(Dialog::Help { scroll: 0 }),
            Action::Quit => self.quit(),
            Action::Escape => {
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
            MouseEventKind::ScrollUp if self.dialog.is_none() => self.act(Action::Look(-1), now),
            MouseEventKind::ScrollDown if self.dialog.is_none() => self.act(Action::Look(1), now),
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
                            self.act(Action::Place(square), now);
                        }
                        _ => self.act(Action::Undo, now),
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
