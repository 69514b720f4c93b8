//! A game as it is kept: rows of texts and numbers outside, typed and played by the rules inside.

use std::time::Duration;

use outflank_game::{
    Ending, FairClock, GameInPlay, GameResult, GameRights, KeptGame, LagQuota, PersonId, PlayerId,
    RemotePlay, Seat, TimeControl,
};
use outflank_rules::{Color, Game, Move, Position};
use sqlx::any::AnyRow;
use sqlx::{Error, FromRow, Row};

use crate::{ListedGame, StoreError};

/// What a game begins with.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// A name for people to read; may be empty.
    pub name: String,
    /// The game: its start, moves made before it begins, seats and clocks.
    pub game: GameInPlay,
    /// How many of its moves a rematch begins with.
    pub opening: usize,
    /// The pause before a computer's move is shown.
    pub pace: Duration,
    /// What somebody must show to move for a side, black first; nothing in a game on one device.
    pub keys: [Option<String>; 2],
    /// Whether it stays: listed among the games and, once it is over, in the library.
    pub saved: bool,
    /// Whose it is on a shared server.
    pub rights: GameRights,
    /// What a game between people who do not sit together begins with.
    pub remote: RemotePlay,
}

impl From<GameInPlay> for NewGame {
    /// Begins a game without a name and without keys, which is saved.
    fn from(game: GameInPlay) -> NewGame {
        NewGame {
            name: String::new(),
            game,
            opening: 0,
            pace: Duration::ZERO,
            keys: [None, None],
            saved: true,
            rights: GameRights::default(),
            remote: RemotePlay::default(),
        }
    }
}

/// Says that a row of the database is no game: somebody else wrote it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {id} is damaged: {what}")]
pub struct DamagedGame {
    /// The number of the game.
    pub id: i64,
    /// What is wrong with it.
    pub what: String,
}

/// A row of the table of moves.
#[derive(Clone, Debug)]
pub(crate) struct MoveRow {
    pub(crate) played: String,
    pub(crate) milliseconds: i64,
    pub(crate) helper: Option<String>,
}

impl FromRow<'_, AnyRow> for MoveRow {
    fn from_row(row: &AnyRow) -> Result<MoveRow, Error> {
        Ok(MoveRow {
            played: text(row, "played")?,
            milliseconds: row.try_get("milliseconds")?,
            helper: row.try_get("helper")?,
        })
    }
}

/// Reads a text. Bytes that somebody else has put there are read as well as they can be: what is wrong with
/// them is told by who understands them, and the other rows are left alone.
pub(crate) fn text(row: &AnyRow, column: &str) -> Result<String, Error> {
    row.try_get::<String, _>(column).or_else(|error| match row.try_get::<Vec<u8>, _>(column) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(_) => Err(error),
    })
}

/// What is read of a game: its row, and the key it has in the library.
pub(crate) const GAME_COLUMNS: &str = "games.*, (SELECT MAX(library.key) FROM library \
    WHERE library.game = games.id AND library.deleted IS NULL) AS library_key";

/// A row of the table of games, with [`GAME_COLUMNS`].
#[derive(Clone, Debug)]
pub(crate) struct GameRow {
    pub(crate) id: i64,
    name: String,
    created: i64,
    updated: i64,
    revision: i64,
    saved: bool,
    key: Option<i64>,
    start: String,
    seats: [Seat; 2],
    keys: [Option<String>; 2],
    made: i64,
    opening: i64,
    pace: i64,
    manual_pass: bool,
    clock: Option<(i64, i64)>,
    turn_began: i64,
    deadline: Option<i64>,
    fair: Option<FairClock>,
    remote: RemotePlay,
    /// The text of the offers.
    offers: String,
    /// The last position and the number of discs placed, unless the game is of an earlier version.
    position: Option<(String, i64)>,
    /// The word for the ending, and the winner's.
    ended: Option<(String, Option<String>)>,
    rights: GameRights,
}

