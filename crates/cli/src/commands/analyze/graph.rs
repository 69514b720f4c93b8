//! A graph of scores in text: a column for each ply, black up.

use std::fmt::Write as _;

/// Rows above and below the middle.
const HALF: i32 = 4;

/// Draws scores from black's view; the scale is chosen so that the largest fits.
pub(crate) fn draw(scores: &[f64]) -> String {
    let largest = scores.iter().fold(0.0, |most: f64, score| most.max(score.abs()));
    // Discs a row: at least 2, so that small differences look small.
    let step = (largest / f64::from(HALF)).ceil().max(2.0);
    let mut text = String::new();
    for row in (-HALF..=HALF).rev() {
        let label = f64::from(row) * step;
        let cells = scores.iter().map(|&score| cell(score, f64::from(row) * step, step));
        let line = format!("{label:>+4} |{}", cells.collect::<String>());
        let _infallible = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// Returns the character for a score in a row: filled from the middle to the score.
fn cell(score: f64, level: f64, step: f64) -> char {
    let half = step / 2.0;
    if level == 0.0 {
        return if score.abs() < half { '#' } else { '-' };
    }
    let reaches = if level > 0.0 { score >= level - half } else { score <= level + half };
    if reaches { '#' } else { ' ' }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_filled_from_the_middle_to_the_score() {
        let expected =
            "  +8 |\n  +6 |\n  +4 | #\n  +2 | #\n  +0 |#--\n  -2 |  #\n  -4 |  #\n  -6 |  #\n  -8 |  #\n";
        assert_eq!(draw(&[0.0, 4.0, -8.0]), expected);
    }

    #[test]
    fn the_largest_score_fits() {
        let text = draw(&[64.0, -64.0, 1.0]);
        assert!(text.starts_with(" +64 |#\n") && text.ends_with(" -64 | #\n"), "{text}");
    }
}
