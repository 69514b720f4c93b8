//! The commands that lead from nothing to an evaluation, at toy size.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use outflank_engine::eval::Weights;
use outflank_engine::fitting::SmallSolver;
use outflank_engine::{Engine, Goal};
use outflank_rules::{Color, Position, Tier};
use outflank_trainer::model::read_weights;
use outflank_trainer::samples::{read_samples, sample_files};

/// Runs a command line in a folder and returns what it printed.
fn train(folder: &Path, line: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_outflank-train"))
        .args(line.split(' '))
        .current_dir(folder)
        .output()
        .unwrap();
    let (printed, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{line}: {said}");
    format!("{printed}{said}")
}

#[test]
fn samples_are_generated_merged_learned_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| train(folder.path(), line);
    run("generate --out raw --chunks 42 --chunk-games 2 --depth 1 --exact-from 10 --threads 2");
    let counted = run("stats --samples raw");
    assert!(counted.lines().any(|line| line.trim_start().starts_with("30 ")), "{counted}");
    run("merge --samples raw --out merged");
    assert!(run("stats --samples merged").lines().any(|line| line.contains(" 0.0%")));

    let learned = run("network --samples merged --out net.f32 --epochs 6 --batch 256 --threads 2");
    assert!(learned.contains("epoch 6 of 6") && learned.contains("held out, RMSE/MAE"), "{learned}");
    assert!(!folder.path().join("net.f32.state").exists());
    run("network --samples merged --from net.f32 --out net.f32 --epochs 1 --batch 256");
    run("quantise --from net.f32 --out net.bin");
    run("quantise --from net.f32 net.f32 --out mean.bin");
    let bytes = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert_eq!(bytes("mean.bin"), bytes("net.bin"));

    let judged = run("eval --weights net.bin --samples merged --plot errors.svg");
    let all = judged.lines().find(|line| line.trim_start().starts_with("all ")).unwrap();
    let rmse: f64 = all.split_whitespace().nth(2).unwrap().parse().unwrap();
    assert!(rmse < 40.0, "{judged}");
    assert!(std::fs::read_to_string(folder.path().join("errors.svg")).unwrap().contains("<polyline"));

    let weights = Weights::from_bytes(&read_weights(&folder.path().join("net.bin")).unwrap()).unwrap();
    let engine = Engine::new(8, Arc::new(weights)).unwrap();
    let mut solver = SmallSolver::new(Tier::best());
    let files = sample_files(&[folder.path().join("merged")]).unwrap();
    let samples = read_samples(files.last().unwrap()).unwrap().1;
    let boards = samples.iter().map(|sample| sample.board).filter(|board| board.empty().len() == 14);
    let mut solved = 0;
    for board in boards.take(3) {
        let position = Position::of_board(board, Color::Black);
        let solution = engine.search(position).solve(Goal::Exact);
        assert_eq!(Some(solution.value.score), solver.score(board), "{position}");
        solved += 1;
    }
    assert_eq!(solved, 3);
}
