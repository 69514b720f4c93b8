//! Boards as base-3 numbers, as the heritage system `client` stored its matches and its table of positions.
//!
//! A board is read as a number in base 3 (0 empty, 1 white, 2 black; a1 the most significant digit), and
//! 200156682785938776 is taken off, so numbers of boards with an empty centre are negative; 128 bits are
//! needed.
//!
//! - A match is a list of such decimals, each ended by a newline or by the letter `n`. A board that one legal
//!   move makes of the one before continues the match; any other board, and any board after a blank line,
//!   begins a new one.
//! - A line of the table is `number square value 1|2`: the best move there and its value, positive for white.
//!   The value is turned into the mover's view; the last number is kept as it is.
//!
//! The side to move is not stored. In a match the moves tell it; in the table it is the side for which the
//! square is legal, if it is legal for one only; the standard start is black's. Else the caller must say it
//! ([`ReadOptions::side`]). These numbers are never recognised by content. Written: one board for the start
//! and one for every disc placed, a newline after each; two matches are two blocks with a blank line between.

use std::io::Write;

use outflank_rules::{Bitboard, Color, Move, Position, Setup, Square};

use crate::codec::{Codec, Gather, Item, Items, ReadOptions, Ready, Sink, gathered};
use crate::scanner::Piece;
use crate::{
    Excerpt, Extra, Format, ITEM_LIMIT, MoveScore, Number, PieceFault, Ply, Problem, Record, RecordError,
    Scanner, text,
};

/// The number of the board that has nothing but four white discs in the centre.
const OFFSET: i128 = 200_156_682_785_938_776;

/// The format `client`.
pub(crate) struct ClientFormat;

impl Codec for ClientFormat {
    fn format(&self) -> Format {
        Format::Client
    }

    fn items<'a>(&self, scanner: Scanner<'a>, options: ReadOptions) -> Items<'a> {
        gathered(Matches { scanner, options, boards: Vec::new(), piece: None })
    }

    fn sink<'a>(&self, output: Box<dyn Write + 'a>) -> Box<dyn Sink + 'a> {
        Box::new(MatchWriter { output, begun: false })
    }
}

/// Discs without a side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SidelessDiscs {
    black: Bitboard,
    white: Bitboard,
}

impl SidelessDiscs {
    fn of(position: Position) -> SidelessDiscs {
        SidelessDiscs { black: position.discs(Color::Black), white: position.discs(Color::White) }
    }

    fn number(self) -> i128 {
        let digit =
            |square| i128::from(self.white.contains(square)) + 2 * i128::from(self.black.contains(square));
        Square::all().fold(0, |number, square| 3 * number + digit(square)) - OFFSET
    }

    /// Reads a number; `None` if no board has it.
    fn of_number(number: i128) -> Option<SidelessDiscs> {
        let mut rest = number.checked_add(OFFSET).filter(|&rest| rest >= 0)?;
        let mut discs = SidelessDiscs { black: Bitboard::EMPTY, white: Bitboard::EMPTY };
        for square in Square::all().rev() {
            match rest % 3 {
                1 => discs.white |= square.bitboard(),
                2 => discs.black |= square.bitboard(),
                _ => {}
            }
            rest /= 3;
        }
        (rest == 0).then_some(discs)
    }

    fn with(self, side: Color) -> Result<Position, Problem> {
        let setup = Setup { black: self.black, white: self.white, side };
        Position::try_from(setup).map_err(|error| Problem::Board(error.into()))
    }

    /// Finds the one move that turns these discs into `next`: who moved where.
    fn step(self, next: SidelessDiscs) -> Option<(Color, Square)> {
        let new = (next.black | next.white) - (self.black | self.white);
        let square = new.first().filter(|_| new.len() == 1)?;
        let mover = if next.black.contains(square) { Color::Black } else { Color::White };
        let after = self.with(mover).ok()?.play(square).ok()?;
        (SidelessDiscs::of(after) == next).then_some((mover, square))
    }

