//! The rules of Othello, as types that cannot hold an illegal state.
//!
//! One noun, one file: [`Square`], [`Bitboard`], [`Color`], [`Setup`] (anything that can be written down) and
//! [`Position`] (what the rules accept), [`Board`] (the same seen by the mover, for hot loops), [`Symmetry`],
//! [`Move`] and [`Game`], [`perft`] and [`Diagram`]. Text becomes a [`Setup`] becomes a [`Position`]; each
//! step names its reasons for refusal.
//!
//! ```
//! use outflank_rules::{Game, Position};
//!
//! let mut game = Game::new(Position::start());
//! for square in ["f5", "d6", "c3"] {
//!     game.place(square.parse()?)?;
//! }
//! assert_eq!(game.transcript(), "f5d6c3");
//! assert_eq!(game.position().discs(outflank_rules::Color::Black).len(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate knows no evaluation and no engine, and performs no input or output.

mod bitboard;
mod board;
mod color;
mod diagram;
mod game;
mod moves;
mod perft;
mod position;
mod setup;
mod square;
mod symmetry;

pub use bitboard::{Bitboard, SquareIter};
pub use board::Board;
pub use color::Color;
pub use diagram::Diagram;
pub use game::{Game, GameError};
pub use moves::{Move, ParseMoveError};
pub use perft::{PassRule, PerftFrontier, frontier, perft, perft_with};
pub use position::{IllegalMove, ParsePositionError, Position, Undo};
pub use setup::{BoardTextError, Oddity, Setup, SetupError};
pub use square::{ParseSquareError, Square};
pub use symmetry::Symmetry;

// What the methods of `Board` and `perft_with` take: the instruction set to compute with.
pub use outflank_kernels::{Isa, Portable, Routine, Tier};
