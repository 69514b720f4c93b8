//! Why a move was a mistake: claims that are true on the board or in the lines of best play, the main cause
//! first.
//!
//! [`Mistake`] is the position, the two moves and best play after each ([`Examiner`] asks an engine for it);
//! [`explain`] looks at it by the rules alone. Each claim is one of [`Cause`], found by one function of
//! `causes` (what decides a game) or `hints` (what describes it), and names the squares and numbers that
//! anybody can count again.

mod causes;
mod claim;
mod examine;
mod hints;
mod look;
mod variation;

pub use claim::{Branch, Cause, Claim, Detail};
pub use examine::Examiner;
pub(crate) use look::could_move;
pub use variation::Variation;

use outflank_rules::{Color, Position, Square};

/// The last ply of a line that counts as soon; the move itself is ply 0.
const SOON: usize = 8;

/// The smallest loss that is explained, in discs.
pub const SIGNIFICANT: i32 = 4;

/// How many claims an explanation makes.
const MOST_CLAIMS: usize = 4;

/// A move that lost something, and a better one. Values are the mover's, in discs.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The move that was played, and best play after it.
    pub played: Variation,
    /// The better move, and best play after it.
    pub better: Variation,
    /// What the played move is worth.
    pub value_played: i32,
    /// What the better move is worth.
    pub value_better: i32,
    /// Whether both values are proven; then both lines go to the end of the game.
    pub exact: bool,
}

impl Mistake {
    /// Returns the position in which the mistake was made.
    #[must_use]
    pub fn position(&self) -> &Position {
        // A line always has its first position.
        self.played.after(0).unwrap_or_else(|| self.played.last())
    }

    /// Returns what was lost, in discs.
    #[must_use]
    pub fn loss(&self) -> i32 {
        self.value_better - self.value_played
    }

    fn own(&self) -> Color {
        self.position().side_to_move()
    }

    fn opponent(&self) -> Color {
        !self.own()
    }

    fn empties(&self) -> u32 {
        self.position().empty().len()
    }

    /// Returns the squares of the two moves.
    fn squares(&self) -> Option<(Square, Square)> {
        let square = |line: &Variation| line.moves().first()?.square();
        Some((square(&self.played)?, square(&self.better)?))
    }

    /// Returns the square of the best reply.
    fn reply(&self) -> Option<Square> {
        self.played.moves().get(1)?.square()
    }

    /// Returns how many plies of a line are worth showing.
    fn shown(&self, branch: Branch) -> usize {
        let line = match branch {
            Branch::Played => &self.played,
            Branch::Better => &self.better,
        };
        line.moves().len().min(SOON + 1)
    }
}

/// Explains a mistake: what holds, the main cause first; nothing if no claim can be made.
#[must_use]
pub fn explain(mistake: &Mistake) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    for claim in CAUSES.iter().filter_map(|find| find(mistake)) {
        let is_told = claims.iter().any(|earlier| claim.cause.told_by().contains(&earlier.cause));
        if !is_told && claims.len() < MOST_CLAIMS {
            claims.push(claim);
        }
    }
    claims
}

/// The finders in the order of their causes.
const CAUSES: [fn(&Mistake) -> Option<Claim>; 25] = [
    causes::wipe_out,
    causes::poisoned_corner,
    causes::corner_missed,
    causes::corner_given,
    causes::wedge_missed,
    causes::edge_attack,
    causes::parity_lost,
    causes::mobility_collapse,
    causes::stable_given,
    causes::tempo_lost,
    causes::frontier_opened,
    hints::corner_falls,
    hints::corner_forgone,
    hints::pass_forced,
    hints::pass_forgone,
    hints::last_move_lost,
    hints::fewer_moves,
    hints::fewer_safe,
    hints::moves_given,
    hints::squeezed,
    hints::fewer_stable,
    hints::corner_threatened,
    hints::square_lost,
    hints::moves_opened,
    hints::frontier_grown,
];
