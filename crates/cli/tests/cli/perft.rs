//! `outflank perft`.

use super::{outflank, outflank_with};

/// Returns the last line of the output: the count.
fn count(arguments: &[&str]) -> String {
    let out = outflank(&[&["perft"], arguments].concat()).good();
    out.lines().last().expect("a last line").to_owned()
}

#[test]
fn known_counts_in_both_conventions() {
    assert_eq!(count(&["0"]), "1");
    assert_eq!(count(&["1"]), "4");
    assert_eq!(count(&["8"]), "390216");
    assert_eq!(count(&["9", "--threads", "1"]), "3005288");
    assert_eq!(count(&["9", "--threads", "3", "--pass-free"]), "3005320");
    assert_eq!(count(&["10", "--pass-free"]), "24571420");
}

#[test]
fn threads_do_not_change_the_count() {
    for position in ["start", "f5d6c3d3c4f4c5b3c2b4"] {
        for convention in [&[][..], &["--pass-free"]] {
            let counts = ["1", "2", "5"].map(|threads| {
                count(&[&["7", "--position", position, "--threads", threads], convention].concat())
            });
            assert!(counts.iter().all(|other| *other == counts[0]), "{counts:?}");
        }
    }
}

#[test]
fn a_position_is_a_board_a_transcript_a_file_or_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    std::fs::write(&file, "f5d6\n").unwrap();
    let board = "---------------------------OX------OXX-----O--------------------X";
    for position in ["f5d6", "F5 D6", "1. f5 d6", board, super::arg(&file)] {
        assert_eq!(count(&["5", "--position", position]), count(&["5", "--position", "f5d6"]), "{position}");
    }
    let run = outflank_with(&["perft", "5", "--position", "-"], b"f5d6\n");
    assert_eq!(run.good().trim(), count(&["5", "--position", "f5d6"]));
    let many = outflank_with(&["perft", "5", "--position", "-"], b"f5d6\nf5f6\n").refused();
    assert!(many.contains("more than one"), "{many}");
}

#[test]
fn a_finished_game_is_one_leaf_and_a_pass_one_ply() {
    let finished = format!("{}O", "X".repeat(64));
    assert_eq!(count(&["7", "--position", &finished]), "1");
    // White has to pass, then black ends the game at a1.
    let pass = format!("-OOOOOOX{}O", "-".repeat(56));
    assert_eq!(count(&["1", "--position", &pass]), "1");
    assert_eq!(count(&["30", "--position", &pass]), "1");
    assert_eq!(count(&["30", "--position", &pass, "--pass-free"]), "1");
}

#[test]
#[ignore = "takes seconds on an unoptimised build: make test-long"]
fn depth_12_in_both_conventions() {
    assert_eq!(count(&["12"]), "1939886636");
    assert_eq!(count(&["12", "--pass-free"]), "1939899208");
}
