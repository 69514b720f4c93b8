//! Ending games early by what they are worth.

use std::str::FromStr;

use outflank_engine::eval::Weights;
use outflank_engine::{Engine, Goal, Limits, TableTooLarge};
use outflank_rules::{Color, Position};

/// When games are ended early; by default never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// From so many empty squares on, by the exact value.
    pub empties: Option<u32>,
    /// As soon as a side is far ahead for long.
    pub ahead: Option<Ahead>,
}

impl Adjudication {
    /// Tells whether any game can end early.
    #[must_use]
    pub const fn is_wanted(&self) -> bool {
        self.empties.is_some() || self.ahead.is_some()
    }
}

/// How far ahead a side has to be, and for how many plies in a row. A search of our engine says so, whoever
/// plays: few programs tell what they expect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// The discs.
    pub discs: u32,
    /// The plies, of both sides together.
    pub plies: u32,
}

/// Says why a text is no such rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} does not say when a side is far ahead; write DISCS,PLIES with 1 to 64 discs and 1 to 60 plies"
)]
pub struct AheadError(pub String);

impl FromStr for Ahead {
    type Err = AheadError;

    /// Parses `30,6`.
    fn from_str(text: &str) -> Result<Ahead, AheadError> {
        let parsed = text.split_once(',').and_then(|(discs, plies)| {
            Some(Ahead { discs: discs.trim().parse().ok()?, plies: plies.trim().parse().ok()? })
        });
        parsed
            .filter(|one| (1..=64).contains(&one.discs) && (1..=60).contains(&one.plies))
            .ok_or_else(|| AheadError(text.chars().take(40).collect()))
    }
}

/// Decides games by what they are worth.
pub struct Adjudicator {
    engine: Engine,
    rules: Adjudication,
}

/// How deep the search looks that says whether a side is far ahead.
const AHEAD_DEPTH: u32 = 8;

impl Adjudicator {
    /// The most empty squares with which a game can be decided: solving takes up to some seconds then.
    pub const MOST: u32 = 20;

    /// Makes one that decides as agreed.
    ///
    /// # Errors
    ///
    /// If there is no memory for its table.
    pub fn new(rules: Adjudication) -> Result<Adjudicator, TableTooLarge> {
        Ok(Adjudicator { engine: Engine::new(8, Weights::embedded())?, rules })
    }

    /// Begins to watch a game.
    #[must_use]
    pub fn watch(&self) -> GameWatch<'_> {
        GameWatch { adjudicator: self, leader: None, plies: 0 }
    }

    fn exact(&self, position: Position) -> Option<i32> {
        let from = self.rules.empties?.min(Self::MOST);
        if position.empty().len() > from {
            return None;
        }
        let value = self.engine.search(position).solve(Goal::Exact).value;
        Some(value.for_black(position.side_to_move()).score)
    }

    /// Returns what the game is about worth: black's discs minus white's.
    fn estimate(&self, position: Position) -> i32 {
        let limits = Limits { depth: Some(AHEAD_DEPTH), ..Limits::default() };
        let value = self.engine.search(position).limits(&limits).analyze().value;
        value.for_black(position.side_to_move()).score
    }
}

/// An adjudicator at a board.
pub struct GameWatch<'a> {
    adjudicator: &'a Adjudicator,
    /// Who is far ahead, and for how many plies.
    leader: Option<Color>,
    plies: u32,
}

impl GameWatch<'_> {
    /// Looks at the next position and returns the score if the game is decided: black's discs minus white's.
    /// That is the exact value, or what the search expects, made even as all scores are.
    pub fn score(&mut self, position: Position) -> Option<i32> {
        if let Some(score) = self.adjudicator.exact(position) {
            return Some(score);
        }
        let Ahead { discs, plies } = self.adjudicator.rules.ahead?;
        let expected = self.adjudicator.estimate(position);
        let leader = if expected > 0 { Color::Black } else { Color::White };
        let far = expected.unsigned_abs() >= discs;
        self.plies = match (far, self.leader == Some(leader)) {
            (true, true) => self.plies + 1,
            (true, false) => 1,
            (false, _) => 0,
        };
        self.leader = far.then_some(leader);
        (self.plies >= plies).then_some(expected / 2 * 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adjudicator(empties: Option<u32>, ahead: Option<&str>) -> Adjudicator {
        let ahead = ahead.map(|text| text.parse().unwrap());
        Adjudicator::new(Adjudication { empties, ahead }).unwrap()
    }

    #[test]
    fn the_score_is_blacks_and_comes_late() {
        // #40 of the FFO suite has 20 empty squares and is worth 38 for black, who is to move.
        let text = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------X";
        let position: Position = text.parse().unwrap();
        assert_eq!(adjudicator(Some(12), None).watch().score(position), None);
        assert_eq!(adjudicator(Some(20), None).watch().score(position), Some(38));
    }

    #[test]
    fn a_side_has_to_be_far_ahead_for_long() {
        let text = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------X";
        let position: Position = text.parse().unwrap();
        let judge = adjudicator(None, Some("20,3"));
        let mut watch = judge.watch();
        assert_eq!([watch.score(position), watch.score(position)], [None, None]);
        let score = watch.score(position).unwrap();
        assert!(score >= 20 && score % 2 == 0, "{score}");
        // Another game, or one that is level for a ply, begins to count again.
        let mut watch = judge.watch();
        assert_eq!([watch.score(position), watch.score(position)], [None, None]);
        assert_eq!(watch.score(Position::start()), None);
        assert_eq!(watch.score(position), None);
    }

    #[test]
    fn nonsense_is_refused() {
        assert_eq!("30,6".parse(), Ok(Ahead { discs: 30, plies: 6 }));
        for text in ["", "30", "0,6", "30,0", "65,6", "a,b", "30,6,1"] {
            assert!(text.parse::<Ahead>().unwrap_err().to_string().contains(&format!("{text:?}")), "{text}");
        }
    }
}
