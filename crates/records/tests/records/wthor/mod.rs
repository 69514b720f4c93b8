//! WTHOR files made here: what is written can be read again, and what is wrong is told by record and byte.

mod faults;
mod made;
mod properties;
mod sets;
