//! What a book knows of one position: proofs apart from estimates.

use std::fmt;

use outflank_rules::Square;

use crate::BookKey;

/// The lowest and the highest score a position can still have, both proven; for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProvenBounds {
    lower: i8,
    upper: i8,
}

impl ProvenBounds {
    /// Nothing is proven.
    pub const OPEN: ProvenBounds = ProvenBounds { lower: -64, upper: 64 };

    /// Returns bounds; `None` if they exclude each other or are no scores.
    #[must_use]
    pub fn new(lower: i32, upper: i32) -> Option<ProvenBounds> {
        let range = -64..=64;
        if lower > upper || !range.contains(&lower) || !range.contains(&upper) {
            return None;
        }
        Some(ProvenBounds { lower: lower as i8, upper: upper as i8 })
    }

    /// Returns the bounds of a score that is proven.
    #[must_use]
    pub fn exact(score: i32) -> ProvenBounds {
        let score = score.clamp(-64, 64) as i8;
        ProvenBounds { lower: score, upper: score }
    }

    /// Returns the lowest score.
    #[must_use]
    pub fn lower(self) -> i32 {
        i32::from(self.lower)
    }

    /// Returns the highest score.
    #[must_use]
    pub fn upper(self) -> i32 {
        i32::from(self.upper)
    }

    /// Tells whether only one score is left.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// Returns the scores that both bounds allow; `None` if there is none.
    #[must_use]
    pub fn intersect(self, other: ProvenBounds) -> Option<ProvenBounds> {
        ProvenBounds::new(self.lower().max(other.lower()), self.upper().min(other.upper()))
    }

    /// Tells whether all scores of the other bounds are allowed.
    #[must_use]
    pub fn contains(self, other: ProvenBounds) -> bool {
        self.lower <= other.lower && other.upper <= self.upper
    }

    /// Returns the bounds as the other side sees them.
    #[must_use]
    pub fn negated(self) -> ProvenBounds {
        ProvenBounds { lower: -self.upper, upper: -self.lower }
    }
}

impl fmt::Display for ProvenBounds {
    /// Writes `+4`, `at least +2`, `at most -2`, `-2 to +2` or `anything`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.lower, self.upper) {
            (-64, 64) => f.write_str("anything"),
            (lower, upper) if lower == upper => write!(f, "{lower:+}"),
            (-64, upper) => write!(f, "at most {upper:+}"),
            (lower, 64) => write!(f, "at least {lower:+}"),
            (lower, upper) => write!(f, "{lower:+} to {upper:+}"),
        }
    }
}

/// Where a value comes from, and how far it can be trusted. Later ones outrank earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// Another program's book has it and does not say.
    Unknown,
    /// A search that cut with this confidence in per cent; 100 if it cut nothing.
    Percent(u8),
    /// A person entered it.
    Hand,
    /// It is proven.
    Proven,
}

impl Confidence {
    /// The number of a value that is not there.
    const NOTHING: u8 = 254;

    fn byte(self) -> u8 {
        match self {
            Confidence::Unknown => 0,
            Confidence::Percent(percent) => percent.clamp(1, 100),
            Confidence::Hand => 101,
            Confidence::Proven => 255,
        }
    }

    fn of_byte(byte: u8) -> Option<Confidence> {
        Some(match byte {
            0 => Confidence::Unknown,
            1..=100 => Confidence::Percent(byte),
            101 => Confidence::Hand,
            255 => Confidence::Proven,
            _ => return None,
        })
    }

    /// Returns the kind alone: the order in which values outrank each other before depth is compared.
    fn class(self) -> u8 {
        match self {
            Confidence::Unknown => 0,
            Confidence::Percent(_) => 1,
            Confidence::Hand => 2,
            Confidence::Proven => 3,
        }
    }
}

/// An expected score for the side to move, and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookEstimate {
    /// The score in discs.
    pub value: i8,
    /// Plies below the position that the value rests on; to the end of the game, all empty squares.
    pub depth: u8,
    /// How far it can be trusted.
    pub confidence: Confidence,
}

