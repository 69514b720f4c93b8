//! Games between people who do not sit together: seats that are taken, offers, and games that are hidden.

use std::time::Duration;

use outflank_game::{GameInPlay, KeptGame, Offers, PersonId, RemotePlay};
use outflank_rules::{Color, Position, Symmetry};
use sqlx::{AssertSqlSafe, Row};

use crate::game::in_milliseconds;
use crate::ratings::account_seats;
use crate::{Store, StoreError};

/// What the columns of a clock between people hold, black first.
pub(crate) struct ClockColumns {
    pub(crate) aborts: i64,
    pub(crate) adjourned: i64,
    pub(crate) charged: [i64; 2],
    pub(crate) quota: [i64; 2],
    pub(crate) lag: [i64; 2],
}

impl ClockColumns {
    pub(crate) fn of(game: &GameInPlay) -> ClockColumns {
        let fair = game.fair_clock();
        let times = |time: fn(&outflank_game::FairClock, Color) -> Duration| {
            Color::BOTH.map(|side| fair.map_or(0, |fair| in_milliseconds(time(fair, side))))
        };
        ClockColumns {
            aborts: i64::from(!game.has_begun()),
            adjourned: i64::from(game.is_adjourned()),
            charged: times(|fair, side| fair.charged(side)),
            quota: times(|fair, side| fair.lag(side).left),
            lag: times(|fair, side| fair.lag(side).last),
        }
    }
}

impl Store {
    /// Seats somebody in the open seat of a game and uses the invitation up; the clock of the first move runs
    /// from now on. Of two who try at once, one is seated. `person` is who it is, where people have names.
    ///
    /// # Errors
    ///
    /// As [`Store::update`].
    pub async fn take_seat(
        &self,
        kept: &KeptGame,
        name: &str,
        person: Option<&PersonId>,
    ) -> Result<KeptGame, StoreError> {
        let sql = format!(
            "UPDATE games SET revision = revision + 1, invitation = NULL, open_seat = NULL, \
             black_name = CASE WHEN open_seat = 'black' THEN $3 ELSE black_name END, \
             white_name = CASE WHEN open_seat = 'white' THEN $3 ELSE white_name END, \
             black_person = CASE WHEN open_seat = 'black' THEN COALESCE($5, black_person) ELSE black_person END, \
             white_person = CASE WHEN open_seat = 'white' THEN COALESCE($5, white_person) ELSE white_person END, \
             updated = clock.moment, turn_began = clock.moment, deadline = clock.moment + $4 \
             FROM (SELECT {} AS moment) AS clock \
             WHERE id = $1 AND revision = $2 AND open_seat IS NOT NULL RETURNING updated, deadline",
            self.kind().now()
        );
        let mut change = self.change().await?;
        let found = sqlx::query(AssertSqlSafe(sql))
            .bind(kept.id)
            .bind(kept.revision)
            .bind(name)
            .bind(self.time_for_turn(&kept.game, &RemotePlay::default()))
            .bind(person.map(PersonId::as_str))
            .fetch_optional(&mut *change)
            .await?;
        let Some(row) = found else {
            change.abandon().await?;
            return Err(self.stale(kept).await);
        };
        let (now, deadline): (i64, _) = (row.try_get("updated")?, row.try_get("deadline")?);
        let mut rights = kept.rights.clone();
        if let (Some(side), Some(person)) = (kept.remote.open_seat, person) {
            rights.people[side as usize] = Some(person.clone());
        }
        let accounts = account_seats(&mut change, kept.id, &rights.people, now).await?;
        change.commit().await?;
        let mut taken =
            KeptGame { updated: now, turn_began: now, deadline, rights, accounts, ..kept.clone() };
        taken.revision += 1;
        if let Some(side) = taken.remote.open_seat.take() {
            let mut seats = taken.game.seats().clone();
            name.clone_into(&mut seats[side as usize].name);
            taken.game.set_seats(seats);
        }
        taken.remote.invitation = None;
        Ok(taken)
    }

