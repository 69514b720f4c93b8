//! Sessions and drivers from outside: one program for all tests, so that it is linked once.

mod bad_programs;
mod garbage;
mod golden;
mod pondering;
mod support;
mod thinking;
