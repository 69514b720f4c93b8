//! The computer's players: what they are called, and how each chooses a move.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use outflank_engine::{Clock, Dice, Engine, LEVELS, Level, Limits, Progress, Stopper, Truth};
use outflank_players::{Entrant, FAMILIES, Family, Player, Turn};
use outflank_rules::{Game, Move, Position};

use crate::think::SinceStart;
use crate::wire::{ParameterView, PlayerView};

/// A computer player.
#[derive(Clone)]
pub(crate) enum Opponent {
    /// The engine at a level of strength.
    Level { number: u8 },
    /// The engine, looking a number of plies ahead.
    Engine { depth: u32 },
    /// A simple player or one of the heritage.
    Guest(Guest),
}

/// A player from elsewhere, who sits down when first asked and stays as long as this is kept.
#[derive(Clone)]
pub(crate) struct Guest {
    entrant: Entrant,
    seated: Arc<Mutex<Option<Box<dyn Player>>>>,
}

/// The deepest search that may be asked for: deeper ones take longer than anybody waits.
const DEEPEST: u32 = 24;

/// The longest time for a move that may be asked for, in seconds.
const LONGEST: f64 = 30.0;

/// The time for a move of players who have no limit of their own.
const TIME: Duration = Duration::from_secs(1);

/// What may be set from a page: numbers and words, no files and no programs of this machine, no memory.
const SETTABLE: &[&str] = &[
    "depth",
    "time",
    "noise",
    "seed",
    "scan",
    "corners",
    "discs",
    "frontier",
    "mobility",
    "stability",
    "squares",
    "positions",
    "score",
    "lines",
    "parity",
];

impl Opponent {
    /// Understands a player's text; `None` if it names none that may be chosen here.
    pub(crate) fn parse(text: &str) -> Option<Opponent> {
        let (id, rest) = text.split_once(':').unwrap_or((text, ""));
        match id {
            "level" => {
                let number = rest.parse().ok()?;
                Level::new(number).map(|_| Opponent::Level { number })
            }
            "engine" => {
                let depth = rest.strip_prefix("depth=")?.parse().ok()?;
                (1..=DEEPEST).contains(&depth).then_some(Opponent::Engine { depth })
            }
            _ => {
                guests().find(|family| family.id() == id)?;
                let settable = |option: &str| {
                    let (name, value) = option.split_once('=').unwrap_or((option, ""));
                    let soon = name != "time" || value.parse().is_ok_and(|seconds: f64| seconds <= LONGEST);
                    SETTABLE.contains(&name) && soon
                };
                let all = rest.is_empty() || rest.split(',').all(settable);
                let entrant: Entrant = all.then(|| text.parse().ok()).flatten()?;
                Some(Opponent::Guest(Guest { entrant, seated: Arc::default() }))
            }
        }
    }

    /// Chooses a move; `None` if there is none. `stopper` ends the search, `observe` hears of its progress.
    pub(crate) fn choose(
        &self,
        game: &Game,
        engine: impl FnOnce() -> Option<Engine>,
        stopper: &Stopper,
        observe: &mut (dyn FnMut(&Progress) + Send),
    ) -> (Option<Move>, Option<Engine>) {
        let position = game.position();
        let moves = position.legal_moves();
        let limits = match self {
            Opponent::Guest(guest) => return (guest.choose(game), None),
            Opponent::Engine { depth } => Limits { depth: Some(*depth), ..Limits::stopped_by(stopper) },
            Opponent::Level { number } => {
                let Some(level) = Level::new(*number) else { return (None, None) };
                let clock: Arc<dyn Clock> = Arc::new(SinceStart::now());
                if !level.is_steady() || moves.len() < 2 {
                    let Some(engine) = engine() else { return (None, None) };
                    let mut dice = Dice::new(rand::random());
                    let search = engine.search(position).stopper(stopper).observe(observe);
                    let chosen = search.play(level, &clock, &mut dice).map(|one| one.played);
                    return (chosen, Some(engine));
                }
                let depth = Some(level.depth_at(position.empty().len()));
                Limits { depth, deadline: Some((clock, level.time)), ..Limits::stopped_by(stopper) }
            }
        };
        let Some(engine) = engine() else { return (None, None) };
        let found = engine.search(position).limits(&limits).observe(observe).analyze().best;
        (found.or_else(|| moves.first().map(Move::Place)), Some(engine))
    }
}

