//! Games on standard input as people have them: over several lines, in any encoding, with odd characters.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use super::{arg, outflank, outflank_with, program};

const PGN: &str = "[Event \"WOC\"]\n[Site \"Rome\"]\n[Date \"2000.04.16\"]\n[Round \"1\"]\n[Black \"Ann\"]\n\
                   [White \"Ben\"]\n[Result \"*\"]\n\n1. f5 d6 2. c3 d3\n3. c4 *\n";

/// Returns the boards that `show -` prints.
#[track_caller]
fn boards(input: &[u8]) -> Vec<String> {
    let out = outflank_with(&["show", "-", "--json"], input).good();
    let board =
        |line: &str| serde_json::from_str::<Value>(line).unwrap()["board"].as_str().unwrap().to_owned();
    out.lines().map(board).collect()
}

fn board_after(moves: &str) -> String {
    boards(moves.as_bytes()).remove(0)
}

#[test]
fn a_game_over_several_lines_is_one_game() {
    let ggf = "(;GM[Othello]PB[Ann]\nPW[Ben]TY[8]\nB[f5]W[d6]B[c3]\nW[d3]B[c4];)\n";
    let sgf = "(;FF[4]GM[2]SZ[8]\nAB[e4][d5]AW[d4][e5]PL[B]\n;B[f5];W[d6]\n;B[c3];W[d3];B[c4])\n";
    let quest = "{\"args\":[{\"gtype\":\"reversi1\",\n\"position\":{\"moves\":[{\"m\":\"f5\"},{\"m\":\"d6\"},\n\
                 {\"m\":\"c3\"},{\"m\":\"d3\"},{\"m\":\"c4\"}]}}]}\n";
    let expected = board_after("f5d6c3d3c4\n");
    for game in [
        PGN,
        ggf,
        sgf,
        quest,
        "1. f5 d6\n2. c3 d3\n3. c4\n",
        "1: f5 d6\r2: c3 d3\r3: c4\r",
        "1. f5 d6 {a remark}\n2. c3 d3 3. c4 1-0\n",
        "１．ｆ５　ｄ６\n２．ｃ３　ｄ３\n３．ｃ４",
    ] {
        assert_eq!(boards(game.as_bytes()), [expected.as_str()], "{game}");
        // Two of them, with a line between that is a game of its own.
        let twice = format!("{game}\nf5\n{game}");
        assert_eq!(boards(twice.as_bytes()), [&*expected, &board_after("f5"), &expected], "{game}");
        let utf16: Vec<u8> =
            "\u{feff}".encode_utf16().chain(game.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        assert_eq!(boards(&utf16), [expected.as_str()], "{game}");
    }
}

#[test]
fn drawings_are_read_back() {
    for moves in ["start", "f5", "f5d6c3d3c4", "f5f6e6f4e3"] {
        let drawn = outflank(&["show", moves]).good();
        let expected = if moves == "start" { board_after("start") } else { board_after(moves) };
        assert_eq!(boards(drawn.as_bytes()), [expected.as_str()], "{drawn}");
        // Without the lines below the board the dots tell the side to move.
        let bare: String = drawn.lines().take(10).map(|line| format!("{line}\n")).collect();
        assert_eq!(boards(bare.as_bytes()), [expected.as_str()], "{bare}");
        assert_eq!(outflank(&["show", &drawn, "--json"]).good().matches(&expected).count(), 1);
    }
}

#[test]
fn tags_alone_are_refused() {
    for input in ["[Event \"WOC\"]\n", "[Event \"WOC\"]\n[Site \"Rome\"]\n\n"] {
        for command in ["show", "analyze", "solve"] {
            let run = outflank_with(&[command, "-"], input.as_bytes());
            assert!(run.out.is_empty(), "{run:?}");
            assert!(run.refused().contains("moves or a result"));
        }
    }
    assert!(outflank(&["show", "[Event \"WOC\"]"]).refused().contains("moves or a result"));
}

#[test]
fn the_line_of_a_mistake_is_named_behind_games_of_several_lines() {
    let run = outflank_with(&["show", "-", "--json"], format!("{PGN}\nf5a1\n").as_bytes());
    assert_eq!((run.code, run.out.lines().count()), (2, 1), "{run:?}");
    assert!(run.err.contains("line 12") && run.err.contains("a1"), "{}", run.err);
}

#[test]
fn numbered_lines_are_answered_before_the_input_ends() {
    let mut child =
        program().args(["show", "-", "--json"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for item in ["1. f5 d6", "(;GM[Othello]B[f5];)", "f5", "[Event \"x\"] 1. f5 *"] {
        writeln!(input, "{item}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.contains("\"board\""), "{item}: {line}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn every_pasted_file_is_read_by_name_and_from_standard_input() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../records/tests/pasted");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("expected.tsv") || path.ends_with("table.csv") {
            // The second has games of several lines that only its headings tell apart.
            continue;
        }
        let by_name = outflank(&["show", arg(&path), "--json"]).good();
        // One move a line is a game in a file, and a game each on standard input, unless numbered.
        let piped = outflank_with(&["show", "-", "--json"], &std::fs::read(&path).unwrap()).good();
        assert_eq!(by_name, piped, "{}", path.display());
    }
}

#[test]
fn transcripts_are_tidied_on_request_only() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("t.txt");
    let written = "\u{feff}1. F5 d6 2. C3\n";
    std::fs::write(&file, written).unwrap();
    assert_eq!(outflank(&["convert", arg(&file), "-", "--to", "transcript"]).good(), written);
    assert_eq!(outflank(&["convert", arg(&file), "-", "--tidy"]).good(), "f5d6c3\n");
}

#[test]
fn games_left_out_are_counted() {
    let input = b"f5d6\nf5a1\nf5f6\n";
    let run = outflank_with(&["convert", "-", "-", "--to", "ggf", "--keep-going"], input);
    assert_eq!((run.code, run.out.lines().count()), (2, 2), "{run:?}");
    assert!(run.err.contains("2 read (transcript), 2 written (ggf), 1 left out"), "{}", run.err);
}

#[test]
fn names_can_be_in_any_encoding() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.ggf");
    std::fs::write(&file, b"(;GM[Othello]PB[\x91\xba\x8f\xe3\x8c\x92]B[f5];)").unwrap();
    let out = outflank(&["convert", arg(&file), "-", "--to", "pgn", "--names", "shift-jis"]).good();
    assert!(out.contains("[Black \"村上健\"]"), "{out}");
    assert!(outflank(&["convert", arg(&file), "-", "--names", "klingon"]).refused().contains("klingon"));
    assert!(outflank(&["show", "(;GM[Othello]TY[8a]B[f5];)"]).refused().contains("anti-Othello"));
}

#[test]
fn the_famous_games_are_a_table() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/famous_games.tsv");
    let out = outflank(&["convert", arg(&file), "-", "--to", "ggf"]).good();
    assert!(out.lines().count() > 5 && out.contains("PB[Murakami Takeshi]"), "{out}");
    assert_eq!(out.matches("RE[").count(), out.lines().count());
}
