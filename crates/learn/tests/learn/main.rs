//! What the crate promises: memory as the reference implementation has it, a year of learning, and lessons
//! that say nothing but the truth.

mod lessons;
mod vectors;
mod year;
