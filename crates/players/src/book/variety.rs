//! How the moves of a book vary: by chance, or so that the games of a series differ.
//!
//! A game of a series has a number. Of the moves that may be played each is given as many of the numbers as
//! there are lines after it, one at a time in turn; the number chooses among them, and its place among those
//! of the move is the number from there on. So games with different numbers part sooner or later, and nobody
//! has to remember anything: the same series has the same games, in whatever order they are played.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use outflank_book::{Book, BookKey, BookMoveValue};
use outflank_engine::Dice;
use outflank_rules::{Color, Game, Move, Position, Symmetry};

use crate::player::SeriesPlace;

/// So many games of a series differ, if the book has as many lines; then it begins anew with other dice.
const ROUND: usize = 256;
/// After so many plies they do.
const PLIES: usize = 20;

/// A position, the plies that are left, and the discs that the mover and the other side may lose.
type LinesKey = (BookKey, usize, [i32; 2]);

/// A book and how its moves are chosen.
#[derive(Clone, Debug)]
pub(super) struct BookChoice {
    pub(super) book: Arc<Book>,
    /// The discs that all moves of a game may lose.
    pub(super) vary: i32,
    /// How many lines were counted after positions.
    lines: Arc<Mutex<HashMap<LinesKey, usize>>>,
    /// The moves of positions that were looked up: every move of a game asks for all positions before it.
    moves: Arc<Mutex<HashMap<Position, Arc<[BookMoveValue]>>>>,
}

/// So many positions are kept; then they are looked up anew.
const KEPT: usize = 10_000;

/// A move that may be played, and the discs it loses.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    moved: BookMoveValue,
    next: Position,
    loss: i32,
}

/// What is left of the number of a game on its way.
#[derive(Clone, Copy, Debug)]
struct SeriesState {
    number: usize,
    /// Numbers of all games that came this way are below this.
    limit: usize,
}

impl SeriesState {
    /// Begins a game. The two that players have with colours swapped are not next to each other.
    fn of(game: u64) -> SeriesState {
        let place = (game % ROUND as u64) as usize;
        SeriesState { number: place / 2 + place % 2 * (ROUND / 2), limit: ROUND }
    }

    /// Gives the numbers to moves with so many lines after each: for each number the move, and its place
    /// among the numbers of that move. Where there are fewer lines than numbers they are given again.
    fn shared(self, lines: &[usize]) -> Vec<(usize, usize)> {
        let mut places = Vec::with_capacity(self.limit);
        while places.len() < self.limit && !lines.is_empty() {
            let most = lines.iter().copied().max().unwrap_or(0).clamp(1, ROUND);
            for turn in 0..most {
                let open = lines.iter().enumerate().filter(|(_, lines)| **lines > turn);
                places.extend(open.map(|(at, _)| (at, turn)));
            }
        }
        places.truncate(self.limit);
        places
    }

    /// Chooses a move by the number; what remains is the number from there on.
    fn choose(&mut self, lines: &[usize]) -> usize {
        let places = self.shared(lines);
        let (at, place) = places.get(self.number).copied().unwrap_or((0, 0));
        self.number = place;
        self.limit = places.iter().filter(|(other, _)| *other == at).count().max(1);
        at
    }

    /// The other side has made one of the moves. Games that would have chosen the same one come first, as if
    /// it had been chosen in this series; the others after them, all of them apart.
    fn see(&mut self, lines: &[usize], at: usize) {
        let places = self.shared(lines);
        let same = |until: usize| places.iter().take(until).filter(|(other, _)| *other == at).count();
        self.number = match places.get(self.number) {
            Some((own, place)) if *own == at => *place,
            _ => same(places.len()) + self.number - same(self.number),
        };
    }
}

impl BookChoice {
    pub(super) fn new(book: Arc<Book>, vary: i32) -> BookChoice {
        BookChoice { book, vary, lines: Arc::default(), moves: Arc::default() }
    }

    /// Returns the moves of a position that the book knows, best first.
    fn moves_of(&self, position: &Position) -> Option<Arc<[BookMoveValue]>> {
        let mut kept = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.get(position) {
            return Some(Arc::clone(known));
        }
        let moves: Arc<[BookMoveValue]> = self.book.moves_of(position).ok()?.into();
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(*position, Arc::clone(&moves));
        Some(moves)
    }

