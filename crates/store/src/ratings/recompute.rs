//! All ratings computed again from the games.

use std::collections::BTreeMap;

use outflank_game::PersonId;
use outflank_ratings::PlayerRating;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Executor, Row};

use super::book::{FINISHED_COLUMNS, FinishedGame, RatingBook, RatingChange, StoredRating};
use super::settle::{insert_change, put_rating};
use crate::bounded::BoundedConnection;
use crate::game::text;
use crate::{Store, StoreError};

/// How far two figures may be apart and still be the same: other processors round otherwise.
const SAME: f64 = 1e-6;

/// A rating that is stored otherwise than the games say.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingDifference {
    /// Whose it is.
    pub person: PersonId,
    /// The name of the account, if there is one.
    pub name: Option<String>,
    /// What is stored, and how many games it says it rests on.
    pub stored: Option<(PlayerRating, i64)>,
    /// What the games say.
    pub computed: Option<(PlayerRating, i64)>,
}

/// What came out when ratings were computed again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecomputedRatings {
    /// How many games count.
    pub games: usize,
    /// How many people have a rating.
    pub people: usize,
    /// Whose rating differed from what was stored.
    pub differences: Vec<RatingDifference>,
    /// How many changes by single games differed, were missing or too many.
    pub changes: usize,
}

impl RecomputedRatings {
    /// Tells whether what was stored is what the games say.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.differences.is_empty() && self.changes == 0
    }
}

/// A row of the changes, as far as it is compared.
type ChangeKey = (i64, String);
type ChangeFigures = (String, i64, [f64; 5]);

impl Store {
    /// Computes all ratings from the games, and compares them with those stored.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn check_ratings(&self) -> Result<RecomputedRatings, StoreError> {
        let mut reading = self.reading().await?;
        let (compared, _, _) = compute(&mut reading).await?;
        reading.commit().await?;
        Ok(compared)
    }

    /// Computes all ratings from the games and stores them. Games that end meanwhile wait, and count on top.
    ///
    /// # Errors
    ///
    /// If the database fails. Then nothing has changed.
    pub async fn recompute_ratings(&self) -> Result<RecomputedRatings, StoreError> {
        let mut change = self.change().await?;
        if let Some(sql) = self.kind().lock_ratings() {
            change.execute(sql).await?;
        }
        let (compared, book, changes) = compute(&mut change).await?;
        change.execute("DELETE FROM rating_changes").await?;
        change.execute("DELETE FROM ratings").await?;
        for made in &changes {
            insert_change(&mut change, made).await?;
        }
        for (person, stored) in &book.people {
            put_rating(&mut change, person, stored).await?;
        }
        change.commit().await?;
        Ok(compared)
    }
}

/// Counts all games in the order in which they counted.
async fn compute(
    connection: &mut BoundedConnection,
) -> Result<(RecomputedRatings, RatingBook, Vec<RatingChange>), StoreError> {
    // What an account that is gone was rated is known from its opponent's row.
    let sql = format!(
        "SELECT {FINISHED_COLUMNS}, black.moment AS black_moment, white.moment AS white_moment, \
         black.opponent_rating AS white_rating, black.opponent_deviation AS white_deviation, \
         white.opponent_rating AS black_rating, white.opponent_deviation AS black_deviation FROM games \
         LEFT JOIN rating_changes AS black ON black.game = games.id AND black.side = 'black' \
         LEFT JOIN rating_changes AS white ON white.game = games.id AND white.side = 'white' \
         WHERE games.rated = 1 AND games.ended IS NOT NULL"
    );
    let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut *connection).await?;
    let mut games = Vec::with_capacity(rows.len());
    for row in &rows {
        let Some(mut game) = FinishedGame::read(row)? else { continue };
        let moments = [row.try_get("black_moment")?, row.try_get::<Option<i64>, _>("white_moment")?];
        game.moment = moments[0].or(moments[1]).unwrap_or(game.moment);
        let known = [recorded(row, "black")?, recorded(row, "white")?];
        games.push((game, known));
    }
    games.sort_by_key(|(game, _)| (game.moment, game.id));
    let mut book = RatingBook::default();
    let (mut changes, mut counted) = (Vec::new(), 0);
    for (game, known) in &games {
        let made = book.count(game, *known);
        counted += usize::from(!made.is_empty());
        changes.extend(made);
    }
    let compared = RecomputedRatings {
        games: counted,
        people: book.people.len(),
        differences: differences(connection, &book).await?,
        changes: changes_that_differ(connection, &changes).await?,
    };
    Ok((compared, book, changes))
}

