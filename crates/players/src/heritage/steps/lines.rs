//! Whole lines owned by one side, or whole but for one end.

use outflank_rules::Bitboard;

use super::{EvalInput, EvalStep, difference};

/// Lines and what each is worth.
pub(crate) struct Lines {
    /// The worth of straight lines by their distance from the edge: edge, near edge, near middle, middle.
    straight: [u32; 4],
    /// The worth of diagonals by what they lack of eight squares: 0 to 4.
    diagonal: [u32; 5],
    /// How often a complete line counts.
    complete: u32,
    /// How often a line counts of which one end is missing and all else owned.
    incomplete: u32,
    /// What a missing end may be.
    end: MissingEnd,
}

/// What the missing end of an incomplete line may be. The report says "missing" and no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MissingEnd {
    /// Empty.
    Empty,
    /// Empty or the opponent's.
    NotOwn,
}

const ROW: u64 = 0xff;
const COLUMN: u64 = 0x0101_0101_0101_0101;
/// a1 to h8.
const FALLING: u64 = 0x8040_2010_0804_0201;
/// h1 to a8.
const RISING: u64 = 0x0102_0408_1020_4080;

impl Lines {
    /// The worth of lines in Othello Master: straight lines 5 x (4, 3, 2, 2) from the edge to the middle,
    /// diagonals 4 x (5, 4, 3, 2, 1) from the longest to those of four squares. That a complete line counts
    /// twice as much as an incomplete one is our choice.
    pub(crate) const OTHELLO_MASTER: Lines = Lines {
        straight: [20, 15, 10, 10],
        diagonal: [20, 16, 12, 8, 4],
        complete: 2,
        incomplete: 1,
        end: MissingEnd::Empty,
    };

    /// The same with another choice of what a missing end may be.
    pub(crate) fn with_end(self, end: MissingEnd) -> Lines {
        Lines { end, ..self }
    }

    /// Counts a line.
    fn line(&self, own: u64, empty: u64, line: u64, worth: u32) -> u32 {
        let missing = line & !own;
        if missing == 0 {
            return self.complete * worth;
        }
        let first = line & line.wrapping_neg();
        let last = 1 << (63 - line.leading_zeros());
        let may_be_missing = match self.end {
            MissingEnd::Empty => missing & empty == missing,
            MissingEnd::NotOwn => true,
        };
        if may_be_missing && (missing == first || missing == last) { self.incomplete * worth } else { 0 }
    }

    fn count(&self, own: Bitboard, empty: Bitboard) -> u32 {
        let (own, empty) = (own.0, empty.0);
        let mut count = 0;
        for place in 0..8 {
            let worth = self.straight[place.min(7 - place)];
            count += self.line(own, empty, ROW << (8 * place), worth);
            count += self.line(own, empty, COLUMN << place, worth);
        }
        for (shift, &worth) in self.diagonal.iter().enumerate() {
            // Moving a diagonal by whole rows cuts off what leaves the board.
            for line in [FALLING << (8 * shift), RISING << (8 * shift)] {
                count += self.line(own, empty, line, worth);
            }
            if shift > 0 {
                for line in [FALLING >> (8 * shift), RISING >> (8 * shift)] {
                    count += self.line(own, empty, line, worth);
                }
            }
        }
        count
    }
}

impl EvalStep for Lines {
    fn name(&self) -> &'static str {
        "lines"
    }

    fn value(&self, seen: &EvalInput) -> f64 {
        difference(seen.board, |board| self.count(board.own(), board.empty()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::by_hand::value;
    use super::*;

    const LINES: Lines = Lines::OTHELLO_MASTER;

    #[test]
    fn straight_lines_count_by_their_distance_from_the_edge() {
        assert_eq!(value(&LINES, &["xxxxxxxx"]), 40.0);
        assert_eq!(value(&LINES, &["", "oooooooo"]), -30.0);
        assert_eq!(value(&LINES, &["", "", "xxxxxxxx"]), 20.0);
        assert_eq!(value(&LINES, &["", "", "", "xxxxxxxx"]), 20.0);
        let column: Vec<&str> = vec!["-------x"; 8];
        assert_eq!(value(&LINES, &column), 40.0);
    }

    #[test]
    fn a_line_may_lack_one_end_if_it_is_empty() {
        assert_eq!(value(&LINES, &["xxxxxxx-"]), 20.0);
        assert_eq!(value(&LINES, &["-xxxxxxx"]), 20.0);
        assert_eq!(value(&LINES, &["oxxxxxxx"]), 0.0);
        assert_eq!(value(&LINES.with_end(MissingEnd::NotOwn), &["oxxxxxxx"]), 20.0);
        assert_eq!(value(&LINES.with_end(MissingEnd::NotOwn), &["-xxxxxxx"]), 20.0);
        assert_eq!(value(&LINES, &["-xxxxxx-"]), 0.0);
        assert_eq!(value(&LINES, &["xxx-xxxx"]), 0.0);
    }

    #[test]
    fn nine_diagonals_of_each_direction_count_by_their_length() {
        // d1 c2 b3 a4, of length four, and with one end empty.
        assert_eq!(value(&LINES, &["---x", "--x", "-x", "x"]), 8.0);
        assert_eq!(value(&LINES, &["---x", "--x", "-x"]), 4.0);
        // c1 b2 a3 is too short.
        assert_eq!(value(&LINES, &["--x", "-x", "x"]), 0.0);
        // a1 to h8.
        let falling = ["o", "-o", "--o", "---o", "----o", "-----o", "------o", "-------o"];
        assert_eq!(value(&LINES, &falling), -40.0);
        // All lines of a full board: 2 x (2 x (20 + 15 + 10 + 10)) straight and 2 x (20 + 2 x (16 + 12 + 8 +
        // 4)), twice.
        assert_eq!(value(&LINES, &["xxxxxxxx"; 8]), 2.0 * (4.0 * 55.0 + 2.0 * (20.0 + 2.0 * 40.0)));
    }
}
