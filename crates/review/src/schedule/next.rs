//! What a review does next: the order of its passes.

use outflank_engine::Wanted;
use outflank_rules::Position;

use super::ReviewSchedule;
use crate::entry::Reached;
use crate::pass::Pass;

/// How many slices the position on screen gets: usually, and where it is to be solved.
const SLICES: u32 = 5;
const SLICES_SOLVING: u32 = 7;

impl ReviewSchedule {
    /// Returns the next pass of the review that nobody has begun.
    pub(super) fn next_pass(&self) -> Option<(Position, Pass)> {
        let from_end = || self.game.iter().rev().map(|(position, _)| *position);
        let all = || self.shown.into_iter().chain(self.before).chain(from_end());
        let reached = |position: &Position| {
            let entry = self.entries.get(position).filter(|entry| !entry.is_hopeless);
            if self.is_running(*position) || position.is_finished() {
                return None;
            }
            match self.entries.get(position) {
                None => Some(Reached::Nothing),
                Some(_) => entry.map(|entry| entry.reached),
            }
        };
        let values = |wanted: Reached, pass: Pass| {
            all().find(|position| reached(position) == Some(wanted)).map(|position| (position, pass))
        };
        let explain = |position: Position| self.wanted_explanation(position).map(|pass| (position, pass));
        let solve = || {
            let unsolved = |position: &Position| {
                reached(position) == Some(Reached::Standard) && !self.is_done(*position)
            };
            let on_game = self.shown.filter(|shown| from_end().any(|position| position == *shown));
            on_game.into_iter().chain(from_end()).find(unsolved).map(|position| (position, Pass::Solve))
        };
        values(Reached::Nothing, Pass::Quick)
            .or_else(|| values(Reached::Quick, Pass::Standard))
            .or_else(|| self.shown.and_then(explain))
            .or_else(solve)
            .or_else(|| from_end().find_map(explain))
    }

    /// Returns how a mistake is to be explained, if it is one and its values will not change any more.
    fn wanted_explanation(&self, position: Position) -> Option<Pass> {
        let played = self.played(position).filter(|_| self.explains && self.is_done(position))?;
        let entry = self.entries.get(&position).filter(|entry| !entry.is_hopeless)?;
        let better = self.significant(position, played)?;
        let proven = entry.notes.as_ref()?.has_proof_of([played, better]);
        let is_final = proven || !self.is_in_endgame(position);
        let is_told = entry.explanation.as_ref().is_some_and(|one| one.is_of(better, proven));
        let is_wanted = is_final && !is_told && !self.is_running(position);
        is_wanted.then_some(Pass::Explain { played, better })
    }

    /// Returns how the position on screen is to be analysed; `None` if it is known well enough.
    pub(super) fn wanted_analysis(&self) -> Option<Pass> {
        let shown = self.shown?;
        let entry = self.entries.get(&shown).filter(|entry| !entry.is_hopeless)?;
        let known = self.analysis(shown).filter(|known| !known.is_exact())?;
        let is_solving = entry.is_insisted || shown.empty().len() <= self.solve_from;
        let slices = match (entry.is_insisted, is_solving) {
            (true, _) => u32::MAX,
            (false, true) => SLICES_SOLVING,
            (false, false) => SLICES,
        };
        let played = self.played(shown);
        let is_proven = known.best().is_some_and(|best| known.is_exact_for(played.unwrap_or(best.played)));
        let wanted = match played {
            _ if !is_solving || is_proven => Wanted::ALL,
            Some(played) => Wanted::best(1).and(played),
            None => Wanted::best(1),
        };
        (entry.slices < slices).then_some(Pass::Analysis { wanted })
    }
}
