//! How large a study may be.

use std::fmt;

use super::{StudyContent, StudyNotes};

/// What there may be only so much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyLimit {
    /// Positions of the tree.
    Positions,
    /// Letters of a comment.
    Comment,
    /// Letters of a title, or of a name of a player or a line.
    Name,
    /// Marks in a position.
    Marks,
    /// Bytes of all texts together.
    Text,
}

impl StudyLimit {
    /// Returns how much there may be.
    #[must_use]
    pub const fn most(self) -> usize {
        match self {
            StudyLimit::Positions => 5_000,
            StudyLimit::Comment => 10_000,
            StudyLimit::Name => 200,
            StudyLimit::Marks => 100,
            StudyLimit::Text => 500_000,
        }
    }
}

/// Says what there is too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub struct StudyExcess {
    /// Which limit is exceeded.
    pub limit: StudyLimit,
    /// How much there is.
    pub found: usize,
}

impl fmt::Display for StudyExcess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (most, found) = (self.limit.most(), self.found);
        match self.limit {
            StudyLimit::Positions => write!(f, "a study has at most {most} positions; this one has {found}"),
            StudyLimit::Comment => write!(f, "a comment has at most {most} characters; this one has {found}"),
            StudyLimit::Name => write!(f, "a name has at most {most} characters; this one has {found}"),
            StudyLimit::Marks => write!(f, "a position has at most {most} marks; this one has {found}"),
            StudyLimit::Text => {
                write!(f, "the texts of a study have at most {most} bytes; these have {found}")
            }
        }
    }
}

impl StudyContent {
    /// Checks the size.
    ///
    /// # Errors
    ///
    /// Says what there is too much of.
    pub fn check(&self) -> Result<(), StudyExcess> {
        let within = |limit: StudyLimit, found: usize| {
            if found <= limit.most() { Ok(()) } else { Err(StudyExcess { limit, found }) }
        };
        within(StudyLimit::Positions, self.tree.size())?;
        let heads = [&self.title, &self.black, &self.white];
        let mut bytes: usize = heads.iter().map(|text| text.len()).sum();
        for head in heads {
            within(StudyLimit::Name, head.chars().count())?;
        }
        for (_, _, StudyNotes { comment, name, marks }) in self.tree.told() {
            within(StudyLimit::Comment, comment.chars().count())?;
            within(StudyLimit::Name, name.chars().count())?;
            within(StudyLimit::Marks, marks.len())?;
            bytes += comment.len() + name.len();
        }
        within(StudyLimit::Text, bytes)
    }
}
