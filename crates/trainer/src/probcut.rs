//! Fitting the parameters of probing cuts: how far a shallow search is from a deep one.
//!
//! Positions are searched without selectivity at every depth up to a limit, and near the end solved. The
//! difference between two depths has a standard deviation that depends on the empty squares and both depths;
//! its logarithm is fitted as a weighed sum of a few terms ([`outflank_engine::fitting::probe_terms`]) by
//! maximum likelihood, once for searches that end in the evaluation and once for those that reach the end of
//! the game.

use std::collections::BTreeMap;
use std::sync::Arc;

use outflank_engine::eval::Weights;
use outflank_engine::fitting::{PROBE_TERMS, probe_terms, values_by_depth};
use outflank_engine::{Engine, Goal, TableTooLarge};
use outflank_rules::{Board, Color, Position};

use crate::parallel;

/// Up to how many empty squares positions are solved as well.
pub const SOLVED_UP_TO: u32 = 20;

/// Positions are left out if the deepest search values them higher than this, for either side.
const CLOSE: i32 = 20;

/// Errors of one kind, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// How many there are.
    pub count: f64,
    /// Their sum.
    pub sum: f64,
    /// The sum of their squares.
    pub squares: f64,
}

impl Spread {
    fn add(&mut self, error: f64) {
        self.count += 1.0;
        self.sum += error;
        self.squares += error * error;
    }

    /// Returns the root of the mean square.
    #[must_use]
    pub fn rms(&self) -> f64 {
        (self.squares / self.count.max(1.0)).sqrt()
    }
}

/// What a shallow search of a position is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Case {
    /// Whether the deep search reached the end of the game.
    pub solved: bool,
    /// Empty squares.
    pub empties: u32,
    /// The depth of the deep search.
    pub depth: u32,
    /// The depth of the shallow search.
    pub shallow: u32,
}

/// Errors by case.
pub type Spreads = BTreeMap<Case, Spread>;

/// Searches positions at every depth up to `depth` and adds up the errors of shallow depths.
///
/// # Errors
///
/// If there is no memory for a table.
pub fn measure(
    boards: &[Board],
    weights: &Arc<Weights>,
    depth: u32,
    threads: usize,
) -> Result<Spreads, TableTooLarge> {
    let parts = parallel::map_chunks(boards, 16, threads, |_, boards| {
        let engine = Engine::new(16, Arc::clone(weights))?;
        let mut spreads = Spreads::new();
        for &board in boards {
            engine.forget();
            let position = Position::of_board(board, Color::Black);
            let empties = board.empty().len();
            let values = values_by_depth(&engine, position, depth.min(empties.saturating_sub(1)));
            // Cuts are tried near the window, where games are not decided: there errors are smaller.
            if values.last().is_none_or(|value| value.abs() > CLOSE) {
                continue;
            }
            let mut note = |solved, depth, shallow: usize, value: i32| {
                let case = Case { solved, empties, depth, shallow: shallow as u32 };
                spreads.entry(case).or_default().add(f64::from(value - values[shallow]));
            };
            for (deep, &value) in values.iter().enumerate() {
                (0..deep).for_each(|shallow| note(false, deep as u32, shallow, value));
            }
            if empties <= SOLVED_UP_TO {
                let exact = engine.search(position).solve(Goal::Exact).value.score;
                (0..values.len()).for_each(|shallow| note(true, empties, shallow, exact));
            }
        }
        Ok(spreads)
    });
    let mut all = Spreads::new();
    for part in parts {
        for (case, spread) in part? {
            let sum = all.entry(case).or_default();
            sum.count += spread.count;
            sum.sum += spread.sum;
            sum.squares += spread.squares;
        }
    }
    Ok(all)
}

