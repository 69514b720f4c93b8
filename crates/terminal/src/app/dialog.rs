//! What lies over the board: questions, lists, the editor, the help.

use std::time::Instant;

use outflank_game::TimeControl;
use outflank_rules::{Color, Position, Square};
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton};

use super::choices::{self, PlayerChoice};
use super::keys::moved;
use super::{App, Effect};
use crate::archive::ArchivedGame;
use crate::editor::Editor;
use crate::view::Layout;

/// What lies over the board.
pub(crate) enum Dialog {
    /// All keys and commands.
    Help {
        /// How many lines are scrolled away.
        scroll: u16,
    },
    /// Who plays, and how.
    NewGame(Box<NewGameDialog>),
    /// Games that can be resumed.
    Games(StoredGames),
    /// A position being set up.
    Editor {
        /// The board.
        editor: Editor,
        /// What a click or the space bar puts there.
        brush: Brush,
    },
    /// A command being typed.
    Prompt {
        /// What is typed so far.
        text: String,
    },
    /// Really give up?
    ConfirmResign,
    /// Really leave?
    ConfirmQuit,
}

/// What is put on squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Brush {
    /// Empty, black and white in turn.
    Cycle,
    /// Always this.
    Always(Option<Color>),
}

/// The clocks that can be chosen.
const CONTROLS: [Option<&str>; 6] = [None, Some("1"), Some("3+2"), Some("5"), Some("10+5"), Some("30")];

/// A choice of players, start and clocks.
pub(crate) struct NewGameDialog {
    /// Who can be chosen.
    pub(crate) choices: Vec<PlayerChoice>,
    /// Who is chosen, black first.
    pub(crate) players: [usize; 2],
    /// Where games can begin.
    pub(crate) starts: Vec<String>,
    /// Where it begins.
    pub(crate) start: usize,
    /// The clocks that can be chosen.
    pub(crate) controls: Vec<Option<TimeControl>>,
    /// The clocks.
    pub(crate) control: usize,
    /// The row pointed at.
    pub(crate) row: usize,
}

impl NewGameDialog {
    /// How many rows there are: black, white, start, clocks.
    pub(crate) const ROWS: usize = 4;

    /// Changes what the row pointed at says.
    fn change(&mut self, by: isize) {
        let turn =
            |place: usize, count: usize| place.wrapping_add_signed(by).wrapping_add(count) % count.max(1);
        match self.row {
            row @ (0 | 1) => self.players[row] = turn(self.players[row], self.choices.len()),
            2 => self.start = turn(self.start, self.starts.len()),
            _ => self.control = turn(self.control, self.controls.len()),
        }
    }

    /// Returns the description of what the row pointed at says.
    pub(crate) fn description(&self) -> &str {
        match self.row {
            row @ (0 | 1) => self.choices.get(self.players[row]).map_or("", |choice| &choice.description),
            2 => "Where the game begins.",
            _ => "Minutes for each side, and seconds added per move. A side that runs out of time loses.",
        }
    }
}

/// The stored games, once they are here.
#[derive(Default)]
pub(crate) struct StoredGames {
    /// The games; nothing while they are being read.
    pub(crate) games: Option<Vec<ArchivedGame>>,
    /// The one pointed at.
    pub(crate) row: usize,
}

impl StoredGames {
    /// Takes the games that were read.
    pub(super) fn fill(&mut self, games: Vec<ArchivedGame>) {
        self.row = self.row.min(games.len().saturating_sub(1));
        self.games = Some(games);
    }

    fn point(&mut self, by: isize) {
        let count = self.games.as_ref().map_or(0, Vec::len);
        self.row = self.row.saturating_add_signed(by).min(count.saturating_sub(1));
    }
}

impl App {
    /// Asks who plays.
    pub(super) fn open_new_game(&mut self) {
        let mut choices = choices::choices();
        let players = self.players.each_ref().map(|seat| choices::place_of(&seat.entrant, &mut choices));
        let mut controls: Vec<Option<TimeControl>> =
            CONTROLS.iter().map(|text| text.and_then(|text| text.parse().ok())).collect();
        let present = self.control;
        let control = controls.iter().position(|one| *one == present).unwrap_or_else(|| {
            controls.push(present);
            controls.len() - 1
        });
        let starts = self.starts.iter().map(|start| start.name.clone()).collect();
        let row = usize::from(!self.players[1].entrant.is_human());
        self.dialog = Some(Dialog::NewGame(Box::new(NewGameDialog {
            choices,
            players,
            starts,
            start: self.start,
            controls,
            control,
            row,
        })));
    }

