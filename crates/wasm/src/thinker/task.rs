//! What a thinker can be asked. Positions are 64 squares and the side to move; texts of people are read by
//! the desk.

use outflank_review::JobMail;
use serde::{Deserialize, Serialize};

/// A task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "task", rename_all = "lowercase", deny_unknown_fields)]
#[allow(missing_docs)] // The fields are named like what they are.
pub enum ThinkerTask {
    /// What a position is worth under perfect play: [`Solved`]. The table is emptied first.
    Solve { position: String },
    /// The best move of a position and its value at a depth: [`Solved`]. The table is emptied first.
    Search { position: String, depth: u32 },
    /// What the best moves of a position are worth side by side (all if `best` is missing): an `AnalyzeView`,
    /// and one as a report for each depth.
    Analyze { position: String, best: Option<u8>, depth: Option<u32>, milliseconds: Option<u64> },
    /// How the engine thinks: `ThinkLine`s as reports, the last one as the result.
    Think { position: String, milliseconds: u64 },
    /// A hint: a `HintView`.
    Hint { position: String },
    /// Why a move is a mistake, beside a move that is known to be better: a `MistakeView`.
    Explain {
        position: String,
        #[serde(rename = "move")]
        played: String,
        #[serde(default)]
        better: Option<String>,
    },
    /// A small game tree: a `TreeView`. The order is `best`, `worst` or `squares`.
    Minimax { position: String, depth: u32, breadth: u32, order: String },
    /// The move of a player: a [`Chosen`], and [`Thinking`]s as reports.
    Move {
        /// A text such as `level:8` or `nea:depth=5`.
        player: String,
        /// Where the game began.
        start: String,
        /// The moves since.
        moves: Vec<String>,
        /// For players that leave something to chance.
        seed: u64,
        /// The time for a move, for players that have no limit of their own.
        milliseconds: u64,
        /// Whether a person waits without a clock, so that players of seconds may take them.
        leisure: bool,
    },
    /// A player uses the time of its opponent, who is to move: a [`PonderReport`]. What comes of it shows in
    /// its next move, if that is thought about by the same thinker.
    Ponder {
        /// As for a move.
        player: String,
        start: String,
        moves: Vec<String>,
        /// How long at most.
        milliseconds: u64,
    },
    /// A search of a review: a `ReportMail`; [`Found`]s as reports of an analysis.
    Review { job: JobMail },
    /// The best replies of the side that does not solve, until it is the solver's turn: [`Replies`].
    Endgame {
        position: String,
        /// `black` or `white`.
        solver: String,
    },
}

/// What a position was found to be worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)] // The fields are named like what they are.
pub struct Solved {
    pub score: i32,
    pub best: Option<String>,
    /// Whether it is proven: an estimate is not, nor what was stopped.
    pub exact: bool,
    pub nodes: u64,
    pub milliseconds: u64,
}

/// The move of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chosen {
    /// A square or `pass`; null if it was stopped, or resigned.
    #[serde(rename = "move")]
    pub played: Option<String>,
}

/// What came of the opponent's time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PonderReport {
    /// Whether the player has a use for it.
    pub useful: bool,
}

/// What a player thinks on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)] // The fields are named like what they are.
pub struct Thinking {
    pub best: Option<String>,
    /// The mover's, in discs; null for players with another measure.
    pub score: Option<i32>,
    pub exact: bool,
    pub depth: u32,
    pub nodes: u64,
}

/// What an analysis of a review has found so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// As `PositionNotes::of_mail` reads them.
    pub notes: String,
    /// Boards visited.
    pub nodes: u64,
}

/// Best replies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Replies {
    /// Squares and `pass`.
    pub reply: Vec<String>,
    /// What the position after them is worth to the solver.
    pub score: i32,
}

/// Why a task was not done: a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThinkerFault(pub String);
