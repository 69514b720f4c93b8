//! Glicko-2: the example of the paper, and what holds for all ratings.

use std::time::Duration;

use outflank_ratings::{COMPUTER_WEIGHT, GlickoRules, PlayerRating, RatedGame, RatedResult};
use proptest::prelude::*;

const DAY: Duration = Duration::from_secs(24 * 3600);

fn rating(rating: f64, deviation: f64, volatility: f64) -> PlayerRating {
    PlayerRating { rating, deviation, volatility }
}

fn between_people(opponent: PlayerRating, result: RatedResult) -> RatedGame {
    RatedGame { opponent, result, weight: 1.0 }
}

#[test]
fn the_example_of_glickmans_paper_comes_out() {
    let rules = GlickoRules { tau: 0.5, ..GlickoRules::OUTFLANK };
    let games = [
        (rating(1400.0, 30.0, 0.06), RatedResult::Won),
        (rating(1550.0, 100.0, 0.06), RatedResult::Lost),
        (rating(1700.0, 300.0, 0.06), RatedResult::Lost),
    ];
    let after = rules.rate(rating(1500.0, 200.0, 0.06), 1.0, &games);
    assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
    assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
    assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
}

#[test]
fn a_year_without_games_makes_a_rating_provisional() {
    let settled = rating(1700.0, 60.0, 0.06);
    assert_eq!((settled.is_provisional(), settled.to_string()), (false, "1700".to_owned()));
    let later = settled.aged(366 * DAY);
    assert_eq!((later.is_provisional(), later.to_string()), (true, "1700?".to_owned()));
    assert!((109.0..111.0).contains(&later.deviation), "{later:?}");
    // Time in parts is time.
    let parts = (0..366).fold(settled, |rating, _| rating.aged(DAY));
    assert!((parts.deviation - later.deviation).abs() < 1e-6);
}

#[test]
fn a_surprise_changes_more_and_half_a_weight_half_as_much() {
    let (player, weak, strong) =
        (rating(1500.0, 80.0, 0.06), rating(1200.0, 60.0, 0.06), rating(1800.0, 60.0, 0.06));
    let gain = |opponent| player.after(DAY, &between_people(opponent, RatedResult::Won)).rating - 1500.0;
    assert!(gain(strong) > 2.0 * gain(weak) && gain(weak) > 0.0);
    let game = RatedGame { weight: COMPUTER_WEIGHT, ..between_people(strong, RatedResult::Won) };
    let half = player.after(DAY, &game);
    assert!((half.rating - 1500.0 - gain(strong) / 2.0).abs() < 1e-9);
    let full = player.after(DAY, &between_people(strong, RatedResult::Won));
    assert!(full.deviation < half.deviation && half.deviation < player.aged(DAY).deviation);
    let none = player.after(DAY, &RatedGame { weight: 0.0, ..game });
    assert_eq!(none, player.aged(DAY));
}

fn any_rating() -> impl Strategy<Value = PlayerRating> {
    (400.0..4000.0, 45.0..500.0, 0.02..0.1).prop_map(|(one, two, three)| rating(one, two, three))
}

fn any_result() -> impl Strategy<Value = RatedResult> {
    prop_oneof![Just(RatedResult::Lost), Just(RatedResult::Drawn), Just(RatedResult::Won)]
}

proptest! {
    #[test]
    fn figures_stay_within_their_bounds(
        player in any_rating(),
        games in prop::collection::vec((any_rating(), any_result(), 0_u64..40_000), 1..60),
    ) {
        let mut player = player;
        for (opponent, result, hours) in games {
            let before = player;
            let time = Duration::from_secs(hours * 3600);
            player = player.after(time, &between_people(opponent, result));
            prop_assert!((400.0..=4000.0).contains(&player.rating), "{player:?}");
            prop_assert!((45.0..=500.0).contains(&player.deviation), "{player:?}");
            prop_assert!((0.0..=0.1).contains(&player.volatility), "{player:?}");
            prop_assert!((player.rating - before.rating).abs() <= 700.0 + 1e-9);
            let change = player.rating - before.rating;
            match result {
                RatedResult::Won => prop_assert!(change >= 0.0, "{change}"),
                RatedResult::Lost => prop_assert!(change <= 0.0, "{change}"),
                RatedResult::Drawn => prop_assert!(change * (opponent.rating - before.rating) >= -1e-9),
            }
        }
    }

    #[test]
    fn both_sides_of_a_game_between_equals_change_alike(player in any_rating(), result in any_result()) {
        // Away from the ends of the scale.
        let player = rating(1500.0 + player.rating / 8.0, player.deviation.min(200.0), player.volatility);
        let one = player.after(DAY, &between_people(player, result));
        let other = player.after(DAY, &between_people(player, result.reversed()));
        prop_assert!((one.rating + other.rating - 2.0 * player.rating).abs() < 1e-6);
        prop_assert!((one.deviation - other.deviation).abs() < 1e-6);
        prop_assert!((one.volatility - other.volatility).abs() < 1e-9);
    }

    #[test]
    fn mirrored_ratings_change_by_mirrored_points(ahead in -600.0..600.0_f64, deviation in 45.0..300.0_f64) {
        let won = rating(1500.0, 120.0, 0.06)
            .after(DAY, &between_people(rating(1500.0 + ahead, deviation, 0.06), RatedResult::Won));
        let lost = rating(1500.0, 120.0, 0.06)
            .after(DAY, &between_people(rating(1500.0 - ahead, deviation, 0.06), RatedResult::Lost));
        prop_assert!((won.rating - 1500.0 + lost.rating - 1500.0).abs() < 1e-6);
    }

    #[test]
    fn more_games_make_a_rating_surer(results in prop::collection::vec(any_result(), 1..30)) {
        let opponent = rating(1500.0, 60.0, 0.06);
        let mut player = PlayerRating::START;
        let hour = Duration::from_secs(3600);
        for result in results {
            let after = player.after(hour, &between_people(opponent, result));
            prop_assert!(after.deviation < player.deviation, "{player:?}, then {after:?}");
            player = after;
        }
    }

    #[test]
    fn a_longer_wait_never_makes_a_rating_surer(player in any_rating(), days in 0_u32..4000) {
        let (sooner, later) = (player.aged(days * DAY), player.aged((days + 1) * DAY));
        prop_assert!(later.deviation >= sooner.deviation && sooner.deviation >= player.deviation);
        prop_assert_eq!(later.rating, player.rating);
    }

    #[test]
    fn expected_shares_add_up(one in any_rating(), other in any_rating()) {
        let (first, second) = (one.expected(other), other.expected(one));
        prop_assert!((0.0..=1.0).contains(&first) && (first + second - 1.0).abs() < 1e-9);
    }
}
