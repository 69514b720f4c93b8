//! Engine protocols: their messages, and both sides of the conversation.
//!
//! [`nboard`], [`gtp`], [`referee`], [`cassio`] and [`xboard`] know the messages. [`serve`] is the engine's side: a
//! session that asks a [`Thinker`] for moves and is always ready to hear. On the referee's side a [`Driver`] holds
//! a conversation with a [`Program`]: it tells the game so far, asks for a move and waits for it a limited time;
//! [`host`] lets two programs play a game between them; [`check`] finds out what a program gets wrong. Whatever
//! goes wrong is a [`Fault`]; the program is then ended with all it has started. This crate knows no engine of its
//! own, no clock but the waiting time it is given, and prints nothing.

pub mod cassio;
mod check;
mod driver;
mod fault;
pub mod gtp;
mod host;
pub mod nboard;
mod process;
mod protocol;
pub mod referee;
mod session;
pub mod xboard;

pub use check::{Check, Verdict, check};
pub use driver::{Driver, Limits};
pub use fault::{Fault, FaultKind};
pub use host::{Hosted, host};
pub use process::{Launch, Program};
pub use protocol::{Protocol, UnknownProtocol};
pub use session::{Aim, Allowance, Effort, Finding, Line, Question, SessionError, Stop, Thinker, serve};
