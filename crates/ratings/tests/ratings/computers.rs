//! The ratings of computer players follow from the games that were measured.

use std::path::Path;

use outflank_ratings::{
    ANCHOR, ANCHOR_RATING, ComputerRating, MeasuredMatch, computer_rating, computer_ratings, scale,
};
use serde_json::Value;

/// Reads what `outflank lab levels` measured.
fn measured() -> Vec<MeasuredMatch> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/levels.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let number = |value: &Value| value.as_f64().unwrap();
    let matches = text.lines().map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        MeasuredMatch {
            player: format!("level:{}", line["level"]),
            games: line["results"].as_array().unwrap().iter().map(number).sum::<f64>() as u32,
            share: number(&line["share"]),
            interval: [number(&line["interval"][0]), number(&line["interval"][1])],
        }
    });
    matches.collect()
}

fn written(ratings: &[ComputerRating]) -> String {
    let line = |one: &ComputerRating| {
        let below = one.below.map_or_else(String::new, |(games, share)| format!("\t{games}\t{share}"));
        format!("{}\t{}\t{}{below}\n", one.player, one.rating.rating, one.rating.deviation)
    };
    ratings.iter().map(line).collect()
}

#[test]
fn the_file_of_ratings_is_what_the_measured_games_say() {
    let derived = scale("greedy", &measured()).unwrap();
    if std::env::var_os("OUTFLANK_BLESS").is_some() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/computers.tsv");
        std::fs::write(file, written(&derived)).unwrap();
        return;
    }
    assert_eq!(written(&computer_ratings()), written(&derived), "see data/SOURCES.md");
}

#[test]
fn the_anchor_has_its_rating_and_levels_come_in_order() {
    assert_eq!(computer_rating(ANCHOR).unwrap().rating.rating, ANCHOR_RATING);
    let levels: Vec<ComputerRating> =
        (1..=20).map(|level| computer_rating(&format!("level:{level}")).unwrap()).collect();
    assert!(levels.windows(2).all(|pair| pair[0].rating.rating < pair[1].rating.rating));
    // A measured rating is never provisional, and never better known than a person's.
    assert!(levels.iter().all(|one| (45.0..110.0).contains(&one.rating.deviation)));
    assert!(computer_rating("level:8,openings=x").is_none() && computer_rating("level:21").is_none());
}

#[test]
fn ratings_expect_what_was_measured() {
    for one in computer_ratings().windows(2) {
        let ([below, above], (_, share)) = ([&one[0], &one[1]], one[1].below.unwrap());
        let known = |one: &ComputerRating| outflank_ratings::PlayerRating { deviation: 0.0, ..one.rating };
        let expected = known(above).expected(known(below));
        assert!((expected - share).abs() < 0.002, "{}: {expected} and {share}", above.player);
    }
}
