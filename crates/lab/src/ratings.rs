//! Ratings of many players by maximum likelihood, with intervals that follow pairs of games.
//!
//! The expected share of the points is that of Elo. Intervals come from the scatter of the units of play
//! (pairs of games with colours swapped, where there are such) around what the ratings expect, not from the
//! games: the so-called sandwich estimate. The mean of all ratings is 0.

use crate::tally::NORMAL_95;

/// A pair of games, or a single one, between two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// The players.
    pub players: [usize; 2],
    /// How many games.
    pub games: f64,
    /// The first player's share of the points.
    pub share: f64,
}

/// A rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating in Elo; the mean of all is 0.
    pub elo: f64,
    /// How far the 95 % interval reaches either way; `None` if the games do not say.
    pub reach: Option<f64>,
    /// Whether the games alone fix it. They do not if a player, or a group, won or lost everything against
    /// the others: then one drawn game is assumed in every pairing.
    pub firm: bool,
}

/// Elo for one unit of the natural logarithm of the odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Rates players; those who have not played get nothing.
#[must_use]
pub fn rate(count: usize, units: &[Unit]) -> Vec<Option<Rating>> {
    let group = groups(count, units);
    let played: Vec<bool> =
        (0..count).map(|player| units.iter().any(|unit| unit.players.contains(&player))).collect();
    let largest = largest_group(&group, &played);
    let firm = group.iter().zip(&played).all(|(&one, &played)| !played || Some(one) == largest);
    let assumed = if firm { Vec::new() } else { drawn_games(units) };
    let mut ratings = vec![0.0; count];
    let mut inverse = Vec::new();
    for _ in 0..200 {
        let (gradient, hessian) = slope(&ratings, units.iter().chain(&assumed));
        inverse = inverted(hessian);
        let step = times(&inverse, &gradient);
        // Steps of Newton's method, held back where they are wild.
        let longest = step.iter().fold(0.0_f64, |longest, one| longest.max(one.abs()));
        let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        ratings.iter_mut().zip(&step).for_each(|(rating, one)| *rating += scale * one);
        if longest < 1e-10 {
            break;
        }
    }
    let present = played.iter().filter(|&&played| played).count().max(1) as f64;
    let mean =
        ratings.iter().zip(&played).filter(|(_, played)| **played).map(|(one, _)| one).sum::<f64>() / present;
    let freedom = units.len() as f64 - (present - 1.0);
    let scatter = scatter(&ratings, units);
    let rating = |player: usize| {
        let row = &inverse[player];
        let variance: f64 = times(&scatter, row).iter().zip(row).map(|(a, b)| a * b).sum();
        let reach = NORMAL_95 * ELO * (variance * units.len() as f64 / freedom).sqrt();
        Rating {
            elo: ELO * (ratings[player] - mean),
            reach: (freedom > 0.0 && reach.is_finite() && reach > 1e-6).then_some(reach),
            firm: Some(group[player]) == largest,
        }
    };
    (0..count).map(|player| played[player].then(|| rating(player))).collect()
}

/// Numbers the groups within which everybody has, directly or through others, taken points from everybody.
fn groups(count: usize, units: &[Unit]) -> Vec<usize> {
    let mut reaches = vec![vec![false; count]; count];
    for (player, row) in reaches.iter_mut().enumerate() {
        row[player] = true;
    }
    for unit in units {
        let [one, other] = unit.players;
        reaches[one][other] |= unit.share > 0.0;
        reaches[other][one] |= unit.share < 1.0;
    }
    for middle in 0..count {
        let through = reaches[middle].clone();
        for row in reaches.iter_mut().filter(|row| row[middle]) {
            row.iter_mut().zip(&through).for_each(|(reached, &more)| *reached |= more);
        }
    }
    (0..count)
        .map(|one| (0..=one).find(|&other| reaches[one][other] && reaches[other][one]).unwrap_or(one))
        .collect()
}

/// Returns the group with the most players; `None` if there are no games.
fn largest_group(group: &[usize], played: &[bool]) -> Option<usize> {
    let size =
        |one: usize| group.iter().zip(played).filter(|(other, played)| **other == one && **played).count();
    let present = group.iter().zip(played).filter(|(_, played)| **played).map(|(&one, _)| one);
    present.max_by_key(|&one| (size(one), std::cmp::Reverse(one)))
}

/// Returns a drawn game for every pairing that has met.
fn drawn_games(units: &[Unit]) -> Vec<Unit> {
    let mut pairings: Vec<[usize; 2]> = units
        .iter()
        .map(|unit| [unit.players[0].min(unit.players[1]), unit.players[0].max(unit.players[1])])
        .collect();
    pairings.sort_unstable();
    pairings.dedup();
    pairings.into_iter().map(|players| Unit { players, games: 1.0, share: 0.5 }).collect()
}

fn expected(ratings: &[f64], [one, other]: [usize; 2]) -> f64 {
    1.0 / (1.0 + (ratings[other] - ratings[one]).exp())
}

