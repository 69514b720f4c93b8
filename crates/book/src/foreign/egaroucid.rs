//! The three formats of Egaroucid's book.
//!
//! Egaroucid counts squares from h8, Outflank from a1: its board is ours after half a turn, and since both
//! take the smallest of the eight views, the numbers of positions and moves are the same. Links are not
//! stored, and positions whose mover has to pass neither.

use std::io::Write;

use outflank_rules::Square;

use super::{
    ConversionLosses, CountedInput, HAND_LEVEL, NO_MOVE, estimate, leaf_without_move, score, unwritten,
    value_and_level,
};
use crate::{Book, BookError, BookEstimate, BookKey, BookLeaf, BookRecord, Confidence, Origin};

/// The first bytes of the second and third format: the name, read from its end.
const MAGIC: &[u8; 9] = b"DICUORAGE";
/// A value that is not defined.
const NO_VALUE: i8 = -126;
/// A move that is not defined.
const NO_DEFINED_MOVE: u8 = 125;
/// The most positions that can be counted.
const MOST: u64 = i32::MAX as u64;

/// Which of the formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Generation {
    /// `.egbk`
    First,
    /// `.egbk2`
    Second,
    /// `.egbk3`
    Third,
}

type ReadResult = Result<(Vec<BookRecord>, ConversionLosses), BookError>;

/// Reads the newest format: 25 bytes a position.
pub(super) fn read_egbk3(input: &mut CountedInput<'_>) -> ReadResult {
    let count = read_header(input, 3)?;
    let (mut records, mut losses) = (Vec::new(), ConversionLosses::default());
    for _ in 0..count {
        let bytes: [u8; 25] = input.bytes()?;
        let lines = u32::from_le_bytes([bytes[18], bytes[19], bytes[20], bytes[21]]);
        losses.add_if(lines > 0, "numbers of lines");
        let leaf = (bytes[22] as i8, bytes[23], bytes[24]);
        let stored = StoredPosition { value: bytes[16] as i8, level: bytes[17], leaf: Some(leaf) };
        records.extend(stored.record(&bytes, input, &mut losses)?);
    }
    expect_end(input)?;
    Ok((records, losses))
}

/// Reads the second format: 19 bytes a position, and two for each link.
pub(super) fn read_egbk2(input: &mut CountedInput<'_>) -> ReadResult {
    let count = read_header(input, 2)?;
    let (mut records, mut losses) = (Vec::new(), ConversionLosses::default());
    for _ in 0..count {
        let bytes: [u8; 19] = input.bytes()?;
        let stored = StoredPosition { value: bytes[16] as i8, level: bytes[17], leaf: None };
        records.extend(stored.record(&bytes, input, &mut losses)?);
        for _ in 0..bytes[18] {
            let _link: [u8; 2] = input.bytes()?;
        }
    }
    expect_end(input)?;
    Ok((records, losses))
}

/// Reads the first format: 17 bytes a position, with a value and nothing else.
pub(super) fn read_egbk(input: &mut CountedInput<'_>) -> ReadResult {
    let count = read_count(input)?;
    let (mut records, mut losses) = (Vec::new(), ConversionLosses::default());
    for _ in 0..count {
        let bytes: [u8; 17] = input.bytes()?;
        let value = 64 - i32::from(bytes[16]);
        let value = score(value).ok_or_else(|| input.wrong(format!("{value} is not a score")))?;
        let stored = StoredPosition { value, level: 0, leaf: None };
        records.extend(stored.record(&bytes, input, &mut losses)?);
    }
    expect_end(input)?;
    Ok((records, losses))
}

fn read_header(input: &mut CountedInput<'_>, version: u8) -> Result<u32, BookError> {
    let magic: [u8; 9] = input.bytes()?;
    if &magic != MAGIC && &magic != b"EGAROUCID" {
        return Err(BookError::Foreign { offset: 0, reason: "not a book of Egaroucid".to_owned() });
    }
    let [found] = input.bytes()?;
    if found != version {
        let reason = format!("version {found} of Egaroucid's book, not {version}");
        return Err(BookError::Foreign { offset: 9, reason });
    }
    read_count(input)
}

fn read_count(input: &mut CountedInput<'_>) -> Result<u32, BookError> {
    let count = i32::from_le_bytes(input.bytes()?);
    u32::try_from(count).map_err(|_| input.wrong(format!("{count} positions")))
}

/// Refuses a file that goes on: its first number counts less than there is.
fn expect_end(input: &mut CountedInput<'_>) -> Result<(), BookError> {
    match input.bytes_or_end::<1>()? {
        None => Ok(()),
        Some(_) => Err(input.wrong("the file goes on after its last position")),
    }
}

/// What the file says of a position.
struct StoredPosition {
    value: i8,
    level: u8,
    /// Value, move and level.
    leaf: Option<(i8, u8, u8)>,
}

