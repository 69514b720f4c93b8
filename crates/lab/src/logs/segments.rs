//! Where one game of a log ends and the next begins.

use outflank_rules::{Color, Game, Position, Square};

use super::{OWN, spoken_move};

/// Cuts a log into games. Another game begins with a heading, with names or a greeting after moves, with a
/// move after the end of a game or after a side forfeited, and where a move cannot be made but could be the
/// first of a game.
pub(super) fn games(text: &str) -> Vec<&str> {
    let (mut segments, mut from, mut at) = (Vec::new(), 0, 0);
    let mut reader = SegmentReader::new();
    for line in text.split_inclusive('\n') {
        if reader.begins_another(line.trim()) {
            segments.push(&text[from..at]);
            (from, reader) = (at, SegmentReader::new());
        }
        reader.read(line.trim());
        at += line.len();
    }
    segments.push(&text[from..]);
    segments
}

/// Follows the game of a segment.
struct SegmentReader {
    game: Game,
    last: Option<(Color, Square)>,
    is_headed: bool,
    is_over: bool,
}

impl SegmentReader {
    fn new() -> SegmentReader {
        SegmentReader { game: Game::new(Position::start()), last: None, is_headed: false, is_over: false }
    }

    fn begins_another(&self, line: &str) -> bool {
        if line.starts_with(OWN) {
            return self.is_headed || self.last.is_some();
        }
        if self.is_headed || self.last.is_none() {
            return false;
        }
        let Some(said) = spoken_move(line) else { return is_name(line) || is_greeting(line) };
        if self.last == Some(said) {
            return false;
        }
        let is_first = said.0 == Color::Black && Game::new(Position::start()).place(said.1).is_ok();
        let is_impossible = self.game.clone().place(said.1).is_err();
        self.is_over || self.game.position().is_finished() || (is_impossible && is_first)
    }

    fn read(&mut self, line: &str) {
        self.is_headed |= line.starts_with(OWN);
        if let Some(said) = spoken_move(line).filter(|said| self.last != Some(*said)) {
            self.last = Some(said);
            // What cannot be made is told by whoever reads the segment.
            let _illegal = self.game.place(said.1);
        }
        self.is_over |= Color::BOTH.iter().any(|side| line.starts_with(&format!("{} forfeits", side.name())));
    }
}

/// Tells whether a line names a player.
fn is_name(line: &str) -> bool {
    let line = line.trim_start_matches(['C', '#', ' ']);
    line.starts_with("Black:") || line.starts_with("White:")
}

/// Tells whether a program is told its colour: `I B`, also after the name of a speaker.
fn is_greeting(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    matches!(words[..], ["I", "B" | "W"] | [_, "I", "B" | "W"])
}
