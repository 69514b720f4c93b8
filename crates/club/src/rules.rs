//! How a tournament is played.

/// The most people who can take part.
pub const MOST_ENTRANTS: usize = 300;

/// The most rounds of a Swiss tournament.
pub const MOST_ROUNDS: usize = 40;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClubSystem {
    /// Those with equal points meet, nobody twice.
    Swiss,
    /// Everybody meets everybody once.
    RoundRobin,
    /// Everybody meets everybody twice, once with each colour.
    DoubleRoundRobin,
}

impl ClubSystem {
    /// All systems.
    pub const ALL: [ClubSystem; 3] =
        [ClubSystem::Swiss, ClubSystem::RoundRobin, ClubSystem::DoubleRoundRobin];

    /// Returns the system in a word, as databases and interfaces spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ClubSystem::Swiss => "swiss",
            ClubSystem::RoundRobin => "round-robin",
            ClubSystem::DoubleRoundRobin => "double-round-robin",
        }
    }

    /// Finds a system by its name.
    #[must_use]
    pub fn named(name: &str) -> Option<ClubSystem> {
        ClubSystem::ALL.into_iter().find(|system| system.name() == name)
    }
}

/// What those get who enter after the first round was paired, for each round that they missed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LateEntry {
    /// Nothing.
    #[default]
    Zero,
    /// Half a point.
    Half,
    /// Nobody enters late.
    Refused,
}

impl LateEntry {
    /// All of them.
    pub const ALL: [LateEntry; 3] = [LateEntry::Zero, LateEntry::Half, LateEntry::Refused];

    /// Returns it in a word, as databases and interfaces spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LateEntry::Zero => "zero",
            LateEntry::Half => "half",
            LateEntry::Refused => "refused",
        }
    }

    /// Finds one by its name.
    #[must_use]
    pub fn named(name: &str) -> Option<LateEntry> {
        LateEntry::ALL.into_iter().find(|late| late.name() == name)
    }
}

/// How a tournament is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClubRules {
    /// Who meets whom.
    pub system: ClubSystem,
    /// How many rounds a Swiss tournament has; a round robin has as many as its field needs.
    pub rounds: usize,
    /// The constant of the Brightwell quotient; `None` is 64 divided by the number of rounds.
    pub brightwell: Option<u32>,
    /// What late entrants get.
    pub late: LateEntry,
}

impl ClubRules {
    /// Returns the usual rules of a Swiss tournament.
    #[must_use]
    pub const fn swiss(rounds: usize) -> ClubRules {
        ClubRules { system: ClubSystem::Swiss, rounds, brightwell: None, late: LateEntry::Zero }
    }

    /// Returns the usual rules of a round robin.
    #[must_use]
    pub const fn round_robin() -> ClubRules {
        ClubRules { system: ClubSystem::RoundRobin, ..ClubRules::swiss(1) }
    }
}
