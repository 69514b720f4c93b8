//! Endgames played to the end against perfect play.

use outflank_engine::{Engine, Goal, Stopper};
use outflank_rules::{Move, Position};

use crate::Puzzle;

/// How an endgame goes on after a move of the one who plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameReply {
    /// What is answered, passes of both sides included, until it is the solver's turn or the game is over.
    pub moves: Vec<Move>,
    /// The position before the reply and after each of its moves.
    pub positions: Vec<Position>,
    /// What perfect play ends in from here, for the solver.
    pub score: i32,
}

impl EndgameReply {
    /// Returns the position in which it is the solver's turn again, or the last one.
    #[must_use]
    pub fn last(&self) -> Option<Position> {
        self.positions.last().copied()
    }

    /// Tells whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.last().is_some_and(|last| last.is_finished())
    }

    /// Tells whether the solver has won.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.is_over() && self.score > 0
    }
}

impl Puzzle {
    /// Answers with best moves until it is the solver's turn again; `None` if the search was stopped, or a
    /// position of another game was handed in.
    #[must_use]
    pub fn endgame_reply(
        &self,
        engine: &Engine,
        stopper: &Stopper,
        position: Position,
    ) -> Option<EndgameReply> {
        let solver = self.solver();
        let solve = |now: Position| engine.search(now).stopper(stopper).solve(Goal::Exact);
        let (mut now, mut moves, mut positions) = (position, Vec::new(), vec![position]);
        while !now.is_finished() && (now.side_to_move() != solver || now.must_pass()) {
            let played = if now.must_pass() { Move::Pass } else { solve(now).best? };
            now = now.play(played).ok()?;
            moves.push(played);
            positions.push(now);
        }
        let score = solve(now).value.score;
        let score = if now.side_to_move() == solver { score } else { -score };
        (!stopper.is_stopped()).then_some(EndgameReply { moves, positions, score })
    }
}

#[cfg(test)]
mod tests {
    use outflank_engine::eval::Weights;

    use super::*;
    use crate::PuzzleSet;

    #[test]
    fn perfect_play_keeps_the_win_to_the_end_and_a_mistake_gives_it_away() {
        let engine = Engine::new(1, Weights::embedded()).unwrap();
        let stopper = Stopper::new();
        for puzzle in PuzzleSet::shipped().endgames(8).take(10) {
            let mut now = puzzle.position;
            loop {
                let best = engine.search(now).solve(Goal::Exact).best.unwrap();
                let reply = puzzle.endgame_reply(&engine, &stopper, now.play(best).unwrap()).unwrap();
                assert!(reply.score > 0, "{}", puzzle.id);
                now = reply.last().unwrap();
                assert!(reply.is_over() || now.side_to_move() == puzzle.solver() && !now.must_pass());
                assert_eq!(reply.positions.len(), reply.moves.len() + 1);
                if reply.is_over() {
                    assert!(reply.is_won());
                    break;
                }
            }
            // Every other first move does not win, whatever is played after it.
            for wrong in &puzzle.moves[1..] {
                let next = puzzle.position.play(wrong.square).unwrap();
                let reply = puzzle.endgame_reply(&engine, &stopper, next).unwrap();
                assert!(reply.score <= 0 && !reply.is_won(), "{} {}", puzzle.id, wrong.square);
            }
        }
    }
}
