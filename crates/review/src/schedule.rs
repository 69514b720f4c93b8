//! The schedule of a review: which position is searched next, how, and what has been found. It starts no
//! search itself.
//!
//! Every position of the game gets the quick pass, then the standard one, from the end of the game to its
//! start, several positions at a time, the one on screen first. Positions near the end are solved, and moves
//! that lost much are explained. That is the review: its values depend on the game alone
//! ([`crate::ReviewRunner`]). When nothing of it is left to do, the position on screen is analysed deeper and
//! deeper, in slices of time that grow.

mod adopt;
mod next;

use std::collections::HashMap;
use std::time::Duration;

use outflank_coach::SIGNIFICANT;
use outflank_engine::{MoveValue, Stopper, Truth, Value, Wanted};
use outflank_rules::{Move, Position};

use crate::entry::{Explanation, PositionEntry, Reached};
use crate::job::{JobEnd, JobReport, ReviewJob, ReviewResult};
use crate::notes::PositionNotes;
use crate::pass::Pass;
use crate::plan::SOLVE_FROM;

/// The first slice of an analysis; each further one is twice as long.
const SLICE: Duration = Duration::from_secs(2);
/// How many positions outside the game are remembered.
const MOST_ENTRIES: usize = 4096;

/// What a report taught.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learned {
    /// The positions of which more is known now.
    pub positions: Vec<Position>,
    /// The position whose mistake is explained now.
    pub explained: Option<Position>,
}

/// The schedule of a review.
#[derive(Debug)]
pub struct ReviewSchedule {
    /// The positions of the game and what was played in each.
    game: Vec<(Position, Option<Move>)>,
    shown: Option<Position>,
    /// The position before the one on screen: what a move that was tried is compared with.
    before: Option<Position>,
    entries: HashMap<Position, PositionEntry>,
    running: Vec<ReviewJob>,
    is_paused: bool,
    explains: bool,
    /// From how many empty squares on an analysis goes on until the position is solved.
    solve_from: u32,
    /// How many passes run at a time, and on how many threads an analysis runs.
    cores: u16,
    threads: u16,
    jobs: u64,
    recalled: usize,
}

impl ReviewSchedule {
    /// Makes a schedule without a game that runs as many passes at a time as there are cores.
    #[must_use]
    pub fn new(cores: u16) -> ReviewSchedule {
        ReviewSchedule {
            game: Vec::new(),
            shown: None,
            before: None,
            entries: HashMap::new(),
            running: Vec::new(),
            is_paused: false,
            explains: false,
            solve_from: SOLVE_FROM,
            cores: cores.max(1),
            threads: cores.max(1),
            jobs: 0,
            recalled: 0,
        }
    }

    /// Explains mistakes, too.
    #[must_use]
    pub fn explaining(mut self) -> ReviewSchedule {
        self.explains = true;
        self
    }

    /// Reviews a game from now on: a position, and the moves from there as far as they are legal. What is
    /// known of positions stays known.
    pub fn set_game(&mut self, start: Position, moves: impl IntoIterator<Item = Move>) {
        let mut position = start;
        let mut game = Vec::new();
        for played in moves {
            let Ok(next) = position.play(played) else { break };
            game.push((position, Some(played)));
            position = next;
        }
        game.push((position, None));
        if self.game != game {
            self.game = game;
            self.after_change();
        }
    }

    /// Reviews no game from now on; the position on screen is searched all the same.
    pub fn clear_game(&mut self) {
        if !self.game.is_empty() {
            self.game.clear();
            self.after_change();
        }
    }

    /// Says which position is on screen.
    pub fn show(&mut self, position: Option<Position>) {
        self.show_after(None, position);
    }

    /// Says which position is on screen, and which one is before it. Both are searched to the depth of the
    /// review, so that the move between them can be judged.
    pub fn show_after(&mut self, before: Option<Position>, position: Option<Position>) {
        if (self.before, self.shown) != (before, position) {
            (self.before, self.shown) = (before, position);
            self.after_change();
        }
    }

    /// Analyses the position on screen until it is solved, however long that takes.
    pub fn insist(&mut self) {
        if let Some(shown) = self.shown {
            self.entries.entry(shown).or_default().is_insisted = true;
            self.stop(|job| matches!(job.pass, Pass::Analysis { .. }));
        }
    }

    /// Begins no search any more, and stops those that take long; or goes on.
    pub fn pause(&mut self, is_paused: bool) {
        self.is_paused = is_paused;
        if is_paused {
            self.stop(|job| !matches!(job.pass, Pass::Quick | Pass::Standard));
        }
    }

    /// Sets from how many empty squares on the position on screen is analysed until it is solved, and on how
    /// many threads.
    pub fn set_analysis(&mut self, solve_from: Option<u32>, threads: Option<u16>) {
        self.solve_from = solve_from.unwrap_or(self.solve_from);
        self.threads = threads.unwrap_or(self.threads).clamp(1, self.cores);
        self.stop(|job| matches!(job.pass, Pass::Analysis { .. }));
    }

