//! Tournaments between people: made, read, changed, listed and deleted.

use outflank_club::{ClubBoard, ClubRules, ClubTournament};
use outflank_game::{PersonId, TimeControl};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use crate::change::Change;
use crate::club_rows::{read, read_head, words_of};
use crate::game::{count, in_milliseconds, text};
use crate::games::named;
use crate::{Store, StoreError};

/// Where the games of a tournament are played, and with which clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClubPace {
    /// Whether they are played here; otherwise results are typed in.
    pub is_online: bool,
    /// The clocks of games that are played here.
    pub clock: Option<TimeControl>,
}

/// A tournament that is to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewClub {
    /// What links will call it: no other's.
    pub slug: String,
    /// Whose it is; `None` if it is everybody's who uses the studio.
    pub owner: Option<PersonId>,
    /// What people call it.
    pub name: String,
    /// How it is played.
    pub rules: ClubRules,
    /// Where and how fast.
    pub pace: ClubPace,
}

/// The game of a board, as it is at the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubBoardGame {
    /// Its number.
    pub id: i64,
    /// How it ended, in a word; `None` while it is on, and if it was deleted.
    pub ended: Option<String>,
    /// Whether it is there.
    pub is_there: bool,
    /// What somebody must show to move for a side, black first.
    pub keys: [Option<String>; 2],
    /// What somebody must show to look on.
    pub watch_key: Option<String>,
}

/// A tournament of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptClub {
    pub(crate) id: i64,
    /// What links call it.
    pub slug: String,
    /// Whose it is; `None` if it is everybody's who uses the studio.
    pub owner: Option<PersonId>,
    /// What people call it.
    pub name: String,
    /// Where and how fast it is played.
    pub pace: ClubPace,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// Grows by one with every change.
    pub revision: i64,
    /// The tournament itself.
    pub club: ClubTournament,
    /// Who the entrants are, by number, as far as that is known.
    pub people: Vec<Option<PersonId>>,
    /// The games, by round and board.
    pub games: Vec<Vec<Option<ClubBoardGame>>>,
}

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubHead {
    /// What links call it.
    pub slug: String,
    /// What people call it.
    pub name: String,
    /// Who meets whom, in a word.
    pub system: String,
    /// Whether the games are played here.
    pub is_online: bool,
    /// Whether it is over.
    pub is_over: bool,
    /// How many have entered.
    pub entered: i64,
    /// How many rounds are paired.
    pub paired: i64,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
}

/// Something that was done in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalRow {
    /// When, in milliseconds since 1970.
    pub moment: i64,
    /// Who did it, by name; empty where nobody has one, and if the account is gone.
    pub done_by: String,
    /// What was done, as whoever stored it wrote it.
    pub deed: String,
}

const COLUMNS: &str = "id, slug, owner, name, system, rounds, brightwell, late, online, clock_initial, \
                       clock_increment, ended, revision, created";
const HEAD_COLUMNS: &str = "slug, name, system, online, ended, entered, paired, created";

