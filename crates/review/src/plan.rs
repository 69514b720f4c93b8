//! How thoroughly games are reviewed: the passes of a review by depth and exactness, never by time.

/// The depth of the quick pass, in plies: something to show at once.
pub const QUICK_DEPTH: u32 = 6;

/// The depth of the standard pass, in plies: all moves of every position side by side. A search that comes
/// within six plies of the end goes all the way, so that from 18 empty squares on every move has its exact
/// value.
pub const STANDARD_DEPTH: u32 = 12;

/// From how many empty squares on positions of a game are solved: the best move and the one that was played.
pub const SOLVE_FROM: u32 = 24;

/// How deep the variations are searched that explain a mistake; to the end with at most six empty squares
/// more.
pub const EXPLAIN_DEPTH: u32 = 18;

/// The transposition table of each search of a review, in MiB. It begins empty, so that what a search finds
/// depends on its position alone: not on earlier searches, the order of positions or the number of threads.
pub(crate) const TABLE_MIB: usize = 32;
