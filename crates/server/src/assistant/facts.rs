//! What engine and coach find about the position that a question is about.

use std::sync::Arc;
use std::time::Duration;

use outflank_engine::{Stopper, Wanted};
use outflank_library::openings::{self, Language};
use outflank_review::PositionNotes;
use outflank_rules::{Move, Position, Square};

use super::topics::AnswerLanguage;
use crate::engines::{Engines, StopOnDrop, Study, Suspect};
use crate::error::ApiError;
use crate::routes::text;
use crate::wire::coaching::MistakeView;
use crate::wire::review::ValueView;
use crate::wire::values::view_of_moves;

/// How long the engine looks at a position.
const TIME: Duration = Duration::from_secs(1);
/// The most moves of a line: a game with a pass after every move has fewer.
const LONGEST: usize = 130;

/// A position and how it came about.
pub(crate) struct QuestionLine {
    /// One more than there are moves.
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl QuestionLine {
    /// Reads a game or a position, in any text format, and moves that follow it. An empty text is the start.
    pub(crate) fn parse(text: &str, moves: &[String]) -> Result<QuestionLine, ApiError> {
        let record = match text.trim() {
            "" => None,
            text => Some(text::parse(text)?),
        };
        let start = record.as_ref().map_or(Position::start(), |record| record.start());
        let mut line = QuestionLine { positions: vec![start], moves: Vec::new() };
        for played in record.iter().flat_map(|record| record.moves()) {
            line.push(played)?;
        }
        if moves.len() > LONGEST {
            return Err(ApiError::bad(format!("{} moves are more than a game has", moves.len())));
        }
        for text in moves {
            let played = text.parse::<Move>().map_err(|error| ApiError::bad(format!("{text:?}: {error}")))?;
            line.push(played)?;
        }
        Ok(line)
    }

    fn push(&mut self, played: Move) -> Result<(), ApiError> {
        let next = self.position().play(played);
        self.positions.push(next.map_err(|error| ApiError::illegal(format!("{played}: {error}")))?);
        self.moves.push(played);
        Ok(())
    }

    /// Returns the position at the end.
    pub(crate) fn position(&self) -> Position {
        self.positions.last().copied().unwrap_or_else(Position::start)
    }

    /// Returns the last move that placed a disc, and the position before it.
    fn last(&self) -> Option<(Position, Move)> {
        let place = self.moves.iter().rposition(|played| !played.is_pass())?;
        Some((self.positions[place], self.moves[place]))
    }

    /// Returns the name of the opening, if the position or one on the way has one.
    pub(super) fn opening(&self, language: AnswerLanguage) -> Option<&'static str> {
        let language = match language {
            AnswerLanguage::English => Language::English,
            AnswerLanguage::Japanese => Language::Japanese,
        };
        let start = self.positions.first().copied().unwrap_or_else(Position::start);
        openings::name_of(openings::line_reached(start, self.moves.iter().copied()), language)
    }
}

/// What a move lost and why.
#[derive(Clone, Debug)]
pub(crate) struct ExplainedFact {
    /// The position before it.
    pub(crate) position: Position,
    pub(crate) played: Move,
    pub(crate) mistake: MistakeView,
}

/// What should be found out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FactsWish {
    /// What the moves are worth.
    pub(super) values: bool,
    /// What the last move lost.
    pub(super) last: bool,
    /// What a move on a square would lose.
    pub(super) square: Option<Square>,
}

/// What was found out.
pub(crate) struct Facts {
    pub(super) position: Position,
    /// Best first; empty if it was not asked for or the game is over.
    pub(super) moves: Vec<ValueView>,
    /// The plies searched.
    pub(super) depth: u32,
    pub(super) last: Option<ExplainedFact>,
    pub(super) asked: Option<ExplainedFact>,
    pub(super) opening: Option<&'static str>,
}

impl Facts {
    /// Finds everything that may help to answer a question.
    pub(crate) async fn all(engines: &Arc<Engines>, line: &QuestionLine, square: Option<Square>) -> Facts {
        Facts::gather(engines, line, FactsWish { values: true, last: true, square }).await
    }

    /// Finds what is wished for.
    pub(super) async fn gather(engines: &Arc<Engines>, line: &QuestionLine, wish: FactsWish) -> Facts {
        let position = line.position();
        let mut facts = Facts {
            position,
            moves: Vec::new(),
            depth: 0,
            last: None,
            asked: None,
            opening: line.opening(AnswerLanguage::English),
        };
        // Whoever leaves ends the searches.
        let stopper = Stopper::new();
        let _left_alone = StopOnDrop(stopper.clone());
        if wish.values && !position.is_finished() {
            let stopper = stopper.clone();
            let study = Study { position, wanted: Wanted::ALL, depth: None, time: TIME, threads: 1, stopper };
            if let Some(found) = engines.compare(study, |_| {}).await {
                facts.depth = found.depth;
                facts.moves = view_of_moves(position, &PositionNotes::of(&position, &found));
            }
        }
        let examine = async |(position, played): (Position, Move)| {
            let stopper = stopper.clone();
            let suspect = Suspect { position, played, better: None, threads: 1, stopper };
            let found = engines.examine(suspect).await;
            let mistake =
                found.map(|(mistake, claims)| MistakeView::of(&mistake, &claims)).unwrap_or_default();
            ExplainedFact { position, played, mistake }
        };
        if let Some(last) = line.last().filter(|_| wish.last) {
            facts.last = Some(examine(last).await);
        }
        let asked = wish.square.map(Move::Place).filter(|played| position.is_legal(*played));
        if let Some(asked) = asked {
            facts.asked = Some(examine((position, asked)).await);
        }
        facts
    }

    /// Returns what is known of a move.
    pub(super) fn of_move(&self, played: Move) -> Option<&ValueView> {
        self.moves.iter().find(|one| one.played == played.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_text_and_moves_that_follow() {
        let line = |text: &str, moves: &[&str]| {
            QuestionLine::parse(text, &moves.iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        let whole = line("f5d6c3", &[]).unwrap();
        assert_eq!(line("f5d6", &["c3"]).unwrap().position(), whole.position());
        assert_eq!(line("", &["f5", "d6", "c3"]).unwrap().position(), whole.position());
        assert_eq!(whole.last().unwrap().1.to_string(), "c3");
        assert!(line("", &[]).unwrap().last().is_none());
        for (text, moves) in [("zz", vec![]), ("", vec!["a1"]), ("", vec!["i9"]), ("", vec!["f5"; 200])] {
            assert!(line(text, &moves).is_err(), "{text} {moves:?}");
        }
    }

    #[test]
    fn openings_are_named_in_both_languages() {
        let line = QuestionLine::parse("f5d6c3d3c4", &[]).unwrap();
        assert_eq!(line.opening(AnswerLanguage::English).map(|name| name.contains("Tiger")), Some(true));
        assert!(line.opening(AnswerLanguage::Japanese).is_some());
    }
}
