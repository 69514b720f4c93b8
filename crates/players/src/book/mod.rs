//! The opening book: a player that follows one as long as it knows the position.

mod variety;

use std::path::Path;
use std::sync::{Arc, OnceLock};

use outflank_book::{Book, BookError, BookMoveValue, Confidence};
use outflank_engine::{Dice, Stopper, Truth, Value};
use outflank_rules::{Board, Game, Move};

use self::variety::BookChoice;

use crate::entrant::Spec;
use crate::family::{Parameter, Pupil, Recipe, Term};
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault, Remarks, Thought, Turn};
use crate::pool::EnginePool;

/// The parameter that gives a player a book.
pub(crate) const BOOK: Parameter = Parameter {
    name: "book",
    default: "no",
    meaning: "yes: play from the shipped opening book; or a file of `outflank book`",
};

/// The parameter that varies the moves of a book.
pub(crate) const VARY: Parameter = Parameter {
    name: "vary",
    default: "2",
    meaning: "how many discs its book moves may lose in a game in all, so that games differ",
};

/// The discs a player gives away for variety, unless told.
const DISCS: i32 = 2;

/// Gives a player the book its options name, if they name one.
pub(crate) fn with_book(
    options: &Options<'_>,
    recipe: Box<dyn Recipe>,
) -> Result<Box<dyn Recipe>, SpecError> {
    let vary = options.number(VARY.name, (0, 64))?;
    let book = match options.text(BOOK.name) {
        None | Some("no" | "off") => {
            return match vary {
                Some(_) => Err(options.refuse(VARY.name, "there is no book to vary; book=yes gives one")),
                None => Ok(recipe),
            };
        }
        Some(told) if is_shipped(told) => shipped(),
        Some(path) => Book::open(Path::new(path)).map(Arc::new),
    };
    let book = book.map_err(|why| options.refuse(BOOK.name, why))?;
    Ok(Box::new(WithBook { choice: BookChoice::new(book, vary.unwrap_or(DISCS)), recipe }))
}

/// Tells whether the value of [`BOOK`] names the shipped book.
fn is_shipped(value: &str) -> bool {
    ["yes", "on"].contains(&value)
}

/// Tells whether the player of a text plays from the shipped book.
#[must_use]
pub fn uses_shipped_book(text: &str) -> bool {
    let told = |spec: Spec<'_>| spec.options().any(|(name, value)| name == BOOK.name && is_shipped(value));
    Spec::split(text).is_ok_and(told)
}

/// Returns the shipped book, opened once; of its content only what is asked for is ever unpacked.
fn shipped() -> Result<Arc<Book>, BookError> {
    static SHIPPED: OnceLock<Arc<Book>> = OnceLock::new();
    if let Some(book) = SHIPPED.get() {
        return Ok(Arc::clone(book));
    }
    let book = Arc::new(Book::shipped()?);
    Ok(Arc::clone(SHIPPED.get_or_init(|| book)))
}

/// A player that has a book.
struct WithBook {
    choice: BookChoice,
    recipe: Box<dyn Recipe>,
}

impl WithBook {
    fn player(&self, player: Box<dyn Player>) -> Box<dyn Player> {
        Box::new(BookPlayer { choice: self.choice.clone(), player, is_in_book: false })
    }
}

impl Recipe for WithBook {
    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        Ok(self.player(self.recipe.seat()?))
    }

    fn seat_with(&self, engines: &Arc<EnginePool>) -> Result<Box<dyn Player>, PlayerFault> {
        Ok(self.player(self.recipe.seat_with(engines)?))
    }

    fn ponders(&self) -> bool {
        self.recipe.ponders()
    }

    fn pupil(&self) -> Option<Box<dyn Pupil>> {
        self.recipe.pupil()
    }

    fn terms(&self, board: Board) -> Option<Vec<Term>> {
        self.recipe.terms(board)
    }
}

struct BookPlayer {
    choice: BookChoice,
    player: Box<dyn Player>,
    /// Whether the last move came from the book.
    is_in_book: bool,
}

impl Player for BookPlayer {
    fn new_game(&mut self) {
        self.player.new_game();
    }

    fn choose(&mut self, mut turn: Turn<'_>, dice: &mut Dice) -> Result<Move, PlayerFault> {
        let known = self.choice.choose(turn.game, turn.series(), dice);
        self.is_in_book = known.is_some();
        let Some(moved) = known else { return self.player.choose(turn, dice) };
        turn.tell(&thought(&moved));
        Ok(moved.played)
    }

    fn can_ponder(&self) -> bool {
        self.player.can_ponder()
    }

    fn ponder(&mut self, game: &Game, stopper: &Stopper) {
        self.player.ponder(game, stopper);
    }

    fn rest(&mut self) {
        self.player.rest();
    }

    fn nodes(&self) -> Option<u64> {
        if self.is_in_book { self.player.nodes().map(|_| 0) } else { self.player.nodes() }
    }

    fn expected_reply(&self) -> Option<bool> {
        if self.is_in_book { None } else { self.player.expected_reply() }
    }

    fn remarks(&self) -> Remarks {
        if self.is_in_book { Remarks::default() } else { self.player.remarks() }
    }
}

