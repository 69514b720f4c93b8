//! Positions solved to the end.

use std::time::Duration;

use outflank_engine::{Goal, Truth, Value};
use outflank_rules::{Color, Move};

use super::task::{Replies, Solved, ThinkerFault};
use super::{PageThinker, millis, position_of};

pub(super) fn solve(thinker: &PageThinker, position: &str) -> Result<Solved, ThinkerFault> {
    let position = position_of(position)?;
    let begun = thinker.around.now();
    thinker.engine.forget();
    let found = thinker.search(position).threads(&*thinker.threads).solve(Goal::Exact);
    Ok(solved(thinker, begun, found.value, found.best, found.nodes))
}

/// Searches to a depth.
pub(super) fn search(thinker: &PageThinker, position: &str, depth: u32) -> Result<Solved, ThinkerFault> {
    let position = position_of(position)?;
    let begun = thinker.around.now();
    thinker.engine.forget();
    let found = thinker.search(position).depth(depth).threads(&*thinker.threads).analyze();
    Ok(solved(thinker, begun, found.value, found.best, found.nodes))
}

fn solved(thinker: &PageThinker, begun: Duration, value: Value, best: Option<Move>, nodes: u64) -> Solved {
    Solved {
        score: value.score,
        best: best.map(|best| best.to_string()),
        exact: value.truth == Truth::Exact,
        nodes,
        milliseconds: millis(thinker.around.now().saturating_sub(begun)),
    }
}

/// Answers with best moves until it is the solver's turn again.
pub(super) fn reply(thinker: &PageThinker, position: &str, solver: &str) -> Result<Replies, ThinkerFault> {
    let mut now = position_of(position)?;
    let solver = match solver {
        "black" => Color::Black,
        "white" => Color::White,
        other => return Err(ThinkerFault(format!("{other:?} is neither black nor white"))),
    };
    let mut reply = Vec::new();
    while !now.is_finished() && (now.side_to_move() != solver || now.must_pass()) {
        let best = thinker.search(now).solve(Goal::Exact).best;
        let played = if now.must_pass() { Some(Move::Pass) } else { best };
        let played = played.ok_or_else(|| ThinkerFault("there is no best move".to_owned()))?;
        now = now.play(played).map_err(|error| ThinkerFault(error.to_string()))?;
        reply.push(played.to_string());
    }
    let score = thinker.search(now).solve(Goal::Exact).value.score;
    Ok(Replies { reply, score: if now.side_to_move() == solver { score } else { -score } })
}
