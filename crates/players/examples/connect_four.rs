//! The searches of the heritage players at another board game: four in a row on seven columns of six.
//!
//! All a game has to say is in one `impl GameTree`.

use std::fmt;

use outflank_players::search::{
    AlphaBeta, GameTree, Leaves, LruTable, Meter, Minimax, NegaScout, PassRule, Procedure as _, Reuse, Ties,
    best,
};

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;

/// The stones of the side to move and of the other side; a column is six bits and an empty one above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Stones {
    own: u64,
    other: u64,
}

impl Stones {
    fn filled(self) -> u64 {
        self.own | self.other
    }

    /// Drops a stone; the other side is to move.
    fn drop_into(self, column: u32) -> Stones {
        let bottom = 1 << (column * (ROWS + 1));
        let own = self.own | ((self.filled() + bottom) & !self.filled() & column_of(column));
        Stones { own: self.other, other: own }
    }

    /// Tells whether the side that has just moved has four in a row.
    fn is_won(self) -> bool {
        [1, ROWS, ROWS + 1, ROWS + 2].into_iter().any(|shift| {
            let pairs = self.other & (self.other >> shift);
            pairs & (pairs >> (2 * shift)) != 0
        })
    }
}

fn column_of(column: u32) -> u64 {
    ((1 << ROWS) - 1) << (column * (ROWS + 1))
}

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // After an even number of stones x is to move.
        let [x, o] = if self.filled().count_ones().is_multiple_of(2) {
            [self.own, self.other]
        } else {
            [self.other, self.own]
        };
        for row in (0..ROWS).rev() {
            for column in 0..COLUMNS {
                let bit = 1 << (column * (ROWS + 1) + row);
                let stone = if x & bit != 0 {
                    'x'
                } else if o & bit != 0 {
                    'o'
                } else {
                    '.'
                };
                write!(f, "{stone} ")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// The game, with stones in the middle columns worth more.
struct ConnectFour;

impl GameTree for ConnectFour {
    type Node = Stones;
    type Move = u32;
    type Moves = Vec<u32>;
    type Key = Stones;

    fn moves(&self, at: Stones) -> Option<Vec<u32>> {
        let is_open = |column: &u32| at.filled() & column_of(*column) != column_of(*column);
        // The middle first: good moves come early.
        let open: Vec<u32> = [3, 2, 4, 1, 5, 0, 6].into_iter().filter(is_open).collect();
        (!at.is_won() && !open.is_empty()).then_some(open)
    }

    fn width(&self, moves: &Vec<u32>) -> u32 {
        moves.len() as u32
    }

    fn after(&self, at: Stones, column: u32) -> Stones {
        at.drop_into(column)
    }

    fn value(&self, at: Stones, _moves: Option<&Vec<u32>>) -> f64 {
        let weigh = |stones: u64| {
            let in_column = |column| f64::from((stones & column_of(column)).count_ones());
            (0..COLUMNS).map(|column| in_column(column) * f64::from(column.min(6 - column))).sum::<f64>()
        };
        weigh(at.own) - weigh(at.other)
    }

    fn end(&self, at: Stones) -> f64 {
        // Whoever is to move has lost, the sooner the worse; or all squares are taken.
        if at.is_won() { -1000.0 + f64::from(at.filled().count_ones()) } else { 0.0 }
    }

    fn key(&self, at: Stones) -> Stones {
        at
    }
}

/// NegaScout with a table.
fn scout(at: Stones, depth: u32) -> Option<(u32, f64)> {
    let mut table = LruTable::new(100_000, Reuse::SameDepth);
    let mut search = NegaScout::new(&ConnectFour, PassRule::Free, Some(&mut table), Meter::unlimited());
    search.best(at, depth, &mut |_, _| {})
}

fn alpha_beta(at: Stones, depth: u32) -> Option<(u32, f64)> {
    let mut search = AlphaBeta::new(&ConnectFour, PassRule::Free, Leaves::Results, Meter::unlimited());
    best(&mut search, at, depth, Ties::First, &mut |_, _| {})
}

fn main() {
    let mut at = Stones::default();
    // NegaScout with 8 plies against alpha-beta with 2.
    loop {
        let is_first = at.filled().count_ones().is_multiple_of(2);
        let chosen = if is_first { scout(at, 8) } else { alpha_beta(at, 2) };
        let Some((column, value)) = chosen else { break };
        println!("{} in column {}: {value:+}", if is_first { 'x' } else { 'o' }, column + 1);
        at = at.drop_into(column);
    }
    println!("{at}");
    let mut plain = Minimax::new(&ConnectFour, PassRule::Free, Meter::unlimited());
    println!("the start, 5 plies deep: {:+}", plain.value(Stones::default(), 5, f64::INFINITY));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(columns: &str) -> Stones {
        columns.bytes().fold(Stones::default(), |at, digit| at.drop_into(u32::from(digit - b'1')))
    }

    #[test]
    fn a_win_is_found_and_a_threat_is_answered() {
        // x has 1, 2 and 3 in the lowest row; o above them.
        assert_eq!(scout(position("112233"), 3).map(|(column, _)| column), Some(3));
        // o is to move and has to block.
        assert_eq!(alpha_beta(position("41526"), 3), scout(position("41526"), 3));
        assert_eq!(scout(position("11223"), 4).map(|(column, _)| column), Some(3));
    }

    #[test]
    fn four_in_a_row_end_the_game_in_every_direction() {
        for won in ["1727374", "1212121", "12233434544", "76655454344"] {
            assert!(position(won).is_won() && ConnectFour.moves(position(won)).is_none(), "{won}");
            assert!(!position(&won[..won.len() - 1]).is_won(), "{won}");
        }
        // Six stones fill a column.
        assert_eq!(ConnectFour.moves(position("444444")).unwrap(), [2, 4, 1, 5, 0, 6]);
    }

    #[test]
    fn all_procedures_agree() {
        for start in ["", "4", "44", "4433", "1234567", "44444", "3353", "112233"] {
            let at = position(start);
            for depth in 1..=5 {
                let mut plain = Minimax::new(&ConnectFour, PassRule::Free, Meter::unlimited());
                let expected = best(&mut plain, at, depth, Ties::First, &mut |_, _| {});
                assert_eq!(alpha_beta(at, depth), expected, "{start} {depth}");
                assert_eq!(scout(at, depth), expected, "{start} {depth}");
            }
        }
    }
}
