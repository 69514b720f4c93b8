//! `scout`: NegaScout over an evaluation by stages, with a killer table and a depth predicted from the last
//! search.

mod killers;
mod pace;
mod pupil;
mod stages;

use std::sync::Arc;
use std::time::Duration;

use outflank_engine::Dice;
use outflank_rules::{Board, Move};

use self::killers::Killers;
use self::pace::Pace;
use self::pupil::ScoutPupil;
use self::stages::evaluation;
use super::evaluation::Evaluation;
use super::lookahead::{DEEPENING, Lookahead, SECONDS, SearchKind};
use super::order::Order;
use super::othello::{BoardNode, CandidateOrder, Othello};
use super::{factor, looked};
use crate::family::{Family, Make, Parameter, Pupil, Recipe, Term};
use crate::moment::Instant;
use crate::openings::{OPENINGS, with_openings};
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault, Remarks, Turn};
use crate::search::{LruTable, Meter, NegaScout, PassRule, Procedure as _, Reuse, Ties};

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "time",
        default: "the match's time; 5 where a person plays; none with depth",
        meaning: "seconds for a move, a hard stop",
    },
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
        meaning: "on: keeps a table of positions already searched",
    },
    Parameter { name: "entries", default: "65536", meaning: "positions in that table, 1 to 10000000" },
    Parameter {
        name: "reuse",
        default: "deeper",
        meaning: "which entries are used: deeper, those of at least the depth that is needed, or same, of that depth only",
    },
    Parameter {
        name: "mirror",
        default: "no",
        meaning: "yes: learning counts the mirror images of a reply too",
    },
    Parameter {
        name: "search",
        default: "negascout",
        meaning: "negascout, or alphabeta or minimax, which need a depth or deepening and use neither killers nor the table: for comparison",
    },
    DEEPENING,
    Parameter {
        name: "ends",
        default: "won",
        meaning: "what finished games are worth: won, one huge number whatever the margin, or margin, the more the larger the score is",
    },
    factor("squares", "factor of: the weights of corners and of C, A, B and X squares"),
    factor("mobility", "factor of: legal moves, own minus opponent's"),
    factor("discs", "factor of: discs, own minus opponent's, late in the game"),
    factor("parity", "factor of: the bonus for having the last move, late in the game"),
    factor("stability", "factor of: discs in runs along the edges from corners, own minus opponent's"),
    factor("frontier", "factor of: empty squares next to own discs, minus the opponent's"),
    OPENINGS,
];

/// The family `scout`.
pub(crate) const SCOUT: Family = Family {
    id: "scout",
    usage: "scout:time=S,depth=N,killers=WORD|FILE,transposition=WORD,entries=N,reuse=WORD,mirror=WORD,search=WORD,deepening=WORD,ends=WORD,squares=X,mobility=X,discs=X,parity=X,stability=X,frontier=X,openings=FILE",
    description: "Heritage: NegaScout over an evaluation by stages of the game, replies ordered by a killer table, the depth predicted from the last search.",
    parameters: PARAMETERS,
    members: Vec::new,
    make: Make::of_options(recipe),
};

fn recipe(options: &Options<'_>) -> Result<Box<dyn Recipe>, SpecError> {
    let killers = match options.text("killers") {
        None | Some("on") => Some(Killers::shipped()),
        Some("off") => None,
        Some(path) => Some(Killers::open(path.as_ref()).map_err(|error| options.refuse("killers", error))?),
    };
    let depth = options.number("depth", (1, 60))?;
    let kind = options.choice("search", &SearchKind::WORDS)?.unwrap_or(SearchKind::NegaScout);
    let lookahead = Lookahead::new(options, kind)?;
    let is_plain = kind != SearchKind::NegaScout || lookahead.deepening.is_some();
    if is_plain && depth.is_none() && lookahead.deepening.is_none() {
        return Err(options.refuse("search", "it predicts no depth, so depth=N has to be given"));
    }
    let reuse = options.choice("reuse", &[("deeper", Reuse::Deeper), ("same", Reuse::SameDepth)])?;
    let room = options.number("entries", (1, 10_000_000))?.unwrap_or(65_536);
    let scout = ScoutRecipe {
        evaluation: Arc::new(evaluation(options)?),
        order: killers.as_ref().map(|table| Arc::new(table.order())),
        killers,
        time: options.seconds("time")?,
        depth,
        plain: is_plain.then_some(lookahead),
        mirrored: options.switch("mirror")?.unwrap_or(false),
        room: options.switch("transposition")?.unwrap_or(false).then_some(room),
        // The report takes entries "of at least the depth".
        reuse: reuse.unwrap_or_default(),
    };
    with_openings(options, scout)
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
    /// Another way to look ahead than NegaScout at a predicted depth, without tables.
    plain: Option<Lookahead>,
    /// Whether learning counts mirror images.
    mirrored: bool,
    /// The boards in the table of those already searched, if there is one.
    room: Option<usize>,
    /// Which entries of that table are used.
    reuse: Reuse,
}