/// Reads what a side was rated when the game ended.
fn recorded(row: &AnyRow, side: &str) -> Result<Option<PlayerRating>, sqlx::Error> {
    let rating: Option<f64> = row.try_get(format!("{side}_rating").as_str())?;
    let deviation: Option<f64> = row.try_get(format!("{side}_deviation").as_str())?;
    Ok(rating.zip(deviation).map(|(rating, deviation)| PlayerRating {
        rating,
        deviation,
        ..PlayerRating::START
    }))
}

async fn differences(
    connection: &mut BoundedConnection,
    book: &RatingBook,
) -> Result<Vec<RatingDifference>, StoreError> {
    let sql = "SELECT ratings.person AS account, accounts.name AS name, rating, deviation, volatility, games, \
               updated FROM ratings LEFT JOIN accounts ON accounts.person = ratings.person";
    let rows = sqlx::query(sql).fetch_all(connection).await?;
    let mut stored = BTreeMap::new();
    for row in &rows {
        let name: Option<String> = row.try_get("name")?;
        stored.insert(PersonId::from(text(row, "account")?), (name, StoredRating::read(row)?));
    }
    let mut found = Vec::new();
    let people = book.people.keys().chain(stored.keys().filter(|person| !book.people.contains_key(person)));
    for person in people {
        let told = |stored: &StoredRating| (stored.rating, stored.games);
        let (name, before) = stored.get(person).cloned().unzip();
        let computed = book.people.get(person);
        let is_same = match (&before, computed) {
            (Some(one), Some(other)) => {
                is_close(figures_of(&one.rating), figures_of(&other.rating))
                    && (one.games, one.updated) == (other.games, other.updated)
            }
            _ => false,
        };
        if !is_same {
            let (stored, computed) = (before.as_ref().map(told), computed.map(told));
            found.push(RatingDifference { person: person.clone(), name: name.flatten(), stored, computed });
        }
    }
    Ok(found)
}

async fn changes_that_differ(
    connection: &mut BoundedConnection,
    changes: &[RatingChange],
) -> Result<usize, StoreError> {
    let sql = "SELECT game, side, person, moment, opponent_rating, rating_before, rating, deviation, volatility \
               FROM rating_changes";
    let mut stored: BTreeMap<ChangeKey, ChangeFigures> = BTreeMap::new();
    for row in &sqlx::query(sql).fetch_all(connection).await? {
        let figure = |column: &str| row.try_get::<f64, _>(column);
        let figures = [
            figure("opponent_rating")?,
            figure("rating_before")?,
            figure("rating")?,
            figure("deviation")?,
            figure("volatility")?,
        ];
        let key = (row.try_get("game")?, text(row, "side")?);
        stored.insert(key, (text(row, "person")?, row.try_get("moment")?, figures));
    }
    let mut different = 0;
    for made in changes {
        let known = stored.remove(&(made.game, made.side.name().to_owned()));
        let [rating, deviation, volatility] = figures_of(&made.after);
        let figures = [made.opponent_rating.rating, made.before.rating, rating, deviation, volatility];
        let is_same = known.is_some_and(|(person, moment, known)| {
            person == made.person.as_str() && moment == made.moment && is_close(known, figures)
        });
        different += usize::from(!is_same);
    }
    Ok(different + stored.len())
}

fn figures_of(rating: &PlayerRating) -> [f64; 3] {
    [rating.rating, rating.deviation, rating.volatility]
}

fn is_close<const N: usize>(one: [f64; N], other: [f64; N]) -> bool {
    one.iter().zip(&other).all(|(one, other)| (one - other).abs() < SAME)
}
