//! A review of a game all at once, for those who read lines.

use outflank_coach::Label;
use outflank_engine::eval::Weights;
use outflank_engine::{Engine, TableTooLarge, Wanted};
use outflank_rules::{Color, Game, Move};

use crate::knowledge::{Finding, GLANCE, Knowledge};

/// The table of the engine, in MiB.
const TABLE_MIB: usize = 32;

/// A move of a game, judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReviewedPly {
    /// Its number, counted from 1.
    pub number: usize,
    /// Who made it.
    pub side: Color,
    /// What was made.
    pub played: Move,
    /// What it is called.
    pub label: Label,
    /// What it lost, in discs.
    pub loss: f64,
    /// The best move instead.
    pub best: Move,
}

/// What was found about a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameReview {
    /// Its moves, passes left out.
    pub plies: Vec<ReviewedPly>,
    /// Accuracy in per cent and discs lost, black first; nothing for a side without moves.
    pub sides: [Option<(f64, f64)>; 2],
}

/// Judges the moves of a game by searches of eight plies, from its end to its start.
///
/// # Errors
///
/// If there is no memory for the engine.
pub fn review(game: &Game) -> Result<GameReview, TableTooLarge> {
    let engine = Engine::new(TABLE_MIB, Weights::embedded())?;
    let mut knowledge = Knowledge::default();
    while let Some(study) = knowledge.next_study(None, Some(game)) {
        let found = engine.search(study.position).depth(GLANCE).compare(Wanted::ALL);
        let known = Finding { depth: found.depth.max(GLANCE), moves: found.moves, is_settled: false };
        knowledge.learn(study.position, known);
    }
    let movers = game.positions().map(|position| position.side_to_move());
    let plies = game.plies().iter().zip(movers).enumerate().filter_map(|(index, (&played, side))| {
        let judged = knowledge.judge(game, index)?;
        let (label, loss, best) = (judged.label, judged.loss, judged.best);
        Some(ReviewedPly { number: index + 1, side, played, label, loss, best })
    });
    Ok(GameReview { plies: plies.collect(), sides: Color::BOTH.map(|side| knowledge.accuracy(game, side)) })
}
