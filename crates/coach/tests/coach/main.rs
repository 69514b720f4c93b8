//! The coach against positions whose causes are known, and against a checker that shares no code with it.

mod checker;
mod claims;
mod falsify;
mod games;
mod labelled;
mod naive;
mod texts;

use outflank_coach::{Claim, Examiner, Mistake};
use outflank_engine::eval::Weights;
use outflank_engine::{Engine, Limits, OneThread};
use outflank_rules::{Move, Position};

/// Asks the engine about a move.
fn examine(
    engine: &Engine,
    position: &str,
    played: &str,
    better: Option<&str>,
    depth: u32,
) -> Option<Mistake> {
    let position: Position = position.parse().expect("a position");
    let read = |text: &str| text.parse::<Move>().expect("a move");
    let limits = Limits::depth(depth);
    let examiner = Examiner { engine, limits: &limits, threads: &OneThread, known: &[] };
    examiner.examine(position, read(played), better.map(read))
}

fn engine() -> Engine {
    Engine::new(64, Weights::embedded()).expect("64 MiB")
}

/// Says a claim as a page would hear it.
fn told(mistake: &Mistake, claim: &Claim) -> checker::Told {
    let words = |moves: &[Move]| moves.iter().map(ToString::to_string).collect();
    checker::Told {
        position: mistake.position().to_string(),
        played: words(mistake.played.moves()),
        better: words(mistake.better.moves()),
        value_played: mistake.value_played,
        value_better: mistake.value_better,
        exact: mistake.exact,
        cause: claim.cause.name().to_owned(),
        details: claim
            .details
            .iter()
            .map(|(name, detail)| ((*name).to_owned(), detail.to_string()))
            .collect(),
        branch: claim.branch.name().to_owned(),
        plies: claim.plies,
    }
}
