//! Games that wait to be kept until their player has shown that it plays at all.
//!
//! A program that does not start forfeits every game. Its first forfeits are held back: if it makes a move in
//! another game they count, and if it does not the tournament stops without them.

use crate::attendance::Attendance;
use crate::contest::ContestError;
use crate::entry::GameEntry;
use crate::played::Played;
use crate::tournament::plan::TournamentPlan;
use crate::tournament::schedule::Schedule;

/// Who has made a move, and the games that wait for one.
pub(crate) struct Register {
    attendance: Attendance,
    /// Games that were forfeited without a move, each with the player that did.
    waiting: Vec<(usize, GameEntry)>,
}

impl Register {
    /// Begins with the games of earlier runs.
    pub(crate) fn new(plan: &TournamentPlan, schedule: &Schedule, entries: &[GameEntry]) -> Register {
        let mut attendance = Attendance::new(plan.names.len());
        let mut earlier: Vec<&GameEntry> = entries.iter().collect();
        earlier.sort_by_key(|entry| entry.game);
        let mut earlier = earlier.into_iter().peekable();
        for fixture in schedule.fixtures() {
            if let Some(entry) = earlier.next_if(|entry| entry.game == fixture.number + 1) {
                attendance.note_earlier(fixture.seats(), entry);
            }
            if earlier.peek().is_none() {
                break;
            }
        }
        Register { attendance, waiting: Vec::new() }
    }

    /// Takes a game that has ended, and adds to `ready` all that can be kept now.
    pub(crate) fn sort(
        &mut self,
        seats: [usize; 2],
        played: &Played,
        entry: GameEntry,
        ready: &mut Vec<GameEntry>,
    ) {
        match self.attendance.note(seats, played) {
            Some(absent) => self.waiting.push((absent, entry)),
            None => ready.push(entry),
        }
        let attendance = &self.attendance;
        ready.extend(
            self.waiting.extract_if(.., |(player, _)| attendance.has_moved(*player)).map(|one| one.1),
        );
    }

    /// Says which player is given up, if one is.
    pub(crate) fn check(&self, plan: &TournamentPlan, is_end: bool) -> Result<(), ContestError> {
        self.attendance.check(is_end, |player| plan.names[player].clone())
    }
}