impl Store {
    /// Keeps a new tournament.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn create_club(&self, new: &NewClub) -> Result<KeptClub, StoreError> {
        let NewClub { slug, owner, name, rules, pace } = new;
        let sql = format!(
            "INSERT INTO club_tournaments (slug, owner, name, system, rounds, brightwell, late, online, \
             clock_initial, clock_increment, ended, entered, paired, revision, created, updated) \
             SELECT $1, CAST($2 AS TEXT), $3, $4, $5, CAST($6 AS BIGINT), $7, $8, CAST($9 AS BIGINT), \
             CAST($10 AS BIGINT), 0, 0, 0, 1, clock.moment, clock.moment FROM (SELECT {} AS moment) AS clock",
            self.kind().now()
        );
        let mut change = self.change().await?;
        sqlx::query(AssertSqlSafe(sql))
            .bind(slug)
            .bind(named(owner))
            .bind(name)
            .bind(rules.system.name())
            .bind(count(rules.rounds))
            .bind(rules.brightwell.map(i64::from))
            .bind(rules.late.name())
            .bind(i64::from(pace.is_online))
            .bind(pace.clock.map(|clock| in_milliseconds(clock.initial)))
            .bind(pace.clock.map(|clock| in_milliseconds(clock.increment)))
            .execute(&mut *change)
            .await?;
        change.commit().await?;
        self.club(slug).await
    }

    /// Finds a tournament.
    ///
    /// # Errors
    ///
    /// If there is none of that name, it is damaged, or the database fails.
    pub async fn club(&self, slug: &str) -> Result<KeptClub, StoreError> {
        let mut reading = self.reading().await?;
        let sql = format!("SELECT {COLUMNS} FROM club_tournaments WHERE slug = $1");
        let found = sqlx::query(AssertSqlSafe(sql)).bind(slug).fetch_optional(&mut *reading).await?;
        let head = found.ok_or_else(|| StoreError::NoClub { slug: slug.to_owned() })?;
        let id: i64 = head.try_get("id")?;
        let sql =
            "SELECT name, person, joined, withdrawn FROM club_entrants WHERE tournament = $1 ORDER BY number";
        let entrants = sqlx::query(sql).bind(id).fetch_all(&mut *reading).await?;
        let sql = "SELECT b.round, b.black, b.white, b.result, b.discs, b.game, g.id AS there, g.ended, \
                   g.black_key, g.white_key, g.watch_key FROM club_boards AS b LEFT JOIN games AS g ON g.id = b.game \
                   WHERE b.tournament = $1 ORDER BY b.round, b.board";
        let boards = sqlx::query(sql).bind(id).fetch_all(&mut *reading).await?;
        reading.commit().await?;
        read(&head, &entrants, &boards)
    }

    /// Makes a tournament what it has become, and writes to its journal what was done.
    ///
    /// # Errors
    ///
    /// If it has changed since it was read, is missing, or the database fails. Then nothing has changed.
    pub async fn update_club(
        &self,
        kept: &KeptClub,
        become_of: &KeptClub,
        (done_by, deed): (Option<&PersonId>, &str),
    ) -> Result<KeptClub, StoreError> {
        let new = &become_of.club;
        let sql = format!(
            "UPDATE club_tournaments SET revision = revision + 1, name = $3, rounds = $4, ended = $5, entered = $6, \
             paired = $7, updated = {} WHERE id = $1 AND revision = $2",
            self.kind().now()
        );
        let mut change = self.change().await?;
        let changed = sqlx::query(AssertSqlSafe(sql))
            .bind(kept.id)
            .bind(kept.revision)
            .bind(&become_of.name)
            .bind(count(new.rules.rounds))
            .bind(i64::from(new.is_over))
            .bind(count(new.entrants.len()))
            .bind(count(new.rounds.len()))
            .execute(&mut *change)
            .await?;
        if changed.rows_affected() == 0 {
            change.abandon().await?;
            self.club_owner(&kept.slug).await?;
            return Err(StoreError::StaleClub { slug: kept.slug.clone(), revision: kept.revision });
        }
        write_entrants(&mut change, kept, become_of).await?;
        write_boards(&mut change, kept, new).await?;
        self.write_journal(&mut change, kept.id, done_by, deed).await?;
        change.commit().await?;
        self.club(&kept.slug).await
    }

    async fn write_journal(
        &self,
        change: &mut Change,
        id: i64,
        done_by: Option<&PersonId>,
        deed: &str,
    ) -> Result<(), StoreError> {
        let done_by = done_by.map_or("", PersonId::as_str);
        let sql = format!(
            "INSERT INTO club_journal (tournament, moment, done_by, deed) VALUES ($1, {}, $2, $3)",
            self.kind().now()
        );
        sqlx::query(AssertSqlSafe(sql)).bind(id).bind(done_by).bind(deed).execute(&mut **change).await?;
        Ok(())
    }

    /// Returns what was done last in a tournament, the latest first.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn club_journal(&self, slug: &str, limit: i64) -> Result<Vec<JournalRow>, StoreError> {
        let sql = "SELECT j.moment, COALESCE(a.name, '') AS done_by, j.deed FROM club_journal AS j \
                   JOIN club_tournaments AS t ON t.id = j.tournament \
                   LEFT JOIN accounts AS a ON a.person = j.done_by \
                   WHERE t.slug = $1 ORDER BY j.id DESC LIMIT $2";
        let rows = sqlx::query(sql).bind(slug).bind(limit).fetch_all(&mut *self.connection().await?).await?;
        let read = |row: &AnyRow| -> Result<JournalRow, StoreError> {
            let (done_by, deed) = (text(row, "done_by")?, text(row, "deed")?);
            Ok(JournalRow { moment: row.try_get("moment")?, done_by, deed })
        };
        rows.iter().map(read).collect()
    }

    /// Returns whose a tournament is; `None` if it is everybody's who uses the studio.
    ///
    /// # Errors
    ///
    /// If there is none of that name, or the database fails.
    pub async fn club_owner(&self, slug: &str) -> Result<Option<PersonId>, StoreError> {
        let found: Option<(Option<String>,)> =
            sqlx::query_as("SELECT owner FROM club_tournaments WHERE slug = $1")
                .bind(slug)
                .fetch_optional(&mut *self.connection().await?)
                .await?;
        let (owner,) = found.ok_or_else(|| StoreError::NoClub { slug: slug.to_owned() })?;
        Ok(owner.map(PersonId::from))
    }

    /// Counts the tournaments of somebody that are not over; of everybody's where nobody has a name.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn running_clubs(&self, owner: Option<&PersonId>) -> Result<i64, StoreError> {
        let sql = "SELECT COUNT(*) FROM club_tournaments WHERE COALESCE(owner, '') = $1 AND ended = 0";
        let query = sqlx::query_scalar(sql).bind(owner.map_or("", PersonId::as_str));
        Ok(query.fetch_one(&mut *self.connection().await?).await?)
    }

    /// Lists tournaments: those that are not over first, the newest first.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn clubs(&self, offset: i64, limit: i64) -> Result<Vec<ClubHead>, StoreError> {
        let sql = format!(
            "SELECT {HEAD_COLUMNS} FROM club_tournaments ORDER BY ended, created DESC, id DESC LIMIT $1 OFFSET $2"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(limit).bind(offset);
        query.fetch_all(&mut *self.connection().await?).await?.iter().map(read_head).collect()
    }

    /// Deletes a tournament; its games stay.
    ///
    /// # Errors
    ///
    /// If there is none of that name, or the database fails.
    pub async fn delete_club(&self, slug: &str) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let sql = "DELETE FROM club_tournaments WHERE slug = $1";
        let deleted = sqlx::query(sql).bind(slug).execute(&mut *change).await?;
        change.commit().await?;
        if deleted.rows_affected() == 0 {
            return Err(StoreError::NoClub { slug: slug.to_owned() });
        }
        Ok(())
    }
}

