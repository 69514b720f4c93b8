//! What everybody may know of somebody with an account: their rated games, and what came of them.

use outflank_game::PersonId;
use outflank_rules::Color;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use super::settle::{AccountStanding, stored_rating};
use crate::bounded::BoundedConnection;
use crate::game::{GAME_COLUMNS, GameRow};
use crate::{ListedGame, Store, StoreError};

/// How many points a curve has at most: the latest.
const POINTS: i64 = 500;

/// How many games, opponents and openings are told.
const GAMES: i64 = 20;
const OPPONENTS: i64 = 10;
const OPENINGS: i64 = 6;

/// How many games were won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultCount {
    /// Games won.
    pub won: i64,
    /// Games drawn.
    pub drawn: i64,
    /// Games lost.
    pub lost: i64,
}

/// A point of the curve of a rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingPoint {
    /// The game that led there.
    pub game: i64,
    /// When it ended, in milliseconds since 1970.
    pub moment: i64,
    /// The rating after it.
    pub rating: f64,
}

/// What became of games against somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpponentRecord {
    /// The name of the account; `None` if it is none, or is gone.
    pub account: Option<String>,
    /// The computer player; `None` if it is a person.
    pub computer: Option<String>,
    /// The results.
    pub results: ResultCount,
}

/// What became of games with an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedOpening {
    /// The moves of the longest named line that they follow.
    pub moves: String,
    /// The results.
    pub results: ResultCount,
}

/// A rated game in the list of one of its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedRatedGame {
    /// The game.
    pub game: ListedGame,
    /// The side of the player.
    pub side: Color,
    /// What it changed their rating by; `None` while it is on, and if it did not count.
    pub change: Option<i32>,
}

/// What everybody may know of somebody with an account.
#[derive(Clone, Debug, PartialEq)]
pub struct PersonPage {
    /// Where the rating stands.
    pub standing: AccountStanding,
    /// How it came there, the first point first.
    pub curve: Vec<RatingPoint>,
    /// The results with black and with white.
    pub results: [ResultCount; 2],
    /// The opponents met most often.
    pub opponents: Vec<OpponentRecord>,
    /// The openings played most often; games that began with a given opening are left out.
    pub openings: Vec<PlayedOpening>,
    /// The latest rated games, the last one first.
    pub games: Vec<PlayedRatedGame>,
}

/// Counts results of rows of `changed`.
const COUNTED: &str = "CAST(SUM(CASE WHEN changed.points = 2 THEN 1 ELSE 0 END) AS BIGINT) AS won, \
    CAST(SUM(CASE WHEN changed.points = 1 THEN 1 ELSE 0 END) AS BIGINT) AS drawn, \
    CAST(SUM(CASE WHEN changed.points = 0 THEN 1 ELSE 0 END) AS BIGINT) AS lost, COUNT(*) AS played";

impl Store {
    /// Reads what everybody may know of somebody with an account: nothing but their rated games.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn person_page(&self, person: &PersonId) -> Result<PersonPage, StoreError> {
        let mut reading = self.reading().await?;
        let stored = stored_rating(&mut reading, person).await?;
        let standing = AccountStanding { rating: stored.at(self.now()), games: stored.games };
        let page = PersonPage {
            standing,
            curve: curve(&mut reading, person, POINTS).await?,
            results: results_by_color(&mut reading, person).await?,
            opponents: opponents(&mut reading, person).await?,
            openings: openings(&mut reading, person).await?,
            games: latest_games(&mut reading, person).await?,
        };
        reading.commit().await?;
        Ok(page)
    }

    /// Reads how somebody's rating came where it is, game by game, the first one first.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn rating_curve(&self, person: &PersonId) -> Result<Vec<RatingPoint>, StoreError> {
        curve(&mut *self.connection().await?, person, i64::MAX).await
    }
}

async fn curve(
    connection: &mut BoundedConnection,
    person: &PersonId,
    points: i64,
) -> Result<Vec<RatingPoint>, StoreError> {
    let sql =
        "SELECT game, moment, rating FROM rating_changes WHERE person = $1 ORDER BY moment DESC LIMIT $2";
    let rows = sqlx::query(sql).bind(person.as_str()).bind(points).fetch_all(connection).await?;
    let point = |row: &AnyRow| -> Result<RatingPoint, sqlx::Error> {
        let (game, moment, rating) = (row.try_get("game")?, row.try_get("moment")?, row.try_get("rating")?);
        Ok(RatingPoint { game, moment, rating })
    };
    Ok(rows.iter().rev().map(point).collect::<Result<_, _>>()?)
}

