//! A perfect matching of least cost in a complete graph.

use crate::blossom::BlossomSearch;

/// Returns the partner of each of `count` vertices, an even number, so that the sum of the costs is least.
///
/// # Panics
///
/// If the number of vertices is odd: then somebody is left over.
pub(crate) fn least_cost_matching(count: usize, cost: impl Fn(usize, usize) -> i128) -> Vec<usize> {
    assert!(count.is_multiple_of(2), "{count} vertices cannot all have a partner");
    let between =
        |one: usize, other: usize| if one == other { 0 } else { cost(one.min(other), one.max(other)) };
    let costs: Vec<Vec<i128>> =
        (0..count).map(|one| (0..count).map(|other| between(one, other)).collect()).collect();
    let dearest = costs.iter().flatten().copied().max().unwrap_or(0);
    // One edge more outweighs whatever all others could save.
    let base = (dearest + 1) * (count as i128 / 2 + 1);
    let mut blossoms = BlossomSearch::new(count, |one, other| base - costs[one - 1][other - 1]);
    while blossoms.augment_once() {}
    (1..=count).map(|vertex| blossoms.mate[vertex] - 1).collect()
}
