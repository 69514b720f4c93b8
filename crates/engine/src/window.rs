//! The scores a search tells apart.

/// A window: scores at `alpha` or below are all alike, and so are those at `beta` or above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// The search only has to say that a score is no higher than this.
    pub(crate) alpha: i32,
    /// The search only has to say that a score is no lower than this.
    pub(crate) beta: i32,
}

impl Window {
    /// The window that tells all scores apart.
    #[cfg(test)]
    pub(crate) const FULL: Window = Window { alpha: -64, beta: 64 };

    /// Returns the null window that asks whether a score is above `alpha`.
    #[inline(always)]
    pub(crate) const fn null(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Tells whether the window asks but one question.
    #[inline(always)]
    pub(crate) const fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// Returns the window as the other side sees it.
    #[inline(always)]
    pub(crate) const fn swapped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Returns the window above a score that is known to be reached.
    #[inline(always)]
    pub(crate) fn above(self, score: i32) -> Window {
        Window { alpha: self.alpha.max(score), beta: self.beta }
    }
}
