//! Why something cannot be done in a tournament.

use crate::EntrantNumber;

/// Why something cannot be done in a tournament; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClubRefused {
    /// It is over.
    #[error("the tournament is over")]
    Over,
    /// The name is empty.
    #[error("every player needs a name")]
    NoName,
    /// Somebody who takes part has that name.
    #[error("{0:?} is already entered")]
    NameTaken(String),
    /// There is no room.
    #[error("at most {0} people can enter")]
    Full(usize),
    /// It has begun, and nobody enters any more.
    #[error("the tournament has begun; nobody can enter any more")]
    TooLate,
    /// There are too few to pair.
    #[error("a round needs at least two people; {0} would play")]
    TooFew(usize),
    /// A round is under way.
    #[error("round {0} is not over: {1} boards have no result")]
    RoundRunning(usize, usize),
    /// All rounds are played.
    #[error("all {0} rounds are played")]
    NoFurtherRound(usize),
    /// There is no such round or board.
    #[error("there is no board {board} in round {round}")]
    NoBoard {
        /// The round as people count, from one.
        round: usize,
        /// The board as people count, from one.
        board: usize,
    },
    /// Nobody has that number.
    #[error("nobody has number {0}")]
    NoEntrant(EntrantNumber),
    /// The last pairing cannot be taken back.
    #[error("the pairing of round {0} cannot be undone: a result has been entered")]
    HasResults(usize),
    /// A round before the last has results only.
    #[error("round {0} is over: its boards have results")]
    RoundOver(usize),
    /// No round is paired.
    #[error("no round has been paired")]
    NotBegun,
}
