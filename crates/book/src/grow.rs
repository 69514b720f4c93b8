//! Where a search changes most: error times reach, divided by cost.
//!
//! The list of what to search is no state. It is computed from the book whenever it has been worked off, so a
//! run that was killed goes on where it was.

use std::collections::{BTreeMap, HashMap};

use crate::task::open_squares;
use crate::{Book, BookError, BookKey, BookLink, BookRecord, BookTask, Confidence, Destination, LeafSearch};

/// How a book is to grow.
#[derive(Clone, Copy, Debug)]
pub struct GrowthPlan {
    /// Positions with fewer empty squares are not added.
    pub fewest_empties: u32,
    /// How readily worse moves are played: a move that loses so many discs is played less often than the best
    /// one by a factor of e.
    pub spread: f64,
}

impl Default for GrowthPlan {
    /// Adds positions down to 24 empty squares; a loss of two discs makes a move rarer by e.
    fn default() -> GrowthPlan {
        GrowthPlan { fewest_empties: 24, spread: 2.0 }
    }
}

/// A task and how much it promises.
#[derive(Clone, Debug)]
pub struct RankedTask {
    /// What to search.
    pub task: BookTask,
    /// Expected change of the answer in discs, times the share of games that come there, per unit of cost.
    pub promise: f64,
}

impl GrowthPlan {
    /// Returns what to search next below some positions, the most promising first.
    ///
    /// From each position play goes on with every book move and the leaf, worse ones less often; where
    /// games were counted, half of the play follows them. What flows into a position is its reach. A search
    /// there can change the answer by as much as its leaf may rise above the best move, given the error of
    /// its estimate.
    ///
    /// # Errors
    ///
    /// If the book cannot be read.
    pub fn tasks(
        &self,
        book: &Book,
        roots: &[BookKey],
        search: &dyn LeafSearch,
    ) -> Result<Vec<RankedTask>, BookError> {
        let mut found: HashMap<BookKey, RankedTask> = HashMap::new();
        // Most empty squares first: all of the play into a position is known before it goes on.
        let mut waiting: BTreeMap<(u32, BookKey), f64> = BTreeMap::new();
        for root in roots {
            waiting.insert((60 - root.empties(), *root), 1.0);
        }
        while let Some(((_, key), reach)) = waiting.pop_first() {
            let Some(record) = book.get(key)? else { continue };
            if let Some((task, promise)) = self.task_at(book, &record, reach, search)? {
                let place = task.key().unwrap_or(key);
                let ranked = RankedTask { task, promise };
                match found.get_mut(&place) {
                    Some(other) if other.promise >= promise => {}
                    _ => drop(found.insert(place, ranked)),
                }
            }
            for (below, share) in self.play(book, &record)? {
                *waiting.entry((60 - below.empties(), below)).or_insert(0.0) += reach * share;
            }
        }
        let mut tasks: Vec<RankedTask> = found.into_values().collect();
        // The key breaks ties, so that the order does not depend on a hash.
        tasks.sort_by(|a, b| b.promise.total_cmp(&a.promise).then_with(|| a.task.key().cmp(&b.task.key())));
        Ok(tasks)
    }

    /// Returns the task of one position, if a search there can change anything.
    fn task_at(
        &self,
        book: &Book,
        record: &BookRecord,
        reach: f64,
        search: &dyn LeafSearch,
    ) -> Result<Option<(BookTask, f64)>, BookError> {
        let empties = record.key.empties();
        if needs_leaf(book, record)? {
            let gain = expected_gain(0.0, search.expected_error(empties, 0));
            let task = BookTask::leaf_of(book, record.key)?;
            return Ok(Some((task, reach * gain / search.cost(empties))));
        }
        let Some(leaf) = record.leaf else { return Ok(None) };
        if leaf.estimate.confidence == Confidence::Proven || empties <= self.fewest_empties {
            return Ok(None);
        }
        let best = record.estimate.map_or(0, |estimate| estimate.value);
        let gap = f64::from(best) - f64::from(leaf.estimate.value);
        let error = search.expected_error(empties, leaf.estimate.depth.into());
        let gain = expected_gain(gap, error);
        let cost = search.cost(empties - 1) + search.cost(empties);
        let Some(task) = BookTask::expand(book, record)? else { return Ok(None) };
        Ok((gain > 0.0).then_some((task, reach * gain / cost)))
    }