impl BookEstimate {
    /// Returns a score that is proven, of a position with so many empty squares.
    #[must_use]
    pub fn proven(value: i32, empties: u32) -> BookEstimate {
        BookEstimate {
            value: value.clamp(-64, 64) as i8,
            depth: empties.min(60) as u8,
            confidence: Confidence::Proven,
        }
    }

    /// Returns what one of two estimates of the same position is preferred by: kind, depth, confidence.
    #[must_use]
    pub fn rank(self) -> (u8, u8, u8) {
        (self.confidence.class(), self.depth, self.confidence.byte())
    }

    /// Returns the estimate one ply above, where the other side moves, or the same if it had to pass.
    #[must_use]
    pub(crate) fn one_ply_above(self, passed: bool) -> BookEstimate {
        let value = if passed { self.value } else { -self.value };
        BookEstimate { value, depth: self.depth.saturating_add(1).min(60), ..self }
    }
}

/// The best move that leads to no book position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookLeaf {
    /// The move; `None` if a value of the whole position is known without its move. Such a leaf gives way to
    /// the first book position below.
    pub square: Option<Square>,
    /// What it is worth.
    pub estimate: BookEstimate,
}

/// Who wrote a record; of several, the last in this list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Origin {
    /// Nobody knows.
    Unknown = 0,
    /// A book of Zebra.
    Zebra = 1,
    /// A book of Edax.
    Edax = 2,
    /// A book of Egaroucid.
    Egaroucid = 3,
    /// A person.
    Person = 4,
    /// A search of Outflank.
    Outflank = 5,
}

impl Origin {
    /// All origins, in the order of their numbers.
    pub const ALL: [Origin; 6] =
        [Origin::Unknown, Origin::Zebra, Origin::Edax, Origin::Egaroucid, Origin::Person, Origin::Outflank];

    /// Returns the name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Origin::Unknown => "unknown",
            Origin::Zebra => "zebra",
            Origin::Edax => "edax",
            Origin::Egaroucid => "egaroucid",
            Origin::Person => "person",
            Origin::Outflank => "outflank",
        }
    }
}

/// What a book knows of a position. Scores are for the side to move.
///
/// `bounds` and `estimate` follow from the leaf and the book positions below, but for bounds that were proven
/// of the position itself (`is_proven_here`). `unlinked_upper` is a proven bound of all moves that lead to no
/// book position: only with it can the moves prove an upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookRecord {
    /// The position.
    pub key: BookKey,
    /// What is proven.
    pub bounds: ProvenBounds,
    /// Whether `bounds` rest on a search or proof of this position, not on its moves alone.
    pub is_proven_here: bool,
    /// What is expected; `None` until something is known.
    pub estimate: Option<BookEstimate>,
    /// The best move that leads to no book position; `None` until it was searched, or if there is no such
    /// move.
    pub leaf: Option<BookLeaf>,
    /// The highest score that any move to no book position can have, proven.
    pub unlinked_upper: i8,
    /// How many games came here.
    pub visits: u32,
    /// Who wrote it.
    pub origin: Origin,
}

/// The bytes of a record in a file.
pub(crate) const RECORD_BYTES: usize = 32;

/// The number of a move that is not there.
const NO_MOVE: u8 = 65;
/// The bit of the flags that stands for [`BookRecord::is_proven_here`].
const PROVEN_HERE: u8 = 1;

impl BookRecord {
    /// Returns a record of which nothing is known.
    #[must_use]
    pub fn new(key: BookKey, origin: Origin) -> BookRecord {
        BookRecord {
            key,
            bounds: ProvenBounds::OPEN,
            is_proven_here: false,
            estimate: None,
            leaf: None,
            unlinked_upper: 64,
            visits: 0,
            origin,
        }
    }

    /// Adds a proof of the position itself; returns `false`, and changes nothing, if it contradicts another.
    #[must_use]
    pub fn prove(&mut self, proven: ProvenBounds) -> bool {
        let Some(bounds) = self.bounds.intersect(proven) else { return false };
        if bounds != self.bounds {
            (self.bounds, self.is_proven_here) = (bounds, true);
        }
        true
    }

