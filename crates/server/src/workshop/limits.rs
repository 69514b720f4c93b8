//! The bounds of what visitors may begin.

/// Pieces of work at a time; more wait for their turn.
pub(crate) const RUNNING: usize = 2;
/// Pieces of work that wait for their turn.
pub(crate) const WAITING: usize = 10;
/// Files of work that are made at a time.
pub(crate) const DOWNLOADS: usize = 4;
/// Pieces of work that are kept.
pub(crate) const KEPT: usize = 100;
/// Games at a time of a piece of work, however many cores there are.
pub(crate) const BOARDS: usize = 4;
/// Bytes of all folders and files together.
pub(crate) const STORAGE: u64 = 512 << 20;
/// Players of a tournament.
pub(crate) const PLAYERS: usize = 16;
/// Players of a tournament with large tables.
pub(crate) const HEAVY_PLAYERS: usize = 6;
/// Games of a tournament.
pub(crate) const GAMES: u64 = 10_000;
/// Seconds for a move.
pub(crate) const SECONDS: f64 = 30.0;
/// Games of a tuning, all candidates together.
pub(crate) const TUNING_GAMES: u64 = 100_000;
/// Opponents of the candidates of a tuning.
pub(crate) const OPPONENTS: usize = 6;
/// Numbers that are tuned at a time.
pub(crate) const TUNED: usize = 12;
/// Games of a learning.
pub(crate) const LESSONS: u64 = 10_000;
