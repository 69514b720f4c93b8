//! The games of the studio's database, as a session in the terminal saves and resumes them.

use outflank_game::{GameInPlay, KeptGame};
use outflank_library::{day_of_moment, sync_kept_game};
use outflank_store::{NewGame, Store, StoreError};
use outflank_terminal::{Archive, ArchivedGame, SavedGame};
use tokio::runtime::Runtime;

use crate::commands::serve::open_store;
use crate::failure::{Failure, tell};

/// How many games are listed.
const LISTED: i64 = 200;

/// A database, and what waits for its answers.
pub(crate) struct Database {
    runtime: Runtime,
    store: Store,
    /// The game saved last, as it is stored.
    last: Option<KeptGame>,
}

/// Opens a database. The default one is not insisted on: without it games are not saved.
pub(crate) fn open_database(url: Option<&str>) -> Result<Option<Database>, Failure> {
    match (Database::open(url), url) {
        (Ok(database), _) => Ok(Some(database)),
        (Err(failure), Some(_)) => Err(failure),
        (Err(failure), None) => {
            if let Failure::Input(error) | Failure::Other(error) = failure {
                tell(&format!("warning: games are not saved: {error:#}"));
            }
            Ok(None)
        }
    }
}

impl Database {
    /// Opens a database, by default the studio's.
    pub(crate) fn open(url: Option<&str>) -> Result<Database, Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let store = runtime.block_on(open_store(url))?;
        Ok(Database { runtime, store, last: None })
    }
}

impl Archive for Database {
    fn games(&mut self) -> Result<Vec<ArchivedGame>, String> {
        let games = self.runtime.block_on(self.store.latest(LISTED)).map_err(|error| error.to_string())?;
        // A damaged game, or one whose seats need a key, is left to the studio.
        let open = games.into_iter().flatten().filter(|kept| kept.keys.iter().all(Option::is_none));
        Ok(open.map(|kept| ArchivedGame { changed: changed(&kept), kept }).collect())
    }

    fn save(&mut self, id: Option<i64>, game: &GameInPlay) -> Result<SavedGame, String> {
        let last = self.last.take();
        let saved = self.runtime.block_on(save(&self.store, id, last, game));
        let kept = saved.map_err(|error| format!("The game is not saved: {error}"))?;
        let kept = self.last.insert(kept);
        Ok(SavedGame { id: kept.id, key: kept.key })
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        self.runtime.block_on(self.store.close());
    }
}

/// Makes what is stored agree with a game; `last` is what was stored last. Whoever has changed it meanwhile
/// is overruled.
async fn save(
    store: &Store,
    id: Option<i64>,
    last: Option<KeptGame>,
    game: &GameInPlay,
) -> Result<KeptGame, StoreError> {
    let Some(id) = id else {
        let kept = store.create(&NewGame::from(game.clone())).await?;
        let key = sync_kept_game(store, &kept).await?;
        return Ok(KeptGame { key, ..kept });
    };
    let before = match last.filter(|kept| kept.id == id) {
        Some(kept) => kept,
        None => store.game(id).await?,
    };
    let (before, kept) = match store.update(&before, game.clone()).await {
        Ok(kept) => (before, kept),
        Err(StoreError::Stale { .. }) => {
            let newer = store.game(id).await?;
            let kept = store.update(&newer, game.clone()).await?;
            (newer, kept)
        }
        Err(error) => return Err(error),
    };
    let key = match before.game.is_over() || kept.game.is_over() {
        true => sync_kept_game(store, &kept).await?,
        false => None,
    };
    Ok(KeptGame { key, ..kept })
}

/// Says when a game changed last.
fn changed(kept: &KeptGame) -> String {
    let minute = kept.updated.rem_euclid(86_400_000) / 60_000;
    format!("{} {:02}:{:02}", day_of_moment(kept.updated), minute / 60, minute % 60)
}

#[cfg(test)]
mod tests {
    use outflank_game::{Ending, GameResult, Seat};
    use outflank_rules::{Color, Game, Position};

    use super::*;

    fn database() -> (tempfile::TempDir, Database) {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("games.db").display());
        (folder, Database::open(Some(&url)).unwrap())
    }

    fn game(moves: &[&str]) -> GameInPlay {
        let game = Game::replay(Position::start(), moves.iter().map(|name| name.parse().unwrap())).unwrap();
        GameInPlay::new(game, [Seat::person(""), Seat::program("level:3")])
    }

    fn saved(database: &mut Database) -> Vec<String> {
        database.games().unwrap().iter().map(|game| game.kept.game.history().transcript()).collect()
    }

    #[test]
    fn a_game_is_kept_through_moves_taking_back_and_other_moves() {
        let (_folder, mut database) = database();
        let id = database.save(None, &game(&["f5"])).unwrap().id;
        for moves in [&["f5", "d6", "c3"][..], &["f5"], &["f5", "f6", "e6", "f4"]] {
            assert_eq!(database.save(Some(id), &game(moves)), Ok(SavedGame { id, key: None }));
            assert_eq!(saved(&mut database), [moves.concat()]);
        }
        let mut given_up = game(&["f5", "f6"]);
        given_up.resign(Color::Black);
        database.save(Some(id), &given_up).unwrap();
        let stored = database.games().unwrap().remove(0).kept.game;
        assert_eq!(stored.result(), Some(GameResult::lost_by(Ending::Resigned, Color::Black)));
        assert_eq!(stored.seats(), given_up.seats());
    }

    #[test]
    fn a_game_that_is_over_is_in_the_library_and_leaves_it_when_it_goes_on() {
        let (_folder, mut database) = database();
        let mut over = game(&["f5", "d6"]);
        over.resign(Color::White);
        let SavedGame { id, key } = database.save(None, &over).unwrap();
        assert_eq!(key, Some(id), "the key that is told opens it everywhere");
        let count = |database: &Database| {
            let found = database.store.ended_outside_library();
            database.runtime.block_on(found).unwrap().len()
        };
        assert_eq!(count(&database), 0);
        database.save(Some(id), &game(&["f5", "d6"])).unwrap();
        assert_eq!(database.games().unwrap()[0].kept.game.result(), None);
    }

    #[test]
    fn a_game_changed_elsewhere_is_saved_all_the_same_and_others_are_parsed_once() {
        let (_folder, mut database) = database();
        let id = database.save(None, &game(&["f5"])).unwrap().id;
        let elsewhere = database.runtime.block_on(database.store.game(id)).unwrap();
        let update = database.store.update(&elsewhere, game(&["f5", "f6"]));
        database.runtime.block_on(update).unwrap();
        database.save(Some(id), &game(&["f5", "d6"])).unwrap();
        let parsed = database.store.games_parsed();
        database.save(Some(id), &game(&["f5", "d6", "c3"])).unwrap();
        assert_eq!(database.store.games_parsed(), parsed, "what was saved last is known");
        assert_eq!(saved(&mut database), ["f5d6c3"]);
    }
}
