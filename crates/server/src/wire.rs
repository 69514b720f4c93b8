//! What goes over the wire. What is said by whoever answers pages is `outflank_wire`; here is what only
//! servers say. The types of the pages are made from both (`openapi`).

pub(crate) mod assistant;
pub(crate) mod club;
pub(crate) mod club_journal;
pub(crate) mod club_wish;
pub(crate) mod lab;
pub(crate) mod lobby;
pub(crate) mod people;
pub(crate) mod tournament;

pub(crate) use outflank_wire::*;
