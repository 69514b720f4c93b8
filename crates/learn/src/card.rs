//! Cards: a position and the moves that answer it, and when they come back.

use outflank_rules::{Board, Color, Move, Position, Square, Symmetry};

use crate::day::{DayBoundary, LearnMoment};
use crate::memory::{Grade, MemoryModel, MemoryState};

/// How long something that was forgotten stays away, in milliseconds: it comes back in the same sitting.
pub const RELEARN: i64 = 10 * 60_000;

/// The chance to recall a card at which it comes back.
pub const RETENTION: f64 = 0.9;

/// The longest time until a card comes back, in days.
const LONGEST: f64 = 3650.0;

/// How much later than now a review may have been before the clock is believed to have been wrong.
const CLOCK_ERROR: i64 = crate::day::DAY;

/// A position up to symmetry, and how to get there and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardPosition {
    board: Board,
    symmetry: Symmetry,
}

impl CardPosition {
    /// Finds the one position that stands for a position, its mirror images and the same with colours
    /// exchanged.
    #[must_use]
    pub fn of(position: &Position) -> CardPosition {
        let (board, symmetry) = position.board().canonical();
        CardPosition { board, symmetry }
    }

    /// Returns the text under which a card is kept: 64 squares, `X` for the side to move.
    #[must_use]
    pub fn key(&self) -> String {
        let letter =
            |square: Square| match (self.board.own().contains(square), self.board.opp().contains(square)) {
                (true, _) => 'X',
                (_, true) => 'O',
                _ => '-',
            };
        Square::all().map(letter).collect()
    }

    /// Returns the position itself, with black to move.
    #[must_use]
    pub fn position(&self) -> Position {
        Position::of_board(self.board, Color::Black)
    }

    /// Returns a move of the position it was made of as the card has it.
    #[must_use]
    pub fn kept(&self, played: Move) -> Move {
        self.symmetry.mv(played)
    }

    /// Returns a move of the card as the position it was made of has it.
    #[must_use]
    pub fn seen(&self, kept: Move) -> Move {
        self.symmetry.inverse().mv(kept)
    }
}

/// When a card comes back, and what is known of its memory.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct CardSchedule {
    /// `None` before the first review.
    pub memory: Option<MemoryState>,
    /// When it was reviewed last.
    pub reviewed: Option<LearnMoment>,
    /// From when on it is due.
    pub due: LearnMoment,
    /// How often it was reviewed.
    pub reviews: u32,
    /// How often it was forgotten.
    pub lapses: u32,
}

impl CardSchedule {
    /// Makes a card that is due from a moment on and was never reviewed.
    #[must_use]
    pub fn new(due: LearnMoment) -> CardSchedule {
        CardSchedule { due, ..CardSchedule::default() }
    }

    /// Tells whether the card is due. One that was reviewed in the future, by a clock that was wrong, is:
    /// nobody knows when it was really seen.
    #[must_use]
    pub fn is_due(&self, now: LearnMoment) -> bool {
        self.due <= now || self.reviewed.is_some_and(|reviewed| reviewed > now.saturating_add(CLOCK_ERROR))
    }

    /// Returns the schedule after a review. What was forgotten comes back in ten minutes; everything else at
    /// the beginning of a later day.
    #[must_use]
    pub fn after(
        &self,
        model: &MemoryModel,
        days: DayBoundary,
        now: LearnMoment,
        grade: Grade,
    ) -> CardSchedule {
        let elapsed = self.reviewed.map_or(0, |reviewed| days.days_between(reviewed, now));
        let memory = model.review(self.memory, grade, elapsed);
        let due = match grade {
            Grade::Again => now.saturating_add(RELEARN),
            _ => {
                let interval = model.interval(memory.stability, RETENTION).round().clamp(1.0, LONGEST);
                days.beginning(days.day(now).saturating_add(interval as i64))
            }
        };
        CardSchedule {
            memory: Some(memory),
            reviewed: Some(now),
            due,
            reviews: self.reviews.saturating_add(1),
            lapses: self.lapses.saturating_add(u32::from(grade == Grade::Again && self.memory.is_some())),
        }
    }

    /// Returns in how many days the card comes back, 0 if that is today. What was forgotten comes back in
    /// the same sitting, though the day may turn within it.
    #[must_use]
    pub fn days_until(&self, days: DayBoundary, now: LearnMoment) -> u32 {
        let in_sitting = self.reviewed.is_some_and(|reviewed| self.due == reviewed.saturating_add(RELEARN));
        if in_sitting { 0 } else { days.days_between(now, self.due) }
    }

    /// Returns how firmly the card is remembered, in steps from 0, new, to 5, for more than two months.
    #[must_use]
    pub fn strength(&self) -> u8 {
        let Some(memory) = self.memory else { return 0 };
        let steps = [2.0, 7.0, 21.0, 60.0];
        1 + steps.iter().filter(|least| memory.stability >= **least).count() as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::day::DAY;

    #[test]
    fn all_views_of_a_position_are_one_card() {
        let position = Position::start().play("f5".parse::<Square>().unwrap()).unwrap();
        let first = CardPosition::of(&position);
        for symmetry in Symmetry::ALL {
            let image = symmetry.position(position);
            let card = CardPosition::of(&image);
            assert_eq!(card.key(), first.key());
            for square in image.legal_moves().squares() {
                let kept = card.kept(square.into());
                assert!(card.position().is_legal(kept));
                assert_eq!(card.seen(kept), square.into());
            }
        }
    }

    #[test]
    fn a_card_comes_back_tomorrow_and_what_is_forgotten_in_ten_minutes() {
        let (model, days) = (MemoryModel::default(), DayBoundary::default());
        let now = 100 * DAY + 20 * 3_600_000;
        let good = CardSchedule::new(now).after(&model, days, now, Grade::Good);
        assert_eq!((good.due, good.days_until(days, now)), (days.beginning(102), 2));
        let again = good.after(&model, days, good.due, Grade::Again);
        assert_eq!((again.due - good.due, again.lapses), (RELEARN, 1));
        let hard = again.after(&model, days, again.due, Grade::Hard);
        assert_eq!(hard.days_until(days, again.due), 1);
        // Ten minutes are no day, also when the day turns within them.
        let late = days.beginning(101) - RELEARN / 2;
        let again = CardSchedule::new(late).after(&model, days, late, Grade::Again);
        assert_eq!((again.due - late, again.days_until(days, late)), (RELEARN, 0));
    }

    #[test]
    fn a_clock_that_was_wrong_hides_no_card() {
        let (model, days) = (MemoryModel::default(), DayBoundary::default());
        let future = 9000 * DAY;
        let card = CardSchedule::new(0).after(&model, days, future, Grade::Easy);
        assert!(!card.is_due(future) && card.is_due(100 * DAY));
        let next = card.after(&model, days, 100 * DAY, Grade::Good);
        assert!(!next.is_due(100 * DAY) && next.due < 200 * DAY);
    }
}
