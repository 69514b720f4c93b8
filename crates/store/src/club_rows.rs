//! The rows of tournaments between people, read and written.

use std::time::Duration;

use outflank_club::{
    BoardResult, ClubBoard, ClubEntrant, ClubRound, ClubRules, ClubSystem, ClubTournament, EntrantNumber,
    LateEntry,
};
use outflank_game::{PersonId, TimeControl};
use outflank_rules::Color;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::StoreError;
use crate::club::{ClubBoardGame, ClubHead, ClubPace, KeptClub};
use crate::game::{milliseconds, text};

/// Writes a result as the database keeps it: a word, and black's discs.
pub(crate) fn words_of(result: Option<BoardResult>) -> (Option<&'static str>, Option<i64>) {
    match result {
        None => (None, None),
        Some(BoardResult::Discs { black }) => (Some("discs"), Some(black.into())),
        Some(BoardResult::Forfeit(Color::Black)) => (Some("forfeit-black"), None),
        Some(BoardResult::Forfeit(Color::White)) => (Some("forfeit-white"), None),
        Some(BoardResult::DoubleForfeit) => (Some("forfeit-both"), None),
    }
}

fn read_result(word: Option<&str>, discs: Option<i64>) -> Result<Option<BoardResult>, String> {
    let discs = discs.and_then(|discs| u8::try_from(discs).ok()).filter(|&discs| discs <= 64);
    match (word, discs) {
        (None, _) => Ok(None),
        (Some("discs"), Some(black)) => Ok(Some(BoardResult::Discs { black })),
        (Some("forfeit-black"), _) => Ok(Some(BoardResult::Forfeit(Color::Black))),
        (Some("forfeit-white"), _) => Ok(Some(BoardResult::Forfeit(Color::White))),
        (Some("forfeit-both"), _) => Ok(Some(BoardResult::DoubleForfeit)),
        (Some(word), discs) => Err(format!("{word:?} with {discs:?} is not a result")),
    }
}

/// Reads a tournament from its rows.
pub(crate) fn read(head: &AnyRow, entrants: &[AnyRow], boards: &[AnyRow]) -> Result<KeptClub, StoreError> {
    let slug = text(head, "slug")?;
    let damaged = |reason: String| StoreError::DamagedClub { slug: slug.clone(), reason };
    let (system, late) = (text(head, "system")?, text(head, "late")?);
    let flag = |row: &AnyRow, column: &str| row.try_get::<i64, _>(column).map(|value| value != 0);
    let rules = ClubRules {
        system: ClubSystem::named(&system).ok_or_else(|| damaged(format!("{system:?} is no system")))?,
        rounds: whole(head, "rounds")?,
        brightwell: head.try_get::<Option<i64>, _>("brightwell")?.and_then(|value| value.try_into().ok()),
        late: LateEntry::named(&late)
            .ok_or_else(|| damaged(format!("{late:?} is no rule for late entries")))?,
    };
    let (initial, increment): (Option<i64>, Option<i64>) =
        (head.try_get("clock_initial")?, head.try_get("clock_increment")?);
    let clock = initial.map(|initial| TimeControl {
        initial: milliseconds(initial),
        increment: increment.map_or(Duration::ZERO, milliseconds),
    });
    let mut club = ClubTournament::new(rules);
    club.is_over = flag(head, "ended")?;
    let mut people = Vec::with_capacity(entrants.len());
    for row in entrants {
        let (joined, withdrawn) = (whole(row, "joined")?, flag(row, "withdrawn")?);
        club.entrants.push(ClubEntrant { name: text(row, "name")?, joined, withdrawn });
        people.push(row.try_get::<Option<String>, _>("person")?.map(PersonId::from));
    }
    let mut games: Vec<Vec<Option<ClubBoardGame>>> = Vec::new();
    for row in boards {
        let round = whole(row, "round")?;
        if round >= club.rounds.len() {
            club.rounds.resize_with(round + 1, ClubRound::default);
            games.resize_with(round + 1, Vec::new);
        }
        let (black, white): (usize, Option<i64>) = (whole(row, "black")?, row.try_get("white")?);
        let white = white.map(|white| usize::try_from(white).unwrap_or(usize::MAX));
        if [Some(black), white].into_iter().flatten().any(|number| number >= club.entrants.len()) {
            return Err(damaged(format!("round {} has somebody who never entered", round + 1)));
        }
        let Some(white) = white else {
            club.rounds[round].bye = Some(EntrantNumber(black));
            continue;
        };
        let (word, discs): (Option<String>, Option<i64>) = (row.try_get("result")?, row.try_get("discs")?);
        let result = read_result(word.as_deref(), discs).map_err(damaged)?;
        let (black, white) = (EntrantNumber(black), EntrantNumber(white));
        club.rounds[round].boards.push(ClubBoard { black, white, result });
        games[round].push(read_game(row)?);
    }
    Ok(KeptClub {
        id: head.try_get("id")?,
        owner: head.try_get::<Option<String>, _>("owner")?.map(PersonId::from),
        name: text(head, "name")?,
        pace: ClubPace { is_online: flag(head, "online")?, clock },
        created: head.try_get("created")?,
        revision: head.try_get("revision")?,
        slug,
        club,
        people,
        games,
    })
}

fn read_game(row: &AnyRow) -> Result<Option<ClubBoardGame>, StoreError> {
    let Some(id) = row.try_get::<Option<i64>, _>("game")? else { return Ok(None) };
    Ok(Some(ClubBoardGame {
        id,
        ended: row.try_get("ended")?,
        is_there: row.try_get::<Option<i64>, _>("there")?.is_some(),
        keys: [row.try_get("black_key")?, row.try_get("white_key")?],
        watch_key: row.try_get("watch_key")?,
    }))
}

pub(crate) fn read_head(row: &AnyRow) -> Result<ClubHead, StoreError> {
    Ok(ClubHead {
        slug: text(row, "slug")?,
        name: text(row, "name")?,
        system: text(row, "system")?,
        is_online: row.try_get::<i64, _>("online")? != 0,
        is_over: row.try_get::<i64, _>("ended")? != 0,
        entered: row.try_get("entered")?,
        paired: row.try_get("paired")?,
        created: row.try_get("created")?,
    })
}

fn whole(row: &AnyRow, column: &str) -> Result<usize, sqlx::Error> {
    Ok(usize::try_from(row.try_get::<i64, _>(column)?).unwrap_or(0))
}