/// Says what the book thinks of its move.
fn thought(moved: &BookMoveValue) -> Thought {
    let told = moved.estimate.map(|found| {
        let (percent, truth) = match found.confidence {
            Confidence::Proven => (100, Truth::Exact),
            Confidence::Percent(percent) => (percent, Truth::Estimate { depth: found.depth.into(), percent }),
            Confidence::Hand | Confidence::Unknown => {
                (0, Truth::Estimate { depth: found.depth.into(), percent: 0 })
            }
        };
        (Value { score: found.value.into(), truth }, u32::from(found.depth), percent)
    });
    Thought {
        best: Some(moved.played),
        line: vec![moved.played],
        value: told.map(|(value, _, _)| value),
        depth: told.map_or(0, |(_, depth, _)| depth),
        percent: told.map_or(0, |(_, _, percent)| percent),
        nodes: 0,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::time::Duration;

    use outflank_rules::{Position, Symmetry};

    use super::*;
    use crate::entrant::Entrant;
    use crate::player::SeriesPlace;

    /// Plays the first plies of a game of a series and returns its moves.
    fn played(texts: [&str; 2], seed: u64, number: u64, plies: usize) -> Vec<Move> {
        let seated = texts.map(|text| text.parse::<Entrant>().unwrap().seat().unwrap());
        let [mut first, mut second] = seated;
        let mut dice = Dice::of_words(&[seed, number]);
        let mut game = Game::new(Position::start());
        for ply in 0..plies {
            let player = if (ply as u64 + number).is_multiple_of(2) { &mut first } else { &mut second };
            let played = if game.position().must_pass() {
                Move::Pass
            } else {
                let turn = Turn::new(&game, Duration::from_millis(1));
                player.choose(turn.in_series(SeriesPlace { seed, number }), &mut dice).unwrap()
            };
            game.play(played).unwrap();
        }
        game.plies().to_vec()
    }

    /// Turns a game round so that its first move is f5.
    fn turned(moves: &[Move]) -> Vec<Move> {
        let turn = Symmetry::ALL.into_iter().find(|turn| turn.mv(moves[0]).to_string() == "f5").unwrap();
        moves.iter().map(|one| turn.mv(*one)).collect()
    }

    #[test]
    fn no_two_of_a_hundred_games_of_a_series_are_equal_after_twenty_plies() {
        let book = "engine:depth=1,book=yes";
        for seed in [1, 2] {
            let games = (0..100).map(|number| turned(&played([book, book], seed, number, 20)));
            let games: HashSet<Vec<Move>> = games.collect();
            assert_eq!(games.len(), 100, "seed {seed}");
        }
        // The same series has the same games.
        assert_eq!(played([book, book], 1, 7, 20), played([book, book], 1, 7, 20));
    }

    #[test]
    fn games_without_a_series_lose_no_more_than_they_may() {
        let choice = BookChoice::new(shipped().unwrap(), 2);
        let mut games = HashSet::new();
        for seed in 0..12 {
            let mut player = "engine:depth=1,book=yes".parse::<Entrant>().unwrap().seat().unwrap();
            let (mut game, mut dice) = (Game::new(Position::start()), Dice::new(seed));
            for _ in 0..20 {
                let turn = Turn::new(&game, Duration::from_millis(1));
                let played = player.choose(turn, &mut dice).unwrap();
                game.play(played).unwrap();
            }
            // Both sides, as far as the book goes.
            let known = game.positions().zip(game.plies().iter().copied());
            let mut lost = [0, 0];
            for (place, (position, one)) in known.enumerate() {
                let moves = choice.book.moves_of(&position).unwrap();
                // Where the book has nothing that is good enough, the player thinks for itself.
                let losses = moves.iter().filter(|moved| moved.is_linked);
                let losses = losses.filter_map(|moved| choice.loss(&position, moved.played));
                if losses.min().is_none_or(|least| lost[place % 2] + least > choice.vary) {
                    break;
                }
                lost[place % 2] += choice.loss(&position, one).unwrap();
            }
            assert!(lost.iter().all(|lost| *lost <= 2), "{lost:?} in {:?}", game.plies());
            games.insert(turned(game.plies()));
        }
        assert!(games.len() >= 11, "{} of 12 games differ", games.len());
    }

    #[test]
    fn without_variety_the_best_moves_are_played_and_out_of_the_book_the_player_thinks() {
        let choice = BookChoice::new(shipped().unwrap(), 0);
        for seed in 0..8 {
            let mut game = Game::new(Position::start());
            let mut dice = Dice::new(seed);
            while let Some(moved) = choice.choose(&game, None, &mut dice) {
                assert_eq!(choice.loss(&game.position(), moved.played), Some(0));
                game.play(moved.played).unwrap();
            }
            assert!(game.plies().len() >= 6, "{:?}", game.plies());
        }
        // A position that no book has.
        let bare = "engine:depth=1".parse::<Entrant>().unwrap();
        let with = "engine:depth=1,book=yes".parse::<Entrant>().unwrap();
        let mut game = Game::new(Position::start());
        let mut dice = Dice::new(3);
        for _ in 0..40 {
            let moves: Vec<Move> = game.position().legal_moves().squares().map(Move::Place).collect();
            let played = moves.get(dice.below(moves.len().max(1) as u32) as usize);
            game.play(played.copied().unwrap_or(Move::Pass)).unwrap();
        }
        let answer = |entrant: &Entrant| {
            let turn = Turn::new(&game, Duration::from_millis(1));
            entrant.seat().unwrap().choose(turn, &mut Dice::new(1)).unwrap()
        };
        assert_eq!(answer(&bare), answer(&with));
    }

    #[test]
    fn a_book_that_is_missing_and_variety_without_a_book_are_refused() {
        let refusal = |text: &str| text.parse::<Entrant>().unwrap_err().to_string();
        assert!(refusal("engine:book=/no/such.book").contains("/no/such.book"));
        assert!(refusal("level:20,vary=2").contains("book=yes"));
        assert!(refusal("level:20,book=yes,vary=99").contains("99"));
        assert!("level:20,book=no".parse::<Entrant>().is_ok());
    }
}
