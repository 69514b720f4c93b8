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
