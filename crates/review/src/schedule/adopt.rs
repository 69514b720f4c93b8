//! What somebody else has found in the same game.

use super::{Learned, ReviewSchedule};
use crate::job::{ReviewJob, ReviewResult};
use crate::pass::Pass;

impl ReviewSchedule {
    /// Takes what somebody else has found by a pass of the review in a position of the game, as if it had
    /// been searched here; nothing else is taken, and nothing that is known already.
    pub fn adopt(&mut self, job: &ReviewJob, results: Vec<ReviewResult>) -> Learned {
        let fits = |result: &ReviewResult| match (job.pass, result) {
            (Pass::Quick, ReviewResult::Values { is_standard, .. }) => !is_standard,
            (Pass::Standard, ReviewResult::Values { is_standard, .. }) => *is_standard,
            (Pass::Solve, ReviewResult::Solved(best)) => best.value.is_exact(),
            (Pass::Explain { played, better }, ReviewResult::Explained(_)) => {
                self.played(job.position) == Some(played)
                    && self.significant(job.position, played) == Some(better)
            }
            _ => false,
        };
        let is_of_game = self.game.iter().any(|(at, _)| *at == job.position);
        let is_known = self.is_done(job.position) && !matches!(job.pass, Pass::Explain { .. });
        if !is_of_game || is_known || self.is_running(job.position) || !results.iter().all(fits) {
            return Learned::default();
        }
        self.take_results(job, results)
    }
}

#[cfg(test)]
mod tests {
    use outflank_engine::eval::Weights;
    use outflank_engine::{Engine, OneThread, Stopper};
    use outflank_rules::{Move, Position};

    use super::*;
    use crate::{JobMail, JobReport, ReviewRunner};

    /// The last moves of a game, some of them mistakes: always the first legal one.
    fn game() -> (Position, Vec<Move>) {
        let board = "XXXXXXX-OOOOXX--OOOOXXX-OOXOXXXXOXOXXXXXOOXXXOXX--XOOOOX-XOOO-O-X";
        let start: Position = board.parse().unwrap();
        let (mut position, mut moves) = (start, Vec::new());
        while !position.is_finished() {
            let played = position.legal_moves().squares().next().map_or(Move::Pass, Move::Place);
            position = position.play(played).unwrap();
            moves.push(played);
        }
        (start, moves)
    }

    fn schedule() -> ReviewSchedule {
        let (start, moves) = game();
        let mut schedule = ReviewSchedule::new(1).explaining();
        schedule.set_game(start, moves);
        schedule
    }

    #[test]
    fn what_was_found_elsewhere_makes_a_paused_review_complete() {
        let engine = Engine::new(1, Weights::embedded()).unwrap();
        let mut runner = ReviewRunner { engine: &engine, threads: &OneThread, clock: None, memory: None };
        let (mut there, mut here) = (schedule(), schedule());
        here.pause(true);
        while !there.is_complete() {
            let job = there.next_job().unwrap();
            let report = runner.run(&job, &mut |_, _| {});
            let mail = JobMail { id: 0, ..job.mail() };
            let sent = ReviewJob::of_mail(&mail, &Stopper::new()).unwrap();
            here.adopt(&sent, JobReport::of_mail(&report.mail(), job.position).unwrap().results);
            there.learn(report);
        }
        assert!(here.is_complete() && !here.is_searching());
        for &(position, _) in there.game() {
            assert_eq!(here.notes(position), there.notes(position));
            let explained = |schedule: &ReviewSchedule| format!("{:?}", schedule.explanation(position));
            assert_eq!(explained(&here), explained(&there));
        }
        assert!(there.game().iter().any(|&(position, _)| there.explanation(position).is_some()));
    }

    #[test]
    fn nothing_is_taken_that_does_not_belong_here() {
        let engine = Engine::new(1, Weights::embedded()).unwrap();
        let mut runner = ReviewRunner { engine: &engine, threads: &OneThread, clock: None, memory: None };
        let (mut there, mut here) = (schedule(), schedule());
        let job = there.next_job().unwrap();
        let results = runner.run(&job, &mut |_, _| {}).results;
        // Another position, another pass, an analysis.
        let elsewhere = ReviewJob { position: Position::start(), ..job.clone() };
        let other = ReviewJob { pass: Pass::Solve, ..job.clone() };
        let analysis =
            ReviewJob { pass: Pass::Analysis { wanted: outflank_engine::Wanted::ALL }, ..job.clone() };
        for wrong in [elsewhere, other, analysis] {
            assert_eq!(here.adopt(&wrong, results.clone()), Learned::default());
        }
        assert_eq!(here.adopt(&job, results.clone()).positions.first(), Some(&job.position));
        assert!(here.notes(job.position).is_some());
        assert_eq!(here.notes(Position::start()), None);
    }
}
