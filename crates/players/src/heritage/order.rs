//! The order in which replies are tried.

use outflank_rules::Square;

/// For every move, the place of each square among the replies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Order(Box<[[u8; 64]; 64]>);

impl Order {
    /// Orders the replies to each move by how often they were the best, most often first; equal ones keep the
    /// order of the squares.
    pub(crate) fn by_counts(counts: &[[u32; 64]; 64]) -> Order {
        let mut places = Box::new([[0; 64]; 64]);
        for (row, places) in counts.iter().zip(places.iter_mut()) {
            let mut squares: Vec<usize> = (0..64).collect();
            squares.sort_by_key(|&square| std::cmp::Reverse(row[square]));
            for (place, square) in (0..).zip(squares) {
                places[square] = place;
            }
        }
        Order(places)
    }

    /// Sorts the replies to a move.
    pub(crate) fn sort(&self, last: Square, replies: &mut [Square]) {
        let places = &self.0[last.index() as usize];
        replies.sort_unstable_by_key(|reply| places[reply.index() as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_replies_come_first_and_others_keep_their_order() {
        let mut counts = [[0; 64]; 64];
        counts[5][40] = 3;
        counts[5][50] = 9;
        let order = Order::by_counts(&counts);
        let mut replies = [1, 2, 40, 41, 50].map(Square::wrapping);
        order.sort(Square::wrapping(5), &mut replies);
        assert_eq!(replies, [50, 40, 1, 2, 41].map(Square::wrapping));
        replies.reverse();
        order.sort(Square::wrapping(6), &mut replies);
        assert_eq!(replies, [1, 2, 40, 41, 50].map(Square::wrapping));
    }
}
