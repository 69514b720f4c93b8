//! Days, as far as a date tells them.

use std::fmt;
use std::str::FromStr;

/// A year, perhaps with its month, perhaps with its day: always a day there is.
///
/// ```
/// use outflank_records::PartialDate;
///
/// assert_eq!(PartialDate::of("2000-4-16 11:13 EST").unwrap().to_string(), "2000-04-16");
/// assert!("2024-13-77".parse::<PartialDate>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartialDate {
    /// The year, of four digits.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: Option<u8>,
    /// The day, 1 to 31.
    pub day: Option<u8>,
}

/// Says that a text names no day.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a date; write YYYY, YYYY-MM or YYYY-MM-DD")]
pub struct ParseDateError(pub String);

impl PartialDate {
    /// Takes what a date says, as files spell it; `None` if it has no year.
    ///
    /// Only dates that begin with the year are read to the day. Of others, where day and month cannot be told
    /// apart, the year is taken. A month or day that does not exist is left out.
    #[must_use]
    pub fn of(text: &str) -> Option<PartialDate> {
        let mut parts = text.trim().split(|letter: char| !letter.is_ascii_digit());
        let first = parts.next().unwrap_or("");
        let year = |part: &str| part.parse().ok().filter(|_| part.len() == 4);
        let Some(year) = year(first) else {
            return parts.find_map(year).map(|year| PartialDate { year, month: None, day: None });
        };
        let mut within = |last: u8| -> Option<u8> {
            let part = parts.next().filter(|part| part.len() <= 2)?;
            part.parse().ok().filter(|value| (1..=last).contains(value))
        };
        let month = within(12);
        let day = month.and_then(|month| within(days_in(year, month)));
        Some(PartialDate { year, month, day })
    }
}

/// Returns how many days a month has.
fn days_in(year: u16, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 31,
    }
}

impl FromStr for PartialDate {
    type Err = ParseDateError;

    /// Parses `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, also with dots, slashes or single digits.
    fn from_str(text: &str) -> Result<PartialDate, ParseDateError> {
        let refusal = || ParseDateError(text.chars().take(40).collect());
        let written = text.trim().split(['-', '.', '/']).count();
        let parsed = PartialDate::of(text).filter(|date| {
            written == 1 + usize::from(date.month.is_some()) + usize::from(date.day.is_some())
        });
        let plain = |letter: char| letter.is_ascii_digit() || "-./".contains(letter);
        parsed.filter(|_| text.trim().chars().all(plain)).ok_or_else(refusal)
    }
}

impl fmt::Display for PartialDate {
    /// Writes `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        for part in [self.month, self.day].into_iter().flatten() {
            write!(f, "-{part:02}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_far_as_they_are_clear() {
        let told = ["1977", "1997.08.07", "2003.12.15_13:24:03.MST", "2001-5", "07/08/1997", "2001-02-29"];
        let read = told.map(|text| PartialDate::of(text).unwrap().to_string());
        assert_eq!(read, ["1977", "1997-08-07", "2003-12-15", "2001-05", "1997", "2001-02"]);
        for nothing in ["", "????.??.??", "1064000000", "soon"] {
            assert_eq!(PartialDate::of(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn days_that_do_not_exist_are_refused() {
        let parse = |text: &str| text.parse::<PartialDate>();
        for good in ["2024", "2024-02", "2024-02-29", "2024/2/9", " 2024.12.31 "] {
            assert!(parse(good).is_ok(), "{good}");
        }
        let bad =
            ["2024-13-77", "2024-13", "2024-00", "2023-02-29", "2024-04-31", "abc", "", "24", "2024-01-01-1"];
        for bad in bad.into_iter().chain(["2024-", "2024-1-1x", "01.02.2024", "-2024"]) {
            let error = parse(bad).expect_err(bad).to_string();
            assert!(error.contains(bad.trim()), "{error}");
        }
    }
}
