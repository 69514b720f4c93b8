//! Every refusal says where, what, and shows the offending text, shortened and escaped.

use crate::support::records;
use outflank_records::{Format, ReadOptions, Record, parse_any, read, to_bytes};
use outflank_rules::{Color, Position};

fn refusal(text: impl AsRef<[u8]>, format: Format) -> String {
    records(text.as_ref(), format).unwrap_err().in_file("some.file").to_string()
}

#[test]
fn refusals_name_place_and_text() {
    let start = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
    let cases: &[(Format, String, &[&str])] = &[
        (
            Format::Transcript,
            "f5d6\nf5d6a1\n".into(),
            &["some.file: line 2, byte 9: ply 3 (a1)", "turns nothing"],
        ),
        (Format::Transcript, "f5d6c3\nd3c4f4a1\n".into(), &["line 2, byte 13", "ply 7 (a1)"]),
        (Format::Transcript, "f5 zz".into(), &["line 1, byte 3", "ply 2", "\"zz\""]),
        (Format::Xot, "f5d6c3\n".into(), &["8 moves", "has 3", "f5d6c3"]),
        (Format::Board, "XO\n".into(), &["line 1", "\"XO\""]),
        (Format::Board, format!("{}X\n", "01".repeat(32)), &["programs disagree", "'0'", "0101"]),
        (Format::Obf, format!("{} X; G8+18;", "-".repeat(64)), &["G8+18", "G8:+18"]),
        (Format::Obf, format!("{} X; j9:+18;", "-".repeat(64)), &["\"j9\""]),
        (Format::Zebra, format!("{} X\n70 - 3\n", "-".repeat(64)), &["line 2", "70 - 3"]),
        (Format::Ggf, "(;GM[Amazons];)".into(), &["another game", "Amazons"]),
        (Format::Ggf, "(;BO[10 ---];)".into(), &["size 8", "10 ---"]),
        (Format::Ggf, format!("(;BO[{start}]W[f5];)"), &["ply 1 (f5)", "white", "other side"]),
        (Format::Ggf, format!("(;BO[{start}]\nB[f5]\nW[f5];)"), &["line 3", "ply 2 (f5)", "taken"]),
        (Format::Ggf, "(;PB[unfinished".into(), &["ends inside a GGF game", "unfinished"]),
        (Format::Ggf, "hello (;GM[Othello];)".into(), &["(;", "hello"]),
        (Format::Ggf, "(;GM[2];B[f5])".into(), &["format sgf", "\"2\""]),
        (Format::Sgf, "(;GM[Othello];)".into(), &["format ggf", "Othello"]),
        (Format::Sgf, "(;GM[1];B[aa])".into(), &["another game", "\"1\""]),
        (Format::Sgf, "(;GM[2]SZ[10])".into(), &["board size", "10"]),
        (Format::Sgf, "(;GM[2];B[f5];W[z9])".into(), &["ply 2", "z9"]),
        (Format::Sgf, "(;GM[2];B[f5];AB[a1])".into(), &["AB in the middle", "a1"]),
        (Format::Sgf, "(;GM[2]AB[d4]AW[d4])".into(), &["both", "d4"]),
        (Format::Pgn, "1. f5 d6 2. xx *".into(), &["ply 3", "xx"]),
        (Format::Pgn, "1. f5 {unfinished".into(), &["ends inside a comment", "unfinished"]),
        (Format::Pgn, "[Black Ann]\n1. f5 *".into(), &["[Black Ann]"]),
        (Format::Pgn, "[FEN \"8/8/8/3pP3/3Pp3/8/8/8 w\"]\n*".into(), &["disagree", "3pP3"]),
        (Format::Quest, "{\"a\":1}".into(), &["no Othello Quest game", "a"]),
        (Format::Quest, "{\"position\":{\"moves\":[{\"m\":\"z1\"}]}}".into(), &["ply 1", "z1"]),
        (Format::Quest, "{\"position\":{\"moves\":[{\"m\":5}]}}".into(), &["ply 1", "\"5\" is not a move"]),
        (Format::Client, "12x\n".into(), &["12x"]),
        (Format::Client, format!("{}\n", i128::MAX), &["no board has this number", "17014118"]),
    ];
    for (format, text, parts) in cases {
        let message = refusal(text, *format);
        for part in *parts {
            assert!(message.contains(part), "{format}: {message:?} does not say {part:?}");
        }
    }
}

#[test]
fn a_move_after_the_end_of_the_game_is_refused() {
    let board = format!("8 {}* *", "-".repeat(63));
    let message = refusal(format!("(;BO[{board}]B[a1];)"), Format::Ggf);
    assert!(message.contains("the game is over"), "{message}");
}

#[test]
fn bytes_that_are_no_text_are_shown_with_their_place() {
    for format in [Format::Transcript, Format::Board, Format::Obf, Format::Xot, Format::Client] {
        let message = refusal(b"f5\xff", format);
        assert!(message.contains("\\xff") && message.contains("byte 2"), "{message}");
    }
    let message = refusal(b"\xff\xfef\x005\x00", Format::Transcript);
    assert!(message.contains("UTF-16"), "{message}");
}

#[test]
fn unknown_input_is_refused_with_its_beginning() {
    for (text, part) in [
        ("", "empty"),
        ("  \n", "empty"),
        ("hello world", "\"hello world\""),
        ("12345", "12345"),
        ("\0\u{1}PK", "\\0"),
    ] {
        let message = parse_any(text).unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
    }
    let digits = format!("{}X", "012".repeat(22)[..64].to_owned());
    let message = parse_any(&digits).unwrap_err().to_string();
    assert!(message.contains("programs disagree"), "{message}");
}

#[test]
fn base_3_boards_need_a_side() {
    let number = "1\n";
    let without = read(number.as_bytes(), Format::Client, ReadOptions::default()).next().unwrap();
    assert!(without.unwrap_err().to_string().contains("which side"));
    let with = read(
        number.as_bytes(),
        Format::Client,
        ReadOptions { side: Some(Color::White), ..ReadOptions::default() },
    )
    .next()
    .unwrap();
    assert_eq!(with.unwrap().record.unwrap().start().side_to_move(), Color::White);
}

#[test]
fn formats_say_what_they_cannot_hold() {
    let elsewhere: Position = format!("-OX{}X", "-".repeat(61)).parse().unwrap();
    for format in [Format::Transcript, Format::Xot, Format::Quest] {
        let message = to_bytes([&Record::new(elsewhere)], format).unwrap_err().to_string();
        assert!(message.contains("cannot hold") && message.contains("-OX"), "{message}");
    }
    let game = &parse_any("f5d6").unwrap()[0];
    let message = to_bytes([game], Format::Xot).unwrap_err().to_string();
    assert!(message.contains("2 moves"), "{message}");
}

#[test]
fn a_bad_game_does_not_hide_the_ones_behind_it() {
    let text = "(;B[f5];)(;B[a1];)(;B[d3];)";
    let all: Vec<_> = read(text.as_bytes(), Format::Ggf, ReadOptions::default()).collect();
    assert_eq!(all.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
}
