//! The players as others see them.

mod heritage;
mod pondering;
mod printed;
mod stopping;
