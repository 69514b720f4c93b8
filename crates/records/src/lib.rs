//! Game records: reading and writing the file formats of the Othello world.

pub mod wthor;
