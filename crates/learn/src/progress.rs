//! How somebody gets on: games as points in time, and sums of them.

use std::time::Duration;

use outflank_ratings::{PlayerRating, RatedGame, RatedResult, computer_rating, computer_ratings};

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

/// A game that counts for a rating against the levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedGame<'g> {
    /// When it was played.
    pub moment: LearnMoment,
    /// Against whom: a computer player has a rating, others have none here.
    pub opponent: &'g str,
    /// Own discs less the opponent's.
    pub score: i64,
}

/// How games against somebody ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpponentTally {
    /// Against whom.
    pub opponent: String,
    /// Games won.
    pub won: i64,
    /// Games drawn.
    pub drawn: i64,
    /// Games lost.
    pub lost: i64,
}

/// Rates games in their order: the rating after each one against a computer player, nothing for the others.
#[must_use]
pub fn rating_curve(games: &[PlayedGame<'_>]) -> Vec<Option<PlayerRating>> {
    let (mut rating, mut last) = (None::<PlayerRating>, None::<LearnMoment>);
    let mut rate = |game: &PlayedGame<'_>| {
        let opponent = computer_rating(game.opponent)?;
        // Somebody new is taken to be about as strong as whom they chose.
        let before = rating.unwrap_or(PlayerRating { rating: opponent.rating.rating, ..PlayerRating::START });
        let since = last.map_or(0, |last| game.moment.saturating_sub(last).max(0));
        let since = Duration::from_millis(u64::try_from(since).unwrap_or(0));
        let result = match game.score {
            1.. => RatedResult::Won,
            0 => RatedResult::Drawn,
            _ => RatedResult::Lost,
        };
        let after = before.after(since, &RatedGame { opponent: opponent.rating, result, weight: 1.0 });
        (rating, last) = (Some(after), Some(game.moment));
        rating
    };
    games.iter().map(&mut rate).collect()
}

/// Counts games by opponent, those met most often first.
#[must_use]
pub fn opponent_tallies(games: &[PlayedGame<'_>]) -> Vec<OpponentTally> {
    let mut found: Vec<OpponentTally> = Vec::new();
    for game in games {
        let place = found.iter().position(|one| one.opponent == game.opponent).unwrap_or_else(|| {
            found.push(OpponentTally { opponent: game.opponent.to_owned(), ..OpponentTally::default() });
            found.len() - 1
        });
        match game.score {
            1.. => found[place].won += 1,
            0 => found[place].drawn += 1,
            _ => found[place].lost += 1,
        }
    }
    found.sort_by_key(|one| std::cmp::Reverse(one.won + one.drawn + one.lost));
    found
}

/// Finds the level that makes an even game for a rating.
#[must_use]
pub fn suggested_level(rating: f64) -> Option<String> {
    let all = computer_ratings();
    let levels = all.iter().filter(|one| one.player.starts_with("level:"));
    even_level(rating, levels.map(|one| (one.player.as_str(), one.rating.rating))).map(str::to_owned)
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
    fn games_against_levels_make_a_curve_and_a_suggestion() {
        let game = |moment, opponent, score| PlayedGame { moment, opponent, score };
        let games =
            [game(1, "level:8", -10), game(2, "Bo", 64), game(3, "level:8", -2), game(4, "level:8", 0)];
        let curve = rating_curve(&games);
        let shown: Vec<bool> = curve.iter().map(Option::is_some).collect();
        assert_eq!(shown, [true, false, true, true]);
        let level = computer_rating("level:8").unwrap().rating.rating;
        let [first, .., drawn] = [0, 2, 3].map(|place: usize| curve[place].unwrap().rating);
        assert!(first < level && drawn > curve[2].unwrap().rating && drawn < level);
        assert_eq!(suggested_level(level).as_deref(), Some("level:8"));
        let tallies = opponent_tallies(&games);
        let counts = tallies.iter().map(|one| (one.opponent.as_str(), one.won, one.drawn, one.lost));
        assert_eq!(counts.collect::<Vec<_>>(), [("level:8", 0, 1, 2), ("Bo", 1, 0, 0)]);
    }

    #[test]
    fn the_nearest_level_makes_an_even_game() {
        let levels = [("level:1", 400.0), ("level:2", 700.0), ("level:3", 1000.0)];
        assert_eq!(even_level(820.0, levels), Some("level:2"));
        assert_eq!(even_level(5000.0, levels), Some("level:3"));
        assert_eq!(even_level(0.0, []), None);
    }
}
