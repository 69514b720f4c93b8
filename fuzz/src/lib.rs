//! What the fuzz targets check, apart from the absence of panics.

mod kernels;
mod records;
mod rules;

pub use kernels::compare_kernels;
pub use records::{read_any_format, read_format};
pub use rules::play_game;
