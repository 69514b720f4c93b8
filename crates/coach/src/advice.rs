//! Advice for somebody who plays: the best move, the idea behind it, and why it is better than the move that
//! strikes the eye.
//!
//! The canonical one of symmetric positions is searched, and moves that mirror each other are named together:
//! nobody is told that one of two equal moves is better.

use std::time::Duration;

use outflank_engine::{Engine, Limits, OneThread, Value};
use outflank_rules::{Move, Position, Square, Symmetry};

use crate::explain::{Claim, Examiner, Mistake, SIGNIFICANT, explain};
use crate::idea::Idea;

/// What to play and why.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The best move; `None` when the game is over.
    pub best: Option<Move>,
    /// The best move and those that mirror it.
    pub equal: Vec<Move>,
    /// What it is worth.
    pub value: Value,
    /// What it is about.
    pub idea: Idea,
    /// Why it is better than the move that turns over the most discs, if that one loses much.
    pub why: Option<(Mistake, Vec<Claim>)>,
}

impl Advice {
    /// The longest that somebody waits for a hint.
    pub const TIME: Duration = Duration::from_millis(1500);

    /// How deep a hint looks at most, in plies.
    pub const DEPTH: u32 = 16;

    /// Searches a position within limits, on the calling thread.
    #[must_use]
    pub fn find(engine: &Engine, position: Position, limits: &Limits) -> Advice {
        let (canonical, there) = position.canonical();
        let found = engine.search(canonical).limits(limits).analyze();
        let best = found.best.map(|played| there.inverse().mv(played));
        let equal = best.map_or_else(Vec::new, |best| mirrored(&position, best));
        let square = best.and_then(Move::square);
        let why = square.and_then(|best| {
            let tempting = tempting(&position, &equal)?;
            let examiner = Examiner { engine, limits, threads: &OneThread, known: &[] };
            let mistake = examiner.examine(position, tempting.into(), Some(best.into()))?;
            let claims = (mistake.loss() >= SIGNIFICANT).then(|| explain(&mistake))?;
            (!claims.is_empty()).then_some((mistake, claims))
        });
        let claims = why.as_ref().map_or(&[][..], |(_, claims)| claims);
        let idea = square.map_or(Idea::OnlyMove, |best| Idea::of(&position, best, claims));
        Advice { best, equal, value: found.value, idea, why }
    }
}

/// Returns a move with those that mirror it in a position that is its own mirror image, each once.
fn mirrored(position: &Position, played: Move) -> Vec<Move> {
    let mut moves = vec![played];
    for symmetry in Symmetry::ALL {
        let image = symmetry.mv(played);
        if symmetry.position(*position) == *position && !moves.contains(&image) {
            moves.push(image);
        }
    }
    moves
}

/// Returns the move beside the best ones that turns over the most discs.
fn tempting(position: &Position, best: &[Move]) -> Option<Square> {
    let others = position.legal_moves().squares().filter(|&square| !best.contains(&square.into()));
    others.max_by_key(|&square| position.flips(square).len())
}
