//! Othello as the searches see it: boards, the order of their moves, an evaluation.

use outflank_rules::{Bitboard, Board, Portable, Square, SquareIter};

use super::evaluation::Evaluation;
use super::found::FoundMoves;
use super::order::Order;
use crate::search::GameTree;

/// A board, and the move that led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardNode {
    /// The discs, those of the side to move first.
    pub(crate) board: Board,
    /// The last move, which killer replies depend on.
    pub(crate) last: Option<Square>,
}

impl From<Board> for BoardNode {
    fn from(board: Board) -> BoardNode {
        BoardNode { board, last: None }
    }
}

/// The order in which moves are tried.
#[derive(Clone, Copy)]
pub(crate) enum CandidateOrder<'a> {
    /// By rows, a1 to h8.
    Rows,
    /// As the discs of the mover find them, with repetitions.
    Found,
    /// The replies to a move by how often they were the best.
    Killers(&'a Order),
}

/// Othello with an evaluation and an order of the moves.
#[derive(Clone, Copy)]
pub(crate) struct Othello<'a> {
    /// Values the boards.
    pub(crate) evaluation: &'a Evaluation,
    /// The order of the moves.
    pub(crate) order: CandidateOrder<'a>,
}

impl<'a> Othello<'a> {
    /// Makes a game whose moves come by rows.
    pub(crate) fn by_rows(evaluation: &'a Evaluation) -> Othello<'a> {
        Othello { evaluation, order: CandidateOrder::Rows }
    }
}

/// The legal moves of a board, and the order they are to be tried in.
#[derive(Clone, Copy)]
pub(crate) struct Candidates<'a> {
    at: BoardNode,
    squares: Bitboard,
    order: CandidateOrder<'a>,
}

/// Moves one after the other.
pub(crate) enum CandidateIter {
    Rows(SquareIter),
    Found(FoundMoves),
    /// Sorted moves, and how many of them were tried.
    Sorted([Square; 64], std::ops::Range<usize>),
}

impl Iterator for CandidateIter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        match self {
            CandidateIter::Rows(squares) => squares.next(),
            CandidateIter::Found(moves) => moves.next(),
            CandidateIter::Sorted(list, left) => left.next().map(|index| list[index]),
        }
    }
}

impl IntoIterator for Candidates<'_> {
    type Item = Square;
    type IntoIter = CandidateIter;

    #[inline]
    fn into_iter(self) -> CandidateIter {
        match (self.order, self.at.last) {
            (CandidateOrder::Found, _) => CandidateIter::Found(FoundMoves::new(self.at.board)),
            (CandidateOrder::Killers(order), Some(last)) => {
                let mut list = [Square::wrapping(0); 64];
                let mut count = 0;
                for square in self.squares.squares() {
                    list[count] = square;
                    count += 1;
                }
                order.sort(last, &mut list[..count]);
                CandidateIter::Sorted(list, 0..count)
            }
            (CandidateOrder::Rows | CandidateOrder::Killers(_), _) => {
                CandidateIter::Rows(self.squares.squares())
            }
        }
    }
}

impl<'a> GameTree for Othello<'a> {
    type Node = BoardNode;
    type Move = Square;
    type Moves = Candidates<'a>;
    type Key = Board;

