//! The store from outside: one program for all tests, so that it is linked once.

mod clocks;
mod club;
mod failures;
mod games;
mod half_open;
mod imports;
mod learning;
mod library;
mod lobby;
mod numbers;
mod people;
mod postgres;
mod puzzles;
mod queue;
mod ratings;
mod review;
mod studies;
