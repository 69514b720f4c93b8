//! Games that are the same though one says less: a game without names, or without a year, is the same game as
//! one with the same moves that has them, unless something that both say differs.

use crate::LibraryGame;

/// What two games must not disagree about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameIdentity {
    /// The fingerprint of the game.
    pub fingerprint: String,
    /// The start, 65 characters; empty for the usual one.
    pub start: String,
    /// The name of black, in small letters.
    pub black: String,
    /// The name of white, in small letters.
    pub white: String,
    /// The year; empty if unknown.
    pub year: String,
    /// Black's discs less white's.
    pub score: Option<i64>,
}

impl GameIdentity {
    /// Takes what is known of a game.
    #[must_use]
    pub fn new(
        fingerprint: &str,
        start: &str,
        names: [&str; 2],
        day: &str,
        score: Option<i64>,
    ) -> GameIdentity {
        let [black, white] = names.map(|name| name.trim().to_lowercase());
        let year = day.get(..4).unwrap_or("").to_owned();
        GameIdentity {
            fingerprint: fingerprint.to_owned(),
            start: start.to_owned(),
            black,
            white,
            year,
            score,
        }
    }

    /// Returns the identity of a game.
    #[must_use]
    pub fn of(game: &LibraryGame) -> GameIdentity {
        let names = [game.black.as_str(), game.white.as_str()];
        GameIdentity::new(&game.fingerprint, game.moves.start(), names, &game.day, game.score.map(i64::from))
    }

    fn facts(&self) -> [&str; 3] {
        [&self.black, &self.white, &self.year]
    }

    /// Tells whether names and year are known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.facts().iter().all(|fact| !fact.is_empty())
    }

    /// Tells whether two games with the same moves may be one.
    #[must_use]
    pub fn may_be(&self, other: &GameIdentity) -> bool {
        let agree = |(one, another): (&str, &str)| one == another || one.is_empty() || another.is_empty();
        self.start == other.start
            && self.facts().into_iter().zip(other.facts()).all(agree)
            && (self.score == other.score || self.score.is_none() || other.score.is_none())
    }

    /// Tells whether a game says all that the other does, and more.
    #[must_use]
    pub fn says_more_than(&self, other: &GameIdentity) -> bool {
        let pairs = || self.facts().into_iter().zip(other.facts());
        pairs().all(|(own, others)| !own.is_empty() || others.is_empty())
            && pairs().any(|(own, others)| !own.is_empty() && others.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(black: &str, white: &str, day: &str, score: Option<i64>) -> GameIdentity {
        GameIdentity::new("", "", [black, white], day, score)
    }

    #[test]
    fn games_are_one_unless_they_disagree() {
        let named = game("Ann", "Ben", "1997-08", Some(4));
        for same in [
            game("", "", "", None),
            game("ANN ", "", "1997", Some(4)),
            game("", "ben", "", None),
            game("Ann", "Ben", "1997-09", None),
        ] {
            assert!(named.may_be(&same) && same.may_be(&named), "{same:?}");
        }
        for other in [
            game("Cis", "", "", None),
            game("", "Ann", "", None),
            game("", "", "1998", None),
            game("", "", "", Some(-4)),
        ] {
            assert!(!named.may_be(&other), "{other:?}");
        }
    }

    #[test]
    fn the_fuller_game_says_all_that_the_other_does() {
        let named = game("Ann", "Ben", "", None);
        assert!(named.says_more_than(&game("", "", "", Some(4))));
        assert!(!named.says_more_than(&named));
        assert!(!named.says_more_than(&game("", "", "1997", None)));
    }
}
