//! Where mistakes come from: games of a WTHOR folder up to 2011, in an order given by a seed.

use std::path::Path;

use crate::naive::Board;

/// The last year whose games may be used; later ones are a test set.
const LAST_YEAR: u16 = 2011;

/// Numbers that look random (xorshift with a multiplication), the same for the same seed.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number below a limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit.max(1)
    }
}

/// Reads the moves of all games of 1977 to 2011, in random order: ten times the row plus the column, passes
/// left out.
pub(crate) fn read(folder: &Path, dice: &mut Dice) -> Vec<Vec<u8>> {
    let mut games: Vec<Vec<u8>> = Vec::new();
    for year in 1977..=LAST_YEAR {
        let bytes = std::fs::read(folder.join(format!("WTH_{year}.wtb"))).unwrap_or_default();
        let records = bytes.get(16..).unwrap_or_default().chunks_exact(68);
        games.extend(records.map(|record| record[8..].to_vec()));
    }
    for place in (1..games.len()).rev() {
        games.swap(place, dice.below(place + 1));
    }
    games
}

/// Every position of a game with the move played there.
pub(crate) fn plies(moves: &[u8]) -> Vec<(Board, String)> {
    let start = format!("{}OX{}XO{}X", "-".repeat(27), "-".repeat(6), "-".repeat(27));
    let mut board = Board::read(&start).expect("the start is a board");
    let mut plies = Vec::new();
    for code in moves.iter().take_while(|&&code| code != 0) {
        let played = format!("{}{}", (b'a' + code % 10 - 1) as char, code / 10);
        if board.moves().is_empty() {
            board = board.play("pass").unwrap_or(board);
        }
        let Some(next) = board.play(&played) else { break };
        plies.push((board, played));
        board = next;
    }
    plies
}
