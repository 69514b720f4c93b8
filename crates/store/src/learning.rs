//! What people learn: positions that come back, answers, lessons, and games that were reviewed.

use outflank_game::PersonId;
use outflank_keep::{AnswerRow, CardRow, LessonRow, NewCard};
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::game::text;
use crate::{Store, StoreError};

/// What becomes of what a guest has learned when the guest gets an account: of a card, a lesson and a game
/// that
/// both have, the guest's goes.
pub(crate) const HAND_OVER: [&str; 5] = [
    "UPDATE learn_cards SET person = $2 WHERE person = $1 AND NOT EXISTS (SELECT 1 FROM learn_cards AS own \
     WHERE own.person = $2 AND own.kind = learn_cards.kind AND own.board = learn_cards.board)",
    "UPDATE learn_answers SET person = $2 WHERE person = $1",
    "UPDATE learn_lessons SET person = $2 WHERE person = $1 AND lesson NOT IN \
     (SELECT lesson FROM learn_lessons WHERE person = $2)",
    "UPDATE learn_games SET person = $2 WHERE person = $1 AND game NOT IN \
     (SELECT game FROM learn_games WHERE person = $2)",
    "UPDATE learn_repertoires SET person = $2 WHERE person = $1",
];

const COLUMNS: &str = "id, kind, board, position, answers, created, due, reviewed, stability, difficulty, reviews, \
                       lapses, game, ply, played, loss, opponent, cause, habit";

/// Returns the text that stands for somebody.
pub(crate) fn whose(person: Option<&PersonId>) -> &str {
    person.map_or("", PersonId::as_str)
}

