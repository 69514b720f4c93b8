//! How strong somebody is, from games against levels.

use std::time::Duration;

use outflank_ratings::{PlayerRating, RatedGame, RatedResult, computer_rating, computer_ratings};
use outflank_store::LearnedGameRow;

/// Rates games against computer players in their order: the rating after each, with the moment.
pub(crate) fn rated(games: &[LearnedGameRow]) -> Vec<(i64, PlayerRating)> {
    let (mut rating, mut last) = (None::<PlayerRating>, None::<i64>);
    let mut curve = Vec::new();
    for game in games {
        let Some(opponent) = computer_rating(&game.opponent) else { continue };
        // Somebody new is taken to be about as strong as whom they chose.
        let before = rating.unwrap_or(PlayerRating { rating: opponent.rating.rating, ..PlayerRating::START });
        let since = last.map_or(0, |last| game.moment.saturating_sub(last).max(0));
        let since = Duration::from_millis(u64::try_from(since).unwrap_or(0));
        let result = match game.score {
            1.. => RatedResult::Won,
            0 => RatedResult::Drawn,
            _ => RatedResult::Lost,
        };
        let played = RatedGame { opponent: opponent.rating, result, weight: 1.0 };
        let after = before.after(since, &played);
        (rating, last) = (Some(after), Some(game.moment));
        curve.push((game.moment, after));
    }
    curve
}

/// Finds the level that makes an even game for a rating.
pub(crate) fn even_level(rating: f64) -> Option<String> {
    let all = computer_ratings();
    let levels = all.iter().filter(|one| one.player.starts_with("level:"));
    let levels = levels.map(|one| (one.player.as_str(), one.rating.rating));
    outflank_learn::even_level(rating, levels).map(str::to_owned)
}
