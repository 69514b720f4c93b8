//! What the protocol of `XBoard` writes for Othello, variant reversi: `P@f5`, and `@@@@` for a pass.

use outflank_rules::{Color, Move, ParsePositionError, Position, Square};

/// Writes a move.
#[must_use]
pub fn spell(played: Move) -> String {
    match played {
        Move::Place(square) => format!("P@{square}"),
        Move::Pass => "@@@@".to_owned(),
    }
}

/// Reads a move: `P@f5`, `p@f5`, `@f5`, `f5`; a pass as `@@@@`, `pass`, `pa` or `--`. `None` if it is none.
#[must_use]
pub fn read(word: &str) -> Option<Move> {
    if word == "@@@@" {
        return Some(Move::Pass);
    }
    let square = word.strip_prefix(['P', 'p']).filter(|rest| rest.starts_with('@')).unwrap_or(word);
    square.strip_prefix('@').unwrap_or(square).parse().ok()
}

/// Writes a board for `setboard`: the rows from the eighth to the first, `P` for black, `p` for white, and
/// the side to move, where `w` is black: in this protocol white is the side that moves first.
#[must_use]
pub fn spell_board(position: Position) -> String {
    let row = |row: u32| {
        let (mut text, mut empty) = (String::new(), 0);
        for square in (0..8).filter_map(|column| Square::at(column, row)) {
            let Some(disc) = position.disc(square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            empty = 0;
            text.push(if disc == Color::Black { 'P' } else { 'p' });
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    };
    let rows: Vec<String> = (0..8).rev().map(row).collect();
    let side = if position.side_to_move() == Color::Black { 'w' } else { 'b' };
    format!("{} {side} - - 0 1", rows.join("/"))
}

/// Reads the board of `setboard`: as [`spell_board`] writes it, or 65 characters.
///
/// # Errors
///
/// Says what is wrong with it.
pub fn read_board(text: &str) -> Result<Position, ParsePositionError> {
    let mut words = text.split_whitespace();
    let squares = words.next().unwrap_or_default();
    let side = words.next().unwrap_or_default();
    if !squares.contains('/') {
        return format!("{squares}{side}").parse();
    }
    let mut board = String::new();
    for row in squares.split('/').take(9).collect::<Vec<_>>().into_iter().rev() {
        for character in row.chars().take(9) {
            match character {
                'P' => board.push('X'),
                'p' => board.push('O'),
                '1'..='8' => board.extend(std::iter::repeat_n('-', character as usize - '0' as usize)),
                other => board.push(other),
            }
        }
    }
    board.push_str(match side {
        "w" => "X",
        "b" => "O",
        other => other,
    });
    board.parse()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_all_dialects() {
        for word in ["P@f5", "p@F5", "@f5", "f5"] {
            assert_eq!(read(word).map(spell).as_deref(), Some("P@f5"), "{word}");
        }
        for word in ["@@@@", "pass", "--"] {
            assert_eq!(read(word).map(spell).as_deref(), Some("@@@@"), "{word}");
        }
        for word in ["", "P@", "e2e4", "P@z9", "N@f5"] {
            assert_eq!(read(word), None, "{word}");
        }
    }

    #[test]
    fn boards_are_read_as_they_are_written_or_as_characters() {
        let start = Position::start();
        assert_eq!(spell_board(start), "8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1");
        let corner: Position = format!("-OX-----XOOOOOO-{}O", "-".repeat(48)).parse().unwrap();
        assert_eq!(spell_board(corner), "8/8/8/8/8/8/Ppppppp1/1pP5 b - - 0 1");
        for position in [start, corner] {
            assert_eq!(read_board(&spell_board(position)), Ok(position));
            assert_eq!(read_board(&position.to_string()), Ok(position));
        }
        assert!(read_board("8/8/8 b").is_err() && read_board("").is_err());
        assert!(read_board("8/8/8/3Kp3/3pP3/8/8/8 w").is_err());
        assert!(read_board(&"9/".repeat(5000)).is_err());
    }
}