impl FromRow<'_, AnyRow> for GameRow {
    fn from_row(row: &AnyRow) -> Result<GameRow, Error> {
        let seat = |player: &str, name: &str| -> Result<Seat, Error> {
            let player = PlayerId::from(text(row, player)?.as_str());
            Ok(Seat { player, name: text(row, name)? })
        };
        let initial: Option<i64> = row.try_get("clock_initial")?;
        let increment: Option<i64> = row.try_get("clock_increment")?;
        let ended: Option<String> = row.try_get("ended")?;
        let winner = row.try_get("winner")?;
        let board: Option<String> = row.try_get("board")?;
        let placed: Option<i64> = row.try_get("placed")?;
        Ok(GameRow {
            id: row.try_get("id")?,
            name: text(row, "name")?,
            created: row.try_get("created")?,
            updated: row.try_get("updated")?,
            revision: row.try_get("revision")?,
            saved: row.try_get::<i64, _>("saved")? != 0,
            key: row.try_get("library_key")?,
            start: text(row, "start")?,
            seats: [seat("black", "black_name")?, seat("white", "white_name")?],
            keys: [row.try_get("black_key")?, row.try_get("white_key")?],
            made: row.try_get("made")?,
            opening: row.try_get("opening")?,
            pace: row.try_get("pace")?,
            manual_pass: row.try_get::<i64, _>("manual_pass")? != 0,
            clock: initial.map(|initial| (initial, increment.unwrap_or(0))),
            turn_began: row.try_get("turn_began")?,
            deadline: row.try_get("deadline")?,
            fair: fair_clock(row)?,
            remote: remote_play(row)?,
            offers: text(row, "offers")?,
            position: board.zip(placed),
            ended: ended.map(|ended| (ended, winner)),
            rights: rights_of(row)?,
        })
    }
}

impl GameRow {
    /// Reads a row; one that holds something else than a game of ours is told by its number.
    pub(crate) fn read(row: &AnyRow) -> Result<GameRow, DamagedGame> {
        let id = || row.try_get("id").unwrap_or_default();
        GameRow::from_row(row).map_err(|error| DamagedGame { id: id(), what: error.to_string() })
    }

    /// Plays the moves by the rules. This is the only place where a stored game is parsed.
    pub(crate) fn parse(self, moves: &[MoveRow]) -> Result<KeptGame, DamagedGame> {
        let damaged = |what: String| DamagedGame { id: self.id, what };
        let start: Position =
            self.start.parse().map_err(|error| damaged(format!("start {:?}: {error}", self.start)))?;
        let mut history = Game::new(start);
        for (ply, row) in moves.iter().enumerate() {
            let refused = |reason: String| damaged(format!("ply {}, {:?}: {reason}", ply + 1, row.played));
            let played: Move = row.played.parse().map_err(|error| refused(format!("{error}")))?;
            history.play(played).map_err(|error| refused(error.to_string()))?;
        }
        history.go_to(usize::try_from(self.made).unwrap_or(0));
        let result = self.result()?;
        let control = self.clock.map(|(initial, increment)| TimeControl {
            initial: milliseconds(initial),
            increment: milliseconds(increment),
        });
        let times: Vec<Duration> = moves.iter().map(|row| milliseconds(row.milliseconds)).collect();
        let offers = self.offers.parse().map_err(|error| damaged(format!("{error}")))?;
        let mut game = GameInPlay::new(history, self.seats)
            .with_time_control(control)
            .with_manual_pass(self.manual_pass)
            .with_past(&times, result)
            .with_helpers(moves.iter().map(|row| row.helper.as_deref().map(PlayerId::from)));
        let opening = usize::try_from(self.opening).unwrap_or(0);
        if let Some(fair) = self.fair {
            game = game.with_fair_clock(FairClock { opening, ..fair });
        }
        Ok(KeptGame {
            id: self.id,
            name: self.name,
            created: self.created,
            updated: self.updated,
            revision: self.revision,
            saved: self.saved,
            key: self.key,
            opening,
            pace: milliseconds(self.pace),
            keys: self.keys,
            turn_began: self.turn_began,
            deadline: self.deadline,
            rights: self.rights,
            accounts: [None, None],
            remote: RemotePlay { offers, ..self.remote },
            game,
        })
    }

    /// Returns who sits where, black first, as far as they have shown themselves.
    pub(crate) fn people(&self) -> &[Option<PersonId>; 2] {
        &self.rights.people
    }

