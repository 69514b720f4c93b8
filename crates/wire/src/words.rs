//! Closed sets of words on the wire, described so that programs and the types of the pages know them all.
//!
//! Where another crate has the list, it is asked for it.

use outflank_coach::{Branch, Cause, Idea, Label};
use outflank_game::Ending;
use outflank_learn::{Grade, Habit};
use outflank_puzzles::PuzzleTheme;
use outflank_review::MomentKind;
use utoipa::openapi::schema::{Array, ArrayBuilder, Object, ObjectBuilder, Type};

fn words(list: impl IntoIterator<Item = &'static str>) -> Object {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(list)).build()
}

/// How a game ended.
pub fn end_reasons() -> Object {
    words(Ending::ALL.map(Ending::name))
}

/// The groups of players.
pub fn player_groups() -> Object {
    words(["computer", "simple", "heritage"])
}

/// What a value of a move is.
pub fn move_value_kinds() -> Object {
    words(["exact", "upper", "estimate"])
}

/// What a value of a search is.
pub fn value_kinds() -> Object {
    words(["exact", "lower", "upper", "estimate"])
}

/// The steps of a search of a small tree.
pub fn tree_steps() -> Object {
    words(["enter", "evaluate", "improve", "reject", "cut", "leave"])
}

/// What a move is called.
pub fn labels() -> Object {
    words(Label::ALL.map(Label::name))
}

/// Why a move of a game is worth looking at again.
pub fn moments() -> Object {
    words([MomentKind::Mistake, MomentKind::OnlyMove].map(MomentKind::name))
}

/// What a claim of the coach is about.
pub fn causes() -> Object {
    words(Cause::ALL.map(Cause::name))
}

/// What a move is about.
pub fn ideas() -> Object {
    words(Idea::ALL.map(Idea::name))
}

/// The lines that show a claim.
pub fn branches() -> Object {
    words([Branch::Played, Branch::Better].map(Branch::name))
}

/// Why an endpoint did not answer.
pub fn troubles() -> Object {
    words(["off", "unreachable", "slow", "refused", "busy", "broken", "malformed", "oversized"])
}

/// Where an endpoint was set up.
pub fn endpoint_sources() -> Object {
    words(["settings", "environment"])
}

/// Which puzzle may be wanted next.
pub fn puzzle_choices() -> Object {
    words(["rated", "theme", "endgame"])
}

/// How one came to a puzzle.
pub fn puzzle_modes() -> Object {
    words(["rated", "theme", "daily"])
}

/// What is to be reached in a puzzle.
pub fn puzzle_goals() -> Object {
    words(["win", "draw", "discs"])
}

/// What puzzles are about.
pub fn puzzle_themes() -> Object {
    words(PuzzleTheme::ALL.map(PuzzleTheme::name))
}

/// Some of what puzzles are about.
pub fn list_of_puzzle_themes() -> Array {
    ArrayBuilder::new().items(puzzle_themes()).build()
}

/// What comes back.
pub fn card_kinds() -> Object {
    words(["mistake", "opening"])
}

/// How an answer was.
pub fn grades() -> Object {
    words(Grade::ALL.map(Grade::name))
}

/// What somebody often does wrong.
pub fn habits() -> Object {
    words(Habit::ALL.map(Habit::name))
}
