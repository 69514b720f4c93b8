//! The lobby: people who seek a game.
//!
//! All that changes the lobby is done one at a time, by whichever server: PostgreSQL has a lock for it,
//! SQLite has one writer. So of two who accept a seek at once one gets the game, nobody seeks more games than
//! they may, and two who want the same at the same moment meet instead of both waiting.

use std::time::Duration;

use outflank_game::{KeptGame, PersonId, TimeControl};
use outflank_rules::Color;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Executor, Row};

use crate::change::Change;
use crate::database::DatabaseKind;
use crate::game::{in_milliseconds, milliseconds, text};
use crate::ratings::StoredRating;
use crate::seek_ratings::{RatingRange, SeekerRating};
use crate::{NewGame, Store, StoreError};

/// How long somebody may be away from the lobby before what they seek is forgotten.
const AWAY_LIMIT: Duration = Duration::from_secs(12);

/// The same for somebody whose last connection has ended: a page that is opened again comes back sooner.
const GONE_LIMIT: Duration = Duration::from_secs(5);

/// How long it is remembered which game came of a seek.
const PAIRED_MEMORY: Duration = Duration::from_secs(60);

/// How many games one person may seek at a time.
const SEEKS_OF_PERSON: i64 = 3;

/// How many seeks there may be in all.
const SEEKS_IN_ALL: i64 = 1000;

/// What a game is to be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeekTerms {
    /// The clock of each side.
    pub control: TimeControl,
    /// Whether the game counts for ratings.
    pub is_rated: bool,
    /// Whether the game begins with one of the balanced openings.
    pub is_balanced: bool,
}

/// Somebody who wants to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSeek {
    /// Who it is.
    pub person: PersonId,
    /// What others call them; may be empty.
    pub name: String,
    /// What the game is to be like.
    pub terms: SeekTerms,
    /// The side they want; `None` if either will do.
    pub side: Option<Color>,
    /// Who may join.
    pub ratings: RatingRange,
}

/// A seek of the lobby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seek {
    /// Its number.
    pub id: i64,
    /// Who seeks what.
    pub wish: NewSeek,
    /// The game that came of it; `None` while it waits.
    pub game: Option<i64>,
    /// How whoever seeks is rated; guests are not.
    pub rating: Option<SeekerRating>,
}

/// What comes of the wish to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeekOutcome {
    /// It waits.
    Waiting(Seek),
    /// Somebody wanted the same: this is the game.
    Paired(Box<KeptGame>),
}

/// Why a seek cannot be made or accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeekRefused {
    /// Somebody else was faster, or it was withdrawn.
    #[error("seek {id} is not there any more")]
    Gone {
        /// Its number.
        id: i64,
    },
    /// Nobody plays against themselves.
    #[error("seek {id} is your own")]
    Own {
        /// Its number.
        id: i64,
    },
    /// A rated game is for people with an account.
    #[error("rated games are for people with an account")]
    AccountsOnly,
    /// The seek is for others.
    #[error("seek {id} is for opponents rated {ratings}")]
    OtherRating {
        /// Its number.
        id: i64,
        /// Who may join.
        ratings: RatingRange,
    },
    /// One person seeks enough games.
    #[error("you seek {SEEKS_OF_PERSON} games already; withdraw one")]
    TooMany,
    /// There are too many seeks in all.
    #[error("the lobby is full")]
    Full,
}

impl Store {
    /// Begins a change of the lobby: nobody else changes it meanwhile.
    async fn lobby_change(&self) -> Result<Change, StoreError> {
        let mut change = self.change().await?;
        if self.kind() == DatabaseKind::Postgres {
            change.execute("SELECT CAST(pg_advisory_xact_lock(6710611) AS TEXT)").await?;
        }
        Ok(change)
    }

