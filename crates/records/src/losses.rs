//! What is lost where a format has no place for it.

use std::fmt;
use std::ops::AddAssign;

use crate::{Format, Ply, Record};

/// How many notes a format cannot hold.
///
/// ```
/// use outflank_records::{Format, parse_any};
///
/// let game = parse_any("1. f5 d6 (1... f6 {sharp}) 2. c3 *")?.remove(0);
/// assert_eq!(game.losses(Format::Transcript).to_string(), "1 variation and 1 comment");
/// assert!(game.losses(Format::Sgf).is_empty());
/// # Ok::<(), outflank_records::RecordError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoteLosses {
    /// Lines beside the main one.
    pub variations: usize,
    /// Comments on moves.
    pub comments: usize,
    /// Marks on the board and names of lines.
    pub marks: usize,
}

impl NoteLosses {
    /// Tells whether nothing is lost.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == NoteLosses::default()
    }
}

impl AddAssign for NoteLosses {
    fn add_assign(&mut self, other: NoteLosses) {
        self.variations += other.variations;
        self.comments += other.comments;
        self.marks += other.marks;
    }
}

impl fmt::Display for NoteLosses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoteLosses { variations, comments, marks } = *self;
        let counts = [(variations, "variation"), (comments, "comment"), (marks, "mark")];
        let words: Vec<String> = counts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}{}", if count == 1 { "" } else { "s" }))
            .collect();
        match words.split_last() {
            Some((last, [])) => f.write_str(last),
            Some((last, before)) => write!(f, "{} and {last}", before.join(", ")),
            None => f.write_str("nothing"),
        }
    }
}

impl Format {
    /// Tells whether the format holds variations, comments on moves, names of lines and marks.
    #[must_use]
    pub const fn holds_notes(self) -> bool {
        matches!(self, Format::Ggf | Format::Sgf | Format::Pgn | Format::Quest | Format::Jsonl)
    }
}

impl Record {
    /// Counts what a format cannot hold of the notes on moves.
    #[must_use]
    pub fn losses(&self, format: Format) -> NoteLosses {
        if format.holds_notes() { NoteLosses::default() } else { notes(self) }
    }
}

fn notes(line: &Record) -> NoteLosses {
    let comments = line.plies().iter().filter(|ply| ply.comment.is_some()).count();
    let marks = |ply: &Ply| ply.marks.len() + usize::from(ply.name.is_some());
    let texts = line.extras.iter().filter(|extra| extra.key == "(").count();
    let mut found = NoteLosses {
        variations: line.sidelines().len() + texts,
        comments,
        marks: line.plies().iter().map(marks).sum(),
    };
    for side in line.sidelines() {
        found += notes(side.line());
    }
    found
}
