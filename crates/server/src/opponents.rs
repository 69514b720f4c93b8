//! The computer's players: what they are called, and how each chooses a move.

use std::sync::Arc;

use outflank_engine::{Clock, Dice, Engine, LEVELS, Level, Limits, OneThread, Progress, Stopper, Truth};
use outflank_rules::{Move, Position};
use rand::seq::IteratorRandom;

use crate::think::SinceStart;
use crate::wire::PlayerView;

/// A computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opponent {
    /// Any legal move, each as likely as the others.
    Random,
    /// The move that turns over most discs, the first of equals.
    Greedy,
    /// The engine at a level of strength.
    Level { number: u8 },
    /// The engine, looking a number of plies ahead.
    Engine { depth: u32 },
}

/// The deepest search that may be asked for: deeper ones take longer than anybody waits.
const DEEPEST: u32 = 24;

impl Opponent {
    /// Understands a player's text; `None` if it names none.
    pub(crate) fn parse(text: &str) -> Option<Opponent> {
        match text {
            "random" => Some(Opponent::Random),
            "greedy" => Some(Opponent::Greedy),
            _ => {
                if let Some(number) = text.strip_prefix("level:") {
                    let number = number.parse().ok()?;
                    return Level::new(number).map(|_| Opponent::Level { number });
                }
                let depth = text.strip_prefix("engine:depth=")?.parse().ok()?;
                (1..=DEEPEST).contains(&depth).then_some(Opponent::Engine { depth })
            }
        }
    }

    /// Chooses a move; `None` if there is none. `stopper` ends the search, `observe` hears of its progress.
    pub(crate) fn choose(
        self,
        position: Position,
        engine: &Engine,
        stopper: &Stopper,
        observe: &mut (dyn FnMut(&Progress) + Send),
    ) -> Option<Move> {
        let moves = position.legal_moves();
        match self {
            Opponent::Random => moves.squares().choose(&mut rand::rng()).map(Move::Place),
            Opponent::Greedy => {
                let mut best: Option<(u32, Move)> = None;
                for square in moves.squares() {
                    let turned = position.flips(square).len();
                    if best.is_none_or(|(most, _)| turned > most) {
                        best = Some((turned, Move::Place(square)));
                    }
                }
                best.map(|(_, played)| played)
            }
            Opponent::Level { number } => {
                let clock: Arc<dyn Clock> = Arc::new(SinceStart::now());
                let mut dice = Dice::new(rand::random());
                engine.play_level(position, Level::new(number)?, &OneThread, &clock, &mut dice)
            }
            Opponent::Engine { depth } => {
                let limits = Limits { depth: Some(depth), ..Limits::stopped_by(stopper) };
                let found = engine.analyze(position, &limits, &OneThread, observe).best;
                found.or_else(|| moves.first().map(Move::Place))
            }
        }
    }
}

/// Returns the depth of a value; a proof counts as looking to the end.
pub(crate) fn depth_of(truth: Truth, position: &Position) -> u32 {
    match truth {
        Truth::Estimate { depth, .. } => depth,
        Truth::Exact | Truth::AtLeast | Truth::AtMost => position.empty().len(),
    }
}

/// Lists the players that can be chosen, weakest first in each group.
pub(crate) fn list() -> Vec<PlayerView> {
    let player = |id: String, group: &str, name: String, description: String| PlayerView {
        id,
        group: group.to_owned(),
        name,
        description,
    };
    let levels = LEVELS.iter().map(|level| {
        player(format!("level:{}", level.number), "computer", level.name.to_owned(), level.description())
    });
    let simple = [
        ("random", "Plays any legal move, each as likely as the others."),
        ("greedy", "Plays the move that turns over most discs."),
    ];
    let simple = simple.map(|(id, text)| player(id.to_owned(), "simple", String::new(), text.to_owned()));
    levels.chain(simple).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_player_can_be_chosen_and_nonsense_cannot() {
        for player in list() {
            assert!(Opponent::parse(&player.id).is_some(), "{}", player.id);
        }
        for text in [
            "",
            "human",
            "engine",
            "engine:depth=0",
            "engine:depth=99",
            "engine:depth=x",
            "level:0",
            "level:21",
            "level:",
        ] {
            assert_eq!(Opponent::parse(text), None, "{text}");
        }
        // Whoever may start programs on this machine is not for everybody who can reach the server.
        assert_eq!(Opponent::parse("exec:gtp:gnugo"), None);
    }
}
