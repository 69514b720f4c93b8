//! `scout`: NegaScout over an evaluation by stages, with a killer table and a depth predicted from the last
//! search.

mod killers;
mod pace;
mod pupil;
mod stages;

use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_engine::Dice;
use outflank_rules::{Board, Move, PassRule};

use self::killers::Killers;
use self::pace::Pace;
use self::pupil::ScoutPupil;
use self::stages::evaluation;
use super::evaluation::Evaluation;
use super::search::{AlphaBeta, Meter, NegaScout, Order, Procedure as _, Remembered, Ties, Tree, best};
use super::{factor, looked};
use crate::family::{Family, Make, Parameter, Pupil, Recipe, Term};
use crate::openings::{OPENINGS, with_openings};
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault, Remarks, Turn};

const PARAMETERS: &[Parameter] = &[
    Parameter { name: "time", default: "0.1; none with depth", meaning: "seconds for a move, a hard stop" },
    Parameter {
        name: "depth",
        default: "predicted from the last search",
        meaning: "plies looked ahead, 1 to 60",
    },
    Parameter {
        name: "killers",
        default: "on",
        meaning: "the shipped killer table, off, or a file from `outflank lab learn`",
    },
    Parameter {
        name: "transposition",
        default: "off",
        meaning: "on: keeps a table of boards already searched",
    },
    Parameter { name: "entries", default: "65536", meaning: "boards in that table, 1 to 10000000" },
    Parameter {
        name: "search",
        default: "negascout",
        meaning: "negascout, or alphabeta, which needs a depth and uses neither killers nor the table: for comparison",
    },
    factor("squares", "factor of: the weights of corners and of C, A, B and X squares"),
    factor("mobility", "factor of: legal moves, own minus opponent's"),
    factor("discs", "factor of: discs, own minus opponent's, late in the game"),
    factor("parity", "factor of: the bonus for having the last move, late in the game"),
    factor("stability", "factor of: discs in runs along the edges from corners, own minus opponent's"),
    factor("frontier", "factor of: empty squares next to own discs, minus the opponent's"),
    OPENINGS,
];

/// Seconds for a move unless told; the report speaks of seconds.
const TIME: Duration = Duration::from_millis(100);

/// The family `scout`.
pub(crate) const SCOUT: Family = Family {
    id: "scout",
    usage: "scout:time=S,depth=N,killers=WORD|FILE,transposition=WORD,entries=N,search=WORD,squares=X,mobility=X,discs=X,parity=X,stability=X,frontier=X,openings=FILE",
    description: "Heritage: NegaScout over an evaluation by stages of the game, replies ordered by a killer table, the depth predicted from the last search.",
    parameters: PARAMETERS,
    members: Vec::new,
    make: Make::OfOptions(recipe),
};

fn recipe(options: &Options<'_>) -> Result<Box<dyn Recipe>, SpecError> {
    let killers = match options.text("killers") {
        None | Some("on") => Some(Killers::shipped()),
        Some("off") => None,
        Some(path) => Some(Killers::open(path.as_ref()).map_err(|error| options.refuse("killers", error))?),
    };
    let depth = options.number("depth", (1, 60))?;
    let searches = [("negascout", ScoutSearch::NegaScout), ("alphabeta", ScoutSearch::AlphaBeta)];
    let search = options.choice("search", &searches)?.unwrap_or(ScoutSearch::NegaScout);
    if search == ScoutSearch::AlphaBeta && depth.is_none() {
        return Err(options.refuse("search", "it predicts no depth, so depth=N has to be given"));
    }
    let room = options.number("entries", (1, 10_000_000))?.unwrap_or(65_536);
    let scout = ScoutRecipe {
        evaluation: Arc::new(evaluation(options)?),
        order: killers.as_ref().map(|table| Arc::new(table.order())),
        killers,
        time: options.seconds("time")?.or(depth.is_none().then_some(TIME)),
        depth,
        search,
        room: options.switch("transposition")?.unwrap_or(false).then_some(room),
    };
    with_openings(options, scout)
}

/// How it looks ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScoutSearch {
    NegaScout,
    AlphaBeta,
}

#[derive(Clone)]
struct ScoutRecipe {
    evaluation: Arc<Evaluation>,
    killers: Option<Killers>,
    order: Option<Arc<Order>>,
    /// The hard stop.
    time: Option<Duration>,
    /// The depth, if it is not to be predicted.
    depth: Option<u32>,
    search: ScoutSearch,
    /// The boards in the table of those already searched, if there is one.
    room: Option<usize>,
}

impl ScoutRecipe {
    fn tree(&self) -> Tree<'_> {
        Tree { evaluation: &self.evaluation, order: self.order.as_deref() }
    }
}

