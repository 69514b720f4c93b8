//! The players as others see them.

mod heritage;
mod printed;
mod stopping;
