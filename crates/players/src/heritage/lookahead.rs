//! How a player looks ahead: any of the search procedures, at a fixed depth or deeper and deeper.
//!
//! Every ancestor has its own procedure by default. That another one can be chosen shows what its author's
//! wishes would have been worth.

use std::time::Duration;

use outflank_rules::{Board, Square};

use super::othello::Othello;
use crate::family::Parameter;
use crate::moment::Instant;
use crate::options::{Options, SpecError};
use crate::player::{Remarks, Turn};
use crate::search::{AlphaBeta, Leaves, Meter, Minimax, NegaScout, PassRule, Procedure, Ties, best, deepen};

/// A search procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchKind {
    /// Alpha-beta.
    AlphaBeta,
    /// Plain minimax: the same moves, slower.
    Minimax,
    /// NegaScout: the same moves, faster at large depths.
    NegaScout,
}

impl SearchKind {
    /// How they are written.
    pub(crate) const WORDS: [(&str, SearchKind); 3] = [
        ("alphabeta", SearchKind::AlphaBeta),
        ("minimax", SearchKind::Minimax),
        ("negascout", SearchKind::NegaScout),
    ];
}

/// The parameter that names a procedure.
pub(crate) const SEARCH: Parameter = Parameter {
    name: "search",
    default: "alphabeta",
    meaning: "alphabeta, minimax or negascout: the same moves, other nodes",
};
/// The parameter that switches on deepening.
pub(crate) const DEEPENING: Parameter = Parameter {
    name: "deepening",
    default: "no",
    meaning: "yes: one ply, then two and so on until time runs out; depth is then the most",
};
/// The parameter for the time of deepening.
pub(crate) const TIME: Parameter = Parameter {
    name: "time",
    default: "the match's time; 5 where a person plays",
    meaning: "seconds for a move with deepening",
};

/// The seconds for a move that a person waits for, where a report says seconds without a number.
pub(crate) const SECONDS: Duration = Duration::from_secs(5);

/// The deepest search there is.
const DEEPEST: u32 = 60;

/// How a player looks ahead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lookahead {
    /// The procedure.
    pub(crate) kind: SearchKind,
    /// What a pass costs.
    pub(crate) pass: PassRule,
    /// What the ends of the lines are worth.
    pub(crate) leaves: Leaves,
    /// Whether it goes deeper and deeper, and the time for a move if the match does not say.
    pub(crate) deepening: Option<Option<Duration>>,
}

/// What came of looking ahead.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    /// The best move and its value for the side to move.
    pub(crate) best: Option<(Square, f64)>,
    /// The boards visited.
    pub(crate) nodes: u64,
    /// How deep it looked, and whether it wanted to look deeper.
    pub(crate) remarks: Remarks,
}

impl Lookahead {
    /// Takes what the options say.
    pub(crate) fn of_options(options: &Options<'_>) -> Result<Lookahead, SpecError> {
        let kind = options.choice(SEARCH.name, &SearchKind::WORDS)?;
        Lookahead::new(options, kind.unwrap_or(SearchKind::AlphaBeta))
    }

    /// Takes a procedure at a fixed depth. A pass costs no ply.
    pub(crate) fn fixed(kind: SearchKind) -> Lookahead {
        Lookahead { kind, pass: PassRule::Free, leaves: Leaves::Results, deepening: None }
    }

    /// Takes a procedure, and what the options say about deepening. A pass costs no ply.
    pub(crate) fn new(options: &Options<'_>, kind: SearchKind) -> Result<Lookahead, SpecError> {
        let time = options.seconds(TIME.name)?;
        let deepening = options.switch(DEEPENING.name)?.unwrap_or(false).then_some(time);
        Ok(Lookahead { deepening, ..Lookahead::fixed(kind) })
    }

    /// Returns the depth of the search and the moment it has to end, if there is one. With deepening the
    /// depth is the largest there is unless it is given.
    pub(crate) fn limits(&self, turn: &Turn<'_>, given: Option<u32>, usual: u32) -> (u32, Option<Instant>) {
        match self.deepening {
            Some(time) => {
                let time = time.unwrap_or_else(|| turn.seconds(SECONDS));
                (given.unwrap_or(DEEPEST), Some(Instant::now() + time))
            }
            None => (given.unwrap_or(usual), None),
        }
    }

    /// Looks so many plies ahead. `observe` hears of every better move with the depth and the boards visited.
    pub(crate) fn look(
        &self,
        tree: &Othello<'_>,
        board: Board,
        depth: u32,
        ties: Ties,
        meter: Meter<'_>,
        observe: &mut dyn FnMut(Square, u32, u64),
    ) -> Seen {
        // A line to the end of the game has no more moves than empty squares, and a pass at most after each.
        let depth = if self.deepening.is_some() { depth.min(2 * board.empty().len()) } else { depth };
        match self.kind {
            SearchKind::AlphaBeta => {
                let search = AlphaBeta::new(tree, self.pass, self.leaves, meter);
                self.run(search, board, depth, ties, observe)
            }
            SearchKind::Minimax => {
                self.run(Minimax::new(tree, self.pass, meter), board, depth, ties, observe)
            }
            SearchKind::NegaScout => {
                self.run(NegaScout::new(tree, self.pass, None, meter), board, depth, ties, observe)
            }
        }
    }

    fn run<'t>(
        &self,
        mut search: impl Procedure<Tree = Othello<'t>>,
        board: Board,
        depth: u32,
        ties: Ties,
        observe: &mut dyn FnMut(Square, u32, u64),
    ) -> Seen {
        let (best, depth) = match self.deepening {
            Some(_) => match deepen(&mut search, board.into(), depth, ties, observe) {
                Some((found, depth)) => (Some(found), depth),
                None => (None, depth),
            },
            None => {
                let mut observe = |square, nodes| observe(square, depth, nodes);
                (best(&mut search, board.into(), depth, ties, &mut observe), depth)
            }
        };
        let value = best.map(|(_, value)| value);
        let cut_short = search.meter().is_over() && self.deepening.is_none();
        Seen { best, nodes: search.nodes(), remarks: Remarks { value, depth: Some(depth), cut_short } }
    }
}
