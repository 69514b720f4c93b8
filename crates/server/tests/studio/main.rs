//! The interface without a socket.

mod analyzing;
mod bench;
mod choices;
mod playing;
