//! Asking an engine for the variations of a mistake.

use outflank_engine::{Engine, Limits, MoveValue, Search, Stopper, Threads, Wanted};
use outflank_rules::{Move, Position};

use super::{Mistake, SOON, Variation};

/// Looks closely at moves: an engine, how it may search, and what is known already.
#[derive(Clone, Copy)]
pub struct Examiner<'e> {
    /// The engine that is asked.
    pub engine: &'e Engine,
    /// The limits of each of its searches.
    pub limits: &'e Limits,
    /// The threads of its searches.
    pub threads: &'e dyn Threads,
    /// What is known of moves of the position. A proven value is not searched again, and its variation is
    /// only completed.
    pub known: &'e [MoveValue],
}

/// What a move is worth, and best play after it.
struct Worth {
    variation: Variation,
    value: i32,
    exact: bool,
}

impl Examiner<'_> {
    /// Finds how much a move loses against a better one (the best, if none is named), and how play goes on
    /// after both. `None` if the search was stopped or there is nothing better.
    #[must_use]
    pub fn examine(&self, position: Position, played: Move, better: Option<Move>) -> Option<Mistake> {
        let better = better.or_else(|| self.best(position, played)).filter(|&better| better != played)?;
        let here = self.worth(position, played)?;
        let there = self.worth(position, better)?;
        let mistake = Mistake {
            value_played: here.value,
            value_better: there.value,
            exact: here.exact && there.exact,
            played: here.variation,
            better: there.variation,
        };
        (mistake.loss() > 0).then_some(mistake)
    }

    fn best(&self, position: Position, played: Move) -> Option<Move> {
        let found = self.search(position).compare(Wanted::best(1).and(played));
        found.moves.first().map(|best| best.played)
    }

    /// Values a move and follows best play: to the end where it is proven, else at least as far as claims
    /// look.
    fn worth(&self, position: Position, played: Move) -> Option<Worth> {
        let next = position.play(played).ok()?;
        let mut moves = vec![played];
        let proven = self.known.iter().find(|one| one.played == played && one.value.is_exact());
        let (value, exact, mut stopped) = match proven {
            Some(known) => {
                moves.extend(known.line.iter().skip(1));
                (known.value.score, true, false)
            }
            None => {
                let first = self.search(next).analyze();
                moves.extend(first.line);
                (-first.value.score, first.value.is_exact(), first.stopped)
            }
        };
        loop {
            if stopped || self.limits.stopper.as_ref().is_some_and(Stopper::is_stopped) {
                return None;
            }
            let variation = Variation::follow(position, &moves);
            let end = *variation.last();
            let is_far_enough = !exact && moves.len() > SOON + 1;
            if end.is_finished() || is_far_enough || variation.moves().len() < moves.len() {
                return Some(Worth { variation, value, exact });
            }
            let further = self.search(end).analyze();
            if further.line.is_empty() {
                return Some(Worth { variation, value, exact });
            }
            moves.extend(further.line);
            stopped = further.stopped;
        }
    }

    fn search(&self, position: Position) -> Search<'_> {
        self.engine.search(position).limits(self.limits).threads(self.threads)
    }
}
