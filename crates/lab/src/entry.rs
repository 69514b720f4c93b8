//! A game in a line: what matches print and tournaments keep.

use std::time::Duration;

use outflank_game::Ending;
use outflank_records::{Number, Outcome, Record};
use outflank_rules::{Color, Game, Position};
use serde::{Deserialize, Serialize};

use crate::played::{Played, Pondered, TimeSpent};

/// A game that was played, as JSON. The fields and their order are a promise; more may follow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameEntry {
    /// Its number, from 1.
    pub game: u32,
    /// Where it began: a transcript, or a board if that is not the standard start.
    pub opening: String,
    /// Who had black.
    pub black: String,
    /// Who had white.
    pub white: String,
    /// Black's discs minus white's, empty squares to the winner; 64 if the other side forfeited or
    /// resigned.
    pub score: i32,
    /// All moves as a transcript, those of the opening included.
    pub moves: String,
    /// The time of all black's moves.
    pub seconds_black: f64,
    /// The time of all white's moves.
    pub seconds_white: f64,
    /// How it ended: finished, adjudicated, resigned, illegal, crash, hang, garbage.
    pub reason: String,
    /// The side that forfeited.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub forfeit: Option<String>,
    /// What it did.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub detail: Option<String>,
    /// The board before the first move, if that is not the standard start.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub start: Option<String>,
    /// How many plies belong to the opening.
    pub opening_plies: usize,
    /// How many moves black and white chose.
    pub chosen: [u32; 2],
    /// The slowest move of black and of white, in seconds.
    pub longest: [f64; 2],
    /// The boards black and white visited, where that is counted.
    pub nodes: [Option<u64>; 2],
    /// For how many moves black and white had pondered, and how often the reply was the expected one.
    #[serde(skip_serializing_if = "nobody_pondered", default)]
    pub pondered: [Option<[u32; 2]>; 2],
}

impl GameEntry {
    /// Notes a game: its number from 0, where it began, and the names of black and white.
    #[must_use]
    pub fn new(number: u32, played: &Played, opening: &Game, [black, white]: [&str; 2]) -> GameEntry {
        let history = played.game.history();
        let loser = played.game.result().and_then(|result| result.loser());
        let (reason, forfeit, detail) = match (&played.fault, played.ending()) {
            (Some(fault), _) => (fault.reason(), loser.map(Color::name), Some(fault.to_string())),
            (None, Ending::Adjudicated) => ("adjudicated", None, None),
            (None, Ending::Resigned) => ("resigned", None, None),
            (None, _) => ("finished", None, None),
        };
        let seconds = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e6;
        let start = history.start();
        let [spent_black, spent_white] = &played.thinking;
        GameEntry {
            game: number + 1,
            opening: opening_text(opening),
            black: black.to_owned(),
            white: white.to_owned(),
            score: played.score,
            moves: history.transcript(),
            seconds_black: seconds(spent_black.total),
            seconds_white: seconds(spent_white.total),
            reason: reason.to_owned(),
            forfeit: forfeit.map(ToOwned::to_owned),
            detail,
            start: (start != Position::start()).then(|| start.to_string()),
            opening_plies: opening.plies().len(),
            chosen: played.thinking.map(|spent| spent.moves),
            longest: played.thinking.map(|spent| seconds(spent.longest)),
            nodes: played.thinking.map(|spent| spent.nodes),
            pondered: played.thinking.map(|spent| spent.pondered.map(|one| [one.moves, one.hits])),
        }
    }

    /// Sets the game up again; `None` if its moves are not legal ones.
    #[must_use]
    pub fn replay(&self) -> Option<Game> {
        let start = self.start.as_deref().map_or(Ok(Position::start()), str::parse).ok()?;
        let mut record = Record::new(start);
        record.push_transcript(&self.moves).ok()?;
        let mut game = record.game();
        // A transcript leaves out a pass at its end.
        if game.position().must_pass() && self.reason == "finished" {
            let _unless_over = game.play(outflank_rules::Move::Pass);
        }
        Some(game)
    }

    /// Makes a record of the game; `None` if its moves are not legal ones.
    #[must_use]
    pub fn record(&self) -> Option<Record> {
        let mut record = Record::from(&self.replay()?);
        record.black.name = Some(self.black.clone());
        record.white.name = Some(self.white.clone());
        record.place = Some("Outflank".to_owned());
        record.round = Some(self.game.to_string());
        let ending = match self.reason.as_str() {
            "finished" => Ending::Discs,
            "adjudicated" => Ending::Adjudicated,
            "resigned" => Ending::Resigned,
            "hang" => Ending::TimeOut,
            _ => Ending::Forfeited,
        };
        record.outcome = Some(Outcome::of_score(Number::new(self.score.to_string()), ending));
        record.comment = self.decision();
        Some(record)
    }

    /// Says why a game that was not played to its end has its score.
    #[must_use]
    pub fn decision(&self) -> Option<String> {
        match (&self.forfeit, &self.detail) {
            (Some(side), Some(detail)) => Some(format!("{side} forfeits: {detail}")),
            _ if self.reason == "adjudicated" => Some("decided by the value of the last position".to_owned()),
            _ if self.reason == "resigned" => {
                let loser = if self.score > 0 { Color::White } else { Color::Black };
                Some(format!("{loser} resigns"))
            }
            _ => None,
        }
    }

    /// Returns what a side spent.
    #[must_use]
    pub fn thinking(&self, side: Color) -> TimeSpent {
        let total = if side == Color::Black { self.seconds_black } else { self.seconds_white };
        let time = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or_default();
        TimeSpent {
            total: time(total),
            longest: time(self.longest[side as usize]),
            moves: self.chosen[side as usize],
            nodes: self.nodes[side as usize],
            pondered: self.pondered[side as usize].map(|[moves, hits]| Pondered { moves, hits }),
        }
    }

    /// Returns black's and white's discs, empty squares counted for the winner.
    #[must_use]
    pub const fn discs(&self) -> [i32; 2] {
        [(64 + self.score) / 2, (64 - self.score) / 2]
    }
}

/// Tells whether nobody thought on the other's time.
fn nobody_pondered(pondered: &[Option<[u32; 2]>; 2]) -> bool {
    pondered.iter().all(Option::is_none)
}

/// Writes where a game begins: as a transcript, or as a board if that is not the standard start.
pub(crate) fn opening_text(game: &Game) -> String {
    if game.start() == Position::start() { game.transcript() } else { game.position().to_string() }
}
