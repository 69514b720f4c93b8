//! How a game ended: one set of words for the whole program.

use std::fmt;
use std::str::FromStr;

use outflank_rules::{Color, Position};

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Neither side can move: the discs are counted. Also where a file does not say.
    #[default]
    Discs,
    /// A side resigned.
    Resigned,
    /// A side ran out of time.
    TimeOut,
    /// Both sides agreed on the result.
    Agreed,
    /// A side broke the rules, left or did not appear.
    Forfeited,
    /// The result was computed before the end.
    Adjudicated,
    /// The game was broken off and does not count.
    Aborted,
}

/// Says that a word names no ending.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a way for a game to end")]
pub struct EndingError(String);

impl Ending {
    /// All endings.
    pub const ALL: [Ending; 7] = [
        Ending::Discs,
        Ending::Resigned,
        Ending::TimeOut,
        Ending::Agreed,
        Ending::Forfeited,
        Ending::Adjudicated,
        Ending::Aborted,
    ];

    /// Returns the ending in a word, as databases and the HTTP interface spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Discs => "discs",
            Ending::Resigned => "resigned",
            Ending::TimeOut => "time",
            Ending::Agreed => "agreed",
            Ending::Forfeited => "forfeited",
            Ending::Adjudicated => "adjudicated",
            Ending::Aborted => "aborted",
        }
    }

    /// Tells whether the loser loses all discs, whatever is on the board.
    #[must_use]
    pub const fn loses_all(self) -> bool {
        matches!(self, Ending::Resigned | Ending::TimeOut | Ending::Forfeited)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Ending {
    type Err = EndingError;

    /// Parses what [`Ending::name`] writes, and the words of version 0.1 (`played`, `timed-out`).
    fn from_str(text: &str) -> Result<Ending, EndingError> {
        let word = match text {
            "played" => "discs",
            "timed-out" => "time",
            word => word,
        };
        let found = Ending::ALL.into_iter().find(|ending| ending.name() == word);
        found.ok_or_else(|| EndingError(text.chars().take(40).collect()))
    }
}

/// How a game ended, and who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameResult {
    /// How it ended.
    pub ending: Ending,
    /// The winner; `None` for a draw, or if the game does not count.
    pub winner: Option<Color>,
}

impl GameResult {
    /// Returns the result of a side that lost by `ending`.
    #[must_use]
    pub fn lost_by(ending: Ending, loser: Color) -> GameResult {
        GameResult { ending, winner: Some(!loser) }
    }

    /// Returns the result by a score from black's view.
    #[must_use]
    pub fn of_score(ending: Ending, score: i32) -> GameResult {
        let winner = match score {
            0 => None,
            1.. => Some(Color::Black),
            _ => Some(Color::White),
        };
        GameResult { ending, winner }
    }

    /// Returns the result by the discs of a position; `None` while somebody can move.
    #[must_use]
    pub fn by_discs(position: Position) -> Option<GameResult> {
        position.is_finished().then(|| GameResult::of_score(Ending::Discs, position.score()))
    }

    /// Returns who lost; `None` for a draw, or if the game does not count.
    #[must_use]
    pub fn loser(self) -> Option<Color> {
        self.winner.map(|winner| !winner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_again_and_older_words_too() {
        for ending in Ending::ALL {
            assert_eq!(ending.name().parse(), Ok(ending));
        }
        assert_eq!(
            ["played", "timed-out"].map(|word| word.parse()),
            [Ok(Ending::Discs), Ok(Ending::TimeOut)]
        );
        assert!("eaten".parse::<Ending>().unwrap_err().to_string().contains("\"eaten\""));
    }
}
