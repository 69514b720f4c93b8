//! The interface without a socket.

mod analyzing;
mod bench;
mod choices;
mod library;
mod playing;
#[path = "../../../store/tests/postgres/mod.rs"]
mod postgres;
