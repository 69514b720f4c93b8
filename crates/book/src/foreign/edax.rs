//! `book.dat` of Edax, version 4.
//!
//! A header of 42 bytes, then positions of 42 bytes and two for each link. Edax stores positions whose mover
//! has to pass, with a pass as their only link, and follows links without looking whether the position is
//! there. So these positions are made when a book is written, and every link leads to a position in the file.

use std::collections::{BTreeSet, HashSet};
use std::io::Write;

use outflank_rules::{Bitboard, Board, Portable, Square};

use super::{
    ConversionLosses, CountedInput, NO_MOVE, estimate, leaf_without_move, score, unwritten, value_and_level,
};
use crate::{Book, BookError, BookKey, BookLeaf, BookLink, BookRecord, Destination, Origin};

/// "EDAX" and "BOOK" as numbers of 32 bits.
const MAGIC: [u32; 2] = [0x4544_4158, 0x424f_4f4b];
/// The number of a pass.
const PASS: u8 = 64;
/// The score of a leaf that is not there.
const NO_SCORE: i8 = -127;
/// The most positions Edax can count.
const MOST: u64 = i32::MAX as u64;

/// Reads a book.
pub(super) fn read(input: &mut CountedInput<'_>) -> Result<(Vec<BookRecord>, ConversionLosses), BookError> {
    let header: [u8; 42] = input.bytes()?;
    let word = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    if [word(0), word(4)] != MAGIC {
        return Err(BookError::Foreign { offset: 0, reason: "not a book of Edax".to_owned() });
    }
    if header[8] != 4 {
        let reason = format!("version {} of Edax's book; version 4 can be read", header[8]);
        return Err(BookError::Foreign { offset: 8, reason });
    }
    let (mut records, mut losses) = (Vec::new(), ConversionLosses::default());
    let mut linked: HashSet<Board> = HashSet::new();
    let mut present: HashSet<Board> = HashSet::new();
    while let Some(position) = input.bytes_or_end::<40>()? {
        let mut found = EdaxPosition::decode(&position, input)?;
        for _ in 0..position[38] {
            let [score, number] = input.bytes()?;
            found.links.push((score as i8, number));
        }
        let [leaf_score, leaf_move] = input.bytes()?;
        found.leaf = (leaf_score as i8, leaf_move);
        present.insert(found.board.canonical().0);
        for (_, number) in &found.links {
            linked.extend(found.after(*number).map(|board| board.canonical().0));
        }
        records.extend(found.record(&mut losses));
    }
    for _ in linked.difference(&present) {
        losses.add("links to positions that are not in the file");
    }
    Ok((records, losses))
}

/// A position of the file.
struct EdaxPosition {
    board: Board,
    value: i8,
    bounds: (i16, i16),
    has_counts: bool,
    level: u8,
    links: Vec<(i8, u8)>,
    leaf: (i8, u8),
}

impl EdaxPosition {
    fn decode(bytes: &[u8; 40], input: &CountedInput<'_>) -> Result<EdaxPosition, BookError> {
        let at = input.offset - bytes.len() as u64;
        let wrong = |reason: String| BookError::Foreign { offset: at, reason };
        let (own, opp) = crate::record::words(bytes);
        let board = Board::new(Bitboard(own), Bitboard(opp))
            .ok_or_else(|| wrong(format!("discs overlap: {own:#x}, {opp:#x}")))?;
        let short = |at: usize| i16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let value = score(short(32).into()).ok_or_else(|| wrong(format!("{} is not a score", short(32))))?;
        let has_counts = bytes[16..28].iter().any(|&byte| byte != 0);
        let bounds = (short(34), short(36));
        let (links, leaf) = (Vec::new(), (NO_SCORE, NO_MOVE));
        Ok(EdaxPosition { board, value, bounds, has_counts, level: bytes[39], links, leaf })
    }

    /// Returns the board after a link.
    fn after(&self, number: u8) -> Option<Board> {
        if number == PASS {
            return Some(self.board.swapped());
        }
        let square = Square::new(number.into())?;
        let flips = self.board.flips(Portable, square);
        (!flips.is_empty() && self.board.empty().contains(square)).then(|| self.board.after(square, flips))
    }

    /// Returns the record, unless the mover has to pass.
    fn record(&self, losses: &mut ConversionLosses) -> Option<BookRecord> {
        let Some((key, symmetry)) = BookKey::of(self.board) else {
            losses.add("positions whose mover has to pass: passes are looked through here");
            return None;
        };
        losses.add_if(key.board() != self.board, "positions that were not in their smallest view: turned");
        losses.add_if(
            self.bounds != (self.value.into(), self.value.into()) && self.bounds != (-64, 64),
            "bounds by error bands: they prove nothing",
        );
        losses.add_if(self.has_counts, "counts of won, drawn and lost lines");
        let empties = key.empties();
        let mut record = BookRecord::new(key, Origin::Edax);
        let whole = estimate(self.value, self.level, empties);
        record.estimate = Some(whole);
        let square = Square::new(self.leaf.1.into()).filter(|_| self.leaf.1 < 64);
        record.leaf = match (square, score(self.leaf.0.into())) {
            (Some(square), Some(value)) if self.after(self.leaf.1).is_some() => {
                let estimate = estimate(value, self.level, empties);
                Some(BookLeaf { square: Some(symmetry.square(square)), estimate })
            }
            _ if self.links.is_empty() => Some(leaf_without_move(whole)),
            _ => None,
        };
        let is_odd = self.leaf.1 != NO_MOVE && record.leaf.is_none_or(|leaf| leaf.square.is_none());
        losses.add_if(is_odd, "leaves that are not legal");
        Some(record)
    }
}

