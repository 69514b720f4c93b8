//! Lines beside the main one, and between records and the trees of studies.

use outflank_game::{StudyMark, StudyNotes, StudyTree};
use outflank_rules::{Move, Position};

use crate::{Ply, Record};

/// A line beside the main one, or beside another one.
///
/// It has plies, their notes, lines of its own and properties that only its format knows; what concerns a
/// game as a whole it does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sideline {
    at: usize,
    line: Record,
}

impl Sideline {
    /// Returns how many plies of the line it leaves are played before it.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns the line; it starts where it leaves the other.
    #[must_use]
    pub fn line(&self) -> &Record {
        &self.line
    }
}

impl Record {
    /// Returns the lines beside this one, in the order of the plies they stand beside.
    #[must_use]
    pub fn sidelines(&self) -> &[Sideline] {
        &self.sidelines
    }

    /// Returns the lines that are alternatives to a ply.
    pub(crate) fn sidelines_at(&self, at: usize) -> impl Iterator<Item = &Record> {
        self.sidelines.iter().filter(move |side| side.at == at).map(|side| &side.line)
    }

    /// Returns the position after so many plies.
    #[must_use]
    pub fn position_after(&self, plies: usize) -> Option<Position> {
        if plies > self.plies().len() {
            return None;
        }
        self.moves().take(plies).try_fold(self.start(), |position, played| position.play(played).ok())
    }

    /// Adds a line beside the ply with this index. What is said before its first ply is said of that ply.
    ///
    /// # Errors
    ///
    /// Gives the line back if it starts elsewhere, has no ply, or says something of a whole game.
    pub fn add_sideline(&mut self, at: usize, mut line: Record) -> Result<(), Box<Record>> {
        let fits = at < self.plies().len()
            && !line.is_position()
            && self.position_after(at) == Some(line.start())
            && line.is_silent_but_for_start();
        if !fits {
            return Err(Box::new(line));
        }
        let (comment, name, marks) = (line.comment.take(), line.name.take(), std::mem::take(&mut line.marks));
        if let Some(first) = line.ply_mut(0) {
            first.comment = match (comment, first.comment.take()) {
                (Some(before), Some(after)) => Some(format!("{before}\n{after}")),
                (before, after) => before.or(after),
            };
            first.name = first.name.take().or(name);
            first.marks.extend(marks);
            sort_marks(&mut first.marks);
        }
        let place = self.sidelines.partition_point(|side| side.at <= at);
        self.sidelines.insert(place, Sideline { at, line });
        Ok(())
    }

    /// Adds a line as the first of those beside a ply; `None` if it does not belong there.
    pub(crate) fn add_first_sideline(&mut self, at: usize, line: Record) -> Option<()> {
        self.add_sideline(at, line).ok()?;
        let (first, after) = (
            self.sidelines.partition_point(|side| side.at < at),
            self.sidelines.partition_point(|side| side.at <= at),
        );
        self.sidelines[first..after].rotate_right(1);
        Some(())
    }

    /// Removes all lines beside the main one, also those that are kept as texts.
    pub fn remove_sidelines(&mut self) {
        self.sidelines.clear();
        self.extras.retain(|extra| extra.key != "(");
    }

    /// Writes a tree of moves and notes as a record: its main line, and the others beside it.
    #[must_use]
    pub fn from_study(tree: &StudyTree) -> Record {
        let mut record = line_of(tree, 0, None);
        if let Some(root) = tree.node(0) {
            let Ply { comment, name, marks, .. } = noted(Move::Pass, &root.notes);
            (record.comment, record.name, record.marks) = (comment, name, marks);
        }
        record
    }

    /// Returns all lines of the record as one tree, with comments, names and marks; evaluations and times are
    /// left out. Lines that begin alike become one.
    #[must_use]
    pub fn study_tree(&self) -> StudyTree {
        let mut tree = StudyTree::new(self.start());
        let (comment, name) = (self.comment.as_deref(), self.name.as_deref());
        note(&mut tree, 0, comment, name, &self.marks);
        grow(&mut tree, 0, self);
        tree
    }
}

/// Puts marks in order, each once.
pub(crate) fn sort_marks(marks: &mut Vec<StudyMark>) {
    marks.sort_unstable();
    marks.dedup();
}

/// Writes a line of a tree: that through `first` from a node, or its main continuation.
fn line_of(tree: &StudyTree, from: usize, first: Option<usize>) -> Record {
    let Some(mut at) = tree.node(from) else { return Record::new(tree.start()) };
    let mut record = Record::new(at.position());
    let mut beside = Vec::new();
    let mut next = first.or(at.children().first().copied());
    while let Some((index, node)) = next.and_then(|index| Some((index, tree.node(index)?))) {
        let others = if record.is_position() && first.is_some() { &[][..] } else { at.children() };
        let ply = record.plies().len();
        beside.extend(others.iter().filter(|&&other| other != index).map(|&other| (ply, other)));
        let Some(played) = node.played() else { break };
        // Every move of a tree is legal.
        if record.push(noted(played, &node.notes)).is_err() {
            break;
        }
        (at, next) = (node, node.children().first().copied());
    }
    for (ply, other) in beside {
        let parent = tree.node(other).and_then(|node| node.parent()).unwrap_or(0);
        let _always_fits = record.add_sideline(ply, line_of(tree, parent, Some(other)));
    }
    record
}

fn noted(played: Move, notes: &StudyNotes) -> Ply {
    let kept = |text: &String| (!text.is_empty()).then(|| text.clone());
    let mut ply = Ply::new(played);
    (ply.comment, ply.name, ply.marks) = (kept(&notes.comment), kept(&notes.name), notes.marks.clone());
    sort_marks(&mut ply.marks);
    ply
}

/// Adds a line to a tree at a node, and the lines beside it.
fn grow(tree: &mut StudyTree, from: usize, line: &Record) {
    let mut nodes = vec![from];
    for ply in line.plies() {
        let at = nodes.last().copied().unwrap_or(from);
        // The plies of a record are legal.
        let Ok(node) = tree.add(at, ply.played()) else { break };
        note(tree, node, ply.comment.as_deref(), ply.name.as_deref(), &ply.marks);
        nodes.push(node);
    }
    for side in &line.sidelines {
        if let Some(&node) = nodes.get(side.at) {
            grow(tree, node, &side.line);
        }
    }
}

/// Adds notes to those a node has.
fn note(tree: &mut StudyTree, node: usize, comment: Option<&str>, name: Option<&str>, marks: &[StudyMark]) {
    let Some(notes) = tree.notes_mut(node) else { return };
    if let Some(comment) = comment.filter(|comment| *comment != notes.comment) {
        if !notes.comment.is_empty() {
            notes.comment.push('\n');
        }
        notes.comment.push_str(comment);
    }
    if let Some(name) = name.filter(|_| notes.name.is_empty()) {
        name.clone_into(&mut notes.name);
    }
    notes.marks.extend_from_slice(marks);
    sort_marks(&mut notes.marks);
}
