//! Games that are the same though one says less: a game without names, or without a year, is the same game as
//! one with the same moves that has them, unless something that both say differs.
//!
//! The fuller one stays. As rows are never changed, it is a row of its own, which takes over tags and notes;
//! the other is marked as replaced.

use std::collections::{HashMap, HashSet};

use outflank_keep::{GameIdentity, LibraryGame};
use sqlx::AssertSqlSafe;

use super::keep::{add_names, insert};
use crate::StoreError;
use crate::change::Change;

/// The moment of deletion of a row that a fuller one replaced: nobody lists or restores it.
pub(super) const REPLACED: i64 = 1;

/// What stands for a score that is not known: no game ends so.
const NO_SCORE: i64 = -1000;

/// A game that is there, or is about to be added.
enum GamePlace {
    Row(i64),
    Added(usize),
}

/// A game that others may be, by what it says.
type KnownGame = (GameIdentity, GamePlace);

/// Adds games, fewer than a statement may have, and returns how many were new.
pub(super) async fn merge(change: &mut Change, games: &[LibraryGame]) -> Result<u64, StoreError> {
    let mut known = incomplete(change, games).await?;
    let mut seen = HashSet::new();
    let mut added: Vec<&LibraryGame> = Vec::new();
    let mut replaced: Vec<(i64, usize)> = Vec::new();
    for game in games.iter().filter(|game| seen.insert(game.fingerprint.as_str())) {
        let identity = GameIdentity::of(game);
        let alike = known.entry(game.moves.squares()).or_default();
        if !identity.is_complete() && !alike.iter().any(|(other, _)| other.may_be(&identity)) {
            alike.extend(fuller(change, game, &identity).await?);
        }
        match alike.iter_mut().find(|(other, _)| other.may_be(&identity)) {
            None => {
                alike.push((identity, GamePlace::Added(added.len())));
                added.push(game);
            }
            Some((other, place)) if identity.says_more_than(other) => {
                match place {
                    GamePlace::Added(index) => added[*index] = game,
                    GamePlace::Row(key) => {
                        replaced.push((*key, added.len()));
                        *place = GamePlace::Added(added.len());
                        added.push(game);
                    }
                }
                *other = identity;
            }
            Some(_) => {}
        }
    }
    if added.is_empty() {
        return Ok(0);
    }
    add_names(change, &added).await?;
    let new = insert(change, &added).await?;
    for &(key, index) in &replaced {
        replace(change, key, added[index]).await?;
    }
    Ok(new.saturating_sub(replaced.len() as u64))
}

/// Finds the games from files that say less than they could and have the same moves as one of these.
async fn incomplete<'g>(
    change: &mut Change,
    games: &'g [LibraryGame],
) -> Result<HashMap<&'g str, Vec<KnownGame>>, StoreError> {
    type SameMoves = (i64, String, String, String, String, String, String, Option<i64>);
    let mut known: HashMap<&str, Vec<KnownGame>> =
        games.iter().map(|game| (game.moves.squares(), Vec::new())).collect();
    let moves: Vec<&str> = known.keys().copied().collect();
    let places: Vec<String> = (1..=moves.len()).map(|place| format!("${place}")).collect();
    // The signs keep the database from going through all games by another index than that of the moves.
    let sql = format!(
        "SELECT key, fingerprint, start, moves, black, white, day, score FROM library \
         WHERE (black = '' OR white = '' OR day = '') AND +deleted IS NULL AND +game IS NULL \
         AND moves IN ({})",
        places.join(", ")
    );
    let query = sqlx::query_as::<_, SameMoves>(AssertSqlSafe(sql));
    let query = moves.iter().fold(query, |query, moves| query.bind((*moves).to_owned()));
    let mut rows = query.fetch_all(&mut **change).await?;
    rows.sort_unstable_by_key(|row| row.0);
    for (key, fingerprint, start, moves, black, white, day, score) in rows {
        let identity = GameIdentity::new(&fingerprint, &start, [&black, &white], &day, score);
        if let Some(alike) = known.get_mut(moves.as_str()) {
            alike.push((identity, GamePlace::Row(key)));
        }
    }
    Ok(known)
}

/// Finds a game from a file that one which says less may be.
async fn fuller(
    change: &mut Change,
    game: &LibraryGame,
    identity: &GameIdentity,
) -> Result<Option<KnownGame>, StoreError> {
    type Found = (i64, String, String, String, String, Option<i64>);
    let sql = "SELECT key, fingerprint, black, white, day, score FROM library \
               WHERE moves = $1 AND start = $2 AND +deleted IS NULL AND +game IS NULL \
               AND ($3 = '' OR black_folded IN ('', $3)) AND ($4 = '' OR white_folded IN ('', $4)) \
               AND ($5 = '' OR day = '' OR SUBSTR(day, 1, 4) = $5) \
               AND ($6 = $7 OR score IS NULL OR score = $6) LIMIT 1";
    let found: Option<Found> = sqlx::query_as(sql)
        .bind(game.moves.squares().to_owned())
        .bind(identity.start.clone())
        .bind(identity.black.clone())
        .bind(identity.white.clone())
        .bind(identity.year.clone())
        .bind(identity.score.unwrap_or(NO_SCORE))
        .bind(NO_SCORE)
        .fetch_optional(&mut **change)
        .await?;
    Ok(found.map(|(key, fingerprint, black, white, day, score)| {
        let identity = GameIdentity::new(&fingerprint, &identity.start, [&black, &white], &day, score);
        (identity, GamePlace::Row(key))
    }))
}

/// Puts a game that was added in the place of one that says less.
async fn replace(change: &mut Change, old: i64, game: &LibraryGame) -> Result<(), StoreError> {
    let new: i64 = sqlx::query_scalar("SELECT key FROM library WHERE fingerprint = $1 AND copy = 0")
        .bind(&game.fingerprint)
        .fetch_one(&mut **change)
        .await?;
    for sql in [
        "UPDATE library SET notes = (SELECT notes FROM library WHERE key = $1) WHERE key = $2 AND notes = ''",
        "UPDATE library_tags SET key = $2 WHERE key = $1 \
         AND NOT EXISTS (SELECT 1 FROM library_tags AS own WHERE own.key = $2 AND own.tag = library_tags.tag)",
    ] {
        sqlx::query(sql).bind(old).bind(new).execute(&mut **change).await?;
    }
    sqlx::query("UPDATE library SET deleted = $2 WHERE key = $1")
        .bind(old)
        .bind(REPLACED)
        .execute(&mut **change)
        .await?;
    Ok(())
}
