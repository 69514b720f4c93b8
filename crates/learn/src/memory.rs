//! How well something is remembered: FSRS-6, a model of memory with 21 parameters.
//!
//! The memory of a card has a stability, the days until it is recalled with a chance of 90 %, and a
//! difficulty from 1 to 10. A review changes both by what was asked of the memory: how much time had passed,
//! and how the answer was. The formulas are those of the reference implementation (the crate `fsrs` of
//! open-spaced-repetition); `tests/learn/vectors.rs` compares with its published and computed results.

/// How an answer was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grade {
    /// It was wrong.
    Again,
    /// It was right, but slow or after a hint.
    Hard,
    /// It was right.
    Good,
    /// It was right and fast.
    Easy,
}

/// The time within which an answer is fast, and after which it is slow, in milliseconds.
const FAST: u64 = 4_000;
const SLOW: u64 = 45_000;

impl Grade {
    /// All grades, the worst first.
    pub const ALL: [Grade; 4] = [Grade::Again, Grade::Hard, Grade::Good, Grade::Easy];

    /// Grades an answer: whether it was right, whether there was a hint, and how long it took.
    #[must_use]
    pub fn of_answer(is_right: bool, is_hinted: bool, milliseconds: u64) -> Grade {
        match (is_right, is_hinted) {
            (false, _) => Grade::Again,
            (true, true) => Grade::Hard,
            (true, false) if milliseconds > SLOW => Grade::Hard,
            (true, false) if milliseconds <= FAST => Grade::Easy,
            (true, false) => Grade::Good,
        }
    }

    /// Returns the number that stands for the grade, 1 to 4.
    #[must_use]
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Returns the word for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["again", "hard", "good", "easy"][self as usize]
    }
}

/// What is known of the memory of a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemoryState {
    /// The days until it is recalled with a chance of 90 %.
    pub stability: f64,
    /// From 1, easy, to 10, hard.
    pub difficulty: f64,
}

/// The parameters of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemoryModel {
    w: [f64; 21],
}

/// What fits the average person, as the reference implementation ships it.
const AVERAGE: [f64; 21] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614,
    0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];

/// The bounds of a stability, in days.
const LEAST_STABILITY: f64 = 0.001;
const MOST_STABILITY: f64 = 36_500.0;

impl Default for MemoryModel {
    fn default() -> MemoryModel {
        MemoryModel::new(AVERAGE)
    }
}

impl MemoryModel {
    /// Makes a model of 21 parameters; `w[20]` is how fast things are forgotten.
    #[must_use]
    pub const fn new(w: [f64; 21]) -> MemoryModel {
        MemoryModel { w }
    }

    /// Returns the chance to recall something after some days.
    #[must_use]
    pub fn recall(&self, stability: f64, days: f64) -> f64 {
        (1.0 + self.factor() * days.max(0.0) / stability).powf(-self.w[20])
    }

    /// Returns after how many days the chance to recall something has fallen to `retention`.
    #[must_use]
    pub fn interval(&self, stability: f64, retention: f64) -> f64 {
        stability / self.factor() * (retention.powf(-1.0 / self.w[20]) - 1.0)
    }

    /// Returns the memory after a review. Without a memory it is the first one.
    ///
    /// Days are whole days between the reviews, 0 on the same day.
    #[must_use]
    pub fn review(&self, before: Option<MemoryState>, grade: Grade, days: u32) -> MemoryState {
        let Some(before) = before else { return self.first(grade) };
        let stability = before.stability.clamp(LEAST_STABILITY, MOST_STABILITY);
        let difficulty = before.difficulty.clamp(1.0, 10.0);
        let recall = self.recall(stability, f64::from(days));
        let after = match grade {
            _ if days == 0 => self.same_day(stability, grade),
            Grade::Again => self.forgotten(stability, difficulty, recall),
            _ => self.remembered(stability, difficulty, recall, grade),
        };
        MemoryState {
            stability: after.clamp(LEAST_STABILITY, MOST_STABILITY),
            difficulty: self.next_difficulty(difficulty, grade),
        }
    }

    fn factor(&self) -> f64 {
        0.9_f64.powf(-1.0 / self.w[20]) - 1.0
    }

    fn first(&self, grade: Grade) -> MemoryState {
        MemoryState {
            stability: self.w[grade as usize].clamp(LEAST_STABILITY, MOST_STABILITY),
            difficulty: self.first_difficulty(grade).clamp(1.0, 10.0),
        }
    }

    fn first_difficulty(&self, grade: Grade) -> f64 {
        self.w[4] - (self.w[5] * (f64::from(grade.number()) - 1.0)).exp() + 1.0
    }

    /// The change becomes smaller towards 10, and the difficulty drifts back to that of an easy card.
    fn next_difficulty(&self, difficulty: f64, grade: Grade) -> f64 {
        let change = -self.w[6] * (f64::from(grade.number()) - 3.0);
        let next = difficulty + change * (10.0 - difficulty) / 9.0;
        (self.w[7] * (self.first_difficulty(Grade::Easy) - next) + next).clamp(1.0, 10.0)
    }

    fn remembered(&self, stability: f64, difficulty: f64, recall: f64, grade: Grade) -> f64 {
        let w = &self.w;
        let by_grade = match grade {
            Grade::Hard => w[15],
            Grade::Easy => w[16],
            _ => 1.0,
        };
        let growth = w[8].exp()
            * (11.0 - difficulty)
            * stability.powf(-w[9])
            * (((1.0 - recall) * w[10]).exp() - 1.0)
            * by_grade;
        stability * (1.0 + growth)
    }

    fn forgotten(&self, stability: f64, difficulty: f64, recall: f64) -> f64 {
        let w = &self.w;
        let after = w[11]
            * difficulty.powf(-w[12])
            * ((stability + 1.0).powf(w[13]) - 1.0)
            * ((1.0 - recall) * w[14]).exp();
        after.min(stability / (w[17] * w[18]).exp())
    }

    fn same_day(&self, stability: f64, grade: Grade) -> f64 {
        let w = &self.w;
        let change = (w[17] * (f64::from(grade.number()) - 3.0 + w[18])).exp() * stability.powf(-w[19]);
        stability * if grade == Grade::Again { change } else { change.max(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_graded_by_what_it_was_and_how_long_it_took() {
        assert_eq!(Grade::of_answer(false, false, 10), Grade::Again);
        assert_eq!(Grade::of_answer(true, true, 10), Grade::Hard);
        assert_eq!(Grade::of_answer(true, false, 60_000), Grade::Hard);
        assert_eq!(Grade::of_answer(true, false, 9_000), Grade::Good);
        assert_eq!(Grade::of_answer(true, false, 2_000), Grade::Easy);
    }

    #[test]
    fn after_its_stability_a_card_is_recalled_with_a_chance_of_ninety_per_cent() {
        let model = MemoryModel::default();
        for stability in [0.5, 3.0, 400.0] {
            assert!((model.recall(stability, stability) - 0.9).abs() < 1e-9);
            assert!((model.interval(stability, 0.9) - stability).abs() < 1e-9 * stability);
        }
    }
}