fn counted(row: &AnyRow) -> Result<ResultCount, sqlx::Error> {
    Ok(ResultCount { won: row.try_get("won")?, drawn: row.try_get("drawn")?, lost: row.try_get("lost")? })
}

async fn results_by_color(
    connection: &mut BoundedConnection,
    person: &PersonId,
) -> Result<[ResultCount; 2], StoreError> {
    let sql =
        format!("SELECT side, {COUNTED} FROM rating_changes AS changed WHERE person = $1 GROUP BY side");
    let mut results = [ResultCount::default(); 2];
    for row in &sqlx::query(AssertSqlSafe(sql)).bind(person.as_str()).fetch_all(connection).await? {
        let name: String = row.try_get("side")?;
        if let Some(side) = Color::BOTH.into_iter().find(|side| side.name() == name) {
            results[side as usize] = counted(row)?;
        }
    }
    Ok(results)
}

async fn opponents(
    connection: &mut BoundedConnection,
    person: &PersonId,
) -> Result<Vec<OpponentRecord>, StoreError> {
    let sql = format!(
        "SELECT changed.opponent AS opponent, accounts.name AS name, {COUNTED} FROM rating_changes AS changed \
         LEFT JOIN accounts ON accounts.person = changed.opponent WHERE changed.person = $1 \
         GROUP BY changed.opponent, accounts.name \
         ORDER BY played DESC, CASE WHEN accounts.name IS NULL THEN 1 ELSE 0 END, accounts.name, \
         COALESCE(changed.opponent, '') LIMIT $2"
    );
    let rows =
        sqlx::query(AssertSqlSafe(sql)).bind(person.as_str()).bind(OPPONENTS).fetch_all(connection).await?;
    let record = |row: &AnyRow| -> Result<OpponentRecord, sqlx::Error> {
        let (opponent, account): (Option<String>, Option<String>) =
            (row.try_get("opponent")?, row.try_get("name")?);
        let computer = opponent.filter(|name| outflank_ratings::computer_rating(name).is_some());
        Ok(OpponentRecord { account, computer, results: counted(row)? })
    };
    Ok(rows.iter().map(record).collect::<Result<_, _>>()?)
}

async fn openings(
    connection: &mut BoundedConnection,
    person: &PersonId,
) -> Result<Vec<PlayedOpening>, StoreError> {
    let sql = format!(
        "SELECT library.opening AS moves, {COUNTED} FROM rating_changes AS changed \
         JOIN games ON games.id = changed.game AND games.opening = 0 \
         JOIN library ON library.game = changed.game AND library.deleted IS NULL AND library.opening <> '' \
         WHERE changed.person = $1 GROUP BY library.opening ORDER BY played DESC, moves LIMIT $2"
    );
    let rows =
        sqlx::query(AssertSqlSafe(sql)).bind(person.as_str()).bind(OPENINGS).fetch_all(connection).await?;
    let opening = |row: &AnyRow| -> Result<PlayedOpening, sqlx::Error> {
        Ok(PlayedOpening { moves: row.try_get("moves")?, results: counted(row)? })
    };
    Ok(rows.iter().map(opening).collect::<Result<_, _>>()?)
}

async fn latest_games(
    connection: &mut BoundedConnection,
    person: &PersonId,
) -> Result<Vec<PlayedRatedGame>, StoreError> {
    let sql = format!(
        "SELECT {GAME_COLUMNS}, changed.rating_before AS rating_before, changed.rating AS rating_after FROM games \
         LEFT JOIN rating_changes AS changed ON changed.game = games.id AND changed.person = $1 \
         WHERE games.rated = 1 AND (games.black_person = $1 OR games.white_person = $1) \
         AND games.open_seat IS NULL AND COALESCE(games.ended, '') <> 'aborted' \
         ORDER BY games.updated DESC, games.id DESC LIMIT $2"
    );
    let rows =
        sqlx::query(AssertSqlSafe(sql)).bind(person.as_str()).bind(GAMES).fetch_all(connection).await?;
    let mut games = Vec::with_capacity(rows.len());
    for row in &rows {
        // A damaged game does not keep the others from being listed.
        let Ok(game) = GameRow::read(row) else { continue };
        let side = match game.people()[Color::Black as usize].as_ref() == Some(person) {
            true => Color::Black,
            false => Color::White,
        };
        let (before, after): (Option<f64>, Option<f64>) =
            (row.try_get("rating_before")?, row.try_get("rating_after")?);
        let change = before.zip(after).map(|(before, after)| after.round() as i32 - before.round() as i32);
        games.extend(game.listed().ok().map(|game| PlayedRatedGame { game, side, change }));
    }
    Ok(games)
}