    /// Returns the position, by what is known about the side to move.
    fn position(self, said: Option<Color>, found: &[u8]) -> Result<Position, Problem> {
        let start = SidelessDiscs::of(Position::start());
        match said.or((self == start).then_some(Color::Black)) {
            Some(side) => self.with(side),
            None => Err(Problem::value(
                "the number does not say which side is to move, and nothing else does",
                found,
            )),
        }
    }
}

/// Returns the number that stands for the discs of a position; the side to move is not part of it.
#[must_use]
pub fn board_number(position: Position) -> i128 {
    SidelessDiscs::of(position).number()
}

/// What one line, or one decimal before an `n`, says.
enum ClientLine {
    Blank,
    Board(SidelessDiscs),
    Entry(Box<Record>),
}

fn line(raw: &[u8], options: ReadOptions) -> Result<ClientLine, PieceFault> {
    let (at, trimmed) = text::trimmed(raw);
    let said = text::strict(trimmed).map_err(|fault| PieceFault::new(at + fault.at, fault.problem))?;
    let said = said.strip_suffix('n').unwrap_or(said);
    let words: Vec<&str> = said.split_whitespace().collect();
    let read = match words[..] {
        [] => Ok(ClientLine::Blank),
        [board] => discs(board).map(ClientLine::Board),
        [board, square, value, flag @ ("1" | "2")] => discs(board)
            .and_then(|discs| entry(discs, square, value, flag, options, trimmed))
            .map(|entry| ClientLine::Entry(Box::new(entry))),
        _ => Err(Problem::syntax("a board number, or a line: number square value 1|2", trimmed)),
    };
    read.map_err(|problem| PieceFault::new(at, problem))
}

fn discs(word: &str) -> Result<SidelessDiscs, Problem> {
    let number = word.parse().map_err(|_| Problem::syntax("a board as a whole number", word))?;
    SidelessDiscs::of_number(number).ok_or_else(|| Problem::value("no board has this number", word))
}

/// Reads a line of the table.
fn entry(
    discs: SidelessDiscs,
    square: &str,
    value: &str,
    flag: &str,
    options: ReadOptions,
    line: &[u8],
) -> Result<Record, Problem> {
    let place: Square =
        square.parse().map_err(|_| Problem::NotAMove { ply: 1, found: Excerpt::of(square) })?;
    let able = |side| discs.with(side).is_ok_and(|position| position.is_legal(Move::Place(place)));
    let inferred = match (able(Color::Black), able(Color::White)) {
        (true, false) => Some(Color::Black),
        (false, true) => Some(Color::White),
        _ => None,
    };
    let start = discs.position(inferred.or(options.side), line)?;
    if let Err(reason) = start.play(place) {
        return Err(Problem::IllegalMove { ply: 1, played: place.into(), reason });
    }
    // Infinities are what a finished game counts there.
    if !value.parse().is_ok_and(|value: f64| !value.is_nan()) {
        return Err(Problem::value("not a number", value));
    }
    let mut record = Record::new(start);
    let score = match (start.side_to_move(), value.strip_prefix('-')) {
        (Color::White, _) => value.to_owned(),
        (Color::Black, Some(positive)) => format!("+{positive}"),
        (Color::Black, None) => format!("-{}", value.trim_start_matches('+')),
    };
    record.scores.push(MoveScore { played: place.into(), score: Number::new(score) });
    let values = vec![flag.to_owned()];
    record.extras.push(Extra { format: Format::Client, key: "flag".to_owned(), values, ply: 0 });
    Ok(record)
}

struct Matches<'a> {
    scanner: Scanner<'a>,
    options: ReadOptions,
    /// The boards of the match so far, and their bytes.
    boards: Vec<SidelessDiscs>,
    piece: Option<Piece>,
}

