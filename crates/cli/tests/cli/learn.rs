//! `outflank learn`: puzzles, what comes back, and games that were played, on the studio's database.

use std::path::Path;

use outflank_game::{GameInPlay, Seat};
use outflank_puzzles::{Puzzle, PuzzleSet};
use outflank_rules::{Game, Move};
use outflank_store::{NewGame, Store};
use serde_json::Value;

use super::{feed, outflank, outflank_with, program};

fn today(database: &str) -> Value {
    serde_json::from_str(&outflank(&["learn", "today", "--json", "--database", database]).good()).unwrap()
}

fn url(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("games.db").display())
}

/// Returns the puzzle that is asked first with a seed, of which nothing is answered.
fn asked(database: &str) -> &'static Puzzle {
    let out = outflank(&["learn", "puzzles", "--seed", "3", "--database", database]).good();
    let id = out.lines().next().unwrap().strip_prefix("Puzzle ").unwrap();
    PuzzleSet::shipped().get(id.parse().unwrap()).unwrap()
}

/// The solver's moves, one a line.
fn solution(puzzle: &Puzzle) -> String {
    let mut typed = String::new();
    for (position, played) in puzzle.positions().iter().zip(&puzzle.line) {
        if position.side_to_move() == puzzle.solver() && !played.is_pass() {
            typed += &format!("{played}\n");
        }
    }
    typed
}

#[test]
fn a_puzzle_is_solved_another_missed_and_both_count_once() {
    let folder = tempfile::tempdir().unwrap();
    let database = url(folder.path());
    let puzzle = asked(&database);
    assert_eq!(today(&database)["puzzles"]["attempts"], 0, "whoever leaves has not tried");
    let run = ["learn", "puzzles", "--seed", "3", "--count", "1", "--database", &database];
    let out = outflank_with(&run, solution(puzzle).as_bytes()).good();
    assert!(out.contains("Solved.") && out.contains("1 of 1 puzzle solved"), "{out}");
    let after = today(&database);
    assert!(after["puzzles"]["rating"].as_i64().unwrap() > 1500, "{after}");
    assert_eq!((after["puzzles"]["solved"].as_i64(), after["streak"].as_i64()), (Some(1), Some(1)));
    // Another one comes now, and a wrong move is refuted and explained.
    let next = asked(&database);
    assert_ne!(next.id, puzzle.id);
    let wrong = format!("a0\nhint\n{}\n", next.moves.last().unwrap().square);
    let out = outflank_with(&run, wrong.as_bytes()).good();
    let best = next.line[0].to_string();
    for part in [
        format!("{best} was"),
        "It is one of ".to_owned(),
        "Played: ".to_owned(),
        "\"a0\" is neither a move nor a command".to_owned(),
    ] {
        assert!(out.contains(&part), "{part}: {out}");
    }
    assert_eq!(today(&database)["puzzles"]["attempts"], 2);
}

#[test]
fn themes_and_todays_five_are_asked() {
    let folder = tempfile::tempdir().unwrap();
    let database = url(folder.path());
    let five = "skip\n".repeat(9);
    let out =
        outflank_with(&["learn", "puzzles", "--daily", "--database", &database], five.as_bytes()).good();
    assert!(out.contains("0 of 5 puzzles solved"), "{out}");
    let out = outflank(&["learn", "puzzles", "--theme", "wedge", "--database", &database]).good();
    let id = out.lines().next().unwrap().strip_prefix("Puzzle ").unwrap();
    let puzzle = PuzzleSet::shipped().get(id.parse().unwrap()).unwrap();
    assert!(puzzle.themes.iter().any(|theme| theme.name() == "wedge"));
    for wrong in [
        &["learn", "puzzles", "--theme", "fork"][..],
        &["learn", "--day-begins", "24"],
        &["learn", "games", "--latest", "0"],
    ] {
        outflank(wrong).refused();
    }
}

/// A game that begins in a puzzle, with a wrong first move and the first legal move ever after.
fn lost_game() -> (GameInPlay, &'static Puzzle) {
    let puzzle = PuzzleSet::shipped().endgames(8).find(|puzzle| {
        let [best, .., worst] = puzzle.moves.as_slice() else { return false };
        best.value.score - worst.value.score >= 10
    });
    let puzzle = puzzle.unwrap();
    let mut game = Game::new(puzzle.position);
    game.play(puzzle.moves.last().unwrap().square.into()).unwrap();
    while let Some((played, _)) = game.position().children().next().filter(|_| !game.position().is_finished())
    {
        game.play(played).unwrap();
    }
    let mut seats = [Seat::program("level:3"), Seat::program("level:3")];
    seats[puzzle.solver() as usize] = Seat::person("");
    (GameInPlay::new(game, seats), puzzle)
}

#[test]
fn a_mistake_of_a_game_comes_back_the_next_day_is_missed_again_and_solved() {
    let folder = tempfile::tempdir().unwrap();
    let database = url(folder.path());
    let (game, puzzle) = lost_game();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Store::open(&database).await.unwrap();
        store.create(&NewGame::from(game)).await.unwrap();
        store.close().await;
    });
    let out = outflank(&["learn", "games", "--threads", "1", "--database", &database]).good();
    assert!(out.starts_with("1 game reviewed: ") && out.contains("due tomorrow"), "{out}");
    // Once is enough.
    let again = outflank(&["learn", "games", "--database", &database]).good();
    assert!(again.starts_with("0 games reviewed"), "{again}");
    let now = today(&database);
    assert_eq!((now["due"].as_i64(), now["games"].as_i64()), (Some(0), Some(1)), "{now}");
    assert!(now["cards"].as_i64().unwrap() >= 1 && now["next_due"].as_i64().is_some(), "{now}");
    let ahead = |hours: &str, typed: &str| {
        let mut command = program();
        command.env("OUTFLANK_LEARN_AHEAD_HOURS", hours).args(["learn", "review", "--database", &database]);
        feed(&mut command, typed.as_bytes()).good()
    };
    assert!(ahead("1", "").contains("Nothing is due."));
    let wrong: Move = puzzle.moves.last().unwrap().square.into();
    let out = ahead("24", &format!("hint\n{wrong}\nquit\n"));
    let first = puzzle.line[0];
    for part in [
        format!("You played {wrong} here"),
        format!("{wrong} is not the move. {first} is better."),
        "Better: ".to_owned(),
    ] {
        assert!(out.contains(&part), "{part}: {out}");
    }
    // Ten minutes later, which an hour is too, it is asked again, and solved.
    let out = ahead("25", &format!("{first}\nquit\n").repeat(6));
    assert!(out.contains("Right. It comes back "), "{out}");
}

#[test]
fn without_a_command_everything_comes_in_turn() {
    let folder = tempfile::tempdir().unwrap();
    let database = url(folder.path());
    let out = outflank_with(&["learn", "--database", &database], b"help\nskip\nquit\n").good();
    let order = [
        "Today: 0 positions due",
        "Puzzles: rating 1500?",
        "Nothing is due.",
        "Puzzle ",
        "forget ",
        "was the move.",
        "Puzzle ",
        "0 of 1 puzzle solved",
    ];
    let mut rest = out.as_str();
    for part in order {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("{part}: {out}")).1;
    }
}
