//! The players that can be chosen: levels, simple players and those of older programs.

use outflank_engine::{LEVELS, Level};
use outflank_players::{FAMILIES, Family, Parameter, Spec};
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

/// The deepest search of the engine that may be asked for: deeper ones take longer than anybody waits.
const DEEPEST: u32 = 24;

/// The longest time for a move that may be asked for, in seconds.
const LONGEST: f64 = 30.0;

/// Levels that look so many plies ahead play from the book, unless told not to.
const STRONG: u32 = 11;

/// Understands the text of a player that may be chosen, written as the list has it: levels as they are, the
/// engine to a depth, and players that are neither persons nor programs with what is settable. `file` tells
/// of an option that names a file whether it may; `None` for other options.
pub fn chosen<'a>(text: &'a str, file: impl Fn(&str, &str) -> Option<bool>) -> Option<Spec<'a>> {
    let spec = Spec::split(text).ok()?;
    let (id, is_trimmed) = (spec.family().id, text.trim() == text);
    (is_trimmed && text.starts_with(id) && may_be_chosen(&spec, file)).then_some(spec)
}

/// Completes the text of a player that may be chosen where there are no files: strong levels play from the
/// book.
pub fn completed(text: &str) -> Option<String> {
    let spec = chosen(text, |_, _| None)?;
    Some(with_book(&spec, text).unwrap_or_else(|| text.to_owned()))
}

fn may_be_chosen(spec: &Spec<'_>, file: impl Fn(&str, &str) -> Option<bool>) -> bool {
    let at_most = |value: &str, most: f64| value.parse().is_ok_and(|number: f64| number <= most);
    match spec.family().id {
        "human" | "exec" => false,
        "level" => spec.options().all(is_book_choice),
        "engine" => {
            let is_depth = |(name, value)| name == "depth" && at_most(value, DEEPEST.into());
            spec.options().any(is_depth)
                && spec.options().all(|option| is_depth(option) || is_book_choice(option))
        }
        _ => spec.options().all(|(name, value)| match file(name, value) {
            Some(may_be_named) => may_be_named,
            // Plain minimax takes longer than anybody waits.
            None if name == "search" => value != "minimax",
            None if name == "grow" => value == "no",
            None => SETTABLE.contains(&name) && (name != "time" || at_most(value, LONGEST)),
        }),
    }
}

/// Tells whether an option says to use the shipped book or not, or how much its moves may vary.
fn is_book_choice((name, value): (&str, &str)) -> bool {
    (name == "book" && ["yes", "no"].contains(&value))
        || (name == "vary" && value.parse().is_ok_and(|discs: u8| discs <= 64))
}

/// Returns how the text of a level is completed that plays from the book without being told.
pub fn with_book(spec: &Spec<'_>, text: &str) -> Option<String> {
    let number = text.strip_prefix("level:")?.split(',').next()?.parse().ok()?;
    let is_strong = Level::new(number).is_some_and(|level| level.depth >= STRONG);
    let is_told = spec.options().any(|(name, _)| name == "book");
    (is_strong && !is_told).then(|| format!("{text},book=yes"))
}

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
