//! `outflank play` without a terminal.

use std::fs;

use super::{arg, outflank, outflank_with};

#[test]
fn a_session_looks_like_this() {
    let out = outflank_with(
        &["play"],
        b"f5\nD6\na1\nxyzzy\nundo\nlegal\nredo\nback\nc3\nlast\ntranscript\nboard\n",
    )
    .good();
    assert_eq!(out, include_str!("session.txt"));
}

#[test]
fn the_end_of_the_input_is_exit_code_0() {
    for arguments in
        [&["play"][..], &["play", "--plain", "--white", "greedy"], &["play", "--black", "random"]]
    {
        outflank_with(arguments, b"").good();
        outflank_with(arguments, b"help\nquit\nf5\n").good();
    }
}

#[test]
fn a_pass_is_made_and_announced() {
    let board = format!("-OOOOOOX{}O", "-".repeat(56));
    let out = outflank_with(&["play", "--start", &board], b"a1\n").good();
    assert!(out.contains("1. white has no legal move and passes\n"), "{out}");
    assert!(out.contains("2. black plays a1\n"), "{out}");
    assert!(
        out.contains("Game over: black wins 64 to 0 (8 and 0 discs, 56 empty squares go to the winner)."),
        "{out}"
    );
}

#[test]
fn two_programs_play_by_themselves_and_the_same_game_for_the_same_seed() {
    let play = |seed| outflank(&["play", "--black", "random", "--white", "greedy", "--seed", seed]).good();
    assert!(play("1").contains("Game over: "));
    assert_eq!(play("1"), play("1"));
    assert_ne!(play("1"), play("2"));
}

#[test]
fn log_and_report_hold_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let (log, report) = (folder.path().join("game.log"), folder.path().join("report.txt"));
    for seed in ["1", "2"] {
        let files = ["--log", arg(&log), "--report", arg(&report)];
        outflank(&[&["play", "--black", "random", "--white", "greedy", "--seed", seed], &files[..]].concat())
            .good();
    }
    let log = fs::read_to_string(&log).unwrap();
    for part in
        ["Black: random\n", "  1. black ", "Final board: ", "Corners: black ", "Score: black ", "Seed: 2\n"]
    {
        assert!(log.contains(part), "{part}: {log}");
    }
    let transcript = log.lines().find_map(|line| line.strip_prefix("Transcript: ")).unwrap();
    let board = log.lines().find_map(|line| line.strip_prefix("Final board: ")).unwrap();
    let shown = outflank(&["show", transcript, "--json"]).good();
    assert!(shown.contains(board), "the game can be set up again from its log");
    let report = fs::read_to_string(&report).unwrap();
    assert_eq!(report.lines().count(), 2);
    let gap: i32 = report.lines().last().unwrap().split_whitespace().last().unwrap().parse().unwrap();
    assert!(shown.contains(&format!("\"score\":{gap}}}")), "{report} {shown}");
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["game.txt", "game.ggf"] {
        let path = folder.path().join(name);
        let out = outflank_with(&["play"], format!("f5\nd6\nsave {}\n", arg(&path)).as_bytes()).good();
        assert!(out.contains("Saved in "), "{out}");
        let out = outflank_with(&["play"], format!("load {}\ntranscript\n", arg(&path)).as_bytes()).good();
        assert!(out.ends_with("f5d6\n"), "{out}");
    }
    let out = outflank_with(&["play"], b"load no-such-file\nsave no/such/folder/x\nf5\ntranscript\n").good();
    assert!(out.contains("no-such-file") && out.contains("Not saved: ") && out.ends_with("f5\n"), "{out}");
}

#[test]
fn nonsense_does_not_end_the_game() {
    let long = "z".repeat(200_000);
    let input =
        [b"\xff\xfe\x00\nboard xx\nsave\nlog\n" as &[u8], long.as_bytes(), b"\nf5\ntranscript\n"].concat();
    let out = outflank_with(&["play"], &input).good();
    assert!(out.ends_with("f5\n"), "{out}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_log_that_cannot_be_written_is_told_and_the_game_goes_on() {
    let run = outflank_with(&["play", "--log", "/dev/full"], b"f5\ntranscript\n");
    assert_eq!(run.code, 1);
    assert!(run.out.ends_with("f5\n") && run.err.contains("/dev/full"), "{run:?}");
}
