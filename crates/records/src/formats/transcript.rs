//! Moves one after the other: `f5d6c3`, `F5 D6 C3`, `1. F5 d6 2. C3`.
//!
//! Accepted: any case; blanks, commas, semicolons, hyphens, bars, slashes and quotes between moves; move
//! numbers (`2.`, `2)`, `2:`, `2`); moves written `P@f5`; passes left out or written `PA`, `PS`, `P`, `--`,
//! `@@@@` or `pass`, or `-` where a side has to pass; full-width characters and spaces of any width; lines
//! starting with `%` or `#` are comments. Written: lower case, no blanks, no passes, one game a line; only
//! games from the standard start can be written.
//!
//! A file has one game a line, or games spread over several lines. For every line the first rule that fits
//! holds:
//!
//! 1. A blank line ends a game.
//! 2. A line that begins with move number 1 starts a game; one that begins with a higher number continues the
//!    game above, if it is legal there.
//! 3. A line of a single move continues a game above that is written one move a line, if it is legal there.
//! 4. A line that is legal from the standard start is a game of its own.
//! 5. A line that is legal after the game above continues it.
//! 6. Anything else is an error.
//!
//! The third rule tears no list of one-move games apart: no first move can be answered by another first move.

use std::io::Write;

use outflank_rules::{Move, Position, Square};

use crate::codec::{Codec, Gather, Item, Items, ReadOptions, Ready, Sink, gathered, texts};
use crate::formats::board::{is_remark, line};
use crate::scanner::Piece;
use crate::text::{self, PlainText};
use crate::{Excerpt, Format, ITEM_LIMIT, PieceFault, Ply, Problem, Record, RecordError, Scanner};

/// The format `transcript`.
pub(crate) struct Transcript;

impl Codec for Transcript {
    fn format(&self) -> Format {
        Format::Transcript
    }

    fn items<'a>(&self, scanner: Scanner<'a>, _: ReadOptions) -> Items<'a> {
        gathered(TranscriptLines { scanner, open: None, one_a_line: false })
    }

    fn sink<'a>(&self, output: Box<dyn Write + 'a>) -> Box<dyn Sink + 'a> {
        texts(output, |record| Ok(format!("{}\n", spell(Format::Transcript, record)?)))
    }
}

/// Spells the moves of a game from the standard start.
pub(crate) fn spell(format: Format, record: &Record) -> Result<String, Problem> {
    if record.start() != Position::start() {
        let what = format!("a game from another start than the standard one ({})", record.start());
        return Err(Problem::CannotHold { format, what });
    }
    Ok(record.transcript())
}

/// How many digits a move number may have; a longer number is something else.
const NUMBER_DIGITS: usize = 3;

/// Tells whether a byte may stand between moves.
fn is_separator(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b",;|/\"'`".contains(&byte)
}

/// Reads the next move of a text in plain characters, skipping separators and move numbers before it;
/// returns the rest. A hyphen that stands alone is a pass if told so, else a separator.
///
/// # Errors
///
/// Returns the length of the rest that is no move.
pub(crate) fn next_move(text: &[u8], lone_hyphen_passes: bool) -> Result<Option<(Move, &[u8])>, usize> {
    let mut rest = text;
    let mut after_blank = true;
    loop {
        match rest {
            [] => return Ok(None),
            [byte, tail @ ..] if is_separator(*byte) => {
                rest = tail;
                after_blank = true;
            }
            [b'-', b'-', ..] => break,
            [b'-', tail @ ..] => {
                let stands_alone = after_blank && tail.first().is_none_or(|&byte| is_separator(byte));
                if stands_alone && lone_hyphen_passes {
                    return Ok(Some((Move::Pass, tail)));
                }
                rest = tail;
                after_blank = false;
            }
            [byte, ..] if byte.is_ascii_digit() => {
                rest = after_number(rest).ok_or(rest.len())?;
                after_blank = true;
            }
            _ => break,
        }
    }
    if let Some(tail) = pass(rest) {
        return Ok(Some((Move::Pass, tail)));
    }
    let dropped = rest.strip_prefix(b"P@").or(rest.strip_prefix(b"p@")).unwrap_or(rest);
    match dropped {
        [letter, digit, tail @ ..] => match Square::from_bytes(*letter, *digit) {
            Some(square) => Ok(Some((Move::Place(square), tail))),
            None => Err(rest.len()),
        },
        _ => Err(rest.len()),
    }
}

/// Returns what follows a move number; `None` if it is too long for one, or the first half of a result such
/// as `40-24`.
fn after_number(text: &[u8]) -> Option<&[u8]> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut rest = &text[digits..];
    if digits > NUMBER_DIGITS || matches!(rest, [b'-', digit, ..] if digit.is_ascii_digit()) {
        return None;
    }
    while let [b'.' | b')' | b':', tail @ ..] = rest {
        rest = tail;
    }
    Some(rest)
}

/// Returns what follows a pass, if the text begins with one.
fn pass(text: &[u8]) -> Option<&[u8]> {
    for pass in ["pass", "pa", "ps", "--", "@@@@"] {
        if text.len() >= pass.len() && text[..pass.len()].eq_ignore_ascii_case(pass.as_bytes()) {
            return Some(&text[pass.len()..]);
        }
    }
    match text {
        [b'p' | b'P', tail @ ..] => {
            let ends = tail.first().is_none_or(|&byte| is_separator(byte) || byte == b'-');
            ends.then_some(tail)
        }
        _ => None,
    }
}

