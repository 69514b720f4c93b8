//! The interface without a socket.

mod analyzing;
mod asking;
mod bench;
mod choices;
mod library;
mod one_truth;
mod playing;
#[path = "../../../store/tests/postgres/mod.rs"]
mod postgres;
