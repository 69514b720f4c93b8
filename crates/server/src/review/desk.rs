//! The desk of a review: which position is searched next, how, and what has been found. It starts no search itself.
//!
//! First every position of the game gets a shallow search, several at a time. Then one search at a time goes deeper: the
//! position on screen first, the others from the end of the game to its start, in slices of time that grow. Positions near
//! the end are solved: first the best move and the one that was played, then every move. Moves that lost much are explained
//! before other positions are searched deeper, and again when another move turns out to be better or all is proven.

use std::collections::HashMap;
use std::time::Duration;

use outflank_coach::{Claim, Mistake, SIGNIFICANT};
use outflank_engine::{Stopper, Wanted};
use outflank_rules::{Move, Position};

use super::knowledge::Knowledge;
use crate::engines::EXPLAIN_DEPTH;

/// The depth of the shallow searches, in plies; a search that comes within six plies of the end goes all the way.
const SHALLOW: u32 = 6;
/// The longest shallow search. The games tried stay far below.
const SHALLOW_TIME: Duration = Duration::from_millis(150);
/// The first slice of a deeper search; each further one is twice as long.
const SLICE: Duration = Duration::from_secs(2);
/// How many slices a position gets: on screen, elsewhere, and where it is being solved.
const SLICES_SHOWN: u32 = 5;
const SLICES_ELSEWHERE: u32 = 2;
const SLICES_SOLVING: u32 = 7;
/// How many slices the position on screen is ahead of the others.
const AHEAD: u32 = 2;
/// From how many empty squares on positions are solved, unless the page says otherwise.
pub(crate) const EXACT_FROM: u32 = 24;

/// How a position is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// All moves, a few plies.
    Shallow,
    /// The best move and the one that was played, to the end.
    Pair,
    /// All moves, deeper and deeper.
    Deep,
    /// Why the move that was played was a mistake.
    Explain {
        /// The move of the game.
        played: Move,
        /// The better one.
        better: Move,
    },
}

/// Why a move was a mistake.
#[derive(Clone, Debug)]
pub(crate) struct Explained {
    /// The better move, and whether both values were proven then.
    better: Move,
    proven: bool,
    /// The lines; `None` if the closer look found no loss.
    pub(crate) mistake: Option<Mistake>,
    /// The main cause first.
    pub(crate) claims: Vec<Claim>,
}

/// A search to be done.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) position: Position,
    pub(crate) effort: Effort,
    pub(crate) wanted: Wanted,
    pub(crate) depth: Option<u32>,
    pub(crate) time: Duration,
    pub(crate) threads: u16,
    pub(crate) stopper: Stopper,
}

/// What is known of a position and how often it was searched.
#[derive(Debug, Default)]
struct Sheet {
    knowledge: Option<Knowledge>,
    slices: u32,
    /// Whether it is to be solved however long that takes.
    insisted: bool,
    /// Whether the engine could not be had.
    hopeless: bool,
    explained: Option<Explained>,
}

/// The desk.
pub(crate) struct Desk {
    /// The positions of the game and what was played in each.
    line: Vec<(Position, Option<Move>)>,
    shown: Option<Position>,
    sheets: HashMap<Position, Sheet>,
    running: Vec<Job>,
    pub(crate) paused: bool,
    pub(crate) exact_from: u32,
    cores: u16,
    pub(crate) threads: u16,
}

impl Desk {
    /// Makes a desk with the positions of a game; the last one has no move.
    pub(crate) fn new(line: Vec<(Position, Option<Move>)>, cores: u16) -> Desk {
        let shown = line.last().map(|(position, _)| *position);
        let sheets = HashMap::new();
        let (paused, exact_from) = (false, EXACT_FROM);
        Desk { line, shown, sheets, running: Vec::new(), paused, exact_from, cores, threads: cores }
    }

    /// Returns what is known of a position.
    pub(crate) fn known(&self, position: Position) -> Option<&Knowledge> {
        self.sheets.get(&position)?.knowledge.as_ref()
    }

    /// Returns why the move played in a position was a mistake, if that is known and it still is one.
    pub(crate) fn explained(&self, position: Position) -> Option<&Explained> {
        let played = self.played(position)?;
        self.significant(position, played)?;
        self.sheets.get(&position)?.explained.as_ref()
    }

