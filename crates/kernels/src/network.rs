//! The arithmetic of a small network whose inputs are rows of a large table.
//!
//! Integers only and no rounding, so that every instruction set computes the same numbers.

/// How many numbers a row has.
pub const WIDTH: usize = 32;

/// How many outputs a dense layer has.
pub const OUTPUTS: usize = 16;

/// One row of a table: it never crosses a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Row(pub [i8; WIDTH]);

/// The weights of a layer that turns [`WIDTH`] numbers into [`OUTPUTS`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Dense {
    /// Place `[pair][2 * output + n]` holds the weight of input `2 * pair + n`.
    pub(crate) pairs: [[i16; 2 * OUTPUTS]; WIDTH / 2],
}

impl Dense {
    /// Makes a layer of the weights `[output][input]`.
    #[must_use]
    pub fn new(weights: &[[i16; WIDTH]; OUTPUTS]) -> Dense {
        let mut pairs = [[0; 2 * OUTPUTS]; WIDTH / 2];
        for (output, weights) in weights.iter().enumerate() {
            for (input, &weight) in weights.iter().enumerate() {
                pairs[input / 2][2 * output + input % 2] = weight;
            }
        }
        Dense { pairs }
    }
}

/// Adds rows of a table, number by number, without a look at overflow.
#[inline(always)]
pub(crate) fn add_rows<const ROOM: usize>(rows: &[Row; ROOM], indices: &[u32]) -> [i16; WIDTH] {
    let mut sum = [0_i16; WIDTH];
    let mut n = 0;
    while n < indices.len() {
        let row = &rows[indices[n] as usize % ROOM];
        let mut d = 0;
        while d < WIDTH {
            sum[d] = sum[d].wrapping_add(i16::from(row.0[d]));
            d += 1;
        }
        n += 1;
    }
    sum
}

/// Computes the outputs of a layer, without a look at overflow.
#[inline(always)]
pub(crate) fn dense(inputs: &[i16; WIDTH], layer: &Dense) -> [i32; OUTPUTS] {
    let mut outputs = [0_i32; OUTPUTS];
    let mut pair = 0;
    while pair < WIDTH / 2 {
        let (even, odd) = (i32::from(inputs[2 * pair]), i32::from(inputs[2 * pair + 1]));
        let mut o = 0;
        while o < OUTPUTS {
            let weights = &layer.pairs[pair];
            let both = (even * i32::from(weights[2 * o])).wrapping_add(odd * i32::from(weights[2 * o + 1]));
            outputs[o] = outputs[o].wrapping_add(both);
            o += 1;
        }
        pair += 1;
    }
    outputs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_multiplies_and_adds() {
        let mut weights = [[0; WIDTH]; OUTPUTS];
        weights[3][5] = 7;
        weights[3][6] = -2;
        weights[15][31] = i16::MIN;
        let mut inputs = [0; WIDTH];
        (inputs[5], inputs[6], inputs[31]) = (10, 100, i16::MIN);
        let outputs = dense(&inputs, &Dense::new(&weights));
        assert_eq!((outputs[3], outputs[15], outputs[0]), (70 - 200, 1 << 30, 0));
    }

    #[test]
    fn rows_are_added_and_indices_wrap() {
        let rows = [Row([1; WIDTH]), Row([-128; WIDTH])];
        assert_eq!(add_rows(&rows, &[0, 1, 2, 3, 1]), [2 - 3 * 128; WIDTH]);
    }
}
