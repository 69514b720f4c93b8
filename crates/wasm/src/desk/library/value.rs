//! Games of the library as they are kept: many in a value, so that a year of WTHOR is a few values.

use std::time::Duration;

use outflank_game::{GameResult, PlayerId};
use outflank_keep::{LibraryGame, LibraryMoves, LibraryRow, fingerprint};
use outflank_rules::Color;
use outflank_wire::view::milliseconds;
use serde::{Deserialize, Serialize};

use crate::desk::values::{known_version, read_json};

/// How many keys share a value.
pub(super) const SHARED: i64 = 256;

/// Games whose keys share a value.
#[derive(Debug, Serialize, Deserialize)]
struct BlockValue {
    version: u8,
    rows: Vec<RowValue>,
}

/// A game: what is empty is left out.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct RowValue {
    key: i64,
    added: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    deleted: Option<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<i64>,
    #[serde(skip_serializing_if = "String::is_empty")]
    day: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    date: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    black: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    white: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<[String; 2]>,
    #[serde(skip_serializing_if = "String::is_empty")]
    event: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    place: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    opening: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    /// The word for the ending and the winner: 1 for black, -1 for white, 0 for nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<(String, i8)>,
    #[serde(skip_serializing_if = "String::is_empty")]
    start: String,
    moves: String,
    plies: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    times: Vec<i64>,
    source: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    notes: String,
}

/// Writes games whose keys share a value.
pub(super) fn write_block<'r>(rows: impl Iterator<Item = &'r LibraryRow>) -> Vec<u8> {
    let value = BlockValue { version: 1, rows: rows.map(RowValue::of).collect() };
    serde_json::to_vec(&value).unwrap_or_default()
}

/// Reads games that share a value.
pub(super) fn read_block(bytes: &[u8]) -> Result<Vec<LibraryRow>, String> {
    let value: BlockValue = read_json(bytes)?;
    known_version(value.version)?;
    Ok(value.rows.into_iter().map(RowValue::row).collect())
}

impl RowValue {
    fn of(row: &LibraryRow) -> RowValue {
        let game = row.game.clone();
        let player = |player: &Option<PlayerId>| player.as_ref().map(ToString::to_string).unwrap_or_default();
        let players = [player(&game.black_player), player(&game.white_player)];
        RowValue {
            key: row.key,
            added: row.added,
            deleted: row.deleted,
            tags: row.tags.clone(),
            game: game.game,
            day: game.day,
            date: game.date,
            black: game.black,
            white: game.white,
            players: Some(players).filter(|players| players.iter().any(|player| !player.is_empty())),
            event: game.event,
            place: game.place,
            opening: game.opening,
            score: game.score,
            result: game.result.map(|result| (result.ending.name().to_owned(), sign_of(result.winner))),
            start: game.moves.start().to_owned(),
            moves: game.moves.squares().to_owned(),
            plies: game.moves.plies(),
            times: game.times.iter().map(|&time| milliseconds(time)).collect(),
            source: game.source.to_string(),
            notes: game.notes,
        }
    }

    fn row(self) -> LibraryRow {
        let player = |text: &String| {
            let text = Some(text.as_str()).filter(|text| !text.is_empty());
            text.map(PlayerId::from)
        };
        let [black_player, white_player] =
            self.players.as_ref().map_or([None, None], |players| players.each_ref().map(player));
        let time = |milliseconds: i64| Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0));
        LibraryRow {
            key: self.key,
            added: self.added,
            deleted: self.deleted,
            tags: self.tags,
            game: LibraryGame {
                fingerprint: fingerprint(&self.start, &self.moves, &self.black, &self.white, &self.day),
                game: self.game,
                day: self.day,
                date: self.date,
                black: self.black,
                white: self.white,
                black_player,
                white_player,
                event: self.event,
                place: self.place,
                opening: self.opening,
                score: self.score,
                // A word that nobody here has written says no more than that the game ended.
                result: self.result.map(|(ending, winner)| GameResult {
                    ending: ending.parse().unwrap_or_default(),
                    winner: winner_of(winner),
                }),
                moves: LibraryMoves::kept(self.start, self.moves, self.plies),
                times: self.times.into_iter().map(time).collect(),
                source: self.source.parse().unwrap_or_default(),
                notes: self.notes,
            },
        }
    }
}

fn sign_of(winner: Option<Color>) -> i8 {
    match winner {
        Some(Color::Black) => 1,
        Some(Color::White) => -1,
        None => 0,
    }
}

fn winner_of(sign: i8) -> Option<Color> {
    match sign {
        1 => Some(Color::Black),
        -1 => Some(Color::White),
        _ => None,
    }
}
