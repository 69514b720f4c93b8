//! Reviews as a whole: the schedule with a real engine and with a made-up one, what is stored, and that
//! nothing but the game decides what is found.

mod endings;
mod purity;
mod schedule;
mod storing;

use std::collections::HashMap;

use outflank_engine::eval::Weights;
use outflank_engine::{Engine, OneThread};
use outflank_review::{EngineSignature, ResultStore, ReviewRunner, ReviewSchedule, StoredResult};
use outflank_rules::{Move, Position};

/// The last plies of a game: 14 empty squares, a mistake of 6 discs first, then first legal moves.
const ENDING: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--X";

fn engine() -> Engine {
    Engine::new(1, Weights::embedded()).unwrap()
}

fn runner(engine: &Engine) -> ReviewRunner<'_> {
    ReviewRunner { engine, threads: &OneThread, clock: None, memory: None }
}

/// Returns the moves of the ending.
fn ending() -> (Position, Vec<Move>) {
    let start: Position = ENDING.parse().unwrap();
    let first = "h1".parse().unwrap();
    let mut moves = vec![first];
    let mut position = start.play(first).unwrap();
    while !position.is_finished() {
        let played = position.legal_moves().first().map_or(Move::Pass, Move::Place);
        moves.push(played);
        position = position.play(played).unwrap();
    }
    (start, moves)
}

/// Returns a game of people from the position with so many empty squares on.
fn famous_game(number: usize, empties: u32) -> (Position, Vec<Move>) {
    let games = include_str!("../../../../data/famous_games.tsv");
    let text = games.lines().nth(number).unwrap().rsplit('\t').next().unwrap();
    let (mut position, mut start, mut moves) = (Position::start(), None, Vec::new());
    let mut squares = text.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
    while !position.is_finished() {
        let played = match position.must_pass() {
            true => Move::Pass,
            false => squares.next().unwrap().parse().unwrap(),
        };
        if position.empty().len() <= empties {
            start.get_or_insert(position);
            moves.push(played);
        }
        position = position.play(played).unwrap();
    }
    (start.unwrap(), moves)
}

fn schedule_of(game: &(Position, Vec<Move>)) -> ReviewSchedule {
    let mut schedule = ReviewSchedule::new(1);
    schedule.set_game(game.0, game.1.iter().copied());
    schedule
}

/// Reviews a game from beginning to end.
fn reviewed(engine: &Engine, game: &(Position, Vec<Move>)) -> ReviewSchedule {
    let mut schedule = schedule_of(game);
    runner(engine).run_all(&mut schedule, |_| false);
    assert!(schedule.is_complete());
    schedule
}

/// A store in memory that counts.
#[derive(Default)]
struct Shelf {
    rows: HashMap<(String, String), StoredResult>,
    asked: usize,
    saved: usize,
}

impl ResultStore for Shelf {
    fn load(&mut self, board: &str, engine: &str) -> Vec<StoredResult> {
        self.asked += 1;
        let is_asked = |row: &&StoredResult| row.board == board && row.engine == engine;
        self.rows.values().filter(is_asked).cloned().collect()
    }

    fn save(&mut self, result: StoredResult) {
        self.saved += 1;
        self.rows.insert((result.board.clone(), result.pass.clone()), result);
    }
}

fn signature(engine: &Engine) -> EngineSignature {
    EngineSignature::of(engine).unwrap()
}
