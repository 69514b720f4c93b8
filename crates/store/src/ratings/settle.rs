//! Rated games that end: their players' ratings change with them.

use std::collections::BTreeSet;

use outflank_game::{AccountSeat, PersonId};
use outflank_ratings::{PlayerRating, RatedResult};
use outflank_rules::Color;
use sqlx::{AssertSqlSafe, Row};

use super::book::{FINISHED_COLUMNS, FinishedGame, RatedSide, RatingBook, RatingChange, StoredRating};
use crate::bounded::BoundedConnection;
use crate::change::Change;
use crate::game::text;
use crate::{Store, StoreError};

/// Where somebody's rating stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AccountStanding {
    /// The rating at present; its deviation has grown since the last game.
    pub rating: PlayerRating,
    /// How many games count.
    pub games: i64,
}

impl Store {
    /// Returns where the rating of an account stands; everybody begins with the same.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn standing(&self, person: &PersonId) -> Result<AccountStanding, StoreError> {
        let mut connection = self.connection().await?;
        let stored = stored_rating(&mut connection, person).await?;
        Ok(AccountStanding { rating: stored.at(self.now()), games: stored.games })
    }
}

/// Reads what is stored of somebody's rating.
pub(crate) async fn stored_rating(
    connection: &mut BoundedConnection,
    person: &PersonId,
) -> Result<StoredRating, StoreError> {
    let sql = "SELECT rating, deviation, volatility, games, updated FROM ratings WHERE person = $1";
    let row = sqlx::query(sql).bind(person.as_str()).fetch_optional(connection).await?;
    Ok(row.as_ref().map(StoredRating::read).transpose()?.unwrap_or(StoredRating::NEW))
}

/// Counts rated games that have ended, in the transaction in which they end. A game that has been counted is
/// left alone.
pub(crate) async fn rate_ended(change: &mut Change, games: &[i64]) -> Result<(), StoreError> {
    let sql = format!(
        "SELECT {FINISHED_COLUMNS} FROM games WHERE id = $1 AND rated = 1 \
         AND NOT EXISTS (SELECT 1 FROM rating_changes WHERE game = games.id)"
    );
    let mut finished = Vec::new();
    for id in games {
        let row = sqlx::query(AssertSqlSafe(sql.clone())).bind(id).fetch_optional(&mut **change).await?;
        finished.extend(row.as_ref().map(FinishedGame::read).transpose()?.flatten());
    }
    finished.retain(|game| !game.sides.contains(&RatedSide::Gone));
    let people: BTreeSet<PersonId> = finished.iter().flat_map(FinishedGame::people).cloned().collect();
    let mut book = RatingBook::default();
    // All who end games at once take hold of ratings in the same order: nobody waits in a circle.
    for person in people {
        let stored = hold(change, &person).await?;
        book.people.insert(person, stored);
    }
    finished.sort_by_key(|game| (game.moment, game.id));
    for game in &finished {
        for made in book.count(game, [None, None]) {
            insert_change(change, &made).await?;
        }
    }
    for (person, stored) in &book.people {
        put_rating(change, person, stored).await?;
    }
    Ok(())
}

/// Reads somebody's rating and keeps others from changing it before this change is over.
async fn hold(change: &mut Change, person: &PersonId) -> Result<StoredRating, StoreError> {
    let StoredRating { rating, games, updated } = StoredRating::NEW;
    let sql = "INSERT INTO ratings (person, rating, deviation, volatility, games, updated) \
               VALUES ($1, $2, $3, $4, $5, $6) \
               ON CONFLICT (person) DO UPDATE SET games = ratings.games \
               RETURNING rating, deviation, volatility, games, updated";
    let row = sqlx::query(sql)
        .bind(person.as_str())
        .bind(rating.rating)
        .bind(rating.deviation)
        .bind(rating.volatility)
        .bind(games)
        .bind(updated)
        .fetch_one(&mut **change)
        .await?;
    Ok(StoredRating::read(&row)?)
}

