//! How long a move may take when a whole game has a clock: pure functions of numbers, no clock is read here.
//!
//! [`GameClock::plan`] gives a move two times. Past the *soft* one it has had its share; past the *hard* one
//! it must be over. Between them [`MovePace`] decides after every completed run whether another is begun: not
//! if it could not end in time, sooner not if the best move stands, later not if it changes or its score
//! falls.
//!
//! The share of a move is counted in parts. Every own move before the end is in reach costs one part, solving
//! the game costs three, and what follows is nearly free, since the table already knows it.

use std::time::Duration;

use outflank_rules::Move;

/// What a side's clock shows when it is its turn.
///
/// ```
/// use std::time::Duration;
///
/// use outflank_engine::GameClock;
///
/// let clock = GameClock { remaining: Duration::from_secs(300), ..GameClock::default() };
/// let budget = clock.plan(50, 9);
/// assert!(budget.soft < budget.hard && budget.hard < clock.remaining);
/// // A forced move takes no time.
/// assert_eq!(clock.plan(50, 1).hard, Duration::ZERO);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameClock {
    /// The time left.
    pub remaining: Duration,
    /// The time added after every move.
    pub increment: Duration,
    /// The moves to be made with the time left; `None`: all that the game still has.
    pub moves: Option<u32>,
}

/// The times of one move, from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeBudget {
    /// When the move has had its share.
    pub soft: Duration,
    /// When the move must be over.
    pub hard: Duration,
}

impl GameClock {
    /// What is never used, for the way from the engine to the one that keeps the time.
    pub const MARGIN: Duration = Duration::from_millis(50);

    /// What is kept for each of the moves after this one, as long as it is no more than half of what is left.
    const LATER_MOVE: Duration = Duration::from_millis(5);

    /// From so many empty squares on the rest of the game counts as solved by the next move.
    const SOLVED_FROM: u32 = 20;
    /// What solving costs, in parts.
    const SOLVING: u32 = 3;
    /// How many shares a single move may take.
    const MOST_SHARES: u32 = 4;

    /// Returns the time a move may take at most: what is left, less a margin that is never more than half.
    #[must_use]
    pub fn usable(&self) -> Duration {
        self.remaining - Self::MARGIN.min(self.remaining / 2)
    }

    /// Divides the time left for a position with so many empty squares and legal moves.
    ///
    /// A move without choice gets no time.
    #[must_use]
    pub fn plan(&self, empties: u32, choices: u32) -> TimeBudget {
        if choices <= 1 {
            return TimeBudget { soft: Duration::ZERO, hard: Duration::ZERO };
        }
        let thinking = empties.saturating_sub(Self::SOLVED_FROM).div_ceil(2);
        let until_control = self.moves.unwrap_or(u32::MAX).max(1);
        let later = (Self::LATER_MOVE * (empties / 2)).min(self.usable() / 2);
        let usable = if until_control == 1 { self.usable() } else { self.usable() - later };
        let parts = (thinking + Self::SOLVING).min(until_control);
        let soft = (usable / parts).saturating_add(self.increment / 4 * 3).min(usable);
        // The last move before a control may take everything, any other leaves something for the rest.
        let most = if until_control == 1 { usable } else { usable / 5 * 3 };
        let hard = soft.saturating_mul(Self::MOST_SHARES).min(most).max(soft);
        TimeBudget { soft, hard }
    }
}

/// Decides after every run of a search whether there is time for another.
#[derive(Clone, Debug)]
pub struct MovePace {
    plan: TimeBudget,
    ended: Duration,
    /// What the last runs cost, the latest first.
    costs: [Duration; 3],
    best: Option<(Move, i32)>,
    /// How many runs in a row found the same move.
    steady: u32,
}

impl MovePace {
    /// Begins a move.
    #[must_use]
    pub fn new(plan: TimeBudget) -> MovePace {
        MovePace { plan, ended: Duration::ZERO, costs: [Duration::ZERO; 3], best: None, steady: 0 }
    }

    /// Notes a run that ended `elapsed` after the start of the move with a best move and its score. Returns
    /// whether another run is to begin.
    pub fn goes_on(&mut self, elapsed: Duration, best: Move, score: i32) -> bool {
        self.costs = [elapsed.saturating_sub(self.ended), self.costs[0], self.costs[1]];
        self.ended = elapsed;
        let before = self.best.replace((best, score));
        let is_same = before.is_none_or(|(played, _)| played == best);
        self.steady = if is_same { self.steady + 1 } else { 0 };
        let fall = before.map_or(0, |(_, earlier)| earlier - score);
        // In percent of the share: more in trouble, less when everything has been the same for long.
        let percent = match (self.steady, fall) {
            (0, _) | (_, 4..) => 250,
            (_, 2..=3) => 180,
            (1..=4, _) => 140,
            (5..=8, _) => 110,
            _ => 70,
        };
        let wanted = (self.plan.soft / 100).saturating_mul(percent).min(self.plan.hard);
        let next = self.forecast();
        // Half of the next run within the share: as often a little less as a little more.
        elapsed.saturating_add(next / 2) <= wanted && elapsed.saturating_add(next) <= self.plan.hard
    }