/// Returns the gradient of the likelihood and its curvature, made invertible: the mean of the ratings is
/// free.
fn slope<'u>(ratings: &[f64], units: impl Iterator<Item = &'u Unit>) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = ratings.len();
    let mut gradient = vec![0.0; count];
    let mut hessian = vec![vec![1.0 / count as f64; count]; count];
    for (player, row) in hessian.iter_mut().enumerate() {
        // Players who have not met anybody must not spoil it for others.
        row[player] += 1e-9;
    }
    for &Unit { players, games, share } in units.filter(|unit| unit.players[0] != unit.players[1]) {
        let expected = expected(ratings, players);
        let [one, other] = players;
        gradient[one] += games * (share - expected);
        gradient[other] -= games * (share - expected);
        add(&mut hessian, players, games * expected * (1.0 - expected));
    }
    (gradient, hessian)
}

/// Returns how far the units lie from what was expected of them.
fn scatter(ratings: &[f64], units: &[Unit]) -> Vec<Vec<f64>> {
    let mut scatter = vec![vec![0.0; ratings.len()]; ratings.len()];
    for unit in units.iter().filter(|unit| unit.players[0] != unit.players[1]) {
        let off = unit.games * (unit.share - expected(ratings, unit.players));
        add(&mut scatter, unit.players, off * off);
    }
    scatter
}

/// Adds a weight to the square of the difference of two players.
fn add(matrix: &mut [Vec<f64>], [one, other]: [usize; 2], weight: f64) {
    matrix[one][one] += weight;
    matrix[other][other] += weight;
    matrix[one][other] -= weight;
    matrix[other][one] -= weight;
}

fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// Inverts a matrix by elimination.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..count).map(|row| (0..count).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for column in 0..count {
        let pivot =
            (column..count).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()));
        let pivot = pivot.unwrap_or(column);
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let scale = 1.0 / matrix[column][column];
        matrix[column].iter_mut().chain(&mut inverse[column]).for_each(|value| *value *= scale);
        let (pivot_row, pivot_inverse) = (matrix[column].clone(), inverse[column].clone());
        for row in (0..count).filter(|&row| row != column) {
            let factor = matrix[row][column];
            matrix[row].iter_mut().zip(&pivot_row).for_each(|(value, one)| *value -= factor * one);
            inverse[row].iter_mut().zip(&pivot_inverse).for_each(|(value, one)| *value -= factor * one);
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(players: [usize; 2], shares: &[(f64, usize)]) -> Vec<Unit> {
        let all = shares.iter().flat_map(|&(share, count)| std::iter::repeat_n(share, count));
        all.map(|share| Unit { players, games: 2.0, share }).collect()
    }

    fn near(value: f64, expected: f64, within: f64) {
        assert!((value - expected).abs() < within, "{value} is not {expected}");
    }

    #[test]
    fn two_players_differ_by_the_elo_of_their_share() {
        // 64 of 100 points are 99.95 Elo.
        let units = pairs([0, 1], &[(1.0, 14), (0.5, 36)]);
        let found = rate(2, &units);
        let [one, other] = [found[0].unwrap(), found[1].unwrap()];
        near(one.elo - other.elo, 99.95, 0.01);
        near(one.elo + other.elo, 0.0, 1e-9);
        assert!(one.firm && other.firm);
        // The share has standard error sqrt(p2 / (n - 1)) with p2 = 14/50 * 0.36^2 + 36/50 * 0.14^2 = 0.0504;
        // each player moves by half of the difference, whose slope is ELO / (0.64 * 0.36).
        let error = (0.0504_f64 / 49.0).sqrt();
        near(one.reach.unwrap(), 1.959_964 * error * ELO / (0.64 * 0.36) / 2.0, 0.01);
    }

    #[test]
    fn a_consistent_triangle_is_found_again() {
        // 200 and 100 Elo apart: shares 0.7597 and 0.6401, and 0.8490 between the ends.
        let share = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let unit = |players, elo| Unit { players, games: 2.0, share: share(elo) };
        let units = [unit([0, 1], 200.0), unit([1, 2], 100.0), unit([2, 0], -300.0)];
        let found: Vec<f64> = rate(3, &units).into_iter().map(|one| one.unwrap().elo).collect();
        near(found[0] - found[1], 200.0, 1e-6);
        near(found[1] - found[2], 100.0, 1e-6);
        near(found.iter().sum(), 0.0, 1e-6);
    }

    #[test]
    fn who_wins_everything_is_rated_but_not_firmly() {
        let mut units = pairs([0, 1], &[(1.0, 10)]);
        units.extend(pairs([1, 2], &[(0.75, 10), (0.25, 4)]));
        units.extend(pairs([0, 2], &[(1.0, 10)]));
        let found: Vec<Rating> = rate(3, &units).into_iter().flatten().collect();
        assert!(!found[0].firm && found[1].firm && found[2].firm);
        assert!(found[0].elo > found[1].elo + 200.0 && found[0].elo < 2000.0, "{found:?}");
    }

    #[test]
    fn nobody_and_players_without_games_are_no_trouble() {
        assert!(rate(0, &[]).is_empty());
        assert_eq!(rate(2, &[]), [None, None]);
        let found = rate(4, &pairs([1, 3], &[(0.75, 5), (0.5, 5)]));
        assert!(found[0].is_none() && found[2].is_none());
        near(found[1].unwrap().elo + found[3].unwrap().elo, 0.0, 1e-6);
        // Equal pairs say nothing about the interval.
        assert_eq!(rate(2, &pairs([0, 1], &[(0.5, 9)]))[0].unwrap().reach, None);
    }
}