    /// Lets somebody seek a game. If somebody else waits for the same, `make` says what the game is that the
    /// two play, and neither seeks any other any more; otherwise the seek waits. Who seeks the same already
    /// goes on waiting.
    ///
    /// # Errors
    ///
    /// If they may not, or the database fails. Then nothing has changed.
    pub async fn seek(
        &self,
        new: &NewSeek,
        make: impl FnOnce(&Seek) -> NewGame,
    ) -> Result<SeekOutcome, StoreError> {
        if new.terms.is_rated && new.person.is_guest() {
            return Err(SeekRefused::AccountsOnly.into());
        }
        let mut change = self.lobby_change().await?;
        let rating = self.rating_of(&mut change, &new.person).await?;
        let (mine, fitting) = (
            "seeks.person = $1",
            "seeks.person <> $1 AND (side IS NULL OR CAST($6 AS TEXT) IS NULL OR side <> $6)",
        );
        // Of two who meet each is one that the other wants.
        let fits = |seek: &Seek| {
            let points = |rating: Option<SeekerRating>| rating.map(|rating| rating.rating);
            seek.wish.ratings.admits(points(rating)) && new.ratings.admits(points(seek.rating))
        };
        if let Some(found) = self.find_like(&mut change, new, fitting, fits).await? {
            let kept = self.pair(&mut change, &found, &new.person, make(&found)).await?;
            change.commit().await?;
            return Ok(SeekOutcome::Paired(Box::new(kept)));
        }
        let same = format!("{mine} AND COALESCE(side, '') = COALESCE(CAST($6 AS TEXT), '')");
        let is_same = |seek: &Seek| seek.wish.ratings == new.ratings;
        if let Some(found) = self.find_like(&mut change, new, &same, is_same).await? {
            change.commit().await?;
            return Ok(SeekOutcome::Waiting(found));
        }
        self.require_room(&mut change, &new.person).await?;
        let sql = format!(
            "INSERT INTO seeks (person, name, clock_initial, clock_increment, rated, balanced, side, created, seen, \
             rating_from, rating_to) \
             SELECT $1, $2, $3, $4, $5, $6, $7, clock.moment, clock.moment, $8, $9 FROM (SELECT {} AS moment) AS clock \
             RETURNING id",
            self.kind().now()
        );
        let [initial, increment, rated, balanced] = numbers(&new.terms);
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(new.person.as_str())
            .bind(&new.name)
            .bind(initial)
            .bind(increment)
            .bind(rated)
            .bind(balanced)
            .bind(new.side.map(|side| side.name()))
            .bind(new.ratings.from.map(i64::from))
            .bind(new.ratings.to.map(i64::from))
            .fetch_one(&mut *change)
            .await?;
        let id = row.try_get("id")?;
        change.commit().await?;
        Ok(SeekOutcome::Waiting(Seek { id, wish: new.clone(), game: None, rating }))
    }

    /// Lets somebody accept a seek: `make` says what the game is. Of two who try at once, one gets it;
    /// neither player seeks any other game any more.
    ///
    /// # Errors
    ///
    /// If they may not, the seek is there no longer, or the database fails. Then nothing has changed.
    pub async fn accept_seek(
        &self,
        id: i64,
        by: &PersonId,
        make: impl FnOnce(&Seek) -> NewGame,
    ) -> Result<KeptGame, StoreError> {
        let mut change = self.lobby_change().await?;
        let sql = format!("SELECT {SEEK_COLUMNS} WHERE seeks.id = $1 AND {}", self.waits());
        let found = sqlx::query(AssertSqlSafe(sql)).bind(id).fetch_optional(&mut *change).await?;
        let found = found.as_ref().map(|row| seek_of(row, self.now())).transpose()?;
        let rating = self.rating_of(&mut change, by).await?.map(|rating| rating.rating);
        let refused = match &found {
            None => Some(SeekRefused::Gone { id }),
            Some(seek) if seek.wish.person == *by => Some(SeekRefused::Own { id }),
            Some(seek) if seek.wish.terms.is_rated && by.is_guest() => Some(SeekRefused::AccountsOnly),
            Some(seek) if !seek.wish.ratings.admits(rating) => {
                Some(SeekRefused::OtherRating { id, ratings: seek.wish.ratings })
            }
            Some(_) => None,
        };
        let (Some(found), None) = (found, refused) else {
            change.abandon().await?;
            return Err(refused.unwrap_or(SeekRefused::Gone { id }).into());
        };
        let kept = self.pair(&mut change, &found, by, make(&found)).await?;
        change.commit().await?;
        Ok(kept)
    }

