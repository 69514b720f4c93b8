//! `nea`: minimax with alpha-beta over corners, discs, frontier and moves.

use std::sync::Arc;

use outflank_engine::Dice;
use outflank_rules::{Board, Color, Move, Square, Symmetry};

use super::evaluation::{EndValue, Evaluation};
use super::lookahead::{DEEPENING, Lookahead, SEARCH, TIME};
use super::othello::Othello;
use super::steps::{Corners, Discs, Frontier, MoveCount, Sum};
use super::{factor, looked};
use crate::family::{Family, Make, Parameter, Recipe, Term};
use crate::openings::{OPENINGS, with_openings};
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault, Remarks, Turn};
use crate::search::{Meter, Ties};

/// The plies it looks ahead unless told.
const DEPTH: u32 = 5;
/// What a draw is worth to whoever made the last move; the other side would be to move.
const DRAW: f64 = 4.0;

const PARAMETERS: &[Parameter] = &[
    Parameter { name: "depth", default: "5", meaning: "plies looked ahead, 1 to 9; a pass costs none" },
    factor("corners", "factor of: 4000 for each corner, own minus opponent's"),
    factor("discs", "factor of: 1 for each disc, own minus opponent's"),
    factor("frontier", "factor of: -10 for each empty square next to own discs, minus the opponent's"),
    factor("mobility", "factor of: 1000 for each legal move of the side to move"),
    SEARCH,
    DEEPENING,
    TIME,
    OPENINGS,
];

/// The family `nea`.
pub(crate) const NEA: Family = Family {
    id: "nea",
    usage: "nea:depth=N,corners=X,discs=X,frontier=X,mobility=X,search=WORD,deepening=WORD,time=S,openings=FILE",
    description: "Heritage: minimax with alpha-beta over corners, discs, frontier and moves; of equal moves black takes the last, white the first, by columns.",
    parameters: PARAMETERS,
    members: Vec::new,
    make: Make::of_options(recipe),
};

fn recipe(options: &Options<'_>) -> Result<Box<dyn Recipe>, SpecError> {
    let steps = Sum::default()
        .with(4000.0 * options.factor("corners")?, Corners)
        .with(options.factor("discs")?, Discs)
        .with(-10.0 * options.factor("frontier")?, Frontier)
        .with(1000.0 * options.factor("mobility")?, MoveCount);
    let nea = NeaPlayer {
        // The report's largest number for a won game is smaller than some evaluations: here nothing is
        // larger.
        evaluation: Arc::new(Evaluation::new(steps, EndValue::Infinite { draw: -DRAW })),
        depth: options.number("depth", (1, 9))?,
        lookahead: Lookahead::of_options(options)?,
        nodes: 0,
        remarks: Remarks::default(),
    };
    with_openings(options, nea)
}

#[derive(Clone)]
struct NeaPlayer {
    evaluation: Arc<Evaluation>,
    depth: Option<u32>,
    lookahead: Lookahead,
    nodes: u64,
    remarks: Remarks,
}

impl Recipe for NeaPlayer {
    fn terms(&self, board: Board) -> Option<Vec<Term>> {
        Some(self.evaluation.terms(board))
    }

    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        Ok(Box::new(self.clone()))
    }
}

