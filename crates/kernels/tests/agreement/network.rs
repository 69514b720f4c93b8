//! The sums and products of the network, the same on every tier.

use outflank_kernels::{Dense, Isa, OUTPUTS, Routine, Row, WIDTH};

use super::{Random, tiers};

struct AddRows<'a> {
    rows: &'a [Row; 64],
    indices: &'a [u32],
}

impl Routine for AddRows<'_> {
    type Output = [i16; WIDTH];

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> [i16; WIDTH] {
        isa.add_rows(self.rows, self.indices)
    }
}

struct Layer<'a> {
    inputs: &'a [i16; WIDTH],
    layer: &'a Dense,
}

impl Routine for Layer<'_> {
    type Output = [i32; OUTPUTS];

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> [i32; OUTPUTS] {
        isa.dense(self.inputs, self.layer)
    }
}

#[test]
fn every_tier_computes_the_same_network() {
    for seed in 0..2_000 {
        let mut random = Random(seed);
        let rows: [Row; 64] = std::array::from_fn(|_| Row(std::array::from_fn(|_| random.next() as i8)));
        let indices: Vec<u32> = (0..seed % 65).map(|_| random.next() as u32).collect();
        let mut sum = [0_i16; WIDTH];
        for &index in &indices {
            for (sum, number) in sum.iter_mut().zip(rows[index as usize % 64].0) {
                *sum += i16::from(number);
            }
        }
        let weights: [[i16; WIDTH]; OUTPUTS] =
            std::array::from_fn(|_| std::array::from_fn(|_| random.next() as i16));
        // The extremes as well: sums wrap around.
        let inputs: [i16; WIDTH] =
            if seed % 10 == 0 { [i16::MIN; WIDTH] } else { std::array::from_fn(|_| random.next() as i16) };
        let expected = weights.map(|weights| {
            let products =
                weights.iter().zip(&inputs).map(|(&weight, &input)| i64::from(weight) * i64::from(input));
            products.sum::<i64>() as i32
        });
        let layer = Dense::new(&weights);
        for tier in tiers() {
            assert_eq!(tier.run(AddRows { rows: &rows, indices: &indices }), sum, "{tier}, seed {seed}");
            assert_eq!(tier.run(Layer { inputs: &inputs, layer: &layer }), expected, "{tier}, seed {seed}");
        }
    }
}
