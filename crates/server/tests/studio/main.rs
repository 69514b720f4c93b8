//! The interface without a socket.

mod analyzing;
mod asking;
mod bench;
mod choices;
mod hostile;
mod library;
mod playing;
#[path = "../../../store/tests/store/postgres.rs"]
mod postgres;
