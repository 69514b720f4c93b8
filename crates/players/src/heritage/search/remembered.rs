//! A table of boards already searched that forgets the one not asked for longest.

use std::collections::HashMap;

use outflank_rules::Board;

/// How a value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is not smaller.
    AtLeast,
    /// The true one is not larger.
    AtMost,
}

/// What was found out about a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    /// How many plies were looked ahead.
    pub(crate) depth: u32,
    /// The value for the side to move.
    pub(crate) value: f64,
    /// What it is.
    pub(crate) bound: Bound,
}

/// A chain of slots from the one used last to the one used longest ago, and where each board is.
pub(crate) struct Remembered {
    places: HashMap<Board, usize>,
    slots: Vec<Slot>,
    room: usize,
    newest: usize,
    oldest: usize,
}

struct Slot {
    board: Board,
    entry: Entry,
    newer: usize,
    older: usize,
}

/// No slot: the end of the chain.
const END: usize = usize::MAX;

impl Remembered {
    /// Makes an empty table for so many boards, at least one.
    pub(crate) fn new(room: usize) -> Remembered {
        Remembered { places: HashMap::new(), slots: Vec::new(), room: room.max(1), newest: END, oldest: END }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = Remembered::new(self.room);
    }

    /// Returns what is known of a board.
    pub(crate) fn get(&mut self, board: Board) -> Option<Entry> {
        let place = *self.places.get(&board)?;
        self.unlink(place);
        self.link_as_newest(place);
        Some(self.slots[place].entry)
    }

    /// Keeps what was found out, in the place of what was known of the board, or of the board not used for
    /// longest.
    pub(crate) fn put(&mut self, board: Board, entry: Entry) {
        let place = match self.places.get(&board) {
            Some(&place) => {
                self.unlink(place);
                place
            }
            None if self.slots.len() < self.room => {
                self.slots.push(Slot { board, entry, newer: END, older: END });
                self.slots.len() - 1
            }
            None => {
                let place = self.oldest;
                self.unlink(place);
                self.places.remove(&self.slots[place].board);
                place
            }
        };
        self.places.insert(board, place);
        (self.slots[place].board, self.slots[place].entry) = (board, entry);
        self.link_as_newest(place);
    }

    fn unlink(&mut self, place: usize) {
        let Slot { newer, older, .. } = self.slots[place];
        match newer {
            END => self.newest = older,
            newer => self.slots[newer].older = older,
        }
        match older {
            END => self.oldest = newer,
            older => self.slots[older].newer = newer,
        }
    }

    fn link_as_newest(&mut self, place: usize) {
        (self.slots[place].newer, self.slots[place].older) = (END, self.newest);
        match self.newest {
            END => self.oldest = place,
            newest => self.slots[newest].newer = place,
        }
        self.newest = place;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: f64) -> Entry {
        Entry { depth: 1, value, bound: Bound::Exact }
    }

    fn board(number: u64) -> Board {
        Board::from_words(number, 0)
    }

    #[test]
    fn the_board_not_used_for_longest_is_forgotten() {
        let mut table = Remembered::new(3);
        for number in 1..=3 {
            table.put(board(number), entry(number as f64));
        }
        assert!(table.get(board(1)).is_some());
        table.put(board(3), entry(30.0));
        table.put(board(4), entry(4.0));
        assert!(table.get(board(2)).is_none());
        assert_eq!(table.get(board(3)), Some(entry(30.0)));
        table.put(board(5), entry(5.0));
        assert!(table.get(board(1)).is_none());
        table.clear();
        assert!((1..=5).all(|number| table.get(board(number)).is_none()));
    }

    #[test]
    fn a_table_of_one_board_works() {
        let mut table = Remembered::new(0);
        for number in 1..=10 {
            table.put(board(number), entry(0.0));
            assert!(table.get(board(number)).is_some());
            assert!(table.get(board(number - 1)).is_none());
        }
    }
}
