//! `outflank show`: the JSON of the contract, and the drawing.

use std::fs;

use super::{arg, outflank, outflank_with};

const START: &str = "---------------------------OX------XO---------------------------X";

/// Returns the JSON line for an argument.
fn json(what: &str) -> String {
    outflank(&["show", what, "--json"]).good()
}

#[test]
fn the_start() {
    let expected = format!(
        "{{\"board\":\"{START}\",\"side\":\"black\",\"black\":2,\"white\":2,\"empties\":60,\
         \"legal\":[\"d3\",\"c4\",\"f5\",\"e6\"],\"finished\":false,\"score\":0}}\n"
    );
    assert_eq!(json("start"), expected);
    assert_eq!(json(START), expected);
    assert_eq!(outflank(&["show", "--json", START]).good(), expected);
}

#[test]
fn boards_in_all_spellings_are_written_in_one() {
    let spelled = START.replace('X', "*").replace('O', "w").replace('-', ".");
    assert_eq!(json(&spelled), json("start"));
    let (squares, side) = START.split_at(64);
    assert_eq!(json(&format!("{squares} {side}")), json("start"));
}

#[test]
fn a_pass_is_due() {
    let board = format!("-OOOOOOX{}O", "-".repeat(56));
    let expected = format!(
        "{{\"board\":\"{board}\",\"side\":\"white\",\"black\":1,\"white\":6,\"empties\":57,\
         \"legal\":[],\"finished\":false,\"score\":-5}}\n"
    );
    assert_eq!(json(&board), expected);
}

#[test]
fn finished_boards_give_the_empty_squares_to_the_winner() {
    let check = |board: String, black: u32, white: u32, score: i32| {
        let empties = 64 - black - white;
        let expected = format!(
            "{{\"board\":\"{board}\",\"side\":null,\"black\":{black},\"white\":{white},\"empties\":{empties},\
             \"legal\":[],\"finished\":true,\"score\":{score}}}\n"
        );
        assert_eq!(json(&board), expected);
    };
    check(format!("{}O", "X".repeat(64)), 64, 0, 64);
    check(format!("{}{}X", "X".repeat(30), "O".repeat(34)), 30, 34, -4);
    check(format!("{}X", "XO".repeat(32)), 32, 32, 0);
    check(format!("OO{}X", "-".repeat(62)), 0, 2, -64);
    check(format!("{}X", "-".repeat(64)), 0, 0, 0);
    // Nobody can move, black has more: 2 to 1, and 61 empty squares.
    check(format!("X------O{}X{}X", "-".repeat(48), "-".repeat(7)), 2, 1, 62);
}

#[test]
fn a_game_is_shown_at_its_end() {
    let shown = json("f5d6c3d3c4");
    assert!(shown.contains("\"finished\":false"), "{shown}");
    let game = super::random_game(5);
    let shown = json(&game);
    assert!(shown.contains("\"side\":null") && shown.contains("\"finished\":true"), "{shown}");
    assert_eq!(json(&game.to_uppercase()), shown);
}

#[test]
fn people_get_a_drawing_with_marks_and_facts() {
    let out = outflank(&["show", "f5d6"]).good();
    let expected = "  a b c d e f g h
1 - - - - - - - - 1
2 - - - - - - - - 2
3 - - . - - - - - 3
4 - - . O X - - - 4
5 - - . O X X - - 5
6 - - .[O]- - - - 6
7 - - . - - - - - 7
8 - - - - - - - - 8
  a b c d e f g h
discs:   black (X) 3, white (O) 3, empty 58
to move: black: c3 c4 c5 c6 c7
moves:   f5d6
board:   ---------------------------OX------OXX-----O--------------------X
";
    assert_eq!(out, expected);
    let pass = outflank(&["show", &format!("-OOOOOOX{}O", "-".repeat(56))]).good();
    assert!(pass.contains("to move: white, who must pass\n"), "{pass}");
    let over = outflank(&["show", &format!("{}O", "X".repeat(64))]).good();
    assert!(over.contains("game is over\nscore:   +64 for black"), "{over}");
}

#[test]
fn players_and_event_of_a_game_are_shown() {
    let ggf =
        format!("(;GM[Othello]PC[GGS/os]PB[ann]PW[bob]RB[1500.2]TY[8]BO[8 {} *]B[f5]W[d6];)", &START[..64]);
    let out = outflank(&["show", &ggf]).good();
    for fact in ["black:   ann (1500.2)\n", "white:   bob\n", "GGS/os\n", "moves:   f5d6\n"] {
        assert!(out.contains(fact), "{fact}: {out}");
    }
}

#[test]
fn standard_input_is_one_item_a_line() {
    let input = format!("start\n\nf5\r\n% a remark\n{START}\nF5 d6");
    let out = outflank_with(&["show", "-", "--json"], input.as_bytes()).good();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 4, "{out}");
    assert_eq!(lines[0], lines[2]);
    assert!(lines[3].contains("\"empties\":58"));
}

#[test]
fn lines_are_answered_before_the_input_ends() {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::process::Stdio;
    let mut child = super::program()
        .args(["show", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for (item, empties) in [("f5", 59), ("f5d6", 58)] {
        writeln!(input, "{item}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.contains(&format!("\"empties\":{empties}")), "{line}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_bad_item_is_named_and_the_others_are_shown() {
    let run = outflank_with(&["show", "-", "--json"], b"f5\nf5a1\nf5d6\n");
    assert_eq!((run.code, run.out.lines().count()), (2, 2), "{run:?}");
    assert!(run.err.contains("line 2") && run.err.contains("a1"), "{}", run.err);

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    std::fs::write(&file, "f5\nf5d6\nf5a1\nf5f6\n").unwrap();
    let run = outflank(&["show", arg(&file), "--json"]);
    assert_eq!((run.code, run.out.lines().count()), (2, 3), "{run:?}");
    assert!(run.err.contains("games.txt: line 3"), "{}", run.err);
}

#[test]
fn a_file_is_shown_item_by_item() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.obf");
    std::fs::write(&file, format!("% two\n{START}; f5:+0;\n{START}; d3:+0; % 2\n")).unwrap();
    let out = outflank(&["show", arg(&file), "--json"]).good();
    assert_eq!(out, json("start").repeat(2));
}

#[test]
fn a_board_may_be_spread_over_lines_in_an_argument_and_in_a_file() {
    let rows = "........\n........\n........\n...ox...\n...xo...\n........\n........\n........";
    let start = json("start");
    assert_eq!(json(&format!("{rows}\nX")), start);
    assert_eq!(json(&format!("{} x", rows.replace('\n', "\r\n"))), start);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("boards.dat");
    fs::write(&file, format!("% two\n{rows}\nx\n\n{rows} x\n")).unwrap();
    assert_eq!(json(arg(&file)), format!("{start}{start}"));
    fs::write(&file, format!("{rows}\n\n{rows}\n?\n")).unwrap();
    let message = outflank(&["show", arg(&file)]).refused();
    assert!(message.contains("line 1") && message.contains("side to move is missing"), "{message}");
}
