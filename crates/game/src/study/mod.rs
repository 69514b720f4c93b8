//! A study: a game or a position with what people add to it, variations, comments, names of lines and marks.
//!
//! [`StudyTree`] is the one form of such a tree: databases keep its text, pages and file formats translate it
//! at their own edge. Every move in it is legal. [`KeptStudy`] is a study of a database.

mod kept;
mod limits;
mod mark;
mod text;
mod tree;

pub use kept::{KeptStudy, StudyContent, StudyHead, StudySubject};
pub use limits::{StudyExcess, StudyLimit};
pub use mark::{MarkShape, ParseMarkError, StudyMark};
pub use text::StudyTextError;
pub use tree::{StudyFault, StudyNode, StudyNotes, StudyTree};