impl Recipe for ScoutRecipe {
    fn terms(&self, board: Board) -> Option<Vec<Term>> {
        Some(self.evaluation.terms(board))
    }

    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        let memory = self.room.map(Remembered::new);
        Ok(Box::new(ScoutPlayer {
            recipe: self.clone(),
            memory,
            pace: Pace::default(),
            nodes: 0,
            remarks: Remarks::default(),
        }))
    }

    fn pupil(&self) -> Option<Box<dyn Pupil>> {
        Some(Box::new(ScoutPupil::new(self.clone())))
    }
}

struct ScoutPlayer {
    recipe: ScoutRecipe,
    memory: Option<Remembered>,
    pace: Pace,
    nodes: u64,
    remarks: Remarks,
}

impl Player for ScoutPlayer {
    fn new_game(&mut self) {
        self.pace = Pace::default();
        if let Some(memory) = &mut self.memory {
            memory.clear();
        }
    }

    fn choose(&mut self, mut turn: Turn<'_>, _dice: &mut Dice) -> Result<Move, PlayerFault> {
        let started = Instant::now();
        let board = turn.game.position().board();
        let depth = match (self.recipe.depth, self.recipe.time) {
            (Some(depth), _) => depth,
            (None, time) => self.pace.depth(time.unwrap_or(TIME)),
        };
        let depth = depth.min(board.empty().len());
        let last = turn.game.plies().last().and_then(|played| played.square());
        let stopper = turn.stopper.clone();
        let meter = Meter::new(&stopper, self.recipe.time.map(|time| started + time));
        let mut observe = |square, nodes| turn.tell(&looked(square, depth, nodes));
        let (found, cut_short) = match self.recipe.search {
            ScoutSearch::NegaScout => {
                let mut search = NegaScout::new(self.recipe.tree(), self.memory.as_mut(), meter);
                let found = search.best(board, last, depth, &mut observe);
                self.nodes = search.nodes();
                self.pace.learn(search.visits(), started.elapsed());
                (found, search.meter().is_over())
            }
            ScoutSearch::AlphaBeta => {
                let mut search = AlphaBeta::new(&self.recipe.evaluation, PassRule::Free, meter);
                let found = best(&mut search, board, depth, Ties::First, &mut observe);
                self.nodes = search.nodes();
                (found, search.meter().is_over())
            }
        };
        let (square, value) = found.ok_or_else(|| turn.nothing_found())?;
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
    use outflank_rules::{Game, Position};

    use super::*;
    use crate::entrant::Entrant;

    fn choice(text: &str, game: &Game) -> (String, u64) {
        let mut player = text.parse::<Entrant>().unwrap().seat().unwrap();
        let turn = Turn::new(game, Duration::from_secs(100));
        let played = player.choose(turn, &mut Dice::new(1)).unwrap();
        (played.to_string(), player.nodes().unwrap())
    }

    #[test]
    fn killers_save_work_at_a_fixed_depth() {
        let mut game = Game::new(Position::start());
        let mut nodes = [0, 0];
        for _ in 0..16 {
            let (played, with) = choice("scout:depth=5", &game);
            nodes[0] += with;
            nodes[1] += choice("scout:depth=5,killers=off", &game).1;
            game.play(played.parse().unwrap()).unwrap();
        }
        assert!(nodes[0] < nodes[1], "{nodes:?}");
    }

    #[test]
    fn the_table_of_boards_saves_work_too() {
        let game = Game::new(Position::start());
        let without = choice("scout:depth=7", &game).1;
        assert!(choice("scout:depth=7,transposition=on", &game).1 < without);
        assert!(choice("scout:depth=7,transposition=on,entries=50", &game).1 <= without);
    }

    #[test]
    fn alpha_beta_finds_the_same_moves() {
        let mut game = Game::new(Position::start());
        for _ in 0..16 {
            let (played, _) = choice("scout:depth=4,killers=off", &game);
            assert_eq!(choice("scout:depth=4,search=alphabeta", &game).0, played);
            game.play(played.parse().unwrap()).unwrap();
        }
    }

    #[test]
    fn time_is_a_hard_stop() {
        let started = Instant::now();
        choice("scout:time=0.02,depth=40", &Game::new(Position::start()));
        // Far more than it should take, for machines that are busy.
        assert!(started.elapsed() < Duration::from_secs(2));
    }

    #[test]
    fn parameters_are_checked_by_name_and_value() {
        let refusal = |text: &str| text.parse::<Entrant>().unwrap_err().to_string();
        assert!(refusal("scout:killers=/no/such/file").contains("/no/such/file"));
        assert!(refusal("scout:transposition=yes").contains("\"yes\""));
        assert!(refusal("scout:search=alphabeta").contains("depth=N"));
        assert!(refusal("scout:entries=0").contains("\"0\""));
        assert!(refusal("scout:time=-1").contains("\"-1\""));
    }
}
