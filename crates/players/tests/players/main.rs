//! The players as others see them.

mod heritage;
mod pondering;
mod stopping;
