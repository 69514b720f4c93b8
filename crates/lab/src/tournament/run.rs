//! A tournament from where it stands to its reports: what the command line and the studio both do.

use std::sync::atomic::AtomicBool;

use crate::elsewhere::GameHelpers;
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
    /// tournament that is stopped. Helpers, if there are any, play some of the games.
    ///
    /// # Errors
    ///
    /// As [`Venue::hold`], [`Venue::judge`] and [`Venue::publish`].
    pub fn run(
        &self,
        stop: &AtomicBool,
        helpers: Option<&dyn GameHelpers>,
        observer: &mut dyn FnMut(TournamentNews<'_>),
    ) -> Result<TournamentSummary, VenueError> {
        let results =
            self.hold(stop, helpers, &mut |entry, state| observer(TournamentNews::Game(entry, state)))?;
        self.judge(&results, stop, &mut |done, all| observer(TournamentNews::Judged { done, all }))?;
        self.publish(results)
    }
}
