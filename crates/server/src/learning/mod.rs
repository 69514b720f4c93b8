//! What people learn here, as databases keep it: a mistake bank fed by reviews, repertoires, progress. The
//! command line keeps it in the same way.

mod bank;
mod trainer;

pub use bank::GameLearner;
pub(crate) use trainer::{OpeningReplies, held_lines, tree_of};

use outflank_learn::{CardQuestion, CardSchedule, DayBoundary, Habit, HabitCount, MemoryState, PlayedGame};
use outflank_rules::{Move, ParsePositionError};
use outflank_store::{CardRow, LearnedGameRow};

use crate::studio::Studio;
use crate::wire::learn::DayQuery;

/// How many cards somebody has at most.
pub(crate) const MOST_CARDS: i64 = 5000;
/// How many repertoires somebody has at most.
pub(crate) const MOST_REPERTOIRES: i64 = 20;
/// How many of the latest mistakes say what somebody often does wrong.
const LATEST_MISTAKES: usize = 200;
/// By how many hours the clock of learning runs ahead: what comes back tomorrow can be looked at today.
const AHEAD: &str = "OUTFLANK_LEARN_AHEAD_HOURS";

/// Reads by how much the clock of learning runs ahead, in milliseconds.
#[must_use]
pub fn learning_ahead() -> i64 {
    let hours = std::env::var(AHEAD).ok().and_then(|hours| hours.parse::<i32>().ok());
    i64::from(hours.unwrap_or(0)) * 3_600_000
}

impl Studio {
    /// Returns the present moment for learning, in milliseconds since 1970.
    pub(crate) fn learning_now(&self) -> i64 {
        self.store.now().saturating_add(self.learning_ahead)
    }
}

/// Returns where the days of somebody begin.
pub(crate) fn days_of(query: &DayQuery) -> DayBoundary {
    DayBoundary::new(query.offset.unwrap_or(0), query.hour.unwrap_or(4))
}

/// Returns when a card comes back.
#[must_use]
pub fn schedule_of(row: &CardRow) -> CardSchedule {
    let memory = row.memory.map(|(stability, difficulty)| MemoryState { stability, difficulty });
    let count = |number: i64| u32::try_from(number).unwrap_or(0);
    CardSchedule {
        memory,
        reviewed: row.reviewed,
        due: row.card.due,
        reviews: count(row.reviews),
        lapses: count(row.lapses),
    }
}

/// Tells whether a card is asked now. An opening's move that was never met is learned with its trainer first:
/// nobody can remember what they were not told.
#[must_use]
pub fn is_asked(row: &CardRow, now: i64) -> bool {
    schedule_of(row).is_due(now) && !is_untold(row)
}

/// Returns when the next card comes back, if none is asked now.
#[must_use]
pub fn next_due(cards: &[CardRow], now: i64) -> Option<i64> {
    let waiting = cards.iter().filter(|card| !is_untold(card));
    waiting.map(|card| card.card.due).min().filter(|due| *due > now)
}

fn is_untold(row: &CardRow) -> bool {
    row.card.kind == "opening" && row.reviews == 0
}

/// Returns what a card asks.
///
/// # Errors
///
/// If the position that is kept is damaged.
pub fn question_of(row: &CardRow) -> Result<CardQuestion, ParsePositionError> {
    let read = |text: &String| text.parse::<Move>().ok();
    Ok(CardQuestion {
        position: row.card.position.parse()?,
        answers: row.card.answers.iter().filter_map(read).collect(),
        played: read(&row.card.played),
    })
}

fn played_game(game: &LearnedGameRow) -> PlayedGame<'_> {
    PlayedGame { moment: game.moment, opponent: &game.opponent, score: game.score }
}

/// Returns reviewed games as ratings and records take them.
#[must_use]
pub fn played_games(games: &[LearnedGameRow]) -> Vec<PlayedGame<'_>> {
    games.iter().map(played_game).collect()
}

/// Tells what somebody often does wrong, by the latest mistakes among cards.
#[must_use]
pub fn frequent_habits(cards: &[CardRow]) -> Vec<HabitCount> {
    let mut latest: Vec<&CardRow> = cards.iter().filter(|card| card.card.kind == "mistake").collect();
    latest.sort_by_key(|card| std::cmp::Reverse(card.created));
    let mistake =
        |card: &&CardRow| Some((Habit::named(&card.card.habit)?, u32::try_from(card.card.loss).ok()?));
    let mistakes: Vec<(Habit, u32)> = latest.iter().take(LATEST_MISTAKES).filter_map(mistake).collect();
    Habit::frequent(&mistakes)
}

/// Returns a card with a new schedule.
#[must_use]
pub fn with_schedule(row: &CardRow, schedule: &CardSchedule) -> CardRow {
    let mut next = row.clone();
    next.card.due = schedule.due;
    next.reviewed = schedule.reviewed;
    next.memory = schedule.memory.map(|memory| (memory.stability, memory.difficulty));
    next.reviews = i64::from(schedule.reviews);
    next.lapses = i64::from(schedule.lapses);
    next
}
