//! The search itself: a centre, candidates around it, and the centre moved towards the better half of them.
//!
//! An evolution strategy with recombination by ranks. Numbers are logarithms of what the start is multiplied
//! with, so that weights keep their sign and doubling is as far as halving. Candidates come in opposite
//! pairs, which cancels much of the luck; how far they lie from the centre shrinks from generation to
//! generation.

use outflank_players::Dice;

/// A search that has come so far.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Evolution {
    seed: u64,
    /// How many candidates a generation has; even.
    candidates: u32,
    generations: u32,
    spread: f64,
    /// The centres so far, that of the first generation first.
    centres: Vec<Vec<f64>>,
}

/// What the spread shrinks to in the last generation, as a share of the first.
const LAST_SPREAD: f64 = 0.25;

/// The share of the generations, the last ones, whose centres are averaged in the end.
const AVERAGED: f64 = 0.25;

impl Evolution {
    /// Begins at the start.
    pub(crate) fn new(
        seed: u64,
        numbers: usize,
        (candidates, generations): (u32, u32),
        spread: f64,
    ) -> Evolution {
        Evolution { seed, candidates, generations, spread, centres: vec![vec![0.0; numbers]] }
    }

    /// Returns which generation is under way, from 0.
    pub(crate) fn generation(&self) -> u32 {
        self.centres.len() as u32 - 1
    }

    /// Tells whether all generations have been judged.
    pub(crate) fn is_over(&self) -> bool {
        self.generation() >= self.generations
    }

    /// Returns the centres, that of the first generation first.
    pub(crate) fn centres(&self) -> &[Vec<f64>] {
        &self.centres
    }

    fn centre(&self) -> &[f64] {
        self.centres.last().map_or(&[], Vec::as_slice)
    }

    /// Returns the spread of the generation under way.
    fn spread(&self) -> f64 {
        let course = f64::from(self.generation()) / f64::from(self.generations.max(2) - 1);
        self.spread * LAST_SPREAD.powf(course.min(1.0))
    }

    /// Returns the candidates of the generation under way.
    pub(crate) fn candidates(&self) -> Vec<Vec<f64>> {
        let mut dice = Dice::of_words(&[self.seed, self.generation().into(), 0x7e5e]);
        let spread = self.spread();
        let mut list = Vec::new();
        for _ in 0..self.candidates / 2 {
            let step: Vec<f64> = self.centre().iter().map(|_| spread * normal(&mut dice)).collect();
            let around = |sign: f64| -> Vec<f64> {
                self.centre().iter().zip(&step).map(|(centre, step)| centre + sign * step).collect()
            };
            list.extend([around(1.0), around(-1.0)]);
        }
        list
    }

    /// Moves on: the next centre is the mean of the better half of the candidates, the best counting most.
    pub(crate) fn advance(&mut self, fitness: &[f64]) {
        let candidates = self.candidates();
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        let of = |index: usize| fitness.get(index).copied().unwrap_or(f64::NEG_INFINITY);
        order.sort_by(|&one, &other| of(other).total_cmp(&of(one)));
        let half = (candidates.len() / 2).max(1);
        let weight = |place: usize| (half as f64 + 0.5).ln() - (place as f64 + 1.0).ln();
        let total: f64 = (0..half).map(weight).sum();
        let mut centre = vec![0.0; self.centre().len()];
        for (place, &index) in order.iter().take(half).enumerate() {
            for (sum, value) in centre.iter_mut().zip(&candidates[index]) {
                *sum += weight(place) / total * value;
            }
        }
        self.centres.push(centre);
    }

    /// Returns the result: the mean of the last centres, which is less a matter of luck than the very last.
    pub(crate) fn result(&self) -> Vec<f64> {
        let moved = self.centres.len() - 1;
        let count = ((moved as f64 * AVERAGED).ceil() as usize).max(1);
        let last = &self.centres[self.centres.len() - count..];
        let mut mean = vec![0.0; self.centre().len()];
        for centre in last {
            for (sum, value) in mean.iter_mut().zip(centre) {
                *sum += value / count as f64;
            }
        }
        mean
    }
}

/// Returns a number of the standard normal distribution.
fn normal(dice: &mut Dice) -> f64 {
    // Never 0, whose logarithm is infinite.
    let radius = (-2.0 * (1.0 - dice.unit()).ln()).sqrt();
    radius * (std::f64::consts::TAU * dice.unit()).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_normal() {
        let mut dice = Dice::new(3);
        let list: Vec<f64> = (0..10_000).map(|_| normal(&mut dice)).collect();
        let mean = list.iter().sum::<f64>() / 10_000.0;
        let variance = list.iter().map(|value| value * value).sum::<f64>() / 10_000.0;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.05, "{mean} {variance}");
    }

    #[test]
    fn a_hill_is_climbed_through_noise() {
        // The top is at (1, -0.5); every look is off by about as much as the start is low.
        let mut evolution = Evolution::new(7, 2, (12, 60), 0.5);
        let mut dice = Dice::new(1);
        while !evolution.is_over() {
            let look = |at: &Vec<f64>, dice: &mut Dice| {
                -(at[0] - 1.0).powi(2) - (at[1] + 0.5).powi(2) + 0.5 * normal(dice)
            };
            let fitness: Vec<f64> = evolution.candidates().iter().map(|at| look(at, &mut dice)).collect();
            evolution.advance(&fitness);
        }
        let found = evolution.result();
        assert!((found[0] - 1.0).abs() < 0.2 && (found[1] + 0.5).abs() < 0.2, "{found:?}");
        assert_eq!(evolution.centres().len(), 61);
    }

    #[test]
    fn candidates_come_in_opposite_pairs_and_closer_with_time() {
        let mut evolution = Evolution::new(7, 3, (6, 10), 0.5);
        let list = evolution.candidates();
        assert_eq!((list.len(), evolution.candidates()), (6, list.clone()));
        assert!(
            list.chunks(2)
                .all(|pair| pair[0].iter().zip(&pair[1]).all(|(one, other)| (one + other).abs() < 1e-12))
        );
        let first = evolution.spread();
        (0..9).for_each(|_| evolution.advance(&[0.0; 6]));
        assert!((evolution.spread() - first / 4.0).abs() < 1e-9);
    }
}
