//! The passes of a review.

use outflank_engine::Wanted;
use outflank_rules::{Move, Symmetry};

use crate::plan::{EXPLAIN_DEPTH, STANDARD_DEPTH};

/// How a position is searched.
///
/// All but [`Pass::Analysis`] are passes of the review: what they find is a function of the position alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// All moves, a few plies.
    Quick,
    /// All moves side by side, at the depth of the review.
    Standard,
    /// The exact value of the position, and a best move.
    Solve,
    /// Why the move that was played was a mistake.
    Explain {
        /// The move of the game.
        played: Move,
        /// The better one.
        better: Move,
    },
    /// The position on screen, deeper and deeper within a time. It is shown beside the review and no part of
    /// it.
    Analysis {
        /// The moves that are valued.
        wanted: Wanted,
    },
}

impl Pass {
    /// Returns the name under which results are stored; `None` if they are not. Moves are those of the
    /// canonical position, to which `symmetry` leads.
    pub(crate) fn stored_name(self, symmetry: Symmetry) -> Option<String> {
        match self {
            Pass::Quick | Pass::Analysis { .. } => None,
            Pass::Standard => Some(format!("depth-{STANDARD_DEPTH}")),
            Pass::Solve => Some("solve".to_owned()),
            Pass::Explain { played, better } => {
                let [played, better] = [played, better].map(|one| symmetry.mv(one));
                Some(format!("explain-{EXPLAIN_DEPTH}-{played}-{better}"))
            }
        }
    }
}
