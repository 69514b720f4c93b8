//! Small files of every format: recognised, read completely, copied byte by byte, and understood.

use std::path::Path;

use crate::support::{items, joined, outcome, records};
use outflank_records::{Ending, Format, Record, convert, detect, read_any};
use outflank_rules::{Color, Move};

fn bytes(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// File, format, and how many records it has.
const FIXTURES: &[(&str, Format, usize)] = &[
    ("lines.txt", Format::Transcript, 3),
    ("numbered.txt", Format::Transcript, 2),
    ("joined_crlf.txt", Format::Transcript, 2),
    ("openings.xot", Format::Xot, 2),
    ("two_boards.txt", Format::Board, 2),
    ("two.obf", Format::Obf, 2),
    ("two.scr", Format::Zebra, 2),
    ("match.ggf", Format::Ggf, 3),
    ("latin1.ggf", Format::Ggf, 1),
    ("tree.sgf", Format::Sgf, 2),
    ("two.pgn", Format::Pgn, 3),
    ("quest.json", Format::Quest, 3),
    ("match.client.txt", Format::Client, 2),
    ("table.client.txt", Format::Client, 2),
];

fn fixture(name: &str) -> Vec<Record> {
    let &(_, format, _) = FIXTURES.iter().find(|(file, ..)| *file == name).unwrap();
    records(&bytes(name), format).unwrap()
}

#[test]
fn every_file_is_recognised_except_base_3_numbers() {
    for &(name, format, _) in FIXTURES {
        match detect(&bytes(name)) {
            Ok(found) => assert_eq!(found, format, "{name}"),
            Err(_) => assert_eq!(format, Format::Client, "{name}"),
        }
    }
}

#[test]
fn every_file_is_read_completely_and_copied_byte_by_byte() {
    for &(name, format, count) in FIXTURES {
        let bytes = bytes(name);
        let items = items(&bytes, format).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(joined(&items), bytes, "{name}");
        assert_eq!(items.iter().filter(|item| item.record.is_some()).count(), count, "{name}");
        let mut copy = Vec::new();
        let written = convert(items.into_iter().map(Ok), format, &mut copy, format).unwrap();
        assert_eq!((written, copy), (count as u64, bytes), "{name}");
    }
}

#[test]
fn every_record_survives_ggf_sgf_and_pgn_in_any_order() {
    let ways = [Format::Ggf, Format::Sgf, Format::Pgn];
    for &(name, format, _) in FIXTURES {
        let original = records(&bytes(name), format).unwrap();
        for first in ways {
            for second in ways {
                let once = outflank_records::to_bytes(&original, first).unwrap();
                let then = records(&once, first).unwrap();
                let twice = outflank_records::to_bytes(&then, second).unwrap();
                assert_eq!(records(&twice, second).unwrap(), original, "{name} by {first} and {second}");
            }
        }
    }
}

#[test]
fn lines_of_moves_are_joined_by_the_rules() {
    let moves = |name: &str| fixture(name).iter().map(Record::transcript).collect::<Vec<_>>();
    assert_eq!(moves("lines.txt"), ["f5d6c3d3c4", "f5d6c4", "f5f6e6f4"]);
    assert_eq!(moves("numbered.txt"), ["f5d6c3d3c4f4c5b3c2", "f5f4f3g4"]);
    assert_eq!(moves("joined_crlf.txt"), ["f5d6c3d3c4f4", "f5d6c3d3"]);
}

#[test]
fn exact_scores_results_and_comments_of_positions_are_read() {
    let obf = &fixture("two.obf")[0];
    let scores: Vec<String> = obf.scores.iter().map(|one| format!("{}{}", one.played, one.score)).collect();
    assert_eq!((scores, obf.comment.as_deref()), (vec!["g8+18".into(), "h1+12".into()], Some("1")));
    let zebra = &fixture("two.scr")[0];
    assert_eq!(zebra.outcome, Some(outcome("+18")));
    assert_eq!(zebra.comment.as_deref(), Some("FFO 1\ng8 h1"));
}

#[test]
fn ggf_properties_are_read_and_unknown_ones_kept() {
    let games = fixture("match.ggf");
    let first = &games[0];
    assert_eq!(first.black.name.as_deref(), Some("ann"));
    assert_eq!(first.white.rating.as_ref().unwrap().as_f64(), Some(2199.72));
    assert_eq!(first.clocks.both.as_deref(), Some("05:00//02:00"));
    let result = first.outcome.as_ref().unwrap();
    assert_eq!((result.winner, result.ending), (Some(Color::Black), Ending::Resigned));
    assert_eq!(result.score.as_ref().unwrap().as_str(), "+2.000");
    let plies = first.plies();
    assert_eq!(plies[0].eval.as_ref().unwrap().as_str(), "0.01");
    assert_eq!((plies[1].eval.clone(), plies[1].time.as_ref().unwrap().as_f64()), (None, Some(0.01)));
    let extras: Vec<_> = first.extras.iter().map(|e| (e.key.as_str(), e.values[0].as_str(), e.ply)).collect();
    assert_eq!(extras, [("TY", "8r", 0), ("ZZ", "kept]so", 2)]);
    assert_eq!(games[1].komi.as_ref().unwrap().as_str(), "-1.5");
    assert_eq!(games[1].extras[0].key, "KB");
    assert_eq!(games[1].plies()[0].eval.as_ref().unwrap().as_str(), "-2.50");
    assert_eq!(games[1].outcome.as_ref().unwrap().ending, Ending::Agreed);
    let latin = &fixture("latin1.ggf")[0];
    assert_eq!((latin.black.name.as_deref(), latin.white.name.as_deref()), (Some("René"), Some("Bö")));
}

#[test]
fn sgf_takes_the_first_branch_and_keeps_the_others() {
    let games = fixture("tree.sgf");
    assert_eq!(games[0].transcript(), "f5d6c3d3");
    assert_eq!(games[0].white.name.as_deref(), Some("Bo [the \\ second]"));
    assert_eq!(games[0].comment.as_deref(), Some("root"));
    assert_eq!(games[0].plies()[0].comment.as_deref(), Some("good"));
    assert_eq!(games[0].plies()[1].name.as_deref(), Some("node"));
    let [branch] = games[0].sidelines() else { panic!("{:?}", games[0].sidelines()) };
    assert_eq!((branch.at(), branch.line().transcript()), (2, "c4".to_owned()));
    let comment = branch.line().plies()[0].comment.as_deref();
    assert_eq!(comment, Some("variation (not) the main ; line"));
    assert_eq!(games[1].transcript(), "f5d6c3");
}

#[test]
fn pgn_comments_variations_glyphs_and_results_are_told_apart() {
    let games = fixture("two.pgn");
    let first = &games[0];
    assert_eq!(first.transcript(), "f5d6c3d3c4");
    assert_eq!(first.event.as_deref(), Some("Cup \"final\""));
    assert_eq!((first.place.clone(), first.comment.as_deref()), (None, Some("before")));
    let ply = &first.plies()[0];
    assert_eq!((ply.eval.as_ref().unwrap().as_str(), ply.time.as_ref().unwrap().as_str()), ("+0.5", "12.25"));
    assert_eq!(ply.comment.as_deref(), Some("good"));
    assert_eq!(first.outcome, Some(outcome("+16")));
    let keys: Vec<&str> = first.extras.iter().map(|extra| extra.key.as_str()).collect();
    assert_eq!(keys, ["Annotator", "$", "$"]);
    let [variation] = first.sidelines() else { panic!("{:?}", first.sidelines()) };
    assert_eq!((variation.at(), variation.line().transcript()), (2, "c4d3".to_owned()));
    assert_eq!(variation.line().plies()[1].comment.as_deref(), Some("a ) brace"));
    assert_eq!(games[1].transcript(), "f5f4f3g4");
    assert_eq!(games[2].outcome.as_ref().unwrap().winner, Some(Color::White));
}

#[test]
fn quest_games_have_players_times_and_unknown_keys() {
    let games = fixture("quest.json");
    assert_eq!(games[0].black.name.as_deref(), Some("Ann"));
    assert_eq!(games[0].white.name.as_deref(), Some("bo"));
    assert_eq!(games[0].black.rating.as_ref().unwrap().as_str(), "1500.5");
    assert_eq!(games[0].plies()[0].time.as_ref().unwrap().as_str(), "0.218");
    assert_eq!(games[2].transcript(), "d3");
    let again = outflank_records::to_bytes(&games, Format::Quest).unwrap();
    assert_eq!(records(&again, Format::Quest).unwrap(), games);
}

#[test]
fn the_side_of_a_base_3_board_is_inferred_from_the_moves() {
    let games = fixture("match.client.txt");
    assert_eq!(games.iter().map(Record::transcript).collect::<Vec<_>>(), ["f5d6", "f5"]);
    let table = fixture("table.client.txt");
    assert_eq!(table[0].start().side_to_move(), Color::White);
    assert_eq!(table[0].scores[0].score.as_str(), "-12.5");
    assert_eq!(table[1].scores[0].score.as_str(), "-3");
    let board = "34026188\n";
    let unknown =
        outflank_records::read(board.as_bytes(), Format::Client, Default::default()).next().unwrap();
    assert!(unknown.unwrap_err().to_string().contains("34026188"));
}

#[test]
fn a_table_of_base_3_boards_may_hold_infinities_which_obf_leaves_out() {
    let table = records(b"50054421891454668 f5 -inf 2\n", Format::Client).unwrap();
    assert_eq!(table[0].scores[0].score.as_str(), "+inf");
    let obf = outflank_records::to_bytes(&table, Format::Obf).unwrap();
    assert!(records(&obf, Format::Obf).unwrap()[0].scores.is_empty());
    let refused = records(b"50054421891454668 f5 nan 2\n", Format::Client).unwrap_err();
    assert!(refused.to_string().contains("nan"), "{refused}");
}

#[test]
fn a_left_out_pass_is_supplied_and_a_written_one_kept() {
    // White has nothing after black takes the corner: the row is black's.
    let board = format!("8 -OOOOOO*{}*OOOOOO- *", "-".repeat(48));
    for second in ["", "W[pass]", "W[PA]"] {
        let text = format!("(;GM[Othello]BO[{board}]B[a1]{second}B[h8];)");
        let game = &records(text.as_bytes(), Format::Ggf).unwrap()[0];
        assert_eq!(game.moves().collect::<Vec<_>>()[1], Move::Pass, "{text}");
        assert!(game.last_position().is_finished());
    }
}

#[test]
fn any_format_can_be_read_without_being_named() {
    for &(name, format, count) in FIXTURES.iter().filter(|(_, format, _)| *format != Format::Client) {
        let bytes = bytes(name);
        let (found, items) = read_any(&bytes[..], Default::default()).unwrap();
        assert_eq!(found, format);
        assert_eq!(items.filter(|item| item.as_ref().unwrap().record.is_some()).count(), count);
    }
}

#[test]
fn a_pasted_board_may_be_spread_over_lines() {
    let rows = "-------- -------- -------- ---OX--- ---XO--- -------- -------- --------".replace(' ', "\n");
    let record = &outflank_records::parse_any(&format!("{rows}\nX\n")).unwrap()[0];
    assert_eq!(record.start(), outflank_rules::Position::start());
    assert_eq!(outflank_records::parse_any("start").unwrap(), std::slice::from_ref(record));
    assert_eq!(outflank_records::parse_any(" F5 d6\n").unwrap()[0].transcript(), "f5d6");
}

#[test]
fn a_game_may_have_one_move_a_line_and_a_list_one_move_a_game() {
    let moves = |text: &str| {
        let records = outflank_records::parse_any(text).unwrap();
        records.iter().map(Record::transcript).collect::<Vec<_>>()
    };
    assert_eq!(moves("f5\nd6\nc4\nd3\n"), ["f5d6c4d3"]);
    assert_eq!(moves("F5\r\nD6\r\nC4\r\n\r\nf5\r\nf6\r\n"), ["f5d6c4", "f5f6"]);
    assert_eq!(moves("f5\nd3\nc4\ne6\nf5\n"), ["f5", "d3", "c4", "e6", "f5"]);
    assert_eq!(moves("f5d6\nc4\n"), ["f5d6", "c4"]);
}

#[test]
fn sgf_may_set_the_board_up_in_a_node_after_the_root() {
    let setup = "AB[d5][e4][e5][f5]AW[d4]PL[W]";
    let read = |text: String| outflank_records::parse_any(&text).unwrap().remove(0);
    let record = read(format!("(;FF[4]GM[2]PB[Ann]\n;{setup}\n;W[d6];B[c3])"));
    assert_eq!(record, read(format!("(;FF[4]GM[2]PB[Ann]{setup};W[d6];B[c3])")));
    assert_eq!(record.plies().len(), 2);
}
