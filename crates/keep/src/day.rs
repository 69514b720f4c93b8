//! Days, as far as a date tells them.

use outflank_records::PartialDate;

/// Returns the day of a date as files spell it: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, or nothing if it has no
/// year. See [`PartialDate::of`].
#[must_use]
pub fn day_of_date(date: &str) -> String {
    PartialDate::of(date).map_or_else(String::new, |date| date.to_string())
}

/// Returns the day of a moment in milliseconds since 1970, as `YYYY-MM-DD`.
#[must_use]
pub fn day_of_moment(milliseconds: i64) -> String {
    // Counted in eras of 400 years that begin in March, so that the leap day is the last of a year.
    let days = milliseconds.div_euclid(86_400_000) + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let march_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_far_as_they_are_clear() {
        let told = [
            "1977",
            "1997.08.07",
            "2003.12.15_13:24:03.MST",
            "2001-5",
            "07/08/1997",
            "????.??.??",
            "1064000000",
        ];
        let days = told.map(day_of_date);
        assert_eq!(days, ["1977", "1997-08-07", "2003-12-15", "2001-05", "1997", "", ""]);
    }

    #[test]
    fn moments_have_their_day() {
        let day = 86_400_000;
        assert_eq!(day_of_moment(0), "1970-01-01");
        assert_eq!(day_of_moment(-1), "1969-12-31");
        assert_eq!(day_of_moment(59 * day), "1970-03-01");
        assert_eq!(day_of_moment(11_016 * day), "2000-02-29");
        assert_eq!(day_of_moment(20_000 * day), "2024-10-04");
    }
}
