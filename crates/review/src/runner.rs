//! Doing the jobs of a review with an engine, on the calling thread.

use std::sync::Arc;
use std::time::Duration;

use outflank_coach::{Examiner, Mistake, Variation};
use outflank_engine::{
    Clock, Comparison, Engine, Goal, Limits, MoveValue, OneThread, Search, TableTooLarge, Threads, Truth,
    Value, Wanted,
};
use outflank_rules::{Move, Position, Symmetry};

use crate::canonical::Canonical;
use crate::job::{JobEnd, JobReport, ReviewJob, ReviewResult};
use crate::notes::{PositionNotes, mapped};
use crate::pass::Pass;
use crate::plan::{EXPLAIN_DEPTH, QUICK_DEPTH, STANDARD_DEPTH, TABLE_MIB};
use crate::schedule::ReviewSchedule;
use crate::signature::EngineSignature;
use crate::stored::{self, ResultStore, StoredResult};

/// Does the jobs of reviews.
///
/// A pass of the review searches the canonical position on one thread with a transposition table of its own:
/// what it finds depends on nothing else. An analysis uses the table of the engine, threads and clock.
pub struct ReviewRunner<'a> {
    /// The engine whose weights are used.
    pub engine: &'a Engine,
    /// The threads of an analysis.
    pub threads: &'a dyn Threads,
    /// What limits an analysis in time; without it there is no limit. Every search asks it now and then, so
    /// that a clock which sleeps lets searches rest.
    pub clock: Option<Arc<dyn Clock>>,
    /// Where results are found and kept, and the signature of the engine.
    pub memory: Option<(&'a mut dyn ResultStore, &'a EngineSignature)>,
}

/// Why a search has no result.
enum Nothing {
    Stopped,
    NoMemory,
}

impl From<TableTooLarge> for Nothing {
    fn from(_: TableTooLarge) -> Nothing {
        Nothing::NoMemory
    }
}

/// What a search found and how many boards it visited.
type JobResult = Result<(ReviewResult, u64), Nothing>;