    /// Withdraws a seek of somebody.
    ///
    /// # Errors
    ///
    /// If they have none with that number that waits, or the database fails.
    pub async fn withdraw_seek(&self, id: i64, person: &PersonId) -> Result<(), StoreError> {
        let mut change = self.lobby_change().await?;
        let sql = "DELETE FROM seeks WHERE id = $1 AND person = $2 AND game IS NULL";
        let done = sqlx::query(sql).bind(id).bind(person.as_str()).execute(&mut *change).await?;
        change.commit().await?;
        if done.rows_affected() == 0 { Err(SeekRefused::Gone { id }.into()) } else { Ok(()) }
    }

    /// Lists the seeks that wait, the first first, and those whose maker has not come to the board of the
    /// game that came of it.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn seeks(&self) -> Result<Vec<Seek>, StoreError> {
        let unseen = "EXISTS (SELECT 1 FROM games WHERE games.id = seeks.game AND games.ended IS NULL \
                      AND NOT EXISTS (SELECT 1 FROM presence WHERE presence.game = games.id AND presence.side = \
                      CASE WHEN games.black_person = seeks.person THEN 'black' ELSE 'white' END))";
        let sql = format!(
            "SELECT {SEEK_COLUMNS} WHERE {} OR {unseen} ORDER BY seeks.id LIMIT {SEEKS_IN_ALL}",
            self.waits()
        );
        let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut *self.connection().await?).await?;
        Ok(rows.iter().map(|row| seek_of(row, self.now())).collect::<Result<_, _>>()?)
    }

    /// Says that the owners of seeks are still there, and forgets seeks whose owners are not.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn keep_seeks(&self, ids: &[i64]) -> Result<(), StoreError> {
        let mut change = self.lobby_change().await?;
        let now = self.kind().now();
        for part in ids.chunks(200) {
            let places: Vec<String> = (1..=part.len()).map(|place| format!("${place}")).collect();
            let sql =
                format!("UPDATE seeks SET seen = {now} WHERE game IS NULL AND id IN ({})", places.join(", "));
            let query = sqlx::query(AssertSqlSafe(sql)).persistent(false);
            part.iter().fold(query, |query, &id| query.bind(id)).execute(&mut *change).await?;
        }
        let sql = format!(
            "DELETE FROM seeks WHERE seen < {now} - CASE WHEN game IS NULL THEN {} ELSE {} END",
            in_milliseconds(AWAY_LIMIT),
            in_milliseconds(PAIRED_MEMORY)
        );
        change.execute(AssertSqlSafe(sql)).await?;
        change.commit().await
    }

    /// Takes note that somebody has left the lobby: unless they come back soon, what they seek is forgotten.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn leave_lobby(&self, person: &PersonId) -> Result<(), StoreError> {
        let mut change = self.lobby_change().await?;
        let left = format!("{} - {}", self.kind().now(), in_milliseconds(AWAY_LIMIT - GONE_LIMIT));
        let sql =
            format!("UPDATE seeks SET seen = {left} WHERE person = $1 AND game IS NULL AND seen > {left}");
        sqlx::query(AssertSqlSafe(sql)).bind(person.as_str()).execute(&mut *change).await?;
        change.commit().await
    }

    /// Finds the first waiting seek with the same terms of which two conditions are true.
    async fn find_like(
        &self,
        change: &mut Change,
        new: &NewSeek,
        condition: &str,
        fits: impl Fn(&Seek) -> bool,
    ) -> Result<Option<Seek>, StoreError> {
        let sql = format!(
            "SELECT {SEEK_COLUMNS} WHERE clock_initial = $2 AND clock_increment = $3 AND rated = $4 \
             AND balanced = $5 AND {condition} AND {} ORDER BY seeks.id",
            self.waits()
        );
        let [initial, increment, rated, balanced] = numbers(&new.terms);
        let found = sqlx::query(AssertSqlSafe(sql))
            .bind(new.person.as_str())
            .bind(initial)
            .bind(increment)
            .bind(rated)
            .bind(balanced)
            .bind(new.side.map(|side| side.name()))
            .fetch_all(&mut **change)
            .await?;
        for row in &found {
            let seek = seek_of(row, self.now())?;
            if fits(&seek) {
                return Ok(Some(seek));
            }
        }
        Ok(None)
    }

    async fn require_room(&self, change: &mut Change, person: &PersonId) -> Result<(), StoreError> {
        let sql = format!(
            "SELECT COUNT(*) AS seeks, COALESCE(SUM(CASE WHEN person = $1 THEN 1 ELSE 0 END), 0) AS own \
             FROM seeks WHERE {}",
            self.waits()
        );
        let row = sqlx::query(AssertSqlSafe(sql)).bind(person.as_str()).fetch_one(&mut **change).await?;
        let (all, own): (i64, i64) = (row.try_get("seeks")?, row.try_get("own")?);
        if own >= SEEKS_OF_PERSON {
            return Err(SeekRefused::TooMany.into());
        }
        if all >= SEEKS_IN_ALL { Err(SeekRefused::Full.into()) } else { Ok(()) }
    }

    /// Makes the game of a seek; its players seek no other.
    async fn pair(
        &self,
        change: &mut Change,
        seek: &Seek,
        by: &PersonId,
        new: NewGame,
    ) -> Result<KeptGame, StoreError> {
        let kept = self.insert_game(change, &new).await?;
        let sql = format!("UPDATE seeks SET game = $2, seen = {} WHERE id = $1", self.kind().now());
        sqlx::query(AssertSqlSafe(sql)).bind(seek.id).bind(kept.id).execute(&mut **change).await?;
        let sql = "DELETE FROM seeks WHERE person IN ($1, $2) AND game IS NULL";
        sqlx::query(sql).bind(seek.wish.person.as_str()).bind(by.as_str()).execute(&mut **change).await?;
        Ok(kept)
    }

    /// Writes what is true of a seek that waits.
    fn waits(&self) -> String {
        format!(
            "(seeks.game IS NULL AND seeks.seen >= {} - {})",
            self.kind().now(),
            in_milliseconds(AWAY_LIMIT)
        )
    }
}

