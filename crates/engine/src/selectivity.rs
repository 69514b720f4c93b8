//! How boldly a search cuts on probability.

/// A level of selectivity: the higher, the surer a cut must be; the highest cuts nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Selectivity(u8);

impl Selectivity {
    /// The confidence of each level, in standard deviations, and its name in per cent.
    const LEVELS: [(f64, u8); 6] = [(1.1, 73), (1.5, 87), (2.0, 95), (2.6, 98), (3.3, 99), (999.0, 100)];

    /// The level that cuts most.
    pub(crate) const BOLDEST: Selectivity = Selectivity(0);
    /// The level that cuts with a confidence of 87 %.
    pub(crate) const BOLD: Selectivity = Selectivity(1);
    /// The level that cuts with a confidence of 95 %.
    pub(crate) const CAREFUL: Selectivity = Selectivity(2);
    /// The level that cuts with a confidence of 98 %.
    pub(crate) const CAUTIOUS: Selectivity = Selectivity(3);
    /// The level at which nothing is cut on probability.
    pub(crate) const EXACT: Selectivity = Selectivity(5);

    /// Returns the level with a number.
    #[inline(always)]
    pub(crate) const fn of_byte(number: u8) -> Selectivity {
        Selectivity(number)
    }

    /// Returns the number of the level.
    #[inline(always)]
    pub(crate) const fn byte(self) -> u8 {
        self.0
    }

    /// Tells whether something may be cut on probability.
    #[inline(always)]
    pub(crate) const fn may_cut(self) -> bool {
        self.0 < Self::EXACT.0
    }

    /// Returns by how many standard deviations a probe must miss the window.
    #[inline(always)]
    pub(crate) const fn deviations(self) -> f64 {
        Self::LEVELS[self.0 as usize].0
    }

    /// Returns the confidence of the cuts in per cent; 100 if nothing is cut.
    pub(crate) const fn percent(self) -> u8 {
        Self::LEVELS[self.0 as usize].1
    }
}
