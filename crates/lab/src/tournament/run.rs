//! A tournament from where it stands to its reports: what the command line and the studio both do.

use std::sync::atomic::AtomicBool;

use crate::entry::GameEntry;
use crate::tournament::summary::TournamentSummary;
use crate::tournament::venue::{TournamentState, Venue, VenueError};

/// What is told while a tournament runs.
#[derive(Debug)]
pub enum TournamentNews<'a> {
    /// A game has ended and is on the disk.
    Game(&'a GameEntry, TournamentState),
    /// So many games of so many have been judged.
    Judged {
        /// Games judged.
        done: u64,
        /// Games to be judged.
        all: u64,
    },
}

impl Venue {
    /// Plays the games that are missing, judges what is to be judged, and writes the reports, also of a
    /// tournament that is stopped.
    ///
    /// # Errors
    ///
    /// As [`Venue::hold`], [`Venue::judge`] and [`Venue::publish`].
    pub fn run(
        &self,
        stop: &AtomicBool,
        observer: &mut dyn FnMut(TournamentNews<'_>),
    ) -> Result<TournamentSummary, VenueError> {
        let results = self.hold(stop, &mut |entry, state| observer(TournamentNews::Game(entry, state)))?;
        self.judge(&results, stop, &mut |done, all| observer(TournamentNews::Judged { done, all }))?;
        self.publish(results)
    }
}
