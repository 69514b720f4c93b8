//! What the crate promises, from outside.

mod making;
mod set;