    /// Lists the stored games.
    pub(super) fn open_games(&mut self) {
        if !self.keeps {
            return self.refuse("Games are not saved in this session.");
        }
        self.effects.push(Effect::List);
        self.dialog = Some(Dialog::Games(StoredGames::default()));
    }

    /// Lets a position be set up.
    pub(super) fn open_editor(&mut self) {
        self.shows_cursor = true;
        let editor = Editor::new(self.game.viewed().position());
        self.dialog = Some(Dialog::Editor { editor, brush: Brush::Cycle });
    }

    /// Closes what lies over the board.
    fn close(&mut self, now: Instant) {
        self.dialog = None;
        self.go_on(now);
    }

    /// Scrolls or points further in what lies over the board.
    pub(super) fn scroll(&mut self, by: isize) {
        match &mut self.dialog {
            Some(Dialog::Help { scroll }) => *scroll = scroll.saturating_add_signed(by as i16),
            Some(Dialog::Games(games)) => games.point(by),
            Some(Dialog::NewGame(new)) => new.change(by),
            _ => {}
        }
    }

    /// Adds pasted text to a command.
    pub(super) fn on_paste(&mut self, pasted: &str) {
        if let Some(Dialog::Prompt { text }) = &mut self.dialog {
            text.extend(pasted.chars().filter(|letter| !letter.is_control()).take(4096));
        }
    }

    pub(super) fn on_dialog_key(&mut self, key: KeyEvent, now: Instant) {
        let Some(dialog) = &mut self.dialog else { return };
        match dialog {
            Dialog::Help { .. } => self.on_help_key(key.code, now),
            Dialog::NewGame(_) => self.on_new_game_key(key.code, now),
            Dialog::Games(_) => self.on_games_key(key.code, now),
            Dialog::Editor { .. } => self.on_editor_key(key.code, now),
            Dialog::Prompt { text } => match key.code {
                KeyCode::Char(letter) => text.push(letter),
                KeyCode::Backspace if text.is_empty() => self.close(now),
                KeyCode::Backspace => drop(text.pop()),
                KeyCode::Esc => self.close(now),
                KeyCode::Enter => {
                    let line = std::mem::take(text);
                    self.dialog = None;
                    self.message = None;
                    self.obey(&line, now);
                    self.go_on(now);
                }
                _ => {}
            },
            Dialog::ConfirmResign | Dialog::ConfirmQuit => {
                let quits = matches!(dialog, Dialog::ConfirmQuit);
                let agrees = matches!(key.code, KeyCode::Char('y' | 'Y') | KeyCode::Enter);
                self.dialog = None;
                match (agrees, quits) {
                    (true, true) => self.leaves = Some(0),
                    (true, false) => self.resign(now),
                    _ => self.go_on(now),
                }
            }
        }
    }

    fn on_help_key(&mut self, key: KeyCode, now: Instant) {
        match key {
            KeyCode::Up => self.scroll(-1),
            KeyCode::Down => self.scroll(1),
            KeyCode::PageUp => self.scroll(-10),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll(10),
            _ => self.close(now),
        }
    }

    fn on_new_game_key(&mut self, key: KeyCode, now: Instant) {
        let Some(Dialog::NewGame(new)) = &mut self.dialog else { return };
        match key {
            KeyCode::Up => new.row = (new.row + NewGameDialog::ROWS - 1) % NewGameDialog::ROWS,
            KeyCode::Down | KeyCode::Tab => new.row = (new.row + 1) % NewGameDialog::ROWS,
            KeyCode::Left | KeyCode::Char('-') => new.change(-1),
            KeyCode::Right | KeyCode::Char('+' | ' ') => new.change(1),
            KeyCode::Char('x') => new.players.swap(0, 1),
            KeyCode::Char('o') => self.open_games(),
            KeyCode::Char('?') => self.dialog = Some(Dialog::Help { scroll: 0 }),
            KeyCode::Char('q') => self.leaves = Some(0),
            KeyCode::Enter => self.begin_as_chosen(now),
            KeyCode::Esc => self.close(now),
            _ => {}
        }
    }

