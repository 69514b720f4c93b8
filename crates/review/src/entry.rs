//! What a schedule keeps of one position.

use outflank_coach::{Claim, Mistake, explain};
use outflank_engine::MoveValue;
use outflank_rules::{Move, Position};

use crate::notes::PositionNotes;

/// How far the review of a position has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Reached {
    #[default]
    Nothing,
    Quick,
    /// The standard pass, or values that are all exact.
    Standard,
}

/// Why a move was a mistake.
#[derive(Clone, Debug)]
pub struct Explanation {
    better: Move,
    proven: bool,
    mistake: Option<Mistake>,
    claims: Vec<Claim>,
}

impl Explanation {
    pub(crate) fn new(better: Move, proven: bool, mistake: Option<Mistake>) -> Explanation {
        let claims = mistake.as_ref().map_or(Vec::new(), explain);
        Explanation { better, proven, mistake, claims }
    }

    /// Tells whether this explains why another move is better, by values as well known.
    pub(crate) fn is_of(&self, better: Move, proven: bool) -> bool {
        self.better == better && self.proven == proven
    }

    /// Returns the variations; `None` if the closer look found no loss.
    #[must_use]
    pub fn mistake(&self) -> Option<&Mistake> {
        self.mistake.as_ref()
    }

    /// Returns what can be claimed, the main cause first.
    #[must_use]
    pub fn claims(&self) -> &[Claim] {
        &self.claims
    }
}

/// What is known of a position and how often it was searched.
#[derive(Debug, Default)]
pub(crate) struct PositionEntry {
    pub(crate) reached: Reached,
    /// What the review knows.
    pub(crate) notes: Option<PositionNotes>,
    /// What is known beyond the review.
    pub(crate) analysis: Option<PositionNotes>,
    /// The slices of analysis it has had.
    pub(crate) slices: u32,
    /// Whether it is to be solved however long that takes.
    pub(crate) is_insisted: bool,
    /// Whether the engine could not be had.
    pub(crate) is_hopeless: bool,
    pub(crate) explanation: Option<Explanation>,
    /// The best move with its exact value and best play to the end.
    solution: Option<MoveValue>,
}

impl PositionEntry {
    /// Takes what the quick or the standard pass found.
    pub(crate) fn learn_values(&mut self, notes: PositionNotes, is_standard: bool) {
        if self.reached == Reached::Standard {
            return;
        }
        let is_final = is_standard || notes.is_exact();
        self.reached = if is_final { Reached::Standard } else { Reached::Quick };
        match &mut self.notes {
            Some(known) => known.learn(notes),
            None => self.notes = Some(notes),
        }
        if let (Some(notes), Some(best)) = (&mut self.notes, &self.solution) {
            notes.prove(best.clone(), true);
        }
    }

    /// Takes the solution of the position.
    pub(crate) fn learn_solution(&mut self, best: MoveValue) {
        if let Some(notes) = &mut self.notes {
            notes.prove(best.clone(), true);
        }
        self.solution = Some(best);
    }

    /// Takes what an analysis has found; tells whether that is news.
    pub(crate) fn learn_analysis(&mut self, found: PositionNotes, is_partial: bool) -> bool {
        // Some moves alone are told when they are proven; until then all moves side by side say more.
        if found.moves().is_empty() || is_partial && !found.is_exact() {
            return false;
        }
        let Some(known) = self.analysis.as_ref().or(self.notes.as_ref()) else { return false };
        // A later slice begins at the first depth again.
        if !is_partial && found.depth() < known.depth() {
            return false;
        }
        let mut known = known.clone();
        known.learn(found);
        self.analysis = Some(known);
        true
    }

    /// Lets moves of the position that mirror each other have one value, whichever of them was searched.
    pub(crate) fn even_out(&mut self, position: &Position) {
        for notes in [&mut self.notes, &mut self.analysis].into_iter().flatten() {
            notes.even_out(position);
        }
    }

    /// Returns the proven best move with best play, if the value of the position is proven by the review.
    pub(crate) fn solution(&self) -> Option<&MoveValue> {
        self.solution.as_ref().or_else(|| self.notes.as_ref()?.solution())
    }

    /// Tells whether the value of the position is proven by the review.
    pub(crate) fn is_solved(&self) -> bool {
        self.solution().is_some()
    }
}