/// Plays all moves of a text.
pub(crate) fn play(record: &mut Record, text: &[u8]) -> Result<(), PieceFault> {
    let plain = PlainText::of(text);
    let whole = plain.bytes();
    let mut rest = whole;
    loop {
        let ply = record.plies().len() + 1;
        match next_move(rest, record.last_position().must_pass()) {
            Ok(None) => return Ok(()),
            Ok(Some((played, tail))) => {
                let at = whole.len() - tail.len() - if played.is_pass() { 0 } else { 2 };
                record.push(Ply::new(played)).map_err(|reason| {
                    PieceFault::new(plain.place(at), Problem::IllegalMove { ply, played, reason })
                })?;
                rest = tail;
            }
            Err(left) => {
                let at = plain.place(whole.len() - left);
                let found = Excerpt::of(word(&text[at..]));
                return Err(PieceFault::new(at, Problem::NotAMove { ply, found }));
            }
        }
    }
}

/// Returns the text up to the next blank.
fn word(text: &[u8]) -> &[u8] {
    let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    &text[..end]
}

/// Tells whether a line continues a numbered game: it begins with a move number above 1.
pub(crate) fn continues(line: &[u8]) -> bool {
    opening(line) == Opening::Later
}

/// Tells whether a line begins with move number 1, so that the next may continue it.
pub(crate) fn begins_numbered(line: &[u8]) -> bool {
    opening(line) == Opening::First
}

/// Parses a game of at least one move from the standard start.
pub(crate) fn game(text: &[u8]) -> Result<Record, PieceFault> {
    text::strict(text)?;
    let mut record = Record::new(Position::start());
    play(&mut record, text)?;
    if record.is_position() {
        return Err(PieceFault::new(0, Problem::NotAMove { ply: 1, found: Excerpt::of(text) }));
    }
    Ok(record)
}

/// What the beginning of a line says about it.
#[derive(PartialEq, Eq)]
enum Opening {
    First,
    Later,
    Unnumbered,
}

fn opening(line: &[u8]) -> Opening {
    let plain = PlainText::of(line);
    let quotes = plain.bytes().iter().take_while(|&&byte| is_separator(byte)).count();
    let line = &plain.bytes()[quotes..];
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match &line[..digits] {
        [] => Opening::Unnumbered,
        b"1" => Opening::First,
        _ => Opening::Later,
    }
}

/// Tells whether a line is one move and nothing else.
fn is_single(line: &[u8]) -> bool {
    matches!(next_move(PlainText::of(line).bytes(), false), Ok(Some((_, []))))
}

struct TranscriptLines<'a> {
    scanner: Scanner<'a>,
    /// The game that the next line may continue.
    open: Option<(Record, Piece)>,
    /// Whether every line of that game has a single move.
    one_a_line: bool,
}

impl TranscriptLines<'_> {
    /// Adds the line to the open game, if there is one and the moves are legal there.
    fn join(&mut self, moves: &[u8], piece: &Piece) -> Option<Result<(), PieceFault>> {
        let (record, open) = self.open.as_mut()?;
        let mut longer = record.clone();
        if open.raw.len() + piece.raw.len() > ITEM_LIMIT {
            return None;
        }
        Some(play(&mut longer, moves).map(|()| {
            *record = longer;
            open.raw.extend_from_slice(&piece.raw);
        }))
    }
}

impl Gather for TranscriptLines<'_> {
    fn next_piece(&mut self) -> Result<Option<Piece>, RecordError> {
        self.scanner.take_mark()?;
        line(&mut self.scanner)?;
        let piece = self.scanner.cut();
        Ok((!piece.raw.is_empty()).then_some(piece))
    }

    fn close(&mut self, ready: &mut Ready) {
        if let Some((record, Piece { raw, began })) = self.open.take() {
            ready.push_back(Ok(Item { record: Some(record), raw, began }));
        }
    }

    fn sort(&mut self, piece: Piece, ready: &mut Ready) {
        let (at, moves) = text::trimmed(&piece.raw);
        if is_remark(moves) {
            self.close(ready);
            return ready.push_back(Ok(Item { record: None, raw: piece.raw, began: piece.began }));
        }
        let moves = moves.to_vec();
        let opening = opening(&moves);
        let mut joined = None;
        let is_single = opening == Opening::Unnumbered && is_single(&moves);
        if opening == Opening::Later || (is_single && self.one_a_line) {
            joined = self.join(&moves, &piece);
        }
        if let Some(Ok(())) = joined {
            return;
        }
        let alone = match game(&moves) {
            Ok(record) => {
                self.close(ready);
                self.open = Some((record, piece));
                self.one_a_line = is_single;
                return;
            }
            Err(fault) => fault,
        };
        if opening == Opening::Unnumbered {
            joined = self.join(&moves, &piece);
            self.one_a_line &= is_single;
        }
        let fault = match joined {
            Some(Ok(())) => return,
            // Of the two readings of the line, the one that got further is more likely what was meant.
            Some(Err(fault)) if fault.at > alone.at => fault,
            _ => alone,
        };
        self.close(ready);
        ready.push_back(Err(piece.error(PieceFault::new(at + fault.at, fault.problem))));
    }
}
