//! The commands, one file or folder each, named as they are typed.

pub(crate) mod admin;
pub(crate) mod analyze;
pub(crate) mod backup;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod doctor;
pub(crate) mod engine;
pub(crate) mod games;
pub(crate) mod lab;
pub(crate) mod learn;
pub(crate) mod man;
pub(crate) mod r#match;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod players;
pub(crate) mod puzzles;
pub(crate) mod ratings;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod train;
pub(crate) mod work;
