//! Who leads: points, then the Brightwell quotient.

use std::fmt;

use outflank_rules::Color;

use crate::rules::LateEntry;
use crate::{BoardResult, ClubTournament, EntrantNumber};

/// Points, counted in halves: a win is one point, a draw half a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClubPoints(u32);

impl ClubPoints {
    /// Returns how many half points these are.
    #[must_use]
    pub const fn halves(self) -> u32 {
        self.0
    }
}

impl fmt::Display for ClubPoints {
    /// Writes the points as a decimal number: `3`, `3.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&halves(self.0))
    }
}

/// The Brightwell quotient, which breaks ties: the discs of all rounds and, times a constant, the points of
/// the opponents. Rounds without a game, and games against somebody who has withdrawn, count as a draw
/// against oneself: 32 discs and one's own points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Brightwell(u32);

impl Brightwell {
    /// Returns twice the quotient, which is a whole number.
    #[must_use]
    pub const fn halves(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Brightwell {
    /// Writes the quotient as a decimal number: `212`, `212.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&halves(self.0))
    }
}

fn halves(number: u32) -> String {
    let half = if number % 2 == 1 { ".5" } else { "" };
    format!("{}{half}", number / 2)
}

/// What a round was for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundEntry {
    /// They sit at a board.
    Board {
        /// The opponent.
        opponent: EntrantNumber,
        /// Their own colour.
        color: Color,
        /// What came of it; `None` until that is known.
        result: Option<BoardResult>,
    },
    /// They sat out and got a point.
    Bye,
    /// They were not there.
    Missed,
}

/// The place of somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubStanding {
    /// The place, from one; who has the same points and the same quotient shares it.
    pub rank: usize,
    /// Who it is.
    pub entrant: EntrantNumber,
    /// Their points.
    pub points: ClubPoints,
    /// Their Brightwell quotient.
    pub brightwell: Brightwell,
    /// Their discs; 32 in a round without a game.
    pub discs: u32,
    /// What each round was for them.
    pub rounds: Vec<RoundEntry>,
}

impl ClubTournament {
    /// Returns the constant of the Brightwell quotient: that of the rules, or else 64 divided by the number
    /// of rounds, rounded: 6 in a tournament of eleven.
    #[must_use]
    pub fn brightwell_constant(&self) -> u32 {
        let rounds = u32::try_from(self.planned_rounds().max(1)).unwrap_or(u32::MAX);
        self.rules.brightwell.unwrap_or_else(|| ((128 + rounds) / (2 * rounds)).max(1))
    }

    /// Returns what a round was for somebody.
    #[must_use]
    pub fn round_of(&self, round: usize, entrant: EntrantNumber) -> RoundEntry {
        let Some(round) = self.rounds.get(round) else { return RoundEntry::Missed };
        if round.bye == Some(entrant) {
            return RoundEntry::Bye;
        }
        let found = round.boards.iter().find_map(|board| Some((board, board.side_of(entrant)?)));
        let Some((board, color)) = found else { return RoundEntry::Missed };
        RoundEntry::Board { opponent: board.entrant(!color), color, result: board.result }
    }

    /// Ranks everybody who entered, the leader first.
    #[must_use]
    pub fn standings(&self) -> Vec<ClubStanding> {
        let mut rounds: Vec<Vec<RoundEntry>> =
            vec![vec![RoundEntry::Missed; self.rounds.len()]; self.entrants.len()];
        for (index, round) in self.rounds.iter().enumerate() {
            if let Some(bye) = round.bye {
                rounds[bye.0][index] = RoundEntry::Bye;
            }
            for board in &round.boards {
                for color in Color::BOTH {
                    let (opponent, result) = (board.entrant(!color), board.result);
                    rounds[board.entrant(color).0][index] = RoundEntry::Board { opponent, color, result };
                }
            }
        }
        let points: Vec<u32> =
            (0..self.entrants.len()).map(|index| self.points_of(index, &rounds[index])).collect();
        let constant = self.brightwell_constant();
        let mut rows: Vec<ClubStanding> = rounds
            .into_iter()
            .enumerate()
            .map(|(index, rounds)| {
                let parts = rounds.iter().filter_map(|round| self.quotient_part(index, *round, &points));
                let (discs, opponents) = parts.fold((0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
                ClubStanding {
                    rank: 0,
                    entrant: EntrantNumber(index),
                    points: ClubPoints(points[index]),
                    brightwell: Brightwell(2 * discs + constant * opponents),
                    discs,
                    rounds,
                }
            })
            .collect();
        rows.sort_by(|one, other| {
            let key = |row: &ClubStanding| (row.points, row.brightwell);
            key(other).cmp(&key(one)).then(one.entrant.cmp(&other.entrant))
        });
        for place in 0..rows.len() {
            let above = place.checked_sub(1).map(|above| &rows[above]);
            let shared = above.filter(|above| {
                (above.points, above.brightwell) == (rows[place].points, rows[place].brightwell)
            });
            rows[place].rank = shared.map_or(place + 1, |above| above.rank);
        }
        rows
    }

    /// Counts the half points of somebody.
    fn points_of(&self, index: usize, rounds: &[RoundEntry]) -> u32 {
        let late = if self.rules.late == LateEntry::Half { 1 } else { 0 };
        let joined = self.entrants[index].joined;
        let of_round = |(number, round): (usize, &RoundEntry)| match *round {
            RoundEntry::Bye => 2,
            RoundEntry::Missed if number < joined => late,
            RoundEntry::Missed => 0,
            RoundEntry::Board { color, result, .. } => match result {
                Some(BoardResult::Forfeit(absent)) if absent != color => 2,
                Some(result) => match result.discs(color) {
                    Some(33..) => 2,
                    Some(32) => 1,
                    _ => 0,
                },
                None => 0,
            },
        };
        rounds.iter().enumerate().map(of_round).sum()
    }

    /// Returns what a round adds to the quotient: discs, and the half points of the opponent; nothing while
    /// it is under way.
    fn quotient_part(&self, own: usize, round: RoundEntry, points: &[u32]) -> Option<(u32, u32)> {
        let against_oneself = (32, points[own]);
        match round {
            RoundEntry::Bye | RoundEntry::Missed => Some(against_oneself),
            RoundEntry::Board { opponent, color, result } => match result?.discs(color) {
                Some(discs) if !self.entrant(opponent).withdrawn => {
                    Some((u32::from(discs), points[opponent.0]))
                }
                _ => Some(against_oneself),
            },
        }
    }
}
