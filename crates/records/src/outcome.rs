//! The result of a game, as a file states it.

use std::fmt;
use std::str::FromStr;

use outflank_game::Ending;
use outflank_rules::Color;

use crate::Number;

/// The result a file states. It is kept even if the board disagrees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// The score from black's view, if stated.
    pub score: Option<Number>,
    /// How the game ended.
    pub ending: Ending,
}

impl Outcome {
    /// Makes an outcome of a score from black's view.
    #[must_use]
    pub fn of_score(score: Number, ending: Ending) -> Outcome {
        let value = score.as_f64().unwrap_or(0.0);
        let winner = if value > 0.0 {
            Some(Color::Black)
        } else if value < 0.0 {
            Some(Color::White)
        } else {
            None
        };
        Outcome { winner, score: Some(score), ending }
    }

    /// Returns both sides' discs, black first, of a whole score that a full board can end with.
    #[must_use]
    pub fn discs(&self) -> Option<(i32, i32)> {
        let score = self.score.as_ref()?.as_i32()?;
        (score.abs() <= 64 && score % 2 == 0).then_some(((64 + score) / 2, (64 - score) / 2))
    }
}

impl fmt::Display for Outcome {
    /// Writes winner, score and ending: `black +12.000 discs`, `white - resigned`, `draw +0 discs`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = self.score.as_ref().map_or("-", Number::as_str);
        write!(f, "{} {score} {}", self.winner.map_or("draw", Color::name), self.ending.name())
    }
}

impl FromStr for Outcome {
    type Err = ();

    /// Parses what `Display` writes, here and in version 0.1 (`black +12.000 played`).
    fn from_str(text: &str) -> Result<Outcome, ()> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [winner, score, ending] = words[..] else { return Err(()) };
        let winner = match winner {
            "draw" => None,
            name => Some(Color::BOTH.into_iter().find(|color| color.name() == name).ok_or(())?),
        };
        let ending = ending.parse().map_err(drop)?;
        Ok(Outcome { winner, score: (score != "-").then(|| Number::new(score)), ending })
    }
}
