//! The desk with a real engine, without threads or a connection.

use outflank_coach::{Mistake, explain};
use outflank_engine::eval::Weights;
use outflank_engine::{Engine, Goal, Limits, OneThread};
use outflank_rules::{Color, Position};

use super::desk::{Desk, Effort, Job};
use super::knowledge::{Kind, Knowledge};
use super::summary::summary;

/// The last plies of a game: 14 empty squares, a mistake of 6 discs first, then first legal moves.
const ENDING: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--X";

fn ending() -> Vec<(Position, Option<outflank_rules::Move>)> {
    let mut position: Position = ENDING.parse().unwrap();
    let mut line = Vec::new();
    while !position.is_finished() {
        let first = if line.is_empty() { "h1".parse().ok() } else { None };
        let played = first.unwrap_or_else(|| {
            position.legal_moves().first().map_or(outflank_rules::Move::Pass, outflank_rules::Move::Place)
        });
        line.push((position, Some(played)));
        position = position.play(played).unwrap();
    }
    line.push((position, None));
    line
}

/// Does a search as the server would.
fn work(engine: &Engine, desk: &mut Desk, job: &Job) {
    let limits = Limits { depth: job.depth, ..Limits::default() };
    if let Effort::Explain { played, better } = job.effort {
        let found = Mistake::examine(engine, job.position, played, Some(better), &limits, &OneThread);
        desk.learn_why(job.position, job.effort, found.map(|found| (found.clone(), explain(&found))));
        return desk.ended(job.position, job.effort, true);
    }
    let found = engine.search(job.position).limits(&limits).compare(job.wanted);
    desk.learn(job.position, job.effort, Knowledge::of(&found));
    desk.ended(job.position, job.effort, true);
}

#[test]
fn every_position_is_known_before_any_is_searched_deeper_and_all_end_exact() {
    let engine = Engine::new(8, Weights::embedded()).unwrap();
    let mut desk = Desk::new(ending(), 1);
    let mut deeper = false;
    while let Some(job) = desk.next() {
        deeper |= job.effort != Effort::Shallow;
        assert!(!deeper || job.effort != Effort::Shallow);
        work(&engine, &mut desk, &job);
    }
    let sums = summary(&desk);
    assert_eq!((sums.exact_from, sums.done), (Some(0), sums.total));
    let first = sums.plies[0].as_ref().unwrap();
    assert_eq!((first.loss, first.best.as_str(), first.exact), (6, "g8", true));
    let why = desk.explained(desk.line()[0].0).unwrap();
    let mistake = why.mistake.as_ref().unwrap();
    assert_eq!((mistake.loss(), mistake.exact), (6, true));
    let main = why.claims.first().unwrap().cause.name();
    let lesson = sums.black.lessons.iter().find(|lesson| lesson.cause == main).unwrap();
    assert!(lesson.plies.contains(&0) && lesson.loss >= 6);
    assert_eq!(
        sums.black.loss,
        sums.plies
            .iter()
            .flatten()
            .filter(|ply| ply.side == Color::Black.into())
            .map(|ply| ply.loss)
            .sum::<i32>()
    );
    for &(position, _) in desk.line().iter().filter(|(position, _)| !position.is_finished()) {
        let known = desk.known(position).unwrap();
        let solved = engine.search(position).solve(Goal::Exact).value.score;
        assert_eq!((known.moves[0].score, known.moves[0].kind), (solved, Kind::Exact), "{position}");
    }
}

#[test]
fn the_last_positions_of_reference_games_are_worth_what_the_solver_says() {
    const EMPTIES: u32 = 14;
    let games = include_str!("../../../../data/famous_games.tsv");
    let engine = Engine::new(16, Weights::embedded()).unwrap();
    let solver = Engine::new(16, Weights::embedded()).unwrap();
    for game in games.lines().skip(1).take(4) {
        let text = game.split('\t').nth(6).unwrap();
        let record = crate::routes::text::parse(text).unwrap();
        let mut position = record.start();
        let mut line = Vec::new();
        for played in record.moves() {
            if position.empty().len() <= EMPTIES {
                line.push((position, Some(played)));
            }
            position = position.play(played).unwrap();
        }
        line.push((position, None));
        let mut desk = Desk::new(line, 1);
        while let Some(job) = desk.next() {
            work(&engine, &mut desk, &job);
        }
        for &(position, _) in desk.line().iter().filter(|(position, _)| !position.is_finished()) {
            for known in &desk.known(position).unwrap().moves {
                let next = position.play(known.played).unwrap();
                let solved = -solver.search(next).solve(Goal::Exact).value.score;
                assert_eq!((known.score, known.kind), (solved, Kind::Exact), "{position} {}", known.played);
            }
        }
    }
}

#[test]
fn the_position_on_screen_comes_first_and_what_runs_elsewhere_is_stopped() {
    let mut desk = Desk::new(vec![(Position::start(), None)], 1);
    let engine = Engine::new(8, Weights::embedded()).unwrap();
    let shallow = desk.next().unwrap();
    work(&engine, &mut desk, &shallow);
    let deep = desk.next().unwrap();
    assert_eq!((deep.position, deep.effort), (Position::start(), Effort::Deep));
    assert!(desk.next().is_none());
    let after = Position::start().play("f5".parse::<outflank_rules::Move>().unwrap()).unwrap();
    desk.show(after);
    assert!(deep.stopper.is_stopped());
    desk.ended(deep.position, deep.effort, true);
    assert_eq!(desk.next().map(|job| (job.position, job.effort)), Some((after, Effort::Shallow)));
}

#[test]
fn nothing_begins_while_paused_and_nothing_is_left_running() {
    let mut desk = Desk::new(ending(), 2);
    let running: Vec<Job> = [desk.next(), desk.next()].into_iter().flatten().collect();
    assert_eq!(running.len(), 2);
    assert!(desk.next().is_none());
    desk.paused = true;
    assert!(desk.next().is_none());
    drop(desk);
    assert!(running.iter().all(|job| job.stopper.is_stopped()));
}
