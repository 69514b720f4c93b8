//! `outflank bench`: the node signature.

use serde_json::Value;

use super::outflank;

/// Runs the bench and returns its JSON.
fn bench(arguments: &[&str]) -> Value {
    let out = outflank(&[&["bench", "--json"], arguments].concat()).good();
    serde_json::from_str(&out).unwrap()
}

#[test]
fn the_signature_is_the_recorded_one_in_every_run_and_on_every_instruction_set() {
    // A commit that changes the search on purpose renews the record: `make signature`.
    let recorded: u64 = include_str!("../bench-signature.txt").trim().parse().unwrap();
    let first = bench(&[]);
    assert_eq!(first["perft"]["leaves"].as_u64(), Some(24_571_284));
    for speed in ["perft", "solver", "midgame"] {
        assert!(first[speed]["per_second"].as_u64().unwrap() > 0, "{first}");
    }
    assert_eq!(bench(&[])["signature"], first["signature"], "two runs differ");
    for tier in outflank_rules::Tier::ALL.into_iter().filter(|tier| tier.is_available()) {
        let other = bench(&["--tier", tier.name()]);
        assert_eq!(other["instruction_set"].as_str(), Some(tier.name()));
        assert_eq!(other["signature"], first["signature"], "{tier}");
    }
    let hint = "the search has changed; if that is meant, say so in the commit and run `make signature`";
    assert_eq!(first["signature"].as_u64(), Some(recorded), "{hint}");
}

#[test]
fn people_get_the_signature_on_the_last_line() {
    let out = outflank(&["bench"]).good();
    assert!(out.lines().last().unwrap().starts_with("signature: "), "{out}");
    outflank(&["bench", "--tier", "mmx"]).refused();
}

#[test]
fn lateness_is_measured_at_each_time() {
    let arguments =
        ["bench", "--latency", "--moves", "3", "--time", "0.02,0.03", "--threads", "2", "--hash", "8"];
    let lines = outflank(&[&arguments[..], &["--json"]].concat()).good();
    let times: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(times.len(), 2);
    for (found, time) in times.iter().zip([0.02, 0.03]) {
        assert_eq!((found["time"].as_f64(), found["moves"].as_u64()), (Some(time), Some(3)));
        for kind in ["limit", "cancel"] {
            let late = &found[kind];
            let classes = late["histogram"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap());
            assert_eq!(classes.sum::<u64>(), late["searches"].as_u64().unwrap(), "{late}");
            // Generous, for machines that are busy with other tests.
            assert!(late["worst_ms"].as_f64().unwrap() < 5000.0, "{late}");
        }
    }
    assert!(outflank(&arguments).good().contains("3 moves of 0.02 s on 2 threads"));
    outflank(&["bench", "--moves", "3"]).refused();
    outflank(&["bench", "--latency", "--time", "0"]).refused();
}

#[test]
fn the_positions_are_those_of_the_data_folder() {
    let without_comments = |text: &'static str, mark: char| -> Vec<&'static str> {
        text.lines().filter(|line| !line.starts_with(mark)).collect()
    };
    let endgames = without_comments(include_str!("../../data/bench-endgames.obf"), '%');
    let suite = without_comments(include_str!("../../../../data/ffo.obf"), '%');
    assert_eq!(endgames[..], suite[..19], "FFO #1 to #19");
    let games = without_comments(include_str!("../../data/bench-games.txt"), '#');
    let famous = without_comments(include_str!("../../../../data/famous_games.tsv"), '#');
    let moves: Vec<&str> = famous.iter().filter_map(|line| line.rsplit('\t').next()).collect();
    assert_eq!(games, moves);
}
