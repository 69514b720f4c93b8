//! Days of learning: where one ends and the next begins, and which of them somebody learned on.
//!
//! Moments are milliseconds since 1970 in UTC, whatever the clock on the wall shows. A day begins some hours
//! after midnight of the place where somebody is, so that an evening of learning is one day.

/// A moment, in milliseconds since 1970 in UTC.
pub type LearnMoment = i64;

/// The milliseconds of a day.
pub const DAY: i64 = 86_400_000;
const HOUR: i64 = 3_600_000;
const MINUTE: i64 = 60_000;

/// Where days begin: a place on earth, and an hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayBoundary {
    /// How far the clock on the wall is ahead of UTC, in minutes.
    offset: i32,
    /// The hour at which a day begins there.
    hour: u8,
}

impl Default for DayBoundary {
    /// Four in the morning, UTC.
    fn default() -> DayBoundary {
        DayBoundary { offset: 0, hour: 4 }
    }
}

impl DayBoundary {
    /// Makes a boundary; an offset of more than 18 hours or an hour after 23 is brought into its bounds.
    #[must_use]
    pub fn new(offset_minutes: i32, hour: u8) -> DayBoundary {
        DayBoundary { offset: offset_minutes.clamp(-18 * 60, 18 * 60), hour: hour.min(23) }
    }

    /// Returns the number of the day of a moment, from 1970.
    #[must_use]
    pub fn day(&self, moment: LearnMoment) -> i64 {
        (moment.saturating_sub(self.shift())).div_euclid(DAY)
    }

    /// Returns the moment at which a day begins.
    #[must_use]
    pub fn beginning(&self, day: i64) -> LearnMoment {
        day.saturating_mul(DAY).saturating_add(self.shift())
    }

    /// Returns how many days lie between two moments: 0 on the same day, and if the clock was set back.
    #[must_use]
    pub fn days_between(&self, before: LearnMoment, after: LearnMoment) -> u32 {
        let days = self.day(after).saturating_sub(self.day(before)).clamp(0, i64::from(u32::MAX));
        u32::try_from(days).unwrap_or(u32::MAX)
    }

    /// Returns the weekday of a day, 0 for Monday.
    #[must_use]
    pub fn weekday(day: i64) -> u8 {
        // The first day of 1970 was a Thursday.
        u8::try_from((day + 3).rem_euclid(7)).unwrap_or(0)
    }

    fn shift(&self) -> i64 {
        i64::from(self.hour) * HOUR - i64::from(self.offset) * MINUTE
    }
}

/// Counts the days in a row on which somebody learned, up to today. A day that is not over does not end the
/// row, and neither does one day left out in seven: people have lives.
#[must_use]
pub fn streak(learned: &[i64], today: i64) -> u32 {
    let mut days: Vec<i64> = learned.iter().copied().filter(|day| *day <= today).collect();
    days.sort_unstable();
    days.dedup();
    let (mut count, mut expected, mut since_gap) = (0, today, 7);
    for day in days.into_iter().rev() {
        let missed = expected - day;
        match missed {
            0 => {}
            // Today is not over.
            1 if count == 0 && expected == today => {}
            1 if since_gap >= 6 => since_gap = 0,
            // Today is not over, and yesterday is the free day.
            2 if count == 0 && expected == today => since_gap = 0,
            _ => break,
        }
        count += 1;
        since_gap += 1;
        expected = day - 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_at_its_hour_of_the_place() {
        let tokyo = DayBoundary::new(9 * 60, 4);
        // 19:00 UTC is 04:00 in Tokyo.
        let boundary = 100 * DAY - 5 * HOUR;
        assert_eq!(tokyo.day(boundary), 100);
        assert_eq!(tokyo.day(boundary - 1), 99);
        assert_eq!(tokyo.beginning(100), boundary);
        assert_eq!(tokyo.days_between(boundary - 1, boundary), 1);
        assert_eq!(tokyo.days_between(boundary, boundary - 5 * DAY), 0);
        assert_eq!(DayBoundary::weekday(0), 3);
    }

    #[test]
    fn a_row_of_days_forgives_today_and_one_day_in_seven() {
        assert_eq!(streak(&[], 10), 0);
        assert_eq!(streak(&[10], 10), 1);
        assert_eq!(streak(&[9], 10), 1);
        assert_eq!(streak(&[8, 9, 10], 10), 3);
        assert_eq!(streak(&[5, 6, 8, 9, 10], 10), 5);
        assert_eq!(streak(&[4, 6, 8, 9, 10], 10), 4);
        assert_eq!(streak(&[1, 2], 10), 0);
        assert_eq!(streak(&[12, 11], 10), 0);
    }
}
