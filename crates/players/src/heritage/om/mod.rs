//! `om-*`: the levels of Othello Master, from the first legal square to all replies of the opponent.
//!
//! Evaluations are sums of positions, mobility, score and lines. With determinism off (`noise` above 0) each
//! of them is multiplied by a random factor. Of equal moves the first in the order of a scan is played, by
//! rows or by columns at random.

mod chain;
mod judge;
mod replies;
mod way;

use std::sync::Arc;

use outflank_engine::Dice;
use outflank_rules::{Board, Move, Symmetry};

use self::judge::{Judge, evaluation};
use self::way::Way;
use super::evaluation::Evaluation;
use super::factor;
use super::lookahead::SearchKind;
use crate::family::{Family, Make, Parameter, Recipe, Term};
use crate::openings::{OPENINGS, with_openings};
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault, Turn};

/// The plies of `om-expert` unless told.
const EXPERT_DEPTH: u32 = 3;
/// The plies of `om-premaster`.
const PREMASTER_DEPTH: u32 = 14;

const NOISE: Parameter = Parameter {
    name: "noise",
    default: "0",
    meaning: "makes every evaluation vary by up to this many per cent (its author used 5)",
};
const SEED: Parameter =
    Parameter { name: "seed", default: "the match's dice", meaning: "the seed of its random choices" };
const SCAN: Parameter = Parameter {
    name: "scan",
    default: "random",
    meaning: "the order of the squares, which decides between equal moves: rows, columns or random",
};
const POSITIONS: Parameter = factor("positions", "factor of: the weights of the squares, 10000 for a corner");
const MOBILITY: Parameter = factor("mobility", "factor of: 500 for each legal move, own minus opponent's");
const SCORE: Parameter =
    factor("score", "factor of: 1 for each disc, own minus opponent's, times the number of the move");
const LINES: Parameter = factor(
    "lines",
    "factor of: 10 times the worth of complete and nearly complete lines, own minus opponent's",
);
const ENDS: Parameter = Parameter {
    name: "ends",
    default: "empty",
    meaning: "what the missing end of a nearly complete line may be: empty, or any, also the opponent's",
};
const SEARCH: Parameter = Parameter {
    name: "search",
    default: "its own way",
    meaning: "alphabeta, minimax or negascout over the same evaluation instead, without noise",
};
const DEPTH: Parameter =
    Parameter { name: "depth", default: "3", meaning: "plies of the line it looks along, 1 to 14" };

const BEGINNER: &[Parameter] = &[NOISE, SEED, SCAN, OPENINGS];
const OTHERS: &[Parameter] = &[POSITIONS, MOBILITY, SCORE, LINES, ENDS, NOISE, SEED, SCAN, OPENINGS];
const MASTER: &[Parameter] = &[POSITIONS, MOBILITY, SCORE, LINES, ENDS, SEARCH, NOISE, SEED, SCAN, OPENINGS];
const EXPERT: &[Parameter] =
    &[DEPTH, POSITIONS, MOBILITY, SCORE, LINES, ENDS, SEARCH, NOISE, SEED, SCAN, OPENINGS];