    /// Returns what the next run will cost if costs go on growing as they did over two runs.
    fn forecast(&self) -> Duration {
        let [last, _, earlier] = self.costs.map(|cost| cost.as_secs_f64());
        let growth = if earlier > 0.0 { (last / earlier).sqrt().clamp(1.3, 5.0) } else { 2.0 };
        Duration::from_secs_f64(last * growth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn clock(remaining: u64) -> GameClock {
        GameClock { remaining: MS(remaining), ..GameClock::default() }
    }

    fn place(square: u32) -> Move {
        Move::Place(outflank_rules::Square::wrapping(square))
    }

    #[test]
    fn no_plan_uses_the_margin() {
        for remaining in [0, 1, 10, 99, 100, 500, 5_000, 300_000, u64::MAX] {
            for increment in [0, 100, 60_000, u64::MAX] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40)] {
                    for empties in 0..=64 {
                        let clock = GameClock { increment: MS(increment), moves, ..clock(remaining) };
                        let plan = clock.plan(empties, 5);
                        assert!(plan.soft <= plan.hard && plan.hard <= clock.usable(), "{clock:?} {plan:?}");
                        assert!(clock.usable() + GameClock::MARGIN.min(MS(remaining) / 2) <= MS(remaining));
                    }
                }
            }
        }
    }

    #[test]
    fn a_game_of_moves_that_all_take_the_hard_time_ends_before_the_clock() {
        for (remaining, increment) in [(60_000, 0), (1_000, 0), (200, 0), (60_000, 1_000), (10, 50)] {
            let mut left = clock(remaining);
            left.increment = MS(increment);
            for empties in (1..=60).rev().step_by(2) {
                let plan = left.plan(empties, 8);
                assert!(plan.hard < left.remaining, "{left:?}");
                left.remaining = left.remaining - plan.hard + left.increment;
            }
        }
    }

    #[test]
    fn shares_of_a_game_are_of_one_size_and_solving_gets_the_most() {
        let mut left = clock(300_000);
        let mut shares = Vec::new();
        for empties in (1..=60).rev().step_by(2) {
            let plan = left.plan(empties, 8);
            shares.push((empties, plan.soft));
            left.remaining -= plan.soft;
        }
        let share = |wanted: u32| shares.iter().find(|(empties, _)| *empties <= wanted).unwrap().1;
        assert!(share(60) >= MS(10_000) && share(60) <= MS(15_000), "{shares:?}");
        assert!(share(40) >= share(60) * 8 / 10, "{shares:?}");
        // A move that tries to solve may take more than half of what is left.
        let late = clock(60_000).plan(22, 8);
        assert!(late.hard > MS(30_000), "{late:?}");
    }

    #[test]
    fn an_increment_is_spent_and_the_last_move_before_a_control_may_take_all() {
        let with = GameClock { increment: MS(4_000), ..clock(10_000) };
        assert_eq!(with.plan(50, 9).soft, clock(10_000).plan(50, 9).soft + MS(3_000));
        let last = GameClock { moves: Some(1), ..clock(10_000) };
        assert_eq!(last.plan(50, 9).hard, last.usable());
    }

    #[test]
    fn a_move_without_choice_gets_no_time() {
        assert_eq!(clock(60_000).plan(30, 1).hard, Duration::ZERO);
        assert_eq!(clock(60_000).plan(30, 0).hard, Duration::ZERO);
    }

    /// Runs that double in cost, the first taking a millisecond: returns when the last one ended.
    fn used(best: impl Fn(u32) -> Move, score: impl Fn(u32) -> i32) -> Duration {
        let mut pace = MovePace::new(TimeBudget { soft: MS(1_000), hard: MS(4_000) });
        let mut elapsed = Duration::ZERO;
        for run in 0..40 {
            elapsed += MS(1) * 2_u32.pow(run);
            assert!(elapsed <= MS(4_000));
            if !pace.goes_on(elapsed, best(run), score(run)) {
                break;
            }
        }
        elapsed
    }

    #[test]
    fn a_steady_move_takes_less_and_a_move_in_trouble_more() {
        let steady = used(|_| place(19), |_| 2);
        let changing = used(place, |_| 2);
        let falling = used(|_| place(19), |run| -5 * run as i32);
        assert!(steady <= MS(1_000), "{steady:?}");
        assert!(changing > steady && falling > steady, "{steady:?} {changing:?} {falling:?}");
    }

    #[test]
    fn a_run_that_cannot_end_in_time_is_not_begun() {
        let mut pace = MovePace::new(TimeBudget { soft: MS(900), hard: MS(1_000) });
        assert!(pace.goes_on(MS(1), place(1), 0));
        assert!(pace.goes_on(MS(5), place(2), 0));
        // The last run took 395 ms: the next one would end after the hard limit.
        assert!(!pace.goes_on(MS(400), place(3), 0));
    }

    #[test]
    fn without_time_no_second_run_is_begun() {
        let mut pace = MovePace::new(clock(60_000).plan(30, 1));
        assert!(!pace.goes_on(Duration::from_nanos(1), place(1), 0));
    }
}
