//! A hint: the idea first, then the move and the reason.

use serde::Serialize;
use utoipa::ToSchema;

use crate::review::coaching::MistakeView;
use crate::wire::words;

/// What the engine would play, and the idea behind it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct HintView {
    /// A square or `pass`; null when the game is over.
    pub(crate) best: Option<String>,
    /// The best move and those that mirror it: they are worth the same.
    pub(crate) equal: Vec<String>,
    /// For the side to move, in discs.
    pub(crate) score: i32,
    pub(crate) exact: bool,
    pub(crate) depth: u32,
    /// What the move is about.
    #[schema(schema_with = words::ideas)]
    pub(crate) idea: &'static str,
    /// Why it is better than the move that turns over the most discs; null if that one is not much worse.
    pub(crate) why: Option<MistakeView>,
}
