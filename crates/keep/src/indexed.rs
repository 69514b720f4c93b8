//! Positions of many games: what is asked about a game, and what an index can tell.

use std::collections::HashMap;
use std::io;

use outflank_rules::{Color, Position};

use crate::LibraryRow;
use crate::canonical::{CanonicalPosition, END};

/// What is asked about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexedGame {
    /// Its key.
    pub key: i64,
    /// The place of the name of black among the names.
    pub black: u32,
    /// The place of the name of white.
    pub white: u32,
    /// The year; 0 if unknown.
    pub year: u16,
    /// Black's discs less white's.
    pub score: Option<i16>,
    /// 1 if black won, -1 if white did, 0 for a draw.
    pub winner: Option<i8>,
}

/// The games of an index.
#[derive(Debug, Default)]
pub struct IndexedGames {
    /// The games, by their number.
    pub known: Vec<IndexedGame>,
    /// The names of players, in small letters.
    pub names: Vec<String>,
    /// When the last game was added.
    pub last_added: i64,
}

impl IndexedGames {
    /// Returns the key of the last game; 0 if there is none.
    #[must_use]
    pub fn last_key(&self) -> i64 {
        self.known.last().map_or(0, |known| known.key)
    }
}

/// Positions that can be looked up by the hash that all symmetric ones share.
pub trait PositionIndex {
    /// Returns the names of players, in small letters.
    fn names(&self) -> &[String];

    /// Goes through the games that reached a position, with the numbers of their moves.
    ///
    /// # Errors
    ///
    /// If the index cannot be read.
    fn find(&self, hash: u64, each: &mut dyn FnMut(&IndexedGame, u8)) -> io::Result<()>;
}

/// Gathers games for an index.
#[derive(Debug, Default)]
pub struct GameGatherer {
    /// The games so far.
    pub games: IndexedGames,
    numbers: HashMap<String, u32>,
}

impl GameGatherer {
    /// Adds a game; `each` gets the hash of every position, the number of the game and that of the move. One
    /// that cannot be played is left out.
    pub fn add(&mut self, row: &LibraryRow, mut each: impl FnMut(u64, u32, u8)) {
        let (Ok(history), Ok(number)) = (row.play(), u32::try_from(self.games.known.len())) else { return };
        let mut position: Position = history.start();
        for &played in history.plies() {
            let place = CanonicalPosition::of(&position);
            each(place.hash, number, place.number(played));
            let Ok(next) = position.play(played) else { break };
            position = next;
        }
        each(CanonicalPosition::of(&position).hash, number, END);
        let game = &row.game;
        let (black, white) = (self.name(&game.black), self.name(&game.white));
        self.games.known.push(IndexedGame {
            key: row.key,
            black,
            white,
            year: game.day.get(..4).and_then(|year| year.parse().ok()).unwrap_or(0),
            score: game.score.and_then(|score| i16::try_from(score).ok()),
            winner: game.result.map(|result| match result.winner {
                Some(Color::Black) => 1,
                Some(Color::White) => -1,
                None => 0,
            }),
        });
        self.games.last_added = row.added;
    }

    fn name(&mut self, name: &str) -> u32 {
        let folded = name.to_lowercase();
        if let Some(&number) = self.numbers.get(&folded) {
            return number;
        }
        let number = self.games.names.len() as u32;
        self.games.names.push(folded.clone());
        self.numbers.insert(folded, number);
        number
    }
}