/// Writes the entrants that are new or different.
async fn write_entrants(
    change: &mut Change,
    kept: &KeptClub,
    become_of: &KeptClub,
) -> Result<(), StoreError> {
    let described = |kept: &KeptClub, index: usize| {
        kept.club.entrants.get(index).cloned().zip(kept.people.get(index).cloned())
    };
    for (index, entrant) in become_of.club.entrants.iter().enumerate() {
        let person = become_of.people.get(index).cloned().flatten();
        let sql = match described(kept, index) {
            None => {
                "INSERT INTO club_entrants (tournament, number, name, person, joined, withdrawn) \
                 VALUES ($1, $2, $3, $4, $5, $6)"
            }
            same if same == described(become_of, index) => continue,
            Some(_) => {
                "UPDATE club_entrants SET name = $3, person = $4, joined = $5, withdrawn = $6 \
                 WHERE tournament = $1 AND number = $2"
            }
        };
        sqlx::query(sql)
            .bind(kept.id)
            .bind(count(index))
            .bind(&entrant.name)
            .bind(named(&person))
            .bind(count(entrant.joined))
            .bind(i64::from(entrant.withdrawn))
            .execute(&mut **change)
            .await?;
    }
    Ok(())
}

/// Writes the boards that are new or different, and deletes those of a round that was taken back.
async fn write_boards(change: &mut Change, kept: &KeptClub, new: &ClubTournament) -> Result<(), StoreError> {
    let old = &kept.club.rounds;
    if new.rounds.len() < old.len() {
        sqlx::query("DELETE FROM club_boards WHERE tournament = $1 AND round >= $2")
            .bind(kept.id)
            .bind(count(new.rounds.len()))
            .execute(&mut **change)
            .await?;
    }
    for (round, paired) in new.rounds.iter().enumerate() {
        let known = old.get(round);
        for (board, ClubBoard { black, white, result }) in paired.boards.iter().enumerate() {
            let (word, discs) = words_of(*result);
            let sql = match known.and_then(|round| round.boards.get(board)) {
                None => {
                    "INSERT INTO club_boards (tournament, round, board, black, white, result, discs) \
                     VALUES ($1, $2, $3, $6, $7, $4, $5)"
                }
                Some(before) if before.result == *result => continue,
                Some(_) => {
                    "UPDATE club_boards SET result = $4, discs = $5, black = $6, white = $7 \
                     WHERE tournament = $1 AND round = $2 AND board = $3"
                }
            };
            sqlx::query(sql)
                .bind(kept.id)
                .bind(count(round))
                .bind(count(board))
                .bind(word)
                .bind(discs)
                .bind(count(black.0))
                .bind(count(white.0))
                .execute(&mut **change)
                .await?;
        }
        if let (Some(bye), None) = (paired.bye, known) {
            sqlx::query("INSERT INTO club_boards (tournament, round, board, black) VALUES ($1, $2, $3, $4)")
                .bind(kept.id)
                .bind(count(round))
                .bind(count(paired.boards.len()))
                .bind(count(bye.0))
                .execute(&mut **change)
                .await?;
        }
    }
    Ok(())
}
