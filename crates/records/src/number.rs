//! Numbers that keep their spelling.

use std::fmt;

/// A number as its file spelled it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Number(String);

impl Number {
    /// Keeps a spelling, blanks at its ends excepted.
    #[must_use]
    pub fn new(text: impl AsRef<str>) -> Number {
        Number(text.as_ref().trim().to_owned())
    }

    /// Returns the spelling.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the value, or `None` if the spelling is no finite number.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        self.0.parse().ok().filter(|value: &f64| value.is_finite())
    }

    /// Returns the value if it is a whole number.
    #[must_use]
    pub fn as_i32(&self) -> Option<i32> {
        let value = self.as_f64()?;
        (value.fract() == 0.0 && value.abs() < 1e9).then_some(value as i32)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl From<i32> for Number {
    /// Spells a score with its sign: `+18`, `+0`, `-4`.
    fn from(value: i32) -> Number {
        Number(format!("{value:+}"))
    }
}
