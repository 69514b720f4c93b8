//! The games of tournaments between people that are played here.
//!
//! A board knows its game. Whoever sees that a game is over takes its result over; that can be done twice, by
//! two servers at once, or late: the first one counts.

use outflank_game::PersonId;
use sqlx::{AssertSqlSafe, Row};

use crate::game::{count, text};
use crate::{KeptClub, Store, StoreError};

/// Where a game belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubPlace {
    /// The tournament.
    pub slug: String,
    /// The round, from zero.
    pub round: usize,
    /// The board, from zero.
    pub board: usize,
}

/// A game that somebody has to play in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubTurn {
    /// Where it belongs.
    pub place: ClubPlace,
    /// What people call the tournament.
    pub name: String,
    /// Whom they meet.
    pub opponent: String,
    /// The number of the game.
    pub game: i64,
}

impl Store {
    /// Gives a board a game, unless it has got another one meanwhile than the one it had.
    ///
    /// # Errors
    ///
    /// If the database fails. Then nothing has changed.
    pub async fn attach_club_game(
        &self,
        kept: &KeptClub,
        (round, board): (usize, usize),
        had: Option<i64>,
        game: i64,
    ) -> Result<bool, StoreError> {
        let mut change = self.change().await?;
        let sql = "UPDATE club_boards SET game = $4 WHERE tournament = $1 AND round = $2 AND board = $3 \
                   AND result IS NULL AND COALESCE(game, -1) = $5";
        let attached = sqlx::query(sql)
            .bind(kept.id)
            .bind(count(round))
            .bind(count(board))
            .bind(game)
            .bind(had.unwrap_or(-1))
            .execute(&mut *change)
            .await?;
        if attached.rows_affected() == 0 {
            change.abandon().await?;
            return Ok(false);
        }
        let sql = "UPDATE club_tournaments SET revision = revision + 1 WHERE id = $1";
        sqlx::query(sql).bind(kept.id).execute(&mut *change).await?;
        change.commit().await?;
        Ok(true)
    }

    /// Finds the board of a game, as long as the board has no result.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn club_place(&self, game: i64) -> Result<Option<ClubPlace>, StoreError> {
        let sql = "SELECT t.slug, b.round, b.board FROM club_boards AS b JOIN club_tournaments AS t \
                   ON t.id = b.tournament WHERE b.game = $1 AND b.result IS NULL";
        let found = sqlx::query(sql).bind(game).fetch_optional(&mut *self.connection().await?).await?;
        found.map(|row| place(&row)).transpose()
    }

    /// Takes note that something about a tournament has changed that is not in its rows.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn touch_club(&self, slug: &str) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let sql = "UPDATE club_tournaments SET revision = revision + 1 WHERE slug = $1";
        sqlx::query(sql).bind(slug).execute(&mut *change).await?;
        change.commit().await
    }

    /// Returns the revision of a tournament, and the games that are over whose results are not taken over.
    ///
    /// # Errors
    ///
    /// If there is none of that name, or the database fails.
    pub async fn club_revision(&self, slug: &str) -> Result<(i64, Vec<i64>), StoreError> {
        let sql = "SELECT t.revision, g.id AS game FROM club_tournaments AS t LEFT JOIN club_boards AS b \
                   ON b.tournament = t.id AND b.result IS NULL AND b.game IS NOT NULL \
                   LEFT JOIN games AS g ON g.id = b.game AND COALESCE(g.ended, 'aborted') <> 'aborted' \
                   WHERE t.slug = $1";
        let rows = sqlx::query(sql).bind(slug).fetch_all(&mut *self.connection().await?).await?;
        let first = rows.first().ok_or_else(|| StoreError::NoClub { slug: slug.to_owned() })?;
        let revision = first.try_get("revision")?;
        let mut ended = Vec::new();
        for row in &rows {
            ended.extend(row.try_get::<Option<i64>, _>("game")?);
        }
        Ok((revision, ended))
    }

    /// Lists the games that are on and that somebody has to play in tournaments.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn club_turns(&self, person: &PersonId) -> Result<Vec<ClubTurn>, StoreError> {
        let side = |own: &str, other: &str| {
            format!(
                "SELECT t.slug, t.name, b.round, b.board, b.game, o.name AS opponent FROM club_entrants AS e \
                 JOIN club_boards AS b ON b.tournament = e.tournament AND b.{own} = e.number \
                 JOIN club_entrants AS o ON o.tournament = e.tournament AND o.number = b.{other} \
                 JOIN club_tournaments AS t ON t.id = e.tournament JOIN games AS g ON g.id = b.game \
                 WHERE e.person = $1 AND b.result IS NULL AND g.ended IS NULL"
            )
        };
        let sql = format!("{} UNION ALL {} ORDER BY 5", side("black", "white"), side("white", "black"));
        let query = sqlx::query(AssertSqlSafe(sql)).bind(person.as_str());
        let rows = query.fetch_all(&mut *self.connection().await?).await?;
        let read = |row: &sqlx::any::AnyRow| -> Result<ClubTurn, StoreError> {
            let (name, opponent) = (text(row, "name")?, text(row, "opponent")?);
            Ok(ClubTurn { place: place(row)?, name, opponent, game: row.try_get("game")? })
        };
        rows.iter().map(read).collect()
    }
}

fn place(row: &sqlx::any::AnyRow) -> Result<ClubPlace, StoreError> {
    let number = |column: &str| -> Result<usize, sqlx::Error> {
        Ok(usize::try_from(row.try_get::<i64, _>(column)?).unwrap_or(0))
    };
    Ok(ClubPlace { slug: text(row, "slug")?, round: number("round")?, board: number("board")? })
}
