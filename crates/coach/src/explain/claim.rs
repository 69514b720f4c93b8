//! What can be said of a mistake: a kind, the squares and numbers it speaks of, and where a line of play
//! shows it.

use std::fmt;

use outflank_rules::Square;

/// What a claim is about. The first of them that holds is the main cause of a mistake, so the order counts:
/// what decides a game comes first, what merely describes it last. `docs/review.md` says of each what must be
/// true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cause {
    /// The opponent can turn every disc.
    WipeOut,
    /// A corner was taken that should have waited.
    PoisonedCorner,
    /// A corner was not taken.
    CornerMissed,
    /// The reply takes a corner.
    CornerGiven,
    /// A square between two discs of the opponent on an edge was not taken.
    WedgeMissed,
    /// The opponent attacks along an edge and wins its corner.
    EdgeAttack,
    /// The opponent gets the last move of the game.
    ParityLost,
    /// Few moves are left, or few that give no corner.
    MobilityCollapse,
    /// The opponent gets discs that cannot be turned, without a corner.
    StableGiven,
    /// A free move was left to the opponent.
    TempoLost,
    /// Discs beside empty squares give the opponent moves.
    FrontierOpened,
    /// The opponent takes a corner in the course of the line.
    CornerFalls,
    /// The better move wins a corner in the course of its line.
    CornerForgone,
    /// A pass is forced in the course of the line.
    PassForced,
    /// The better move forces the opponent to pass.
    PassForgone,
    /// The opponent makes the last move of the game in one line, own in the other.
    LastMoveLost,
    /// In the course of the line there are fewer moves.
    FewerMoves,
    /// In the course of the line there are fewer moves that give no corner.
    FewerSafe,
    /// The opponent has more moves.
    MovesGiven,
    /// Over the next four turns there are fewer moves in all.
    Squeezed,
    /// At the end of the lines the balance of stable discs is worse.
    FewerStable,
    /// The opponent could take a corner.
    CornerThreatened,
    /// The opponent plays on the square of the better move.
    SquareLost,
    /// The opponent gets more moves that it did not have.
    MovesOpened,
    /// More discs touch an empty square.
    FrontierGrown,
}

impl Cause {
    /// All causes in their order.
    pub const ALL: [Cause; 25] = [
        Cause::WipeOut,
        Cause::PoisonedCorner,
        Cause::CornerMissed,
        Cause::CornerGiven,
        Cause::WedgeMissed,
        Cause::EdgeAttack,
        Cause::ParityLost,
        Cause::MobilityCollapse,
        Cause::StableGiven,
        Cause::TempoLost,
        Cause::FrontierOpened,
        Cause::CornerFalls,
        Cause::CornerForgone,
        Cause::PassForced,
        Cause::PassForgone,
        Cause::LastMoveLost,
        Cause::FewerMoves,
        Cause::FewerSafe,
        Cause::MovesGiven,
        Cause::Squeezed,
        Cause::FewerStable,
        Cause::CornerThreatened,
        Cause::SquareLost,
        Cause::MovesOpened,
        Cause::FrontierGrown,
    ];

    /// Returns the causes that say as much already, so that this one need not be told beside them.
    pub(super) fn told_by(self) -> &'static [Cause] {
        match self {
            Cause::CornerFalls | Cause::CornerThreatened => &[Cause::CornerGiven, Cause::EdgeAttack],
            Cause::CornerForgone => &[Cause::CornerMissed, Cause::WedgeMissed],
            Cause::LastMoveLost => &[Cause::ParityLost],
            Cause::FewerMoves => &[Cause::MobilityCollapse],
            Cause::FewerSafe | Cause::Squeezed => &[Cause::MobilityCollapse, Cause::FewerMoves],
            Cause::MovesGiven | Cause::FrontierGrown => &[Cause::FrontierOpened],
            Cause::MovesOpened => &[Cause::FrontierOpened, Cause::TempoLost, Cause::MovesGiven],
            Cause::FewerStable => &[Cause::StableGiven, Cause::CornerGiven],
            _ => &[],
        }
    }

    /// Returns the word for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Cause::WipeOut => "wipe-out",
            Cause::PoisonedCorner => "poisoned-corner",
            Cause::CornerMissed => "corner-missed",
            Cause::CornerGiven => "corner-given",
            Cause::WedgeMissed => "wedge-missed",
            Cause::EdgeAttack => "edge-attack",
            Cause::ParityLost => "parity-lost",
            Cause::MobilityCollapse => "mobility-collapse",
            Cause::StableGiven => "stable-given",
            Cause::TempoLost => "tempo-lost",
            Cause::FrontierOpened => "frontier-opened",
            Cause::CornerFalls => "corner-falls",
            Cause::CornerForgone => "corner-forgone",
            Cause::PassForced => "pass-forced",
            Cause::PassForgone => "pass-forgone",
            Cause::LastMoveLost => "last-move-lost",
            Cause::FewerMoves => "fewer-moves",
            Cause::FewerSafe => "fewer-safe",
            Cause::MovesGiven => "moves-given",
            Cause::Squeezed => "squeezed",
            Cause::FewerStable => "fewer-stable",
            Cause::CornerThreatened => "corner-threatened",
            Cause::SquareLost => "square-lost",
            Cause::MovesOpened => "moves-opened",
            Cause::FrontierGrown => "frontier-grown",
        }
    }
}

/// Which of the two lines of a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Branch {
    /// The one of the move that was played.
    Played,
    /// The one of the better move.
    Better,
}

impl Branch {
    /// Returns the word for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Branch::Played => "played",
            Branch::Better => "better",
        }
    }
}

/// A square or a number that a claim speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Detail {
    /// A square.
    Square(Square),
    /// A number.
    Number(u32),
}

impl From<Square> for Detail {
    fn from(square: Square) -> Detail {
        Detail::Square(square)
    }
}

impl From<u32> for Detail {
    fn from(number: u32) -> Detail {
        Detail::Number(number)
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Detail::Square(square) => fmt::Display::fmt(square, f),
            Detail::Number(number) => fmt::Display::fmt(number, f),
        }
    }
}

/// Something that is true of a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// What it is about.
    pub cause: Cause,
    /// The squares and numbers it speaks of, by name.
    pub details: Vec<(&'static str, Detail)>,
    /// The line that shows it.
    pub branch: Branch,
    /// How many plies of the line show it.
    pub plies: usize,
}

impl Claim {
    pub(super) fn new(cause: Cause, branch: Branch, plies: usize) -> Claim {
        Claim { cause, details: Vec::new(), branch, plies }
    }

    pub(super) fn with(mut self, name: &'static str, detail: impl Into<Detail>) -> Claim {
        self.details.push((name, detail.into()));
        self
    }
}