    /// Returns the positions of the game and what was played in each; nothing in the last one.
    #[must_use]
    pub fn game(&self) -> &[(Position, Option<Move>)] {
        &self.game
    }

    /// Returns what the review knows of a position.
    #[must_use]
    pub fn notes(&self, position: Position) -> Option<&PositionNotes> {
        self.entries.get(&position)?.notes.as_ref()
    }

    /// Returns all that is known of a position: what an analysis has found goes beyond the review.
    #[must_use]
    pub fn analysis(&self, position: Position) -> Option<&PositionNotes> {
        let entry = self.entries.get(&position)?;
        entry.analysis.as_ref().or(entry.notes.as_ref())
    }

    /// Returns why the move played in a position was a mistake, if that is known and it still is one.
    #[must_use]
    pub fn explanation(&self, position: Position) -> Option<&Explanation> {
        let played = self.played(position)?;
        self.significant(position, played)?;
        self.entries.get(&position)?.explanation.as_ref()
    }

    /// Tells whether the review of a position is over. Its explanation may be missing.
    #[must_use]
    pub fn is_done(&self, position: Position) -> bool {
        position.is_finished()
            || self.entries.get(&position).is_some_and(|entry| {
                let solved = !self.is_in_endgame(position) || entry.is_solved();
                entry.is_hopeless || entry.reached == Reached::Standard && solved
            })
    }

    /// Tells whether nothing will be searched in a position unless somebody asks for it.
    #[must_use]
    pub fn is_settled(&self, position: Position) -> bool {
        self.is_done(position) && (self.shown != Some(position) || self.wanted_analysis().is_none())
    }

