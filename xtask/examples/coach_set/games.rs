//! Where mistakes come from: games of a WTHOR folder up to 2011, and positions made by random moves.

use std::path::Path;

use crate::board::Board;

/// The last year whose games may be used; later ones are a test set.
const LAST_YEAR: u16 = 2011;

/// A game.
pub(crate) struct Game {
    /// Tells whether one side has no disc at the end.
    pub(crate) wiped: bool,
    /// Ten times the row plus the column, passes left out, zero after the end.
    moves: Vec<u8>,
}

/// Reads all games of 1977 to 2011 in a folder of `WTH_YEAR.wtb` files.
pub(crate) fn read(folder: &Path) -> Result<Vec<Game>, String> {
    let mut games = Vec::new();
    for year in 1977..=LAST_YEAR {
        let path = folder.join(format!("WTH_{year}.wtb"));
        let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for record in bytes.get(16..).unwrap_or_default().chunks_exact(68) {
            games.push(Game { wiped: record[6] == 0 || record[6] == 64, moves: record[8..].to_vec() });
        }
    }
    Ok(games)
}

impl Game {
    /// Every position with the move played there, up to the first move that is not legal.
    pub(crate) fn plies(&self) -> Vec<(Board, usize)> {
        let mut board = Board::start();
        let mut plies = Vec::new();
        for &code in self.moves.iter().take_while(|&&code| code != 0) {
            let (row, column) = (usize::from(code / 10), usize::from(code % 10));
            if !(1..=8).contains(&row) || !(1..=8).contains(&column) {
                break;
            }
            let square = (row - 1) * 8 + column - 1;
            if board.legal(board.side).is_empty() {
                board = board.passed();
            }
            let Some(next) = board.after(square) else { break };
            plies.push((board, square));
            board = next;
        }
        plies
    }
}

/// A small generator of random numbers (xorshift with a multiplication), so that a seed gives the same set
/// everywhere.
pub(crate) struct Dice(u64);

impl Dice {
    /// Starts from a seed.
    pub(crate) fn new(seed: u64) -> Dice {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..8 {
            dice.below(2);
        }
        dice
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize) % bound.max(1)
    }

    /// Puts things in random order.
    pub(crate) fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}

/// Plays so many random plies from the start; nothing if the game ends before.
pub(crate) fn random_position(dice: &mut Dice, plies: usize) -> Option<Board> {
    let mut board = Board::start();
    for _ in 0..plies {
        let moves = board.legal(board.side);
        let square = *moves.get(dice.below(moves.len()))?;
        board = board.after(square)?;
    }
    Some(board)
}
