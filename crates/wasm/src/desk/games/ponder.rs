//! Computer players that use the time of the person who is to move: for those who look on and want it.

use outflank_wire::players;
use serde_json::json;

use super::play::{completed, moves_of};
use crate::desk::{Desk, JobUrgency};

/// How long the computer uses the opponent's time at most, in milliseconds: whoever thinks for longer may
/// have left without a word.
const PONDER_TIME: u64 = 60_000;

impl Desk {
    /// Lets the computer player whose opponent is to move use that time, if somebody who looks on wants it.
    /// It is the least urgent job of all, so it takes a thinker that nobody else needs.
    pub(super) fn start_pondering(&mut self, id: i64) {
        let Some(place) = self.games.places.get(&id) else { return };
        if place.ponder_wishes.is_empty() || place.pondering.is_some() || place.thinking.is_some() {
            return;
        }
        let game = &place.kept.game;
        let Some(side) = game.turn().filter(|&side| game.is_person(side) && !game.is_person(!side)) else {
            return;
        };
        let player = &game.seat(!side).player;
        if !players::can_ponder(player.as_str()) {
            return;
        }
        let task = json!({
            "task": "ponder",
            "player": completed(player),
            "start": game.history().start().to_string(),
            "moves": moves_of(game),
            "milliseconds": PONDER_TIME,
        });
        // What it finds is in the thinker; there is nothing to be told.
        let job = self.begin_player_job((id, JobUrgency::Ponder), task, None, |_, _| {});
        if let Some(place) = self.games.places.get_mut(&id) {
            place.pondering = Some(job);
        }
    }

    /// Stops the computer player who uses the opponent's time, if one does.
    pub(super) fn stop_pondering(&mut self, id: i64) {
        let pondering = self.games.places.get_mut(&id).and_then(|place| place.pondering.take());
        if let Some(job) = pondering {
            self.cancel_job(job);
        }
    }
}
