//! Looking a position up.

use std::collections::HashSet;
use std::io;

use outflank_records::Record;
use outflank_rules::{Move, Position, Square};

use crate::canonical::{CanonicalPosition, END, PASS};
use crate::indexed::{IndexedGame, PositionIndex};
use crate::openings;

/// How many numbers moves have; the end of a game is none of them.
const NUMBERS: usize = END as usize;
/// How many games are named.
const NAMED: usize = 50;

/// Which games are looked at. What is not set lets all pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExplorerFilter {
    /// A part of the name of one who plays.
    pub player: Option<String>,
    /// Which colour that player has: black is true.
    pub player_is_black: Option<bool>,
    /// The first year.
    pub from: Option<u16>,
    /// The last year.
    pub to: Option<u16>,
}

/// How games ended.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ResultCounts {
    /// All games.
    pub games: u32,
    /// Games that black won.
    pub black: u32,
    /// Games that white won.
    pub white: u32,
    /// Draws.
    pub draws: u32,
    /// Games with a score.
    pub scored: u32,
    /// The sum of their scores, black's less white's.
    pub score_sum: i64,
}

impl ResultCounts {
    fn add(&mut self, known: &IndexedGame) {
        self.games += 1;
        match known.winner {
            Some(1) => self.black += 1,
            Some(-1) => self.white += 1,
            Some(_) => self.draws += 1,
            None => {}
        }
        if let Some(score) = known.score {
            self.scored += 1;
            self.score_sum += i64::from(score);
        }
    }

    /// Returns the mean score, black's less white's.
    #[must_use]
    pub fn mean_score(&self) -> Option<f64> {
        (self.scored > 0).then(|| self.score_sum as f64 / f64::from(self.scored))
    }
}

/// A move that was played in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct ExploredMove {
    /// The move, of symmetric ones the first.
    pub played: Move,
    /// All squares that are the same by symmetry; none for a pass.
    pub squares: Vec<Square>,
    /// How the games went on.
    pub results: ResultCounts,
}

/// What was played in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Explored {
    /// The position that was looked up. A side that must pass has passed: it has no choice.
    pub position: Position,
    /// The opening, as [`openings::line_reached`] gives it; empty if it has no name.
    pub opening: &'static str,
    /// How the games ended.
    pub results: ResultCounts,
    /// The moves, the most frequent first.
    pub moves: Vec<ExploredMove>,
    /// Keys of games, the latest years first, of very many the first.
    pub keys: Vec<i64>,
}

/// Looks up where a game has come to.
///
/// # Errors
///
/// If an index cannot be read.
pub fn look(
    indices: &[&dyn PositionIndex],
    game: &Record,
    wanted: &ExplorerFilter,
    deleted: &HashSet<i64>,
) -> io::Result<Explored> {
    let last = game.last_position();
    let passed = last.must_pass().then(|| last.play(Move::Pass).ok()).flatten();
    let position = passed.unwrap_or(last);
    let place = CanonicalPosition::of(&position);
    let opening = openings::line_reached(game.start(), game.moves());
    let mut found =
        Explored { position, opening, results: ResultCounts::default(), moves: Vec::new(), keys: Vec::new() };
    let mut moves = [ResultCounts::default(); NUMBERS];
    let mut games: Vec<(u16, i64)> = Vec::new();
    for index in indices {
        let passes = Passes::new(*index, wanted);
        index.find(place.hash, &mut |known, played| {
            if !passes.lets(known) || (!deleted.is_empty() && deleted.contains(&known.key)) {
                return;
            }
            found.results.add(known);
            if let Some(results) = moves.get_mut(usize::from(played)) {
                results.add(known);
            }
            games.push((known.year, known.key));
        })?;
    }
    found.moves = (0..)
        .zip(moves)
        .filter(|(_, results)| results.games > 0)
        .filter_map(|(number, results)| {
            let squares = place.squares(number);
            let played = if number == PASS { Move::Pass } else { Move::Place(*squares.first()?) };
            Some(ExploredMove { played, squares, results })
        })
        .collect();
    found.moves.sort_by_key(|played| std::cmp::Reverse(played.results.games));
    // All games of the start need not be sorted to name a few.
    if games.len() > NAMED {
        games.select_nth_unstable_by(NAMED, |one, other| other.cmp(one));
        games.truncate(NAMED);
    }
    games.sort_unstable_by(|one, other| other.cmp(one));
    found.keys = games.into_iter().map(|(_, key)| key).collect();
    Ok(found)
}

/// Decides which games are wanted.
struct Passes<'a> {
    wanted: &'a ExplorerFilter,
    /// For each name whether it is asked for.
    named: Option<Vec<bool>>,
}

impl<'a> Passes<'a> {
    fn new(index: &dyn PositionIndex, wanted: &'a ExplorerFilter) -> Passes<'a> {
        let named = wanted.player.as_ref().map(|player| {
            let part = player.trim().to_lowercase();
            index.names().iter().map(|name| name.contains(&part)).collect()
        });
        Passes { wanted, named }
    }

    fn lets(&self, known: &IndexedGame) -> bool {
        let is = |name: u32| {
            self.named.as_ref().is_none_or(|named| named.get(name as usize).copied().unwrap_or(false))
        };
        let player = match self.wanted.player_is_black {
            Some(true) => is(known.black),
            Some(false) => is(known.white),
            None => is(known.black) || is(known.white),
        };
        player
            && self.wanted.from.is_none_or(|from| known.year >= from)
            && self.wanted.to.is_none_or(|to| known.year <= to && known.year != 0)
    }
}
