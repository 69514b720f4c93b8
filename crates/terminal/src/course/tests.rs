//! Games that are taken back, looked at, given up and timed.

use super::*;

const NO_TIME: Duration = Duration::ZERO;

fn course(black: bool, white: bool) -> Course {
    Course::new(Game::new(Position::start()), [black, white])
}

fn square(name: &str) -> Move {
    name.parse().unwrap()
}

#[test]
fn undo_returns_to_the_persons_own_turn_and_redo_plays_the_reply_too() {
    let mut course = course(true, false);
    course.play(square("f5"), NO_TIME).unwrap();
    course.reply(square("d6"), NO_TIME).unwrap();
    assert_eq!(course.undo(), Some(2));
    assert_eq!(course.game().plies().len(), 0);
    assert_eq!(course.undo(), None);
    assert_eq!(course.redo(), Some(2));
    assert_eq!(course.redo(), None);
}

#[test]
fn the_computers_first_move_cannot_be_taken_back() {
    let mut course = course(false, true);
    course.reply(square("f5"), NO_TIME).unwrap();
    assert_eq!(course.undo(), None);
}

#[test]
fn looking_back_changes_nothing_until_undo_goes_on_from_there() {
    let mut course = course(true, true);
    for name in ["f5", "d6", "c3", "d3"] {
        course.play(square(name), NO_TIME).unwrap();
    }
    course.look_at(2);
    assert!(course.is_looking_back());
    assert_eq!(course.viewed().transcript(), "f5d6");
    assert_eq!(course.last_move().unwrap().0, "d6".parse().unwrap());
    assert_eq!(course.play(square("c3"), NO_TIME), Err(Refusal::LookingBack(2)));
    assert_eq!(course.game().transcript(), "f5d6c3d3");
    assert_eq!(course.undo(), Some(2));
    assert_eq!(course.game().transcript(), "f5d6");
    course.look_at(9);
    assert!(!course.is_looking_back());
    course.look_by(-1);
    assert_eq!(course.viewed_ply(), 1);
}

#[test]
fn a_reply_is_made_while_somebody_looks_back() {
    let mut course = course(true, false);
    course.play(square("f5"), NO_TIME).unwrap();
    course.look_at(0);
    course.reply(square("d6"), NO_TIME).unwrap();
    assert_eq!((course.viewed_ply(), course.game().plies().len()), (0, 2));
}

#[test]
fn whoever_resigns_loses_and_may_think_better_of_it() {
    let mut course = course(true, true);
    course.play(square("f5"), NO_TIME).unwrap();
    assert!(course.resign(Color::White) && !course.resign(Color::Black));
    assert_eq!(
        (course.winner(), course.ending()),
        (Some(Color::Black), Some(Ending::Resigned(Color::White)))
    );
    assert_eq!(course.verdict().unwrap(), "Game over: white resigned, black wins.");
    assert_eq!(course.play(square("d6"), NO_TIME), Err(Refusal::Over));
    assert_eq!(course.undo(), Some(0));
    assert!(course.play(square("d6"), NO_TIME).is_ok());
}

#[test]
fn a_clock_counts_each_side_and_ends_the_game() {
    let second = Duration::from_secs(1);
    let control = TimeControl { initial: 10 * second, increment: second };
    let mut course = course(true, true).with_clock(Some(control));
    course.play(square("f5"), 4 * second).unwrap();
    assert_eq!(course.left(Color::Black), Some(7 * second));
    assert!(!course.tick(10 * second));
    assert!(course.tick(11 * second));
    assert_eq!(course.winner(), Some(Color::Black));
    assert!(course.undo().is_some());
    assert_eq!(course.play(square("d6"), 11 * second), Err(Refusal::Over));
    assert_eq!(course.ending(), Some(Ending::Time(Color::White)));
}

#[test]
fn a_forced_pass_is_made_for_whoever_has_no_move() {
    let start: Position = format!("-OOOOOOX{}O", "-".repeat(56)).parse().unwrap();
    let mut course = Course::new(Game::new(start), [true, true]);
    assert_eq!(course.pass_if_forced().unwrap().side, Color::White);
    assert_eq!(course.pass_if_forced(), None);
    course.play(square("a1"), NO_TIME).unwrap();
    assert_eq!(course.pass_if_forced(), None);
    assert!(course.verdict().unwrap().starts_with("Game over: black wins 64 to 0"));
}
