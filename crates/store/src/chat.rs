//! What the players of a game between people say to each other.
//!
//! Messages are kept with the game and go with it, or with the account of whoever wrote them. Bounds hold
//! whichever servers the players are connected to.

use std::time::Duration;

use outflank_game::PersonId;
use outflank_rules::Color;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use crate::game::{in_milliseconds, text};
use crate::{Store, StoreError};

/// How many messages one player may write in a game.
const MESSAGES_OF_PLAYER: i64 = 60;

/// How many of them within a while, and how long that is.
const MESSAGES_AT_ONCE: i64 = 5;
const WHILE: Duration = Duration::from_secs(10);

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerMessage {
    /// Its number; later ones have greater ones.
    pub id: i64,
    /// The side of whoever said it.
    pub side: Color,
    /// What was said.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub said: i64,
}

/// What was said in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chat {
    /// The messages, the first first.
    pub messages: Vec<PlayerMessage>,
    /// Whether the player of a side has switched the chat off, black first.
    pub silent: [bool; 2],
}

/// Why something cannot be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChatRefused {
    /// One of the players has switched the chat off.
    #[error("the chat of game {game} is switched off")]
    Silent {
        /// The game.
        game: i64,
    },
    /// A player has said enough.
    #[error("one player may write at most {MESSAGES_OF_PLAYER} messages in a game")]
    TooMany,
    /// A player writes too fast.
    #[error("one player may write at most {MESSAGES_AT_ONCE} messages within {} s", WHILE.as_secs())]
    TooFast,
}

impl ChatRefused {
    /// Returns after what time somebody who writes too fast may go on.
    #[must_use]
    pub fn wait(self) -> Option<Duration> {
        (self == ChatRefused::TooFast).then_some(WHILE)
    }
}

impl Store {
    /// Says something in a game.
    ///
    /// # Errors
    ///
    /// If it may not be said, the game is missing, or the database fails.
    pub async fn say(
        &self,
        game: i64,
        side: Color,
        person: Option<&PersonId>,
        body: &str,
    ) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let sql = format!(
            "SELECT black_silent + white_silent AS silent, \
             (SELECT COUNT(*) FROM messages WHERE game = $1 AND side = $2) AS written, \
             (SELECT COUNT(*) FROM messages WHERE game = $1 AND side = $2 AND said > {} - {}) AS lately \
             FROM games WHERE id = $1",
            self.kind().now(),
            in_milliseconds(WHILE)
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(game).bind(side.name());
        let row = query.fetch_optional(&mut *change).await?;
        let row = row.ok_or(StoreError::NoGame { id: game })?;
        let number = |column: &str| row.try_get::<i64, _>(column);
        let refused = if number("silent")? > 0 {
            Some(ChatRefused::Silent { game })
        } else if number("written")? >= MESSAGES_OF_PLAYER {
            Some(ChatRefused::TooMany)
        } else {
            (number("lately")? >= MESSAGES_AT_ONCE).then_some(ChatRefused::TooFast)
        };
        if let Some(refused) = refused {
            change.abandon().await?;
            return Err(refused.into());
        }
        let sql = format!(
            "INSERT INTO messages (game, side, person, body, said) VALUES ($1, $2, $3, $4, {})",
            self.kind().now()
        );
        sqlx::query(AssertSqlSafe(sql))
            .bind(game)
            .bind(side.name())
            .bind(person.map(PersonId::as_str))
            .bind(body)
            .execute(&mut *change)
            .await?;
        change.commit().await
    }

    /// Returns what was said in a game.
    ///
    /// # Errors
    ///
    /// If the game is missing, or the database fails.
    pub async fn chat(&self, game: i64) -> Result<Chat, StoreError> {
        let mut reading = self.reading().await?;
        let sql = "SELECT black_silent, white_silent FROM games WHERE id = $1";
        let row = sqlx::query(sql).bind(game).fetch_optional(&mut *reading).await?;
        let sql = "SELECT id, side, body, said FROM messages WHERE game = $1 ORDER BY id";
        let rows = sqlx::query(sql).bind(game).fetch_all(&mut *reading).await?;
        reading.commit().await?;
        let row = row.ok_or(StoreError::NoGame { id: game })?;
        let flag = |column: &str| row.try_get::<i64, _>(column).map(|value| value != 0);
        let messages = rows.iter().map(message_of).collect::<Result<_, _>>()?;
        Ok(Chat { messages, silent: [flag("black_silent")?, flag("white_silent")?] })
    }

    /// Switches the chat of a game off, or on again, for the player of a side. It is on if it is for both.
    ///
    /// # Errors
    ///
    /// If the game is missing, or the database fails.
    pub async fn set_silent(&self, game: i64, side: Color, is_silent: bool) -> Result<(), StoreError> {
        let sql = match side {
            Color::Black => "UPDATE games SET black_silent = $2 WHERE id = $1",
            Color::White => "UPDATE games SET white_silent = $2 WHERE id = $1",
        };
        let mut change = self.change().await?;
        let done = sqlx::query(sql).bind(game).bind(i64::from(is_silent)).execute(&mut *change).await?;
        change.commit().await?;
        if done.rows_affected() == 0 { Err(StoreError::NoGame { id: game }) } else { Ok(()) }
    }

    /// Returns all that somebody has said, with the games it was said in, the first first.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn said_by(&self, person: &PersonId) -> Result<Vec<(i64, PlayerMessage)>, StoreError> {
        let sql = "SELECT game, id, side, body, said FROM messages WHERE person = $1 ORDER BY id";
        let query = sqlx::query(sql).bind(person.as_str());
        let rows = query.fetch_all(&mut *self.connection().await?).await?;
        let said = rows.iter().map(|row| Ok((row.try_get("game")?, message_of(row)?)));
        Ok(said.collect::<Result<_, sqlx::Error>>()?)
    }
}

/// Reads a message.
pub(crate) fn message_of(row: &AnyRow) -> Result<PlayerMessage, sqlx::Error> {
    let side = if text(row, "side")? == Color::White.name() { Color::White } else { Color::Black };
    Ok(PlayerMessage { id: row.try_get("id")?, side, text: text(row, "body")?, said: row.try_get("said")? })
}