/// Writes terms as the database keeps them.
fn numbers(terms: &SeekTerms) -> [i64; 4] {
    let SeekTerms { control, is_rated, is_balanced } = terms;
    let times = [control.initial, control.increment].map(in_milliseconds);
    [times[0], times[1], i64::from(*is_rated), i64::from(*is_balanced)]
}

/// What is read of a seek: its row, and how its maker is rated.
const SEEK_COLUMNS: &str = "seeks.*, ratings.rating, ratings.deviation, ratings.volatility, ratings.games, \
    ratings.updated FROM seeks LEFT JOIN ratings ON ratings.person = seeks.person";

fn seek_of(row: &AnyRow, now: i64) -> Result<Seek, sqlx::Error> {
    let side: Option<String> = row.try_get("side")?;
    let flag = |column: &str| row.try_get::<i64, _>(column).map(|value| value != 0);
    let time = |column: &str| row.try_get(column).map(milliseconds);
    let points = |column: &str| {
        row.try_get::<Option<i64>, _>(column).map(|points| points.and_then(|points| points.try_into().ok()))
    };
    let control = TimeControl { initial: time("clock_initial")?, increment: time("clock_increment")? };
    let terms = SeekTerms { control, is_rated: flag("rated")?, is_balanced: flag("balanced")? };
    let wish = NewSeek {
        person: PersonId::from(text(row, "person")?),
        name: text(row, "name")?,
        terms,
        side: side.and_then(|name| Color::BOTH.into_iter().find(|color| color.name() == name)),
        ratings: RatingRange { from: points("rating_from")?, to: points("rating_to")? },
    };
    let stored = match row.try_get::<Option<i64>, _>("games")? {
        Some(_) => StoredRating::read(row)?,
        None => StoredRating::NEW,
    };
    let rating = (!wish.person.is_guest()).then(|| SeekerRating::of(&stored, now));
    Ok(Seek { id: row.try_get("id")?, wish, game: row.try_get("game")?, rating })
}
