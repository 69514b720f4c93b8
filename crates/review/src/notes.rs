//! What is known of one position: a value for every legal move, each with how true it is.

use outflank_coach::MoveJudgement;
use outflank_engine::{Comparison, MoveValue, Truth};
use outflank_rules::{Move, Position, Symmetry};

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionNotes {
    moves: Vec<MoveValue>,
    depth: u32,
    percent: u8,
    /// The proven value of the position.
    proven: Option<i32>,
}

impl PositionNotes {
    /// Takes what a search of the moves of a position side by side found. Moves that lead to mirror images of
    /// one position get one value.
    #[must_use]
    pub fn of(position: &Position, found: &Comparison) -> PositionNotes {
        let mut notes = PositionNotes::new(found.moves.clone(), found.depth, found.percent);
        notes.even_out(position);
        notes
    }

    /// Makes notes of moves that were searched side by side.
    pub(crate) fn new(moves: Vec<MoveValue>, depth: u32, percent: u8) -> PositionNotes {
        let mut notes = PositionNotes { moves, depth, percent, proven: None };
        notes.sort();
        notes.proven = notes.best().filter(|best| best.value.is_exact()).map(|best| best.value.score);
        notes
    }

    /// Returns the moves, the best first; of equal ones the proven first, then in the order of their squares.
    #[must_use]
    pub fn moves(&self) -> &[MoveValue] {
        &self.moves
    }

    /// Returns the plies searched for all moves.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Returns the confidence of the search of all moves, in per cent.
    #[must_use]
    pub fn percent(&self) -> u8 {
        self.percent
    }

    /// Returns the best move.
    #[must_use]
    pub fn best(&self) -> Option<&MoveValue> {
        self.moves.first()
    }

    /// Returns what is known of a move.
    #[must_use]
    pub fn of_move(&self, played: Move) -> Option<&MoveValue> {
        self.moves.iter().find(|known| known.played == played)
    }

    /// Tells whether every move is proven.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.moves.iter().all(|known| known.value.is_exact())
    }

    /// Tells whether the value of the position and that of a move are proven.
    #[must_use]
    pub fn is_exact_for(&self, played: Move) -> bool {
        self.proven.is_some() && self.of_move(played).is_some_and(|known| known.value.is_exact())
    }

    /// Tells whether the values of two moves are proven.
    pub(crate) fn has_proof_of(&self, moves: [Move; 2]) -> bool {
        moves.into_iter().all(|played| self.of_move(played).is_some_and(|known| known.value.is_exact()))
    }

    /// Returns the best move, if it is proven to be the best.
    pub(crate) fn solution(&self) -> Option<&MoveValue> {
        self.best().filter(|_| self.proven.is_some())
    }

    /// Judges a move of the position, and names the best move.
    #[must_use]
    pub fn judge(&self, position: &Position, played: Move) -> Option<(Move, MoveJudgement)> {
        let values: Vec<(Move, f64)> =
            self.moves.iter().map(|one| (one.played, one.value.score.into())).collect();
        MoveJudgement::among(position, &values, played)
    }

    /// Adds what another search of the same position found: proofs stay, estimates give way to newer ones.
    pub(crate) fn learn(&mut self, newer: PositionNotes) {
        if newer.moves.len() >= self.moves.len() {
            (self.depth, self.percent) = (newer.depth, newer.percent);
        }
        self.proven = self.proven.or(newer.proven);
        for one in newer.moves {
            self.take(one);
        }
        self.settle();
    }

    /// Adds the proven value of a move, and if that is the best move, of the position.
    pub(crate) fn prove(&mut self, one: MoveValue, is_best: bool) {
        if is_best {
            self.proven = Some(one.value.score);
        }
        self.take(one);
        self.settle();
    }

    fn take(&mut self, one: MoveValue) {
        match self.moves.iter_mut().find(|known| known.played == one.played) {
            Some(known) if known.value.is_exact() && !one.value.is_exact() => {}
            // Of two proofs that of the position itself counts, whichever came first: one carried along the
            // game replaces none.
            Some(known) => *known = one,
            None => self.moves.push(one),
        }
    }

    /// Once the position has a proven value no move is worth more: an estimate that says so becomes a bound.
    fn settle(&mut self) {
        if let Some(proven) = self.proven {
            let too_high = |known: &&mut MoveValue| !known.value.is_exact() && known.value.score >= proven;
            for known in self.moves.iter_mut().filter(too_high) {
                (known.value.score, known.value.truth) = (proven, Truth::AtMost);
            }
        }
        self.sort();
    }

    fn sort(&mut self) {
        self.moves.sort_by_key(|known| {
            (-known.value.score, !known.value.is_exact(), known.played.square().map(|square| square.index()))
        });
    }

    /// Returns the notes of the position to which a symmetry leads.
    pub(crate) fn mapped(&self, symmetry: Symmetry) -> PositionNotes {
        let mut notes = self.clone();
        for one in &mut notes.moves {
            *one = mapped(one, symmetry);
        }
        notes.sort();
        notes
    }

    /// Gives moves that lead to mirror images of one position one value and one variation, seen from each:
    /// those of the first of them, or of the first that is proven. What is proven stays as it is.
    ///
    /// It costs one canonical board a move, about a microsecond for a position.
    pub(crate) fn even_out(&mut self, position: &Position) {
        self.moves.sort_by_key(|known| known.played.square().map(|square| square.index()));
        let after = |known: &MoveValue| position.play(known.played).ok().map(|next| next.board().canonical());
        let images: Vec<_> = self.moves.iter().map(after).collect();
        for one in 0..self.moves.len() {
            let Some((board, symmetry)) = images[one].filter(|_| !self.moves[one].value.is_exact()) else {
                continue;
            };
            let alike = |&other: &usize| images[other].is_some_and(|(image, _)| image == board);
            let group: Vec<usize> = (0..self.moves.len()).filter(alike).collect();
            let proven = group.iter().find(|&&other| self.moves[other].value.is_exact());
            let Some(&model) = proven.or(group.first()).filter(|&&model| model != one) else { continue };
            let Some((_, there)) = images[model] else { continue };
            let MoveValue { value, ref line, .. } = self.moves[model];
            let seen = |played: &Move| symmetry.inverse().mv(there.mv(*played));
            let first = line.first().map(|_| self.moves[one].played);
            let line = first.into_iter().chain(line.iter().skip(1).map(seen)).collect();
            (self.moves[one].value, self.moves[one].line) = (value, line);
        }
        self.sort();
    }
}

