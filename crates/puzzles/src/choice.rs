//! Which puzzle comes next for somebody.

use std::ops::RangeInclusive;

use outflank_engine::Dice;

use crate::{Puzzle, PuzzleGoal, PuzzleId, PuzzleSet, PuzzleTheme};

/// The endgames that can be played against perfect play, by empty squares: each reply takes well under a
/// second.
pub const ENDGAME_EMPTIES: RangeInclusive<u32> = 8..=16;

/// Of so many puzzles near a rating one is drawn.
const NEAR: usize = 24;

/// What somebody wants to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleChoice {
    /// Any puzzle near one's rating.
    Rated,
    /// One of a theme.
    Theme(PuzzleTheme),
    /// A position that is won, to be won against perfect play, with so many empty squares or any of
    /// [`ENDGAME_EMPTIES`].
    Endgame(Option<u32>),
}

impl PuzzleChoice {
    /// Tells whether a puzzle is what is wanted.
    #[must_use]
    pub fn fits(self, puzzle: &Puzzle) -> bool {
        match self {
            PuzzleChoice::Rated => true,
            PuzzleChoice::Theme(theme) => puzzle.themes.contains(theme),
            PuzzleChoice::Endgame(wanted) => {
                puzzle.is_endgame() && wanted.is_none_or(|wanted| wanted == puzzle.empties())
            }
        }
    }
}

/// What is known of the one who wants a puzzle.
pub struct PuzzleSeeker<'s> {
    /// How strong somebody is.
    pub rating: f64,
    /// How a puzzle is rated by now; its prediction if nobody has tried it.
    pub rated: &'s dyn Fn(&Puzzle) -> f64,
    /// Whether somebody has not tried a puzzle yet.
    pub is_new: &'s dyn Fn(&Puzzle) -> bool,
    /// The one shown last, which does not come again at once.
    pub last: Option<PuzzleId>,
}

impl Puzzle {
    /// Tells whether it can be played to the end against perfect play: one move alone wins, and few squares
    /// are empty.
    #[must_use]
    pub fn is_endgame(&self) -> bool {
        self.goal == PuzzleGoal::Win && ENDGAME_EMPTIES.contains(&self.empties())
    }
}

impl PuzzleSet {
    /// Draws one of the puzzles near somebody's rating that is wanted and new; once all were tried, one of
    /// those. `None` if there is no such puzzle.
    #[must_use]
    pub fn choose(
        &self,
        choice: PuzzleChoice,
        seeker: &PuzzleSeeker<'_>,
        dice: &mut Dice,
    ) -> Option<&Puzzle> {
        let fits = |puzzle: &Puzzle| choice.fits(puzzle) && seeker.last != Some(puzzle.id);
        let fresh =
            |puzzle: &Puzzle| (fits(puzzle) && (seeker.is_new)(puzzle)).then(|| (seeker.rated)(puzzle));
        let any = |puzzle: &Puzzle| fits(puzzle).then(|| (seeker.rated)(puzzle));
        let mut near = self.around(seeker.rating, NEAR, fresh);
        if near.is_empty() {
            near = self.around(seeker.rating, NEAR, any);
        }
        let count = u32::try_from(near.len()).ok().filter(|count| *count > 0)?;
        near.get(dice.below(count) as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeker<'s>(is_new: &'s dyn Fn(&Puzzle) -> bool, last: Option<PuzzleId>) -> PuzzleSeeker<'s> {
        PuzzleSeeker { rating: 1500.0, rated: &|puzzle| f64::from(puzzle.rating), is_new, last }
    }

    #[test]
    fn what_is_drawn_is_new_wanted_and_near() {
        let set = PuzzleSet::shipped();
        for number in 0..50 {
            let mut dice = Dice::of_words(&[number]);
            let first = set.choose(PuzzleChoice::Rated, &seeker(&|_| true, None), &mut dice).unwrap();
            assert!((f64::from(first.rating) - 1500.0).abs() < 100.0, "{}", first.rating);
            let is_new = |puzzle: &Puzzle| puzzle.id != first.id;
            let next = set.choose(PuzzleChoice::Rated, &seeker(&is_new, None), &mut dice).unwrap();
            assert_ne!(next.id, first.id);
            let wedge = PuzzleChoice::Theme(PuzzleTheme::Wedge);
            let wedge = set.choose(wedge, &seeker(&|_| true, None), &mut dice).unwrap();
            assert!(wedge.themes.contains(PuzzleTheme::Wedge));
            let nine = PuzzleChoice::Endgame(Some(9));
            let nine = set.choose(nine, &seeker(&|_| true, Some(wedge.id)), &mut dice).unwrap();
            assert_eq!((nine.empties(), nine.goal), (9, PuzzleGoal::Win));
        }
    }

    #[test]
    fn once_all_were_tried_they_come_again_but_the_last_one_not_at_once() {
        let two = PuzzleSet::new(PuzzleSet::shipped().puzzles().iter().take(2).cloned());
        let [one, other] = [0, 1].map(|place: usize| two.puzzles()[place].id);
        let mut dice = Dice::of_words(&[7]);
        for _ in 0..20 {
            let found = two.choose(PuzzleChoice::Rated, &seeker(&|_| false, Some(one)), &mut dice).unwrap();
            assert_eq!(found.id, other);
        }
        let none = PuzzleSet::new([]);
        assert!(none.choose(PuzzleChoice::Rated, &seeker(&|_| true, None), &mut dice).is_none());
        assert!(two.choose(PuzzleChoice::Endgame(Some(3)), &seeker(&|_| true, None), &mut dice).is_none());
    }
}
