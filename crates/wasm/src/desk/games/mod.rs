//! Games that are played on this device.

mod create;
mod live;
mod play;
mod ponder;
mod routes;
mod value;

pub(super) use routes::written;

use std::collections::{BTreeMap, BTreeSet};

use outflank_game::{KeptGame, PlayerId};
use outflank_rules::Move;
use outflank_wire::GameView;
use outflank_wire::live::ThoughtView;
use outflank_wire::view::{self, Moment, Onlooker};

use super::{Desk, DeskRefusal};
use value::GameValue;

/// A computer player who thinks, or whose move waits to be shown.
#[derive(Debug)]
struct ThinkingPlayer {
    job: u64,
    /// When it began.
    begun: i64,
    /// Its name if somebody else sits there.
    helper: Option<PlayerId>,
    /// How long the move waits at least, instead of the pace of the game.
    pause: Option<i64>,
    /// What it has chosen, and how long that took, once it has.
    chosen: Option<(Move, i64)>,
}

/// A game, and what is going on in it.
#[derive(Debug)]
struct DeskGame {
    kept: KeptGame,
    /// The live connections that follow it.
    viewers: BTreeSet<u64>,
    /// Those of them that want the computer to use the time of its opponent.
    ponder_wishes: BTreeSet<u64>,
    /// The job of the computer that uses, or has used, the time of this turn.
    pondering: Option<u64>,
    thinking: Option<ThinkingPlayer>,
    /// What a computer thought last, and after how many plies.
    thought: Option<(usize, ThoughtView)>,
    /// When the one who thinks or thought last began.
    thought_began: i64,
    /// How long the next answer of a computer waits at least, if the page that made the move said so.
    pause: Option<i64>,
    /// Whether computer players wait until they are told to go on.
    is_paused: bool,
}

impl DeskGame {
    fn new(kept: KeptGame) -> DeskGame {
        DeskGame {
            kept,
            viewers: BTreeSet::new(),
            ponder_wishes: BTreeSet::new(),
            pondering: None,
            thinking: None,
            thought: None,
            thought_began: 0,
            pause: None,
            is_paused: false,
        }
    }

    /// Shows the game at a moment.
    fn show(&self, now: i64) -> GameView {
        let kept = &self.kept;
        let moment = Moment {
            waiting: kept.waiting(now),
            now,
            thinking: self.thinking.is_some(),
            paused: self.is_paused && !kept.game.is_over(),
        };
        view::game(kept, Onlooker::of_own(kept), moment)
    }
}

/// All games, by number.
#[derive(Debug, Default)]
pub(super) struct GameTable {
    places: BTreeMap<i64, DeskGame>,
}

impl GameTable {
    fn place(&self, id: i64) -> Result<&DeskGame, DeskRefusal> {
        self.places.get(&id).ok_or_else(|| DeskRefusal::no_game(id))
    }

    fn place_mut(&mut self, id: i64) -> Result<&mut DeskGame, DeskRefusal> {
        self.places.get_mut(&id).ok_or_else(|| DeskRefusal::no_game(id))
    }

    /// Finds the game that has a key in the library.
    fn with_key(&self, key: i64) -> Option<i64> {
        self.places.values().find(|place| place.kept.key == Some(key)).map(|place| place.kept.id)
    }

    /// Says which key a game has in the library.
    pub(super) fn set_key(&mut self, id: i64, key: Option<i64>) {
        if let Some(place) = self.places.get_mut(&id) {
            place.kept.key = key;
        }
    }

    /// Finds a game.
    pub(super) fn kept(&self, id: i64) -> Result<&KeptGame, DeskRefusal> {
        self.place(id).map(|place| &place.kept)
    }
}

fn key_of(id: i64) -> String {
    format!("games/{id}")
}

impl Desk {
    /// Reads a game that was kept.
    pub(super) fn load_game(&mut self, value: &[u8]) -> Result<(), String> {
        let kept = GameValue::read(value)?;
        self.last_number = self.last_number.max(kept.id);
        self.games.places.insert(kept.id, DeskGame::new(kept));
        Ok(())
    }

    /// Finds a game by its number, or else by the key it has in the library.
    fn game_numbered(&self, number: i64) -> i64 {
        let is_game = self.games.places.contains_key(&number);
        if is_game { number } else { self.games.with_key(number).unwrap_or(number) }
    }

    /// Keeps a game as it is now.
    fn keep_game(&mut self, id: i64) {
        if let Some(place) = self.games.places.get(&id) {
            self.out.put_json(key_of(id), &GameValue::of(&place.kept));
        }
    }
}
