//! Work that waits in the database, for whoever has time: moves of computer players, hints, reviews.
//!
//! A job is claimed for a short time, a lease, and its worker renews it; one whose worker died is claimed
//! again. So it may be done twice: whoever stores a result names the revision it is for. Within a class jobs
//! stand in the order of `turn`, a clock of each owner's own that its jobs move on by what they take (fair
//! queueing by start times): an owner with a thousand jobs delays others by one.

use std::ops::RangeInclusive;
use std::time::Duration;

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use crate::database::DatabaseKind;
use crate::game::{in_milliseconds, milliseconds};
use crate::{Store, StoreError};

/// How long a job is believed to be under way after its worker last said so.
pub const LEASE: Duration = Duration::from_secs(2);

/// How often a job is tried before it is given up.
const MOST_ATTEMPTS: i64 = 12;

/// How long a job rests after it has failed for the first time; then twice as long each time.
const FIRST_PAUSE: i64 = 250;

/// The longest such rest.
const LONGEST_PAUSE: i64 = 30_000;

/// How long an owner's use is remembered after its last job, in milliseconds.
const MEMORY: i64 = 60_000;

/// How long a job that was given up can be looked at, in milliseconds.
const GIVEN_UP_STAY: i64 = 24 * 3600 * 1000;

/// How urgent a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum JobClass {
    /// Somebody plays and waits for the computer's move.
    Move,
    /// Somebody waits for a hint.
    Hint,
    /// Somebody waits for a search that is soon done.
    Shallow,
    /// A search that takes long.
    Deep,
    /// A search that nobody waits for: for an opening book.
    Background,
}

impl JobClass {
    const fn number(self) -> i64 {
        match self {
            JobClass::Move => 0,
            JobClass::Hint => 1,
            JobClass::Shallow => 2,
            JobClass::Deep => 3,
            JobClass::Background => 4,
        }
    }
}

/// A job for whoever has time.
#[derive(Clone, Debug)]
pub struct NewJob {
    /// What is to be done.
    pub kind: &'static str,
    /// The game it is for; 0 if for none.
    pub game: i64,
    /// The revision of the game.
    pub revision: i64,
    /// What else makes it one of its kind. There is one job of each kind, game, revision and subject.
    pub subject: String,
    /// Whose work it is.
    pub owner: String,
    /// How urgent it is.
    pub class: JobClass,
    /// What its worker must know.
    pub payload: String,
    /// How long it takes, about.
    pub budget: Duration,
}

/// A job that somebody does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedJob {
    /// Its number.
    pub id: i64,
    /// What is to be done.
    pub kind: String,
    /// The game it is for; 0 if for none.
    pub game: i64,
    /// The revision of the game.
    pub revision: i64,
    /// What else makes it one of its kind.
    pub subject: String,
    /// Whose work it is.
    pub owner: String,
    /// What its worker must know.
    pub payload: String,
    /// How long it takes, about.
    pub budget: Duration,
    /// How often somebody has begun it, this time included.
    pub attempts: i64,
}

impl ClaimedJob {
    fn read(row: &AnyRow) -> Result<ClaimedJob, sqlx::Error> {
        Ok(ClaimedJob {
            id: row.try_get("id")?,
            kind: row.try_get("kind")?,
            game: row.try_get("game")?,
            revision: row.try_get("revision")?,
            subject: row.try_get("subject")?,
            owner: row.try_get("owner")?,
            payload: row.try_get("payload")?,
            budget: milliseconds(row.try_get("budget")?),
            attempts: row.try_get("attempts")?,
        })
    }
}

/// How much work there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueLength {
    /// Jobs that wait for a worker.
    pub waiting: i64,
    /// Jobs that somebody does.
    pub running: i64,
    /// Jobs that were given up.
    pub given_up: i64,
}

