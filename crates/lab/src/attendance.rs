//! Who has made a move at all: a player that forfeits game after game without one does not play.
//!
//! An illegal move is one here: such a program plays, if badly. One that crashes, hangs or answers nonsense
//! before its first move was probably started in a wrong way.

use outflank_rules::Color;

use crate::contest::ContestError;
use crate::entry::GameEntry;
use crate::played::Played;

/// Which players have made a move.
#[derive(Debug)]
pub(crate) struct Attendance {
    players: Vec<Presence>,
}

/// What is known of a player.
#[derive(Clone, Debug, Default)]
struct Presence {
    /// Whether it has made a move in any game.
    moved: bool,
    /// Games that it forfeited without one, as far as they are counted.
    absences: u32,
    /// What it did in the last of them.
    fault: String,
}

impl Attendance {
    /// After so many games without a move a player is given up.
    pub(crate) const PATIENCE: u32 = 3;

    pub(crate) fn new(players: usize) -> Attendance {
        Attendance { players: vec![Presence::default(); players] }
    }

    /// Tells whether a player has made a move.
    pub(crate) fn has_moved(&self, player: usize) -> bool {
        self.players[player].moved
    }

    /// Notes a game; `seats` are black and white. Returns the player that forfeited it without a move, if
    /// that player has not made one in any game yet.
    pub(crate) fn note(&mut self, seats: [usize; 2], played: &Played) -> Option<usize> {
        let mut absent = None;
        for side in Color::BOTH {
            let player = &mut self.players[seats[side as usize]];
            let asked = played.thinking[side as usize].moves;
            let fault = played.fault.as_ref().filter(|_| played.loser() == Some(side));
            match fault {
                Some(fault) if fault.reason() == "illegal" => player.moved = true,
                // What it was asked last was not answered by a move.
                Some(fault) if asked <= 1 && !player.moved => {
                    player.absences = (player.absences + 1).min(Attendance::PATIENCE);
                    player.fault = fault.to_string();
                    absent = Some(seats[side as usize]);
                }
                Some(_) => player.moved |= asked > 1,
                None => player.moved |= asked > 0,
            }
        }
        absent
    }

    /// Notes a game of an earlier run.
    pub(crate) fn note_earlier(&mut self, seats: [usize; 2], entry: &GameEntry) {
        for side in Color::BOTH {
            let forfeited = entry.forfeit.as_deref() == Some(side.name()) && entry.reason != "illegal";
            let made = entry.chosen[side as usize].saturating_sub(u32::from(forfeited));
            self.players[seats[side as usize]].moved |= made > 0;
        }
    }

    /// Says that a player is given up, if it is; at the end of all games, one absence is enough.
    pub(crate) fn check(&self, is_end: bool, name: impl Fn(usize) -> String) -> Result<(), ContestError> {
        let least = if is_end { 1 } else { Attendance::PATIENCE };
        let given_up = |one: &Presence| !one.moved && one.absences >= least;
        match self.players.iter().position(given_up) {
            None => Ok(()),
            Some(player) => {
                let Presence { absences: games, fault, .. } = self.players[player].clone();
                Err(ContestError::NeverMoved { name: name(player), games, fault })
            }
        }
    }
}
