//! Games for imports, each with moves of its own: games with equal moves are compared with each other, which
//! is tested elsewhere and takes the longer the more there are.

use std::ops::Range;

use outflank_rules::{Position, Square};

/// Different games in GGF, one in each line.
pub(crate) fn many_games(numbers: Range<usize>) -> String {
    numbers.map(game).collect()
}

/// A short game: the digits of its number say which of the legal moves are played.
fn game(number: usize) -> String {
    let (mut position, mut rest, mut moves) = (Position::start(), number, String::new());
    for ply in 0.. {
        if rest == 0 && ply > 2 {
            break;
        }
        let legal: Vec<Square> = position.legal_moves().into_iter().collect();
        let square = legal[rest % legal.len()];
        rest /= legal.len();
        position = position.play(square).unwrap();
        moves += &format!("{}[{square}]", ["B", "W"][ply % 2]);
    }
    format!(
        "(;GM[Othello]PB[Player {number}]PW[Other]RE[?]TY[8]\
         BO[8 ---------------------------O*------*O--------------------------- *]{moves};)\n"
    )
}
