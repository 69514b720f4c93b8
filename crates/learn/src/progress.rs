//! How somebody gets on: games as points in time, and sums of them.

use crate::day::LearnMoment;

/// The phases of a game: opening, midgame, endgame.
pub const PHASES: usize = 3;

/// A game that was reviewed, as its player sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgressPoint {
    /// When it was played.
    pub moment: LearnMoment,
    /// 0 to 100; `None` without moves.
    pub accuracy: Option<f64>,
    /// Discs lost in the opening, the midgame and the endgame.
    pub losses: [u32; PHASES],
    /// Moves judged in each of them.
    pub moves: [u32; PHASES],
}

/// What several games say together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ProgressSum {
    /// How many games.
    pub games: usize,
    /// The mean accuracy.
    pub accuracy: Option<f64>,
    /// Discs lost a game in each phase.
    pub losses: [f64; PHASES],
}

impl ProgressSum {
    /// Sums games up.
    #[must_use]
    pub fn of(points: &[ProgressPoint]) -> ProgressSum {
        let known: Vec<f64> = points.iter().filter_map(|point| point.accuracy).collect();
        let mean = |sum: f64, count: usize| if count == 0 { 0.0 } else { sum / count as f64 };
        let lost = |phase: usize| points.iter().map(|point| f64::from(point.losses[phase])).sum::<f64>();
        ProgressSum {
            games: points.len(),
            accuracy: (!known.is_empty()).then(|| mean(known.iter().sum(), known.len())),
            losses: [0, 1, 2].map(|phase| mean(lost(phase), points.len())),
        }
    }
}

/// Finds the level that is nearest to a rating: an even game. Levels are handed in with their ratings.
#[must_use]
pub fn even_level<'l>(rating: f64, levels: impl IntoIterator<Item = (&'l str, f64)>) -> Option<&'l str> {
    let away = |level: &(&str, f64)| (level.1 - rating).abs();
    levels.into_iter().min_by(|one, other| away(one).total_cmp(&away(other))).map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_summed_up() {
        let point = |accuracy, losses| ProgressPoint { moment: 0, accuracy, losses, moves: [10; 3] };
        let sum = ProgressSum::of(&[
            point(Some(80.0), [2, 4, 6]),
            point(Some(90.0), [0, 8, 2]),
            point(None, [1, 0, 1]),
        ]);
        assert_eq!((sum.games, sum.accuracy, sum.losses), (3, Some(85.0), [1.0, 4.0, 3.0]));
        assert_eq!(ProgressSum::of(&[]), ProgressSum::default());
    }

    #[test]
    fn the_nearest_level_makes_an_even_game() {
        let levels = [("level:1", 400.0), ("level:2", 700.0), ("level:3", 1000.0)];
        assert_eq!(even_level(820.0, levels), Some("level:2"));
        assert_eq!(even_level(5000.0, levels), Some("level:3"));
        assert_eq!(even_level(0.0, []), None);
    }
}
