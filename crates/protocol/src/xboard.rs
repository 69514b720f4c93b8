//! What the protocol of `XBoard` writes for Othello, variant reversi: `P@f5`, and `@@@@` for a pass.

use outflank_rules::{Move, Position};

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

/// Says why a text is no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadBoard {
    /// It uses the letters of pawns.
    #[error("programs disagree which colour p and P mean; write X for black, O for white")]
    Ambiguous,
    /// It is no board at all.
    #[error(transparent)]
    Board(#[from] outflank_rules::ParsePositionError),
}

/// Reads the board of `setboard`: 65 characters, or eight rows with strokes between and digits for empty squares,
/// then the side to move (`X`, `b` or `B`; `O`, `w` or `W`).
///
/// # Errors
///
/// Says what is wrong with it.
pub fn read_board(text: &str) -> Result<Position, BadBoard> {
    let mut words = text.split_whitespace();
    let squares = words.next().unwrap_or_default();
    if !squares.contains('/') {
        let rest = words.next().unwrap_or_default();
        return Ok(format!("{squares}{rest}").parse()?);
    }
    if squares.contains(['p', 'P']) {
        return Err(BadBoard::Ambiguous);
    }
    let mut board = String::new();
    for character in squares.chars().filter(|&character| character != '/').take(65) {
        match character.to_digit(10) {
            Some(run) => board.extend(std::iter::repeat_n('-', run as usize)),
            None => board.push(character),
        }
    }
    board.push_str(words.next().unwrap_or_default());
    Ok(board.parse()?)
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
    fn boards_are_read_as_rows_or_characters_and_pawns_are_refused() {
        let start = Position::start();
        assert_eq!(read_board(&start.to_string()), Ok(start));
        assert_eq!(read_board("8/8/8/3OX3/3XO3/8/8/8 b - - 0 1"), Ok(start));
        assert_eq!(read_board("8/8/8/3pP3/3Pp3/8/8/8 w"), Err(BadBoard::Ambiguous));
        assert!(read_board("8/8/8 b").is_err() && read_board("").is_err());
        assert!(read_board(&"9/".repeat(5000)).is_err());
    }
}
