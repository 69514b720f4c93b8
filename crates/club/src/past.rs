//! What the rounds so far mean for the next pairing.

use outflank_rules::Color;

use crate::{BoardResult, ClubTournament, EntrantNumber};

/// What somebody has behind them. Games that were not played count for nothing but the point.
#[derive(Clone, Debug, Default)]
pub(crate) struct PastRounds {
    /// The colours of the games that were played, the first first.
    pub(crate) colors: Vec<Color>,
    /// Whom they met.
    pub(crate) met: Vec<EntrantNumber>,
    /// How many points came without a game: byes, and opponents who did not appear.
    pub(crate) free_points: usize,
}

impl PastRounds {
    /// Returns what everybody has behind them, by number. A board without a result counts as a game.
    pub(crate) fn of_all(club: &ClubTournament) -> Vec<PastRounds> {
        let mut all = vec![PastRounds::default(); club.entrants.len()];
        for round in &club.rounds {
            if let Some(bye) = round.bye {
                all[bye.0].free_points += 1;
            }
            for board in &round.boards {
                for side in Color::BOTH {
                    let own = &mut all[board.entrant(side).0];
                    match board.result {
                        Some(BoardResult::DoubleForfeit) => {}
                        Some(BoardResult::Forfeit(absent)) => {
                            own.free_points += usize::from(absent != side);
                        }
                        Some(BoardResult::Discs { .. }) | None => {
                            own.colors.push(side);
                            own.met.push(board.entrant(!side));
                        }
                    }
                }
            }
        }
        all
    }

    /// Returns how often somebody was met.
    pub(crate) fn meetings(&self, other: EntrantNumber) -> usize {
        self.met.iter().filter(|&&met| met == other).count()
    }

    /// Returns how often black was played beyond white, if the next game is played with a color.
    fn balance_with(&self, next: Color) -> i32 {
        let step = |color: Color| if color == Color::Black { 1 } else { -1 };
        self.colors.iter().copied().chain([next]).map(step).sum()
    }

    /// Says what is wrong with a color in the next game: first what should never be (three times the same in
    /// a row, a difference of three), then what is not nice (a difference of two, the same twice in a row).
    pub(crate) fn color_cost(&self, next: Color) -> [u64; 2] {
        let balance = self.balance_with(next).unsigned_abs();
        let is_third = self.colors.len() >= 2 && self.colors.iter().rev().take(2).all(|&color| color == next);
        let is_second = self.colors.last() == Some(&next);
        let grave = u64::from(is_third) + u64::from(balance > 2);
        [grave, 4 * u64::from(balance > 1) + u64::from(is_second)]
    }
}
