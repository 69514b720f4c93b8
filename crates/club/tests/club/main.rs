//! Tournaments from outside: one program for all tests, so that it is linked once.

mod field;
mod pairing;
mod round_robin;
mod standings;
mod steps;
