//! Using the opponent's time: searching what follows the reply that is expected.
//!
//! Pondering leaves its results in the transposition table. When the opponent has replied it is stopped, and
//! the search of the position on the board finds what it needs there, most of all if the reply was the
//! expected one.

use outflank_rules::Move;

use super::{Search, Wanted};
use crate::policy::limits::Limits;

/// What pondering came to.
#[derive(Clone, Debug)]
pub struct Pondering {
    /// The reply whose consequences were searched first; `None` if the game is over.
    pub expected: Option<Move>,
    /// Boards visited by all threads.
    pub nodes: u64,
}

/// How deep the opponent's reply is looked for if the caller expects none.
const GUESS_DEPTH: u32 = 6;

impl Search<'_> {
    /// Searches the consequences of the opponent's likely reply until a limit is reached; without one, until
    /// everything is solved. The position is the opponent's to move.
    ///
    /// `expected` is the reply of the last search's line, if it had one. When its consequences are solved,
    /// those of the other replies follow. Limits are those of the whole; give them a stopper to end it when
    /// the opponent has moved. The observer is told of every completed depth, seen by the side to move after
    /// the reply.
    pub fn ponder(self, expected: Option<Move>) -> Pondering {
        let Search { engine, position, limits, threads, mut observer } = self;
        // The time is the opponent's: what the own clock shows does not matter.
        let limits = Limits { game_clock: None, ..limits };
        let guess = engine.search(position).limits(&limits).depth(GUESS_DEPTH).threads(threads);
        let ranking = guess.compare(Wanted::ALL);
        let mut nodes = ranking.nodes;
        let mut replies: Vec<Move> = ranking.moves.iter().map(|one| one.played).collect();
        if let Some(place) = replies.iter().position(|&reply| Some(reply) == expected) {
            replies[..=place].rotate_right(1);
        }
        let mut stopped = ranking.stopped;
        for &reply in &replies {
            let Ok(after) = position.play(reply) else { continue };
            if stopped {
                break;
            }
            let left =
                Limits { nodes: limits.nodes.map(|most| most.saturating_sub(nodes)), ..limits.clone() };
            let search = engine.search(after).limits(&left).threads(threads);
            let analysis = search.observe(&mut *observer).analyze();
            nodes += analysis.nodes;
            stopped = analysis.stopped;
        }
        Pondering { expected: replies.first().copied(), nodes }
    }
}