    /// Returns the positions of the game and what was played.
    pub(crate) fn line(&self) -> &[(Position, Option<Move>)] {
        &self.line
    }

    /// Shows a position: whatever deeper search runs elsewhere is stopped.
    pub(crate) fn show(&mut self, position: Position) {
        if self.shown != Some(position) {
            self.shown = Some(position);
            self.stop_deeper();
        }
    }

    /// Solves the position on screen, however long that takes.
    pub(crate) fn insist(&mut self) {
        if let Some(shown) = self.shown {
            self.sheets.entry(shown).or_default().insisted = true;
            self.stop_deeper();
        }
    }

    /// Stops every search that is not shallow; they begin anew when their turn comes.
    pub(crate) fn stop_deeper(&mut self) {
        for job in self.running.iter().filter(|job| job.effort != Effort::Shallow) {
            job.stopper.stop();
        }
    }

    /// Tells whether a position is not searched any more unless somebody insists or looks at it.
    pub(crate) fn is_done(&self, position: Position) -> bool {
        position.is_finished() || self.known(position).is_some() && self.deeper(position).is_none()
    }

    /// Returns the next search, if one should be begun now.
    pub(crate) fn next(&mut self) -> Option<Job> {
        if self.paused {
            return None;
        }
        let shallow = self.shown.into_iter().chain(self.line.iter().rev().map(|(position, _)| *position));
        let unknown = shallow.into_iter().find(|&position| self.needs_shallow(position));
        let is_free = self.running.len() < usize::from(self.cores);
        if let Some(position) = unknown {
            return is_free.then(|| self.begin(position, Effort::Shallow));
        }
        if !self.running.is_empty() {
            return None;
        }
        if let Some((position, effort)) = self.unexplained() {
            return Some(self.begin(position, effort));
        }
        let candidates = self.shown.into_iter().chain(self.line.iter().map(|(position, _)| *position));
        let (position, effort) = candidates
            .filter_map(|position| Some((position, self.deeper(position)?)))
            .min_by_key(|&(position, _)| self.turn(position))?;
        Some(self.begin(position, effort))
    }

    fn needs_shallow(&self, position: Position) -> bool {
        let fresh =
            self.sheets.get(&position).is_none_or(|sheet| sheet.knowledge.is_none() && !sheet.hopeless);
        fresh && !position.is_finished() && !self.running.iter().any(|job| job.position == position)
    }

    /// Returns the better move, if the played one lost enough to be explained.
    fn significant(&self, position: Position, played: Move) -> Option<Move> {
        let known = self.known(position)?;
        let (best, one) = (known.moves.first()?, known.of_move(played)?);
        (best.score - one.score >= SIGNIFICANT).then_some(best.played)
    }

    /// Returns a mistake that should be explained now: the one on screen at once, others when the position on screen has
    /// been searched deeper.
    fn unexplained(&self) -> Option<(Position, Effort)> {
        let is_fresh = |position: &Position| {
            self.sheets.get(position).is_some_and(|sheet| sheet.slices == 0)
                && self.deeper(*position).is_some()
        };
        let others = self.shown.filter(is_fresh).is_none();
        let line = self.line.iter().map(|(position, _)| *position);
        self.shown.into_iter().chain(line.rev()).find_map(|position| {
            let sheet = self.sheets.get(&position).filter(|sheet| !sheet.hopeless)?;
            let played = self.played(position)?;
            let better = self.significant(position, played)?;
            let proven = sheet.knowledge.as_ref()?.is_exact_for(Some(played));
            let ready = others || self.shown == Some(position);
            let told =
                sheet.explained.as_ref().is_some_and(|one| one.better == better && one.proven == proven);
            (ready && !told).then_some((position, Effort::Explain { played, better }))
        })
    }

    /// Returns how a position should be searched further; `None` if it is known well enough.
    fn deeper(&self, position: Position) -> Option<Effort> {
        let sheet = self.sheets.get(&position)?;
        let known = sheet.knowledge.as_ref().filter(|known| !sheet.hopeless && !known.is_exact())?;
        let solving = sheet.insisted || position.empty().len() <= self.exact_from;
        let slices = match (solving, self.shown == Some(position)) {
            _ if sheet.insisted => u32::MAX,
            (true, _) => SLICES_SOLVING,
            (false, true) => SLICES_SHOWN,
            (false, false) => SLICES_ELSEWHERE,
        };
        let pair = solving && !known.is_exact_for(self.played(position));
        (sheet.slices < slices).then_some(if pair { Effort::Pair } else { Effort::Deep })
    }

