//! `client-*`: five levels, from random moves to minimax over corners, stable discs and squares.

mod lookup;
mod pupil;

use std::sync::Arc;

use outflank_engine::{Dice, Stopper};
use outflank_rules::{Board, Move, Square};

use self::lookup::Lookup;
use self::pupil::ClientPupil;
use super::evaluation::{EndValue, Evaluation};
use super::search::{Fixed, Meter, Ties, best};
use super::steps::{Corners, GrownFromCorners, Squares, Sum};
use super::{factor, looked};
use crate::family::{Family, Make, Parameter, Pupil, Recipe, Term};
use crate::greedy::Greedy;
use crate::openings::{OPENINGS, with_openings};
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault, Remarks, Turn};
use crate::random::Random;

/// What a corner is worth beside its square. The report does not print it: this is our choice.
const CORNER: f64 = 25.0;
/// What a stable disc is worth. The report does not print it: this is our choice.
const STABLE: f64 = 10.0;
/// The square weights, a1 to d4; the other quarters mirror them.
const SQUARES: [[i32; 4]; 4] = [[30, -5, 4, 3], [-5, -10, 0, 0], [4, 0, 1, 1], [3, 0, 1, 2]];

const SIMPLE: &[Parameter] = &[OPENINGS];

const SEARCHING: &[Parameter] = &[
    factor("corners", "factor of: 25 for each corner, own minus opponent's"),
    factor("stability", "factor of: 10 for each disc grown from a corner, own minus opponent's"),
    factor("squares", "factor of: the weights of the squares, 30 for a corner to -10 beside it"),
    Parameter {
        name: "table",
        default: "none",
        meaning: "a file of positions already searched, from `outflank lab learn`; found there, they are not searched again",
    },
    Fixed::PARAMETER,
    OPENINGS,
];

