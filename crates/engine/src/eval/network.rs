//! The evaluation as a small network: rows for the contents of patterns, added up, and a head for each number
//! of empty squares.
//!
//! Every content of every pattern has a row of [`WIDTH`] numbers. The rows of a board's patterns are added
//! and cut to a range (the *features* of the board, the same for all stages of the game); a head turns them
//! into [`OUTPUTS`] numbers, all but the last of which are cut again, and weighs those. All integers.

use outflank_kernels::{Dense, Isa, OUTPUTS, Row, WIDTH, prefer_huge_pages};

use super::features::{INSTANCES, count_of_classes, pattern_offsets, tied_contents};
use super::indexer::{Indexer, STAGE_ROOM};
use super::weights::WeightsError;

/// How many heads there are: one for each number of empty squares up to 60.
pub const HEADS: usize = 61;

/// Fractional bits of an output after clipping.
const OUTPUT_BITS: u32 = 12;

/// Fractional bits of the weighted sum, beyond the evaluation's units.
const SUM_BITS: u32 = 10;

/// The part of the network that belongs to one number of empty squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Added to the features.
    pub bias: [i16; WIDTH],
    /// The weights `[output][feature]`.
    pub weights: [[i16; WIDTH]; OUTPUTS],
    /// Added to the outputs.
    pub output_bias: [i32; OUTPUTS],
    /// The weights of the outputs.
    pub output_weights: [i32; OUTPUTS],
    /// Added to the sum.
    pub sum_bias: i32,
}

/// A head as the evaluation uses it.
struct Prepared {
    bias: [i16; WIDTH],
    layer: Dense,
    output_bias: [i32; OUTPUTS],
    output_weights: [i32; OUTPUTS],
    sum_bias: i32,
}

/// All numbers of a network, as they are in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkParts {
    /// One row for each class of contents that are mirror images of each other, as [`tied_contents`] counts
    /// them.
    pub rows: Vec<[i8; WIDTH]>,
    /// The upper end of each feature's range.
    pub tops: [i16; WIDTH],
    /// Fractional bits of an output.
    pub shift: u32,
    /// The heads, for 0 to 60 empty squares.
    pub heads: Vec<Head>,
}

/// A network, ready to evaluate boards.
pub struct Network {
    indexer: Indexer,
    rows: Box<[Row; STAGE_ROOM]>,
    tops: [i16; WIDTH],
    shift: u32,
    heads: Vec<Prepared>,
}

/// The bytes of a head in a file.
const HEAD_BYTES: usize = 2 * WIDTH + 2 * WIDTH * OUTPUTS + 4 * OUTPUTS + 4 * OUTPUTS + 4;

impl NetworkParts {
    /// Reads the numbers from a file's bytes: the tops, the shift, the heads, then the rows feature by
    /// feature; little-endian.
    ///
    /// # Errors
    ///
    /// Refuses bytes of the wrong length and shifts out of range.
    pub fn from_bytes(bytes: &[u8]) -> Result<NetworkParts, WeightsError> {
        let NetworkFile { tops, shift, heads, planes } = NetworkFile::read(bytes)?;
        let rows = (0..planes.rows).map(|row| planes.row(row)).collect();
        Ok(NetworkParts { rows, tops, shift, heads })
    }

    /// Returns the bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let i16s = |bytes: &mut Vec<u8>, numbers: &[i16]| {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        };
        let i32s = |bytes: &mut Vec<u8>, numbers: &[i32]| {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        };
        i16s(&mut bytes, &self.tops);
        i32s(&mut bytes, &[self.shift as i32]);
        for head in &self.heads {
            i16s(&mut bytes, &head.bias);
            i16s(&mut bytes, head.weights.as_flattened());
            i32s(&mut bytes, &head.output_bias);
            i32s(&mut bytes, &head.output_weights);
            i32s(&mut bytes, &[head.sum_bias]);
        }
        for d in 0..WIDTH {
            bytes.extend(self.rows.iter().map(|row| row[d] as u8));
        }
        bytes
    }
}

/// The bytes of a file, its rows not read yet.
struct NetworkFile<'b> {
    tops: [i16; WIDTH],
    shift: u32,
    heads: Vec<Head>,
    planes: Planes<'b>,
}

impl NetworkFile<'_> {
    /// Returns the length of a file.
    fn length() -> usize {
        2 * WIDTH + 4 + HEADS * HEAD_BYTES + count_of_classes() * WIDTH
    }

    /// Reads all but the rows.
    fn read(bytes: &[u8]) -> Result<NetworkFile<'_>, WeightsError> {
        let expected = NetworkFile::length();
        if bytes.len() != expected {
            return Err(WeightsError::Length { found: bytes.len(), expected });
        }
        let mut numbers = Numbers(bytes);
        let tops = numbers.i16s();
        let shift = numbers.i32s::<1>()[0];
        if !(OUTPUT_BITS as i32..=24).contains(&shift) {
            return Err(WeightsError::Shift { found: shift });
        }
        let heads = (0..HEADS)
            .map(|_| Head {
                bias: numbers.i16s(),
                weights: std::array::from_fn(|_| numbers.i16s()),
                output_bias: numbers.i32s(),
                output_weights: numbers.i32s(),
                sum_bias: numbers.i32s::<1>()[0],
            })
            .collect();
        let planes = Planes { bytes: numbers.0, rows: numbers.0.len() / WIDTH };
        Ok(NetworkFile { tops, shift: shift as u32, heads, planes })
    }
}

