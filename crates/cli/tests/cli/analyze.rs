//! `outflank analyze`: positions, moves one by one, whole games.

use serde_json::{Value, json};

use super::solve::{FFO_1, PASS};
use super::{arg, outflank, outflank_with};

/// Runs `analyze` with few resources and returns its JSON lines.
fn lines(arguments: &[&str]) -> Vec<Value> {
    let run = outflank(&[&["analyze", "--hash", "8", "--threads", "1", "--json"], arguments].concat());
    run.good().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the only JSON line.
fn line(arguments: &[&str]) -> Value {
    let mut lines = lines(arguments);
    assert_eq!(lines.len(), 1, "{lines:?}");
    lines.remove(0)
}

/// Returns the moves of a game of the data folder, passes left out.
pub(super) fn famous_game(number: usize) -> &'static str {
    let games = include_str!("../../../../data/famous_games.tsv");
    games.lines().nth(number).unwrap().rsplit('\t').next().unwrap()
}

#[test]
fn a_position_near_the_end_is_solved() {
    let found = line(&[FFO_1, "--depth", "8"]);
    for (name, expected) in [
        ("position", json!(FFO_1)),
        ("side", json!("black")),
        ("empties", json!(14)),
        ("score", json!(18)),
        ("exact", json!(true)),
        ("best", json!("g8")),
        ("depth", json!(14)),
        ("selectivity", json!(100)),
        ("bound", json!("exact")),
        ("moves", json!([{ "move": "g8", "score": 18, "exact": true }])),
    ] {
        assert_eq!(found[name], expected, "{name}");
    }
    assert_eq!(found["pv"][0], json!("g8"));
}

#[test]
fn all_moves_are_valued_best_first() {
    let expected = "g8:18 h1:12 a2:6 h7:6 a3:4 b1:-4 a4:-22 g2:-24";
    let spelled = |found: &Value| {
        let moves = found["moves"].as_array().unwrap().iter();
        let one = |value: &Value| format!("{}:{}", value["move"].as_str().unwrap(), value["score"]);
        moves.map(one).collect::<Vec<String>>().join(" ")
    };
    for limit in [["--depth", "14"], ["--level", "14"], ["--time", "60"]] {
        let all = line(&[&[FFO_1, "--all-moves"][..], &limit].concat());
        assert_eq!(spelled(&all), expected);
        assert!(all["moves"].as_array().unwrap().iter().all(|value| value["exact"] == json!(true)));
    }
    assert_eq!(spelled(&line(&[FFO_1, "--best", "2", "--depth", "14"])), "g8:18 h1:12");
    let start = line(&["start", "--all-moves", "--depth", "4"]);
    assert_eq!(start["moves"].as_array().unwrap().len(), 4);
    assert_eq!(start["score"], start["moves"][0]["score"]);
}

#[test]
fn an_estimate_says_so() {
    let found = line(&["start", "--depth", "5"]);
    assert_eq!((&found["exact"], &found["bound"]), (&json!(false), &json!("estimate")));
    assert_eq!(found["depth"], json!(5));
    assert_eq!(found["moves"].as_array().unwrap().len(), 1);
    let still = line(&["start", "--depth", "0", "--all-moves"]);
    assert_eq!((&still["exact"], &still["depth"]), (&json!(false), &json!(0)));
    assert!(still["score"].is_number() && still["best"].is_string());
}

#[test]
fn a_time_limit_is_kept() {
    for scope in [&[][..], &["--all-moves"]] {
        let found = line(&[&["start", "--time", "0.2"], scope].concat());
        let seconds = found["seconds"].as_f64().unwrap();
        // Generous, for machines that are busy with other tests.
        assert!((0.1..2.0).contains(&seconds), "{seconds}");
        assert!(found["depth"].as_u64().unwrap() >= 1);
    }
}

#[test]
fn passes_and_finished_boards_are_answered() {
    for limit in [["--depth", "0"], ["--depth", "3"], ["--time", "1"]] {
        for scope in [&[][..], &["--all-moves"]] {
            let found = line(&[&[PASS][..], &limit, scope].concat());
            assert_eq!(found["best"], json!("pass"));
            assert_eq!(found["moves"][0]["move"], json!("pass"));
            assert_eq!(found["moves"][0]["score"], found["score"]);
            let one_sided = format!("X{}O", "-".repeat(63));
            let over = line(&[&[one_sided.as_str()][..], &limit, scope].concat());
            let fields = ["side", "best", "pv", "moves", "score", "exact"].map(|name| over[name].clone());
            let expected = [Value::Null, Value::Null, json!([]), json!([]), json!(-64), json!(true)];
            assert_eq!(fields, expected);
        }
    }
}