impl Gather for Matches<'_> {
    /// Reads through the next newline or `n`.
    fn next_piece(&mut self) -> Result<Option<Piece>, RecordError> {
        self.scanner.take_mark()?;
        self.scanner.take_through(|byte| matches!(byte, b'\n' | b'n'), "a number")?;
        let piece = self.scanner.piece();
        if piece.ends_with(b"n") && piece.trim_ascii().contains(&b' ') {
            // A line of the table: there the letter may be part of an infinity.
            self.scanner.take_through(|byte| byte == b'\n', "a line")?;
        }
        if self.scanner.piece().ends_with(b"n") {
            // The letter ends a number; a newline right behind it belongs to it.
            if self.scanner.peek()? == Some(b'\r') {
                self.scanner.next("a number")?;
            }
            if self.scanner.peek()? == Some(b'\n') {
                self.scanner.next("a number")?;
            }
        }
        let piece = self.scanner.cut();
        Ok((!piece.raw.is_empty()).then_some(piece))
    }

    /// Makes a record of the boards held.
    fn close(&mut self, ready: &mut Ready) {
        let Some(piece) = self.piece.take() else { return };
        let boards = std::mem::take(&mut self.boards);
        ready.push_back(match game(&boards, self.options, &piece.raw) {
            Ok(record) => Ok(Item { record: Some(record), raw: piece.raw, began: piece.began }),
            Err(problem) => Err(piece.error(PieceFault::new(0, problem))),
        });
    }

    fn sort(&mut self, piece: Piece, ready: &mut Ready) {
        let began = piece.began;
        let next = match line(&piece.raw, self.options) {
            Err(fault) => Err(piece.error(fault)),
            Ok(ClientLine::Blank) => Ok(Item { record: None, raw: piece.raw, began }),
            Ok(ClientLine::Entry(record)) => Ok(Item { record: Some(*record), raw: piece.raw, began }),
            Ok(ClientLine::Board(board)) => {
                if let (Some(last), Some(open)) = (self.boards.last(), &mut self.piece)
                    && last.step(board).is_some()
                    && open.raw.len() + piece.raw.len() <= ITEM_LIMIT
                {
                    self.boards.push(board);
                    open.raw.extend_from_slice(&piece.raw);
                    return;
                }
                self.close(ready);
                self.boards = vec![board];
                self.piece = Some(piece);
                return;
            }
        };
        self.close(ready);
        ready.push_back(next);
    }
}

/// Replays a match.
fn game(boards: &[SidelessDiscs], options: ReadOptions, raw: &[u8]) -> Result<Record, Problem> {
    let steps: Vec<(Color, Square)> = boards.windows(2).filter_map(|pair| pair[0].step(pair[1])).collect();
    let Some(&first) = boards.first() else { return Err(Problem::Empty) };
    let inferred = steps.first().map(|&(mover, _)| mover);
    let mut record = Record::new(first.position(inferred.or(options.side), raw)?);
    for (mover, square) in steps {
        record.push_as(mover, Ply::new(square))?;
    }
    Ok(record)
}

/// Writes matches.
struct MatchWriter<'a> {
    output: Box<dyn Write + 'a>,
    begun: bool,
}

impl Sink for MatchWriter<'_> {
    fn put(&mut self, record: &Record) -> Result<(), RecordError> {
        let mut text = String::new();
        if std::mem::replace(&mut self.begun, true) {
            text.push('\n');
        }
        let mut last = None;
        for position in record.game().positions() {
            let discs = SidelessDiscs::of(position);
            if last.replace(discs) != Some(discs) {
                text.push_str(&format!("{}\n", discs.number()));
            }
        }
        Ok(self.output.write_all(text.as_bytes())?)
    }

    fn finish(&mut self) -> Result<(), RecordError> {
        Ok(self.output.flush()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_boards_are_one_to_one() {
        let start = SidelessDiscs::of(Position::start());
        let white_centre = SidelessDiscs { black: Bitboard::EMPTY, white: Bitboard::CENTRE };
        assert_eq!(white_centre.number(), 0);
        for discs in [start, white_centre, SidelessDiscs { black: Bitboard::ALL, white: Bitboard::EMPTY }] {
            assert_eq!(SidelessDiscs::of_number(discs.number()), Some(discs));
        }
        let nothing = SidelessDiscs { black: Bitboard::EMPTY, white: Bitboard::EMPTY };
        assert_eq!(nothing.number(), -OFFSET);
        assert_eq!(SidelessDiscs::of_number(-OFFSET - 1), None);
        assert_eq!(SidelessDiscs::of_number(i128::MAX), None);
        assert_eq!(SidelessDiscs::of_number(3i128.pow(64) - OFFSET), None);
    }
}