    /// Tells whether the last position is known without the moves.
    pub(crate) fn has_position(&self) -> bool {
        self.position.is_some()
    }

    /// Parses what a list shows.
    pub(crate) fn listed(self) -> Result<ListedGame, DamagedGame> {
        let damaged = |what: String| DamagedGame { id: self.id, what };
        let (board, placed) = self.position.clone().unwrap_or_default();
        // The start is not shown, but a game without one is no game.
        for text in [&self.start, &board] {
            let _sound: Position =
                text.parse().map_err(|error| damaged(format!("board {text:?}: {error}")))?;
        }
        Ok(ListedGame {
            position: board.parse().map_err(|error| damaged(format!("board {board:?}: {error}")))?,
            placed: usize::try_from(placed).unwrap_or(0),
            result: self.result()?,
            id: self.id,
            name: self.name,
            updated: self.updated,
            seats: self.seats,
        })
    }

    /// Reads how the game ended, if it did.
    fn result(&self) -> Result<Option<GameResult>, DamagedGame> {
        let Some((ending, winner)) = &self.ended else { return Ok(None) };
        let result = result_of(ending, winner.as_deref());
        Ok(Some(result.map_err(|what| DamagedGame { id: self.id, what })?))
    }
}

/// Reads whose a game is.
fn rights_of(row: &AnyRow) -> Result<GameRights, Error> {
    let person = |column| -> Result<Option<PersonId>, Error> {
        Ok(row.try_get::<Option<String>, _>(column)?.map(PersonId::from))
    };
    Ok(GameRights {
        owner: person("owner")?,
        people: [person("black_person")?, person("white_person")?],
        watch_key: row.try_get("watch_key")?,
        is_on_air: row.try_get::<i64, _>("on_air")? != 0,
    })
}

/// Reads the clock of a game between people who do not sit together; how it opened is read elsewhere.
fn fair_clock(row: &AnyRow) -> Result<Option<FairClock>, Error> {
    if row.try_get::<i64, _>("fair")? == 0 {
        return Ok(None);
    }
    let time = |column: &str| row.try_get(column).map(milliseconds);
    Ok(Some(FairClock {
        opening: 0,
        charged: [time("black_charged")?, time("white_charged")?],
        lag: [
            LagQuota { left: time("black_quota")?, last: time("black_lag")? },
            LagQuota { left: time("white_quota")?, last: time("white_lag")? },
        ],
        is_adjourned: row.try_get::<i64, _>("adjourned")? != 0,
        first_move: row.try_get::<Option<i64>, _>("first_move")?.map(milliseconds),
    }))
}

/// Reads what is kept of a game between people who do not sit together, but its offers.
fn remote_play(row: &AnyRow) -> Result<RemotePlay, Error> {
    let flag = |column: &str| row.try_get::<i64, _>(column).map(|value| value != 0);
    let open_seat: Option<String> = row.try_get("open_seat")?;
    Ok(RemotePlay {
        open_seat: open_seat.and_then(|name| Color::BOTH.into_iter().find(|color| color.name() == name)),
        invitation: row.try_get("invitation")?,
        rematch: row.try_get("rematch")?,
        is_rated: flag("rated")?,
        hidden: [flag("black_hidden")?, flag("white_hidden")?],
        ..RemotePlay::default()
    })
}

/// Reads how a game ended.
fn result_of(ending: &str, winner: Option<&str>) -> Result<GameResult, String> {
    let ending: Ending = ending.parse().map_err(|error| format!("{error}"))?;
    let winner = match winner {
        None => None,
        Some(name) => match Color::BOTH.into_iter().find(|color| color.name() == name) {
            Some(color) => Some(color),
            None => return Err(format!("{name:?} cannot have won")),
        },
    };
    Ok(GameResult { ending, winner })
}

impl From<DamagedGame> for StoreError {
    fn from(damaged: DamagedGame) -> StoreError {
        StoreError::Damaged(damaged)
    }
}

/// A time as the database keeps it.
pub(crate) fn in_milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// A time that the database keeps.
pub(crate) fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(u64::try_from(number).unwrap_or(0))
}

/// A count as the database keeps it; games have far fewer moves than either type can hold.
pub(crate) fn count(value: usize) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
