//! What a good move is about, in one word: the first half of a hint.

use outflank_rules::{Position, Square};

use crate::explain::{Cause, Claim, could_move};

/// What a move is about. Those that are found without claims are true by the rules of the move itself; the
/// others of what the move that was compared with it would bring about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Idea {
    /// There is no other move.
    OnlyMove,
    /// A corner can be taken.
    TakeCorner,
    /// A corner could be taken, and something else is better.
    CornerCanWait,
    /// A corner is in danger.
    GuardCorner,
    /// A corner can be won in a few moves.
    WinCorner,
    /// There is a gap between two discs of the opponent on an edge.
    Wedge,
    /// All discs are in danger.
    Survive,
    /// The last move of the game is at stake.
    LastMove,
    /// The opponent can be made to pass.
    ForcePass,
    /// Own moves are running out.
    KeepMoves,
    /// The opponent has too many moves.
    FewReplies,
    /// Discs can become stable.
    StableDiscs,
    /// The opponent wants the same square.
    KeySquare,
    /// A move that gives the opponent nothing new.
    Quiet,
    /// A move that turns over as few discs as any.
    FewDiscs,
    /// Nothing single: compare the moves.
    Compare,
}

impl Idea {
    /// All ideas.
    pub const ALL: [Idea; 16] = [
        Idea::OnlyMove,
        Idea::TakeCorner,
        Idea::CornerCanWait,
        Idea::GuardCorner,
        Idea::WinCorner,
        Idea::Wedge,
        Idea::Survive,
        Idea::LastMove,
        Idea::ForcePass,
        Idea::KeepMoves,
        Idea::FewReplies,
        Idea::StableDiscs,
        Idea::KeySquare,
        Idea::Quiet,
        Idea::FewDiscs,
        Idea::Compare,
    ];

    /// Says what a legal move is about. The claims compare it with another one, the main cause first; without
    /// any the move speaks for itself.
    ///
    /// ```
    /// use outflank_coach::Idea;
    /// use outflank_rules::{Position, Square};
    ///
    /// // The four moves of the start mirror each other: each leaves the opponent three moves.
    /// let idea = Idea::of(&Position::start(), "f5".parse::<Square>()?, &[]);
    /// assert_eq!(idea, Idea::FewReplies);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(position: &Position, best: Square, claims: &[Claim]) -> Idea {
        if position.legal_moves().len() == 1 {
            return Idea::OnlyMove;
        }
        if best.is_corner() {
            return Idea::TakeCorner;
        }
        claims.first().map_or_else(|| Idea::of_move(position, best), |claim| Idea::of_cause(claim.cause))
    }

    /// Returns the word for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Idea::OnlyMove => "only-move",
            Idea::TakeCorner => "take-corner",
            Idea::CornerCanWait => "corner-can-wait",
            Idea::GuardCorner => "guard-corner",
            Idea::WinCorner => "win-corner",
            Idea::Wedge => "wedge",
            Idea::Survive => "survive",
            Idea::LastMove => "last-move",
            Idea::ForcePass => "force-pass",
            Idea::KeepMoves => "keep-moves",
            Idea::FewReplies => "few-replies",
            Idea::StableDiscs => "stable-discs",
            Idea::KeySquare => "key-square",
            Idea::Quiet => "quiet",
            Idea::FewDiscs => "few-discs",
            Idea::Compare => "compare",
        }
    }

    fn of_cause(cause: Cause) -> Idea {
        match cause {
            Cause::WipeOut => Idea::Survive,
            Cause::PoisonedCorner => Idea::CornerCanWait,
            Cause::CornerMissed => Idea::TakeCorner,
            Cause::CornerGiven | Cause::EdgeAttack | Cause::CornerFalls | Cause::CornerThreatened => {
                Idea::GuardCorner
            }
            Cause::CornerForgone => Idea::WinCorner,
            Cause::WedgeMissed => Idea::Wedge,
            Cause::ParityLost | Cause::LastMoveLost => Idea::LastMove,
            Cause::PassForgone => Idea::ForcePass,
            Cause::MobilityCollapse
            | Cause::PassForced
            | Cause::FewerMoves
            | Cause::FewerSafe
            | Cause::Squeezed => Idea::KeepMoves,
            Cause::FrontierOpened | Cause::MovesGiven | Cause::MovesOpened | Cause::FrontierGrown => {
                Idea::FewReplies
            }
            Cause::StableGiven | Cause::FewerStable => Idea::StableDiscs,
            Cause::SquareLost => Idea::KeySquare,
            Cause::TempoLost => Idea::Quiet,
        }
    }

    /// Says what a move is about by itself.
    fn of_move(position: &Position, best: Square) -> Idea {
        let legal = position.legal_moves();
        let before = could_move(position, !position.side_to_move());
        let after = |square| position.play(square).map(|next| next.legal_moves());
        if after(best).is_ok_and(|moves| (moves - before).is_empty()) {
            return Idea::Quiet;
        }
        let replies = |square| after(square).map_or(u32::MAX, |moves| moves.len());
        if legal.squares().all(|square| replies(best) <= replies(square)) {
            return Idea::FewReplies;
        }
        let turned = |square| position.flips(square).len();
        if legal.squares().all(|square| turned(best) <= turned(square)) {
            return Idea::FewDiscs;
        }
        Idea::Compare
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Game;

    use super::*;

    #[test]
    fn what_is_said_of_a_move_without_claims_is_true_by_the_rules() {
        let mut games = 0;
        for (seed, start) in ["f5d6c3d3c4", "f5f6e6f4", "f5d6c5f4e3"].iter().enumerate() {
            let moves =
                start.as_bytes().chunks(2).map(|two| std::str::from_utf8(two).unwrap().parse().unwrap());
            let mut game = Game::replay(Position::start(), moves).unwrap();
            for step in 0..40_usize {
                let position = game.position();
                let moves: Vec<Square> = position.legal_moves().squares().collect();
                for &square in &moves {
                    let idea = Idea::of(&position, square, &[]);
                    let before = could_move(&position, !position.side_to_move());
                    let after = position.play(square).unwrap().legal_moves();
                    match idea {
                        Idea::OnlyMove => assert_eq!(moves.len(), 1),
                        Idea::TakeCorner => assert!(square.is_corner()),
                        Idea::Quiet => assert!((after - before).is_empty()),
                        Idea::FewReplies => assert!(
                            moves
                                .iter()
                                .all(|&one| position.play(one).unwrap().legal_moves().len() >= after.len())
                        ),
                        Idea::FewDiscs => assert!(
                            moves
                                .iter()
                                .all(|&one| position.flips(one).len() >= position.flips(square).len())
                        ),
                        _ => assert_eq!(idea, Idea::Compare),
                    }
                }
                let Some(&next) = moves.get((step * 7 + seed) % moves.len().max(1)) else { break };
                game.play(next.into()).unwrap();
            }
            games += 1;
        }
        assert_eq!(games, 3);
    }

    #[test]
    fn every_idea_has_a_name_of_its_own() {
        let mut names: Vec<&str> = Idea::ALL.map(Idea::name).to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Idea::ALL.len());
        let of_causes = Cause::ALL.map(Idea::of_cause);
        assert!(of_causes.iter().all(|idea| Idea::ALL.contains(idea)));
    }
}
