//! `agent`: alpha-beta by the clock over the share of discs.

use std::sync::Arc;
use std::time::Duration;

use outflank_engine::Dice;
use outflank_rules::{Bitboard, Board, Move};

use super::evaluation::{EndValue, Evaluation};
use super::lookahead::{DEEPENING, Lookahead, SEARCH};
use super::looked;
use super::othello::Othello;
use super::steps::{DiscShare, Mobility, Squares, Sum};
use crate::family::{Family, Make, Parameter, Recipe, Term};
use crate::moment::Instant;
use crate::openings::{OPENINGS, with_openings};
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault, Remarks, Turn};
use crate::search::{Meter, PassRule, Ties};

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "time",
        default: "the match's time; 4 where a person plays or with depth",
        meaning: "seconds for a move in the middle of the game; half as many in the opening and at the end",
    },
    Parameter {
        name: "depth",
        default: "8; 10 with a second or more",
        meaning: "plies looked ahead if there is time; a pass is one",
    },
    SEARCH,
    DEEPENING,
    Parameter {
        name: "squares",
        default: "0",
        meaning: "planned by its author, factor of: 1 for a corner to -0.4 for an X square, own minus opponent's",
    },
    Parameter {
        name: "mobility",
        default: "0",
        meaning: "planned by its author, factor of: 0.05 for each legal move, own minus opponent's",
    },
    OPENINGS,
];

/// Seconds for a move where a person plays. The report speaks of a fixed number of seconds without the
/// number: this is our choice.
const TIME: Duration = Duration::from_secs(4);
/// How deep it searches if there is time. The report does not say: this is our choice. Searches of this depth
/// took 0.06 s on average.
const DEPTH: u32 = 8;
/// The same for those who wait for seconds: searches of this depth take one to four of them.
const DEPTH_IN_SECONDS: u32 = 10;
/// The time from which on it searches deeper.
const LONG: Duration = Duration::from_secs(1);
/// The worth of corners, C, A, B and X squares and of a legal move beside the share of discs, for the wishes
/// of the author. Our choice.
const SQUARES: [i32; 5] = [100, -20, 8, 4, -40];
const SQUARE_UNIT: f64 = 0.01;
const MOVE: f64 = 0.05;

/// The family `agent`.
pub(crate) const AGENT: Family = Family {
    id: "agent",
    usage: "agent:time=S,depth=N,search=WORD,deepening=WORD,squares=X,mobility=X,openings=FILE",
    description: "Heritage: alpha-beta over the share of discs with a clock for each phase of the game; when time \
     runs out it evaluates and unwinds.",
    parameters: PARAMETERS,
    members: Vec::new,
    make: Make::of_options(recipe),
};

fn recipe(options: &Options<'_>) -> Result<Box<dyn Recipe>, SpecError> {
    with_openings(options, agent(options)?)
}

fn agent(options: &Options<'_>) -> Result<AgentPlayer, SpecError> {
    let wish = |name| Ok(options.number(name, (-1000.0, 1000.0))?.unwrap_or(0.0));
    let steps = Sum::default()
        .with(1.0, DiscShare)
        .with(SQUARE_UNIT * wish("squares")?, Squares::classes(SQUARES))
        .with(MOVE * wish("mobility")?, Mobility);
    Ok(AgentPlayer {
        evaluation: Arc::new(Evaluation::new(steps, EndValue::AsAnyOther)),
        lookahead: Lookahead { pass: PassRule::OnePly, ..Lookahead::of_options(options)? },
        time: options.seconds("time")?,
        depth: options.number("depth", (1, 60))?,
        nodes: 0,
        remarks: Remarks::default(),
    })
}

#[derive(Clone)]
struct AgentPlayer {
    evaluation: Arc<Evaluation>,
    lookahead: Lookahead,
    time: Option<Duration>,
    depth: Option<u32>,
    nodes: u64,
    remarks: Remarks,
}

impl AgentPlayer {
    /// Returns the depth of a search and its time. A depth that is given is not to be spoilt by a short time.
    fn limits(&self, turn: &Turn<'_>, empty: Bitboard) -> (u32, Duration) {
        let time = match (self.time, self.depth) {
            (Some(time), _) => time,
            (None, Some(_)) => TIME,
            (None, None) => turn.seconds(TIME),
        };
        let time = time.mul_f64(share_of_time(empty));
        let usual = match self.lookahead.deepening {
            Some(_) => 60,
            None if time < LONG => DEPTH,
            None => DEPTH_IN_SECONDS,
        };
        (self.depth.unwrap_or(usual), time)
    }
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
        let (depth, time) = self.limits(&turn, board.empty());
        let stopper = turn.stopper.clone();
        let meter = Meter::new(&stopper, Some(Instant::now() + time));
        let mut observe = |square, depth, nodes| turn.tell(&looked(square, depth, nodes));
        let tree = Othello::by_rows(&self.evaluation);
        let seen = self.lookahead.look(&tree, board, depth, Ties::First, meter, &mut observe);
        (self.nodes, self.remarks) = (seen.nodes, seen.remarks);
        let (square, _) = seen.best.ok_or_else(|| turn.nothing_found())?;
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
    fn it_takes_the_time_of_a_match_and_seconds_for_a_person() {
        let game = Game::new(Position::start());
        let middle = Bitboard(u64::MAX >> 34);
        let limits = |text: &str, turn: &Turn<'_>| {
            let options = Options::parse("agent", text, PARAMETERS).unwrap();
            agent(&options).unwrap().limits(turn, middle)
        };
        let in_match = Turn::new(&game, Duration::from_millis(100));
        let for_person = Turn::new(&game, Duration::from_millis(100)).at_leisure(true);
        assert_eq!(limits("", &in_match), (8, Duration::from_millis(100)));
        assert_eq!(limits("", &for_person), (10, Duration::from_secs(4)));
        assert_eq!(limits("time=2", &in_match), (10, Duration::from_secs(2)));
        assert_eq!(limits("depth=3", &in_match), (3, Duration::from_secs(4)));
        assert_eq!(limits("deepening=yes", &in_match), (60, Duration::from_millis(100)));
    }

    #[test]
    fn its_authors_wishes_can_be_switched_on() {
        let position = board(&["xxxxo---"]);
        let value = |text: &str| {
            let agent = agent(&Options::parse("agent", text, PARAMETERS).unwrap()).unwrap();
            agent.evaluation.value(position, position.legal_moves(Portable))
        };
        assert_eq!(value(""), 3.0 / 5.0);
        // a1 to d1 against e1: corner, C, A and B against B.
        assert!((value("squares=2") - (0.6 + 2.0 * (1.0 - 0.2 + 0.08 + 0.04 - 0.04))).abs() < 1e-9);
        // x can play f1, o nothing.
        assert!((value("mobility=1") - 0.65).abs() < 1e-9);
        let mut deep =
            "agent:deepening=yes,time=0.1,search=negascout".parse::<Entrant>().unwrap().seat().unwrap();
        let game = Game::new(Position::start());
        deep.choose(Turn::new(&game, Duration::from_secs(9)), &mut Dice::new(1)).unwrap();
        assert!(deep.remarks().depth.unwrap() > 2);
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