    /// Keeps what the players of a game offer each other. Its clock is left alone.
    ///
    /// # Errors
    ///
    /// As [`Store::update`].
    pub async fn set_offers(&self, kept: &KeptGame, offers: Offers) -> Result<KeptGame, StoreError> {
        let remote = RemotePlay { offers, ..kept.remote.clone() };
        self.set_remote(kept, remote).await
    }

    /// Takes note of the next game of the same players.
    ///
    /// # Errors
    ///
    /// As [`Store::update`].
    pub async fn set_rematch(
        &self,
        kept: &KeptGame,
        offers: Offers,
        rematch: i64,
    ) -> Result<KeptGame, StoreError> {
        let remote = RemotePlay { offers, rematch: Some(rematch), ..kept.remote.clone() };
        self.set_remote(kept, remote).await
    }

    /// Hides a game from the player of a side. Who has hidden it sees it by its address only; hidden by both
    /// it is in no list.
    ///
    /// # Errors
    ///
    /// As [`Store::update`].
    pub async fn hide(&self, kept: &KeptGame, side: Color) -> Result<KeptGame, StoreError> {
        let mut remote = kept.remote.clone();
        remote.hidden[side as usize] = true;
        self.set_remote(kept, remote).await
    }

    async fn set_remote(&self, kept: &KeptGame, remote: RemotePlay) -> Result<KeptGame, StoreError> {
        let sql = "UPDATE games SET revision = revision + 1, offers = $3, rematch = $4, black_hidden = $5, \
                   white_hidden = $6 WHERE id = $1 AND revision = $2";
        let mut change = self.change().await?;
        let changed = sqlx::query(sql)
            .bind(kept.id)
            .bind(kept.revision)
            .bind(remote.offers.to_string())
            .bind(remote.rematch)
            .bind(i64::from(remote.hidden[0]))
            .bind(i64::from(remote.hidden[1]))
            .execute(&mut *change)
            .await?;
        change.commit().await?;
        if changed.rows_affected() == 0 {
            return Err(self.stale(kept).await);
        }
        Ok(KeptGame { revision: kept.revision + 1, remote, ..kept.clone() })
    }

    /// Tells whether people who do not sit together are playing a position at the moment, or somebody in a
    /// rated game, turned, mirrored or with colours exchanged, and returns the numbers of their games.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn contests_at(&self, position: Position) -> Result<Vec<i64>, StoreError> {
        let mut boards: Vec<String> = Vec::new();
        for side in Color::BOTH {
            let position = Position::of_board(position.board(), side);
            boards.extend(Symmetry::ALL.map(|symmetry| symmetry.position(position).to_string()));
        }
        boards.sort_unstable();
        boards.dedup();
        boards.resize(2 * Symmetry::ALL.len(), String::new());
        let places: Vec<String> = (1..=boards.len()).map(|place| format!("${place}")).collect();
        let sql = format!(
            "SELECT id FROM games WHERE board IN ({}) AND (fair = 1 OR rated = 1) AND ended IS NULL",
            places.join(", ")
        );
        let query =
            boards.iter().fold(sqlx::query_scalar(AssertSqlSafe(sql)), |query, board| query.bind(board));
        Ok(query.fetch_all(&mut *self.connection().await?).await?)
    }

    /// Returns the positions of the running games between people elsewhere in which somebody sits, by who
    /// they are or by the key of a seat. A game that waits for its second player is not running.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn contests_of(
        &self,
        person: Option<&PersonId>,
        key: Option<&str>,
    ) -> Result<Vec<Position>, StoreError> {
        if person.is_none() && key.is_none() {
            return Ok(Vec::new());
        }
        let sql = "SELECT board FROM games WHERE (fair = 1 OR rated = 1) AND ended IS NULL AND open_seat IS NULL \
                   AND (black_person = $1 OR white_person = $1 OR black_key = $2 OR white_key = $2)";
        let boards: Vec<String> = sqlx::query_scalar(sql)
            .bind(person.map(PersonId::as_str))
            .bind(key)
            .fetch_all(&mut *self.connection().await?)
            .await?;
        // A board that is none belongs to a damaged game.
        Ok(boards.iter().filter_map(|board| board.parse().ok()).collect())
    }
}
