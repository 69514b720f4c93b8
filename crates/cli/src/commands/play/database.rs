//! The games of the studio's database, as a session on the screen keeps them.

use std::time::Duration;

use outflank_library::{KeptError, day_of_moment, replay, shelve};
use outflank_rules::Color;
use outflank_store::{ClockRule, Ending as StoredEnding, GameRow, MoveRow, NewGame, SeatRow, Store};
use outflank_terminal::{Archive, Course, Ending, StoredGame, StoredSeat, TimeControl};
use tokio::runtime::Runtime;

use crate::commands::serve::open_store;
use crate::failure::Failure;

/// How many games are listed.
const LISTED: i64 = 200;

/// A database, and what waits for its answers.
pub(crate) struct Database {
    runtime: Runtime,
    store: Store,
}

impl Database {
    /// Opens a database, by default the studio's.
    pub(crate) fn open(url: Option<&str>) -> Result<Database, Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let store = runtime.block_on(open_store(url))?;
        Ok(Database { runtime, store })
    }
}

impl Archive for Database {
    fn games(&mut self) -> Result<Vec<StoredGame>, String> {
        let rows = self.runtime.block_on(self.store.latest(LISTED)).map_err(|error| error.to_string())?;
        // A damaged game, or one whose seats need a key, is left to the studio.
        let open = rows.iter().filter(|row| row.black.key.is_none() && row.white.key.is_none());
        Ok(open.filter_map(|row| stored_game(row).ok()).collect())
    }

    fn keep(&mut self, game: &StoredGame) -> Result<i64, String> {
        let kept = self.runtime.block_on(keep(&self.store, game));
        kept.map_err(|error| format!("The game is not kept: {error}"))
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        self.runtime.block_on(self.store.close());
    }
}

/// Makes what is stored agree with a game: moves that are made, those taken back, how it ended.
async fn keep(store: &Store, game: &StoredGame) -> Result<i64, KeptError> {
    let row = match game.id {
        Some(id) => store.game(id).await?,
        None => store.create(&new_game(game)).await?,
    };
    let course = &game.course;
    let plies = course.game().plies();
    let played: Vec<String> = plies.iter().map(ToString::to_string).collect();
    let same = played.iter().zip(&row.moves).take_while(|(played, kept)| **played == kept.played).count();
    let ended = course.ending().map(|ending| StoredEnding {
        reason: ending.word().to_owned(),
        winner: course.winner().map(|side| side.name().to_owned()),
    });
    let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let row = if same == played.len() {
        store.set_made(row.id, row.revision, count(same), ended.as_ref()).await?
    } else {
        let row = match row.made == count(same) {
            true => row,
            false => store.set_made(row.id, row.revision, count(same), None).await?,
        };
        let times = course.times().iter().map(|time| i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
        let new = played.into_iter().zip(times).skip(same);
        let moves: Vec<MoveRow> =
            new.map(|(played, milliseconds)| MoveRow { played, milliseconds }).collect();
        store.add_moves(row.id, row.revision, &moves, ended.as_ref()).await?
    };
    shelve(store, row.id).await?;
    Ok(row.id)
}

/// Returns what a game begins with in the database.
fn new_game(game: &StoredGame) -> NewGame {
    let seat =
        |seat: &StoredSeat| SeatRow { player: seat.player.clone(), name: seat.name.clone(), key: None };
    let milliseconds = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    let [black, white] = game.seats.each_ref().map(seat);
    NewGame {
        start: game.course.game().start().to_string(),
        black,
        white,
        clock: game.course.control().map(|control| ClockRule {
            initial: milliseconds(control.initial),
            increment: milliseconds(control.increment),
        }),
        ..NewGame::default()
    }
}

/// Returns a game of the database.
fn stored_game(row: &GameRow) -> Result<StoredGame, KeptError> {
    let game = replay(row)?;
    let time = |milliseconds: i64| Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0));
    let times: Vec<Duration> = row.moves.iter().map(|kept| time(kept.milliseconds)).collect();
    let loser = match row.ended.as_ref().and_then(|ended| ended.winner.as_deref()) {
        Some("black") => Color::White,
        _ => Color::Black,
    };
    let ending = row.ended.as_ref().and_then(|ended| match ended.reason.as_str() {
        "resigned" => Some(Ending::Resigned(loser)),
        "time" => Some(Ending::Time(loser)),
        _ => None,
    });
    let control =
        row.clock.map(|clock| TimeControl { initial: time(clock.initial), increment: time(clock.increment) });
    let people = [&row.black, &row.white].map(|seat| seat.player == "human");
    let seat = |seat: &SeatRow| StoredSeat { player: seat.player.clone(), name: seat.name.clone() };
    let of_day = row.updated.rem_euclid(86_400_000) / 60_000;
    Ok(StoredGame {
        id: Some(row.id),
        seats: [seat(&row.black), seat(&row.white)],
        course: Course::new(game, people).with_clock(control).with_past(&times, ending),
        changed: format!("{} {:02}:{:02}", day_of_moment(row.updated), of_day / 60, of_day % 60),
    })
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Game, Position};

    use super::*;

    fn database() -> (tempfile::TempDir, Database) {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("games.db").display());
        (folder, Database::open(Some(&url)).unwrap())
    }

    fn game(id: Option<i64>, moves: &[&str]) -> StoredGame {
        let game = Game::replay(Position::start(), moves.iter().map(|name| name.parse().unwrap())).unwrap();
        let seat = |player: &str| StoredSeat { player: player.to_owned(), name: String::new() };
        let course = Course::new(game, [true, false]);
        StoredGame { id, seats: [seat("human"), seat("level:3")], course, changed: String::new() }
    }

    fn kept(database: &mut Database) -> Vec<String> {
        database.games().unwrap().iter().map(|game| game.course.game().transcript()).collect()
    }

    #[test]
    fn a_game_is_kept_through_moves_taking_back_and_other_moves() {
        let (_folder, mut database) = database();
        let id = database.keep(&game(None, &["f5"])).unwrap();
        for moves in [&["f5", "d6", "c3"][..], &["f5"], &["f5", "f6", "e6", "f4"]] {
            assert_eq!(database.keep(&game(Some(id), moves)), Ok(id));
            assert_eq!(kept(&mut database), [moves.concat()]);
        }
        let mut given_up = game(Some(id), &["f5", "f6"]);
        given_up.course.resign(Color::Black);
        database.keep(&given_up).unwrap();
        let stored = database.games().unwrap().remove(0);
        assert_eq!(stored.course.ending(), Some(Ending::Resigned(Color::Black)));
        assert_eq!(stored.seats, given_up.seats);
    }

    #[test]
    fn a_game_that_is_over_is_in_the_library_and_leaves_it_when_it_goes_on() {
        let (_folder, mut database) = database();
        let mut over = game(None, &["f5", "d6"]);
        over.course.resign(Color::White);
        let id = database.keep(&over).unwrap();
        let count = |database: &Database| {
            let found = database.store.ended_outside_library();
            database.runtime.block_on(found).unwrap().len()
        };
        assert_eq!(count(&database), 0);
        database.keep(&game(Some(id), &["f5", "d6"])).unwrap();
        assert_eq!(database.games().unwrap()[0].course.ending(), None);
    }
}