    /// Tells whether the whole review is over: every position, and every explanation.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.game.iter().all(|(position, _)| self.is_done(*position)) && self.next_pass().is_none()
    }

    /// Tells whether a job has not been reported on.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        !self.running.is_empty()
    }

    /// Stops every search; they begin anew when their turn comes.
    pub fn stop_all(&self) {
        self.stop(|_| true);
    }

    /// Returns how many jobs were answered by what was stored.
    #[must_use]
    pub fn recalled(&self) -> usize {
        self.recalled
    }

    /// Returns the next search, if one should be begun now.
    pub fn next_job(&mut self) -> Option<ReviewJob> {
        if self.is_paused {
            return None;
        }
        let Some((position, pass)) = self.next_pass() else {
            let analysis = self.wanted_analysis().filter(|_| self.running.is_empty());
            return analysis.and_then(|pass| Some(self.begin(self.shown?, pass)));
        };
        if self.running.len() >= self.cores.into() {
            // Whoever looks at a position is not kept waiting by what takes long elsewhere.
            if pass == Pass::Quick && self.shown == Some(position) {
                self.stop(|job| !matches!(job.pass, Pass::Quick | Pass::Standard));
            }
            return None;
        }
        Some(self.begin(position, pass))
    }

    /// Takes what an analysis has found so far; returns its position, if that is news.
    pub fn progress(&mut self, id: u64, notes: PositionNotes) -> Option<Position> {
        let job = self.running.iter().find(|job| job.id == id)?;
        let (position, is_partial) = (job.position, is_partial(job.pass));
        let entry = self.entries.entry(position).or_default();
        let is_news = entry.learn_analysis(notes, is_partial);
        entry.even_out(&position);
        is_news.then_some(position)
    }

    /// Takes what came of a job, which has ended.
    pub fn learn(&mut self, report: JobReport) -> Learned {
        let learned = Learned::default();
        let Some(place) = self.running.iter().position(|job| job.id == report.id) else { return learned };
        let job = self.running.swap_remove(place);
        let entry = self.entries.entry(job.position).or_default();
        entry.is_hopeless |= report.end == JobEnd::NoEngine;
        if report.end != JobEnd::Done {
            return learned;
        }
        self.recalled += usize::from(report.is_recalled);
        self.take_results(&job, report.results)
    }

    /// Takes what a job has found.
    fn take_results(&mut self, job: &ReviewJob, results: Vec<ReviewResult>) -> Learned {
        let (mut learned, position) = (Learned::default(), job.position);
        let entry = self.entries.entry(position).or_default();
        for result in results {
            match result {
                ReviewResult::Values { is_standard, notes } => entry.learn_values(notes, is_standard),
                ReviewResult::Solved(best) => entry.learn_solution(best),
                ReviewResult::Explained(mistake) => {
                    let Pass::Explain { played, better } = job.pass else { continue };
                    let proven = job.has_proof_of([played, better]);
                    entry.explanation = Some(Explanation::new(better, proven, mistake.map(|one| *one)));
                    learned.explained = Some(position);
                }
                ReviewResult::Analysis(notes) => {
                    entry.slices += u32::from(!job.stopper.is_stopped());
                    entry.learn_analysis(notes, is_partial(job.pass));
                }
            }
        }
        entry.even_out(&position);
        if learned.explained.is_none() {
            learned.positions.push(position);
            learned.positions.extend(self.link(position));
        }
        learned
    }

    /// Carries proven values along the game: what was played is worth what the position after it is worth.
    /// Returns the other positions of which more is known now.
    fn link(&mut self, position: Position) -> Vec<Position> {
        let mut changed = Vec::new();
        let places: Vec<usize> = (0..self.game.len()).filter(|&n| self.game[n].0 == position).collect();
        for place in places.into_iter().flat_map(|place| [place.checked_sub(1), Some(place)]).flatten() {
            let (before, played) = self.game[place];
            // Elsewhere the values of all moves are of one depth, and stay so.
            let Some(played) = played.filter(|_| self.is_in_endgame(before)) else { continue };
            let Some((after, _)) = self.game.get(place + 1) else { continue };
            let Some(proof) = self.proof(*after, played) else { continue };
            let Some(notes) = self.entries.get_mut(&before).and_then(|entry| entry.notes.as_mut()) else {
                continue;
            };
            if notes.of_move(played).is_some_and(|known| !known.value.is_exact()) {
                notes.prove(proof, false);
                notes.even_out(&before);
                if before != position {
                    changed.push(before);
                }
            }
        }
        changed
    }

    /// Returns the proven value of the move that led to a position.
    fn proof(&self, after: Position, played: Move) -> Option<MoveValue> {
        let (score, line): (i32, &[Move]) = if after.is_finished() {
            (after.board().final_score(), &[])
        } else {
            let best = self.entries.get(&after)?.solution()?;
            (best.value.score, &best.line)
        };
        let line = std::iter::once(played).chain(line.iter().copied()).collect();
        Some(MoveValue { played, value: Value { score: -score, truth: Truth::Exact }, line })
    }

    /// Tells whether a position belongs to the part of the game that is solved.
    fn is_in_endgame(&self, position: Position) -> bool {
        position.empty().len() <= SOLVE_FROM && self.game.iter().any(|(at, _)| *at == position)
    }

    fn played(&self, position: Position) -> Option<Move> {
        self.game.iter().find(|(at, _)| *at == position)?.1
    }

    /// Returns the better move, if the played one lost enough to be explained.
    fn significant(&self, position: Position, played: Move) -> Option<Move> {
        let notes = self.notes(position)?;
        let (best, one) = (notes.best()?, notes.of_move(played)?);
        (best.value.score - one.value.score >= SIGNIFICANT).then_some(best.played)
    }

    fn is_running(&self, position: Position) -> bool {
        self.running.iter().any(|job| job.position == position)
    }

    fn begin(&mut self, position: Position, pass: Pass) -> ReviewJob {
        self.jobs += 1;
        let entry = self.entries.entry(position).or_default();
        let (time, threads) = match pass {
            Pass::Analysis { .. } => (Some(SLICE * 2_u32.pow(entry.slices.min(9))), self.threads),
            _ => (None, 1),
        };
        let known = match pass {
            Pass::Explain { .. } => entry.notes.as_ref().map_or(Vec::new(), |notes| notes.moves().to_vec()),
            _ => Vec::new(),
        };
        let job = ReviewJob { id: self.jobs, position, pass, known, time, threads, stopper: Stopper::new() };
        self.running.push(job.clone());
        job
    }

    fn stop(&self, which: impl Fn(&ReviewJob) -> bool) {
        self.running.iter().filter(|job| which(job)).for_each(|job| job.stopper.stop());
    }

    /// Stops what nobody waits for any more, and forgets what is too much to remember.
    fn after_change(&mut self) {
        let is_wanted = |position: Position| {
            [self.shown, self.before].contains(&Some(position))
                || self.game.iter().any(|(at, _)| *at == position)
        };
        let is_analysis = |job: &ReviewJob| matches!(job.pass, Pass::Analysis { .. });
        self.stop(|job| !is_wanted(job.position) || is_analysis(job) && self.shown != Some(job.position));
        if self.entries.len() > MOST_ENTRIES {
            let wanted: Vec<Position> =
                self.entries.keys().copied().filter(|position| is_wanted(*position)).collect();
            self.entries.retain(|position, _| wanted.contains(position));
        }
    }
}

impl Drop for ReviewSchedule {
    /// Nothing is left running when a review is left.
    fn drop(&mut self) {
        self.stop_all();
    }
}

/// Tells whether a pass values some of the moves alone.
fn is_partial(pass: Pass) -> bool {
    matches!(pass, Pass::Analysis { wanted } if wanted != Wanted::ALL)
}
