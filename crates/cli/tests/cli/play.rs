//! `outflank play` without a terminal.

use std::fs;

use super::{arg, outflank, outflank_with, random_game};

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

#[test]
fn a_whole_game_is_played_through_a_pipe_and_reviewed() {
    let moves = random_game(5);
    let lines: String =
        moves.as_bytes().chunks(2).map(|two| format!("{}\n", std::str::from_utf8(two).unwrap())).collect();
    let out = outflank_with(&["play", "--plain"], format!("{lines}analyze\ntranscript\n").as_bytes()).good();
    assert!(out.contains("Game over: ") && out.contains("\n 1. black "), "{out}");
    assert!(out.contains("black: accuracy ") && out.contains("white: accuracy "), "{out}");
    assert!(out.ends_with(&format!("{moves}\n")), "{out}");
}

#[test]
fn the_engine_is_asked_in_lines() {
    // Black wins with h8, the only move.
    let start = format!("{}OOOOOO-X", "X".repeat(57));
    let out = outflank_with(&["play", "--start", &start], b"hint\nvalues\n").good();
    assert_eq!(out.matches("h8   +64").count(), 2, "{out}");
    let out = outflank_with(&["play"], b"f5\nf4\nanalyze\n").good();
    assert!(out.contains(" 2. white f4: ") && out.contains("was best"), "{out}");
}

#[test]
fn players_change_during_a_game() {
    let out = outflank_with(
        &["play", "--seed", "1"],
        b"level 3\nwhite greedy\nf5\nlevel 2\nswap\nwhite human\nlevels\n",
    )
    .good();
    assert!(out.contains("only people play; white level:3 lets the computer play white"), "{out}");
    assert!(out.contains("Black: human, white: greedy.\n") && out.contains("2. white plays f4\n"), "{out}");
    assert!(
        out.contains("Black: human, white: level:2.\n") && out.contains("Black: level:2, white: human.\n"),
        "{out}"
    );
    assert!(out.contains("3. black plays ") && out.contains("20  full strength: "), "{out}");
}

#[test]
fn positions_are_set_up_square_by_square() {
    let out = outflank_with(
        &["play"],
        b"edit\nclear\nx d4\no e4 f4\nturn black\nxyz\ndone\nboard\nedit\nclear\ncancel\nboard\n",
    )
    .good();
    let board = format!("{}XOO-{}X\n", "-".repeat(27), "-".repeat(33));
    assert_eq!(out.matches(&board).count(), 2, "{out}");
    assert!(
        out.contains("EDITING, black to move: black 0, white 0.") && out.contains("note: only 0 discs"),
        "{out}"
    );
    assert!(out.contains("\"xyz\" means nothing while editing"), "{out}");
}

#[test]
fn resigning_flipping_and_slips_of_the_finger() {
    let out = outflank_with(&["play", "--flip", "--exit"], b"f5\nudno\nflip\nresign\nf4\n").good();
    assert!(out.contains("  h g f e d c b a\n8 - - ") && out.contains("did you mean undo?"), "{out}");
    assert!(out.ends_with("Game over: white resigned, black wins.\n"), "{out}");
    let out =
        outflank_with(&["play", "--no-instructions"], b"resign\nundo\ntranscript\nf5\ntranscript\n").good();
    assert!(!out.contains("Type a move") && out.ends_with("f5\n"), "{out}");
}

#[test]
fn a_series_of_games_begins_at_openings_and_fills_report_and_logs() {
    let folder = tempfile::tempdir().unwrap();
    let (log, report) = (folder.path().join("game.log"), folder.path().join("report.txt"));
    let players = ["play", "--black", "random", "--white", "greedy", "--black-name", "Ann", "--seed", "4"];
    let files = ["--games", "3", "--openings", "balanced", "--log", arg(&log), "--report", arg(&report)];
    let arguments = [&players[..], &files].concat();
    let out = outflank(&arguments).good();
    assert_eq!(out.matches("Game over: ").count(), 3, "{out}");
    assert!(out.contains("\n9. black plays ") && !out.contains("\n8. white plays"), "{out}");
    let first = fs::read_to_string(&report).unwrap();
    assert_eq!(first.lines().filter(|line| line.starts_with("Ann      greedy ")).count(), 3, "{first}");
    for name in ["game.log", "game.2.log", "game.3.log"] {
        assert!(fs::read_to_string(folder.path().join(name)).unwrap().contains("Black: Ann\n"), "{name}");
    }
    outflank(&arguments).good();
    let both = fs::read_to_string(&report).unwrap();
    assert_eq!(both, first.repeat(2), "a seed repeats the series");
}

#[test]
fn contradictions_are_explained() {
    for (arguments, part) in [
        (&["play", "--games", "3"][..], "--games is for two programs"),
        (&["play", "--plain", "--resume", "last"], "cannot be used with"),
        (&["play", "--resume", "yesterday"], "\"yesterday\""),
        (&["play", "--resume", "last"], "--resume needs the whole screen of a terminal"),
        (&["play", "--openings", "balanced", "--start", "f5d6"], "standard start"),
        (&["play", "--clock", "soon"], "\"soon\" is not a valid clock"),
        (&["play", "--blak", "human"], "--black"),
        (&["play", "--colors", "many"], "256"),
    ] {
        let message = outflank(arguments).refused();
        assert!(message.contains(part), "{arguments:?}: {message}");
    }
}

#[test]
fn clocks_are_shown_in_lines() {
    let out = outflank_with(&["play", "--clock", "5+3"], b"f5\ntimes\n").good();
    assert!(out.contains("black (X) to move: black 2, white 2. Clocks: black 5:00, white 5:00.\n"), "{out}");
    assert!(out.contains(" Clocks: black 5:0") && out.contains(" 1. f5 "), "{out}");
}

#[test]
fn plain_games_are_saved_unless_declined_and_the_key_that_is_told_opens_them() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("games.db").display());
    let play =
        |more: &[&str], input: &[u8]| outflank_with(&[&["play", "--plain", "--exit"], more].concat(), input);
    let run = play(&["--database", &url], b"f5\nd6\nundo\nf6\nresign\n");
    let key = run.err.trim().strip_prefix("Saved as game ").unwrap_or_else(|| panic!("{run:?}")).to_owned();
    let shown = outflank(&["games", "show", &key, "--database", &url]).good();
    assert!(shown.contains("\nf5f6\n"), "{shown}");
    // An unfinished game is there, too, for whoever goes on with it; the library has what is over.
    assert_eq!(play(&["--database", &url], b"f5\nquit\n").err, "");
    let listed = outflank(&["games", "list", "--database", &url]).good();
    assert_eq!(listed.lines().count(), 1, "{listed}");
    // By default it is the studio's database; declined games are nowhere.
    assert_eq!(play(&["--no-store"], b"f5\nresign\n").err, "");
    assert_eq!(outflank(&["games", "list"]).good(), "");
    assert!(play(&[], b"f5\nresign\n").err.starts_with("Saved as game "));
    assert_eq!(outflank(&["games", "list"]).good().lines().count(), 1);
    // A file that is no database is told at once.
    let message = play(&["--database", "sqlite:/dev/null/games.db"], b"f5\n").failed();
    assert!(message.contains("/dev/null"), "{message}");
}