/// Returns a move with its variation as a symmetry of the board has it.
pub(crate) fn mapped(one: &MoveValue, symmetry: Symmetry) -> MoveValue {
    MoveValue {
        played: symmetry.mv(one.played),
        value: one.value,
        line: one.line.iter().map(|&played| symmetry.mv(played)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use outflank_engine::Value;

    use super::*;

    const ESTIMATE: Truth = Truth::Estimate { depth: 4, percent: 73 };

    fn notes(moves: &[(&str, i32, Truth)]) -> PositionNotes {
        let value = |&(name, score, truth): &(&str, i32, Truth)| MoveValue {
            played: name.parse().unwrap(),
            value: Value { score, truth },
            line: Vec::new(),
        };
        PositionNotes::new(moves.iter().map(value).collect(), 4, 73)
    }

    fn told(notes: &PositionNotes) -> Vec<(String, i32, Truth)> {
        let told = |one: &MoveValue| (one.played.to_string(), one.value.score, one.value.truth);
        notes.moves.iter().map(told).collect()
    }

    #[test]
    fn a_proof_bounds_what_was_thought_better() {
        let mut all = notes(&[("a1", 8, ESTIMATE), ("b1", 6, ESTIMATE), ("c1", -3, ESTIMATE)]);
        all.learn(notes(&[("b1", 4, Truth::Exact)]));
        let expected = [("b1", 4, Truth::Exact), ("a1", 4, Truth::AtMost), ("c1", -3, ESTIMATE)];
        assert_eq!(told(&all), expected.map(|(name, score, truth)| (name.to_owned(), score, truth)));
        assert!(all.is_exact_for("b1".parse().unwrap()) && !all.is_exact_for("c1".parse().unwrap()));
        assert!(!all.is_exact());
    }

    #[test]
    fn an_estimate_never_replaces_a_proof() {
        let mut all = notes(&[("b1", 4, Truth::Exact), ("c1", -3, ESTIMATE)]);
        all.learn(notes(&[("c1", 7, ESTIMATE), ("b1", 6, ESTIMATE)]));
        assert_eq!(all.of_move("b1".parse().unwrap()).unwrap().value.score, 4);
        let bound = all.of_move("c1".parse().unwrap()).map(|one| (one.value.score, one.value.truth));
        assert_eq!(bound, Some((4, Truth::AtMost)));
    }

    #[test]
    fn what_is_known_at_last_does_not_depend_on_the_order_of_the_searches() {
        let quick = || notes(&[("a1", 9, ESTIMATE), ("b1", 1, ESTIMATE), ("c1", 6, ESTIMATE)]);
        let standard = || notes(&[("a1", 3, ESTIMATE), ("b1", 7, ESTIMATE), ("c1", 5, ESTIMATE)]);
        let best = || notes(&[("b1", 4, Truth::Exact)]).moves.remove(0);
        let played = || notes(&[("c1", -2, Truth::Exact)]).moves.remove(0);
        let mut one = quick();
        one.learn(standard());
        one.prove(best(), true);
        one.prove(played(), false);
        let mut other = quick();
        other.prove(played(), false);
        other.prove(best(), true);
        other.learn(standard());
        assert_eq!(one, other);
        assert_eq!(told(&one)[0], ("b1".to_owned(), 4, Truth::Exact));
    }

    #[test]
    fn mirror_images_are_worth_the_same() {
        let mut start =
            notes(&[("c4", 1, ESTIMATE), ("d3", 2, ESTIMATE), ("e6", 0, ESTIMATE), ("f5", 5, ESTIMATE)]);
        start.even_out(&Position::start());
        assert!(start.moves.iter().all(|one| one.value == start.moves[0].value));
        // What is proven of one is proven of all.
        start.prove(notes(&[("e6", 0, Truth::Exact)]).moves.remove(0), false);
        start.even_out(&Position::start());
        assert!(start.moves.iter().all(|one| one.value == Value { score: 0, truth: Truth::Exact }));
    }

    #[test]
    fn mirror_images_go_on_alike() {
        let mut start = notes(&[("c4", 1, ESTIMATE), ("d3", 0, ESTIMATE), ("e6", 0, ESTIMATE)]);
        let first = start.moves.iter_mut().find(|one| one.played.to_string() == "d3").unwrap();
        first.line = ["d3", "c5"].map(|name| name.parse().unwrap()).to_vec();
        start.even_out(&Position::start());
        for one in &start.moves {
            let end =
                one.line.iter().try_fold(Position::start(), |position, &played| position.play(played).ok());
            assert_eq!(one.line.first(), Some(&one.played));
            assert_eq!(end.map(|end| end.empty().len()), Some(58), "{}", one.played);
        }
    }
}