/// Stores somebody's rating.
pub(super) async fn put_rating(
    change: &mut Change,
    person: &PersonId,
    stored: &StoredRating,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO ratings (person, rating, deviation, volatility, games, updated) \
               VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (person) DO UPDATE SET \
               rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, \
               games = excluded.games, updated = excluded.updated";
    sqlx::query(sql)
        .bind(person.as_str())
        .bind(stored.rating.rating)
        .bind(stored.rating.deviation)
        .bind(stored.rating.volatility)
        .bind(stored.games)
        .bind(stored.updated)
        .execute(&mut **change)
        .await?;
    Ok(())
}

/// Stores what a game changed.
pub(super) async fn insert_change(change: &mut Change, made: &RatingChange) -> Result<(), StoreError> {
    let sql = "INSERT INTO rating_changes (game, side, person, moment, points, opponent, opponent_rating, \
               opponent_deviation, rating_before, deviation_before, rating, deviation, volatility) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
    sqlx::query(sql)
        .bind(made.game)
        .bind(made.side.name())
        .bind(made.person.as_str())
        .bind(made.moment)
        .bind(points(made.result))
        .bind(&made.opponent)
        .bind(made.opponent_rating.rating)
        .bind(made.opponent_rating.deviation)
        .bind(made.before.rating)
        .bind(made.before.deviation)
        .bind(made.after.rating)
        .bind(made.after.deviation)
        .bind(made.after.volatility)
        .execute(&mut **change)
        .await?;
    Ok(())
}

/// Writes a result as the database keeps it.
pub(super) const fn points(result: RatedResult) -> i64 {
    match result {
        RatedResult::Lost => 0,
        RatedResult::Drawn => 1,
        RatedResult::Won => 2,
    }
}

/// Reads which accounts play in a game and how they are rated, black first: before it, once it has counted,
/// and otherwise at a moment.
pub(crate) async fn account_seats(
    connection: &mut BoundedConnection,
    game: i64,
    people: &[Option<PersonId>; 2],
    now: i64,
) -> Result<[Option<AccountSeat>; 2], StoreError> {
    let accounts = people.each_ref().map(|person| person.as_ref().filter(|person| !person.is_guest()));
    let mut seats = [None, None];
    if accounts == [None, None] {
        return Ok(seats);
    }
    let sql = "SELECT accounts.person AS account, accounts.name, ratings.rating, ratings.deviation, \
               ratings.volatility, ratings.games, ratings.updated, changed.side, changed.rating_before, \
               changed.deviation_before, changed.rating AS rating_after FROM accounts \
               LEFT JOIN ratings ON ratings.person = accounts.person \
               LEFT JOIN rating_changes AS changed ON changed.game = $1 AND changed.person = accounts.person \
               WHERE accounts.person IN ($2, $3)";
    let name = |side: Color| accounts[side as usize].map_or("", PersonId::as_str).to_owned();
    let (black, white) = (name(Color::Black), name(Color::White));
    let rows = sqlx::query(sql).bind(game).bind(&black).bind(&white).fetch_all(connection).await?;
    for row in &rows {
        let account = text(row, "account")?;
        let stored = match row.try_get::<Option<i64>, _>("games")? {
            Some(_) => StoredRating::read(row)?,
            None => StoredRating::NEW,
        };
        let before: Option<f64> = row.try_get("rating_before")?;
        let seat = match before {
            None => AccountSeat { change: None, ..shown(text(row, "name")?, stored.at(now)) },
            Some(rating) => {
                let deviation = row.try_get("deviation_before")?;
                let before = PlayerRating { rating, deviation, ..PlayerRating::START };
                let after = PlayerRating { rating: row.try_get("rating_after")?, ..before };
                let change = Some(after.shown() - before.shown());
                AccountSeat { change, ..shown(text(row, "name")?, before) }
            }
        };
        for (place, name) in seats.iter_mut().zip([&black, &white]) {
            if *name == account {
                *place = Some(seat.clone());
            }
        }
    }
    Ok(seats)
}

fn shown(name: String, rating: PlayerRating) -> AccountSeat {
    AccountSeat { name, rating: rating.shown(), is_provisional: rating.is_provisional(), change: None }
}
