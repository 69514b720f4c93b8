//! `agent`: alpha-beta by the clock over the share of discs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_engine::Dice;
use outflank_rules::{Bitboard, Board, Move, PassRule};

use super::evaluation::{EndValue, Evaluation};
use super::looked;
use super::search::{AlphaBeta, Meter, Procedure as _, Ties, best};
use super::steps::DiscShare;
use crate::family::{Family, Make, Parameter, Recipe, Term};
use crate::openings::{OPENINGS, with_openings};
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault, Remarks, Turn};

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "time",
        default: "0.1",
        meaning: "seconds for a move in the middle of the game; half as many in the opening and at the end",
    },
    Parameter { name: "depth", default: "8", meaning: "plies looked ahead if there is time; a pass is one" },
    OPENINGS,
];

/// Seconds for a move unless told; the report speaks of seconds.
const TIME: Duration = Duration::from_millis(100);
/// How deep it searches if there is time. The report does not say: this is our choice. Searches of this depth
/// took 0.06 s on average.
const DEPTH: u32 = 8;

/// The family `agent`.
pub(crate) const AGENT: Family = Family {
    id: "agent",
    usage: "agent:time=S,depth=N,openings=FILE",
    description: "Heritage: alpha-beta over the share of discs with a clock for each phase of the game; when time is over it evaluates and unwinds.",
    parameters: PARAMETERS,
    members: Vec::new,
    make: Make::OfOptions(recipe),
};

fn recipe(options: &Options<'_>) -> Result<Box<dyn Recipe>, SpecError> {
    let agent = AgentPlayer {
        evaluation: Arc::new(Evaluation::new(DiscShare, EndValue::AsAnyOther)),
        time: options.seconds("time")?.unwrap_or(TIME),
        depth: options.number("depth", (1, 60))?.unwrap_or(DEPTH),
        nodes: 0,
        remarks: Remarks::default(),
    };
    with_openings(options, agent)
}

#[derive(Clone)]
struct AgentPlayer {
    evaluation: Arc<Evaluation>,
    time: Duration,
    depth: u32,
    nodes: u64,
    remarks: Remarks,
}

/// Returns the share of the time that a move gets: less in the opening and at the end, more in the middle.
/// Where the phases begin and what they get is our choice.
fn share_of_time(empty: Bitboard) -> f64 {
    match empty.len() {
        // The first ten moves.
        51.. => 0.5,
        // The last twelve.
        ..=12 => 0.5,
        _ => 1.0,
    }
}

impl Recipe for AgentPlayer {
    fn terms(&self, board: Board) -> Option<Vec<Term>> {
        Some(self.evaluation.terms(board))
    }

    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        Ok(Box::new(self.clone()))
    }
}

impl Player for AgentPlayer {
    fn choose(&mut self, mut turn: Turn<'_>, _dice: &mut Dice) -> Result<Move, PlayerFault> {
        let board = turn.game.position().board();
        let deadline = Instant::now() + self.time.mul_f64(share_of_time(board.empty()));
        let (stopper, depth) = (turn.stopper.clone(), self.depth);
        let meter = Meter::new(&stopper, Some(deadline));
        let mut search = AlphaBeta::new(&self.evaluation, PassRule::OnePly, meter);
        let mut observe = |square, nodes| turn.tell(&looked(square, depth, nodes));
        let found = best(&mut search, board, depth, Ties::First, &mut observe);
        self.nodes = search.nodes();
        let (square, value) = found.ok_or_else(|| turn.nothing_found())?;
        let cut_short = search.meter().is_over();
        self.remarks = Remarks { value: Some(value), depth: Some(depth), cut_short };
        Ok(Move::Place(square))
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.nodes)
    }

    fn remarks(&self) -> Remarks {
        self.remarks
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Game, Portable, Position};

    use super::*;
    use crate::entrant::Entrant;
    use crate::heritage::steps::by_hand::board;

    #[test]
    fn the_share_of_discs_valued_by_hand() {
        let evaluation = Evaluation::new(DiscShare, EndValue::AsAnyOther);
        let position = board(&["xxxxo---"]);
        assert_eq!(evaluation.value(position, position.legal_moves(Portable)), 3.0 / 5.0);
        assert_eq!(evaluation.end(board(&["xo", "o"])), -1.0 / 3.0);
    }

    #[test]
    fn the_middle_of_the_game_gets_most_time() {
        let share = |empty: u32| share_of_time(Bitboard(u64::MAX >> (64 - empty)));
        assert_eq!([60, 51, 50, 30, 13, 12, 1].map(share), [0.5, 0.5, 1.0, 1.0, 1.0, 0.5, 0.5]);
    }

    #[test]
    fn a_deep_search_keeps_to_its_time() {
        let mut player = "agent:time=0.02,depth=60".parse::<Entrant>().unwrap().seat().unwrap();
        let game = Game::new(Position::start());
        let started = Instant::now();
        player.choose(Turn::new(&game, Duration::from_secs(100)), &mut Dice::new(1)).unwrap();
        // Far more than it should take, for machines that are busy.
        assert!(started.elapsed() < Duration::from_secs(2));
        assert!(player.nodes().unwrap() > 100);
    }
}
