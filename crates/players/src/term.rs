//! What one thing that an evaluation looks at adds to its value.

/// A term of an evaluation, as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// What is looked at, one word: `corners`, `frontier`.
    pub name: &'static str,
    /// How much of it there is, as a rule own minus the opponent's.
    pub amount: f64,
    /// What one of it is worth.
    pub weight: f64,
}

impl Term {
    /// Returns what the term adds to the value.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.weight * self.amount
    }
}
