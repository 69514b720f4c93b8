//! The interface without a socket.

mod abandoned;
mod analyzing;
mod asking;
mod at_the_board;
mod bench;
mod choices;
mod clocks;
mod connections;
mod hostile;
mod lesson;
mod library;
mod limits;
mod one_truth;
mod playing;
mod pondering;
#[path = "../../../store/tests/store/postgres.rs"]
mod postgres;
mod storage;
mod studies;
mod table;
mod workshop;
