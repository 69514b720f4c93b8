//! How far a value may be off: the error that searches of a depth had, by stage of the game.

/// The empty squares at which errors were measured, from the end of the game to its start.
pub const ERROR_STAGES: [u32; 5] = [12, 20, 30, 40, 50];

/// The depths whose errors were measured; 0 is the evaluation alone.
pub const ERROR_DEPTHS: [u32; 9] = [0, 1, 2, 4, 6, 8, 10, 12, 14];

/// The errors in discs (root of the mean square) by stage and depth, measured by
///
/// ```text
/// outflank lab certainty --people DIR --games 200 --seed 1
/// ```
///
/// on positions of a WTHOR database (games up to 2011 only): with 12 and 20 empty squares against exact
/// scores, before against a search of depth 18. A row ends where a search goes to the end of the game
/// instead.
const ERRORS: [&[f64]; ERROR_STAGES.len()] = [
    &[8.04, 7.05, 5.95, 4.65],
    &[6.08, 5.82, 5.43, 4.74, 4.22, 3.59, 3.41, 3.05],
    &[5.51, 4.88, 4.12, 3.59, 2.64, 2.19, 2.01, 1.65, 1.41],
    &[4.19, 4.45, 3.29, 2.55, 2.08, 1.90, 1.60, 1.35, 1.13],
    &[2.96, 3.35, 2.30, 1.84, 1.49, 1.38, 1.20, 1.03, 0.87],
];

/// The errors of searches to the end that leave out unlikely lines (73 %), at the first two stages.
const END_ERRORS: [f64; 2] = [0.0, 2.03];

/// Returns the error in discs that estimates of a depth have with so many squares empty, as measured: between
/// what was measured it is interpolated, beyond it is that of the nearest. A depth of all empty squares is a
/// search to the end.
///
/// ```
/// use outflank_coach::typical_error;
///
/// assert!(typical_error(40, 20) < typical_error(40, 4));
/// assert_eq!(typical_error(8, 8), 0.0, "a search to the end is exact");
/// ```
#[must_use]
pub fn typical_error(empties: u32, depth: u32) -> f64 {
    let (stage, share) = between(&ERROR_STAGES, empties);
    if depth >= empties {
        let last = END_ERRORS.len() - 1;
        return mix(END_ERRORS[stage.min(last)], END_ERRORS[(stage + 1).min(last)], share);
    }
    let at = |stage: usize| {
        let (place, share) = between(&ERROR_DEPTHS, depth);
        let known = |place: usize| ERRORS[stage][place.min(ERRORS[stage].len() - 1)];
        mix(known(place), known(place + 1), share)
    };
    mix(at(stage), at((stage + 1).min(ERROR_STAGES.len() - 1)), share)
}

fn mix(low: f64, high: f64, share: f64) -> f64 {
    low * (1.0 - share) + high * share
}

/// Returns the place of the last of some rising numbers that is not above a number, and how far it is to the
/// next.
fn between(rising: &[u32], number: u32) -> (usize, f64) {
    let above = rising.iter().position(|&one| one > number).unwrap_or(rising.len());
    if above == 0 || above == rising.len() {
        return (above.saturating_sub(1), 0.0);
    }
    let (low, high) = (f64::from(rising[above - 1]), f64::from(rising[above]));
    (above - 1, (f64::from(number) - low) / (high - low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_measured_is_told_and_the_rest_lies_between() {
        for (stage, &empties) in ERROR_STAGES.iter().enumerate() {
            for (place, error) in ERRORS[stage].iter().enumerate() {
                assert_eq!(typical_error(empties, ERROR_DEPTHS[place]), *error);
            }
        }
        let (low, high) = (typical_error(20, 8), typical_error(30, 8));
        assert!((typical_error(25, 8) - (low + high) / 2.0).abs() < 1e-9);
        assert_eq!(typical_error(60, 40), ERRORS[4][8]);
        assert_eq!(typical_error(1, 0), ERRORS[0][0]);
        assert_eq!([typical_error(12, 12), typical_error(30, 30)], END_ERRORS);
    }

    #[test]
    fn deeper_searches_err_less() {
        for empties in 1..=60 {
            assert!(typical_error(empties, 12) < typical_error(empties, 0), "{empties}");
        }
    }
}
