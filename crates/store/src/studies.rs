//! Studies: begun, read, changed, listed and deleted.

use outflank_game::{KeptStudy, PersonId, StudyContent, StudyHead, StudySubject, StudyTree};
use outflank_rules::{Game, Move};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use crate::game::{count, text};
use crate::games::named;
use crate::{Store, StoreError};

/// A study that is to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewStudy {
    /// What links will call it: nobody else's.
    pub slug: String,
    /// What it belongs to; `None` if it stands alone.
    pub subject: Option<StudySubject>,
    /// Whose it is; `None` if it is everybody's who uses the studio.
    pub owner: Option<PersonId>,
    /// What is in it.
    pub content: StudyContent,
}

/// Says that a row is no study: somebody else wrote it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("study {slug:?} is damaged: {reason}")]
pub struct DamagedStudy {
    /// What links call it.
    pub slug: String,
    /// What is wrong with it.
    pub reason: String,
}

const COLUMNS: &str = "slug, game, entry, created, updated, revision, title, black, white, played, tree";
const HEAD_COLUMNS: &str = "slug, game, entry, updated, title, black, white, board, variations, comments";

impl Store {
    /// Keeps a new study.
    ///
    /// # Errors
    ///
    /// If there is one of its game already, or the database fails.
    pub async fn create_study(&self, new: &NewStudy) -> Result<KeptStudy, StoreError> {
        let NewStudy { slug, subject, owner, content } = new;
        let (game, entry) = numbers_of(*subject);
        let sql = format!(
            "INSERT INTO studies (slug, game, entry, title, black, white, played, board, variations, comments, \
             tree, owner, revision, created, updated) \
             SELECT $1, CAST($2 AS BIGINT), CAST($3 AS BIGINT), $4, $5, $6, $7, $8, $9, $10, $11, CAST($12 AS TEXT), 1, \
             clock.moment, clock.moment FROM (SELECT {} AS moment) AS clock WHERE TRUE ON CONFLICT DO NOTHING RETURNING created",
            self.kind().now()
        );
        let mut change = self.change().await?;
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(slug)
            .bind(game)
            .bind(entry)
            .bind(&content.title)
            .bind(&content.black)
            .bind(&content.white)
            .bind(spelled(&content.played))
            .bind(content.played.position().to_string())
            .bind(count(content.tree.variations()))
            .bind(count(content.tree.comments()))
            .bind(content.tree.to_string())
            .bind(named(owner))
            .fetch_optional(&mut *change)
            .await?;
        let Some(row) = row else {
            change.abandon().await?;
            return Err(StoreError::StudyExists);
        };
        let created = row.try_get("created")?;
        change.commit().await?;
        let (slug, subject, content) = (slug.clone(), *subject, content.clone());
        Ok(KeptStudy { slug, subject, created, updated: created, revision: 1, content })
    }

