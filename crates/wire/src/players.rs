//! The players that can be chosen: levels, simple players and those of older programs.

use outflank_engine::LEVELS;
use outflank_players::{FAMILIES, Family, Parameter};
use outflank_ratings::computer_rating;

use crate::{ParameterView, PlayerView};

/// Families that are no simple or heritage players: those that need more than a name, or may not be chosen.
const OTHERS: [&str; 4] = ["human", "level", "engine", "exec"];

/// What may be set from a page: numbers and words, no files and no programs of this machine, no memory.
pub const SETTABLE: &[&str] = &[
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
    "moves",
    "stable",
    "ends",
    "search",
    "deepening",
];

/// Returns the families whose players are no engine of ours, no person and no program to be started.
pub fn guests() -> impl Iterator<Item = &'static Family> {
    FAMILIES.iter().filter(|family| !OTHERS.contains(&family.id))
}

/// Lists the players that can be chosen, weakest first in each group, with what can be set for them.
pub fn list(is_settable: impl Fn(&str) -> bool) -> Vec<PlayerView> {
    let known = |level: u8| computer_rating(&format!("level:{level}"));
    let rating = |level: u8| known(level).map(|known| known.rating.shown());
    // Level 1 has met a player that is no level.
    let below = |level: u8| known(level).filter(|_| level > 1)?.below;
    let levels = LEVELS.iter().map(|level| PlayerView {
        id: format!("level:{}", level.number),
        group: "computer".to_owned(),
        name: level.name.to_owned(),
        description: level.description(),
        depth: Some(level.depth),
        solves: Some(level.solves),
        elo: rating(level.number).zip(rating(1)).map(|(own, first)| own - first),
        share_below: below(level.number).map(|(_, share)| share),
        parameters: Vec::new(),
    });
    let guests = guests().map(|family| PlayerView {
        id: family.id.to_owned(),
        group: if ["random", "greedy"].contains(&family.id) { "simple" } else { "heritage" }.to_owned(),
        name: String::new(),
        description: family.description.to_owned(),
        depth: None,
        solves: None,
        elo: None,
        share_below: None,
        parameters: parameters(family, &is_settable),
    });
    levels.chain(guests).collect()
}

fn parameters(family: &Family, is_settable: &impl Fn(&str) -> bool) -> Vec<ParameterView> {
    let settable = family.parameters.iter().filter(|parameter| is_settable(parameter.name));
    let view = |parameter: &Parameter| ParameterView {
        name: parameter.name.to_owned(),
        default: parameter.default.to_owned(),
        meaning: parameter.meaning.to_owned(),
    };
    settable.map(view).collect()
}
