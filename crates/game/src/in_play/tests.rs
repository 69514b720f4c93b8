//! Games that are taken back, looked at, given up and timed.

use outflank_rules::Position;

use super::*;
use crate::ViewedGame;

const NO_TIME: Duration = Duration::ZERO;

fn seats(people: [bool; 2]) -> [Seat; 2] {
    people.map(|person| if person { Seat::person("") } else { Seat::program("greedy") })
}

fn game(black: bool, white: bool) -> ViewedGame {
    GameInPlay::new(Game::new(Position::start()), seats([black, white])).into()
}

fn square(name: &str) -> Move {
    name.parse().unwrap()
}

#[test]
fn undo_returns_to_the_persons_own_turn_and_redo_plays_the_reply_too() {
    let mut game = game(true, false);
    game.play(square("f5"), NO_TIME).unwrap();
    game.reply(square("d6"), NO_TIME).unwrap();
    assert_eq!(game.undo(), Some(2));
    assert_eq!(game.plies().len(), 0);
    assert_eq!(game.undo(), None);
    assert_eq!(game.redo(), Some(2));
    assert_eq!(game.redo(), None);
}

#[test]
fn the_computers_first_move_cannot_be_taken_back() {
    let mut game = game(false, true);
    game.reply(square("f5"), NO_TIME).unwrap();
    assert_eq!(game.undo(), None);
}

#[test]
fn looking_back_changes_nothing_until_undo_goes_on_from_there() {
    let mut game = game(true, true);
    for name in ["f5", "d6", "c3", "d3"] {
        game.play(square(name), NO_TIME).unwrap();
    }
    game.look_at(2);
    assert!(game.is_looking_back());
    assert_eq!(game.viewed().transcript(), "f5d6");
    assert_eq!(game.last_move().unwrap().0, "d6".parse().unwrap());
    assert_eq!(game.play(square("c3"), NO_TIME), Err(MoveRefused::LookingBack(2)));
    assert_eq!(game.history().transcript(), "f5d6c3d3");
    assert_eq!(game.undo(), Some(2));
    assert_eq!(game.history().transcript(), "f5d6");
    game.look_at(9);
    assert!(!game.is_looking_back());
    game.look_by(-1);
    assert_eq!(game.viewed_ply(), 1);
}

#[test]
fn a_reply_is_made_while_somebody_looks_back() {
    let mut game = game(true, false);
    game.play(square("f5"), NO_TIME).unwrap();
    game.look_at(0);
    game.reply(square("d6"), NO_TIME).unwrap();
    assert_eq!((game.viewed_ply(), game.plies().len()), (0, 2));
}

#[test]
fn whoever_resigns_loses_and_may_think_better_of_it() {
    let mut game = game(true, true);
    game.play(square("f5"), NO_TIME).unwrap();
    assert!(game.resign(Color::White) && !game.resign(Color::Black));
    assert_eq!(game.result(), Some(GameResult::lost_by(Ending::Resigned, Color::White)));
    assert_eq!((game.winner(), game.score()), (Some(Color::Black), 64));
    assert_eq!(game.verdict().unwrap(), "Game over: white resigned, black wins.");
    assert_eq!(game.play(square("d6"), NO_TIME), Err(MoveRefused::Over));
    assert_eq!(game.undo(), Some(0));
    assert!(game.play(square("d6"), NO_TIME).is_ok());
}

#[test]
fn a_clock_counts_each_side_and_ends_the_game() {
    let second = Duration::from_secs(1);
    let control = TimeControl { initial: 10 * second, increment: second };
    let timed = GameInPlay::new(Game::new(Position::start()), seats([true, true]));
    let mut game = ViewedGame::from(timed.with_time_control(Some(control)));
    game.play(square("f5"), 4 * second).unwrap();
    assert_eq!(game.left(Color::Black), Some(7 * second));
    assert_eq!(game.flag_falls_in(4 * second), Some(6 * second));
    assert!(!game.flag_if_fallen(10 * second));
    assert!(game.flag_if_fallen(11 * second));
    assert_eq!((game.winner(), game.flag_falls_in(NO_TIME)), (Some(Color::Black), None));
    assert!(game.undo().is_some());
    assert_eq!(game.play(square("d6"), 11 * second), Err(MoveRefused::OutOfTime(Color::White)));
    assert_eq!(game.result(), Some(GameResult::lost_by(Ending::TimeOut, Color::White)));
}

#[test]
fn a_forced_pass_is_made_for_whoever_has_no_move() {
    let start: Position = format!("-OOOOOOX{}O", "-".repeat(56)).parse().unwrap();
    let mut game = GameInPlay::new(Game::new(start), seats([true, true]));
    assert_eq!(game.pass_if_forced().unwrap().side, Color::White);
    assert_eq!(game.pass_if_forced(), None);
    game.play(square("a1"), NO_TIME).unwrap();
    assert_eq!(game.pass_if_forced(), None);
    assert!(game.verdict().unwrap().starts_with("Game over: black wins 64 to 0"));
}

#[test]
fn a_person_may_have_to_say_pass_but_a_program_never_has_to() {
    let start: Position = format!("-OOOOOOX{}O", "-".repeat(56)).parse().unwrap();
    let by_hand = |people| GameInPlay::new(Game::new(start), seats(people)).with_manual_pass(true);
    let mut game = by_hand([true, true]);
    assert_eq!(game.pass_if_forced(), None);
    assert!(game.play(Move::Pass, NO_TIME).is_ok());
    assert!(by_hand([true, false]).pass_if_forced().is_some());
}

#[test]
fn a_game_that_does_not_count_has_no_winner_and_a_forfeit_loses_all() {
    let start = || GameInPlay::new(Game::new(Position::start()), seats([true, true]));
    let mut aborted = start();
    assert!(aborted.end(GameResult { ending: Ending::Aborted, winner: None }));
    assert_eq!((aborted.winner(), aborted.verdict().as_deref()), (None, Some("Game over: aborted.")));
    let mut forfeited = start();
    assert!(forfeited.end(GameResult::lost_by(Ending::Forfeited, Color::Black)));
    assert_eq!(forfeited.score(), -64);
}
