//! The interface without a socket.

mod abandoned;
mod analyzing;
mod asking;
mod at_the_board;
mod bench;
mod book;
mod choices;
mod clocks;
mod club;
mod connections;
mod device;
mod fair_play;
mod fuzz;
mod hostile;
mod learning;
mod library;
mod limits;
mod lobby;
mod many_games;
mod monitoring;
mod no_help;
mod one_truth;
mod people;
mod playing;
mod pondering;
#[path = "../../../store/tests/store/postgres.rs"]
mod postgres;
mod puzzles;
mod security_list;
mod servers;
mod shared_imports;
mod sharing;
mod storage;
mod studies;
mod table;
mod workshop;