impl Store {
    /// Keeps cards of somebody, as far as there is room for `most` in all. A position that is there already
    /// keeps its memory; it takes over where it was met last, and is due at the earlier of both moments.
    ///
    /// # Errors
    ///
    /// If the database fails; then none is kept.
    pub async fn keep_cards(
        &self,
        person: Option<&PersonId>,
        cards: &[NewCard],
        now: i64,
        most: i64,
    ) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let count = "SELECT COUNT(*) FROM learn_cards WHERE person = $1";
        let kept: i64 = sqlx::query_scalar(count).bind(whose(person)).fetch_one(&mut *change).await?;
        let room = usize::try_from(most - kept).unwrap_or(0);
        let sql = "INSERT INTO learn_cards (person, kind, board, position, answers, created, due, reviews, lapses, \
                   game, ply, played, loss, opponent, cause, habit) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0, CAST($8 AS BIGINT), $9, $10, $11, $12, $13, $14) \
                   ON CONFLICT (person, kind, board) DO UPDATE SET position = excluded.position, \
                   answers = excluded.answers, game = excluded.game, ply = excluded.ply, played = excluded.played, \
                   loss = excluded.loss, opponent = excluded.opponent, cause = excluded.cause, \
                   habit = excluded.habit, \
                   due = CASE WHEN excluded.due < learn_cards.due THEN excluded.due ELSE learn_cards.due END";
        for card in cards.iter().take(room) {
            sqlx::query(sql)
                .bind(whose(person))
                .bind(&card.kind)
                .bind(&card.board)
                .bind(&card.position)
                .bind(card.answers.join(" "))
                .bind(now)
                .bind(card.due)
                .bind(card.game)
                .bind(card.ply)
                .bind(&card.played)
                .bind(card.loss)
                .bind(&card.opponent)
                .bind(&card.cause)
                .bind(&card.habit)
                .execute(&mut *change)
                .await?;
        }
        change.commit().await
    }

    /// Returns the cards of somebody, those that are due first before the others; of one kind, or of all.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn cards(
        &self,
        person: Option<&PersonId>,
        kind: Option<&str>,
    ) -> Result<Vec<CardRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM learn_cards WHERE person = $1 AND (CAST($2 AS TEXT) IS NULL OR kind = $2) \
             ORDER BY due, id"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(whose(person)).bind(kind);
        let rows = rows.fetch_all(&mut *self.connection().await?).await?;
        rows.iter().map(read).collect()
    }

    /// Returns a card of somebody.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn card(&self, person: Option<&PersonId>, id: i64) -> Result<Option<CardRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM learn_cards WHERE person = $1 AND id = $2");
        let row = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(whose(person)).bind(id);
        let row = row.fetch_optional(&mut *self.connection().await?).await?;
        row.as_ref().map(read).transpose()
    }

    /// Keeps an answer and what it did to its card. Of two answers to the same state of a card one is kept:
    /// tells whether it was this one.
    ///
    /// # Errors
    ///
    /// If the database fails; then neither is kept.
    pub async fn answer_card(
        &self,
        person: Option<&PersonId>,
        before: i64,
        after: &CardRow,
        answer: &AnswerRow,
    ) -> Result<bool, StoreError> {
        let mut change = self.change().await?;
        let sql = "UPDATE learn_cards SET due = $4, reviewed = CAST($5 AS BIGINT), stability = $6, difficulty = $7, \
                   reviews = $8, lapses = $9 WHERE person = $1 AND id = $2 AND reviews = $3";
        let changed = sqlx::query(sql)
            .bind(whose(person))
            .bind(after.id)
            .bind(before)
            .bind(after.card.due)
            .bind(after.reviewed)
            .bind(after.memory.map(|memory| memory.0))
            .bind(after.memory.map(|memory| memory.1))
            .bind(after.reviews)
            .bind(after.lapses)
            .execute(&mut *change)
            .await?;
        if changed.rows_affected() == 0 {
            change.abandon().await?;
            return Ok(false);
        }
        let sql = "INSERT INTO learn_answers (person, card, moment, grade, milliseconds, played) \
                   VALUES ($1, $2, $3, $4, $5, $6)";
        sqlx::query(sql)
            .bind(whose(person))
            .bind(answer.card)
            .bind(answer.moment)
            .bind(answer.grade)
            .bind(answer.milliseconds)
            .bind(&answer.played)
            .execute(&mut *change)
            .await?;
        change.commit().await?;
        Ok(true)
    }

    /// Deletes a card of somebody; tells whether there was one.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn delete_card(&self, person: Option<&PersonId>, id: i64) -> Result<bool, StoreError> {
        let mut change = self.change().await?;
        let sql = "DELETE FROM learn_cards WHERE person = $1 AND id = $2";
        let gone = sqlx::query(sql).bind(whose(person)).bind(id).execute(&mut *change).await?;
        change.commit().await?;
        Ok(gone.rows_affected() > 0)
    }

    /// Returns the answers of somebody since a moment, the first first.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn answers(&self, person: Option<&PersonId>, since: i64) -> Result<Vec<AnswerRow>, StoreError> {
        let sql = "SELECT card, moment, grade, milliseconds, played FROM learn_answers \
                   WHERE person = $1 AND moment >= $2 ORDER BY moment, id";
        let rows = sqlx::query(sql).bind(whose(person)).bind(since);
        let read = |row: &AnyRow| -> Result<AnswerRow, StoreError> {
            Ok(AnswerRow {
                card: row.try_get("card")?,
                moment: row.try_get("moment")?,
                grade: row.try_get("grade")?,
                milliseconds: row.try_get("milliseconds")?,
                played: text(row, "played")?,
            })
        };
        rows.fetch_all(&mut *self.connection().await?).await?.iter().map(read).collect()
    }

    /// Takes note of how many steps of a lesson are done; fewer than before change nothing.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn keep_lesson(
        &self,
        person: Option<&PersonId>,
        row: &LessonRow,
        now: i64,
    ) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let sql = "INSERT INTO learn_lessons (person, lesson, steps, done, updated) \
                   VALUES ($1, $2, $3, CAST($4 AS BIGINT), $5) ON CONFLICT (person, lesson) DO UPDATE SET \
                   steps = CASE WHEN excluded.steps > learn_lessons.steps THEN excluded.steps \
                   ELSE learn_lessons.steps END, \
                   done = COALESCE(learn_lessons.done, excluded.done), updated = excluded.updated";
        sqlx::query(sql)
            .bind(whose(person))
            .bind(&row.lesson)
            .bind(row.steps)
            .bind(row.done)
            .bind(now)
            .execute(&mut *change)
            .await?;
        change.commit().await
    }

    /// Returns how far somebody is in lessons.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn lessons(&self, person: Option<&PersonId>) -> Result<Vec<LessonRow>, StoreError> {
        let rows = sqlx::query("SELECT lesson, steps, done FROM learn_lessons WHERE person = $1")
            .bind(whose(person));
        let read = |row: &AnyRow| -> Result<LessonRow, StoreError> {
            Ok(LessonRow {
                lesson: text(row, "lesson")?,
                steps: row.try_get("steps")?,
                done: row.try_get("done")?,
            })
        };
        rows.fetch_all(&mut *self.connection().await?).await?.iter().map(read).collect()
    }
}

fn read(row: &AnyRow) -> Result<CardRow, StoreError> {
    let memory: (Option<f64>, Option<f64>) = (row.try_get("stability")?, row.try_get("difficulty")?);
    Ok(CardRow {
        id: row.try_get("id")?,
        card: NewCard {
            kind: text(row, "kind")?,
            board: text(row, "board")?,
            position: text(row, "position")?,
            answers: text(row, "answers")?.split(' ').map(str::to_owned).collect(),
            due: row.try_get("due")?,
            game: row.try_get("game")?,
            ply: row.try_get("ply")?,
            played: text(row, "played")?,
            loss: row.try_get("loss")?,
            opponent: text(row, "opponent")?,
            cause: text(row, "cause")?,
            habit: text(row, "habit")?,
        },
        created: row.try_get("created")?,
        reviewed: row.try_get("reviewed")?,
        memory: memory.0.zip(memory.1),
        reviews: row.try_get("reviews")?,
        lapses: row.try_get("lapses")?,
    })
}