    /// Returns the book positions after a position, and the share of play that goes there.
    fn play(&self, book: &Book, record: &BookRecord) -> Result<Vec<(BookKey, f64)>, BookError> {
        let links = book.links(record.key)?;
        let best = record.estimate.map_or(0.0, |estimate| f64::from(estimate.value));
        let weight = |value: i8| ((f64::from(value) - best) / self.spread).exp();
        let weight_of = |link: &BookLink| link.estimate().map_or(1.0, |estimate| weight(estimate.value));
        let leaf = record.leaf.map_or(0.0, |leaf| weight(leaf.estimate.value));
        let total = leaf + links.iter().filter(|link| link.is_linked()).map(weight_of).sum::<f64>();
        let visits_of = |link: &BookLink| link.record.map_or(0.0, |record| f64::from(record.visits));
        let visits: f64 = links.iter().map(visits_of).sum();
        let share = |link: &BookLink| {
            let by_value = weight_of(link) / total.max(f64::MIN_POSITIVE);
            if visits > 0.0 { (by_value + visits_of(link) / visits) / 2.0 } else { by_value }
        };
        let into = |link: &BookLink| match (link.to, link.record) {
            (Destination::Position { key, .. }, Some(_)) => Some((key, share(link))),
            _ => None,
        };
        Ok(links.iter().filter_map(into).collect())
    }
}

/// Tells whether there are open moves of which the best is not known. Where the score is proven they are not
/// needed as long as a move of the book reaches it.
pub(crate) fn needs_leaf(book: &Book, record: &BookRecord) -> Result<bool, BookError> {
    if record.leaf.is_some_and(|leaf| leaf.square.is_some()) {
        return Ok(false);
    }
    let links = book.links(record.key)?;
    let reaches_it = |link: &BookLink| {
        link.estimate().is_some_and(|found| i32::from(found.value) >= record.bounds.lower())
    };
    if record.bounds.is_exact() && links.iter().any(reaches_it) {
        return Ok(false);
    }
    Ok(!open_squares(&links, None).is_empty())
}

/// So many standard deviations are far.
const FAR: f64 = 4.0;

/// Returns by how many discs a value is expected to rise above one that is `gap` higher, given the standard
/// deviation of its error.
fn expected_gain(gap: f64, error: f64) -> f64 {
    if error <= 0.0 {
        return 0.0;
    }
    let z = gap / error;
    let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if z > FAR {
        // The difference is smaller than the error of the series; this is its limit.
        return error * density / (z * z);
    }
    error * (density - z * tail(z))
}

/// Returns the share of a normal distribution above a number of standard deviations, to seven digits
/// (Abramowitz and Stegun, 26.2.17).
fn tail(z: f64) -> f64 {
    if z < 0.0 {
        return 1.0 - tail(-z);
    }
    let t = 1.0 / (1.0 + 0.231_641_9 * z);
    let series = t
        * (0.319_381_530
            + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_can_be_gained_from_larger_errors_and_smaller_gaps() {
        assert!((expected_gain(0.0, 1.0) - 0.398_942).abs() < 1e-6);
        assert!(expected_gain(0.0, 2.0) > expected_gain(0.0, 1.0));
        assert!(expected_gain(1.0, 2.0) > expected_gain(2.0, 2.0));
        assert_eq!(expected_gain(1.0, 0.0), 0.0);
        // Nowhere does more distance promise more.
        let gains: Vec<f64> = (0..400).map(|tenth| expected_gain(f64::from(tenth) / 20.0, 1.0)).collect();
        assert!(gains.is_sorted_by(|near, far| near > far && *far > 0.0));
        // From far below, a value rises by all of the distance.
        assert!((expected_gain(-10.0, 1.0) - 10.0).abs() < 1e-6);
    }
}
