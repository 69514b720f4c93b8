//! Judging a move: its label, and the accuracy of many.

use outflank_rules::{Move, Position};

use crate::expectation::{SHIPPED, cost};
use crate::phase::Phase;

/// What a move costs before it is called an inaccuracy, a mistake, a blunder: shares of the expected result,
/// our choice.
///
/// At an even score half-way through a game these are about 2, 4 and 8 discs.
const INACCURACY: f64 = 0.03;
const MISTAKE: f64 = 0.06;
const BLUNDER: f64 = 0.12;

/// The cost at which the accuracy of a move has fallen to 1/e, our choice: a disc an equal game costs about a
/// tenth.
const TOLERANCE: f64 = 0.2;

/// What a move is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Label {
    /// There was no other.
    Forced,
    /// All others would have been mistakes or worse.
    Only,
    /// None was better.
    Best,
    /// Others were hardly better.
    Good,
    /// It cost a little.
    Inaccuracy,
    /// It cost much.
    Mistake,
    /// It cost very much.
    Blunder,
}

/// A move that was made, and what there was to choose from. Scores are the mover's, in discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveJudgement {
    /// How many squares were empty before the move.
    pub empties: u32,
    /// How many moves were legal.
    pub legal: u32,
    /// The score of the best move.
    pub best: f64,
    /// The score of the move that was made.
    pub played: f64,
    /// The highest score among the other moves, if all are known.
    pub rival: Option<f64>,
}

impl MoveJudgement {
    /// Judges a move among the moves of a position that were valued, and names the best of them. `None` if
    /// the move is not among them.
    ///
    /// Of moves worth the same the one that was played is called the best, else the first.
    #[must_use]
    pub fn among(position: &Position, values: &[(Move, f64)], played: Move) -> Option<(Move, MoveJudgement)> {
        let own = *values.iter().find(|(one, _)| *one == played)?;
        let best = values.iter().fold(own, |best, one| if one.1 > best.1 { *one } else { best });
        let rival = values.iter().filter(|(one, _)| *one != played).map(|(_, score)| *score).reduce(f64::max);
        let judgement = MoveJudgement {
            empties: position.empty().len(),
            legal: position.legal_moves().len(),
            best: best.1,
            played: own.1,
            rival,
        };
        Some((best.0, judgement))
    }

    /// Returns what the move lost, in discs.
    #[must_use]
    pub fn loss(&self) -> f64 {
        (self.best - self.played).max(0.0)
    }

    /// Returns what the move took from the expected result.
    #[must_use]
    pub fn cost(&self) -> f64 {
        cost(self.best, self.played, self.empties)
    }

    /// Returns the mover's chance to win with a score, draws counted half, 0 to 1.
    #[must_use]
    pub fn chance(&self, score: f64) -> f64 {
        SHIPPED.chance(score, self.empties)
    }

    /// Returns what the move is called.
    #[must_use]
    pub fn label(&self) -> Label {
        if self.legal <= 1 {
            return Label::Forced;
        }
        if self.loss() <= 0.0 {
            let only = self.rival.is_some_and(|rival| cost(self.played, rival, self.empties) >= MISTAKE);
            return if only { Label::Only } else { Label::Best };
        }
        match self.cost() {
            cost if cost >= BLUNDER => Label::Blunder,
            cost if cost >= MISTAKE => Label::Mistake,
            cost if cost >= INACCURACY => Label::Inaccuracy,
            _ => Label::Good,
        }
    }
}

impl Label {
    /// All labels, from the least to the most costly.
    pub const ALL: [Label; 7] = [
        Label::Forced,
        Label::Only,
        Label::Best,
        Label::Good,
        Label::Inaccuracy,
        Label::Mistake,
        Label::Blunder,
    ];

    /// Returns the word for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Label::Forced => "forced",
            Label::Only => "only",
            Label::Best => "best",
            Label::Good => "good",
            Label::Inaccuracy => "inaccuracy",
            Label::Mistake => "mistake",
            Label::Blunder => "blunder",
        }
    }
}

/// How many moves of a player were called what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LabelCounts {
    /// Inaccuracies.
    pub inaccuracies: usize,
    /// Mistakes.
    pub mistakes: usize,
    /// Blunders.
    pub blunders: usize,
}

/// What the moves of a player lost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerAccuracy {
    /// How many moves were judged.
    pub moves: usize,
    /// What they lost, in discs.
    pub loss: f64,
    /// Their accuracy; `None` without moves.
    pub accuracy: Option<f64>,
    /// Their accuracy in the opening, the midgame and the endgame.
    pub phases: [Option<f64>; 3],
    /// How many of them cost something.
    pub counts: LabelCounts,
}

