//! Advice for somebody who plays: the best move, the idea behind it, and why it is better than the move that
//! strikes the eye.
//!
//! The canonical one of symmetric positions is searched, and moves that mirror each other are named together:
//! nobody is told that one of two equal moves is better.

use outflank_coach::{Claim, Examiner, Idea, Mistake, SIGNIFICANT, explain};
use outflank_engine::{Engine, Limits, Value};
use outflank_players::HostThreads;
use outflank_rules::{Move, Position, Square, Symmetry};

/// What to play and why.
pub(crate) struct Advice {
    /// The best move; `None` when the game is over.
    pub(crate) best: Option<Move>,
    /// The best move and those that mirror it.
    pub(crate) equal: Vec<Move>,
    /// What it is worth.
    pub(crate) value: Value,
    /// What it is about.
    pub(crate) idea: Idea,
    /// Why it is better than the move that turns over the most discs, if that one loses much.
    pub(crate) why: Option<(Mistake, Vec<Claim>)>,
}

impl Advice {
    /// Searches a position within limits.
    pub(crate) fn find(engine: &Engine, position: Position, limits: &Limits) -> Advice {
        let (canonical, there) = position.canonical();
        let found = engine.search(canonical).limits(limits).analyze();
        let best = found.best.map(|played| there.inverse().mv(played));
        let equal = best.map_or_else(Vec::new, |best| mirrored(&position, best));
        let square = best.and_then(Move::square);
        let why = square.and_then(|best| {
            let tempting = tempting(&position, &equal)?;
            let threads = HostThreads::new(Some(1));
            let examiner = Examiner { engine, limits, threads: &threads, known: &[] };
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
