//! Files of every format from outside: one program for all tests, so that it is linked once.

mod bounded;
mod errors;
mod fixtures;
mod pasted;
mod properties;
mod real_data;
mod studies;
mod support;
mod wthor;
mod wthor_data;
