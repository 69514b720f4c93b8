//! The printed code of the reports, written anew, against the players.
//!
//! Nothing here is shared with the players, and nothing is written as they are: boards are arrays of numbers,
//! squares are indices, sides are colours, white's good is positive. What the two agree on in all positions
//! of semi-random games is what the reports printed.

use std::time::Duration;

use outflank_players::{Dice, Entrant, Player, Turn};
use outflank_rules::{Color, Game, Move, Position};

mod agent;
mod client;
mod nea;

/// A board by rows: 0 empty, 1 white, 2 black.
type Cells = [u8; 64];

const WHITE: u8 = 1;
const BLACK: u8 = 2;

fn opponent(side: u8) -> u8 {
    3 - side
}

/// Reads a position.
fn cells(position: &Position) -> (Cells, u8) {
    let mut cells = [0; 64];
    for (color, number) in [(Color::White, WHITE), (Color::Black, BLACK)] {
        for square in position.discs(color).squares() {
            cells[square.index() as usize] = number;
        }
    }
    (cells, if position.side_to_move() == Color::White { WHITE } else { BLACK })
}

/// Returns the index one step away, if it is on the board.
fn step(at: usize, dx: isize, dy: isize) -> Option<usize> {
    let (x, y) = (at as isize % 8 + dx, at as isize / 8 + dy);
    ((0..8).contains(&x) && (0..8).contains(&y)).then(|| (y * 8 + x) as usize)
}

/// Lists the discs that a move turns over.
fn turned(cells: &Cells, side: u8, at: usize) -> Vec<usize> {
    let mut all = Vec::new();
    if cells[at] != 0 {
        return all;
    }
    for dx in -1..=1 {
        for dy in -1..=1 {
            let mut line = Vec::new();
            let mut next = if (dx, dy) == (0, 0) { None } else { step(at, dx, dy) };
            while let Some(here) = next {
                if cells[here] == side {
                    all.append(&mut line);
                    break;
                } else if cells[here] == 0 {
                    break;
                }
                line.push(here);
                next = step(here, dx, dy);
            }
        }
    }
    all
}

/// Places a disc.
fn placed(cells: &Cells, side: u8, at: usize) -> Cells {
    let mut after = *cells;
    for disc in turned(cells, side, at) {
        after[disc] = side;
    }
    after[at] = side;
    after
}

fn count(cells: &Cells, side: u8) -> i32 {
    cells.iter().filter(|cell| **cell == side).count() as i32
}

/// Plays games in which half of the moves are random and half take most discs, and returns some of their
/// positions in which there is a choice.
fn positions(seed: u64, wanted: usize) -> Vec<Game> {
    let mut dice = Dice::new(seed);
    let mut found = Vec::new();
    while found.len() < wanted {
        let mut game = Game::new(Position::start());
        while !game.position().is_finished() {
            let position = game.position();
            let moves: Vec<_> = position.legal_moves().squares().collect();
            if moves.is_empty() {
                game.play(Move::Pass).unwrap();
                continue;
            }
            if moves.len() > 1 && dice.below(5) == 0 {
                found.push(game.clone());
            }
            let any = moves[dice.below(moves.len() as u32) as usize];
            let most = moves.iter().copied().max_by_key(|square| position.flips(*square).len()).unwrap();
            game.place(if dice.below(2) == 0 { any } else { most }).unwrap();
        }
    }
    found.truncate(wanted);
    found
}

/// Puts 200 positions to a player and to the printed code.
fn compare(text: &str, seed: u64, printed: impl Fn(&Cells, u8) -> usize) {
    let mut player: Box<dyn Player> = text.parse::<Entrant>().unwrap().seat().unwrap();
    let mut differing = Vec::new();
    for game in positions(seed, 200) {
        let played = player.choose(Turn::new(&game, Duration::from_secs(60)), &mut Dice::new(1)).unwrap();
        let (cells, side) = cells(&game.position());
        let expected = printed(&cells, side);
        if played.square().map(|square| square.index() as usize) != Some(expected) {
            differing.push(format!("{}: {played}, printed {expected}", game.transcript()));
        }
    }
    assert!(differing.is_empty(), "{text}: {} of 200: {differing:#?}", differing.len());
}
