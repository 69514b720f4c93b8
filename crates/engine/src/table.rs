//! placeholder
/// t
pub(crate) struct Table;