    /// Writes the record: 16 bytes of key, then a byte each of lower, upper, value, depth, confidence, leaf
    /// move, leaf value, leaf depth, leaf confidence, bound of other moves, origin, flags, and 4 of visits.
    pub(crate) fn encode(&self) -> [u8; RECORD_BYTES] {
        let mut bytes = [0; RECORD_BYTES];
        let (own, opp) = self.key.words();
        bytes[..8].copy_from_slice(&own.to_le_bytes());
        bytes[8..16].copy_from_slice(&opp.to_le_bytes());
        (bytes[16], bytes[17]) = (self.bounds.lower as u8, self.bounds.upper as u8);
        bytes[18..21].copy_from_slice(&encode_estimate(self.estimate));
        let square = self.leaf.and_then(|leaf| leaf.square);
        bytes[21] = square.map_or(NO_MOVE, |square| square.index() as u8);
        bytes[22..25].copy_from_slice(&encode_estimate(self.leaf.map(|leaf| leaf.estimate)));
        bytes[25] = self.unlinked_upper as u8;
        bytes[26] = self.origin as u8;
        bytes[27] = if self.is_proven_here { PROVEN_HERE } else { 0 };
        bytes[28..].copy_from_slice(&self.visits.to_le_bytes());
        bytes
    }

    /// Reads what [`BookRecord::encode`] writes; says what is wrong with other bytes.
    pub(crate) fn decode(bytes: &[u8; RECORD_BYTES]) -> Result<BookRecord, String> {
        let (own, opp) = words(bytes);
        if own & opp != 0 {
            return Err(format!("discs overlap: {own:#x}, {opp:#x}"));
        }
        let (lower, upper) = (bytes[16] as i8, bytes[17] as i8);
        let bounds = ProvenBounds::new(lower.into(), upper.into())
            .ok_or_else(|| format!("bounds {lower} and {upper} contradict each other"))?;
        let estimate = decode_estimate(&bytes[18..21])?;
        let square = match bytes[21] {
            NO_MOVE => None,
            number => Some(Square::new(number.into()).ok_or_else(|| format!("{number} is not a leaf move"))?),
        };
        let leaf = decode_estimate(&bytes[22..25])?.map(|estimate| BookLeaf { square, estimate });
        let unlinked_upper = bytes[25] as i8;
        if !(-64..=64).contains(&unlinked_upper) {
            return Err(format!("{unlinked_upper} is not a score"));
        }
        let origin = Origin::ALL.get(usize::from(bytes[26])).copied().unwrap_or(Origin::Unknown);
        if bytes[27] & !PROVEN_HERE != 0 {
            return Err(format!("unknown flags {:#x}", bytes[27]));
        }
        let visits = u32::from_le_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]);
        let key = BookKey::trusted(own, opp);
        let is_proven_here = bytes[27] & PROVEN_HERE != 0;
        Ok(BookRecord { key, bounds, is_proven_here, estimate, leaf, unlinked_upper, visits, origin })
    }
}

/// Returns the two words of a key.
pub(crate) fn words(bytes: &[u8]) -> (u64, u64) {
    let word = |at: usize| {
        let mut word = [0; 8];
        word.copy_from_slice(&bytes[at..at + 8]);
        u64::from_le_bytes(word)
    };
    (word(0), word(8))
}

fn encode_estimate(estimate: Option<BookEstimate>) -> [u8; 3] {
    estimate.map_or([0, 0, Confidence::NOTHING], |estimate| {
        [estimate.value as u8, estimate.depth, estimate.confidence.byte()]
    })
}

fn decode_estimate(bytes: &[u8]) -> Result<Option<BookEstimate>, String> {
    let (value, depth, confidence) = (bytes[0] as i8, bytes[1], bytes[2]);
    if confidence == Confidence::NOTHING {
        return Ok(None);
    }
    if !(-64..=64).contains(&value) || depth > 60 {
        return Err(format!("{value} at depth {depth} is not a value"));
    }
    let confidence =
        Confidence::of_byte(confidence).ok_or_else(|| format!("unknown confidence {confidence}"))?;
    Ok(Some(BookEstimate { value, depth, confidence }))
}