/// A level that looks no further than its own move.
const fn simple(
    id: &'static str,
    usage: &'static str,
    description: &'static str,
    make: fn(&Options<'_>) -> Result<Box<dyn Recipe>, SpecError>,
) -> Family {
    Family { id, usage, description, parameters: SIMPLE, members: Vec::new, make: Make::OfOptions(make) }
}

/// A level that looks some plies ahead.
const fn searching(
    id: &'static str,
    usage: &'static str,
    description: &'static str,
    make: fn(&Options<'_>) -> Result<Box<dyn Recipe>, SpecError>,
) -> Family {
    Family { parameters: SEARCHING, ..simple(id, usage, description, make) }
}

/// `client-beginner`.
pub(crate) const CLIENT_BEGINNER: Family =
    simple("client-beginner", "client-beginner:openings=FILE", "Heritage: any legal move.", |options| {
        with_openings(options, Random)
    });
/// `client-easy`.
pub(crate) const CLIENT_EASY: Family = simple(
    "client-easy",
    "client-easy:openings=FILE",
    "Heritage: the move that leaves most own discs, the first of equals by rows.",
    // Most own discs afterwards is most discs turned over.
    |options| with_openings(options, Greedy),
);
/// `client-medium`.
pub(crate) const CLIENT_MEDIUM: Family = searching(
    "client-medium",
    "client-medium:corners=X,stability=X,squares=X,table=FILE,search=WORD,openings=FILE",
    "Heritage: minimax with alpha-beta over corners, stable discs and squares, depth 1; the last of equal moves.",
    |options| searcher(options, 1),
);
/// `client-hard`.
pub(crate) const CLIENT_HARD: Family = searching(
    "client-hard",
    "client-hard:corners=X,stability=X,squares=X,table=FILE,search=WORD,openings=FILE",
    "Heritage: as client-medium, depth 3.",
    |options| searcher(options, 3),
);
/// `client-expert`.
pub(crate) const CLIENT_EXPERT: Family = searching(
    "client-expert",
    "client-expert:corners=X,stability=X,squares=X,table=FILE,search=WORD,openings=FILE",
    "Heritage: as client-medium, depth 5.",
    |options| searcher(options, 5),
);

fn searcher(options: &Options<'_>, depth: u32) -> Result<Box<dyn Recipe>, SpecError> {
    let table = match options.text("table") {
        Some(path) => Lookup::open(path.as_ref()).map_err(|error| options.refuse("table", error))?,
        None => Lookup::default(),
    };
    let searcher = ClientSearcher {
        evaluation: Arc::new(evaluation(options)?),
        search: options.choice("search", &Fixed::WORDS)?.unwrap_or(Fixed::AlphaBeta),
        depth,
        table: Arc::new(table),
        nodes: 0,
        remarks: Remarks::default(),
    };
    with_openings(options, searcher)
}

fn evaluation(options: &Options<'_>) -> Result<Evaluation, SpecError> {
    let steps = Sum::default()
        .with(CORNER * options.factor("corners")?, Corners)
        .with(STABLE * options.factor("stability")?, GrownFromCorners)
        .with(options.factor("squares")?, Squares::mirrored(SQUARES));
    Ok(Evaluation::new(steps, EndValue::Infinite { draw: 0.0 }))
}

/// A level that looks ahead.
#[derive(Clone)]
struct ClientSearcher {
    evaluation: Arc<Evaluation>,
    search: Fixed,
    depth: u32,
    table: Arc<Lookup>,
    nodes: u64,
    remarks: Remarks,
}

impl ClientSearcher {
    /// Searches a position: the move and its value for the side to move. `observe` hears of the best move so
    /// far.
    fn search(
        &mut self,
        board: Board,
        stopper: &Stopper,
        observe: &mut dyn FnMut(Square, u64),
    ) -> Option<(Square, f64)> {
        let mut search = self.search.procedure(&self.evaluation, Meter::new(stopper, None));
        let found = best(search.as_mut(), board, self.depth, Ties::Last, observe);
        self.nodes = search.nodes();
        let value = found.map(|(_, value)| value);
        self.remarks = Remarks { value, depth: Some(self.depth), cut_short: false };
        found
    }
}

impl Recipe for ClientSearcher {
    fn terms(&self, board: Board) -> Option<Vec<Term>> {
        Some(self.evaluation.terms(board))
    }

    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        Ok(Box::new(self.clone()))
    }

    fn pupil(&self) -> Option<Box<dyn Pupil>> {
        Some(Box::new(ClientPupil::new(self.clone())))
    }
}

impl Player for ClientSearcher {
    fn choose(&mut self, mut turn: Turn<'_>, _dice: &mut Dice) -> Result<Move, PlayerFault> {
        let position = turn.game.position();
        if let Some((known, _)) = self.table.get(position) {
            self.nodes = 0;
            self.remarks = Remarks::default();
            return Ok(Move::Place(known));
        }
        let (stopper, depth) = (turn.stopper.clone(), self.depth);
        let mut observe = |square, nodes| turn.tell(&looked(square, depth, nodes));
        let found = self.search(position.board(), &stopper, &mut observe);
        found.map(|(square, _)| Move::Place(square)).ok_or_else(|| turn.nothing_found())
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
    use std::time::Duration;

    use outflank_records::Record;
    use outflank_rules::{Game, Portable, Position};

    use super::*;
    use crate::entrant::Entrant;
    use crate::heritage::steps::by_hand::board;

    fn plain() -> Evaluation {
        evaluation(&Options::parse("client-hard", "", SEARCHING).unwrap()).unwrap()
    }

    fn choice(text: &str, position: Position) -> String {
        let mut player = text.parse::<Entrant>().unwrap().seat().unwrap();
        let game = Game::new(position);
        player.choose(Turn::new(&game, Duration::from_millis(1)), &mut Dice::new(1)).unwrap().to_string()
    }

    #[test]
    fn a_position_valued_by_hand() {
        // x: a1 b1 a2, o: h1 and c3. Corners even. Stable: 3 to 1. Squares: 30 - 5 - 5 to 30 + 1.
        let position = board(&["xx-----o", "x", "--o"]);
        let moves = position.legal_moves(Portable);
        assert_eq!(plain().value(position, moves), STABLE * 2.0 + 20.0 - 31.0);
        // Without a corner no disc is stable: b1 c1 against d4.
        let position = board(&["-xx", "", "", "---o"]);
        assert_eq!(plain().value(position, position.legal_moves(Portable)), -1.0 - 2.0);
    }

    #[test]
    fn levels_play_as_described() {
        // Black's moves at the start are all equal: easy takes the first, the searching levels the last.
        assert_eq!(choice("client-easy", Position::start()), "d3");
        assert_eq!(choice("client-medium", Position::start()), "e6");
        // a1 turns over one disc, h2 six: easy is greedy, medium takes the corner.
        let position = format!("-OX-----XOOOOOO-{}X", "-".repeat(48)).parse().unwrap();
        assert_eq!(choice("client-easy", position), "h2");
        assert_eq!(choice("client-medium", position), "a1");
    }

    #[test]
    fn plain_minimax_plays_the_same() {
        for text in ["", "f5", "f5d6c3", "f5f6e6f4e3"] {
            let position = Record::from_transcript(text).unwrap().last_position();
            assert_eq!(choice("client-hard:search=minimax", position), choice("client-hard", position));
        }
    }
}
