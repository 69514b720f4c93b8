//! Fitting weights by least squares, and how well two orders agree.

/// Sums from which the weights of a linear prediction are computed.
///
/// ```
/// use outflank_puzzles::LeastSquares;
///
/// let mut sums = LeastSquares::<2>::new();
/// for x in 0..10 {
///     sums.add([1.0, f64::from(x)], 3.0 + 2.0 * f64::from(x));
/// }
/// let weights = sums.weights(1e-9).unwrap();
/// assert!((weights[0] - 3.0).abs() < 1e-3 && (weights[1] - 2.0).abs() < 1e-3);
/// ```
#[derive(Clone, Debug)]
pub struct LeastSquares<const N: usize> {
    squares: [[f64; N]; N],
    products: [f64; N],
}

impl<const N: usize> Default for LeastSquares<N> {
    fn default() -> Self {
        LeastSquares { squares: [[0.0; N]; N], products: [0.0; N] }
    }
}

impl<const N: usize> LeastSquares<N> {
    /// Begins with nothing.
    #[must_use]
    pub fn new() -> LeastSquares<N> {
        LeastSquares::default()
    }

    /// Adds what was seen and what should be predicted of it.
    pub fn add(&mut self, seen: [f64; N], wanted: f64) {
        for (row, &a) in seen.iter().enumerate() {
            self.products[row] += a * wanted;
            for (column, &b) in seen.iter().enumerate() {
                self.squares[row][column] += a * b;
            }
        }
    }

    /// Returns the weights of least error, `ridge` keeping them small; `None` if they are not determined.
    #[must_use]
    pub fn weights(&self, ridge: f64) -> Option<[f64; N]> {
        let (mut rows, mut right) = (self.squares, self.products);
        for (place, row) in rows.iter_mut().enumerate() {
            row[place] += ridge;
        }
        for pivot in 0..N {
            let best = (pivot..N).max_by(|&a, &b| rows[a][pivot].abs().total_cmp(&rows[b][pivot].abs()))?;
            if rows[best][pivot].abs() < 1e-12 {
                return None;
            }
            rows.swap(pivot, best);
            right.swap(pivot, best);
            for row in pivot + 1..N {
                let factor = rows[row][pivot] / rows[pivot][pivot];
                let above = rows[pivot];
                for (cell, above) in rows[row].iter_mut().zip(above).skip(pivot) {
                    *cell -= factor * above;
                }
                right[row] -= factor * right[pivot];
            }
        }
        let mut weights = [0.0; N];
        for row in (0..N).rev() {
            let known: f64 = (row + 1..N).map(|column| rows[row][column] * weights[column]).sum();
            weights[row] = (right[row] - known) / rows[row][row];
        }
        Some(weights)
    }
}

/// Returns Spearman's rank correlation of pairs, equal values sharing their ranks; `None` if there are fewer
/// than two pairs or all values of one kind are equal.
#[must_use]
pub fn rank_correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let first = ranks(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>());
    let second = ranks(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>());
    let mean = (pairs.len() as f64 + 1.0) / 2.0;
    let (mut both, mut one, mut other) = (0.0, 0.0, 0.0);
    for (a, b) in first.iter().zip(&second) {
        both += (a - mean) * (b - mean);
        one += (a - mean).powi(2);
        other += (b - mean).powi(2);
    }
    (one > 0.0 && other > 0.0).then(|| both / (one * other).sqrt())
}

/// Returns the rank of every value, from 1 on; equal ones have the mean of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut from = 0;
    while from < order.len() {
        let equal = order[from..].iter().take_while(|&&at| values[at] == values[order[from]]).count();
        for &at in &order[from..from + equal] {
            ranks[at] = (2 * from + equal + 1) as f64 / 2.0;
        }
        from += equal;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_equal_values_are_shared() {
        assert_eq!(ranks(&[5.0, 1.0, 5.0, 9.0]), [2.5, 1.0, 2.5, 4.0]);
    }

    #[test]
    fn correlation_is_one_for_equal_orders_and_minus_one_for_opposite_ones() {
        let up: Vec<(f64, f64)> = (0..9).map(|n| (f64::from(n), f64::from(n * n))).collect();
        let down: Vec<(f64, f64)> = up.iter().map(|&(a, b)| (a, -b)).collect();
        assert!((rank_correlation(&up).unwrap() - 1.0).abs() < 1e-12);
        assert!((rank_correlation(&down).unwrap() + 1.0).abs() < 1e-12);
        assert_eq!(rank_correlation(&[(1.0, 1.0)]), None);
        // By hand: ranks 1 2 3 4 against 2 1 4 3 are 1 - 6 * 4 / (4 * 15).
        let mixed = [(1.0, 20.0), (2.0, 10.0), (3.0, 40.0), (4.0, 30.0)];
        assert!((rank_correlation(&mixed).unwrap() - 0.6).abs() < 1e-12);
    }

    #[test]
    fn what_is_not_determined_has_no_weights() {
        let mut sums = LeastSquares::<2>::new();
        sums.add([1.0, 1.0], 1.0);
        assert_eq!(sums.weights(0.0), None);
    }
}
