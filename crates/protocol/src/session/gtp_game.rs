//! The game of a GTP session: what is played, taken back, loaded and asked about it.

use std::path::Path;

use outflank_records::{RecordError, open};
use outflank_rules::{Color, Game, Move, Position};

/// A game whose moves can be taken back one command at a time.
pub(super) struct GtpGame {
    game: Game,
    /// How many plies each command has made: two where a pass was left out.
    steps: Vec<usize>,
}

impl GtpGame {
    pub(super) fn new() -> GtpGame {
        GtpGame { game: Game::new(Position::start()), steps: Vec::new() }
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn position(&self) -> Position {
        self.game.position()
    }

    /// Makes a move of a side, supplying a pass of the other that was left out. A pass after the end is no
    /// move.
    ///
    /// # Errors
    ///
    /// Says why the move is illegal.
    pub(super) fn play(&mut self, side: Color, played: Move) -> Result<(), String> {
        let position = self.position();
        let illegal = |reason: &dyn std::fmt::Display| format!("illegal move: {reason}");
        let before = self.game.plies().len();
        if played.is_pass() && position.is_finished() {
            self.steps.push(0);
            return Ok(());
        }
        if position.side_to_move() != side && position.must_pass() && !played.is_pass() {
            self.game.play(Move::Pass).map_err(|error| illegal(&error))?;
        }
        let position = self.position();
        let made = if position.side_to_move() == side || position.is_finished() {
            self.game.play(played).map_err(|error| illegal(&error))
        } else {
            Err(illegal(&format!("it is {}'s turn", position.side_to_move())))
        };
        if made.is_err() {
            self.game.go_to(before);
            return made;
        }
        self.steps.push(self.game.plies().len() - before);
        Ok(())
    }

    /// Takes back the last command's plies.
    pub(super) fn undo(&mut self) -> Result<(), String> {
        let step = self.steps.pop().ok_or_else(|| "cannot undo".to_owned())?;
        self.game.go_to(self.game.plies().len() - step);
        Ok(())
    }

    /// Loads the first game of a file, up to the move with a number (counted from 1), which is not made.
    pub(super) fn load(path: &str, before: Option<usize>) -> Result<GtpGame, String> {
        let failed = |reason: RecordError| format!("cannot load file: {reason}");
        let (_, items) = open(Path::new(path)).map_err(failed)?;
        for item in items {
            let item = item.map_err(failed)?;
            if let Some(record) = item.record {
                let mut game = record.game();
                let plies = before.map_or(usize::MAX, |number| number.saturating_sub(1));
                game.go_to(plies.min(game.plies().len()));
                let steps = vec![1; game.plies().len()];
                return Ok(GtpGame { game, steps });
            }
        }
        Err(format!("cannot load file: {path}: there is no game in it"))
    }

    /// Lists the legal moves: `PASS` if that is the only one, nothing after the end.
    pub(super) fn legal_moves(&self) -> String {
        let position = self.position();
        if position.must_pass() {
            return "PASS".to_owned();
        }
        let squares: Vec<String> =
            position.legal_moves().squares().map(|square| vertex(square.into())).collect();
        squares.join(" ")
    }

    /// Draws the board in eight lines.
    pub(super) fn rows(&self) -> String {
        let text: Vec<char> = self.position().to_string().chars().take(64).collect();
        let spell = |square: &char| {
            if *square == '-' {
                "."
            } else if *square == 'X' {
                "X"
            } else {
                "O"
            }
        };
        let row = |squares: &[char]| squares.iter().map(spell).collect::<Vec<_>>().join(" ");
        text.chunks(8).map(row).collect::<Vec<_>>().join("\n")
    }

    /// Returns the result as `B+4`, `W+64` or `0`; `None` before the end.
    pub(super) fn result(&self) -> Option<String> {
        let position = self.position();
        position.is_finished().then(|| match position.score() {
            0 => "0".to_owned(),
            score @ 1.. => format!("B+{score}"),
            score => format!("W+{}", -score),
        })
    }
}

/// Writes a move as GTP does.
pub(super) fn vertex(played: Move) -> String {
    match played {
        Move::Place(square) => square.to_string().to_uppercase(),
        Move::Pass => "PASS".to_owned(),
    }
}

/// Reads a colour.
pub(super) fn color(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}
