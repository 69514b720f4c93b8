//! Labels: what the evaluation should have said about a position.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use outflank_engine::eval::{UNITS_PER_DISC, Weights};
use outflank_engine::fitting::SmallSolver;
use outflank_rules::{Board, Tier};

use crate::parallel;
use crate::search::search;

/// Something that knows the value of positions.
pub trait Labeller: Sync {
    /// Returns the value for the mover, in discs.
    fn label(&self, board: Board) -> f32;

    /// Returns a few words for the log.
    fn name(&self) -> String;
}

/// Solves positions: slow from about 16 empty squares on.
#[derive(Clone, Copy, Debug)]
pub struct Exact {
    /// The instruction set to use.
    pub tier: Tier,
}

impl Labeller for Exact {
    /// # Panics
    ///
    /// With more empty squares than a small solver takes.
    fn label(&self, board: Board) -> f32 {
        thread_local! {
            static SOLVER: RefCell<Option<(Tier, SmallSolver)>> = const { RefCell::new(None) };
        }
        SOLVER.with_borrow_mut(|slot| {
            let tier = self.tier;
            let (_, solver) = match slot {
                Some(ready) if ready.0 == tier => ready,
                _ => slot.insert((tier, SmallSolver::new(tier))),
            };
            solver.score(board).expect("blocks that are solved have few empty squares") as f32
        })
    }

    fn name(&self) -> String {
        "solver".to_owned()
    }
}

/// Searches to a fixed depth with weights that know the leaves.
#[derive(Clone, Copy)]
pub struct Deep<'a> {
    /// The instruction set to use.
    pub tier: Tier,
    /// The weights fitted so far.
    pub weights: &'a Weights,
    /// How many discs to look ahead.
    pub depth: u32,
}

impl Labeller for Deep<'_> {
    fn label(&self, board: Board) -> f32 {
        search(self.tier, self.weights, board, self.depth) as f32 / UNITS_PER_DISC as f32
    }

    fn name(&self) -> String {
        format!("depth {}", self.depth)
    }
}

/// A position and its value for the mover in discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelledBoard {
    /// The position.
    pub board: Board,
    /// Its value.
    pub label: f32,
}

impl LabelledBoard {
    /// Tells whether the sample is kept out of the fitting to check it: one in twenty, by the board alone.
    #[must_use]
    pub fn is_validation(&self) -> bool {
        self.board.hash().is_multiple_of(20)
    }
}

/// Labels positions until the time is over; those not reached are left out, the others keep their order.
#[must_use]
pub fn label_all(
    labeller: &dyn Labeller,
    boards: &[Board],
    threads: usize,
    deadline: Option<Instant>,
) -> Vec<LabelledBoard> {
    let late = AtomicBool::new(false);
    let label_chunk = |_: usize, boards: &[Board]| -> Vec<LabelledBoard> {
        if late.load(Ordering::Relaxed) {
            return Vec::new();
        }
        let samples =
            boards.iter().map(|&board| LabelledBoard { board, label: labeller.label(board) }).collect();
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            late.store(true, Ordering::Relaxed);
        }
        samples
    };
    parallel::map_chunks(boards, 16, threads, label_chunk).concat()
}

/// Measures the time of one label on one thread, on a few positions.
#[must_use]
pub fn pilot(labeller: &dyn Labeller, boards: &[Board], threads: usize) -> Duration {
    let some = &boards[..boards.len().min(24 * threads.max(1))];
    let times = parallel::map_chunks(some, 4, threads, |_, boards| {
        let start = Instant::now();
        let sum: f32 = boards.iter().map(|&board| labeller.label(board)).sum();
        std::hint::black_box(sum);
        start.elapsed()
    });
    times.iter().sum::<Duration>() / some.len().max(1) as u32
}

/// Shares a time between numbers of empty squares: more labels where they are cheap, as many as there are.
///
/// `costs` and `available` are parallel; the counts are proportional to one over the root of the cost, which
/// is the best way to spend a time on means of equal scatter.
#[must_use]
pub fn share(costs: &[Duration], available: &[usize], time: Duration) -> Vec<usize> {
    let costs: Vec<f64> = costs.iter().map(|cost| cost.as_secs_f64().max(1e-7)).collect();
    let counts = |scale: f64| -> Vec<usize> {
        let count = |(cost, &available): (&f64, &usize)| ((scale / cost.sqrt()) as usize).min(available);
        costs.iter().zip(available).map(count).collect()
    };
    let spent =
        |counts: &[usize]| -> f64 { counts.iter().zip(&costs).map(|(&n, cost)| n as f64 * cost).sum() };
    let (mut low, mut high) = (0.0, 1e9);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if spent(&counts(middle)) <= time.as_secs_f64() { low = middle } else { high = middle }
    }
    counts(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_shared_by_cost_and_never_overspent() {
        let ms = Duration::from_millis;
        let counts = share(&[ms(1), ms(4), ms(4)], &[10_000, 10_000, 10], ms(1000));
        assert_eq!(counts[2], 10);
        assert!((counts[0] as f64 / counts[1] as f64 - 2.0).abs() < 0.05, "{counts:?}");
        let spent = counts[0] + 4 * counts[1] + 4 * counts[2];
        assert!((950..=1000).contains(&spent), "{counts:?}");
        assert_eq!(share(&[ms(1)], &[50], ms(1000)), [50]);
    }
}
