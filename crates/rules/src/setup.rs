//! A board as somebody wrote it down, before the rules have looked at it.

use std::fmt;
use std::str::FromStr;

use crate::{Bitboard, Color, Position, Square};

/// Discs and a side to move, possibly nonsense: the input of [`Position::try_from`].
///
/// ```
/// use outflank_rules::{Bitboard, Position, Setup};
///
/// let written: Setup = "---------------------------OX------XO--------------------------- X".parse()?;
/// assert_eq!(Position::try_from(written)?, Position::start());
///
/// let nonsense = Setup { white: Bitboard::ALL, ..written };
/// let refused = Position::try_from(nonsense).unwrap_err();
/// assert_eq!(refused.to_string(), "both a black and a white disc on e4, d5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The black discs.
    pub black: Bitboard,
    /// The white discs.
    pub white: Bitboard,
    /// The side to move.
    pub side: Color,
}

/// Says why a setup is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// Some squares hold a disc of both colours.
    #[error("both a black and a white disc on {}", list(*.0))]
    Overlap(Bitboard),
}

/// What no game from the standard start can contain: worth a warning, no reason for refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Oddity {
    /// Fewer than four discs.
    FewDiscs(u32),
    /// Some of the four centre squares are empty.
    EmptyCentre(Bitboard),
    /// Some discs are not connected with the rest.
    Disconnected(Bitboard),
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Oddity::FewDiscs(count) => write!(f, "only {count} discs: a game starts with four"),
            Oddity::EmptyCentre(squares) => write!(f, "the centre squares {} are empty", list(*squares)),
            Oddity::Disconnected(squares) => write!(f, "the discs on {} touch no others", list(*squares)),
        }
    }
}

/// Writes squares as `a1, b2`.
fn list(squares: Bitboard) -> String {
    squares.squares().map(|square| square.to_string()).collect::<Vec<_>>().join(", ")
}

impl Setup {
    /// Returns the standard start: d4 and e5 white, d5 and e4 black, black to move.
    #[must_use]
    pub const fn start() -> Setup {
        Setup {
            black: Bitboard(0x0000_0008_1000_0000),
            white: Bitboard(0x0000_0010_0800_0000),
            side: Color::Black,
        }
    }

    /// Returns the disc on `square`; black where both sets claim it.
    #[must_use]
    pub fn disc(&self, square: Square) -> Option<Color> {
        if self.black.contains(square) {
            Some(Color::Black)
        } else if self.white.contains(square) {
            Some(Color::White)
        } else {
            None
        }
    }

    /// Lists what no game from the standard start can contain.
    #[must_use]
    pub fn oddities(&self) -> Vec<Oddity> {
        let discs = self.black | self.white;
        let mut found = Vec::new();
        if discs.len() < 4 {
            found.push(Oddity::FewDiscs(discs.len()));
        }
        if !(Bitboard::CENTRE - discs).is_empty() {
            found.push(Oddity::EmptyCentre(Bitboard::CENTRE - discs));
        }
        let anchor = (discs & Bitboard::CENTRE).first().or(discs.first());
        let mut island = anchor.map_or(Bitboard::EMPTY, Square::bitboard);
        loop {
            let grown = island | island.neighbours() & discs;
            if grown == island {
                break;
            }
            island = grown;
        }
        if island != discs {
            found.push(Oddity::Disconnected(discs - island));
        }
        found
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Setup {
        Setup {
            black: position.discs(Color::Black),
            white: position.discs(Color::White),
            side: position.side_to_move(),
        }
    }
}

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Position, SetupError> {
        let both = setup.black & setup.white;
        if !both.is_empty() {
            return Err(SetupError::Overlap(both));
        }
        Ok(Position::from_disjoint(setup.black, setup.white, setup.side))
    }
}

/// Says why a text is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardTextError {
    /// The text has the wrong number of characters.
    #[error("a board has 64 squares and a side to move, this text has {squares} characters: {text:?}")]
    Length {
        /// How many characters there are, blanks not counted.
        squares: usize,
        /// The text, shortened.
        text: String,
    },
    /// A character stands for nothing known.
    #[error("character {character:?} for square {square} is neither a disc (X or O) nor empty (-)")]
    Character {
        /// The offending character.
        character: char,
        /// The square it stands for.
        square: Square,
    },
    /// A digit stands for a disc.
    #[error(
        "digit {digit:?} for square {square}: programs disagree which colour a digit means; write X for black, O for white, - for empty"
    )]
    Digit {
        /// The offending digit.
        digit: char,
        /// The square it stands for.
        square: Square,
    },
    /// The 64 squares are there, the side to move is not.
    #[error("the side to move is missing after the 64 squares; add X (black) or O (white)")]
    MissingSide,
    /// The character after the squares names no side.
    #[error("{0:?} is not a side to move; write X (black) or O (white)")]
    Side(char),
}

