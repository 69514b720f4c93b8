//! The schedule with a real engine, without threads or a connection.

use outflank_coach::Label;
use outflank_engine::Goal;
use outflank_review::{Pass, ReviewSchedule};
use outflank_rules::{Color, Position};

use crate::{ending, engine, famous_game, reviewed, runner, schedule_of};

#[test]
fn every_position_is_known_before_any_is_searched_deeper_and_all_end_exact() {
    let engine = engine();
    let mut schedule = schedule_of(&ending()).explaining();
    let mut is_deeper = false;
    while let Some(job) = schedule.next_job() {
        is_deeper |= job.pass != Pass::Quick;
        assert!(!is_deeper || job.pass != Pass::Quick);
        schedule.learn(runner(&engine).run(&job, &mut |_, _| {}));
    }
    assert!(schedule.is_complete());
    let summary = schedule.summary();
    assert_eq!((summary.exact_from, summary.done), (Some(0), summary.scores.len()));
    let first = summary.plies[0].unwrap();
    assert_eq!((first.loss(), first.best.to_string().as_str(), first.is_exact), (6, "g8", true));
    assert!(first.label >= Label::Inaccuracy);
    let explanation = schedule.explanation(schedule.game()[0].0).unwrap();
    let mistake = explanation.mistake().unwrap();
    assert_eq!((mistake.loss(), mistake.exact), (6, true));
    assert!(mistake.played.last().is_finished() && mistake.better.last().is_finished());
    let main = explanation.claims().first().unwrap().cause;
    let black = &summary.sides[Color::Black as usize];
    let lesson = black.lessons.iter().find(|lesson| lesson.cause == main).unwrap();
    assert!(lesson.plies.contains(&0) && lesson.loss >= 6);
    let own = summary.plies.iter().flatten().filter(|ply| ply.side == Color::Black);
    assert_eq!(black.loss, own.map(|ply| ply.loss()).sum::<i32>());
    for &(position, _) in schedule.game().iter().filter(|(position, _)| !position.is_finished()) {
        let best = schedule.notes(position).unwrap().best().unwrap().value;
        let solved = engine.search(position).solve(Goal::Exact).value;
        assert_eq!((best.score, best.truth), (solved.score, solved.truth), "{position}");
    }
}

#[test]
fn the_last_positions_of_reference_games_are_worth_what_the_solver_says() {
    let engine = engine();
    for number in 1..=4 {
        let schedule = reviewed(&engine, &famous_game(number, 14));
        for &(position, _) in schedule.game().iter().filter(|(position, _)| !position.is_finished()) {
            for known in schedule.notes(position).unwrap().moves() {
                let next = position.play(known.played).unwrap();
                let solved = -engine.search(next).solve(Goal::Exact).value;
                assert_eq!(known.value, solved, "{position} {}", known.played);
            }
        }
    }
}

#[test]
fn the_best_move_and_the_one_played_are_proven_before_all_moves_are() {
    let engine = engine();
    let schedule = reviewed(&engine, &famous_game(3, 20));
    let summary = schedule.summary();
    assert_eq!(summary.exact_from, Some(0));
    assert!(summary.plies.iter().all(|ply| ply.unwrap().is_exact));
    let (first, played) = schedule.game()[0];
    let notes = schedule.notes(first).unwrap();
    assert_eq!(first.empty().len(), 20);
    assert!(!notes.is_exact() && notes.is_exact_for(played.unwrap()));
    // Nothing is said to be better than what is proven to be the best.
    let best = engine.search(first).solve(Goal::Exact).value;
    assert!(notes.moves().iter().all(|one| one.value.score <= best.score));
    assert_eq!(notes.best().unwrap().value, best);
}

#[test]
fn a_position_without_a_game_is_analysed_until_it_is_solved() {
    let engine = engine();
    let mut schedule = ReviewSchedule::new(1);
    let position: Position = crate::ENDING.parse().unwrap();
    schedule.show(Some(position));
    runner(&engine).run_all(&mut schedule, |_| false);
    assert!(schedule.is_settled(position) && schedule.analysis(position).unwrap().is_exact());
    assert!(schedule.game().is_empty() && schedule.summary().plies.is_empty());
}
