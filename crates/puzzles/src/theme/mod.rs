//! What a puzzle is about, found by rules.
//!
//! Every theme is a rule about the first move of the solution, which needs no search; the rules are
//! functions of `rules.rs`, in the order of [`PuzzleTheme`]. Two look at the proof as well: whether all
//! other moves lose, and whether nothing of the opponent remains.

mod regions;
mod rules;
mod scene;

use outflank_rules::{Position, Square};

use crate::MoveProof;
use scene::Scene;

/// What a puzzle can be about. `docs/puzzles.md` has the same rules in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PuzzleTheme {
    /// The move lets the opponent take a corner that was out of reach.
    CornerSacrifice,
    /// The move is on an X-square, diagonally beside an empty corner.
    XSquare,
    /// The move is on a C-square, on the edge beside an empty corner.
    CSquare,
    /// A corner can be taken, and something else is right.
    CornerCanWait,
    /// The disc stands on an edge between two discs of the opponent that touch it.
    Wedge,
    /// The move enters a region with an odd number of empty squares; one in an even region was possible.
    Parity,
    /// Of two empty squares on their own the solver takes one, and the opponent cannot take the other.
    Swindle,
    /// The opponent has to pass.
    ForcedPass,
    /// The move turns over one or two discs, none of which touches an empty square.
    Quiet,
    /// Every reply gives the solver a corner that was out of reach.
    Zugzwang,
    /// The solver extends discs along an edge and leaves the opponent three moves at most.
    EdgeCreeping,
    /// The opponent, who could choose among four moves or more, is left with one or two.
    FewReplies,
    /// The solver takes the last disc of the opponent on a main diagonal with an empty corner.
    Diagonal,
    /// The best play ends with no disc of the opponent.
    WipeOut,
    /// Every other move loses.
    OnlyMove,
}

impl PuzzleTheme {
    /// All themes.
    pub const ALL: [PuzzleTheme; 15] = [
        PuzzleTheme::CornerSacrifice,
        PuzzleTheme::XSquare,
        PuzzleTheme::CSquare,
        PuzzleTheme::CornerCanWait,
        PuzzleTheme::Wedge,
        PuzzleTheme::Parity,
        PuzzleTheme::Swindle,
        PuzzleTheme::ForcedPass,
        PuzzleTheme::Quiet,
        PuzzleTheme::Zugzwang,
        PuzzleTheme::EdgeCreeping,
        PuzzleTheme::FewReplies,
        PuzzleTheme::Diagonal,
        PuzzleTheme::WipeOut,
        PuzzleTheme::OnlyMove,
    ];

    /// Tells what the theme is called in files and addresses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleTheme::CornerSacrifice => "corner-sacrifice",
            PuzzleTheme::XSquare => "x-square",
            PuzzleTheme::CSquare => "c-square",
            PuzzleTheme::CornerCanWait => "corner-can-wait",
            PuzzleTheme::Wedge => "wedge",
            PuzzleTheme::Parity => "parity",
            PuzzleTheme::Swindle => "swindle",
            PuzzleTheme::ForcedPass => "forced-pass",
            PuzzleTheme::Quiet => "quiet",
            PuzzleTheme::Zugzwang => "zugzwang",
            PuzzleTheme::EdgeCreeping => "edge-creeping",
            PuzzleTheme::FewReplies => "few-replies",
            PuzzleTheme::Diagonal => "diagonal",
            PuzzleTheme::WipeOut => "wipe-out",
            PuzzleTheme::OnlyMove => "only-move",
        }
    }

    /// Returns the theme of a name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<PuzzleTheme> {
        PuzzleTheme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// Some themes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ThemeSet(u32);

impl ThemeSet {
    /// Returns the set that has been written as these bits; `None` if there is no such theme.
    #[must_use]
    pub fn of_bits(bits: u32) -> Option<ThemeSet> {
        (bits >> PuzzleTheme::ALL.len() == 0).then_some(ThemeSet(bits))
    }

    /// Returns one bit for each theme, in the order of [`PuzzleTheme::ALL`].
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Tells whether a theme is among them.
    #[must_use]
    pub const fn contains(self, theme: PuzzleTheme) -> bool {
        self.0 >> theme as u32 & 1 != 0
    }

    /// Goes through the themes.
    pub fn iter(self) -> impl Iterator<Item = PuzzleTheme> {
        PuzzleTheme::ALL.into_iter().filter(move |theme| self.contains(*theme))
    }

    /// Finds the themes of a puzzle by its position and its proof.
    #[must_use]
    pub fn of(position: &Position, moves: &[MoveProof]) -> ThemeSet {
        let Some(best) = moves.first() else { return ThemeSet::default() };
        let mut themes = ThemeSet::of_move(position, best.square);
        if best.bounds().0 == 64 {
            themes.insert(PuzzleTheme::WipeOut);
        }
        let others_lose = moves[1..].iter().all(|proof| proof.bounds().1 < 0);
        if best.bounds().0 >= 0 && others_lose {
            themes.insert(PuzzleTheme::OnlyMove);
        }
        themes
    }

    /// Finds the themes that a move has by itself.
    #[must_use]
    pub fn of_move(position: &Position, square: Square) -> ThemeSet {
        let mut themes = ThemeSet::default();
        if let Some(scene) = Scene::of(position, square) {
            for (theme, rule) in rules::RULES {
                if rule(&scene) {
                    themes.insert(theme);
                }
            }
        }
        themes
    }

    fn insert(&mut self, theme: PuzzleTheme) {
        self.0 |= 1 << theme as u32;
    }
}

impl FromIterator<PuzzleTheme> for ThemeSet {
    fn from_iter<T: IntoIterator<Item = PuzzleTheme>>(themes: T) -> ThemeSet {
        let mut set = ThemeSet::default();
        themes.into_iter().for_each(|theme| set.insert(theme));
        set
    }
}

#[cfg(test)]
mod tests;