    #[inline]
    fn moves(&self, at: BoardNode) -> Option<Candidates<'a>> {
        let squares = at.board.legal_moves(Portable);
        (!squares.is_empty()).then_some(Candidates { at, squares, order: self.order })
    }

    fn width(&self, moves: &Candidates<'a>) -> u32 {
        moves.squares.len()
    }

    #[inline]
    fn after(&self, at: BoardNode, played: Square) -> BoardNode {
        let board = at.board.after(played, at.board.flips(Portable, played));
        BoardNode { board, last: Some(played) }
    }

    fn passed(&self, at: BoardNode) -> Option<BoardNode> {
        let board = at.board.swapped();
        (!board.legal_moves(Portable).is_empty()).then_some(BoardNode { board, ..at })
    }

    #[inline]
    fn value(&self, at: BoardNode, moves: Option<&Candidates<'a>>) -> f64 {
        self.evaluation.value(at.board, moves.map_or(Bitboard::EMPTY, |moves| moves.squares))
    }

    fn end(&self, at: BoardNode) -> f64 {
        self.evaluation.end(at.board)
    }

    fn key(&self, at: BoardNode) -> Board {
        at.board
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use outflank_engine::{Dice, Stopper};
    use outflank_rules::{Move, Position};

    use super::super::evaluation::EndValue;
    use super::super::steps::{Corners, DiscShare, Discs, Mobility, Sum};
    use super::*;
    use crate::search::{
        AlphaBeta, Leaves, LruTable, Meter, Minimax, NegaScout, PassRule, Procedure, Reuse, Ties, Visits,
        best, deepen,
    };

    /// Plays random moves from the start.
    fn random_position(seed: u64, plies: u32) -> Position {
        let mut dice = Dice::new(seed);
        let mut position = Position::start();
        for _ in 0..plies {
            let moves = position.legal_moves();
            let square = moves.squares().nth(dice.below(moves.len()) as usize);
            match position.play(square.map_or(Move::Pass, Move::Place)) {
                Ok(next) => position = next,
                Err(_) => break,
            }
        }
        position
    }

    fn evaluations() -> [Evaluation; 2] {
        // Few different values, so that there are many ties.
        let coarse = Sum::default().with(1.0, Corners);
        let fine = Sum::default().with(1.5, Mobility).with(0.1, Discs).with(20.0, Corners);
        [
            Evaluation::new(coarse, EndValue::Infinite { draw: 0.0 }),
            Evaluation::new(fine, EndValue::Infinite { draw: 4.0 }),
        ]
    }

    fn chosen<'a>(
        procedure: &mut impl Procedure<Tree = Othello<'a>>,
        board: Board,
        depth: u32,
        ties: Ties,
    ) -> Option<(Square, f64)> {
        best(procedure, board.into(), depth, ties, &mut |_, _| {})
    }

    #[test]
    fn alpha_beta_finds_the_value_and_the_move_of_minimax() {
        let mut nodes = [0, 0];
        for (seed, plies) in (0..40).zip((4..60).step_by(2).cycle()) {
            let board = random_position(seed, plies).board();
            for evaluation in &evaluations() {
                let tree = Othello::by_rows(evaluation);
                for pass in [PassRule::Free, PassRule::OnePly] {
                    for ties in [Ties::First, Ties::Last] {
                        for depth in 1..=4 {
                            let mut plain = Minimax::new(&tree, pass, Meter::unlimited());
                            let mut pruned = AlphaBeta::new(&tree, pass, Leaves::Results, Meter::unlimited());
                            let expected = chosen(&mut plain, board, depth, ties);
                            assert_eq!(chosen(&mut pruned, board, depth, ties), expected);
                            let mut scout = NegaScout::new(&tree, pass, None, Meter::unlimited());
                            assert_eq!(chosen(&mut scout, board, depth, ties), expected);
                            nodes[0] += plain.nodes();
                            nodes[1] += pruned.nodes();
                        }
                    }
                }
            }
        }
        assert!(nodes[1] < nodes[0] / 2, "{nodes:?}");
    }

    #[test]
    fn nega_scout_finds_the_value_of_minimax_with_and_without_memory() {
        for (seed, plies) in (100..140).zip((4..60).step_by(2).cycle()) {
            let board = random_position(seed, plies).board();
            for evaluation in &evaluations() {
                let tree = Othello::by_rows(evaluation);
                for depth in 1..=5 {
                    let mut plain = Minimax::new(&tree, PassRule::Free, Meter::unlimited());
                    let expected = chosen(&mut plain, board, depth, Ties::First).map(|(_, value)| value);
                    let mut table = LruTable::new(1000, Reuse::SameDepth);
                    for table in [None, Some(&mut table)] {
                        let mut scout = NegaScout::new(&tree, PassRule::Free, table, Meter::unlimited());
                        let found = scout.best(board.into(), depth, &mut |_, _| {});
                        assert_eq!(found.map(|(_, value)| value), expected, "{seed} {depth}");
                    }
                }
            }
        }
    }

    #[test]
    fn deepening_without_a_clock_ends_with_the_move_of_the_last_depth() {
        let [_, evaluation] = evaluations();
        let tree = Othello::by_rows(&evaluation);
        let board = random_position(3, 20).board();
        let mut search = AlphaBeta::new(&tree, PassRule::Free, Leaves::Results, Meter::unlimited());
        let expected = chosen(&mut search, board, 4, Ties::First).unwrap();
        let mut depths = Vec::new();
        let found = deepen(&mut search, board.into(), 4, Ties::First, &mut |_, depth, _| depths.push(depth));
        assert_eq!(found, Some((expected, 4)));
        assert!((1..=4).all(|depth| depths.contains(&depth)), "{depths:?}");
    }

    #[test]
    fn after_the_deadline_a_search_unwinds_and_still_has_a_move() {
        let evaluation = Evaluation::new(DiscShare, EndValue::AsAnyOther);
        let (tree, board) = (Othello::by_rows(&evaluation), Position::start().board());
        for deepening in [false, true] {
            let deadline = Instant::now() + Duration::from_millis(5);
            let stopper = Stopper::new();
            let meter = Meter::new(&stopper, Some(deadline));
            let mut search = AlphaBeta::new(&tree, PassRule::OnePly, Leaves::Results, meter);
            let found = match deepening {
                false => chosen(&mut search, board, 60, Ties::First),
                true => deepen(&mut search, board.into(), 60, Ties::First, &mut |_, _, _| {})
                    .map(|(found, _)| found),
            };
            assert!(found.is_some());
            // Far less than the seconds a test may wait on a busy machine, far more than the deadline.
            assert!(deadline.elapsed() < Duration::from_secs(2));
            assert!(search.meter().is_over());
        }
    }

    #[test]
    fn a_stopped_nega_scout_has_a_legal_move() {
        let evaluation = Evaluation::new(Mobility, EndValue::ByScore);
        let (tree, board) = (Othello::by_rows(&evaluation), Position::start().board());
        for millis in [0, 5] {
            let deadline = Some(Instant::now() + Duration::from_millis(millis));
            let stopper = Stopper::new();
            let mut scout = NegaScout::new(&tree, PassRule::Free, None, Meter::new(&stopper, deadline));
            let (square, _) = scout.best(board.into(), 40, &mut |_, _| {}).unwrap();
            assert!(scout.meter().is_over() && board.legal_moves(Portable).contains(square));
        }
    }

    #[test]
    fn visits_are_counted_by_kind() {
        let evaluation = Evaluation::new(Mobility, EndValue::ByScore);
        let tree = Othello::by_rows(&evaluation);
        let mut scout = NegaScout::new(&tree, PassRule::Free, None, Meter::unlimited());
        let _ = scout.best(Position::start().board().into(), 1, &mut |_, _| {});
        // All four moves lead to the same value, so that none is searched again.
        assert_eq!(scout.visits(), Visits { parents: 1, children: 4 });
        assert_eq!(scout.nodes(), 4);
    }
}
