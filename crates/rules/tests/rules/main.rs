//! The rules from outside: one program for all tests, so that it is linked once.

mod perft;
mod properties;
