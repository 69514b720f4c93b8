//! `client-*`: five levels, from random moves to minimax over corners, stable discs and squares.
//!
//! By default they play what the report printed, with all its habits: a list of moves in which a move may
//! stand several times, values cut to bounds that are compared as if they were exact, and leaves that are
//! valued without asking whether the game is over. Options clean that up.

mod lookup;
mod pupil;
mod simple;
mod table;

use std::sync::Arc;

use outflank_engine::Dice;
use outflank_rules::{Board, Color, Move, Position, Square};

use self::pupil::ClientPupil;
use self::simple::{MOVES, SimpleLevel};
use self::table::GrowingTable;
pub use self::table::forget_table;
use super::evaluation::{EndValue, Evaluation};
use super::found::FoundMoves;
use super::lookahead::{DEEPENING, Lookahead, SEARCH, SearchKind, Seen, TIME};
use super::othello::{CandidateOrder, Othello};
use super::steps::{Corners, GrownFromCorners, HeldByNeighbours, Squares, Sum};
use super::{factor, looked};
use crate::family::{Family, Make, Parameter, Pupil, Recipe, Term};
use crate::openings::{OPENINGS, with_openings};
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault, Remarks, Turn};
use crate::search::{Leaves, Meter, Ties};

/// What a corner is worth beside its square. The report does not print it: this is our choice.
const CORNER: f64 = 25.0;
/// What a stable disc is worth. The report does not print it: this is our choice.
const STABLE: f64 = 10.0;
/// The square weights, a1 to d4; the other quarters mirror them.
const SQUARES: [[i32; 4]; 4] = [[30, -5, 4, 3], [-5, -10, 0, 0], [4, 0, 1, 1], [3, 0, 1, 2]];

const SIMPLE: &[Parameter] = &[MOVES, OPENINGS];

const SEARCHING: &[Parameter] = &[
    factor("corners", "factor of: 25 for each corner, own minus opponent's"),
    factor("stability", "factor of: 10 for each disc grown from a corner, own minus opponent's"),
    factor("squares", "factor of: the weights of the squares, 30 for a corner to -10 beside it"),
    Parameter {
        name: "stable",
        default: "neighbours",
        meaning: "what is grown from a corner: discs with four stable neighbours (or the edge), as its report prints it, or unbroken runs",
    },
    Parameter {
        name: "table",
        default: "none",
        meaning: "a file of positions already searched; found there, they are not searched again, and every search \
         adds a line (100000 positions at most)",
    },
    Parameter { name: "grow", default: "yes", meaning: "no: the file of positions is only read" },
    Parameter {
        name: SEARCH.name,
        default: "printed",
        meaning: "printed, as in its report (moves that only seem equal are played too), or alphabeta, minimax, negascout: the last by rows of the best moves",
    },
    DEEPENING,
    TIME,
    OPENINGS,
];

