//! Studies as the pages see them: a tree of moves with comments, names and marks.

use outflank_game::{KeptStudy, StudyHead, StudyMark, StudyNotes, StudySubject, StudyTree};
use outflank_rules::{Game, Move, Position};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::Malformed;

/// A node of the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyNodeView {
    /// The index of the parent node; 0 is the start, and also the parent of the start itself.
    pub parent: usize,
    /// A square or `pass`; empty for the start.
    #[serde(rename = "move")]
    pub played: String,
    pub comment: String,
    /// The name of the line that begins here.
    pub name: String,
    /// `circle f5`, `cross f5`, `square f5`, `triangle f5`, `arrow c3 e5` or `label f5 A`.
    pub marks: Vec<String>,
}

/// A tree of moves: start first, every other node after its parent, main continuation first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyTreeView {
    /// 64 squares, followed by the side to move.
    pub start: String,
    pub nodes: Vec<StudyNodeView>,
}

impl StudyTreeView {
    /// Converts a tree.
    pub fn of(tree: &StudyTree) -> StudyTreeView {
        let order = tree.in_order();
        let mut places = vec![0; order.len()];
        for (place, &node) in order.iter().enumerate() {
            places[node] = place;
        }
        let nodes = order.iter().filter_map(|&index| tree.node(index)).map(|node| StudyNodeView {
            parent: node.parent().map_or(0, |parent| places[parent]),
            played: node.played().map(|played| played.to_string()).unwrap_or_default(),
            comment: node.notes.comment.clone(),
            name: node.notes.name.clone(),
            marks: node.notes.marks.iter().map(ToString::to_string).collect(),
        });
        StudyTreeView { start: tree.start().to_string(), nodes: nodes.collect() }
    }

    /// Validates the moves and builds the tree.
    pub fn read(&self) -> Result<StudyTree, Malformed> {
        let start: Position = self.start.parse().map_err(|error| Malformed(format!("the start: {error}")))?;
        let mut tree = StudyTree::new(start);
        let mut places = Vec::with_capacity(self.nodes.len());
        for (index, node) in self.nodes.iter().enumerate() {
            let wrong = |reason: String| Malformed(format!("position {index} of the study: {reason}"));
            let place = if index == 0 {
                if !node.played.is_empty() {
                    return Err(wrong(format!("the start has no move, not {:?}", node.played)));
                }
                0
            } else {
                let played: Move = node.played.parse().map_err(|error| wrong(format!("{error}")))?;
                let parent = places.get(node.parent).copied();
                let parent =
                    parent.ok_or_else(|| wrong(format!("there is no position {} before", node.parent)))?;
                tree.add(parent, played).map_err(|fault| wrong(fault.to_string()))?
            };
            places.push(place);
            let marks: Result<Vec<StudyMark>, _> = node.marks.iter().map(|mark| mark.parse()).collect();
            let mut marks = marks.map_err(|error| wrong(error.to_string()))?;
            marks.sort_unstable();
            marks.dedup();
            if let Some(notes) = tree.notes_mut(place) {
                *notes = StudyNotes { comment: node.comment.clone(), name: node.name.clone(), marks };
            }
        }
        Ok(tree)
    }
}

/// A study.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StudyView {
    /// Its identifier in links.
    pub slug: String,
    /// The number of the studio game it belongs to, if any.
    pub game: Option<i64>,
    /// The key of the library game it belongs to, if any.
    pub entry: Option<i64>,
    /// When it was last changed, in milliseconds since 1970.
    pub updated: i64,
    /// Incremented with every change; a change names the revision it is based on.
    pub revision: i64,
    pub title: String,
    pub black: String,
    pub white: String,
    /// The moves of the original game.
    pub played: Vec<String>,
    pub tree: StudyTreeView,
}

impl From<KeptStudy> for StudyView {
    fn from(kept: KeptStudy) -> StudyView {
        let KeptStudy { slug, subject, created: _, updated, revision, content } = kept;
        let (game, entry) = numbers(subject);
        StudyView {
            slug,
            game,
            entry,
            updated,
            revision,
            played: content.played.plies().iter().map(ToString::to_string).collect(),
            tree: StudyTreeView::of(&content.tree),
            title: content.title,
            black: content.black,
            white: content.white,
        }
    }
}

fn numbers(subject: Option<StudySubject>) -> (Option<i64>, Option<i64>) {
    match subject {
        Some(StudySubject::Game(id)) => (Some(id), None),
        Some(StudySubject::LibraryEntry(key)) => (None, Some(key)),
        None => (None, None),
    }
}

/// A study in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StudyListed {
    pub slug: String,
    pub game: Option<i64>,
    pub entry: Option<i64>,
    /// When it was last changed, in milliseconds since 1970.
    pub updated: i64,
    pub title: String,
    pub black: String,
    pub white: String,
    pub variations: usize,
    pub comments: usize,
    /// The last position of its game, 64 squares.
    pub board: String,
}

impl From<StudyHead> for StudyListed {
    fn from(head: StudyHead) -> StudyListed {
        let (game, entry) = numbers(head.subject);
        let StudyHead { slug, updated, title, black, white, variations, comments, position, .. } = head;
        let board = position.to_string().chars().take(64).collect();
        StudyListed { slug, game, entry, updated, title, black, white, variations, comments, board }
    }
}

/// A page of the list of studies.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct StudiesQuery {
    /// The number of studies to skip, most recently changed first.
    pub offset: u32,
    /// The number of studies to list, at most 100; 30 if missing.
    pub limit: Option<u32>,
}

/// A study to save: either a text in any format, or a tree with the game it started from.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyWish {
    /// A game with variations and comments, as text.
    pub text: Option<String>,
    /// The number of the game it belongs to, in the studio or the library.
    pub game: Option<i64>,
    /// The key of the library game it belongs to.
    pub entry: Option<i64>,
    pub title: Option<String>,
    pub black: Option<String>,
    pub white: Option<String>,
    /// The moves of the original game; the main line of the tree if missing.
    pub played: Option<Vec<String>>,
    pub tree: Option<StudyTreeView>,
}

/// A change to a study.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyChange {
    /// The revision the change is based on.
    pub revision: i64,
    pub title: String,
    pub black: String,
    pub white: String,
    pub tree: StudyTreeView,
}

/// A conflict: the study has changed in the meantime, or the game already has a study.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StudyConflict {
    pub code: String,
    pub message: String,
    /// The current study.
    pub study: StudyView,
}

/// A tree to export to a file format.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyExportWish {
    /// A text format: `pgn`, `sgf`, `ggf` ...
    pub format: String,
    /// The number of the game it belongs to, whose date and result are exported as well.
    pub game: Option<i64>,
    /// The key of the library game it belongs to.
    pub entry: Option<i64>,
    pub title: String,
    pub black: String,
    pub white: String,
    pub tree: StudyTreeView,
}

/// A study as text.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StudyText {
    pub text: String,
    /// The number of variations the format cannot hold.
    pub lost_variations: usize,
    pub lost_comments: usize,
    pub lost_marks: usize,
}

/// Parses the moves of a game.
pub fn game_of(start: Position, moves: &[String]) -> Result<Game, Malformed> {
    let mut game = Game::new(start);
    for (ply, text) in moves.iter().enumerate() {
        let wrong = |reason: String| Malformed(format!("move {} ({text}): {reason}", ply + 1));
        let played: Move = text.parse().map_err(|error| wrong(format!("{error}")))?;
        game.play(played).map_err(|reason| wrong(reason.to_string()))?;
    }
    Ok(game)
}
