//! The trainer from outside: one program for all tests, so that it is linked once.

mod bootstrap;
mod from_scratch;
mod network;