impl Store {
    /// Puts a job into the queue, and returns its number; `None` if it is there already.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn enqueue(&self, job: &NewJob) -> Result<Option<i64>, StoreError> {
        let (class, budget) = (job.class.number(), in_milliseconds(job.budget).max(1));
        let mut change = self.change().await?;
        // Who has used nothing lately begins where the first of those stand who wait, and not before them.
        let sql = format!(
            "SELECT (SELECT turn FROM jobs WHERE died IS NULL AND class = $1 ORDER BY turn, id LIMIT 1) AS front, \
             (SELECT next FROM job_owners WHERE owner = $2 AND touched > {now} - $3) AS own, {now} AS moment",
            now = self.kind().now()
        );
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(class)
            .bind(&job.owner)
            .bind(MEMORY)
            .fetch_one(&mut *change)
            .await?;
        let [front, own]: [Option<i64>; 2] = [row.try_get("front")?, row.try_get("own")?];
        let (turn, now) = (front.max(own).unwrap_or(0), row.try_get::<i64, _>("moment")?);
        let id: Option<i64> = sqlx::query_scalar(
            "INSERT INTO jobs (kind, game, revision, subject, owner, class, turn, payload, budget, created, \
             not_before, attempts) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, 0) \
             ON CONFLICT DO NOTHING RETURNING id",
        )
        .bind(job.kind)
        .bind(job.game)
        .bind(job.revision)
        .bind(&job.subject)
        .bind(&job.owner)
        .bind(class)
        .bind(turn)
        .bind(&job.payload)
        .bind(budget)
        .bind(now)
        .fetch_optional(&mut *change)
        .await?;
        if id.is_none() {
            change.abandon().await?;
            return Ok(None);
        }
        sqlx::query(
            "INSERT INTO job_owners (owner, next, touched) VALUES ($1, $2, $3) \
             ON CONFLICT (owner) DO UPDATE SET next = excluded.next, touched = excluded.touched",
        )
        .bind(&job.owner)
        .bind(turn.saturating_add(budget))
        .bind(now)
        .execute(&mut *change)
        .await?;
        change.commit().await?;
        Ok(id)
    }

    /// Claims the job of some classes that is next, of those that have waited for some time; `None` if there
    /// is none. Of several who ask at once each gets another one.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn claim(
        &self,
        worker: &str,
        classes: RangeInclusive<JobClass>,
        waited: Duration,
    ) -> Result<Option<ClaimedJob>, StoreError> {
        let skip_locked = match self.kind() {
            DatabaseKind::Postgres => "FOR UPDATE SKIP LOCKED",
            // Of changes there is only one at a time.
            DatabaseKind::Sqlite => "",
        };
        let sql = format!(
            "UPDATE jobs SET worker = $1, lease_until = {now} + $2, attempts = attempts + 1 \
             WHERE id = (SELECT id FROM jobs WHERE died IS NULL AND class BETWEEN $3 AND $4 \
             AND not_before <= {now} AND created <= {now} - $5 AND (lease_until IS NULL OR lease_until < {now}) \
             ORDER BY class, turn, id LIMIT 1 {skip_locked}) RETURNING *",
            now = self.kind().now()
        );
        let mut change = self.change().await?;
        let found = sqlx::query(AssertSqlSafe(sql))
            .bind(worker)
            .bind(in_milliseconds(LEASE))
            .bind(classes.start().number())
            .bind(classes.end().number())
            .bind(in_milliseconds(waited))
            .fetch_optional(&mut *change)
            .await?;
        change.commit().await?;
        Ok(found.as_ref().map(ClaimedJob::read).transpose()?)
    }

    /// Says that a worker still does its jobs, and returns their numbers. A job that is not among them was
    /// given to somebody else or is not wanted any more.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn renew(&self, worker: &str) -> Result<Vec<i64>, StoreError> {
        let sql = format!(
            "UPDATE jobs SET lease_until = {} + $2 WHERE worker = $1 AND died IS NULL RETURNING id",
            self.kind().now()
        );
        let mut change = self.change().await?;
        let jobs = sqlx::query_scalar(AssertSqlSafe(sql))
            .bind(worker)
            .bind(in_milliseconds(LEASE))
            .fetch_all(&mut *change)
            .await?;
        change.commit().await?;
        Ok(jobs)
    }

    /// Takes a job that a worker has done, or that is not wanted any more, out of the queue. Its owner is
    /// charged what it took. A job that was given to somebody else stays.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn finish(&self, job: &ClaimedJob, worker: &str, took: Duration) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let done = sqlx::query("DELETE FROM jobs WHERE id = $1 AND worker = $2")
            .bind(job.id)
            .bind(worker)
            .execute(&mut *change)
            .await?;
        if done.rows_affected() > 0 {
            sqlx::query("UPDATE job_owners SET next = next + $2 WHERE owner = $1")
                .bind(&job.owner)
                .bind(in_milliseconds(took).saturating_sub(in_milliseconds(job.budget)))
                .execute(&mut *change)
                .await?;
        }
        change.commit().await
    }

    /// Takes a job out of the queue that nobody wants any more. Whoever does it hears so with the next
    /// [`Store::renew`].
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn withdraw(&self, job: &NewJob) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        sqlx::query("DELETE FROM jobs WHERE game = $1 AND revision = $2 AND kind = $3 AND subject = $4")
            .bind(job.game)
            .bind(job.revision)
            .bind(job.kind)
            .bind(&job.subject)
            .execute(&mut *change)
            .await?;
        change.commit().await
    }

    /// Returns why a job was given up; `None` if it was not, or it is not there.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn given_up(&self, job: &NewJob) -> Result<Option<String>, StoreError> {
        let sql = "SELECT COALESCE(last_error, '') FROM jobs WHERE game = $1 AND revision = $2 AND kind = $3 \
             AND subject = $4 AND died IS NOT NULL";
        let why = sqlx::query_scalar(sql).bind(job.game).bind(job.revision).bind(job.kind).bind(&job.subject);
        Ok(why.fetch_optional(&mut *self.connection().await?).await?)
    }

    /// Says that a job has failed. It is tried again later; one that failed too often is given up.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn fail(&self, job: &ClaimedJob, worker: &str, why: &str) -> Result<(), StoreError> {
        let doublings = u32::try_from(job.attempts - 1).unwrap_or(0).min(20);
        let pause = FIRST_PAUSE.saturating_mul(1 << doublings).min(LONGEST_PAUSE);
        let sql = format!(
            "UPDATE jobs SET worker = NULL, lease_until = NULL, not_before = {now} + $3, last_error = $4, \
             died = CASE WHEN attempts >= $5 THEN {now} END WHERE id = $1 AND worker = $2",
            now = self.kind().now()
        );
        let mut change = self.change().await?;
        sqlx::query(AssertSqlSafe(sql))
            .bind(job.id)
            .bind(worker)
            .bind(pause)
            .bind(why)
            .bind(MOST_ATTEMPTS)
            .execute(&mut *change)
            .await?;
        change.commit().await
    }

    /// Gives all jobs of a worker back that it has not finished, at its end.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn give_back(&self, worker: &str) -> Result<u64, StoreError> {
        let sql =
            "UPDATE jobs SET worker = NULL, lease_until = NULL, attempts = attempts - 1 WHERE worker = $1";
        let mut change = self.change().await?;
        let done = sqlx::query(sql).bind(worker).execute(&mut *change).await?;
        change.commit().await?;
        Ok(done.rows_affected())
    }

    /// Gives up the jobs whose workers died too often, and deletes what was given up long ago. Any number of
    /// servers may do this.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn tidy_queue(&self) -> Result<(), StoreError> {
        let give_up = format!(
            "UPDATE jobs SET died = {now}, worker = NULL, lease_until = NULL, \
             last_error = COALESCE(last_error, 'its workers ended before it was done') \
             WHERE died IS NULL AND attempts >= $1 AND lease_until < {now}",
            now = self.kind().now()
        );
        let delete = format!("DELETE FROM jobs WHERE died IS NOT NULL AND died < {} - $1", self.kind().now());
        let forget = format!("DELETE FROM job_owners WHERE touched < {} - $1", self.kind().now());
        let mut change = self.change().await?;
        let steps = [(give_up, MOST_ATTEMPTS), (delete, GIVEN_UP_STAY), (forget, 2 * MEMORY)];
        for (sql, number) in steps {
            sqlx::query(AssertSqlSafe(sql)).bind(number).execute(&mut *change).await?;
        }
        change.commit().await
    }

    /// Counts the work there is.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn queue_length(&self) -> Result<QueueLength, StoreError> {
        let sql = "SELECT COUNT(*) AS jobs, COUNT(died) AS given_up, COUNT(worker) AS running FROM jobs";
        let row = sqlx::query(sql).fetch_one(&mut *self.connection().await?).await?;
        let count = |name| row.try_get::<i64, _>(name);
        let (running, given_up) = (count("running")?, count("given_up")?);
        Ok(QueueLength { waiting: count("jobs")? - running - given_up, running, given_up })
    }

    /// Lists the games in which it is a computer's turn whose clock runs, and for which there is no job of a
    /// kind: whoever should have asked for it may have died.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn forgotten_turns(&self, kind: &str) -> Result<Vec<i64>, StoreError> {
        // The first side moves if an even number of plies is made.
        let sql = "SELECT id FROM games WHERE deadline IS NOT NULL AND ended IS NULL \
             AND CASE WHEN (start LIKE '%X') = (made % 2 = 0) THEN black ELSE white END <> 'human' \
             AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.game = games.id \
             AND jobs.revision = games.revision AND jobs.kind = $1) ORDER BY deadline";
        Ok(sqlx::query_scalar(sql).bind(kind).fetch_all(&mut *self.connection().await?).await?)
    }
}