    /// Begins the game that was chosen.
    fn begin_as_chosen(&mut self, now: Instant) {
        let Some(Dialog::NewGame(new)) = self.dialog.take() else { return };
        for (player, &place) in self.players.iter_mut().zip(&new.players) {
            let Some(choice) = new.choices.get(place) else { continue };
            if player.entrant.to_string() != choice.entrant.to_string() {
                *player = choice.entrant.clone().into();
            }
        }
        self.start = new.start;
        self.control = new.controls.get(new.control).copied().flatten();
        self.begin_next(now);
    }

    fn on_games_key(&mut self, key: KeyCode, now: Instant) {
        let Some(Dialog::Games(list)) = &mut self.dialog else { return };
        match key {
            KeyCode::Up => list.point(-1),
            KeyCode::Down => list.point(1),
            KeyCode::PageUp => list.point(-10),
            KeyCode::PageDown => list.point(10),
            KeyCode::Enter => {
                let chosen = list.games.as_ref().and_then(|games| games.get(list.row)).cloned();
                if let Some(stored) = chosen {
                    self.dialog = None;
                    self.resume(stored, now);
                }
            }
            KeyCode::Esc | KeyCode::Char('q' | 'o') => self.close(now),
            KeyCode::Char('n') => self.open_new_game(),
            _ => {}
        }
    }

    fn on_editor_key(&mut self, key: KeyCode, now: Instant) {
        let (cursor, flipped) = (self.cursor, self.show.flipped);
        let Some(Dialog::Editor { editor, brush }) = &mut self.dialog else { return };
        match key {
            KeyCode::Left => self.cursor = moved(cursor, -1, 0, flipped),
            KeyCode::Right => self.cursor = moved(cursor, 1, 0, flipped),
            KeyCode::Up => self.cursor = moved(cursor, 0, -1, flipped),
            KeyCode::Down => self.cursor = moved(cursor, 0, 1, flipped),
            KeyCode::Char(' ') => paint(editor, *brush, cursor),
            KeyCode::Char('x') => editor.put(cursor, Some(Color::Black)),
            KeyCode::Char('o') => editor.put(cursor, Some(Color::White)),
            KeyCode::Char('-') | KeyCode::Delete | KeyCode::Backspace => editor.put(cursor, None),
            KeyCode::Char('b') => *brush = next_brush(*brush),
            KeyCode::Char('t') => editor.set_side(!editor.side()),
            KeyCode::Char('c') => editor.clear(),
            KeyCode::Char('r') => editor.restart(),
            KeyCode::Enter => {
                let position: Position = editor.position();
                self.dialog = None;
                self.begin_game(outflank_rules::Game::new(position), now);
            }
            KeyCode::Esc | KeyCode::Char('q') => self.close(now),
            _ => {}
        }
    }

    pub(super) fn on_dialog_click(
        &mut self,
        at: (u16, u16),
        button: MouseButton,
        layout: &Layout,
        now: Instant,
    ) {
        let square = layout.square_at(at, self.show.flipped);
        let row = layout.row_at(at);
        match &mut self.dialog {
            Some(Dialog::Editor { editor, brush }) => {
                if let Some(square) = square {
                    self.cursor = square;
                    match button {
                        MouseButton::Left => paint(editor, *brush, square),
                        _ => editor.put(square, None),
                    }
                }
            }
            Some(Dialog::NewGame(new)) => match row {
                Some(row) if row < NewGameDialog::ROWS => {
                    new.row = row;
                    new.change(if button == MouseButton::Left { 1 } else { -1 });
                }
                Some(_) => self.begin_as_chosen(now),
                None => {}
            },
            Some(Dialog::Games(list)) => {
                if let Some(row) = row {
                    let again = list.row == row;
                    list.row = row;
                    list.point(0);
                    if again {
                        self.on_games_key(KeyCode::Enter, now);
                    }
                }
            }
            Some(Dialog::Help { .. }) => self.close(now),
            _ => {}
        }
    }
}

fn paint(editor: &mut Editor, brush: Brush, square: Square) {
    match brush {
        Brush::Cycle => editor.cycle(square),
        Brush::Always(disc) => editor.put(square, disc),
    }
}

/// Returns the next of the brushes.
fn next_brush(brush: Brush) -> Brush {
    match brush {
        Brush::Cycle => Brush::Always(Some(Color::Black)),
        Brush::Always(Some(Color::Black)) => Brush::Always(Some(Color::White)),
        Brush::Always(Some(Color::White)) => Brush::Always(None),
        Brush::Always(None) => Brush::Cycle,
    }
}