impl Player for NeaPlayer {
    fn choose(&mut self, mut turn: Turn<'_>, _dice: &mut Dice) -> Result<Move, PlayerFault> {
        let position = turn.game.position();
        let ties = match position.side_to_move() {
            Color::Black => Ties::Last,
            Color::White => Ties::First,
        };
        // Its bits go by columns: a1, a2 .. a8, b1 ..: ours do on the board with rows and columns swapped.
        let board = Symmetry::Transpose.board(position.board());
        let stopper = turn.stopper.clone();
        let (depth, deadline) = self.lookahead.limits(&turn, self.depth, DEPTH);
        let mut observe = |square: Square, depth, nodes| {
            turn.tell(&looked(Symmetry::Transpose.square(square), depth, nodes));
        };
        let tree = Othello::by_rows(&self.evaluation);
        let meter = Meter::new(&stopper, deadline);
        let seen = self.lookahead.look(&tree, board, depth, ties, meter, &mut observe);
        (self.nodes, self.remarks) = (seen.nodes, seen.remarks);
        let (square, _) = seen.best.ok_or_else(|| turn.nothing_found())?;
        Ok(Move::Place(Symmetry::Transpose.square(square)))
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

    use outflank_rules::{Game, Portable, Position};

    use super::*;
    use crate::entrant::Entrant;
    use crate::heritage::steps::by_hand::board;

    fn choice(text: &str, position: Position) -> String {
        let mut player = text.parse::<Entrant>().unwrap().seat().unwrap();
        let game = Game::new(position);
        player.choose(Turn::new(&game, Duration::from_millis(1)), &mut Dice::new(1)).unwrap().to_string()
    }

    fn evaluation() -> Evaluation {
        let steps = Sum::default()
            .with(4000.0, Corners)
            .with(1.0, Discs)
            .with(-10.0, Frontier)
            .with(1000.0, MoveCount);
        Evaluation::new(steps, EndValue::Infinite { draw: -DRAW })
    }

    #[test]
    fn a_position_valued_by_hand() {
        // x: a1 and b1, o: c1. Corners 1, discs 2 to 1. Empty neighbours: of x a2 b2 c2, of o d1 b2 c2 d2.
        // Moves of x: d1.
        let position = board(&["xxo"]);
        let expected = 4000.0 + 1.0 - 10.0 * (3.0 - 4.0) + 1000.0;
        assert_eq!(evaluation().value(position, position.legal_moves(Portable)), expected);
        // The start: 4 moves, all else even.
        let start = Position::start().board();
        assert_eq!(evaluation().value(start, start.legal_moves(Portable)), 4000.0);
    }

    #[test]
    fn of_equal_moves_black_takes_the_last_and_white_the_first_by_columns() {
        // At the start all moves are equal: by columns they are c4, d3, e6, f5.
        assert_eq!(choice("nea:depth=1", Position::start()), "f5");
        let white = Position::of_board(Position::start().board(), Color::White);
        // The same discs with colours swapped: the moves are those of black.
        assert_eq!(choice("nea:depth=1", white), "c4");
    }

    #[test]
    fn other_procedures_play_the_same_moves() {
        let mut position = Position::start();
        for _ in 0..30 {
            let fast = choice("nea:depth=3", position);
            assert_eq!(choice("nea:depth=3,search=minimax", position), fast);
            assert_eq!(choice("nea:depth=3,search=negascout", position), fast);
            assert_eq!(choice("nea:depth=3,deepening=yes,time=60", position), fast);
            let Ok(next) = position.play(fast.parse::<Move>().unwrap()) else { panic!("{fast}") };
            position = if next.must_pass() { next.play(Move::Pass).unwrap() } else { next };
        }
    }

    #[test]
    fn a_draw_is_good_for_the_side_that_made_the_last_move() {
        let evaluation = evaluation();
        let over = board(&["xxoo"]);
        assert_eq!(evaluation.end(over), -DRAW, "the side that would be to move did not make the last move");
        // x plays c1, its only move, and makes it 3 to 3; nobody can move then.
        let position =
            Position::of_board(board(&["xo-----o", "", "", "", "", "", "", "o------o"]), Color::Black);
        let mut player = "nea:depth=2".parse::<Entrant>().unwrap().seat().unwrap();
        let game = Game::new(position);
        let played = player.choose(Turn::new(&game, Duration::from_secs(1)), &mut Dice::new(1)).unwrap();
        assert_eq!((played.to_string().as_str(), player.remarks().value), ("c1", Some(DRAW)));
    }

    #[test]
    fn deepening_uses_its_time_and_goes_deeper() {
        let mut player =
            "nea:deepening=yes,time=0.05,search=negascout".parse::<Entrant>().unwrap().seat().unwrap();
        let game = Game::new(Position::start());
        let started = std::time::Instant::now();
        player.choose(Turn::new(&game, Duration::from_secs(60)), &mut Dice::new(1)).unwrap();
        assert!(started.elapsed() < Duration::from_secs(5));
        assert!(player.remarks().depth.unwrap() > 2 && !player.remarks().cut_short);
    }

    #[test]
    fn depth_is_within_its_limits() {
        for depth in ["0", "10", "deep"] {
            let refusal = format!("nea:depth={depth}").parse::<Entrant>().unwrap_err().to_string();
            assert!(refusal.contains(&format!("{depth:?}")) && refusal.contains('9'), "{refusal}");
        }
    }
}
