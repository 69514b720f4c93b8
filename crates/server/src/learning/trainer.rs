//! The openings trainer: what opponents play, at the rates of the library's games.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use outflank_book::{Book, BookError, RepertoirePlan};
use outflank_learn::{CardPosition, RepertoireTree, ReplySource};
use outflank_library::{ExplorerFilter, openings};
use outflank_records::Record;
use outflank_rules::{Color, Move, Position};
use outflank_store::RepertoireRow;

use crate::error::ApiError;
use crate::studio::Studio;

/// How often positions are asked for at most until all replies are known: as deep as lines are.
const ROUNDS: usize = 30;
/// From how many games on the library knows better than the book, and the book than the names of openings.
const ENOUGH: u64 = 10;

/// How many named lines go through each move of a position, by the key of the position after it.
static NAMED: LazyLock<HashMap<String, u64>> = LazyLock::new(|| {
    let mut found: HashMap<String, u64> = HashMap::new();
    for line in openings::find("") {
        let Ok(record) = Record::from_transcript(line) else { continue };
        let mut position = Position::start();
        for played in record.moves() {
            let Ok(next) = position.play(played) else { break };
            position = next;
            *found.entry(CardPosition::of(&position).key()).or_default() += 1;
        }
    }
    found
});

/// What is played in positions: counted in the library, or else in the games that the opening book counts, or
/// else by the names of openings.
#[derive(Default)]
pub(crate) struct OpeningReplies {
    known: Mutex<HashMap<Position, Vec<(Move, u64)>>>,
    missing: Mutex<Vec<Position>>,
}

impl ReplySource for OpeningReplies {
    fn replies(&self, position: &Position) -> Vec<(Move, u64)> {
        let known = locked(&self.known).get(position).cloned();
        known.unwrap_or_else(|| {
            locked(&self.missing).push(*position);
            Vec::new()
        })
    }
}

impl OpeningReplies {
    /// Does something until all replies that it asks for are known.
    pub(crate) async fn settle<T>(
        &self,
        studio: &Studio,
        mut work: impl FnMut(&OpeningReplies) -> T,
    ) -> Result<T, ApiError> {
        for _ in 0..ROUNDS {
            let done = work(self);
            let missing = std::mem::take(&mut *locked(&self.missing));
            if missing.is_empty() {
                return Ok(done);
            }
            for position in missing {
                let found = replies(studio, position).await?;
                locked(&self.known).insert(position, found);
            }
        }
        Ok(work(self))
    }

    /// Returns the move that is played most often.
    pub(crate) fn usual(&self, position: &Position) -> Option<Move> {
        self.replies(position).into_iter().max_by_key(|(_, games)| *games).map(|(played, _)| played)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts what was played in a position.
async fn replies(studio: &Studio, position: Position) -> Result<Vec<(Move, u64)>, ApiError> {
    let look = studio.explorer.look(&Record::new(position), &ExplorerFilter::default()).await;
    let found = look
        .map_err(|error| ApiError::failed("the explorer failed; the log of the server says why", &error))?;
    let played = found.moves.iter().filter(|one| position.is_legal(one.played));
    let counted: Vec<(Move, u64)> = played.map(|one| (one.played, u64::from(one.results.games))).collect();
    if counted.iter().map(|(_, games)| games).sum::<u64>() >= ENOUGH {
        return Ok(counted);
    }
    let by_book = studio.book.as_ref().and_then(|book| book.moves_of(&position).ok()).unwrap_or_default();
    let by_book: Vec<(Move, u64)> =
        by_book.iter().map(|one| (one.played, one.visits.into())).filter(|(_, games)| *games > 0).collect();
    if by_book.iter().map(|(_, games)| games).sum::<u64>() >= ENOUGH {
        return Ok(by_book);
    }
    let named = |(played, next): (Move, Position)| {
        let lines = NAMED.get(&CardPosition::of(&next).key()).copied()?;
        Some((played, lines))
    };
    Ok(position.children().filter_map(named).collect())
}

/// Replies of the other side that lose more discs need not be met by heart.
const WITHIN: i32 = 4;

/// Returns lines that hold the value of the position after each of some lines, by the book, with at most so
/// many moves to remember; where there are no lines, of the start.
pub(crate) fn held_lines(
    book: &Book,
    side: Color,
    lines: &[Vec<Move>],
    most: usize,
) -> Result<Vec<Vec<Move>>, BookError> {
    let plan = RepertoirePlan { side, within: WITHIN, most, ..RepertoirePlan::default() };
    let (mut held, start) = (Vec::new(), [Vec::new()]);
    for line in if lines.is_empty() { &start[..] } else { lines } {
        let after = line.iter().try_fold(Position::start(), |position, played| position.play(*played));
        let Ok(position) = after else { continue };
        let Some(found) = plan.find(book, &position)? else { continue };
        for entry in found.entries {
            let mut way = line.clone();
            way.extend(entry.line);
            way.push(entry.played);
            held.push(way);
        }
    }
    Ok(held)
}

/// Reads a repertoire.
pub(crate) fn tree_of(row: &RepertoireRow) -> RepertoireTree {
    let side = if row.side == "white" { Color::White } else { Color::Black };
    let read = |line: &String| {
        Record::from_transcript(line).ok().map(|record| record.moves().collect::<Vec<Move>>())
    };
    let lines: Vec<Vec<Move>> = row.lines.iter().filter_map(read).collect();
    RepertoireTree::of_lines(side, lines.iter().map(Vec::as_slice))
}
