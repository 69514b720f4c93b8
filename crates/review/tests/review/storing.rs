//! What one review has searched another need not search again.

use outflank_engine::OneThread;
use outflank_review::{ReviewRunner, ReviewSchedule};
use outflank_rules::{Move, Position, Symmetry};

use crate::{Shelf, engine, famous_game, schedule_of, signature};

fn game() -> (Position, Vec<Move>) {
    let (start, mut moves) = famous_game(2, 28);
    moves.truncate(9);
    (start, moves)
}

/// Reviews a game with a store; returns what was found and how many jobs were searched.
fn review_with(shelf: &mut Shelf, game: &(Position, Vec<Move>)) -> (ReviewSchedule, usize) {
    let engine = engine();
    let signature = signature(&engine);
    let mut schedule = schedule_of(game).explaining();
    let mut searched = 0;
    while let Some(job) = schedule.next_job() {
        let memory = Some((&mut *shelf as &mut dyn outflank_review::ResultStore, &signature));
        let mut runner = ReviewRunner { engine: &engine, threads: &OneThread, clock: None, memory };
        let report = runner.run(&job, &mut |_, _| {});
        searched += usize::from(!report.is_recalled);
        schedule.learn(report);
    }
    assert!(schedule.is_complete());
    (schedule, searched)
}

#[test]
fn nothing_is_searched_twice_and_the_results_are_the_same() {
    let game = game();
    let mut shelf = Shelf::default();
    let (first, searched) = review_with(&mut shelf, &game);
    assert!(searched > game.1.len() && shelf.saved > game.1.len(), "{searched}");
    let (saved, proven) = (shelf.saved, 2);
    let (again, searched) = review_with(&mut shelf, &game);
    // Explanations of proven mistakes are made of what is known.
    assert!(searched <= proven, "{searched}");
    assert_eq!(shelf.saved, saved);
    assert_eq!(first.summary(), again.summary());
    // A mirror image is the same position.
    let mirror = Symmetry::MirrorRows;
    let mirrored = (mirror.position(game.0), game.1.iter().map(|&played| mirror.mv(played)).collect());
    let (other, searched) = review_with(&mut shelf, &mirrored);
    assert!(searched <= proven, "{searched}");
    assert_eq!(first.summary().sides, other.summary().sides);
}

#[test]
fn results_of_another_engine_and_damaged_ones_are_not_used() {
    let mut game = game();
    game.1.truncate(2);
    let mut shelf = Shelf::default();
    let (first, searched) = review_with(&mut shelf, &game);
    shelf.rows.values_mut().for_each(|row| row.engine = "another".to_owned());
    assert_eq!(review_with(&mut shelf, &game).1, searched);
    shelf.rows.values_mut().for_each(|row| row.values.truncate(row.values.len() - 1));
    let (again, anew) = review_with(&mut shelf, &game);
    assert_eq!((anew, again.summary()), (searched, first.summary()));
}
