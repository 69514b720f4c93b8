//! Lists of games that are played.

use std::collections::HashMap;

use outflank_game::{GameResult, KeptGame, PersonId, Seat};
use outflank_rules::Position;
use sqlx::{AssertSqlSafe, FromRow, Row};

use crate::bounded::BoundedConnection;
use crate::game::{GAME_COLUMNS, GameRow, MoveRow};
use crate::{DamagedGame, Store, StoreError};

/// Whose games are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose<'a> {
    /// All games: those of a studio of one person.
    Everybody,
    /// The games that somebody owns or plays.
    Persons(&'a PersonId),
    /// The same, and those that nobody owns.
    PersonsAndNobodys(&'a PersonId),
}

impl Whose<'_> {
    /// Returns who is meant, if somebody is.
    fn person(&self) -> Option<&PersonId> {
        match self {
            Whose::Everybody => None,
            Whose::Persons(person) | Whose::PersonsAndNobodys(person) => Some(person),
        }
    }

    /// Writes what follows a condition on rows of games, with the place of the person.
    fn condition(&self, place: &str) -> String {
        let theirs = format!("owner = {place} OR black_person = {place} OR white_person = {place}");
        // Whoever has hidden a game does not see it any more.
        let shown = format!(
            "COALESCE(CASE WHEN black_person = {place} THEN black_hidden WHEN white_person = {place} \
             THEN white_hidden END, 0) = 0"
        );
        match self {
            Whose::Everybody => String::new(),
            Whose::Persons(_) => format!(" AND ({theirs}) AND {shown}"),
            Whose::PersonsAndNobodys(_) => format!(" AND ({theirs} OR owner IS NULL) AND {shown}"),
        }
    }
}

/// A game in a list: what is known of it without its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGame {
    /// Its number.
    pub id: i64,
    /// A name for people to read; may be empty.
    pub name: String,
    /// When it changed last, in milliseconds since 1970.
    pub updated: i64,
    /// Who sits where, black first.
    pub seats: [Seat; 2],
    /// The last position.
    pub position: Position,
    /// How many discs have been placed.
    pub placed: usize,
    /// How it ended; `None` while it is on.
    pub result: Option<GameResult>,
}

impl From<&KeptGame> for ListedGame {
    fn from(kept: &KeptGame) -> ListedGame {
        let game = &kept.game;
        ListedGame {
            id: kept.id,
            name: kept.name.clone(),
            updated: kept.updated,
            seats: game.seats().clone(),
            position: game.position(),
            placed: game.plies().iter().filter(|played| !played.is_pass()).count(),
            result: game.result(),
        }
    }
}

impl Store {
    /// Lists the games that are saved, the last changed first, without reading their moves. A damaged one is
    /// told in its place and leaves the others alone; that its moves are damaged is found out by who reads
    /// it.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn list(&self, limit: i64) -> Result<Vec<Result<ListedGame, DamagedGame>>, StoreError> {
        self.list_of(Whose::Everybody, limit).await
    }

    /// Lists games as [`Store::list`] does, but only those that are somebody's: owned or played.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn list_of(
        &self,
        whose: Whose<'_>,
        limit: i64,
    ) -> Result<Vec<Result<ListedGame, DamagedGame>>, StoreError> {
        let mut reading = self.reading().await?;
        let games = last_changed(&mut reading, whose, limit).await?;
        // Games of earlier versions have no position of their own.
        let sound = games.iter().flatten();
        let bare: Vec<i64> = sound.filter(|row| !row.has_position()).map(|row| row.id).collect();
        let mut moves = moves_of(&mut reading, &bare).await?;
        reading.commit().await?;
        let listed = games.into_iter().map(|row| {
            let row = row?;
            if row.has_position() {
                return row.listed();
            }
            let moves = moves.remove(&row.id).unwrap_or_default();
            Ok(ListedGame::from(&self.parse(row, &moves)?))
        });
        Ok(listed.collect())
    }

    /// Reads the saved games that were changed last, the last one first. A damaged one is told in its place
    /// and leaves the others alone.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn latest(&self, limit: i64) -> Result<Vec<Result<KeptGame, DamagedGame>>, StoreError> {
        let mut reading = self.reading().await?;
        let games = last_changed(&mut reading, Whose::Everybody, limit).await?;
        let numbers: Vec<i64> = games.iter().flatten().map(|row| row.id).collect();
        let mut moves = moves_of(&mut reading, &numbers).await?;
        reading.commit().await?;
        let games = games.into_iter().map(|row| {
            let row = row?;
            let moves = moves.remove(&row.id).unwrap_or_default();
            self.parse(row, &moves)
        });
        Ok(games.collect())
    }
}

async fn last_changed(
    connection: &mut BoundedConnection,
    whose: Whose<'_>,
    limit: i64,
) -> Result<Vec<Result<GameRow, DamagedGame>>, StoreError> {
    let sql = format!(
        "SELECT {GAME_COLUMNS} FROM games WHERE saved = 1 AND black_hidden + white_hidden < 2 \
         AND NOT (fair = 1 AND COALESCE(ended, '') = 'aborted'){} ORDER BY updated DESC, id DESC LIMIT $1",
        whose.condition("$2")
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(limit);
    let query = match whose.person() {
        Some(person) => query.bind(person.as_str()),
        None => query,
    };
    let rows = query.fetch_all(connection).await?;
    Ok(rows.iter().map(GameRow::read).collect())
}

/// Reads the moves of games.
async fn moves_of(
    connection: &mut BoundedConnection,
    games: &[i64],
) -> Result<HashMap<i64, Vec<MoveRow>>, StoreError> {
    let mut moves: HashMap<i64, Vec<MoveRow>> = HashMap::new();
    if games.is_empty() {
        return Ok(moves);
    }
    let places: Vec<String> = (1..=games.len()).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT game, played, milliseconds, helper FROM moves WHERE game IN ({}) ORDER BY game, ply",
        places.join(", ")
    );
    // Another number of games is another statement: connections need not remember them all.
    let query = sqlx::query(AssertSqlSafe(sql)).persistent(false);
    let query = games.iter().fold(query, |query, &game| query.bind(game));
    for row in query.fetch_all(connection).await? {
        moves.entry(row.try_get("game")?).or_default().push(MoveRow::from_row(&row)?);
    }
    Ok(moves)
}
