//! Tests of the ratings.

mod computers;
mod glicko;