/// Fits the weights of the terms to the spreads of one kind, for probes of the same parity as the deep
/// search.
#[must_use]
pub fn fit(spreads: &Spreads, solved: bool) -> [f64; PROBE_TERMS] {
    // The depth of a search to the end is its empty squares, and few numbers of them are measured: a line
    // will do.
    let used = if solved { [true, true, false, false, true, false] } else { [true; PROBE_TERMS] };
    let cases: Vec<([f64; PROBE_TERMS], Spread)> = spreads
        .iter()
        .filter(|(case, _)| case.solved == solved && (case.depth - case.shallow).is_multiple_of(2))
        .map(|(case, spread)| {
            let terms = probe_terms(case.empties, case.depth, case.shallow);
            (std::array::from_fn(|n| if used[n] { terms[n] } else { 0.0 }), *spread)
        })
        .collect();
    let mut weights = [0.0; PROBE_TERMS];
    weights[0] = 1.0;
    // Fisher scoring; the likelihood has one maximum.
    for _ in 0..60 {
        let mut gradient = [0.0; PROBE_TERMS];
        let mut matrix = [[0.0; PROBE_TERMS]; PROBE_TERMS];
        for (terms, spread) in &cases {
            let log_sigma = dot(&weights, terms).clamp(-5.0, 5.0);
            let excess = spread.squares * (-2.0 * log_sigma).exp() - spread.count;
            for i in 0..PROBE_TERMS {
                gradient[i] += terms[i] * excess;
                for j in 0..PROBE_TERMS {
                    matrix[i][j] += 2.0 * spread.count * terms[i] * terms[j];
                }
            }
        }
        let step = solve(matrix, gradient);
        // Far from the maximum a whole step may go too far.
        let length = step.iter().map(|part| part.abs()).fold(0.0, f64::max);
        let share = (0.5 / length.max(1e-12)).min(1.0);
        weights.iter_mut().zip(step).for_each(|(weight, part)| *weight += share * part);
        if length < 1e-9 {
            break;
        }
    }
    weights
}

fn dot(a: &[f64; PROBE_TERMS], b: &[f64; PROBE_TERMS]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Solves a system of equations with a positive matrix, kept from being singular by a small ridge.
fn solve(mut matrix: [[f64; PROBE_TERMS]; PROBE_TERMS], mut right: [f64; PROBE_TERMS]) -> [f64; PROBE_TERMS] {
    for (n, row) in matrix.iter_mut().enumerate() {
        row[n] += 1e-6 * row[n] + 1e-9;
    }
    for n in 0..PROBE_TERMS {
        let pivot = matrix[n];
        let value = right[n];
        for below in n + 1..PROBE_TERMS {
            let factor = matrix[below][n] / pivot[n];
            (n..PROBE_TERMS).for_each(|column| matrix[below][column] -= factor * pivot[column]);
            right[below] -= factor * value;
        }
    }
    for n in (0..PROBE_TERMS).rev() {
        let known: f64 = (n + 1..PROBE_TERMS).map(|column| matrix[n][column] * right[column]).sum();
        right[n] = (right[n] - known) / matrix[n][n];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::seeded;

    #[test]
    fn a_fit_finds_the_weights_that_made_the_errors() {
        let truth: [f64; PROBE_TERMS] = std::array::from_fn(|n| [0.9, 0.3, -0.2, 0.25, -0.3, 0.05][n % 6]);
        let mut rng = seeded(&[8]);
        let mut spreads = Spreads::new();
        for empties in 10..50 {
            for depth in 2..12 {
                for shallow in (depth % 2..depth).step_by(2) {
                    let sigma = dot(&truth, &probe_terms(empties, depth, shallow)).exp();
                    let spread = spreads.entry(Case { solved: false, empties, depth, shallow }).or_default();
                    for _ in 0..200 {
                        // A sum of twelve is nearly normal.
                        let normal =
                            (0..12).map(|_| f64::from(rng.below(1 << 20)) / 1048576.0).sum::<f64>() - 6.0;
                        spread.add(sigma * normal);
                    }
                }
            }
        }
        let found = fit(&spreads, false);
        for case in spreads.keys() {
            let terms = probe_terms(case.empties, case.depth, case.shallow);
            let ratio = (dot(&found, &terms) - dot(&truth, &terms)).exp();
            assert!((0.95..1.05).contains(&ratio), "{case:?}: {ratio}");
        }
    }
}