impl ScoutRecipe {
    fn tree(&self) -> Othello<'_> {
        let order = self.order.as_deref().map_or(CandidateOrder::Rows, CandidateOrder::Killers);
        Othello { evaluation: &self.evaluation, order }
    }
}

impl Recipe for ScoutRecipe {
    fn terms(&self, board: Board) -> Option<Vec<Term>> {
        Some(self.evaluation.terms(board))
    }

    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        let memory = self.room.map(|room| LruTable::new(room, self.reuse));
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

/// The deepest search there is.
const DEEPEST: u32 = 60;

struct ScoutPlayer {
    recipe: ScoutRecipe,
    memory: Option<LruTable<Board>>,
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
        let time = match (self.recipe.time, self.recipe.depth) {
            (None, Some(_)) => None,
            (time, _) => Some(time.unwrap_or_else(|| turn.seconds(SECONDS))),
        };
        let depth = match (self.recipe.depth, self.recipe.plain, time) {
            (Some(depth), ..) => depth,
            (None, None, Some(time)) => self.pace.depth(time),
            (None, ..) => DEEPEST,
        };
        let depth = depth.min(board.empty().len());
        let last = turn.game.plies().last().and_then(|played| played.square());
        let stopper = turn.stopper.clone();
        let meter = Meter::new(&stopper, time.map(|time| started + time));
        let mut observe = |square, depth, nodes| turn.tell(&looked(square, depth, nodes));
        let found = match self.recipe.plain {
            Some(lookahead) => {
                let tree = Othello::by_rows(&self.recipe.evaluation);
                let seen = lookahead.look(&tree, board, depth, Ties::First, meter, &mut observe);
                (self.nodes, self.remarks) = (seen.nodes, seen.remarks);
                seen.best
            }
            None => {
                let tree = self.recipe.tree();
                let mut search = NegaScout::new(&tree, PassRule::Free, self.memory.as_mut(), meter);
                let mut observe = |square, nodes| observe(square, depth, nodes);
                let found = search.best(BoardNode { board, last }, depth, &mut observe);
                self.nodes = search.nodes();
                self.pace.learn(search.visits(), started.elapsed());
                let value = found.map(|(_, value)| value);
                let cut_short = search.meter().is_over();
                self.remarks = Remarks { value, depth: Some(depth), cut_short };
                found
            }
        };
        let (square, _) = found.ok_or_else(|| turn.nothing_found())?;
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
        // Deeper entries answer more often than those of the same depth alone.
        let of = |reuse: &str| choice(&format!("scout:depth=8,transposition=on,reuse={reuse}"), &game).1;
        assert!(of("deeper") <= of("same"));
        assert_eq!(Reuse::default(), Reuse::Deeper, "what the report says");
    }

    #[test]
    fn a_person_waits_about_five_seconds_and_a_match_sets_the_time() {
        let game = Game::new(Position::start());
        let turn = Turn::new(&game, Duration::from_millis(100));
        assert_eq!(turn.seconds(SECONDS), Duration::from_millis(100));
        let turn = Turn::new(&game, Duration::from_millis(100)).at_leisure(true);
        assert_eq!(turn.seconds(SECONDS), Duration::from_secs(5));
    }

    #[test]
    fn other_procedures_find_the_same_moves() {
        let mut game = Game::new(Position::start());
        for _ in 0..16 {
            let (played, _) = choice("scout:depth=4,killers=off", &game);
            assert_eq!(choice("scout:depth=4,search=alphabeta", &game).0, played);
            assert_eq!(choice("scout:depth=4,search=minimax", &game).0, played);
            assert_eq!(choice("scout:depth=4,deepening=yes", &game).0, played);
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
        assert!(refusal("scout:transposition=maybe").contains("\"maybe\""));
        assert!(refusal("scout:search=alphabeta").contains("depth=N"));
        assert!(refusal("scout:entries=0").contains("\"0\""));
        assert!(refusal("scout:time=-1").contains("\"-1\""));
    }
}
