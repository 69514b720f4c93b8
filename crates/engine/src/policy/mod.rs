//! How a search is used in a game: when it ends (`limits`), how long a move may take (`time`), how a level of
//! strength plays (`level`) and where its chance comes from (`dice`).

pub(crate) mod dice;
pub(crate) mod level;
pub(crate) mod limits;
pub mod time;
