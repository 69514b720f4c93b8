//! Asking an engine for the lines of a mistake.

use outflank_engine::{Engine, Limits, Stopper, Threads, Wanted};
use outflank_rules::{Move, Position};

use super::{Line, Mistake, SOON};

/// What a move is worth, and best play after it.
struct Worth {
    line: Line,
    value: i32,
    exact: bool,
}

impl Mistake {
    /// Looks closely at a move: how much it loses against a better one (the best, if none is named), and how play goes on
    /// after both. `None` if the search was stopped or there is nothing better.
    #[must_use]
    pub fn examine(
        engine: &Engine,
        position: Position,
        played: Move,
        better: Option<Move>,
        limits: &Limits,
        threads: &dyn Threads,
    ) -> Option<Mistake> {
        let best = || {
            let found =
                engine.search(position).limits(limits).threads(threads).compare(Wanted::best(1).and(played));
            found.moves.first().map(|best| best.played)
        };
        let better = better.or_else(best).filter(|&better| better != played)?;
        let here = worth(engine, position, played, limits, threads)?;
        let there = worth(engine, position, better, limits, threads)?;
        let mistake = Mistake {
            value_played: here.value,
            value_better: there.value,
            exact: here.exact && there.exact,
            played: here.line,
            better: there.line,
        };
        (mistake.loss() > 0).then_some(mistake)
    }
}

/// Values a move and follows best play: to the end where it is proven, else at least as far as claims look.
fn worth(
    engine: &Engine,
    position: Position,
    played: Move,
    limits: &Limits,
    threads: &dyn Threads,
) -> Option<Worth> {
    let next = position.play(played).ok()?;
    let first = engine.search(next).limits(limits).threads(threads).analyze();
    let (value, exact) = (-first.value.score, first.value.is_exact());
    let mut moves = vec![played];
    moves.extend(first.line);
    let mut stopped = first.stopped;
    loop {
        if stopped || limits.stopper.as_ref().is_some_and(Stopper::is_stopped) {
            return None;
        }
        let line = Line::follow(position, &moves);
        let end = *line.last();
        if end.is_finished() || (!exact && moves.len() > SOON + 1) || line.moves().len() < moves.len() {
            return Some(Worth { line, value, exact });
        }
        let further = engine.search(end).limits(limits).threads(threads).analyze();
        if further.line.is_empty() {
            return Some(Worth { line, value, exact });
        }
        moves.extend(further.line);
        stopped = further.stopped;
    }
}
