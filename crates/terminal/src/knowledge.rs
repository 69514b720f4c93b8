//! What is known about the positions of a game, and what should be found out next.

use std::collections::HashMap;

use outflank_coach::{Choice, Label, accuracy};
use outflank_engine::{MoveValue, Value};
use outflank_rules::{Color, Game, Move, Position};

/// How deep every position of a game is looked at for graph and labels.
pub(crate) const GLANCE: u32 = 8;

/// What is known about a position.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// The plies searched.
    pub(crate) depth: u32,
    /// The legal moves, best first; values are the mover's.
    pub(crate) moves: Vec<MoveValue>,
    /// Whether a long look is over: there is no use in another.
    pub(crate) is_settled: bool,
}

/// A position to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Study {
    /// The position.
    pub(crate) position: Position,
    /// Whether to look as long as it is worth it, not just briefly.
    pub(crate) is_long: bool,
}

/// A move of a game, judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Judged {
    /// What the move is called.
    pub(crate) label: Label,
    /// What it lost, in discs.
    pub(crate) loss: f64,
    /// The best move instead.
    pub(crate) best: Move,
    /// What it took from the expected result.
    cost: f64,
}

/// What is known about positions.
#[derive(Debug, Default)]
pub(crate) struct Knowledge(HashMap<Position, Finding>);

impl Knowledge {
    /// Takes note of a finding, unless a deeper one is known.
    pub(crate) fn learn(&mut self, position: Position, finding: Finding) {
        match self.0.get_mut(&position) {
            Some(known) if known.depth > finding.depth => known.is_settled |= finding.is_settled,
            _ => {
                let settled =
                    finding.is_settled || self.0.get(&position).is_some_and(|known| known.is_settled);
                self.0.insert(position, Finding { is_settled: settled, ..finding });
            }
        }
    }

    /// Returns what is known about a position.
    pub(crate) fn of(&self, position: Position) -> Option<&Finding> {
        self.0.get(&position)
    }

    /// Returns what a move is worth to the mover.
    pub(crate) fn value(&self, position: Position, played: Move) -> Option<Value> {
        self.of(position)?.moves.iter().find(|one| one.played == played).map(|one| one.value)
    }

    /// Returns the score of a position from black's view, in discs.
    pub(crate) fn score(&self, position: Position) -> Option<f64> {
        if position.is_finished() {
            return Some(position.score().into());
        }
        let score = f64::from(self.of(position)?.moves.first()?.value.score);
        Some(position.side_to_move().for_black(score))
    }

    /// Returns the scores of all positions of a game, the start included.
    pub(crate) fn graph(&self, game: &Game) -> Vec<Option<f64>> {
        game.positions().take(game.plies().len() + 1).map(|position| self.score(position)).collect()
    }

    /// Judges the ply with an index; `None` for a pass or while it is unknown.
    pub(crate) fn judge(&self, game: &Game, ply: usize) -> Option<Judged> {
        let played = *game.plies().get(ply)?;
        let position = game.position_after(ply).filter(|_| !played.is_pass())?;
        let finding =
            self.of(position).filter(|finding| finding.depth >= GLANCE.min(position.empty().len()))?;
        let score = |one: &MoveValue| f64::from(one.value.score);
        let own = finding.moves.iter().find(|one| one.played == played)?;
        let best = finding.moves.first().filter(|best| score(best) > score(own)).unwrap_or(own);
        let rival = finding.moves.iter().filter(|one| one.played != played).map(score).reduce(f64::max);
        let choice = Choice {
            empties: position.empty().len(),
            legal: position.legal_moves().len(),
            best: score(best),
            played: score(own),
            rival,
        };
        Some(Judged { label: choice.label(), loss: choice.loss(), best: best.played, cost: choice.cost() })
    }

