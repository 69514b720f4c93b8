//! The phases of a game.

/// A phase of a game, by empty squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The first twenty moves: more than 40 squares are empty.
    Opening,
    /// The twenty moves after them.
    Midgame,
    /// The last twenty: at most 20 squares are empty.
    Endgame,
}

impl Phase {
    /// All phases in their order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Midgame, Phase::Endgame];

    /// Returns the phase of a position.
    #[must_use]
    pub fn of(empties: u32) -> Phase {
        match empties {
            0..=20 => Phase::Endgame,
            21..=40 => Phase::Midgame,
            _ => Phase::Opening,
        }
    }
}
