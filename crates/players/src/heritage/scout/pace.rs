//! Time management: the depth of a search is predicted from what the last one went through.

use std::time::Duration;

use crate::search::Visits;

/// The depth of the first search of a game, about which nothing is known. Our choice.
const FIRST_DEPTH: u32 = 5;
/// What is added to the predicted depth, for all that is left out of a tree whose parents have so many
/// children. The report speaks of a constant without its value: this is our choice. If only the children that
/// were searched count, no constant is any good: with 1 the depth was 3.6 plies too large on average.
const CONSTANT: f64 = 3.4;
/// A tree that hardly branches says little; fewer children a parent are not believed.
const LEAST_BRANCHING: f64 = 1.5;

/// What the last search says about the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Pace(Option<Measured>);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Measured {
    branching: f64,
    seconds_per_node: f64,
}

impl Pace {
    /// Learns from a search that took so long.
    pub(super) fn learn(&mut self, visits: Visits, spent: Duration) {
        if visits.children == 0 || visits.parents == 0 || spent.is_zero() {
            return;
        }
        let branching = visits.children as f64 / visits.parents as f64;
        self.0 = Some(Measured {
            branching: branching.max(LEAST_BRANCHING),
            // Over the same nodes: those whose moves were searched.
            seconds_per_node: spent.as_secs_f64() / visits.parents as f64,
        });
    }

    /// Predicts how deep a search can go in a time: log(time / time per node) / log(branching) + a constant.
    pub(super) fn depth(&self, time: Duration) -> u32 {
        let Some(Measured { branching, seconds_per_node }) = self.0 else { return FIRST_DEPTH };
        let nodes = time.as_secs_f64() / seconds_per_node;
        let depth = nodes.ln() / branching.ln() + CONSTANT;
        depth.clamp(1.0, 60.0) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_follows_from_branching_and_time_per_node() {
        let mut pace = Pace::default();
        assert_eq!(pace.depth(Duration::from_secs(1)), FIRST_DEPTH);
        // 4 children a parent, 1 microsecond a parent: in a second 4^9.97 parents.
        pace.learn(Visits { parents: 1000, children: 4000 }, Duration::from_millis(1));
        assert_eq!(pace.depth(Duration::from_secs(1)), 13);
        assert_eq!(pace.depth(Duration::from_millis(5)), 9);
        assert_eq!(pace.depth(Duration::from_nanos(1)), 1);
    }

    #[test]
    fn a_search_that_says_nothing_changes_nothing() {
        let mut pace = Pace::default();
        pace.learn(Visits::default(), Duration::from_secs(1));
        assert_eq!(pace, Pace::default());
    }
}