impl Guest {
    fn choose(&self, game: &Game) -> Option<Move> {
        let mut seated = self.seated.lock().unwrap_or_else(PoisonError::into_inner);
        if seated.is_none() {
            *seated = self.entrant.seat().ok();
        }
        let turn = Turn { game, time: TIME };
        seated.as_mut()?.choose(&turn, &mut Dice::new(rand::random())).ok()
    }
}

/// Returns the depth of a value; a proof counts as looking to the end.
pub(crate) fn depth_of(truth: Truth, position: &Position) -> u32 {
    match truth {
        Truth::Estimate { depth, .. } => depth,
        Truth::Exact | Truth::AtLeast | Truth::AtMost => position.empty().len(),
    }
}

/// Returns the families whose players are no engine of ours, no person and no program to be started.
fn guests() -> impl Iterator<Item = &'static dyn Family> {
    let others = ["human", "level", "engine", "exec"];
    FAMILIES.iter().copied().filter(move |family| !others.contains(&family.id()))
}

/// Lists the players that can be chosen, weakest first in each group.
pub(crate) fn list() -> Vec<PlayerView> {
    let levels = LEVELS.iter().map(|level| PlayerView {
        id: format!("level:{}", level.number),
        group: "computer".to_owned(),
        name: level.name.to_owned(),
        description: level.description(),
        depth: Some(level.depth),
        solves: Some(level.solves),
        parameters: Vec::new(),
    });
    let guests = guests().map(|family| PlayerView {
        id: family.id().to_owned(),
        group: if ["random", "greedy"].contains(&family.id()) { "simple" } else { "heritage" }.to_owned(),
        name: String::new(),
        description: family.description().to_owned(),
        depth: None,
        solves: None,
        parameters: parameters(family),
    });
    levels.chain(guests).collect()
}

fn parameters(family: &dyn Family) -> Vec<ParameterView> {
    let settable = family.parameters().iter().filter(|parameter| SETTABLE.contains(&parameter.name));
    let view = |parameter: &outflank_players::Parameter| ParameterView {
        name: parameter.name.to_owned(),
        default: parameter.default.to_owned(),
        meaning: parameter.meaning.to_owned(),
    };
    settable.map(view).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_player_can_be_chosen_and_nonsense_cannot() {
        let listed = list();
        assert_eq!(listed.iter().filter(|player| player.group == "computer").count(), 20);
        for player in &listed {
            assert!(Opponent::parse(&player.id).is_some(), "{}", player.id);
        }
        for id in ["nea", "client-expert", "om-premaster", "agent", "scout"] {
            assert!(listed.iter().any(|player| player.id == id && player.group == "heritage"), "{id}");
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
            "level:3,openings=x",
            "nea:depth=10",
            "nea:depth",
            "agent:time=3600",
        ] {
            assert!(Opponent::parse(text).is_none(), "{text}");
        }
        assert!(Opponent::parse("nea:depth=9,corners=0").is_some());
    }

    #[test]
    fn no_player_reads_files_takes_memory_or_starts_programs() {
        // Who can reach the server must not reach the rest of the machine through it.
        for text in [
            "exec:gtp:gnugo",
            "nea:openings=/etc/passwd",
            "client-hard:table=/etc/passwd",
            "scout:killers=/etc/passwd",
            "scout:transposition=on,entries=10000000",
            "engine:weights=/etc/passwd",
            "engine:depth=3,hash=65536",
            "EXEC:gtp:gnugo",
        ] {
            assert!(Opponent::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn guests_play_whole_games() {
        for id in guests().map(Family::id) {
            let opponent = Opponent::parse(id).unwrap();
            let mut game = Game::new(Position::start());
            for _ in 0..4 {
                let (played, _) = opponent.choose(&game, || None, &Stopper::new(), &mut |_| {});
                game.play(played.unwrap()).unwrap();
            }
        }
    }
}
