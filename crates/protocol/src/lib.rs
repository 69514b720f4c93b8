//! Engine protocols: their messages, and the referee's side of the conversation.
//!
//! [`nboard`] and [`gtp`] know the messages, as types that are written and read in both directions. A
//! [`Driver`] holds a conversation with a [`Program`]: it tells the game so far, asks for a move and waits for
//! it a limited time. Whatever goes wrong is a [`Fault`]; the program is then ended with all it has started.
//! This crate knows no engine of its own, no clock but the waiting time it is given, and prints nothing.

mod driver;
mod fault;
pub mod gtp;
pub mod nboard;
mod process;

pub use driver::{Driver, Limits, Protocol, UnknownProtocol};
pub use fault::{Fault, FaultKind};
pub use process::{Launch, Program};
