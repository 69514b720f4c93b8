//! Results that outlive a review: what is stored of a search, and how it is read again.

use std::fmt::Write as _;

use outflank_engine::{MoveValue, Truth, Value};
use outflank_rules::{Move, Position};

use crate::notes::PositionNotes;

/// The result of a search, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredResult {
    /// The canonical position: 64 squares, `X` for the side to move.
    pub board: String,
    /// The name of the pass.
    pub pass: String,
    /// The signature of the engine that searched ([`crate::EngineSignature`]).
    pub engine: String,
    /// Depth, confidence, and the moves with their values and variations.
    pub values: String,
}

/// Where results are kept, so that no front end searches what another has searched.
///
/// Nothing depends on it: a result that is not found is searched. Whoever implements it tells of failures
/// itself.
pub trait ResultStore {
    /// Returns the results of all passes for a board by an engine.
    fn load(&mut self, board: &str, engine: &str) -> Vec<StoredResult>;

    /// Keeps a result, instead of what another engine found for the same board and pass.
    fn save(&mut self, result: StoredResult);
}

/// Writes values: depth and confidence, then for each move `f5~-3:f5d6c3`, with `=` for proven values.
pub(crate) fn write(depth: u32, percent: u8, moves: &[MoveValue]) -> String {
    write_with(depth, percent, moves, |truth| if truth == Truth::Exact { '=' } else { '~' })
}

/// Writes values as [`write`] does, bounds with `<` and `>`.
pub(crate) fn write_all(depth: u32, percent: u8, moves: &[MoveValue]) -> String {
    write_with(depth, percent, moves, |truth| match truth {
        Truth::Exact => '=',
        Truth::AtMost => '<',
        Truth::AtLeast => '>',
        Truth::Estimate { .. } => '~',
    })
}

fn write_with(depth: u32, percent: u8, moves: &[MoveValue], sign: impl Fn(Truth) -> char) -> String {
    let mut text = format!("{depth} {percent}");
    for one in moves {
        let sign = sign(one.value.truth);
        let _infallible = write!(text, " {}{sign}{}:", short(one.played), one.value.score);
        text.extend(one.line.iter().map(|&played| short(played)));
    }
    text
}

/// Writes a move in two characters.
fn short(played: Move) -> String {
    played.square().map_or("--".to_owned(), |square| square.to_string())
}

/// Reads values of a position; `None` if they are not what was written for it.
pub(crate) fn read(text: &str, position: &Position) -> Option<(u32, u8, Vec<MoveValue>)> {
    let mut words = text.split(' ');
    let depth = words.next()?.parse().ok()?;
    let percent = words.next()?.parse().ok()?;
    let moves = words.map(|word| read_move(word, position, (depth, percent))).collect::<Option<Vec<_>>>()?;
    Some((depth, percent, moves))
}

fn read_move(word: &str, position: &Position, (depth, percent): (u32, u8)) -> Option<MoveValue> {
    let (head, tail) = word.split_once(':')?;
    let (name, score) = head.split_at_checked(2)?;
    let played: Move = name.parse().ok().filter(|&played| position.is_legal(played))?;
    let truth = match score.as_bytes().first()? {
        b'=' => Truth::Exact,
        b'~' => Truth::Estimate { depth, percent },
        b'<' => Truth::AtMost,
        b'>' => Truth::AtLeast,
        _ => return None,
    };
    let score = score[1..].parse().ok().filter(|score| (-64..=64).contains(score))?;
    let line = moves_of(tail)?;
    let mut end = *position;
    for &played in &line {
        end = end.play(played).ok()?;
    }
    Some(MoveValue { played, value: Value { score, truth }, line })
}

fn moves_of(text: &str) -> Option<Vec<Move>> {
    let mut moves = Vec::with_capacity(text.len() / 2);
    let mut rest = text;
    while !rest.is_empty() {
        let (one, others) = rest.split_at_checked(2)?;
        moves.push(one.parse().ok()?);
        rest = others;
    }
    Some(moves)
}

/// Reads the values of all moves of a position.
pub(crate) fn read_notes(text: &str, position: &Position) -> Option<PositionNotes> {
    let (depth, percent, moves) = read(text, position)?;
    let legal = position.legal_moves();
    let is_whole = match position.must_pass() {
        true => moves.len() == 1,
        false => moves.len() == legal.len() as usize,
    };
    let is_legal = |one: &MoveValue| position.is_legal(one.played);
    let differ = |n: usize| moves[..n].iter().all(|other| other.played != moves[n].played);
    let is_sound = is_whole && moves.iter().all(is_legal) && (0..moves.len()).all(differ);
    is_sound.then(|| PositionNotes::new(moves, depth, percent))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(name: &str, score: i32, truth: Truth, line: &[&str]) -> MoveValue {
        let read = |text: &&str| text.parse().unwrap();
        MoveValue {
            played: name.parse().unwrap(),
            value: Value { score, truth },
            line: line.iter().map(read).collect(),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let start = Position::start();
        let estimate = Truth::Estimate { depth: 12, percent: 73 };
        let moves = vec![
            one("c4", 0, Truth::Exact, &["c4", "c3"]),
            one("d3", -1, estimate, &["d3"]),
            one("e6", -2, estimate, &[]),
            one("f5", -64, estimate, &["f5", "d6", "c3"]),
        ];
        let text = write(12, 73, &moves);
        assert_eq!(text, "12 73 c4=0:c4c3 d3~-1:d3 e6~-2: f5~-64:f5d6c3");
        assert_eq!(read(&text, &start), Some((12, 73, moves.clone())));
        assert_eq!(read_notes(&text, &start), Some(PositionNotes::new(moves, 12, 73)));
        assert_eq!(read("0 100", &start), Some((0, 100, Vec::new())));
    }

    #[test]
    fn what_was_damaged_is_not_read() {
        let start = Position::start();
        for text in [
            "",
            "12",
            "12 73 a1~0:",
            "12 73 c4~0",
            "12 73 c4?0:",
            "12 73 c4~99:",
            "12 73 c4~0:c4a1",
            "12 73 c4~0:c4c",
            "12 73 é~0:",
            "x 73 c4~0:",
        ] {
            assert_eq!(read(text, &start), None, "{text:?}");
        }
        for text in ["12 73 c4~0:", "12 73 c4~0: c4~0: d3~0: e6~0:"] {
            assert_eq!(read_notes(text, &start), None, "{text:?}");
        }
    }
}
