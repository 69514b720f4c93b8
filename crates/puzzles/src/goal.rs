//! What is to be reached in a puzzle.

use std::fmt;

/// What the right move reaches, and no other does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleGoal {
    /// It wins; every other move draws or loses.
    Win,
    /// It draws; every other move loses.
    Draw,
    /// It ends at least so many discs ahead of every other move.
    Discs(u8),
}

impl PuzzleGoal {
    /// Tells what the goal is called in files and addresses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleGoal::Win => "win",
            PuzzleGoal::Draw => "draw",
            PuzzleGoal::Discs(_) => "discs",
        }
    }

    /// Finds the goal of a position in which the best move is worth `best` and the next `second`, where
    /// `margin` discs more count; `None` if the best move does not stand out.
    #[must_use]
    pub fn of_scores(best: i32, second: i32, margin: u8) -> Option<PuzzleGoal> {
        let ahead = best - second;
        if ahead > 0 && best > 0 && second <= 0 {
            Some(PuzzleGoal::Win)
        } else if ahead > 0 && best == 0 {
            Some(PuzzleGoal::Draw)
        } else if ahead >= i32::from(margin.max(2)) {
            Some(PuzzleGoal::Discs(margin.max(2)))
        } else {
            None
        }
    }

    /// Tells whether a best move worth `best` reaches the goal where the next one is worth `second`.
    #[must_use]
    pub fn is_met(self, best: i32, second: i32) -> bool {
        match self {
            PuzzleGoal::Win => best > 0 && second <= 0,
            PuzzleGoal::Draw => best == 0 && second < 0,
            PuzzleGoal::Discs(margin) => best - second >= i32::from(margin),
        }
    }
}

impl fmt::Display for PuzzleGoal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleGoal::Win => out.write_str("find the only move that wins"),
            PuzzleGoal::Draw => out.write_str("find the only move that draws"),
            PuzzleGoal::Discs(margin) => write!(out, "find the move worth at least {margin} discs more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_what_only_the_best_move_reaches() {
        assert_eq!(PuzzleGoal::of_scores(2, 0, 4), Some(PuzzleGoal::Win));
        assert_eq!(PuzzleGoal::of_scores(2, -20, 4), Some(PuzzleGoal::Win));
        assert_eq!(PuzzleGoal::of_scores(0, -2, 4), Some(PuzzleGoal::Draw));
        assert_eq!(PuzzleGoal::of_scores(8, 4, 4), Some(PuzzleGoal::Discs(4)));
        assert_eq!(PuzzleGoal::of_scores(-4, -8, 4), Some(PuzzleGoal::Discs(4)));
        for (best, second) in [(0, 0), (2, 2), (6, 4), (-2, -4)] {
            assert_eq!(PuzzleGoal::of_scores(best, second, 4), None, "{best} {second}");
        }
    }

    #[test]
    fn the_goal_of_scores_is_met_by_them() {
        for best in (-64..=64).step_by(2) {
            for second in (-64..=best).step_by(2) {
                if let Some(goal) = PuzzleGoal::of_scores(best, second, 4) {
                    assert!(goal.is_met(best, second));
                }
            }
        }
    }
}
