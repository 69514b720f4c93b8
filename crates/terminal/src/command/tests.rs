//! Lines, understood and refused.

use super::*;

#[test]
fn moves_and_commands_are_read_in_either_case() {
    assert_eq!(parse(" F5 \n"), Ok(TypedCommand::Play("f5".parse().unwrap())));
    assert_eq!(parse("PASS"), Ok(TypedCommand::Play(Move::Pass)));
    assert_eq!(parse("Undo"), Ok(TypedCommand::Undo));
    assert_eq!(parse("save my game.txt"), Ok(TypedCommand::Save("my game.txt".into())));
    let board = Position::start().to_string();
    assert_eq!(parse(&format!("board {board}")), Ok(TypedCommand::SetUp(Position::start())));
    assert_eq!(parse("level 7"), Ok(TypedCommand::Level(7)));
    assert_eq!(parse("white nea:depth=3"), Ok(TypedCommand::Seat(Color::White, "nea:depth=3".to_owned())));
    assert_eq!(parse(""), Ok(TypedCommand::Nothing));
}

#[test]
fn nonsense_is_named() {
    assert!(parse("i9").unwrap_err().contains("\"i9\""));
    assert!(parse("save").unwrap_err().contains("missing"));
    assert!(parse("undo 3").unwrap_err().contains("takes nothing after it"));
    assert!(parse("board XO").unwrap_err().contains("64 squares"));
    assert!(parse("level 21").unwrap_err().contains("\"21\""));
    assert!(parse("black").unwrap_err().contains("black level:5"));
    assert!(parse("black deep-blue").unwrap_err().contains("\"deep-blue\""));
    assert!(parse(&"z".repeat(10_000)).unwrap_err().len() < 200);
}

#[test]
fn a_slip_of_the_finger_is_answered_with_what_was_meant() {
    for (typed, meant) in [("hnit", "hint"), ("udno", "undo"), ("resing", "resign"), ("lodd x", "load")] {
        let answer = parse(typed).unwrap_err();
        assert!(answer.contains(&format!("did you mean {meant}?")), "{answer}");
    }
    assert!(parse("xyzzy").unwrap_err().contains("help lists them"));
    assert!(parse_edit("claer").unwrap_err().contains("did you mean clear?"));
}

#[test]
fn every_command_of_the_help_is_known_and_every_word_means_something() {
    for line in HELP.lines().skip(1) {
        let names = line.get(2..16).unwrap().trim().replace("FILE", "x").replace("PLAYER", "random");
        for name in names.split(", ") {
            assert!(parse(name).is_ok(), "{name}");
        }
    }
    for line in EDIT_HELP.lines().skip(1) {
        for name in line.get(2..16).unwrap().trim().split(", ") {
            assert!(parse_edit(name).is_ok(), "{name}");
        }
    }
    for word in WORDS {
        assert!(!parse(word).is_err_and(|error| error.contains("neither")), "{word}");
    }
}

#[test]
fn editing_takes_many_squares_a_line() {
    let squares = vec!["d3".parse().unwrap(), "e3".parse().unwrap()];
    assert_eq!(parse_edit("X d3 E3"), Ok(Edit::Put(Some(Color::Black), squares.clone())));
    assert_eq!(parse_edit("- d3 e3"), Ok(Edit::Put(None, squares)));
    assert_eq!(parse_edit("turn white"), Ok(Edit::Turn(Color::White)));
    assert!(parse_edit("x").is_err() && parse_edit("x i9").is_err() && parse_edit("turn").is_err());
}
