//! What a review finds depends on the game alone.

use outflank_engine::{MoveValue, Wanted};
use outflank_review::{JobReport, ReviewSchedule};
use outflank_rules::{Move, Position, Symmetry};

use crate::{engine, famous_game, reviewed, runner, schedule_of};

/// Twelve positions that are estimated, four that are solved.
fn game() -> (Position, Vec<Move>) {
    let (start, mut moves) = famous_game(2, 36);
    moves.truncate(15);
    (start, moves)
}

fn values(schedule: &ReviewSchedule) -> Vec<Vec<MoveValue>> {
    let notes =
        |position: Position| schedule.notes(position).map_or(Vec::new(), |notes| notes.moves().to_vec());
    schedule.game().iter().map(|(position, _)| notes(*position)).collect()
}

#[test]
fn order_parallel_jobs_and_warm_tables_change_nothing() {
    let engine = engine();
    let game = game();
    let one = reviewed(&engine, &game);
    // Three jobs at a time that end in another order, with a position on screen, analyses and a pause in
    // between, on an engine that has searched before.
    let warm = crate::engine();
    let _searched = warm.search(game.0).depth(8).compare(Wanted::ALL);
    let mut other = ReviewSchedule::new(3);
    other.set_game(game.0, game.1.iter().copied());
    other.show(Some(other.game()[5].0));
    for round in 0.. {
        let mut reports: Vec<JobReport> = Vec::new();
        // An analysis without a clock would never end.
        while let Some(job) = (!other.is_complete()).then(|| other.next_job()).flatten() {
            reports.push(runner(&warm).run(&job, &mut |_, _| {}));
        }
        if round == 4 {
            other.show(Some(other.game()[9].0));
        }
        if reports.is_empty() {
            break;
        }
        reports.into_iter().rev().for_each(|report| {
            other.learn(report);
        });
    }
    for (one, other) in values(&one).into_iter().zip(values(&other)) {
        assert_eq!(one, other);
    }
    assert_eq!(one.summary(), other.summary());
}

#[test]
fn mirrored_games_have_mirrored_reviews() {
    let engine = engine();
    let mut game = game();
    game.1.truncate(6);
    let one = reviewed(&engine, &game);
    for symmetry in [Symmetry::QuarterTurn, Symmetry::AntiTranspose] {
        let mirrored =
            (symmetry.position(game.0), game.1.iter().map(|&played| symmetry.mv(played)).collect());
        let other = reviewed(&engine, &mirrored);
        let (one, other) = (one.summary(), other.summary());
        assert_eq!(one.scores, other.scores);
        for (one, other) in one.plies.iter().flatten().zip(other.plies.iter().flatten()) {
            assert_eq!((one.score, one.best_score, one.label), (other.score, other.best_score, other.label));
        }
        assert_eq!(
            one.sides.each_ref().map(|side| side.accuracy),
            other.sides.each_ref().map(|side| side.accuracy)
        );
    }
}

#[test]
fn the_first_moves_are_worth_the_same() {
    let engine = engine();
    let schedule = reviewed(&engine, &(Position::start(), Vec::new()));
    let notes = schedule.notes(Position::start()).unwrap();
    assert_eq!(notes.moves().len(), 4);
    assert!(notes.moves().iter().all(|one| one.value == notes.moves()[0].value));
    assert_eq!(schedule_of(&(Position::start(), Vec::new())).game().len(), 1);
}
