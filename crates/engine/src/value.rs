//! What a search says about a score: how much, and how sure.

use std::fmt;

use outflank_rules::Color;

/// A score in discs for the side to move, with what is known of its truth.
///
/// ```
/// use outflank_engine::{Truth, Value};
/// use outflank_rules::Color;
///
/// let value = Value { score: 6, truth: Truth::AtLeast };
/// assert_eq!(value.to_string(), "≥ +6");
/// // What White to move wins Black loses.
/// assert_eq!(value.for_black(Color::White), Value { score: -6, truth: Truth::AtMost });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// Final disc difference, empties to the winner.
    pub score: i32,
    /// What the score is.
    pub truth: Truth,
}

/// How true a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Truth {
    /// Proven: both sides playing perfectly, the game ends with this score.
    Exact,
    /// Proven: the score is this or higher.
    AtLeast,
    /// Proven: the score is this or lower.
    AtMost,
    /// Expected: a search of `depth` plies that cut with a confidence of `percent`.
    Estimate {
        /// Plies searched.
        depth: u32,
        /// Confidence of the cuts in per cent; 100 if nothing was cut.
        percent: u8,
    },
}

impl Value {
    /// Tells whether the score is proven and not a bound.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.truth == Truth::Exact
    }
}

impl Value {
    /// Returns the value as Black sees it, `mover` being the side it was found for.
    #[must_use]
    pub fn for_black(self, mover: Color) -> Value {
        mover.for_black(self)
    }
}

impl std::ops::Neg for Value {
    type Output = Value;

    /// Returns the value as the other side sees it.
    fn neg(self) -> Value {
        let truth = match self.truth {
            Truth::AtLeast => Truth::AtMost,
            Truth::AtMost => Truth::AtLeast,
            other => other,
        };
        Value { score: -self.score, truth }
    }
}

impl fmt::Display for Value {
    /// Writes `+6`, `≥ +6`, `≤ -2` or `≈ +4 (depth 12 at 73 %)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = self.score;
        match self.truth {
            Truth::Exact => write!(f, "{score:+}"),
            Truth::AtLeast => write!(f, "≥ {score:+}"),
            Truth::AtMost => write!(f, "≤ {score:+}"),
            Truth::Estimate { depth, percent } => write!(f, "≈ {score:+} (depth {depth} at {percent} %)"),
        }
    }
}
