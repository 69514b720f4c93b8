//! A position that is asked, and what answers it.

use outflank_rules::{Move, Position, Square};

use crate::card::CardPosition;

/// How many squares a hint names.
pub const HINTED: usize = 3;

/// A position with its right answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardQuestion {
    /// The position.
    pub position: Position,
    /// The right answers, the best first.
    pub answers: Vec<Move>,
    /// What was played there and was wrong.
    pub played: Option<Move>,
}

impl CardQuestion {
    /// Tells whether a move is right. Moves that lead to mirror images of one position are one answer.
    #[must_use]
    pub fn accepts(&self, played: Move) -> bool {
        let after = |one: Move| self.position.play(one).ok().map(|next| CardPosition::of(&next).key());
        let found = after(played);
        found.is_some() && self.answers.iter().any(|answer| after(*answer) == found)
    }

    /// Returns a few squares, one of which is the best answer, in the order of the board, so that the place
    /// tells nothing. What was played before is one of them.
    #[must_use]
    pub fn hint(&self) -> Vec<Square> {
        let best = self.answers.first().and_then(|answer| answer.square());
        let mistake = self.played.and_then(|played| played.square());
        let wrong = |square: &Square| !self.accepts(Move::Place(*square));
        let others = self.position.legal_moves().squares().filter(wrong);
        let mut squares: Vec<Square> = Vec::new();
        for square in best.into_iter().chain(mistake.filter(wrong)).chain(others) {
            if !squares.contains(&square) && squares.len() < HINTED {
                squares.push(square);
            }
        }
        squares.sort();
        squares
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(moves: &[&str], answers: &[&str], played: Option<&str>) -> CardQuestion {
        let play = |at: Position, name: &&str| at.play(name.parse::<Move>().unwrap()).unwrap();
        CardQuestion {
            position: moves.iter().fold(Position::start(), play),
            answers: answers.iter().map(|name| name.parse().unwrap()).collect(),
            played: played.map(|name| name.parse().unwrap()),
        }
    }

    #[test]
    fn mirror_images_of_an_answer_are_right_and_nothing_else_is() {
        let start = question(&[], &["f5"], None);
        for name in ["f5", "d3", "c4", "e6"] {
            assert!(start.accepts(name.parse().unwrap()), "{name}");
        }
        for name in ["a1", "d4", "pass"] {
            assert!(!start.accepts(name.parse().unwrap()), "{name}");
        }
        let second = question(&["f5"], &["f6"], None);
        assert!(second.accepts("f6".parse().unwrap()) && !second.accepts("d6".parse().unwrap()));
    }

    #[test]
    fn a_hint_has_the_answer_and_the_mistake_once_each_in_the_order_of_the_board() {
        let names = |squares: Vec<Square>| squares.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(names(question(&["f5"], &["f6"], Some("f4")).hint()), ["f4", "d6", "f6"]);
        assert_eq!(names(question(&["f5"], &["d6", "f6"], None).hint()), ["f4", "d6"]);
        // Where every move is right there is nothing to tell apart.
        assert_eq!(names(question(&[], &["f5"], None).hint()), ["f5"]);
    }
}
