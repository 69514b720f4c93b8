//! Engine protocols: their messages, and both sides of the conversation.
//!
//! [`nboard`], [`gtp`], [`referee`], [`cassio`] and [`xboard`] know the messages. [`serve`] is the engine's
//! side: a session that asks a [`Thinker`] for moves and is always ready to hear. On the referee's side a
//! [`Driver`] holds a conversation with a [`Program`]: it tells the game so far, asks for a move and waits
//! for it a limited time; [`host`] lets two programs play a game between them; [`check`] finds out what a
//! program gets wrong. Whatever goes wrong is a [`Fault`]; the program is then ended with all it has started.
//! This crate knows no engine of its own, no clock but the waiting time it is given, and prints nothing.
//!
//! ```
//! use outflank_protocol::{
//!     EngineQuestion, Protocol, ScoredLine, SearchEffort, SearchFinding, Stop, Thinker, serve,
//! };
//! use outflank_rules::Move;
//!
//! /// Plays the first legal move.
//! struct First;
//!
//! impl Thinker for First {
//!     fn name(&self) -> String {
//!         "First".to_owned()
//!     }
//!
//!     fn version(&self) -> String {
//!         "1".to_owned()
//!     }
//!
//!     fn think(
//!         &mut self,
//!         question: &EngineQuestion,
//!         _: &Stop,
//!         _: &mut (dyn FnMut(&SearchFinding) + Send),
//!     ) -> SearchFinding {
//!         let first = question.position().legal_moves().first().map_or(Move::Pass, Move::Place);
//!         let line = ScoredLine { moves: vec![first], score: 0.0 };
//!         SearchFinding { lines: vec![line], ..SearchFinding::default() }
//!     }
//!
//!     fn forget(&mut self) {}
//! }
//!
//! let mut answers = Vec::new();
//! serve(Protocol::Gtp, Box::new(First), SearchEffort::default(), &b"genmove b\nquit\n"[..], &mut answers)?;
//! assert_eq!(String::from_utf8(answers)?, "= D3\n\n=\n\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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

pub use check::{CheckVerdict, ProtocolCheck, check};
pub use driver::{Driver, ProgramLimits};
pub use fault::{Fault, FaultKind};
pub use host::{Hosted, host};
pub use process::{Launch, Program, Wait};
pub use protocol::{Protocol, UnknownProtocol};
pub use session::{
    Aim, Allowance, EngineQuestion, ScoredLine, SearchEffort, SearchFinding, SessionError, Stop, Thinker,
    serve,
};
