//! The store from outside: one program for all tests, so that it is linked once.

mod clocks;
mod failures;
mod games;
mod library;
mod numbers;
mod postgres;
mod review;
mod studies;