impl StoredPosition {
    /// Returns the record of a position whose discs are the first bytes.
    fn record(
        &self,
        bytes: &[u8],
        input: &CountedInput<'_>,
        losses: &mut ConversionLosses,
    ) -> Result<Option<BookRecord>, BookError> {
        let at = input.offset - bytes.len() as u64;
        let (own, opp) = crate::record::words(bytes);
        let Some(key) = BookKey::of_words(own, opp) else {
            if own & opp != 0 {
                let reason = format!("discs overlap: {own:#x}, {opp:#x}");
                return Err(BookError::Foreign { offset: at, reason });
            }
            losses.add("positions without a legal move or not in their smallest view: left out");
            return Ok(None);
        };
        let mut record = BookRecord::new(key, Origin::Egaroucid);
        match score(self.value.into()) {
            Some(value) => record.estimate = Some(levelled(value, self.level, key.empties())),
            None => losses.add("positions without a value"),
        }
        record.leaf = self.leaf.and_then(|(value, number, level)| {
            let square = Square::new(number.into()).filter(|_| number < 64)?;
            let estimate = levelled(score(value.into())?, level, key.empties());
            Some(BookLeaf { square: Some(square), estimate })
        });
        if record.leaf.is_none() {
            losses.add("positions without a leaf: the value stands for all moves until they are searched");
            record.leaf = record.estimate.map(leaf_without_move);
        }
        Ok(Some(record))
    }
}

/// Returns an estimate; a certain level means that a person entered it.
fn levelled(value: i8, level: u8, empties: u32) -> BookEstimate {
    let found = estimate(value, level, empties);
    if level == HAND_LEVEL { BookEstimate { confidence: Confidence::Hand, ..found } } else { found }
}

/// Writes a book.
pub(super) fn write(
    book: &Book,
    output: &mut dyn Write,
    generation: Generation,
) -> Result<ConversionLosses, BookError> {
    let mut losses = ConversionLosses::default();
    let mut count = 0_u64;
    for record in book.records() {
        count += u64::from(value_and_level(&record?).is_some());
    }
    if count > MOST {
        let reason = format!("{count} positions; Egaroucid can count {MOST}");
        return Err(BookError::Foreign { offset: 0, reason });
    }
    let version: &[u8] = match generation {
        Generation::First => &[],
        Generation::Second => &[2],
        Generation::Third => &[3],
    };
    if generation != Generation::First {
        output.write_all(MAGIC).map_err(unwritten)?;
    }
    output.write_all(version).map_err(unwritten)?;
    output.write_all(&(count as i32).to_le_bytes()).map_err(unwritten)?;
    for record in book.records() {
        let record = record?;
        let Some((value, level)) = value_and_level(&record) else {
            losses.add("positions without a value: left out");
            continue;
        };
        count_losses(&record, generation, &mut losses);
        let (own, opp) = record.key.words();
        let mut bytes = Vec::with_capacity(32);
        bytes.extend(own.to_le_bytes());
        bytes.extend(opp.to_le_bytes());
        match generation {
            Generation::First => bytes.push((64 - i32::from(value)) as u8),
            Generation::Second => {
                bytes.extend([value as u8, level]);
                let links: Vec<u8> = links(book, record.key)?;
                bytes.push((links.len() / 2) as u8);
                bytes.extend(links);
            }
            Generation::Third => {
                bytes.extend([value as u8, level]);
                bytes.extend(0_u32.to_le_bytes());
                bytes.extend(leaf(book, &record)?);
            }
        }
        output.write_all(&bytes).map_err(unwritten)?;
    }
    Ok(losses)
}

fn count_losses(record: &BookRecord, generation: Generation, losses: &mut ConversionLosses) {
    losses.add_if(record.visits > 0, "numbers of games");
    losses.add_if(record.bounds != crate::ProvenBounds::OPEN, "proven bounds");
    losses
        .add_if(record.origin != Origin::Egaroucid, "depths and confidences: the level says the depth alone");
    losses.add_if(record.leaf.is_some() && generation != Generation::Third, "leaves");
}

/// Returns value and move of each move that leads to a book position with a value.
fn links(book: &Book, key: BookKey) -> Result<Vec<u8>, BookError> {
    let links = book.links(key)?.into_iter().filter(|link| link.record.is_some());
    Ok(links
        .filter_map(|link| Some([link.estimate()?.value as u8, link.square.index() as u8]))
        .flatten()
        .collect())
}

/// Returns value, move and level of the leaf; a move that ends the game counts as one.
fn leaf(book: &Book, record: &BookRecord) -> Result<[u8; 3], BookError> {
    let known = record.leaf.and_then(|leaf| Some((leaf.estimate, leaf.square?)));
    if let Some((estimate, square)) = known {
        let level = if estimate.confidence == Confidence::Hand { HAND_LEVEL } else { estimate.depth };
        return Ok([estimate.value as u8, square.index() as u8, level]);
    }
    let has_open = book.links(record.key)?.iter().any(|link| !link.is_linked());
    Ok([NO_VALUE as u8, if has_open { NO_DEFINED_MOVE } else { NO_MOVE }, 0])
}
