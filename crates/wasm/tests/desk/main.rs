//! Sessions with the desk: events in, effects out, jobs done by a thinker on this machine.

mod games;
mod learning;
mod library;
mod page;
mod pondering;
mod reviews;
