//! The optimiser: Adam, for the numbers that a batch touched.
//!
//! Numbers that a batch did not touch stay as they are, and so do their moments: contents that are seen once
//! in a thousand batches learn from all their sightings alike.

/// How much of the mean of gradients a step keeps.
const KEEP_FIRST: f32 = 0.9;

/// How much of the mean of their squares a step keeps.
const KEEP_SECOND: f32 = 0.99;

/// Keeps the quotient finite.
const SMALL: f32 = 1e-8;

/// One step of the optimiser.
#[derive(Clone, Copy, Debug)]
pub(super) struct Adam {
    /// The learning rate, divided by how much of the first moments there is yet.
    rate: f32,
    /// What makes up for how much of the second moments there is yet.
    stretch: f32,
}

impl Adam {
    /// Prepares the step of the given number, counted from one.
    pub(super) fn new(rate: f32, step: u64) -> Adam {
        let power = i32::try_from(step).unwrap_or(i32::MAX);
        let missing = |keep: f32| 1.0 - f64::from(keep).powi(power);
        Adam {
            rate: (f64::from(rate) / missing(KEEP_FIRST)) as f32,
            stretch: (1.0 / missing(KEEP_SECOND)) as f32,
        }
    }

    /// Moves numbers against their gradient.
    #[inline(always)]
    pub(super) fn update(self, numbers: &mut [f32], first: &mut [f32], second: &mut [f32], gradient: &[f32]) {
        let all = numbers.iter_mut().zip(first).zip(second).zip(gradient);
        for (((number, first), second), &gradient) in all {
            *first = KEEP_FIRST * *first + (1.0 - KEEP_FIRST) * gradient;
            *second = KEEP_SECOND * *second + (1.0 - KEEP_SECOND) * gradient * gradient;
            *number -= self.rate * *first / ((self.stretch * *second).sqrt() + SMALL);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_steps_are_as_long_as_the_rate() {
        let (mut number, mut first, mut second) = ([1.0, 1.0], [0.0; 2], [0.0; 2]);
        for step in 1..=3 {
            Adam::new(0.01, step).update(&mut number, &mut first, &mut second, &[5.0, -0.001]);
        }
        assert!((number[0] - 0.97).abs() < 1e-5 && (number[1] - 1.03).abs() < 1e-4, "{number:?}");
    }
}
