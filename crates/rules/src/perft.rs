//! Counting the leaves of the game tree: the classical test of move generation, and of its speed.

use outflank_kernels::{Isa, Routine, Tier};

use crate::{Bitboard, Board, Position};

/// What a pass costs in a perft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PassRule {
    /// A pass is a ply like any other. The usual convention.
    OnePly,
    /// A pass is skipped for free: only discs count.
    Free,
}

/// Counts the leaves `depth` plies below a position; a game that ends earlier counts as one leaf.
///
/// ```
/// use outflank_rules::{PassRule, Position, perft};
///
/// assert_eq!(perft(Position::start(), 5, PassRule::OnePly), 1396);
/// ```
#[must_use]
pub fn perft(position: Position, depth: u32, rule: PassRule) -> u64 {
    perft_with(Tier::best(), position, depth, rule)
}

/// Counts as [`perft`] does, with the kernels of the given tier.
#[must_use]
pub fn perft_with(tier: Tier, position: Position, depth: u32, rule: PassRule) -> u64 {
    let board = position.board();
    match (depth, rule) {
        (0, _) => 1,
        (_, PassRule::OnePly) => tier.run(PerftNode::<false> { board, depth }),
        (_, PassRule::Free) => tier.run(PerftNode::<true> { board, depth }),
    }
}

/// A node at least one ply above the leaves.
struct PerftNode<const PASS_IS_FREE: bool> {
    board: Board,
    depth: u32,
}

impl<const PASS_IS_FREE: bool> Routine for PerftNode<PASS_IS_FREE> {
    type Output = u64;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u64 {
        let PerftNode { board, depth } = self;
        let moves = board.legal_moves(isa);
        if moves.is_empty() {
            return count_after_pass::<PASS_IS_FREE, I>(isa, board, depth);
        }
        if depth == 1 {
            return u64::from(moves.len());
        }
        if depth == 2 {
            return leaves_of_children::<PASS_IS_FREE, I>(isa, board, moves);
        }
        // Plain loops: a closure would be compiled without the instruction set of this routine.
        let mut count = 0;
        let mut rest = moves;
        while let Some(square) = rest.first() {
            rest -= square.bitboard();
            let board = board.after(square, board.flips(isa, square));
            count += isa.call(PerftNode::<PASS_IS_FREE> { board, depth: depth - 1 });
        }
        count
    }
}

/// Counts the leaves two plies below a board without visiting them, eight children at a time.
#[inline(always)]
fn leaves_of_children<const PASS_IS_FREE: bool, I: Isa>(isa: I, board: Board, moves: Bitboard) -> u64 {
    let mut count = 0;
    let mut rest = moves.0;
    while rest != 0 {
        let (mut bits, mut filled) = ([0; 8], 0);
        while rest != 0 && filled < 8 {
            bits[filled] = rest & rest.wrapping_neg();
            rest &= rest - 1;
            filled += 1;
        }
        let flips = isa.flips_of_8(&bits, board.own().0, board.opp().0);
        let (mut own, mut opp) = ([0; 8], [0; 8]);
        let mut lane = 0;
        while lane < 8 {
            own[lane] = board.opp().0 & !flips[lane];
            opp[lane] = board.own().0 | flips[lane] | bits[lane];
            lane += 1;
        }
        let replies = isa.legal_moves_of_8(&own, &opp);
        let mut lane = 0;
        while lane < filled {
            count += if replies[lane] != 0 {
                u64::from(replies[lane].count_ones())
            } else {
                count_after_pass::<PASS_IS_FREE, I>(isa, Board::from_words(own[lane], opp[lane]), 1)
            };
            lane += 1;
        }
    }
    count
}

/// Counts below a board whose mover has no legal move.
#[inline(always)]
fn count_after_pass<const PASS_IS_FREE: bool, I: Isa>(isa: I, board: Board, depth: u32) -> u64 {
    if board.swapped().legal_moves(isa).is_empty() {
        return 1;
    }
    let depth = if PASS_IS_FREE { depth } else { depth - 1 };
    if depth == 0 { 1 } else { isa.call(PerftNode::<PASS_IS_FREE> { board: board.swapped(), depth }) }
}

/// The boards some plies below a position, for sharing a perft between threads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PerftFrontier {
    /// Positions with the plies that remain below them.
    pub nodes: Vec<(Position, u32)>,
    /// Games that ended on the way: leaves already.
    pub ended: u64,
}

/// Expands a perft of `depth` plies until about `plies` plies have been made.
///
/// The leaves below all nodes, plus the games ended, make up the perft.
#[must_use]
pub fn frontier(position: Position, depth: u32, plies: u32, rule: PassRule) -> PerftFrontier {
    let mut found = PerftFrontier::default();
    expand(position, depth, depth.saturating_sub(plies), rule, &mut found);
    found
}

fn expand(position: Position, depth: u32, stop: u32, rule: PassRule, found: &mut PerftFrontier) {
    if depth <= stop {
        found.nodes.push((position, depth));
        return;
    }
    let moves = position.legal_moves();
    if moves == Bitboard::EMPTY {
        match (position.play(crate::Move::Pass), rule) {
            (Ok(passed), PassRule::OnePly) => expand(passed, depth - 1, stop, rule, found),
            (Ok(passed), PassRule::Free) => expand(passed, depth, stop, rule, found),
            (Err(_), _) => found.ended += 1,
        }
    }
    for next in moves.squares().filter_map(|square| position.play(square).ok()) {
        expand(next, depth - 1, stop, rule, found);
    }
}
