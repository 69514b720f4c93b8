//! Live connections to games: what changes is said at once.

use outflank_wire::live::LiveMessage;

use crate::desk::{Desk, SocketUse};

impl Desk {
    /// Follows a game from now on, `ponder`ing if the computer may use the viewer's time; tells whether there
    /// is such a game.
    pub(in crate::desk) fn follow_game(&mut self, socket: u64, id: i64, ponder: bool) -> bool {
        if self.visit(id).is_err() {
            return false;
        }
        let Some(place) = self.games.places.get_mut(&id) else { return false };
        place.viewers.insert(socket);
        if ponder {
            place.ponder_wishes.insert(socket);
        }
        self.sockets.insert(socket, SocketUse::Game(id));
        let game = Box::new(place.show(self.now));
        self.out.send(socket, &LiveMessage::Game { game });
        // The next depth of a long search may be seconds away.
        let present = place.thought.as_ref().filter(|(plies, _)| *plies == place.kept.game.plies().len());
        if let Some((_, thought)) = present {
            self.out.send(socket, &LiveMessage::Thought { thought: thought.clone() });
        }
        self.start_pondering(id);
        true
    }

    /// Follows a game no more. The computer of a game that nobody looks at rests until somebody visits it; a
    /// player whose clock runs is let alone: its time bounds it.
    pub(in crate::desk) fn leave_game(&mut self, socket: u64, id: i64) {
        let Some(place) = self.games.places.get_mut(&id) else { return };
        place.viewers.remove(&socket);
        let nobody_wishes = place.ponder_wishes.remove(&socket) && place.ponder_wishes.is_empty();
        if place.viewers.is_empty() && place.kept.deadline.is_none() {
            self.stop_thinking(id);
        }
        if nobody_wishes {
            self.stop_pondering(id);
        }
    }
}