    /// Returns the accuracy of a side's moves that are judged, and how many discs they lost.
    pub(crate) fn accuracy(&self, game: &Game, side: Color) -> Option<(f64, f64)> {
        let movers = game.positions().map(|position| position.side_to_move());
        let own = movers.take(game.plies().len()).enumerate().filter(|(_, mover)| *mover == side);
        let judged: Vec<Judged> = own.filter_map(|(ply, _)| self.judge(game, ply)).collect();
        let costs: Vec<f64> = judged.iter().map(|one| one.cost).collect();
        Some((accuracy(&costs)?, judged.iter().map(|one| one.loss).sum()))
    }

    /// Returns what to look at next: first, for long, the position in view, then every position of the game.
    pub(crate) fn next_study(&self, viewed: Option<Position>, game: Option<&Game>) -> Option<Study> {
        let open = |position: &Position| !position.is_finished();
        let unsettled = |position: &Position| self.of(*position).is_none_or(|finding| !finding.is_settled);
        if let Some(position) = viewed.filter(open).filter(unsettled) {
            return Some(Study { position, is_long: true });
        }
        let game = game?;
        let unknown = |position: &Position| {
            self.of(*position).is_none_or(|finding| finding.depth < GLANCE.min(position.empty().len()))
        };
        let mut positions: Vec<Position> = game.positions().take(game.plies().len() + 1).collect();
        positions.reverse();
        let position = positions.into_iter().filter(open).find(unknown)?;
        Some(Study { position, is_long: false })
    }
}

#[cfg(test)]
mod tests {
    use outflank_engine::Truth;

    use super::*;

    fn finding(depth: u32, scores: &[(&str, i32)]) -> Finding {
        let value = |score| Value { score, truth: Truth::Estimate { depth, percent: 100 } };
        let moves = scores.iter().map(|&(name, score)| {
            let played: Move = name.parse().unwrap();
            MoveValue { played, value: value(score), line: vec![played] }
        });
        Finding { depth, moves: moves.collect(), is_settled: false }
    }

    fn game(moves: &[&str]) -> Game {
        Game::replay(Position::start(), moves.iter().map(|name| name.parse().unwrap())).unwrap()
    }

    #[test]
    fn a_deeper_finding_stays_and_a_settled_one_is_not_looked_at_again() {
        let start = Position::start();
        let mut known = Knowledge::default();
        assert_eq!(known.next_study(Some(start), None), Some(Study { position: start, is_long: true }));
        known.learn(start, finding(10, &[("f5", 1)]));
        known.learn(start, Finding { is_settled: true, ..finding(8, &[("f5", 5)]) });
        assert_eq!((known.of(start).unwrap().depth, known.score(start)), (10, Some(1.0)));
        assert_eq!(known.next_study(Some(start), None), None);
    }

    #[test]
    fn every_position_of_a_game_is_looked_at_from_its_end() {
        let game = game(&["f5", "d6"]);
        let mut known = Knowledge::default();
        let mut seen = Vec::new();
        while let Some(study) = known.next_study(None, Some(&game)) {
            seen.push(study.position);
            known.learn(study.position, finding(GLANCE, &[("c3", 0)]));
        }
        let mut expected: Vec<Position> = game.positions().collect();
        expected.reverse();
        assert_eq!(seen, expected);
    }

    #[test]
    fn moves_are_judged_and_scores_are_black_s() {
        let game = game(&["f5", "f4"]);
        let after = game.position_after(1).unwrap();
        let mut known = Knowledge::default();
        known.learn(game.start(), finding(GLANCE, &[("f5", 0), ("e6", 0), ("d3", 0), ("c4", 0)]));
        known.learn(after, finding(GLANCE, &[("f6", 2), ("d6", 1), ("f4", -8)]));
        assert_eq!(known.graph(&game), [Some(0.0), Some(-2.0), None]);
        let judged = known.judge(&game, 1).unwrap();
        assert_eq!((judged.label, judged.loss, judged.best), (Label::Blunder, 10.0, "f6".parse().unwrap()));
        assert_eq!(known.judge(&game, 0).unwrap().label, Label::Best);
        assert_eq!(known.accuracy(&game, Color::Black), Some((100.0, 0.0)));
        assert!(known.accuracy(&game, Color::White).unwrap().0 < 80.0);
    }
}