    /// Returns the place of a position in the queue.
    fn turn(&self, position: Position) -> (u32, u32) {
        let slices = self.sheets.get(&position).map_or(0, |sheet| sheet.slices);
        let ahead = if self.shown == Some(position) { AHEAD } else { 0 };
        let insisted = self.sheets.get(&position).is_some_and(|sheet| sheet.insisted);
        let rounds = if insisted { 0 } else { (slices + AHEAD).saturating_sub(ahead) };
        (rounds, position.empty().len())
    }

    fn played(&self, position: Position) -> Option<Move> {
        self.line.iter().find(|(at, _)| *at == position)?.1
    }

    fn begin(&mut self, position: Position, effort: Effort) -> Job {
        let slices = self.sheets.get(&position).map_or(0, |sheet| sheet.slices);
        let (depth, time, threads) = match effort {
            Effort::Shallow => (Some(SHALLOW), SHALLOW_TIME, 1),
            Effort::Explain { .. } => (Some(EXPLAIN_DEPTH), SLICE, self.threads),
            Effort::Pair | Effort::Deep => (None, SLICE * 2_u32.pow(slices.min(9)), self.threads),
        };
        let wanted = match (effort, self.played(position)) {
            (Effort::Pair, Some(played)) => Wanted::best(1).and(played),
            (Effort::Pair, None) => Wanted::best(1),
            _ => Wanted::ALL,
        };
        let job = Job { position, effort, wanted, depth, time, threads, stopper: Stopper::new() };
        self.running.push(job.clone());
        job
    }

    /// Takes what a search has found so far; tells whether that is news.
    pub(crate) fn learn(&mut self, position: Position, effort: Effort, found: Knowledge) -> bool {
        // The two moves of a pair are told when they are proven; until then all moves side by side say more.
        if found.moves.is_empty() || (effort == Effort::Pair && !found.is_exact()) {
            return false;
        }
        let sheet = self.sheets.entry(position).or_default();
        match &mut sheet.knowledge {
            // A later slice begins at the first depth again.
            Some(known) if effort == Effort::Deep && found.depth < known.depth => return false,
            Some(known) => known.learn(found),
            None => sheet.knowledge = Some(found),
        }
        true
    }

    /// Takes what a closer look at a mistake has found.
    pub(crate) fn learn_why(
        &mut self,
        position: Position,
        effort: Effort,
        found: Option<(Mistake, Vec<Claim>)>,
    ) {
        let Effort::Explain { played, better } = effort else { return };
        let was_stopped = self
            .running
            .iter()
            .any(|job| job.position == position && job.effort == effort && job.stopper.is_stopped());
        if was_stopped {
            return;
        }
        let (mistake, claims) = found.map_or((None, Vec::new()), |(mistake, claims)| (Some(mistake), claims));
        let sheet = self.sheets.entry(position).or_default();
        let proven = sheet.knowledge.as_ref().is_some_and(|known| known.is_exact_for(Some(played)));
        sheet.explained = Some(Explained { better, proven, mistake, claims });
    }

    /// Takes note that a search has ended: by itself, by a wish, or because there is no engine.
    pub(crate) fn ended(&mut self, position: Position, effort: Effort, possible: bool) {
        let Some(place) =
            self.running.iter().position(|job| job.position == position && job.effort == effort)
        else {
            return;
        };
        let job = self.running.swap_remove(place);
        let sheet = self.sheets.entry(position).or_default();
        if job.stopper.is_stopped() || matches!(effort, Effort::Explain { .. }) {
            return;
        }
        sheet.hopeless |= !possible;
        if effort == Effort::Shallow {
            sheet.hopeless |= sheet.knowledge.is_none();
        } else if !(effort == Effort::Pair
            && sheet.knowledge.as_ref().is_some_and(|known| known.is_exact_for(None)))
        {
            sheet.slices += 1;
        }
    }
}

impl Drop for Desk {
    /// Nothing is left running when a review is left.
    fn drop(&mut self) {
        for job in &self.running {
            job.stopper.stop();
        }
    }
}
