//! Positions that come back: when, what they ask, and what an answer is worth.

use outflank_keep::{AnswerRow, CardRow};
use outflank_learn::{
    CardQuestion, CardSchedule, DayBoundary, Grade, Habit, HabitCount, MemoryModel, MemoryState,
};
use outflank_rules::{Move, ParsePositionError, Position};

use crate::coaching::MistakeView;
use crate::learn::{AnswerWish, CardAnswerView, CardHintView, CardView, DayQuery};
use crate::{Malformed, view};

/// How many cards somebody has at most.
pub const MOST_CARDS: i64 = 5000;
/// How many cards are asked in one sitting.
const SITTING: usize = 30;
/// The longest time of an answer that is kept, in milliseconds.
const LONGEST: u64 = 3_600_000;
/// How many of the latest mistakes say what somebody often does wrong.
const LATEST_MISTAKES: usize = 200;

/// Returns where the days of somebody begin.
pub fn days_of(query: &DayQuery) -> DayBoundary {
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

/// Shows a card; `None` if its position is damaged.
pub fn shown(row: &CardRow, days: DayBoundary, now: i64) -> Option<CardView> {
    let position: Position = row.card.position.parse().ok()?;
    let schedule = schedule_of(row);
    let next = schedule.after(&MemoryModel::default(), days, now, Grade::Good);
    Some(CardView {
        id: row.id,
        kind: row.card.kind.clone(),
        position: view::position(position),
        game: row.card.game,
        number: row.card.ply + 1,
        played: row.card.played.clone(),
        loss: row.card.loss,
        opponent: row.card.opponent.clone(),
        due: row.card.due,
        reviews: row.reviews,
        strength: schedule.strength(),
        days: next.days_until(days, now),
    })
}

/// Shows the cards of a sitting: those that are due, of cards that are in the order of their moments.
pub fn due(cards: &[CardRow], days: DayBoundary, now: i64) -> Vec<CardView> {
    let due = cards.iter().filter(|card| is_asked(card, now));
    due.filter_map(|card| shown(card, days, now)).take(SITTING).collect()
}

/// An answer to a card that was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgedAnswer {
    /// The position of the card.
    pub position: Position,
    /// What was played there.
    pub played: Move,
    /// The best answer, if any is known.
    pub better: Option<Move>,
    /// Whether it is one of the answers.
    pub right: bool,
    /// What it is worth.
    pub grade: Grade,
}

impl JudgedAnswer {
    /// Judges a move by whether it is right and how long it took.
    pub fn of(question: &CardQuestion, wish: &AnswerWish) -> Result<JudgedAnswer, Malformed> {
        let position = question.position;
        let played: Move = wish.played.parse().map_err(|error| Malformed(format!("{error}")))?;
        position.play(played).map_err(|error| Malformed(error.to_string()))?;
        let right = question.accepts(played);
        let grade = Grade::of_answer(right, wish.hinted, wish.milliseconds);
        Ok(JudgedAnswer { position, played, better: question.answers.first().copied(), right, grade })
    }

    /// Shows what came of the answer: the card comes back in so many days; why the move is wrong, if that is
    /// known.
    pub fn view(&self, card: &CardRow, days: u32, mistake: Option<MistakeView>) -> CardAnswerView {
        CardAnswerView {
            right: self.right,
            grade: self.grade.name(),
            answers: card.card.answers.clone(),
            days,
            mistake,
            lesson: Habit::named(&card.card.habit).map(|habit| habit.lesson().to_owned()),
        }
    }
}

/// What an answer leaves: the card as it is afterwards, and the answer itself.
#[derive(Clone, Debug, PartialEq)]
pub struct GradedCard {
    /// The card afterwards.
    pub after: CardRow,
    /// The answer.
    pub answer: AnswerRow,
    /// In how many days the card comes back.
    pub days: u32,
}

impl GradedCard {
    /// Grades an answer to a card at a moment.
    pub fn of(card: &CardRow, grade: Grade, wish: &AnswerWish, days: DayBoundary, now: i64) -> GradedCard {
        let next = schedule_of(card).after(&MemoryModel::default(), days, now, grade);
        let answer = AnswerRow {
            card: card.id,
            moment: now,
            grade: i64::from(grade.number()),
            milliseconds: i64::try_from(wish.milliseconds.min(LONGEST)).unwrap_or(0),
            played: wish.played.clone(),
        };
        GradedCard { after: with_schedule(card, &next), answer, days: next.days_until(days, now) }
    }
}

/// Gives a hint: a few squares, one of which is the answer.
pub fn hint(question: &CardQuestion) -> CardHintView {
    CardHintView { squares: question.hint().iter().map(ToString::to_string).collect() }
}