    /// Returns a move of the book for the side to move; `None` if the book does not know the position, or
    /// knows nothing that is good enough.
    ///
    /// Of the moves that lead to book positions within the discs that are left, the best is the likeliest;
    /// one that loses as much as may be lost is rarer by e. In a series, the other games count as well.
    pub(super) fn choose(
        &self,
        game: &Game,
        series: Option<SeriesPlace>,
        dice: &mut Dice,
    ) -> Option<BookMoveValue> {
        let position = game.position();
        // Most positions of a game are not in the book: that is settled first.
        self.book.find(&position).ok()??;
        let mut chosen = match series {
            Some(series) => self.of_series(game, series)?,
            None => {
                let mut found = self.candidates(&position, self.vary - self.lost(game))?;
                self.put_in_order(&mut found, dice);
                found.first()?.moved
            }
        };
        chosen.played = mirrored(position, chosen.played, dice);
        Some(chosen)
    }

    /// Follows the number of a game through its moves and returns what is chosen now.
    fn of_series(&self, game: &Game, series: SeriesPlace) -> Option<BookMoveValue> {
        let own = game.position().side_to_move();
        let words = [series.seed, series.number / ROUND as u64];
        let mut state = SeriesState::of(series.number);
        let mut left = [self.vary; 2];
        for (ply, (position, played)) in game.positions().zip(game.plies().iter().copied()).enumerate() {
            let side = position.side_to_move();
            if let Some(choices) = self.in_order(&position, left[side as usize], words)
                && !choices.is_empty()
            {
                let lines = self.lines_after(&choices, ply, side, left);
                let next = position.play(played).map(|next| next.board().canonical().0).ok();
                let at = choices.iter().position(|found| Some(found.next.board().canonical().0) == next);
                if side == own {
                    let _made_already = state.choose(&lines);
                } else if let Some(at) = at {
                    state.see(&lines, at);
                }
            }
            left[side as usize] -= self.loss(&position, played).unwrap_or(0);
        }
        let choices = self.in_order(&game.position(), left[own as usize], words)?;
        let lines = self.lines_after(&choices, game.plies().len(), own, left);
        let at = state.choose(&lines);
        choices.get(at).map(|found| found.moved)
    }

    /// Returns what may be played in the order of a series; `None` if the book does not know the position.
    fn in_order(&self, position: &Position, left: i32, words: [u64; 2]) -> Option<Vec<Candidate>> {
        let mut found = self.candidates(position, left)?;
        let board = position.board().canonical().0;
        let words = [words[0], words[1], board.own().0, board.opp().0];
        self.put_in_order(&mut found, &mut Dice::of_words(&words));
        Some(found)
    }

    /// Returns how many lines there are after each of some moves, with what both sides may still lose.
    fn lines_after(&self, choices: &[Candidate], ply: usize, side: Color, left: [i32; 2]) -> Vec<usize> {
        let mut counted = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let plies = PLIES.saturating_sub(ply + 1);
        let after = |found: &Candidate| {
            let mut left = left;
            left[side as usize] -= found.loss;
            self.count_lines(found.next, plies, left, &mut counted)
        };
        choices.iter().map(after).collect()
    }

    /// Counts the lines of so many plies from a position, up to as many as a series wants.
    fn count_lines(
        &self,
        position: Position,
        plies: usize,
        left: [i32; 2],
        counted: &mut HashMap<LinesKey, usize>,
    ) -> usize {
        if plies == 0 {
            return 1;
        }
        if position.must_pass() {
            let next = position.play(Move::Pass);
            return next.map_or(1, |next| self.count_lines(next, plies - 1, left, counted));
        }
        let side = position.side_to_move();
        let own = left[side as usize];
        let Some((key, _)) = BookKey::of_position(&position) else { return 1 };
        let place = (key, plies, [own, left[!side as usize]]);
        if let Some(known) = counted.get(&place) {
            return *known;
        }
        let mut all = 0;
        for found in self.candidates(&position, own).unwrap_or_default() {
            let mut after = left;
            after[side as usize] -= found.loss;
            all += self.count_lines(found.next, plies - 1, after, counted);
            if all >= ROUND {
                break;
            }
        }
        // Where the book ends, there is one way to go on.
        let all = all.clamp(1, ROUND);
        counted.insert(place, all);
        all
    }

