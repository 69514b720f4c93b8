//! A transposition table: positions already searched. It forgets the one not asked for longest.

use std::collections::HashMap;
use std::hash::Hash;

/// How a value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is not smaller.
    AtLeast,
    /// The true one is not larger.
    AtMost,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    /// How many plies were looked ahead.
    pub(super) depth: u32,
    /// The value for the side to move.
    pub(super) value: f64,
    /// What it is.
    pub(super) bound: Bound,
}

/// Which entries answer a question about a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reuse {
    /// Those of the same depth: a search finds the values it would find without the table.
    SameDepth,
    /// Those of the same depth and of deeper searches.
    #[default]
    Deeper,
}

/// A table for so many positions, which are known by keys.
pub struct LruTable<K> {
    reuse: Reuse,
    places: HashMap<K, usize>,
    /// A chain from the slot used last to the one used longest ago.
    slots: Vec<Slot<K>>,
    room: usize,
    newest: usize,
    oldest: usize,
}

struct Slot<K> {
    key: K,
    entry: Entry,
    newer: usize,
    older: usize,
}

/// No slot: the end of the chain.
const END: usize = usize::MAX;

impl<K: Copy + Eq + Hash> LruTable<K> {
    /// Makes an empty table for so many positions, at least one.
    #[must_use]
    pub fn new(room: usize, reuse: Reuse) -> LruTable<K> {
        let (places, slots, room) = (HashMap::new(), Vec::new(), room.max(1));
        LruTable { reuse, places, slots, room, newest: END, oldest: END }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = LruTable::new(self.room, self.reuse);
    }

    /// Returns the value of a position if an entry decides it between these bounds.
    pub(super) fn decided(&mut self, key: K, depth: u32, alpha: f64, beta: f64) -> Option<f64> {
        let entry = self.get(key)?;
        let is_deep_enough = match self.reuse {
            Reuse::SameDepth => entry.depth == depth,
            Reuse::Deeper => entry.depth >= depth,
        };
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => entry.value >= beta,
            Bound::AtMost => entry.value <= alpha,
        };
        (is_deep_enough && decides).then_some(entry.value)
    }

    /// Returns what is known of a position.
    fn get(&mut self, key: K) -> Option<Entry> {
        let place = *self.places.get(&key)?;
        self.unlink(place);
        self.link_as_newest(place);
        Some(self.slots[place].entry)
    }

    /// Keeps what was found out, in the place of what was known of the position, or of the one not used for
    /// longest.
    pub(super) fn put(&mut self, key: K, entry: Entry) {
        let place = match self.places.get(&key) {
            Some(&place) => {
                self.unlink(place);
                place
            }
            None if self.slots.len() < self.room => {
                self.slots.push(Slot { key, entry, newer: END, older: END });
                self.slots.len() - 1
            }
            None => {
                let place = self.oldest;
                self.unlink(place);
                self.places.remove(&self.slots[place].key);
                place
            }
        };
        self.places.insert(key, place);
        (self.slots[place].key, self.slots[place].entry) = (key, entry);
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

    #[test]
    fn the_position_not_used_for_longest_is_forgotten() {
        let mut table = LruTable::new(3, Reuse::SameDepth);
        for number in 1..=3 {
            table.put(number, entry(f64::from(number)));
        }
        assert!(table.get(1).is_some());
        table.put(3, entry(30.0));
        table.put(4, entry(4.0));
        assert!(table.get(2).is_none());
        assert_eq!(table.get(3), Some(entry(30.0)));
        table.put(5, entry(5.0));
        assert!(table.get(1).is_none());
        table.clear();
        assert!((1..=5).all(|number| table.get(number).is_none()));
    }

    #[test]
    fn a_table_of_one_position_works() {
        let mut table = LruTable::new(0, Reuse::SameDepth);
        for number in 1..=10 {
            table.put(number, entry(0.0));
            assert!(table.get(number).is_some());
            assert!(table.get(number - 1).is_none());
        }
    }

    #[test]
    fn an_entry_answers_for_its_depth_or_for_less_too() {
        let mut tables = [Reuse::SameDepth, Reuse::Deeper].map(|reuse| LruTable::new(9, reuse));
        let bound = |bound| Entry { depth: 4, value: 7.0, bound };
        for table in &mut tables {
            table.put('a', bound(Bound::Exact));
            table.put('b', bound(Bound::AtLeast));
            table.put('c', bound(Bound::AtMost));
            assert_eq!(table.decided('a', 4, 0.0, 1.0), Some(7.0));
            assert_eq!(table.decided('a', 5, 0.0, 1.0), None);
            assert_eq!([table.decided('b', 4, 0.0, 7.0), table.decided('b', 4, 0.0, 8.0)], [Some(7.0), None]);
            assert_eq!([table.decided('c', 4, 7.0, 9.0), table.decided('c', 4, 6.0, 9.0)], [Some(7.0), None]);
        }
        let [same, deeper] = &mut tables;
        assert_eq!(same.decided('a', 3, 0.0, 1.0), None);
        assert_eq!(deeper.decided('a', 3, 0.0, 1.0), Some(7.0));
    }
}
