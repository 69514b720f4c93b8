//! The shipped experiments can be read, and each is described.

use std::path::Path;

use outflank_lab::{TournamentPlan, TuningPlan};

#[test]
fn every_shipped_experiment_is_a_plan_and_described() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let described = std::fs::read_to_string(root.join("docs/experiments.md")).unwrap();
    let mut count = 0;
    for entry in std::fs::read_dir(root.join("experiments")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let refusal = match name.starts_with("tune-") {
            true => text.parse::<TuningPlan>().err(),
            false => text.parse::<TournamentPlan>().err(),
        };
        assert!(refusal.is_none(), "{name}: {refusal:?}");
        assert!(described.contains(&format!("experiments/{name}")), "{name} is not described");
        count += 1;
    }
    assert!(count >= 15, "{count}");
}
