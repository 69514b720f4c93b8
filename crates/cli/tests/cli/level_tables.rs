//! The tables of the levels belong to the shipped weights: when the weights or the levels change, they are
//! measured anew.

use std::fs;
use std::path::{Path, PathBuf};

use outflank_engine::LEVELS;
use outflank_engine::eval::MANIFEST;
use outflank_lab::{LevelStep, level_table};
use sha2::{Digest as _, Sha256};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn the_manifest_has_the_hash_of_the_shipped_weights() {
    let weights = fs::read(root().join("crates/engine/weights/network.zst")).unwrap();
    let hash: String = Sha256::digest(&weights).iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(MANIFEST.contains(&format!("\nsha256 = \"{hash}\"")), "the weights are {hash}");
}

#[test]
fn the_table_of_the_levels_is_measured_with_the_shipped_weights() {
    let steps: Vec<LevelStep> =
        read("docs/levels.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for level in &LEVELS {
        let step = steps.iter().rev().find(|step| step.level == level.number);
        let is_current = step.is_some_and(LevelStep::is_current);
        assert!(
            is_current,
            "level {} or the weights have changed since it was measured: `outflank lab levels docs/levels.jsonl`",
            level.number
        );
    }
    let table = level_table(&steps);
    let page = read("docs/levels.md");
    for line in table.lines() {
        assert!(page.contains(line), "docs/levels.md has not the line\n{line}");
    }
}