/// `om-beginner`.
pub(crate) const OM_BEGINNER: Family = Family {
    id: "om-beginner",
    usage: "om-beginner:noise=PERCENT,seed=N,scan=WORD,openings=FILE",
    description: "Heritage: the first legal square by rows or by columns; with noise any legal square.",
    parameters: BEGINNER,
    members: Vec::new,
    make: Make::of_options(|options| level(options, Way::FirstSquare)),
};
/// `om-novice`.
pub(crate) const OM_NOVICE: Family = Family {
    id: "om-novice",
    usage: "om-novice:positions=X,mobility=X,score=X,lines=X,ends=WORD,noise=PERCENT,seed=N,scan=WORD,openings=FILE",
    description: "Heritage: the move with the best evaluation right after it.",
    parameters: OTHERS,
    members: Vec::new,
    make: Make::of_options(|options| level(options, Way::Chain(1))),
};
/// `om-expert`.
pub(crate) const OM_EXPERT: Family = Family {
    id: "om-expert",
    usage: "om-expert:depth=N,positions=X,mobility=X,score=X,lines=X,ends=WORD,search=WORD,noise=PERCENT,seed=N,scan=WORD,openings=FILE",
    description: "Heritage: looks along one line for each move, three plies in which both sides make their best one-ply move.",
    parameters: EXPERT,
    members: Vec::new,
    make: Make::of_options(|options| level(options, Way::Chain(EXPERT_DEPTH))),
};
/// `om-premaster`.
pub(crate) const OM_PREMASTER: Family = Family {
    id: "om-premaster",
    usage: "om-premaster:positions=X,mobility=X,score=X,lines=X,ends=WORD,noise=PERCENT,seed=N,scan=WORD,openings=FILE",
    description: "Heritage: as om-expert, fourteen plies along the line: a lesson in speculating too far.",
    parameters: OTHERS,
    members: Vec::new,
    make: Make::of_options(|options| level(options, Way::Chain(PREMASTER_DEPTH))),
};
/// `om-master`.
pub(crate) const OM_MASTER: Family = Family {
    id: "om-master",
    usage: "om-master:positions=X,mobility=X,score=X,lines=X,ends=WORD,search=WORD,noise=PERCENT,seed=N,scan=WORD,openings=FILE",
    description: "Heritage: three plies with all replies of the opponent; their values count by tenths, the best for the mover first.",
    parameters: MASTER,
    members: Vec::new,
    make: Make::of_options(|options| level(options, Way::AllReplies)),
};

fn level(options: &Options<'_>, way: Way) -> Result<Box<dyn Recipe>, SpecError> {
    let depth = options.number("depth", (1, 14))?;
    let search = options.choice(SEARCH.name, &SearchKind::WORDS)?;
    let noise = options.number("noise", (0.0, 100.0))?.unwrap_or(0.0) / 100.0;
    if search.is_some() && noise > 0.0 {
        return Err(options.refuse(SEARCH.name, "it needs exact evaluations, so noise has to be 0"));
    }
    let way = depth.map_or(way, Way::Chain);
    let scans = [("rows", Scan::Rows), ("columns", Scan::Columns), ("random", Scan::Random)];
    let level = OmPlayer {
        evaluation: Arc::new(evaluation(options)?),
        way: search.map_or(way, |kind| Way::Search(kind, way.plies())),
        noise,
        seed: options.number("seed", (0, u64::MAX))?,
        scan: options.choice("scan", &scans)?.unwrap_or(Scan::Random),
        nodes: 0,
    };
    with_openings(options, level)
}

/// The order in which the squares are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scan {
    Rows,
    Columns,
    Random,
}

/// A level at the board.
#[derive(Clone)]
struct OmPlayer {
    evaluation: Arc<Evaluation>,
    way: Way,
    noise: f64,
    seed: Option<u64>,
    scan: Scan,
    nodes: u64,
}

impl Recipe for OmPlayer {
    fn terms(&self, board: Board) -> Option<Vec<Term>> {
        (self.way != Way::FirstSquare).then(|| self.evaluation.terms(board))
    }

    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        Ok(Box::new(self.clone()))
    }
}

impl Player for OmPlayer {
    fn choose(&mut self, turn: Turn<'_>, dice: &mut Dice) -> Result<Move, PlayerFault> {
        let position = turn.game.position();
        // With a seed of its own a level makes the same choice wherever the position occurs.
        let mut own_dice = self.seed.map(|seed| Dice::of_words(&[seed, position.hash()]));
        let dice = own_dice.as_mut().unwrap_or(dice);
        let by_columns = match self.scan {
            Scan::Rows => false,
            Scan::Columns => true,
            Scan::Random => dice.below(2) == 1,
        };
        // To go by columns is to go by rows on the board with rows and columns swapped.
        let view = if by_columns { Symmetry::Transpose } else { Symmetry::Identity };
        let mut judge = Judge::new(&self.evaluation, self.noise, dice);
        let square = self.way.choose(view.board(position.board()), &mut judge, &turn.stopper);
        self.nodes = judge.count();
        Ok(Move::Place(view.square(square.ok_or_else(|| turn.nothing_found())?)))
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.nodes)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::time::Duration;

