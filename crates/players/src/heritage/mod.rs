//! The players of five older Othello programs, as their reports describe them.
//!
//! `steps/` is the one toolkit their evaluations are made of, [`crate::search`] has the procedures they
//! looked ahead with. The players themselves only say which steps with which weights, which procedure and
//! which rule for equal moves. By default each plays what its report printed; options clean it up or give it
//! what its author wished for. Numbers that a report leaves open are chosen here, and the place says so.
//! Every step has a parameter, its factor: 1 is the ancestor's weight, 0 switches the step off.

mod agent;
mod client;
mod evaluation;
mod found;
mod lookahead;
mod nea;
mod om;
mod order;
mod othello;
mod scout;
mod steps;

pub(crate) use agent::AGENT;
pub use client::forget_table;
pub(crate) use client::{CLIENT_BEGINNER, CLIENT_EASY, CLIENT_EXPERT, CLIENT_HARD, CLIENT_MEDIUM};
pub(crate) use nea::NEA;
pub(crate) use om::{OM_BEGINNER, OM_EXPERT, OM_MASTER, OM_NOVICE, OM_PREMASTER};
pub(crate) use scout::SCOUT;

use outflank_rules::{Move, Square};

use crate::family::Parameter;
use crate::player::Thought;

/// Describes the factor of an evaluation step.
const fn factor(name: &'static str, meaning: &'static str) -> Parameter {
    Parameter { name, default: "1", meaning }
}

/// Says that a move is the best so far; what it is worth the players do not measure in discs.
fn looked(square: Square, depth: u32, nodes: u64) -> Thought {
    let best = Move::Place(square);
    Thought { best: Some(best), line: vec![best], value: None, depth, percent: 100, nodes }
}