impl LabelCounts {
    /// Counts judged moves.
    fn of(judged: &[MoveJudgement]) -> LabelCounts {
        let count = |label| judged.iter().filter(|one| one.label() == label).count();
        LabelCounts {
            inaccuracies: count(Label::Inaccuracy),
            mistakes: count(Label::Mistake),
            blunders: count(Label::Blunder),
        }
    }
}

impl PlayerAccuracy {
    /// Sums up judged moves of one player, passes left out.
    #[must_use]
    pub fn of(judged: &[MoveJudgement]) -> PlayerAccuracy {
        let costs = |phase: Option<Phase>| -> Vec<f64> {
            let counts = |one: &&MoveJudgement| phase.is_none_or(|phase| Phase::of(one.empties) == phase);
            judged.iter().filter(counts).map(MoveJudgement::cost).collect()
        };
        PlayerAccuracy {
            moves: judged.len(),
            loss: judged.iter().map(MoveJudgement::loss).sum(),
            accuracy: accuracy(&costs(None)),
            phases: Phase::ALL.map(|phase| accuracy(&costs(Some(phase)))),
            counts: LabelCounts::of(judged),
        }
    }
}

/// Returns the accuracy of moves with these costs: 100 times the mean of exp(-cost / 0.2), to a tenth; `None`
/// without moves.
///
/// ```
/// use outflank_coach::accuracy;
///
/// assert_eq!(accuracy(&[0.0, 0.0]), Some(100.0));
/// assert!(accuracy(&[0.0, 0.12]) < accuracy(&[0.0, 0.03]));
/// assert_eq!(accuracy(&[]), None);
/// ```
#[must_use]
pub fn accuracy(costs: &[f64]) -> Option<f64> {
    let sum: f64 = costs.iter().map(|cost| (-cost / TOLERANCE).exp()).sum();
    (!costs.is_empty()).then(|| (1000.0 * sum / costs.len() as f64).round() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(best: f64, played: f64) -> MoveJudgement {
        MoveJudgement { empties: 24, legal: 8, best, played, rival: None }
    }

    #[test]
    fn of_equal_moves_the_one_that_was_played_is_the_best() {
        let start = Position::start();
        let values: Vec<(Move, f64)> = [("c4", 1.0), ("d3", 2.0), ("e6", -1.0), ("f5", 2.0)]
            .map(|(name, score)| (name.parse().unwrap(), score))
            .into();
        let judge = |name: &str| MoveJudgement::among(&start, &values, name.parse().unwrap()).unwrap();
        let (best, judged) = judge("f5");
        assert_eq!((best.to_string(), judged.loss(), judged.rival), ("f5".to_owned(), 0.0, Some(2.0)));
        let (best, judged) = judge("e6");
        assert_eq!((best.to_string(), judged.loss(), judged.legal), ("d3".to_owned(), 3.0, 4));
        assert_eq!(MoveJudgement::among(&start, &values[..1], "f5".parse().unwrap()), None);
    }

    #[test]
    fn labels_follow_the_loss() {
        let labels: Vec<Label> =
            [0.0, 1.0, 3.0, 5.0, 12.0].map(|loss| choice(0.0, -loss).label()).into_iter().collect();
        assert_eq!(labels, [Label::Best, Label::Good, Label::Inaccuracy, Label::Mistake, Label::Blunder]);
    }

    #[test]
    fn a_label_is_the_worse_the_more_was_lost() {
        for best in [-30.0, -4.0, 0.0, 6.0, 40.0] {
            let labels: Vec<Label> =
                (0..=20).map(|loss| choice(best, best - f64::from(loss)).label()).collect();
            assert!(labels.is_sorted(), "{best}: {labels:?}");
        }
    }

    #[test]
    fn many_discs_matter_in_a_won_game_too() {
        assert!(choice(50.0, 20.0).label() >= Label::Mistake);
        assert!(choice(50.0, 48.0).label() < Label::Inaccuracy);
    }

    #[test]
    fn an_only_move_has_no_rival_and_a_forced_one_no_alternative() {
        let held = MoveJudgement { rival: Some(-10.0), ..choice(2.0, 2.0) };
        assert_eq!(held.label(), Label::Only);
        assert_eq!(MoveJudgement { rival: Some(2.0), ..held }.label(), Label::Best);
        assert_eq!(MoveJudgement { legal: 1, ..held }.label(), Label::Forced);
    }

    #[test]
    fn accuracy_is_100_without_loss_and_falls_with_it() {
        assert_eq!(accuracy(&[]), None);
        assert_eq!(accuracy(&[0.0, 0.0]), Some(100.0));
        let of = |loss: f64| accuracy(&[choice(0.0, -loss).cost()]).unwrap();
        assert!(of(1.0) > of(2.0) && of(2.0) > of(10.0) && of(10.0) > of(64.0));
    }
}