#[test]
fn finished_one_sided_full_and_empty_boards_have_their_score() {
    let nobody = "-".repeat(63);
    let boards = [
        ("X".repeat(64), 64),
        (format!("{}{}", "X".repeat(30), "O".repeat(34)), -4),
        ("XO".repeat(32), 0),
        ("-".repeat(64), 0),
        (format!("X{nobody}"), 64),
        (format!("{nobody}O"), -64),
        (format!("X------O{}X{}", "-".repeat(48), "-".repeat(7)), 62),
    ];
    let sides = [("X", 1), ("O", -1)];
    let all = boards
        .iter()
        .flat_map(|(squares, score)| sides.map(|(side, sign)| (format!("{squares}{side}"), sign * score)));
    let all: Vec<(String, i32)> = all.collect();
    let input: String = all.iter().map(|(board, _)| format!("{board}\n")).collect();
    for scope in [&["--time", "1"][..], &["--depth", "5", "--all-moves"], &["--best", "2"]] {
        let arguments = [&["analyze", "-", "--json", "--hash", "8", "--threads", "1"], scope].concat();
        let out = outflank_with(&arguments, input.as_bytes()).good();
        assert_eq!(out.lines().count(), all.len());
        for (line, (board, score)) in out.lines().zip(&all) {
            let found: Value = serde_json::from_str(line).unwrap();
            let fields = ["position", "score", "exact", "bound"].map(|name| &found[name]);
            assert_eq!(fields, [&json!(board), &json!(score), &json!(true), &json!("exact")]);
            let nothing = ["side", "best", "moves"].map(|name| &found[name]);
            assert_eq!(nothing, [&Value::Null, &Value::Null, &json!([])], "{board}");
        }
    }
}

#[test]
fn boards_no_game_can_reach_are_valued_all_the_same() {
    // No disc in the centre, more empty squares than a game has; white can never move again.
    let board = format!("XOO-{}X", "-".repeat(60));
    for scope in [&["--time", "5"][..], &["--time", "5", "--all-moves"], &["--depth", "60", "--best", "1"]] {
        let found = line(&[&[board.as_str()][..], scope].concat());
        assert_eq!((&found["score"], &found["best"]), (&json!(64), &json!("d1")), "{found}");
    }
    for text in ["X".repeat(63), "X".repeat(66), format!("{}X", "?".repeat(64))] {
        for command in ["solve", "analyze"] {
            let message = outflank(&[command, &text]).refused();
            assert!(message.len() > 20, "{message}");
        }
    }
}

#[test]
fn the_shallowest_searches_and_the_last_squares_have_the_best_move() {
    // Three empty squares: black gets 44 with b8, 42 with b7.
    let game = "f5d6c5f4e3c6f3g6e6f6d7b5e7c3d3c7b3e2b4g5g4c4f7a4f2d2g3h4h6f1h5h3a5a3b6a6c8h7e1a7c1d1g1g7g2d8a2a1e8\
                f8b7c2b2b1h8g8h2h1a8b8";
    for moves in [54, 56, 58] {
        let found = line(&[&game[..2 * moves], "--last", "--depth", "1", "--all-moves"]);
        let alone = line(&[&game[..2 * moves], "--last", "--depth", "1"]);
        for name in ["score", "exact", "depth"] {
            assert_eq!(alone[name], found[name], "{moves}: {name}");
        }
        let best =
            found["moves"].as_array().unwrap().iter().find(|one| one["move"] == alone["best"]).unwrap();
        assert_eq!(best["score"], alone["score"], "{found} {alone}");
    }
}

#[test]
fn losses_of_a_review_do_not_grow_by_what_the_table_holds() {
    // The same position by itself and in a game, whose later positions were searched before.
    let game = &famous_game(1)[..40];
    let reviewed = lines(&[game, "--depth", "6"]);
    for ply in [8, 14, 19] {
        let alone = line(&[&game[..2 * ply], "--last", "--depth", "6", "--best", "1"]);
        let [inside, outside] = [&reviewed[ply]["best_score"], &alone["score"]].map(|v| v.as_i64().unwrap());
        assert!((inside - outside).abs() <= 2, "ply {ply}: {inside} and {outside}");
    }
}

