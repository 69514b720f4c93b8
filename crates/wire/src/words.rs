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

/// The ways a game can end.
pub fn end_reasons() -> Object {
    words(Ending::ALL.map(Ending::name))
}

/// The groups of players.
pub fn player_groups() -> Object {
    words(["computer", "simple", "heritage"])
}

/// The kinds of values of a move.
pub fn move_value_kinds() -> Object {
    words(["exact", "upper", "estimate"])
}

/// The kinds of values of a search.
pub fn value_kinds() -> Object {
    words(["exact", "lower", "upper", "estimate"])
}

/// The kinds of steps in the search of a small tree.
pub fn tree_steps() -> Object {
    words(["enter", "evaluate", "improve", "reject", "cut", "leave"])
}

/// The labels of moves.
pub fn labels() -> Object {
    words(Label::ALL.map(Label::name))
}

/// The reasons a move of a game is worth reviewing.
pub fn moments() -> Object {
    words([MomentKind::Mistake, MomentKind::OnlyMove].map(MomentKind::name))
}

/// The causes a claim of the coach can name.
pub fn causes() -> Object {
    words(Cause::ALL.map(Cause::name))
}

/// The ideas behind a move.
pub fn ideas() -> Object {
    words(Idea::ALL.map(Idea::name))
}

/// The lines that can demonstrate a claim.
pub fn branches() -> Object {
    words([Branch::Played, Branch::Better].map(Branch::name))
}

/// The reasons an endpoint did not respond.
pub fn troubles() -> Object {
    words(["off", "unreachable", "slow", "refused", "busy", "broken", "malformed", "oversized"])
}

/// The places where an endpoint can be configured.
pub fn endpoint_sources() -> Object {
    words(["settings", "environment"])
}

/// The ways to choose the next puzzle.
pub fn puzzle_choices() -> Object {
    words(["rated", "theme", "endgame"])
}

/// The ways a caller can come to a puzzle.
pub fn puzzle_modes() -> Object {
    words(["rated", "theme", "daily"])
}

/// The goals of puzzles.
pub fn puzzle_goals() -> Object {
    words(["win", "draw", "discs"])
}

/// The themes of puzzles.
pub fn puzzle_themes() -> Object {
    words(PuzzleTheme::ALL.map(PuzzleTheme::name))
}

/// A list of puzzle themes.
pub fn list_of_puzzle_themes() -> Array {
    ArrayBuilder::new().items(puzzle_themes()).build()
}

/// The kinds of cards.
pub fn card_kinds() -> Object {
    words(["mistake", "opening"])
}

/// The grades of an answer.
pub fn grades() -> Object {
    words(Grade::ALL.map(Grade::name))
}

/// The kinds of frequent mistakes.
pub fn habits() -> Object {
    words(Habit::ALL.map(Habit::name))
}