impl ReviewRunner<'_> {
    /// Does a job, unless its result is stored. `observe` hears of every depth of an analysis: what is known
    /// then, and how many boards were visited.
    pub fn run(
        &mut self,
        job: &ReviewJob,
        observe: &mut (dyn FnMut(&PositionNotes, u64) + Send),
    ) -> JobReport {
        if job.stopper.is_stopped() {
            return JobReport::stopped(job.id);
        }
        let canonical = Canonical::of(&job.position);
        if let Some(results) = self.recall(job, &canonical) {
            return JobReport { id: job.id, results, end: JobEnd::Done, is_recalled: true, nodes: 0 };
        }
        let searched = match job.pass {
            Pass::Quick => self.compare(job, &canonical, QUICK_DEPTH, false),
            Pass::Standard => self.compare(job, &canonical, STANDARD_DEPTH, true),
            Pass::Solve => self.solve(job, &canonical),
            Pass::Explain { played, better } => self.explain(job, &canonical, (played, better)),
            Pass::Analysis { wanted } => Ok(self.analyze(job, &canonical, wanted, observe)),
        };
        match searched {
            Ok((result, nodes)) => {
                self.keep(job, &result);
                JobReport { id: job.id, results: vec![result], end: JobEnd::Done, is_recalled: false, nodes }
            }
            Err(Nothing::Stopped) => JobReport::stopped(job.id),
            Err(Nothing::NoMemory) => JobReport::no_engine(job.id),
        }
    }

    /// Does all jobs of a schedule, one after the other, until nothing is left to do or `stops` says so.
    pub fn run_all(&mut self, schedule: &mut ReviewSchedule, mut stops: impl FnMut(&ReviewSchedule) -> bool) {
        while !stops(schedule) {
            let Some(job) = schedule.next_job() else { return };
            let report = self.run(&job, &mut |_, _| {});
            schedule.learn(report);
        }
    }

    /// Lets a search ask the clock, without an end: the clock may let it rest.
    fn resting<'a>(&self, search: Search<'a>) -> Search<'a> {
        match &self.clock {
            Some(clock) => search.until(Arc::clone(clock), Duration::MAX),
            None => search,
        }
    }

    fn compare(&self, job: &ReviewJob, canonical: &Canonical, depth: u32, is_standard: bool) -> JobResult {
        let engine = self.engine.with_own_table(TABLE_MIB)?;
        let search = engine.search(canonical.position).depth(depth).stopper(&job.stopper);
        let found = self.resting(search).compare(Wanted::ALL);
        if found.stopped {
            return Err(Nothing::Stopped);
        }
        let notes = PositionNotes::of(&canonical.position, &found);
        Ok((ReviewResult::Values { is_standard, notes: notes.mapped(canonical.back()) }, found.nodes))
    }

    fn solve(&self, job: &ReviewJob, canonical: &Canonical) -> JobResult {
        let engine = self.engine.with_own_table(TABLE_MIB)?;
        let search = engine.search(canonical.position).stopper(&job.stopper);
        let found = self.resting(search).solve(Goal::Exact);
        let best = found.best.filter(|_| found.value.is_exact()).ok_or(Nothing::Stopped)?;
        let best = MoveValue { played: best, value: found.value, line: found.line };
        Ok((ReviewResult::Solved(mapped(&best, canonical.back())), found.nodes))
    }

    fn explain(&self, job: &ReviewJob, canonical: &Canonical, moves: (Move, Move)) -> JobResult {
        let engine = self.engine.with_own_table(TABLE_MIB)?;
        let known: Vec<MoveValue> = job.known.iter().map(|one| mapped(one, canonical.symmetry)).collect();
        let deadline = self.clock.clone().map(|clock| (clock, Duration::MAX));
        let limits = Limits { depth: Some(EXPLAIN_DEPTH), deadline, ..Limits::stopped_by(&job.stopper) };
        let examiner = Examiner { engine: &engine, limits: &limits, threads: &OneThread, known: &known };
        let (played, better) = (canonical.symmetry.mv(moves.0), canonical.symmetry.mv(moves.1));
        let found = examiner.examine(canonical.position, played, Some(better));
        if job.stopper.is_stopped() {
            return Err(Nothing::Stopped);
        }
        let sides = found.map(|mistake| values_of(&mistake));
        let mistake = sides.map(|sides| mistake_of(job.position, &sides, canonical.back()));
        Ok((ReviewResult::Explained(mistake.map(Box::new)), 0))
    }

    fn analyze(
        &self,
        job: &ReviewJob,
        canonical: &Canonical,
        wanted: Wanted,
        observe: &mut (dyn FnMut(&PositionNotes, u64) + Send),
    ) -> (ReviewResult, u64) {
        let mut search = self.engine.search(canonical.position).stopper(&job.stopper).threads(self.threads);
        if let (Some(clock), Some(time)) = (&self.clock, job.time) {
            search = search.until(Arc::clone(clock), clock.now().saturating_add(time));
        }
        let notes = |found: &Comparison| PositionNotes::of(&job.position, &canonical.seen(found));
        let found = search
            .observe(|progress| observe(&notes(&Comparison::from(progress)), progress.nodes))
            .compare(canonical.wanted(wanted));
        (ReviewResult::Analysis(notes(&found)), found.nodes)
    }

    /// Returns what is stored of a position, if that answers the job.
    fn recall(&mut self, job: &ReviewJob, canonical: &Canonical) -> Option<Vec<ReviewResult>> {
        let (store, signature) = self.memory.as_mut()?;
        recall(job, canonical, *store, signature)
    }

    fn keep(&mut self, job: &ReviewJob, result: &ReviewResult) {
        if let Some((store, signature)) = self.memory.as_mut() {
            keep_result(job, result, *store, signature);
        }
    }
}

/// Keeps what a job has found, for whoever does the same search later.
pub fn keep_result(
    job: &ReviewJob,
    result: &ReviewResult,
    store: &mut dyn ResultStore,
    signature: &EngineSignature,
) {
    let canonical = Canonical::of(&job.position);
    // A quick search that has proven every move is as good as the standard one, which is left out then.
    let is_whole = matches!(result, ReviewResult::Values { notes, .. } if notes.is_exact());
    let pass = if job.pass == Pass::Quick && is_whole { Pass::Standard } else { job.pass };
    let Some(pass) = pass.stored_name(canonical.symmetry) else { return };
    let depth = canonical.position.empty().len();
    let is_proven =
        matches!(job.pass, Pass::Explain { played, better } if job.has_proof_of([played, better]));
    let values = match result {
        ReviewResult::Values { notes, .. } => {
            let notes = notes.mapped(canonical.symmetry);
            stored::write(notes.depth(), notes.percent(), notes.moves())
        }
        ReviewResult::Solved(best) => stored::write(depth, 100, &[mapped(best, canonical.symmetry)]),
        ReviewResult::Explained(mistake) if !is_proven => {
            let sides = mistake.as_ref().map(|mistake| values_of(mistake));
            let sides = sides.iter().flatten().map(|one| mapped(one, canonical.symmetry));
            stored::write(EXPLAIN_DEPTH, 100, &sides.collect::<Vec<_>>())
        }
        ReviewResult::Explained(_) | ReviewResult::Analysis(_) => return,
    };
    let (board, engine) = (canonical.key(), signature.as_str().to_owned());
    store.save(StoredResult { board, pass, engine, values });
}

