//! A game as it is kept.

use std::time::Duration;

use outflank_game::{GameInPlay, GameResult, GameRights, KeptGame, PlayerId, RemotePlay, Seat, TimeControl};
use outflank_rules::{Color, Game, Move, Position};
use outflank_wire::view::milliseconds;
use serde::{Deserialize, Serialize};

use crate::desk::values::{known_version, read_json};

/// A game as it is kept: texts and numbers.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct GameValue {
    version: u8,
    id: i64,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    created: i64,
    updated: i64,
    revision: i64,
    saved: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<i64>,
    /// Player and name, black first.
    seats: [(String, String); 2],
    start: String,
    /// Squares, `--` for a pass; those that were taken back included.
    moves: String,
    /// What every ply took, in milliseconds.
    times: Vec<i64>,
    /// Who chose plies for somebody else, with their numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    helpers: Vec<(usize, String)>,
    made: usize,
    opening: usize,
    pace: i64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    manual_pass: bool,
    /// Time and increment, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<(i64, i64)>,
    turn_began: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deadline: Option<i64>,
    /// The word for the ending, and the winner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ended: Option<(String, Option<String>)>,
}

impl GameValue {
    /// Writes a game down.
    pub(super) fn of(kept: &KeptGame) -> GameValue {
        let game = &kept.game;
        let spelled = |played: &Move| played.square().map_or("--".to_owned(), |square| square.to_string());
        let helpers = game.helpers().iter().enumerate();
        let result = game.result();
        GameValue {
            version: 1,
            id: kept.id,
            name: kept.name.clone(),
            created: kept.created,
            updated: kept.updated,
            revision: kept.revision,
            saved: kept.saved,
            key: kept.key,
            seats: game.seats().each_ref().map(|seat| (seat.player.to_string(), seat.name.clone())),
            start: game.history().start().to_string(),
            moves: game.history().all_plies().iter().map(spelled).collect(),
            times: game.times().iter().map(|&time| milliseconds(time)).collect(),
            helpers: helpers.filter_map(|(ply, helper)| Some((ply, helper.as_ref()?.to_string()))).collect(),
            made: game.plies().len(),
            opening: kept.opening,
            pace: milliseconds(kept.pace),
            manual_pass: game.has_manual_pass(),
            clock: game
                .time_control()
                .map(|clock| (milliseconds(clock.initial), milliseconds(clock.increment))),
            turn_began: kept.turn_began,
            deadline: kept.deadline,
            ended: result.map(|result| {
                (result.ending.name().to_owned(), result.winner.map(|side| side.name().to_owned()))
            }),
        }
    }

    /// Reads a game again.
    pub(super) fn read(bytes: &[u8]) -> Result<KeptGame, String> {
        let value: GameValue = read_json(bytes)?;
        known_version(value.version)?;
        value.play()
    }

    fn play(self) -> Result<KeptGame, String> {
        let start: Position =
            self.start.parse().map_err(|error| format!("start {:?}: {error}", self.start))?;
        let mut history = Game::new(start);
        for (ply, name) in self.moves.as_bytes().chunks(2).enumerate() {
            let name = std::str::from_utf8(name).unwrap_or("?");
            let refused = |reason: String| format!("ply {}, {name:?}: {reason}", ply + 1);
            let played: Move = name.parse().map_err(|error| refused(format!("{error}")))?;
            history.play(played).map_err(|error| refused(error.to_string()))?;
        }
        history.go_to(self.made);
        let time = |milliseconds: i64| Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0));
        let result = self.ended.map(|(ending, winner)| -> Result<GameResult, String> {
            let ending = ending.parse().map_err(|error| format!("{error}"))?;
            let winner = winner.and_then(|name| Color::BOTH.into_iter().find(|side| side.name() == name));
            Ok(GameResult { ending, winner })
        });
        let times: Vec<Duration> = self.times.into_iter().map(time).collect();
        let mut helpers = vec![None; history.all_plies().len()];
        for (ply, helper) in self.helpers {
            if let Some(place) = helpers.get_mut(ply) {
                *place = Some(PlayerId::from(helper.as_str()));
            }
        }
        let seats = self.seats.map(|(player, name)| Seat { player: player.as_str().into(), name });
        let clock = |(initial, increment)| TimeControl { initial: time(initial), increment: time(increment) };
        let game = GameInPlay::new(history, seats)
            .with_time_control(self.clock.map(clock))
            .with_manual_pass(self.manual_pass)
            .with_past(&times, result.transpose()?)
            .with_helpers(helpers);
        Ok(KeptGame {
            id: self.id,
            name: self.name,
            created: self.created,
            updated: self.updated,
            revision: self.revision,
            saved: self.saved,
            key: self.key,
            opening: self.opening,
            pace: time(self.pace),
            keys: [None, None],
            turn_began: self.turn_began,
            deadline: self.deadline,
            rights: GameRights::default(),
            accounts: [None, None],
            remote: RemotePlay::default(),
            game,
        })
    }
}
