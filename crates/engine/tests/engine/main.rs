//! The engine from outside: one program for all tests, so that it is linked once.

mod control;
mod limits;
mod proof;
mod solver;
mod support;
mod views;
