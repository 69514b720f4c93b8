//! The endgame's dedicated code, by empty squares: one to four (`last_four`), five (`five`), six to a dozen
//! (`sorted`), and many small positions one after another (`solver`). Nothing is evaluated here, and nothing
//! is shared between threads.

mod five;
mod last_four;
mod solver;
mod sorted;

use outflank_kernels::{Isa, NodeRoutine};

pub(crate) use last_four::solve_last;
pub use solver::SmallSolver;

use crate::node::Node;
use crate::threads::Worker;
use five::Solve5;
use sorted::SolveSorted;

/// Up to this many empty squares a search to the end uses the dedicated code.
pub(crate) const SORTED_UP_TO: u32 = 12;

/// Asks whether a node with few empty squares and a legal move is worth more than `alpha`.
#[inline(always)]
pub(crate) fn solve<I: Isa>(isa: I, worker: &mut Worker, node: Node, alpha: i32) -> i32 {
    let Node { own, opp, moves } = node;
    match node.empties() {
        0..=4 => solve_last(isa, worker, own, opp, alpha),
        5 => isa.visit::<Solve5>(worker, own, opp, alpha, moves),
        _ => isa.visit::<SolveSorted>(worker, own, opp, alpha, moves),
    }
}

/// Returns the final score when neither side can move.
#[inline(always)]
pub(crate) fn final_score(own: u64, opp: u64) -> i32 {
    let (own, opp) = (own.count_ones() as i32, opp.count_ones() as i32);
    let empty = 64 - own - opp;
    let difference = own - opp;
    difference + empty * difference.signum()
}

/// The four quadrants.
const QUADRANTS: [u64; 4] = [0x0f0f_0f0f, 0xf0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// Squares of quadrants, one set for each combination of odd quadrants.
static ODD_SQUARES: [u64; 16] = build_odd_squares();

const fn build_odd_squares() -> [u64; 16] {
    let mut table = [0; 16];
    let mut odd = 0;
    while odd < 16 {
        let mut q = 0;
        while q < 4 {
            if odd >> q & 1 != 0 {
                table[odd] |= QUADRANTS[q];
            }
            q += 1;
        }
        odd += 1;
    }
    table
}

/// Returns the squares of all quadrants with an odd number of empties.
#[inline(always)]
pub(crate) fn odd_quadrants(empty: u64) -> u64 {
    let mut odd = 0;
    let mut q = 0;
    while q < 4 {
        odd |= ((empty & QUADRANTS[q]).count_ones() as usize & 1) << q;
        q += 1;
    }
    ODD_SQUARES[odd]
}

/// Returns an upper bound below or at `alpha` from the opponent's stable discs, if there is one.
#[inline(always)]
pub(crate) fn stability_cut<I: Isa>(isa: I, worker: &Worker, own: u64, opp: u64, alpha: i32) -> Option<i32> {
    // A high score needs few stable discs to be out of reach, and the more squares are empty the fewer there
    // are. Looking from four discs less on saves 16 % of the nodes and 5 % of the time of FFO #45, of other
    // positions nothing.
    let empties = (!(own | opp)).count_ones() as i32;
    if alpha >= 2 * empties - 8 { stable_bound(isa, worker, own, opp, alpha) } else { None }
}

/// Returns what the opponent's stable discs leave the mover, if that is no more than `alpha`.
#[inline(always)]
fn stable_bound<I: Isa>(isa: I, worker: &Worker, own: u64, opp: u64, alpha: i32) -> Option<i32> {
    // Too few discs, stable or not: nothing to look for.
    if 64 - 2 * opp.count_ones() as i32 > alpha {
        return None;
    }
    let stable = isa.stable_discs(worker.edges, opp, own).count_ones() as i32;
    let bound = 64 - 2 * stable;
    (bound <= alpha).then_some(bound)
}

/// Visits a node, passing or ending the game where that is due.
#[inline(always)]
fn enter<N: NodeRoutine<Context = Worker>, I: Isa>(
    isa: I,
    worker: &mut Worker,
    node: Node,
    alpha: i32,
) -> i32 {
    if node.moves != 0 {
        return isa.visit::<N>(worker, node.own, node.opp, alpha, node.moves);
    }
    worker.nodes += 1;
    let passed = node.passed(isa);
    if passed.moves == 0 {
        return node.final_score();
    }
    -isa.visit::<N>(worker, passed.own, passed.opp, -alpha - 1, passed.moves)
}