#[test]
fn a_game_is_reviewed_ply_by_ply() {
    let lines = lines(&[famous_game(1), "--depth", "2"]);
    // 60 moves and two passes, and the summary.
    assert_eq!(lines.len(), 63);
    for (index, ply) in lines[..62].iter().enumerate() {
        assert_eq!(ply["ply"], json!(index + 1));
        let number = |name: &str| ply[name].as_f64().unwrap();
        assert_eq!(number("loss"), (number("best_score") - number("score")).max(0.0), "{ply}");
        let told = ply["moves"].as_array().unwrap();
        for name in ["played", "best"] {
            assert!(told.iter().any(|one| one["move"] == ply[name]), "{ply}");
        }
    }
    let passes = lines[..62].iter().filter(|ply| ply["played"] == json!("pass"));
    assert!(passes.clone().all(|ply| ply["best"] == json!("pass") && ply["loss"] == json!(0)));
    assert_eq!(passes.count(), 2);
    // Black's 16 to 48 was settled long before the end.
    let last = &lines[61];
    assert_eq!((&last["side"], &last["score"], &last["exact"]), (&json!("white"), &json!(32), &json!(true)));
    let summary = &lines[62]["summary"];
    assert_eq!(summary["result"], json!(-32));
    for side in ["black", "white"] {
        let accuracy = summary[side]["accuracy"].as_f64().unwrap();
        assert!((0.0..=100.0).contains(&accuracy) && summary[side]["loss"].as_f64().unwrap() >= 0.0);
    }
}

#[test]
fn losses_near_the_end_are_exact() {
    let game = famous_game(1);
    let lines = lines(&[game, "--depth", "6", "--all-moves"]);
    let exact: Vec<&Value> = lines.iter().filter(|ply| ply["exact"] == json!(true)).collect();
    assert!(exact.len() >= 12, "{}", exact.len());
    // A mover's score is what the next position is worth, and a loss is what the score falls by.
    for pair in exact.windows(2) {
        let sign = if pair[0]["side"] == pair[1]["side"] { 1 } else { -1 };
        let [score, next] = [&pair[0]["score"], &pair[1]["best_score"]].map(|value| value.as_i64().unwrap());
        assert_eq!(score, sign * next, "{pair:?}");
    }
}

#[test]
fn the_last_position_of_a_game_is_a_position() {
    let game = famous_game(1);
    let found = line(&[&game[..game.len() - 20], "--last"]);
    assert_eq!((&found["exact"], &found["bound"]), (&json!(true), &json!("exact")));
    let unfinished = lines(&["f5d6c3", "--depth", "1"]);
    assert_eq!(unfinished.len(), 4);
    assert_eq!(unfinished[3]["summary"]["result"], Value::Null);
    let one = lines(&["f5", "--depth", "1"]);
    assert_eq!(one[1]["summary"]["white"], json!({ "loss": 0, "accuracy": null }));
}

#[test]
fn files_and_standard_input_may_mix_positions_and_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    std::fs::write(&file, "f5d6\nf5f6e6\n").unwrap();
    assert_eq!(lines(&[arg(&file), "--depth", "1"]).len(), 3 + 4);
    assert_eq!(lines(&[arg(&file), "--depth", "1", "--last"]).len(), 2);
    let input = format!("start\nf5d6\n{PASS}\n");
    let arguments = ["analyze", "-", "--json", "--depth", "1", "--hash", "8", "--threads", "1"];
    assert_eq!(outflank_with(&arguments, input.as_bytes()).good().lines().count(), 5);
}

#[test]
fn people_get_tables_and_a_graph() {
    let options = ["--depth", "2", "--hash", "8", "--threads", "1"];
    let game = outflank(&[&["analyze", famous_game(1)][..], &options].concat()).good();
    for part in ["ply  side   played", " 62  white  a1", "black up:", "accuracy", "result: -32 for black"] {
        assert!(game.contains(part), "{part}: {game}");
    }
    let position = outflank(&[&["analyze", FFO_1, "--best", "3"][..], &options].concat()).good();
    assert!(position.contains("best:    ") && position.lines().count() == 10, "{position}");
}

#[test]
fn limits_out_of_range_are_refused() {
    for arguments in [
        &["analyze", "start", "--depth", "61"][..],
        &["analyze", "start", "--level", "0"],
        &["analyze", "start", "--level", "21"],
        &["analyze", "start", "--time", "0"],
        &["analyze", "start", "--time", "soon"],
        &["analyze", "start", "--level", "1", "--depth", "3"],
        &["analyze", "start", "--best", "0"],
        &["analyze", "start", "--best", "1", "--all-moves"],
        &["analyze", "start", "--threads", "0"],
        &["analyze", "start", "--hash", "65537"],
        &["solve", "start", "--hash", "0"],
        &["solve"],
    ] {
        outflank(arguments).refused();
    }
}
