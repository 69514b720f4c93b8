//! What is known of one position: a value for every legal move, each with what it is.

use outflank_coach::MoveJudgement;
use outflank_engine::{Comparison, Truth};
use outflank_rules::{Move, Position};

use super::wire::ValueView;

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Proven.
    Exact,
    /// Proven to be no more.
    Upper,
    /// Expected.
    Estimate,
}

/// A move and what it is worth to the mover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) played: Move,
    pub(crate) score: i32,
    pub(crate) kind: Kind,
    line: Vec<Move>,
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub(crate) struct Knowledge {
    /// Best first.
    pub(crate) moves: Vec<Known>,
    /// The plies searched for all moves.
    pub(crate) depth: u32,
    pub(crate) percent: u8,
    pub(crate) nodes: u64,
    /// The proven value of the position.
    best: Option<i32>,
}

impl Knowledge {
    /// Takes what a search of moves side by side found.
    pub(crate) fn of(found: &Comparison) -> Knowledge {
        let moves: Vec<Known> = found
            .moves
            .iter()
            .map(|one| {
                let kind = if one.value.truth == Truth::Exact { Kind::Exact } else { Kind::Estimate };
                Known { played: one.played, score: one.value.score, kind, line: one.line.clone() }
            })
            .collect();
        let best = moves.first().filter(|first| first.kind == Kind::Exact).map(|first| first.score);
        Knowledge { moves, depth: found.depth, percent: found.percent, nodes: found.nodes, best }
    }

    /// Adds what another search of the same position found: proofs stay, estimates give way to newer ones.
    ///
    /// Once the position has a proven value no move is worth more: an estimate that says so becomes a bound.
    pub(crate) fn learn(&mut self, newer: Knowledge) {
        if newer.moves.len() >= self.moves.len() {
            (self.depth, self.percent) = (newer.depth, newer.percent);
        }
        self.nodes = newer.nodes.max(self.nodes);
        self.best = self.best.or(newer.best);
        for one in newer.moves {
            match self.moves.iter_mut().find(|known| known.played == one.played) {
                Some(known) if known.kind == Kind::Exact && one.kind != Kind::Exact => {}
                Some(known) => *known = one,
                None => self.moves.push(one),
            }
        }
        if let Some(best) = self.best {
            for known in
                self.moves.iter_mut().filter(|known| known.kind != Kind::Exact && known.score >= best)
            {
                (known.score, known.kind) = (best, Kind::Upper);
            }
        }
        self.moves.sort_by_key(|known| (-known.score, known.kind != Kind::Exact));
    }

    /// Returns what is known of a move.
    pub(crate) fn of_move(&self, played: Move) -> Option<&Known> {
        self.moves.iter().find(|known| known.played == played)
    }

    /// Tells whether every move is proven.
    pub(crate) fn is_exact(&self) -> bool {
        self.moves.iter().all(|known| known.kind == Kind::Exact)
    }

    /// Tells whether the value of the position and that of a move are proven.
    pub(crate) fn is_exact_for(&self, played: Option<Move>) -> bool {
        let proven = |played| self.of_move(played).is_some_and(|known| known.kind == Kind::Exact);
        self.best.is_some() && played.is_none_or(proven)
    }

    /// Returns the choice that somebody had who made a move here.
    pub(crate) fn choice(&self, position: Position, played: &Known) -> MoveJudgement {
        let best = self.moves.first().map_or(played.score, |first| first.score).max(played.score);
        let rival =
            self.moves.iter().filter(|known| known.played != played.played).map(|known| known.score).max();
        MoveJudgement {
            empties: position.empty().len(),
            legal: position.legal_moves().len(),
            best: best.into(),
            played: played.score.into(),
            rival: rival.map(f64::from),
        }
    }
}

/// Shows the moves of a position.
pub(crate) fn view_of_moves(position: Position, known: &Knowledge) -> Vec<ValueView> {
    let view = |one: &Known| {
        let choice = known.choice(position, one);
        ValueView {
            played: one.played.to_string(),
            score: one.score,
            kind: match one.kind {
                Kind::Exact => "exact",
                Kind::Upper => "upper",
                Kind::Estimate => "estimate",
            }
            .to_owned(),
            loss: choice.loss() as i32,
            label: choice.label().name().to_owned(),
            line: one.line.iter().map(ToString::to_string).collect(),
        }
    };
    known.moves.iter().map(view).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(moves: &[(&str, i32, Kind)]) -> Knowledge {
        let moves: Vec<Known> = moves
            .iter()
            .map(|&(name, score, kind)| Known {
                played: name.parse().unwrap(),
                score,
                kind,
                line: Vec::new(),
            })
            .collect();
        let best = moves.first().filter(|first| first.kind == Kind::Exact).map(|first| first.score);
        Knowledge { moves, depth: 4, percent: 73, nodes: 1, best }
    }

    fn told(knowledge: &Knowledge) -> Vec<(String, i32, Kind)> {
        knowledge.moves.iter().map(|one| (one.played.to_string(), one.score, one.kind)).collect()
    }

    #[test]
    fn a_proof_bounds_what_was_thought_better() {
        use Kind::{Estimate, Exact, Upper};
        let mut all = known(&[("a1", 8, Estimate), ("b1", 6, Estimate), ("c1", -3, Estimate)]);
        all.learn(known(&[("b1", 4, Exact)]));
        let expected = [("b1", 4, Exact), ("a1", 4, Upper), ("c1", -3, Estimate)];
        assert_eq!(told(&all), expected.map(|(name, score, kind)| (name.to_owned(), score, kind)));
        assert!(
            all.is_exact_for(Some("b1".parse().unwrap())) && !all.is_exact_for(Some("c1".parse().unwrap()))
        );
        assert!(!all.is_exact());
    }

    #[test]
    fn an_estimate_never_replaces_a_proof() {
        use Kind::{Estimate, Exact};
        let mut all = known(&[("b1", 4, Exact), ("c1", -3, Estimate)]);
        all.learn(known(&[("c1", 7, Estimate), ("b1", 6, Estimate)]));
        assert_eq!(all.of_move("b1".parse().unwrap()).unwrap().score, 4);
        assert_eq!(
            all.of_move("c1".parse().unwrap()).map(|one| (one.score, one.kind)),
            Some((4, Kind::Upper))
        );
    }
}
