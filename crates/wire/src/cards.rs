//! Positions that come back: when, what they ask, and what an answer is worth.

use outflank_keep::{AnswerRow, CardRow};
use outflank_learn::{
    CardQuestion, CardSchedule, DayBoundary, Grade, Habit, HabitCount, MemoryModel, MemoryState,
};
use outflank_rules::{Move, ParsePositionError, Position};

use crate::coaching::MistakeView;
use crate::learn::{AnswerWish, CardAnswerView, CardHintView, CardView, DayQuery};
use crate::{Malformed, view};

/// The maximum number of cards per person.
pub const MOST_CARDS: i64 = 5000;
/// The maximum number of cards in one session.
const SITTING: usize = 30;
/// The longest answer time that is recorded, in milliseconds.
const LONGEST: u64 = 3_600_000;
/// How many of the latest mistakes are used to find frequent habits.
const LATEST_MISTAKES: usize = 200;

/// Returns when a person's days begin.
pub fn days_of(query: &DayQuery) -> DayBoundary {
    DayBoundary::new(query.offset.unwrap_or(0), query.hour.unwrap_or(4))
}

/// Returns the schedule of a card.
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

/// Returns whether a card is due for review. A repertoire move that was never met is learned with the trainer
/// first: nobody can remember what they were never shown.
#[must_use]
pub fn is_asked(row: &CardRow, now: i64) -> bool {
    schedule_of(row).is_due(now) && !is_untold(row)
}

/// Returns when the next card falls due, if none is due now.
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

/// Returns the question of a card.
///
/// # Errors
///
/// If the stored position is damaged.
pub fn question_of(row: &CardRow) -> Result<CardQuestion, ParsePositionError> {
    let read = |text: &String| text.parse::<Move>().ok();
    Ok(CardQuestion {
        position: row.card.position.parse()?,
        answers: row.card.answers.iter().filter_map(read).collect(),
        played: read(&row.card.played),
    })
}

/// Returns a person's frequent mistakes, judged by the latest mistakes among the cards.
#[must_use]
pub fn frequent_habits(cards: &[CardRow]) -> Vec<HabitCount> {
    let mut latest: Vec<&CardRow> = cards.iter().filter(|card| card.card.kind == "mistake").collect();
    latest.sort_by_key(|card| std::cmp::Reverse(card.created));
    let mistake =
        |card: &&CardRow| Some((Habit::named(&card.card.habit)?, u32::try_from(card.card.loss).ok()?));
    let mistakes: Vec<(Habit, u32)> = latest.iter().take(LATEST_MISTAKES).filter_map(mistake).collect();
    Habit::frequent(&mistakes)
}

/// Converts a card for display; `None` if its position is damaged.
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

/// Returns the cards of a session: the due ones, from cards sorted by due time.
pub fn due(cards: &[CardRow], days: DayBoundary, now: i64) -> Vec<CardView> {
    let due = cards.iter().filter(|card| is_asked(card, now));
    due.filter_map(|card| shown(card, days, now)).take(SITTING).collect()
}

/// A judged answer to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgedAnswer {
    /// The position of the card.
    pub position: Position,
    /// The move played.
    pub played: Move,
    /// The best answer, if one is known.
    pub better: Option<Move>,
    /// Whether the move is one of the correct answers.
    pub right: bool,
    /// The grade of the answer.
    pub grade: Grade,
}

impl JudgedAnswer {
    /// Judges a move by whether it is correct and how long it took.
    pub fn of(question: &CardQuestion, wish: &AnswerWish) -> Result<JudgedAnswer, Malformed> {
        let position = question.position;
        let played: Move = wish.played.parse().map_err(|error| Malformed(format!("{error}")))?;
        position.play(played).map_err(|error| Malformed(error.to_string()))?;
        let right = question.accepts(played);
        let grade = Grade::of_answer(right, wish.hinted, wish.milliseconds);
        Ok(JudgedAnswer { position, played, better: question.answers.first().copied(), right, grade })
    }

    /// Returns the result of the answer: in how many days the card comes back and, if known, why the move is
    /// wrong.
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

/// The effect of an answer: the updated card and the answer itself.
#[derive(Clone, Debug, PartialEq)]
pub struct GradedCard {
    /// The updated card.
    pub after: CardRow,
    /// The answer.
    pub answer: AnswerRow,
    /// The number of days until the card comes back.
    pub days: u32,
}

impl GradedCard {
    /// Grades an answer given at a moment.
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

/// Returns a hint: a few squares, one of which is the answer.
pub fn hint(question: &CardQuestion) -> CardHintView {
    CardHintView { squares: question.hint().iter().map(ToString::to_string).collect() }
}