    use outflank_rules::{Game, Position};

    use super::*;
    use crate::entrant::Entrant;

    fn choice(text: &str, position: Position, seed: u64) -> String {
        let mut player = text.parse::<Entrant>().unwrap().seat().unwrap();
        let game = Game::new(position);
        player.choose(Turn::new(&game, Duration::from_millis(1)), &mut Dice::new(seed)).unwrap().to_string()
    }

    fn choices(text: &str) -> HashSet<String> {
        (0..60).map(|seed| choice(text, Position::start(), seed)).collect()
    }

    #[test]
    fn the_beginner_takes_the_first_square_of_a_scan_or_any() {
        // Legal at the start: d3, c4, f5, e6.
        assert_eq!(choices("om-beginner"), ["d3", "c4"].map(str::to_owned).into());
        assert_eq!(choices("om-beginner:scan=rows"), ["d3"].map(str::to_owned).into());
        assert_eq!(choices("om-beginner:scan=columns"), ["c4"].map(str::to_owned).into());
        assert_eq!(choices("om-beginner:noise=5").len(), 4);
        assert_eq!(choices("om-beginner:noise=5,seed=7").len(), 1);
    }

    #[test]
    fn equal_moves_go_to_the_first_of_the_scan_and_noise_tells_them_apart() {
        for level in ["om-novice", "om-expert", "om-premaster", "om-master"] {
            assert_eq!(choices(&format!("{level}:scan=rows")), ["d3"].map(str::to_owned).into(), "{level}");
            assert_eq!(
                choices(&format!("{level}:scan=columns")),
                ["c4"].map(str::to_owned).into(),
                "{level}"
            );
            assert!(choices(&format!("{level}:noise=5")).len() > 2, "{level}");
        }
    }

    #[test]
    fn the_novice_takes_a_corner_unless_squares_do_not_count() {
        // a1 turns over one disc, h2 six.
        let position = format!("-OX-----XOOOOOO-{}X", "-".repeat(48)).parse().unwrap();
        assert_eq!(choice("om-novice", position, 1), "a1");
        assert_eq!(choice("om-novice:positions=0,mobility=0,lines=0", position, 1), "h2");
        assert_eq!(choice("om-expert:depth=1", position, 1), choice("om-novice", position, 1));
    }

    #[test]
    fn the_evaluation_can_be_searched_by_any_procedure() {
        for level in ["om-expert", "om-master"] {
            let mut position = Position::start();
            for _ in 0..12 {
                let fast = choice(&format!("{level}:search=alphabeta,scan=rows"), position, 1);
                assert_eq!(choice(&format!("{level}:search=minimax,scan=rows"), position, 1), fast);
                assert_eq!(choice(&format!("{level}:search=negascout,scan=rows"), position, 1), fast);
                position = position.play(fast.parse::<Move>().unwrap()).unwrap();
            }
        }
        // One ply is one ply.
        let searched = choice("om-expert:depth=1,search=alphabeta,scan=rows", Position::start(), 1);
        assert_eq!(searched, choice("om-novice:scan=rows", Position::start(), 1));
    }

    #[test]
    fn parameters_are_checked_by_name_and_value() {
        let refusal = |text: &str| text.parse::<Entrant>().unwrap_err().to_string();
        assert!(refusal("om-expert:depth=15").contains("\"15\""));
        assert!(refusal("om-expert:noise=-1").contains("\"-1\""));
        assert!(refusal("om-expert:lines=much").contains("\"much\""));
        assert!(refusal("om-expert:ends=none").contains("\"none\""));
        assert!(refusal("om-expert:search=alphabeta,noise=5").contains("noise"));
        assert!(refusal("om-expert:scan=zigzag").contains("\"zigzag\""));
        assert!(refusal("om-master:depth=3").contains("\"depth\""));
        assert!(refusal("om-beginner:lines=2").contains("\"lines\""));
    }
}