    /// Puts moves into an order in which the better ones tend to come first.
    fn put_in_order(&self, candidates: &mut [Candidate], dice: &mut Dice) {
        let weight = |found: &Candidate| (-f64::from(found.loss) / f64::from(self.vary.max(1))).exp();
        for from in 0..candidates.len() {
            let all: f64 = candidates[from..].iter().map(weight).sum();
            let mut at = dice.unit() * all;
            let next = candidates[from..].iter().position(|found| {
                at -= weight(found);
                at < 0.0
            });
            candidates[from..=from + next.unwrap_or(0)].rotate_right(1);
        }
    }

    /// Returns the moves to book positions that may be played with so many discs left to lose, of those that
    /// mirror each other only the first; `None` if the book does not know the position.
    fn candidates(&self, position: &Position, left: i32) -> Option<Vec<Candidate>> {
        let moves = self.moves_of(position)?;
        let best = moves.iter().filter_map(|moved| moved.estimate).map(|found| found.value).max()?;
        let mut found: Vec<Candidate> = Vec::new();
        for &moved in moves.iter().filter(|moved| moved.is_linked) {
            let (Some(estimate), Ok(next)) = (moved.estimate, position.play(moved.played)) else { continue };
            let loss = i32::from(best) - i32::from(estimate.value);
            let board = next.board().canonical().0;
            if loss <= left.max(0) && found.iter().all(|other| other.next.board().canonical().0 != board) {
                found.push(Candidate { moved, next, loss });
            }
        }
        // The same order in all views of a position.
        found.sort_by_key(|found| (found.loss, found.next.board().canonical().0));
        Some(found)
    }

    /// Returns how many discs the moves of the side to move have lost so far, as far as the book knows.
    fn lost(&self, game: &Game) -> i32 {
        let side: Color = game.position().side_to_move();
        let plies = game.positions().zip(game.plies().iter().copied());
        let own = plies.filter(|(position, _)| position.side_to_move() == side);
        own.map(|(position, played)| self.loss(&position, played).unwrap_or(0)).sum()
    }

    pub(super) fn loss(&self, position: &Position, played: Move) -> Option<i32> {
        let moves = self.moves_of(position)?;
        let best = moves.iter().filter_map(|moved| moved.estimate).map(|found| found.value).max()?;
        let value = moves.iter().find(|moved| moved.played == played)?.estimate?.value;
        Some(i32::from(best) - i32::from(value))
    }
}

/// Returns a move in one of the places it has in a position that is its own mirror image.
fn mirrored(position: Position, played: Move, dice: &mut Dice) -> Move {
    let mirrors: Vec<Symmetry> =
        Symmetry::ALL.into_iter().filter(|mirror| mirror.position(position) == position).collect();
    let mirror = mirrors.get(dice.below(mirrors.len() as u32) as usize);
    mirror.map(|mirror| mirror.mv(played)).filter(|found| position.is_legal(*found)).unwrap_or(played)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_games_that_came_the_same_way_stay_apart() {
        let mut dice = Dice::new(5);
        for _ in 0..200 {
            // Ways are told apart by what was chosen; how the other side moved is the same in all of them.
            let mut games: Vec<(Vec<usize>, SeriesState)> =
                (0..ROUND as u64).map(|game| (Vec::new(), SeriesState::of(game))).collect();
            for step in 0..6 {
                // As many lines as there are games, and some moves that lead nowhere.
                let mut lines: Vec<usize> = (0..dice.below(4)).map(|_| 1 + dice.below(3) as usize).collect();
                lines.push(ROUND);
                let at = dice.below(lines.len() as u32) as usize;
                for (way, state) in &mut games {
                    if step % 2 == 0 {
                        way.push(state.choose(&lines));
                    } else {
                        state.see(&lines, at);
                    }
                    assert!(state.number < state.limit, "{state:?}");
                }
            }
            games.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.number.cmp(&b.1.number)));
            for pair in games.windows(2) {
                assert!(pair[0].0 != pair[1].0 || pair[0].1.number != pair[1].1.number, "{pair:?}");
            }
        }
    }

    #[test]
    fn every_move_gets_as_many_numbers_as_it_has_lines() {
        let state = SeriesState { number: 0, limit: 7 };
        assert_eq!(state.shared(&[3, 1, 2]), [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (0, 0)]);
    }
}