impl Setup {
    /// Returns the disc, or emptiness, a character of a board string stands for; `None` if it stands for
    /// nothing.
    ///
    /// Black: `X x * b B`, white: `O o w W`, empty: `- . _`.
    #[must_use]
    pub const fn disc_of_char(character: char) -> Option<Option<Color>> {
        match character {
            'X' | 'x' | '*' | 'b' | 'B' => Some(Some(Color::Black)),
            'O' | 'o' | 'w' | 'W' => Some(Some(Color::White)),
            '-' | '.' | '_' => Some(None),
            _ => None,
        }
    }

    /// Fills a setup from 64 characters, a1 to h8, and a side to move.
    ///
    /// # Errors
    ///
    /// Names the first character that stands for nothing, or the wrong count.
    pub fn from_squares(characters: &str, side: Color) -> Result<Setup, BoardTextError> {
        let count = characters.chars().count();
        if count != 64 {
            return Err(BoardTextError::Length { squares: count, text: shorten(characters) });
        }
        let mut setup = Setup { black: Bitboard::EMPTY, white: Bitboard::EMPTY, side };
        for (square, character) in Square::all().zip(characters.chars()) {
            match Setup::disc_of_char(character) {
                Some(Some(Color::Black)) => setup.black |= square.bitboard(),
                Some(Some(Color::White)) => setup.white |= square.bitboard(),
                Some(None) => {}
                None if character.is_ascii_digit() => {
                    return Err(BoardTextError::Digit { digit: character, square });
                }
                None => return Err(BoardTextError::Character { character, square }),
            }
        }
        Ok(setup)
    }
}

/// Cuts a text for an error message.
fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(80).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

impl FromStr for Setup {
    type Err = BoardTextError;

    /// Parses 64 squares a1 to h8 and the side to move, blanks between them allowed.
    fn from_str(text: &str) -> Result<Setup, BoardTextError> {
        let dense: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let count = dense.chars().count();
        match count {
            64 => {
                // Report a bad square before the missing side: it is the better hint.
                Setup::from_squares(&dense, Color::Black)?;
                Err(BoardTextError::MissingSide)
            }
            65 => {
                let mut squares = dense;
                let last = squares.pop().unwrap_or('?');
                let setup = Setup::from_squares(&squares, Color::Black)?;
                match Setup::disc_of_char(last) {
                    Some(Some(side)) => Ok(Setup { side, ..setup }),
                    _ => Err(BoardTextError::Side(last)),
                }
            }
            _ => Err(BoardTextError::Length { squares: count, text: shorten(text) }),
        }
    }
}

impl fmt::Display for Setup {
    /// Writes 65 characters: `X`, `O`, `-` for a1 to h8, then the side to move. The alternate form `{:#}`
    /// puts a blank before the side.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text: String =
            Square::all().map(|square| self.disc(square).map_or('-', Color::letter)).collect();
        if f.alternate() {
            text.push(' ');
        }
        text.push(self.side.letter());
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO---------------------------X";

    #[test]
    fn the_start_is_written_and_read() {
        assert_eq!(Setup::start().to_string(), START);
        assert_eq!(START.parse(), Ok(Setup::start()));
        let other = START.to_lowercase().replace('x', "*").replace('-', ".");
        assert_eq!(other.parse(), Ok(Setup::start()));
        assert_eq!(format!("{:#}", Setup::start()).parse(), Ok(Setup::start()));
    }

    #[test]
    fn every_refusal_names_its_reason() {
        let refuse = |text: &str| text.parse::<Setup>().unwrap_err().to_string();
        assert!(refuse("X").contains("1 characters"));
        assert!(refuse(&START[..64]).contains("side to move is missing"));
        assert!(refuse(&START.replace("OX", "01")).contains("digit '0' for square d4"));
        assert!(refuse(&START.replace("OX", "?X")).contains("'?' for square d4"));
        assert!(refuse(&format!("{}-", &START[..64])).contains("'-' is not a side"));
        let both = Setup { white: Bitboard::CENTRE, ..Setup::start() };
        assert_eq!(
            Position::try_from(both).unwrap_err().to_string(),
            "both a black and a white disc on e4, d5"
        );
    }

    #[test]
    fn oddities_are_told_apart() {
        assert_eq!(Setup::start().oddities(), []);
        let corner = "a1".parse::<Square>().unwrap().bitboard();
        let far = Setup { black: Setup::start().black | corner, ..Setup::start() };
        assert_eq!(far.oddities(), [Oddity::Disconnected(corner)]);
        let empty = Setup { black: Bitboard::EMPTY, white: Bitboard::EMPTY, side: Color::Black };
        assert_eq!(empty.oddities(), [Oddity::FewDiscs(0), Oddity::EmptyCentre(Bitboard::CENTRE)]);
    }
}