/// Writes a book.
pub(super) fn write(book: &Book, output: &mut dyn Write) -> Result<ConversionLosses, BookError> {
    let mut losses = ConversionLosses::default();
    // Positions in which somebody has to pass between two book positions.
    let mut passes: BTreeSet<(Board, BookKey)> = BTreeSet::new();
    let (mut count, mut fewest, mut level) = (0_u64, 60, 0);
    for record in book.records() {
        let record = record?;
        let Some((_, depth)) = value_and_level(&record) else { continue };
        count += 1;
        (fewest, level) = (record.key.empties().min(fewest), depth.min(60).max(level));
        for link in valued(book.links(record.key)?) {
            passes.extend(pass_between(record.key, &link));
        }
    }
    let boards: BTreeSet<Board> = passes.iter().map(|(board, _)| *board).collect();
    count += boards.len() as u64;
    if count > MOST {
        let reason = format!("{count} positions; Edax can count {MOST}");
        return Err(BookError::Foreign { offset: 0, reason });
    }
    output.write_all(&header(level, fewest, count as u32)).map_err(unwritten)?;
    for record in book.records() {
        let record = record?;
        let Some((value, depth)) = value_and_level(&record) else {
            losses.add("positions without a value: left out");
            continue;
        };
        // The level of Edax is that of the search of the leaf, not the depth of the best line.
        let level = record.leaf.map_or(depth, |leaf| depth.min(leaf.estimate.depth));
        losses.add_if(record.visits > 0, "numbers of games");
        losses
            .add_if(record.origin != Origin::Edax, "depths and confidences: the level says the depth alone");
        let bytes = encode(book, &record, value, level.min(60), &mut losses)?;
        output.write_all(&bytes).map_err(unwritten)?;
    }
    let mut written = HashSet::new();
    for (board, after) in passes {
        if let Some(record) = book.get(after)?
            && let Some((value, level)) = value_and_level(&record)
            && written.insert(board)
        {
            let mut bytes = position(board, -value, record.bounds.negated(), 1, level.min(60));
            bytes.extend([-value as u8, PASS, NO_SCORE as u8, NO_MOVE]);
            output.write_all(&bytes).map_err(unwritten)?;
        }
    }
    Ok(losses)
}

fn header(level: u8, fewest_empties: u32, count: u32) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(42);
    bytes.extend(MAGIC.iter().flat_map(|word| word.to_le_bytes()));
    // Version and release, then a date that says nothing: the same book gives the same bytes.
    bytes.extend([4, 6]);
    bytes.extend(2000_i16.to_le_bytes());
    bytes.extend([1, 1, 0, 0, 0, 0]);
    // Level, the fewest empty squares, errors of middle game and endgame, and how much Edax prints.
    for number in [i32::from(level), fewest_empties as i32, 0, 0, 1, count as i32] {
        bytes.extend(number.to_le_bytes());
    }
    bytes
}

/// Returns the 40 bytes that come before the links.
fn position(board: Board, value: i8, bounds: crate::ProvenBounds, links: u8, level: u8) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(64);
    bytes.extend(board.own().0.to_le_bytes());
    bytes.extend(board.opp().0.to_le_bytes());
    bytes.extend([0; 16]);
    for number in [i32::from(value), bounds.lower(), bounds.upper()] {
        bytes.extend((number as i16).to_le_bytes());
    }
    bytes.extend([links, level]);
    bytes
}

/// Returns the links to positions that are written: those with a value.
fn valued(links: Vec<BookLink>) -> impl Iterator<Item = BookLink> {
    links.into_iter().filter(|link| link.record.is_some_and(|record| record.estimate.is_some()))
}

/// Returns the position in which the other side passes, if it does after a move.
fn pass_between(key: BookKey, link: &BookLink) -> Option<(Board, BookKey)> {
    match link.to {
        Destination::Position { key: after, passed: true } => {
            let board = key.board();
            let next = board.after(link.square, board.flips(Portable, link.square));
            Some((next.canonical().0, after))
        }
        _ => None,
    }
}

fn encode(
    book: &Book,
    record: &BookRecord,
    value: i8,
    level: u8,
    losses: &mut ConversionLosses,
) -> Result<Vec<u8>, BookError> {
    let links = book.links(record.key)?;
    let written: Vec<(i8, u8)> = valued(links.clone())
        .filter_map(|link| Some((link.estimate()?.value, link.square.index() as u8)))
        .collect();
    let mut bytes = position(record.key.board(), value, record.bounds, written.len() as u8, level);
    for (value, number) in &written {
        bytes.extend([*value as u8, *number]);
    }
    let is_written = |square: Square| written.iter().any(|(_, number)| u32::from(*number) == square.index());
    let open: Vec<&BookLink> = links.iter().filter(|link| !is_written(link.square)).collect();
    // Edax wants a leaf as long as a legal move is not linked; moves that end the game are such.
    let mut leaf = record.leaf.and_then(|leaf| Some((leaf.estimate.value, leaf.square?)));
    for link in &open {
        if let Destination::End(score) = link.to {
            leaf = leaf.max(Some((score as i8, link.square)));
        }
    }
    if leaf.is_none()
        && let Some(link) = open.first()
    {
        losses.add("positions with open moves that were never searched: one is written as lost");
        leaf = Some((-64, link.square));
    }
    let (score, number) = leaf.map_or((NO_SCORE, NO_MOVE), |(score, square)| (score, square.index() as u8));
    bytes.extend([score as u8, number]);
    Ok(bytes)
}
