//! Training of the evaluation, from games to a file of weights.
//!
//! The steps are one module each: [`games`] reads records (of years that may be learned from), [`pool`] makes
//! positions of them, [`label`] values positions by the solver or a search, [`fit`] finds the weights of a
//! stage, [`bootstrap`] repeats the last two from the end of the game to its start, [`model`] turns weights
//! into the engine's file, [`judge`] says how good they are.
//!
//! The network has steps of its own: [`selfplay`] plays games and [`generate`] writes their positions as
//! [`samples`], [`replies`] adds positions beside those of known value, [`merge`] makes one sample of equal
//! positions, [`stats`] describes them, [`export`] writes them for other programs, [`learn`] trains a
//! [`network`], which is then rounded to the engine's integers.
//!
//! Everything depends on the seed and the number of samples alone, never on the number of threads. This crate
//! knows the engine's evaluation and solver; the engine knows nothing of it.

pub mod block;
pub mod bootstrap;
pub mod calibrate;
pub mod commands;
pub mod export;
pub mod fit;
pub mod games;
pub mod generate;
pub mod interval;
pub mod judge;
pub mod label;
pub mod learn;
pub mod merge;
pub mod model;
pub mod network;
pub mod parallel;
pub mod plot;
pub mod pool;
pub mod probcut;
pub mod replies;
pub mod rng;
pub mod samples;
mod search;
pub mod selfplay;
pub mod stats;