/// Tells whether a search has been done before, so that doing it again costs nothing.
#[must_use]
pub fn is_stored(job: &ReviewJob, store: &mut dyn ResultStore, signature: &EngineSignature) -> bool {
    recall(job, &Canonical::of(&job.position), store, signature).is_some()
}

/// Returns what is stored of a position, if that answers a job.
fn recall(
    job: &ReviewJob,
    canonical: &Canonical,
    store: &mut dyn ResultStore,
    signature: &EngineSignature,
) -> Option<Vec<ReviewResult>> {
    let name = |pass: Pass| pass.stored_name(canonical.symmetry);
    let asked = match job.pass {
        Pass::Analysis { .. } => return None,
        // Two proven values need no search: their variations are only completed.
        Pass::Explain { played, better } if job.has_proof_of([played, better]) => return None,
        // What the standard pass found is as good as what the quick one finds.
        Pass::Quick => name(Pass::Standard)?,
        other => name(other)?,
    };
    let rows = store.load(&canonical.key(), signature.as_str());
    let row = |name: &str| rows.iter().find(|row| row.pass == name);
    if let Pass::Explain { played, better } = job.pass {
        let mistake = read_mistake(&row(&asked)?.values, job.position, canonical, (played, better))?;
        return Some(vec![ReviewResult::Explained(mistake)]);
    }
    let back = canonical.back();
    let values = row(&name(Pass::Standard)?).and_then(|row| {
        let notes = stored::read_notes(&row.values, &canonical.position)?.mapped(back);
        Some(ReviewResult::Values { is_standard: true, notes })
    });
    let solved = row(&name(Pass::Solve)?).and_then(|row| {
        let (_, _, moves) = stored::read(&row.values, &canonical.position)?;
        let best = moves.first().filter(|best| best.value.is_exact())?;
        Some(ReviewResult::Solved(mapped(best, back)))
    });
    let is_answer = if job.pass == Pass::Solve { solved.is_some() } else { values.is_some() };
    is_answer.then(|| values.into_iter().chain(solved).collect())
}

/// Returns the two sides of a mistake: the played move, then the better one.
pub(crate) fn values_of(mistake: &Mistake) -> [MoveValue; 2] {
    let truth =
        if mistake.exact { Truth::Exact } else { Truth::Estimate { depth: EXPLAIN_DEPTH, percent: 100 } };
    let one = |variation: &Variation, score| MoveValue {
        played: variation.moves().first().copied().unwrap_or(Move::Pass),
        value: Value { score, truth },
        line: variation.moves().to_vec(),
    };
    [one(&mistake.played, mistake.value_played), one(&mistake.better, mistake.value_better)]
}

/// Makes a mistake of its two sides, as a symmetry leads to its position.
pub(crate) fn mistake_of(position: Position, sides: &[MoveValue; 2], symmetry: Symmetry) -> Mistake {
    let [played, better] = sides.each_ref().map(|one| mapped(one, symmetry));
    Mistake {
        value_played: played.value.score,
        value_better: better.value.score,
        exact: played.value.is_exact() && better.value.is_exact(),
        played: Variation::follow(position, &played.line),
        better: Variation::follow(position, &better.line),
    }
}

/// Reads a stored mistake; `Some(None)` if the closer look found no loss.
fn read_mistake(
    text: &str,
    position: Position,
    canonical: &Canonical,
    moves: (Move, Move),
) -> Option<Option<Box<Mistake>>> {
    let (_, _, sides) = stored::read(text, &canonical.position)?;
    if sides.is_empty() {
        return Some(None);
    }
    let sides: [MoveValue; 2] = sides.try_into().ok()?;
    let mistake = mistake_of(position, &sides, canonical.back());
    let first = |variation: &Variation| variation.moves().first().copied();
    let is_asked = (first(&mistake.played), first(&mistake.better)) == (Some(moves.0), Some(moves.1));
    is_asked.then(|| Some(Box::new(mistake)))
}