    /// Finds a study.
    ///
    /// # Errors
    ///
    /// If there is none of that name, it is damaged, or the database fails.
    pub async fn study(&self, slug: &str) -> Result<KeptStudy, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM studies WHERE slug = $1");
        let found =
            sqlx::query(AssertSqlSafe(sql)).bind(slug).fetch_optional(&mut *self.connection().await?).await?;
        let row = found.ok_or_else(|| StoreError::NoStudy { slug: slug.to_owned() })?;
        read(&row)
    }

    /// Finds the study that somebody has of a game, if there is one.
    ///
    /// # Errors
    ///
    /// If it is damaged or the database fails.
    pub async fn study_of(
        &self,
        subject: StudySubject,
        owner: Option<&PersonId>,
    ) -> Result<Option<KeptStudy>, StoreError> {
        let (column, number) = match subject {
            StudySubject::Game(id) => ("game", id),
            StudySubject::LibraryEntry(key) => ("entry", key),
        };
        let sql = format!("SELECT {COLUMNS} FROM studies WHERE {column} = $1 AND COALESCE(owner, '') = $2");
        let found = sqlx::query(AssertSqlSafe(sql))
            .bind(number)
            .bind(owner.map_or("", PersonId::as_str))
            .fetch_optional(&mut *self.connection().await?)
            .await?;
        found.as_ref().map(read).transpose()
    }

    /// Finds what a study of a game of the library belongs to, by the fingerprint of the game.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn subject_like(&self, fingerprint: &str) -> Result<Option<StudySubject>, StoreError> {
        let sql =
            "SELECT key, game FROM library WHERE fingerprint = $1 AND deleted IS NULL ORDER BY key LIMIT 1";
        let found = sqlx::query(sql).bind(fingerprint).fetch_optional(&mut *self.connection().await?).await?;
        let Some(row) = found else { return Ok(None) };
        let (key, game): (i64, Option<i64>) = (row.try_get("key")?, row.try_get("game")?);
        Ok(Some(game.map_or(StudySubject::LibraryEntry(key), StudySubject::Game)))
    }

    /// Makes a study what it has become. Its game never changes.
    ///
    /// # Errors
    ///
    /// If it has changed since that revision, is missing, or the database fails. Then nothing has changed.
    pub async fn update_study(
        &self,
        slug: &str,
        revision: i64,
        content: &StudyContent,
    ) -> Result<KeptStudy, StoreError> {
        let sql = format!(
            "UPDATE studies SET revision = revision + 1, title = $3, black = $4, white = $5, variations = $6, \
             comments = $7, tree = $8, updated = {} WHERE slug = $1 AND revision = $2 RETURNING {COLUMNS}",
            self.kind().now()
        );
        let mut change = self.change().await?;
        let changed = sqlx::query(AssertSqlSafe(sql))
            .bind(slug)
            .bind(revision)
            .bind(&content.title)
            .bind(&content.black)
            .bind(&content.white)
            .bind(count(content.tree.variations()))
            .bind(count(content.tree.comments()))
            .bind(content.tree.to_string())
            .fetch_optional(&mut *change)
            .await?;
        let Some(row) = changed else {
            change.abandon().await?;
            self.study(slug).await?;
            return Err(StoreError::StaleStudy { slug: slug.to_owned(), revision });
        };
        let study = read(&row)?;
        change.commit().await?;
        Ok(study)
    }

    /// Deletes a study.
    ///
    /// # Errors
    ///
    /// If there is none of that name, or the database fails.
    pub async fn delete_study(&self, slug: &str) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let deleted =
            sqlx::query("DELETE FROM studies WHERE slug = $1").bind(slug).execute(&mut *change).await?;
        change.commit().await?;
        if deleted.rows_affected() == 0 {
            return Err(StoreError::NoStudy { slug: slug.to_owned() });
        }
        Ok(())
    }

    /// Returns whose a study is; `None` if it is everybody's who uses the studio.
    ///
    /// # Errors
    ///
    /// If there is none of that name, or the database fails.
    pub async fn study_owner(&self, slug: &str) -> Result<Option<PersonId>, StoreError> {
        let found: Option<(Option<String>,)> = sqlx::query_as("SELECT owner FROM studies WHERE slug = $1")
            .bind(slug)
            .fetch_optional(&mut *self.connection().await?)
            .await?;
        let (owner,) = found.ok_or_else(|| StoreError::NoStudy { slug: slug.to_owned() })?;
        Ok(owner.map(PersonId::from))
    }

    /// Lists somebody's studies, the last changed first. A damaged one is told in its place and leaves the
    /// others alone.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn studies(
        &self,
        owner: Option<&PersonId>,
        offset: i64,
        limit: i64,
    ) -> Result<Vec<Result<StudyHead, DamagedStudy>>, StoreError> {
        let sql = format!(
            "SELECT {HEAD_COLUMNS} FROM studies WHERE COALESCE(owner, '') = $3 \
             ORDER BY updated DESC, id DESC LIMIT $1 OFFSET $2"
        );
        let rows = sqlx::query(AssertSqlSafe(sql))
            .bind(limit)
            .bind(offset)
            .bind(owner.map_or("", PersonId::as_str))
            .fetch_all(&mut *self.connection().await?)
            .await?;
        rows.iter().map(read_head).collect()
    }
}

/// Returns the columns of what a study belongs to.
fn numbers_of(subject: Option<StudySubject>) -> (Option<i64>, Option<i64>) {
    match subject {
        Some(StudySubject::Game(id)) => (Some(id), None),
        Some(StudySubject::LibraryEntry(key)) => (None, Some(key)),
        None => (None, None),
    }
}

fn subject_of(row: &AnyRow) -> Result<Option<StudySubject>, sqlx::Error> {
    let (game, entry): (Option<i64>, Option<i64>) = (row.try_get("game")?, row.try_get("entry")?);
    Ok(game.map(StudySubject::Game).or(entry.map(StudySubject::LibraryEntry)))
}

/// Writes the moves of a game, passes included.
fn spelled(game: &Game) -> String {
    game.plies().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn read(row: &AnyRow) -> Result<KeptStudy, StoreError> {
    let slug = text(row, "slug")?;
    let damaged = |reason: String| DamagedStudy { slug: slug.clone(), reason };
    let tree: StudyTree = text(row, "tree")?.parse().map_err(|error| damaged(format!("{error}")))?;
    let moves: Result<Vec<Move>, _> = text(row, "played")?.split_whitespace().map(str::parse).collect();
    let moves = moves.map_err(|error| damaged(error.to_string()))?;
    let played = Game::replay(tree.start(), moves).map_err(|error| damaged(error.to_string()))?;
    Ok(KeptStudy {
        subject: subject_of(row)?,
        created: row.try_get("created")?,
        updated: row.try_get("updated")?,
        revision: row.try_get("revision")?,
        content: StudyContent {
            title: text(row, "title")?,
            black: text(row, "black")?,
            white: text(row, "white")?,
            played,
            tree,
        },
        slug,
    })
}

fn read_head(row: &AnyRow) -> Result<Result<StudyHead, DamagedStudy>, StoreError> {
    let (slug, board) = (text(row, "slug")?, text(row, "board")?);
    let Ok(position) = board.parse() else {
        return Ok(Err(DamagedStudy { slug, reason: format!("{board:?} is not a position") }));
    };
    let number = |column: &str| -> Result<usize, sqlx::Error> {
        Ok(usize::try_from(row.try_get::<i64, _>(column)?).unwrap_or(0))
    };
    Ok(Ok(StudyHead {
        slug,
        subject: subject_of(row)?,
        updated: row.try_get("updated")?,
        title: text(row, "title")?,
        black: text(row, "black")?,
        white: text(row, "white")?,
        variations: number("variations")?,
        comments: number("comments")?,
        position,
    }))
}
