//! A study of a database.

use outflank_rules::{Game, Position};

use super::StudyTree;

/// What a study belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudySubject {
    /// A game that is or was played in the studio: its number.
    Game(i64),
    /// A game of the library that was not played here: its key.
    LibraryEntry(i64),
}

/// What people can change of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyContent {
    /// What it is called; may be empty.
    pub title: String,
    /// The name of black; may be empty.
    pub black: String,
    /// The name of white; may be empty.
    pub white: String,
    /// The game it began with, placed at its end: whatever is promoted in the tree, this is what was played.
    pub played: Game,
    /// The moves with all that was added to them.
    pub tree: StudyTree,
}

/// A study of a database, parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptStudy {
    /// What links call it: a few letters and digits that cannot be guessed.
    pub slug: String,
    /// What it belongs to; `None` if it stands alone.
    pub subject: Option<StudySubject>,
    /// When it was begun, in milliseconds since 1970.
    pub created: i64,
    /// When it changed last.
    pub updated: i64,
    /// Grows by one with every change.
    pub revision: i64,
    /// What is in it.
    pub content: StudyContent,
}

/// A study in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyHead {
    /// What links call it.
    pub slug: String,
    /// What it belongs to; `None` if it stands alone.
    pub subject: Option<StudySubject>,
    /// When it changed last, in milliseconds since 1970.
    pub updated: i64,
    /// What it is called; may be empty.
    pub title: String,
    /// The name of black; may be empty.
    pub black: String,
    /// The name of white; may be empty.
    pub white: String,
    /// How many lines leave another one.
    pub variations: usize,
    /// How many positions have a comment.
    pub comments: usize,
    /// The last position of the game.
    pub position: Position,
}
