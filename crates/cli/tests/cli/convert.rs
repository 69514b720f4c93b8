//! `outflank convert`.

use std::fs;

use super::{arg, feed, limited, outflank, outflank_with, random_game};

#[test]
fn the_same_format_keeps_every_byte() {
    for (format, text) in [
        ("transcript", "f5d6c3\n\n 1. F5 f6 2. E6  \r\nf5f4e3f6"),
        ("board", "---------------------------ox------xo---------------------------  *\n# remark\n"),
        (
            "ggf",
            "2 (;GM[Othello]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]XX[1]B[F5//1.50];) \n",
        ),
    ] {
        let run = outflank_with(&["convert", "-", "-", "--from", format], text.as_bytes());
        assert_eq!(run.out, text, "{format}: {}", run.err);
        assert_eq!(run.code, 0);
    }
}

#[test]
fn formats_go_by_option_extension_and_content() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.txt"), "f5d6c3\nf5f6e6f4\n").unwrap();
    let run = outflank(&["convert", arg(&path("a.txt")), arg(&path("a.ggf"))]);
    assert!(run.err.contains("2 read (transcript), 2 written (ggf)"), "{}", run.err);
    assert!(fs::read_to_string(path("a.ggf")).unwrap().contains("B[f5]W[d6]B[c3]"));
    outflank(&["convert", arg(&path("a.ggf")), arg(&path("b.txt")), "--to", "transcript"]).good();
    assert_eq!(fs::read_to_string(path("b.txt")).unwrap(), "f5d6c3\nf5f6e6f4\n");
    let boards = outflank(&["convert", arg(&path("a.ggf")), "-", "--to", "board"]).good();
    assert_eq!(boards.lines().map(str::len).collect::<Vec<_>>(), [65, 65]);
}

#[test]
fn the_output_may_be_the_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.dat");
    fs::write(&path, "f5d6c3\n").unwrap();
    outflank(&["convert", arg(&path), arg(&path), "--to", "ggf"]).good();
    assert!(fs::read_to_string(&path).unwrap().starts_with("(;"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_bad_game_leaves_the_old_output_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("in.txt"), folder.path().join("out.ggf"));
    fs::write(&input, "f5d6\nf5a1\nf5f6\n").unwrap();
    fs::write(&output, "old").unwrap();
    let message = outflank(&["convert", arg(&input), arg(&output)]).refused();
    assert!(message.contains("in.txt: line 2") && message.contains("a1"), "{message}");
    assert_eq!(fs::read_to_string(&output).unwrap(), "old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);

    let run = outflank(&["convert", arg(&input), arg(&output), "--keep-going"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("2 written"), "{}", run.err);
    assert_eq!(fs::read_to_string(&output).unwrap().matches("GM[").count(), 2);
}

#[test]
fn an_empty_input_is_refused() {
    for input in [&b""[..], b"\n\n", b"   "] {
        outflank_with(&["convert", "-", "-"], input).refused();
        outflank_with(&["convert", "-", "-", "--from", "transcript"], input).refused();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_exit_code_1_and_leaves_the_old_output() {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("in.txt"), folder.path().join("out.ggf"));
    fs::write(&input, format!("{}\n", random_game(1)).repeat(500)).unwrap();
    fs::write(&output, "old").unwrap();
    // No file may grow beyond a few kilobytes: writing fails as on a full disk.
    let arguments = format!("convert {} {}", arg(&input), arg(&output));
    let run = feed(&mut limited("trap '' XFSZ; ulimit -f 16;", &arguments), b"");
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("cannot write"), "{}", run.err);
    assert_eq!(fs::read_to_string(&output).unwrap(), "old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);

    let run = outflank(&["convert", arg(&input), "/dev/full"]);
    assert_eq!(run.code, 1, "{}", run.err);
}

/// The bytes of a WTHOR file with one game, f5d6, of the year 2000.
fn wthor_file() -> Vec<u8> {
    let header = [20, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0xd0, 7, 8, 0, 24, 0];
    let mut game = [0; 68];
    game[6..10].copy_from_slice(&[32, 32, 56, 64]);
    [&header[..], &game].concat()
}

#[test]
fn wthor_files_and_folders_are_read_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.wtb"), wthor_file()).unwrap();
    let out = outflank(&["convert", arg(&path("a.wtb")), "-", "--to", "transcript"]).good();
    assert_eq!(out, "f5d6\n");
    outflank(&["convert", arg(&path("a.wtb")), arg(&path("b.wtb"))]).good();
    assert_eq!(fs::read(path("b.wtb")).unwrap(), wthor_file());
    let out = outflank(&["convert", arg(folder.path()), "-", "--to", "transcript"]).good();
    assert_eq!(out, "f5d6\nf5d6\n");

    outflank(&["convert", arg(&path("a.wtb")), arg(&path("a.ggf"))]).good();
    outflank(&["convert", arg(&path("a.ggf")), &format!("{}/", arg(&path("new")))]).good();
    assert_eq!(fs::read(path("new/WTH_2000.wtb")).unwrap(), wthor_file());
    let message = outflank(&["convert", arg(&path("a.ggf")), "-", "--to", "wthor"]).refused();
    assert!(message.contains("three files"), "{message}");

    let mut truncated = wthor_file();
    truncated.pop();
    fs::write(path("b.wtb"), truncated).unwrap();
    outflank(&["convert", arg(&path("b.wtb")), arg(&path("c.wtb"))]).refused();
    assert!(!path("c.wtb").exists());
}

#[test]
fn a_place_that_cannot_hold_a_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("no/such/folder/out.ggf");
    outflank_with(&["convert", "-", arg(&output)], b"f5\n").refused();
    outflank_with(&["convert", "-", arg(folder.path()), "--to", "ggf"], b"f5\n").refused();
    let database = output.with_extension("wtb");
    let message = outflank_with(&["convert", "-", arg(&database)], b"f5\n").refused();
    assert!(message.contains("out.wtb") && message.matches("os error").count() == 1, "{message}");
}
