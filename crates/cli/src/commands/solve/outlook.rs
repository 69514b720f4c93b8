//! How long a solve will take: told before one that takes long begins.

/// What a position of 30 empty squares takes on one thread, in seconds. Measured on one: 176 s.
const SECONDS_AT_30: f64 = 176.0;
/// How much longer one more empty square takes. Measured from 24 to 30: 2.2 to 2.5 times.
const GROWTH: f64 = 2.3;
/// From so many seconds on the estimate is told.
const LONG: f64 = 600.0;

/// So many boards are searched before the estimate is told.
pub(super) const TRIED: u64 = 1_000_000;

const YEAR: f64 = 365.25 * 86_400.0;

/// Describes how long a position takes, if that is long.
pub(super) fn outlook(empties: u32, threads: usize) -> Option<String> {
    let seconds = SECONDS_AT_30 * GROWTH.powi(empties as i32 - 30) / threads.max(1) as f64;
    (seconds >= LONG).then(|| {
        let time = in_words(seconds);
        let end = if seconds > 10.0 * YEAR { "; this will never finish" } else { "" };
        format!("note: {empties} empty squares take about {time} to solve{end}")
    })
}

/// Writes a rough time: one digit that counts.
fn in_words(seconds: f64) -> String {
    let units = [(YEAR, "years"), (86_400.0, "days"), (3600.0, "hours"), (60.0, "minutes")];
    let (unit, name) = units.into_iter().find(|(unit, _)| seconds >= 2.0 * unit).unwrap_or((1.0, "seconds"));
    let count = seconds / unit;
    let scale = 10f64.powi(count.log10().floor() as i32);
    let rough = (count / scale).round() * scale;
    if rough < 1e6 { format!("{rough:.0} {name}") } else { format!("10^{:.0} {name}", rough.log10()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_long_is_told_with_a_time() {
        assert_eq!(outlook(24, 1), None);
        assert_eq!(outlook(30, 1), None);
        let long = outlook(36, 1).unwrap();
        assert!(
            long.contains("36 empty squares") && long.contains("hours") && !long.contains("never finish"),
            "{long}"
        );
        let never = outlook(60, 8).unwrap();
        assert!(never.contains("years") && never.ends_with("this will never finish"), "{never}");
        assert_eq!(in_words(700.0), "10 minutes");
        assert_eq!(in_words(4e20), "10^13 years");
    }
}