/// Rows as they are in a file, feature by feature.
struct Planes<'b> {
    bytes: &'b [u8],
    rows: usize,
}

impl Planes<'_> {
    fn row(&self, row: usize) -> [i8; WIDTH] {
        std::array::from_fn(|d| self.bytes[d * self.rows + row] as i8)
    }
}

/// Bytes not read yet; there are enough of them.
struct Numbers<'b>(&'b [u8]);

impl Numbers<'_> {
    fn take<const BYTES: usize>(&mut self) -> [u8; BYTES] {
        let (taken, rest) = self.0.split_first_chunk().expect("the length was checked");
        self.0 = rest;
        *taken
    }

    fn i16s<const N: usize>(&mut self) -> [i16; N] {
        std::array::from_fn(|_| i16::from_le_bytes(self.take()))
    }

    fn i32s<const N: usize>(&mut self) -> [i32; N] {
        std::array::from_fn(|_| i32::from_le_bytes(self.take()))
    }
}

impl Network {
    /// Makes a network ready.
    ///
    /// # Errors
    ///
    /// Refuses a wrong number of rows or heads.
    pub fn new(parts: &NetworkParts) -> Result<Network, WeightsError> {
        let classes = count_of_classes();
        if parts.rows.len() != classes {
            return Err(WeightsError::Length { found: parts.rows.len(), expected: classes });
        }
        if parts.heads.len() != HEADS {
            return Err(WeightsError::Length { found: parts.heads.len(), expected: HEADS });
        }
        Ok(Network::of_rows(|class| parts.rows[class], parts.tops, parts.shift, &parts.heads))
    }

    /// Makes the network of a file ready. Every start of a program waits for this: each row is copied once.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Network, WeightsError> {
        let NetworkFile { tops, shift, heads, planes } = NetworkFile::read(bytes)?;
        Ok(Network::of_rows(|class| planes.row(class), tops, shift, &heads))
    }

    /// Returns how many bytes a file has.
    pub(super) fn file_length() -> usize {
        NetworkFile::length()
    }

    /// Makes a network of the row of every class and a head for each number of empty squares.
    fn of_rows(
        row: impl Fn(usize) -> [i8; WIDTH],
        tops: [i16; WIDTH],
        shift: u32,
        heads: &[Head],
    ) -> Network {
        let class_of = tied_contents().0;
        debug_assert_eq!(class_of.len(), pattern_offsets().1);
        // Rows are read at random places: large pages spare most of the search for addresses.
        let mut rows = Vec::with_capacity(STAGE_ROOM);
        prefer_huge_pages(rows.spare_capacity_mut());
        rows.extend(class_of.iter().map(|&class| Row(row(class as usize))));
        rows.resize(STAGE_ROOM, Row([0; WIDTH]));
        let rows = rows.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("room for all rows"));
        let prepare = |head: &Head| Prepared {
            bias: head.bias,
            layer: Dense::new(&head.weights),
            output_bias: head.output_bias,
            output_weights: head.output_weights,
            sum_bias: head.sum_bias,
        };
        Network { indexer: Indexer::new(), rows, tops, shift, heads: heads.iter().map(prepare).collect() }
    }

    /// Evaluates a board for the mover, in units.
    #[inline(always)]
    #[must_use]
    pub fn evaluate_units<I: Isa>(&self, isa: I, own: u64, opp: u64) -> i32 {
        let empties = (!(own | opp)).count_ones() as usize;
        let indices = self.indexer.indices(isa, own, opp);
        self.value_of(isa, &indices, empties)
    }

    /// Evaluates the contents of all patterns, in units.
    #[inline(always)]
    pub(super) fn value_of<I: Isa>(&self, isa: I, indices: &[u32; INSTANCES], empties: usize) -> i32 {
        let head = &self.heads[if empties < HEADS { empties } else { HEADS - 1 }];
        let mut features = isa.add_rows(&self.rows, indices);
        let mut d = 0;
        while d < WIDTH {
            features[d] = features[d].saturating_add(head.bias[d]).clamp(0, self.tops[d].max(0));
            d += 1;
        }
        let outputs = isa.dense(&features, &head.layer);
        let one = 1 << self.shift;
        let mut sum = head.sum_bias;
        let mut o = 0;
        while o < OUTPUTS {
            let output = outputs[o].wrapping_add(head.output_bias[o]);
            // The last output is not clipped: it is the linear part.
            let output = if o + 1 < OUTPUTS { output.clamp(0, one) } else { output };
            let output = output >> (self.shift - OUTPUT_BITS);
            sum = sum.wrapping_add(output.wrapping_mul(head.output_weights[o]));
            o += 1;
        }
        sum >> SUM_BITS
    }
}
