//! The players that can be chosen: levels, simple players and those of older programs.

use outflank_engine::{LEVELS, Level};
use outflank_players::{FAMILIES, Family, Parameter, Spec};
use outflank_ratings::computer_rating;

use crate::{ParameterView, PlayerView};

/// Families other than the simple and heritage players: those that need more than a name, or may not be
/// chosen.
const OTHERS: [&str; 4] = ["human", "level", "engine", "exec"];

/// The options that can be set from a page: numbers and words, but no files, no programs of this machine, and
/// no memory sizes.
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

/// The maximum search depth that can be requested: deeper searches take longer than anyone waits.
const DEEPEST: u32 = 24;

/// The longest time per move that can be requested, in seconds.
const LONGEST: f64 = 30.0;

/// Levels with at least this search depth play from the book by default.
const STRONG: u32 = 11;

/// Parses a player specification in the form used by the list: levels as they are, the engine with a depth,
/// and players that are neither people nor programs with settable options. `file` returns whether an option
/// that names a file is allowed, and `None` for other options.
pub fn chosen<'a>(text: &'a str, file: impl Fn(&str, &str) -> Option<bool>) -> Option<Spec<'a>> {
    let spec = Spec::split(text).ok()?;
    let (id, is_trimmed) = (spec.family().id, text.trim() == text);
    (is_trimmed && text.starts_with(id) && may_be_chosen(&spec, file)).then_some(spec)
}

/// Completes the specification of a player where no files are available: strong levels play from the book.
pub fn completed(text: &str) -> Option<String> {
    let spec = chosen(text, |_, _| None)?;
    Some(with_book(&spec, text).unwrap_or_else(|| text.to_owned()))
}

/// Returns whether a player has a use for the opponent's time: our engine and its levels have.
#[must_use]
pub fn can_ponder(text: &str) -> bool {
    Spec::split(text).is_ok_and(|spec| ["level", "engine"].contains(&spec.family().id))
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

/// Returns whether an option switches the shipped book on or off, or sets how much its moves vary.
fn is_book_choice((name, value): (&str, &str)) -> bool {
    (name == "book" && ["yes", "no"].contains(&value))
        || (name == "vary" && value.parse().is_ok_and(|discs: u8| discs <= 64))
}

/// Returns the completed specification of a level that plays from the book by default.
pub fn with_book(spec: &Spec<'_>, text: &str) -> Option<String> {
    let number = text.strip_prefix("level:")?.split(',').next()?.parse().ok()?;
    let is_strong = Level::new(number).is_some_and(|level| level.depth >= STRONG);
    let is_told = spec.options().any(|(name, _)| name == "book");
    (is_strong && !is_told).then(|| format!("{text},book=yes"))
}

/// Returns the families whose players are neither our engine, nor people, nor external programs.
pub fn guests() -> impl Iterator<Item = &'static Family> {
    FAMILIES.iter().filter(|family| !OTHERS.contains(&family.id))
}

/// Lists the available players, weakest first within each group, with their parameters.
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
