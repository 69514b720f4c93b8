//! Squares of different worth.

use outflank_rules::Bitboard;

use super::{EvalInput, EvalStep};

/// The worth of own discs by their squares, minus that of the opponent's.
#[derive(Clone, Debug)]
pub(crate) struct Squares {
    /// The squares of each worth; those that are worth nothing are left out.
    groups: Vec<(Bitboard, f64)>,
}

impl Squares {
    /// Makes a table of its quarter a1 to d4, rows first; the other quarters mirror it.
    pub(crate) fn mirrored(quarter: [[i32; 4]; 4]) -> Squares {
        let mut groups: Vec<(Bitboard, f64)> = Vec::new();
        for index in 0..64_usize {
            let fold = |place: usize| place.min(7 - place);
            let worth = f64::from(quarter[fold(index / 8)][fold(index % 8)]);
            let square = Bitboard(1 << index);
            match groups.iter_mut().find(|(_, known)| *known == worth) {
                Some((squares, _)) => *squares |= square,
                None => groups.push((square, worth)),
            }
        }
        groups.retain(|(_, worth)| *worth != 0.0);
        Squares { groups }
    }

    /// Makes a table of classes: corners, C squares (beside a corner on the edge), A squares (next on the
    /// edge), B squares (the middle of the edge) and X squares (beside a corner on the diagonal). All others
    /// are worth nothing.
    pub(crate) fn classes([corner, c, a, b, x]: [i32; 5]) -> Squares {
        Squares::mirrored([[corner, c, a, b], [c, x, 0, 0], [a, 0, 0, 0], [b, 0, 0, 0]])
    }
}

impl EvalStep for Squares {
    fn name(&self) -> &'static str {
        "squares"
    }

    fn value(&self, seen: &EvalInput) -> f64 {
        let (own, opp) = (seen.board.own(), seen.board.opp());
        let mut sum = 0.0;
        for &(squares, worth) in &self.groups {
            sum += worth * (f64::from((own & squares).len()) - f64::from((opp & squares).len()));
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::super::by_hand::value;
    use super::*;

    #[test]
    fn a_quarter_is_mirrored_to_the_whole_board() {
        let table = Squares::mirrored([[30, -5, 4, 3], [-5, -10, 0, 0], [4, 0, 1, 1], [3, 0, 1, 2]]);
        assert_eq!(value(&table, &["xxxxxxxx"]), 64.0);
        assert_eq!(value(&table, &["", "", "", "", "", "", "xxxxxxxx"]), -30.0);
        assert_eq!(value(&table, &["x------o", "", "", "---x"]), 2.0);
        assert_eq!(value(&table, &["", "", "", "---ox", "---xo"]), 0.0);
    }

    #[test]
    fn classes_are_named_as_usual() {
        let table = Squares::classes([100, -20, 8, 4, -40]);
        assert_eq!(value(&table, &["xxxxxxxx"]), 2.0 * (100.0 - 20.0 + 8.0 + 4.0));
        assert_eq!(value(&table, &["o", "xx"]), -100.0 - 20.0 - 40.0);
        assert_eq!(value(&table, &["", "", "--xxxx"]), 0.0);
    }
}
