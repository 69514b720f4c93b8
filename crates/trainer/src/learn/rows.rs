//! The part of a step that changes rows.
//!
//! A row's gradient is the sum of the deltas of all examples in which its class occurs, added in the order of
//! the examples. Threads own ranges of classes, so that the sums do not depend on how many threads there are.

use std::ops::Range;

use outflank_engine::fitting::{INSTANCES, WIDTH, instances, pattern_offsets};
use outflank_rules::{Isa, Routine};

use super::adam::Adam;

/// The most classes a thread takes at once.
const MOST_CLASSES: u32 = 1 << 14;

/// A range of classes of one pattern, and room to sort its occurrences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Territory {
    /// The pattern's placements.
    instances: Range<usize>,
    classes: Range<u32>,
    /// After sorting, where the occurrences of each class end.
    ends: Vec<u32>,
    /// The examples of all occurrences, class by class.
    examples: Vec<u32>,
}

impl Territory {
    /// Divides all classes.
    pub(super) fn all(class_of: &[u32], classes: u32) -> Vec<Territory> {
        let placements = instances();
        let starts = pattern_offsets().0.map(|offset| class_of[offset]);
        let mut all = Vec::new();
        for (pattern, &start) in starts.iter().enumerate() {
            let end = starts.get(pattern + 1).copied().unwrap_or(classes);
            let first = placements.iter().take_while(|instance| instance.pattern < pattern).count();
            let count = placements.iter().filter(|instance| instance.pattern == pattern).count();
            let mut from = start;
            while from < end {
                let to = end.min(from + MOST_CLASSES);
                all.push(Territory {
                    instances: first..first + count,
                    classes: from..to,
                    ends: vec![0; (to - from) as usize],
                    examples: Vec::new(),
                });
                from = to;
            }
        }
        all
    }

    /// Returns how many classes there are in the range.
    pub(super) fn len(&self) -> usize {
        self.classes.len()
    }

    /// Sorts the occurrences of this range's classes by class, those of a class in the order of examples.
    #[inline(always)]
    fn sort(&mut self, batch: &[[u32; INSTANCES]]) {
        let (low, count) = (self.classes.start, self.ends.len());
        self.ends.fill(0);
        for classes in batch {
            for &class in &classes[self.instances.clone()] {
                let class = class.wrapping_sub(low) as usize;
                if class < count {
                    self.ends[class] += 1;
                }
            }
        }
        let mut sum = 0;
        for end in &mut self.ends {
            let start = sum;
            sum += *end;
            *end = start;
        }
        self.examples.resize(sum as usize, 0);
        for (example, classes) in batch.iter().enumerate() {
            for &class in &classes[self.instances.clone()] {
                let class = class.wrapping_sub(low) as usize;
                if class < count {
                    self.examples[self.ends[class] as usize] = example as u32;
                    self.ends[class] += 1;
                }
            }
        }
    }
}

/// A territory with its rows and their moments.
pub(super) struct Holding<'s> {
    pub(super) territory: &'s mut Territory,
    pub(super) rows: &'s mut [[f32; WIDTH]],
    pub(super) first: &'s mut [[f32; WIDTH]],
    pub(super) second: &'s mut [[f32; WIDTH]],
}

/// Changes the rows of a territory that a batch touches.
pub(super) struct UpdateRows<'a, 's> {
    pub(super) holding: &'a mut Holding<'s>,
    pub(super) classes: &'a [[u32; INSTANCES]],
    pub(super) deltas: &'a [[f32; WIDTH]],
    pub(super) adam: Adam,
}

impl Routine for UpdateRows<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, _: I) {
        let UpdateRows { holding, classes, deltas, adam } = self;
        holding.territory.sort(classes);
        let mut start = 0;
        for row in 0..holding.territory.len() {
            let end = holding.territory.ends[row] as usize;
            if start == end {
                continue;
            }
            let mut gradient = [0.0; WIDTH];
            for &example in &holding.territory.examples[start..end] {
                let delta = &deltas[example as usize];
                for (sum, number) in gradient.iter_mut().zip(delta) {
                    *sum += number;
                }
            }
            start = end;
            let (first, second) = (&mut holding.first[row], &mut holding.second[row]);
            adam.update(&mut holding.rows[row], first, second, &gradient);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::seeded;
    use outflank_engine::fitting::tied_contents;

    #[test]
    fn territories_cover_every_class_once_with_the_placements_of_its_pattern() {
        let (class_of, classes) = tied_contents();
        let all = Territory::all(&class_of, classes as u32);
        assert_eq!(all[0].classes.start, 0);
        assert!(all.windows(2).all(|two| two[0].classes.end == two[1].classes.start));
        assert_eq!(all.last().unwrap().classes.end as usize, classes);
        let offsets = pattern_offsets().0;
        for (n, instance) in instances().iter().enumerate() {
            let class = class_of[offsets[instance.pattern] + 1];
            let owner = all.iter().find(|territory| territory.classes.contains(&class)).unwrap();
            assert!(owner.instances.contains(&n));
        }
    }

    #[test]
    fn sorting_finds_all_occurrences_in_the_order_of_lessons() {
        let mut rng = seeded(&[2]);
        let batch: Vec<[u32; INSTANCES]> =
            (0..200).map(|_| std::array::from_fn(|_| 90 + rng.below(50))).collect();
        let mut territory =
            Territory { instances: 3..7, classes: 100..120, ends: vec![0; 20], examples: Vec::new() };
        territory.sort(&batch);
        let mut expected = Vec::new();
        for class in 100..120 {
            for (example, classes) in batch.iter().enumerate() {
                let times = classes[3..7].iter().filter(|&&other| other == class).count();
                expected.extend(std::iter::repeat_n(example as u32, times));
            }
            assert_eq!(territory.ends[class as usize - 100] as usize, expected.len());
        }
        assert_eq!(territory.examples, expected);
    }
}