/// A level that looks no further than its own move.
const fn simple(
    id: &'static str,
    usage: &'static str,
    description: &'static str,
    make: fn(&Options<'_>) -> Result<Box<dyn Recipe>, SpecError>,
) -> Family {
    Family { id, usage, description, parameters: SIMPLE, members: Vec::new, make: Make::of_options(make) }
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
pub(crate) const CLIENT_BEGINNER: Family = simple(
    "client-beginner",
    "client-beginner:moves=WORD,openings=FILE",
    "Heritage: any move of its list, in which a move stands once for each line that it turns over.",
    |options| simple::recipe(options, SimpleLevel::Beginner),
);
/// `client-easy`.
pub(crate) const CLIENT_EASY: Family = simple(
    "client-easy",
    "client-easy:moves=WORD,openings=FILE",
    "Heritage: the move that leaves it the most discs, the first of equals in its list.",
    |options| simple::recipe(options, SimpleLevel::Easy),
);
/// `client-medium`.
pub(crate) const CLIENT_MEDIUM: Family = searching(
    "client-medium",
    "client-medium:corners=X,stability=X,squares=X,stable=WORD,table=FILE,grow=WORD,search=WORD,deepening=WORD,time=S,openings=FILE",
    "Heritage: minimax with alpha-beta over corners, stable discs and squares, depth 1; of moves that compare equal the last found.",
    |options| searcher(options, 1),
);
/// `client-hard`.
pub(crate) const CLIENT_HARD: Family = searching(
    "client-hard",
    "client-hard:corners=X,stability=X,squares=X,stable=WORD,table=FILE,grow=WORD,search=WORD,deepening=WORD,time=S,openings=FILE",
    "Heritage: as client-medium, depth 3.",
    |options| searcher(options, 3),
);
/// `client-expert`.
pub(crate) const CLIENT_EXPERT: Family = searching(
    "client-expert",
    "client-expert:corners=X,stability=X,squares=X,stable=WORD,table=FILE,grow=WORD,search=WORD,deepening=WORD,time=S,openings=FILE",
    "Heritage: as client-medium, depth 5.",
    |options| searcher(options, 5),
);

fn searcher(options: &Options<'_>, depth: u32) -> Result<Box<dyn Recipe>, SpecError> {
    let grows = options.switch("grow")?.unwrap_or(true);
    let table = options.text("table").map(|path| GrowingTable::open(path.as_ref(), grows)).transpose();
    let is_printed = matches!(options.text(SEARCH.name), None | Some(PRINTED));
    let searcher = ClientSearcher {
        evaluation: Arc::new(evaluation(options)?),
        lookahead: lookahead(options, is_printed)?,
        is_printed,
        depth,
        table: table.map_err(|error| options.refuse("table", error))?,
        nodes: 0,
        remarks: Remarks::default(),
    };
    with_openings(options, searcher)
}

/// The word for the search of the report.
const PRINTED: &str = "printed";

fn lookahead(options: &Options<'_>, is_printed: bool) -> Result<Lookahead, SpecError> {
    let words = SearchKind::WORDS;
    let words = [(PRINTED, SearchKind::AlphaBeta), words[0], words[1], words[2]];
    let kind = options.choice(SEARCH.name, &words)?.unwrap_or(SearchKind::AlphaBeta);
    let leaves = if is_printed { Leaves::Static } else { Leaves::Results };
    Ok(Lookahead { leaves, ..Lookahead::new(options, kind)? })
}

fn evaluation(options: &Options<'_>) -> Result<Evaluation, SpecError> {
    let stability = STABLE * options.factor("stability")?;
    let sum = Sum::default().with(CORNER * options.factor("corners")?, Corners);
    let stable = options.choice("stable", &[("neighbours", false), ("runs", true)])?;
    let sum = match stable {
        Some(true) => sum.with(stability, GrownFromCorners),
        None | Some(false) => sum.with(stability, HeldByNeighbours),
    };
    let steps = sum.with(options.factor("squares")?, Squares::mirrored(SQUARES));
    Ok(Evaluation::new(steps, EndValue::Infinite { draw: 0.0 }))
}

/// A level that looks ahead.
#[derive(Clone)]
struct ClientSearcher {
    evaluation: Arc<Evaluation>,
    lookahead: Lookahead,
    /// Whether moves come in the order of the report, and bounds are taken for values.
    is_printed: bool,
    depth: u32,
    table: Option<Arc<GrowingTable>>,
    nodes: u64,
    remarks: Remarks,
}

impl ClientSearcher {
    /// Searches a board for so many plies: the move and its value for the side to move. `observe` hears of
    /// the best move so far.
    fn search(
        &mut self,
        board: Board,
        depth: u32,
        meter: Meter<'_>,
        observe: &mut dyn FnMut(Square, u32, u64),
    ) -> Option<(Square, f64)> {
        let (order, ties) = match self.is_printed {
            true => (CandidateOrder::Found, Ties::LastBound),
            false => (CandidateOrder::Rows, Ties::Last),
        };
        let tree = Othello { evaluation: &self.evaluation, order };
        let Seen { best, nodes, remarks } = self.lookahead.look(&tree, board, depth, ties, meter, observe);
        (self.nodes, self.remarks) = (nodes, remarks);
        best
    }

    /// Returns the only entry of the list of moves, which is played without a search.
    fn only_entry(&self, position: Position) -> Option<Square> {
        let mut moves = FoundMoves::new(position.board());
        let first = moves.next().filter(|_| self.is_printed)?;
        moves.next().is_none().then_some(first)
    }
}

/// Returns a value of the side to move as white sees it.
fn for_white(position: Position, value: f64) -> f64 {
    match position.side_to_move() {
        Color::White => value,
        Color::Black => -value,
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
        let known = self.table.as_ref().and_then(|table| table.get(position));
        if let Some(square) = self.only_entry(position).or(known) {
            (self.nodes, self.remarks) = (0, Remarks::default());
            return Ok(Move::Place(square));
        }
        let stopper = turn.stopper.clone();
        let given = self.lookahead.deepening.is_none().then_some(self.depth);
        let (depth, deadline) = self.lookahead.limits(&turn, given, self.depth);
        let mut observe = |square, depth, nodes| turn.tell(&looked(square, depth, nodes));
        let meter = Meter::new(&stopper, deadline);
        let found = self.search(position.board(), depth, meter, &mut observe);
        let (square, value) = found.ok_or_else(|| turn.nothing_found())?;
        if let Some(table) = self.table.as_ref().filter(|_| !stopper.is_stopped()) {
            table.add(position, square, for_white(position, value));
        }
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
    use std::time::Duration;

    use outflank_records::Record;
    use outflank_rules::{Game, Portable};

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
    fn levels_play_as_printed_or_cleaned_up() {
        // Black's moves at the start are all equal. Found in the order c4, e6, d3, f5, by rows d3, c4, f5,
        // e6.
        assert_eq!(choice("client-easy", Position::start()), "c4");
        assert_eq!(choice("client-easy:moves=rows", Position::start()), "d3");
        assert_eq!(choice("client-medium", Position::start()), "f5");
        assert_eq!(choice("client-medium:search=alphabeta", Position::start()), "e6");
        // a1 turns over one disc, h2 six: easy is greedy, medium takes the corner.
        let position = format!("-OX-----XOOOOOO-{}X", "-".repeat(48)).parse().unwrap();
        assert_eq!(choice("client-easy", position), "h2");
        assert_eq!(choice("client-medium", position), "a1");
    }

    #[test]
    fn the_other_procedures_play_the_same() {
        for text in ["", "f5", "f5d6c3", "f5f6e6f4e3"] {
            let position = Record::from_transcript(text).unwrap().last_position();
            let clean = choice("client-hard:search=alphabeta", position);
            assert_eq!(choice("client-hard:search=minimax", position), clean);
            assert_eq!(choice("client-hard:search=negascout", position), clean);
        }
    }

    #[test]
    fn leaves_are_valued_before_anybody_asks_whether_the_game_is_over() {
        // x plays d1 and has all discs, which ends the game. As printed that is worth what the squares say.
        let position = Position::of_board(board(&["-xo-"]), Color::Black);
        let value = |text: &str| {
            let mut player = text.parse::<Entrant>().unwrap().seat().unwrap();
            let game = Game::new(position);
            player.choose(Turn::new(&game, Duration::from_secs(1)), &mut Dice::new(1)).unwrap();
            player.remarks().value
        };
        assert_eq!(value("client-medium:search=alphabeta"), Some(f64::INFINITY));
        // One entry in the list is no search.
        assert_eq!(value("client-medium"), None);
        let two = Position::of_board(board(&["-xo-", "", "", "", "", "-xo-"]), Color::Black);
        let mut player = "client-medium".parse::<Entrant>().unwrap().seat().unwrap();
        let game = Game::new(two);
        player.choose(Turn::new(&game, Duration::from_secs(1)), &mut Dice::new(1)).unwrap();
        assert!(player.remarks().value.unwrap().is_finite());
    }

    #[test]
    fn a_table_grows_in_games_and_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.txt");
        let text = format!("client-medium:table={}", path.display());
        let mut player = text.parse::<Entrant>().unwrap().seat().unwrap();
        let game = Game::new(Position::start());
        let ask = |player: &mut Box<dyn Player>| {
            let turn = Turn::new(&game, Duration::from_secs(1));
            let played = player.choose(turn, &mut Dice::new(1)).unwrap();
            (played.to_string(), player.nodes().unwrap())
        };
        assert_eq!(ask(&mut player), ("f5".to_owned(), 4));
        assert_eq!(ask(&mut player), ("f5".to_owned(), 0), "it is known now");
        let kept = std::fs::read_to_string(&path).unwrap();
        assert!(kept.ends_with(" 37 -5 2\n") && kept.lines().count() == 1, "{kept}");
        drop(player);
        // Another run reads it; a wrong line in it is named.
        assert_eq!(ask(&mut text.parse::<Entrant>().unwrap().seat().unwrap()).1, 0);
        std::fs::write(&path, "nonsense\n").unwrap();
        assert!(text.parse::<Entrant>().unwrap_err().to_string().contains("nonsense"));
        let refusal = |text: &str| text.parse::<Entrant>().unwrap_err().to_string();
        assert!(refusal("client-hard:table=/no/such/folder/t").contains("/no/such/folder/t"));
        assert!(refusal("client-hard:search=guess").contains("\"guess\""));
        assert!(refusal("client-hard:stable=never").contains("\"never\""));
        assert!(refusal("client-easy:moves=all").contains("\"all\""));
    }

    #[test]
    fn terms_add_up() {
        let at = Board::from_words(0x0000_0000_0000_000f, 0x0000_0000_0000_0610);
        let terms = "client-hard".parse::<Entrant>().unwrap().terms(at).unwrap();
        assert_eq!(terms.iter().map(Term::value).sum::<f64>(), plain().value(at, at.legal_moves(Portable)));
    }
}
