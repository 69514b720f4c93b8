//! What one side has to remember to hold a value, whatever the other plays.

use std::collections::{HashMap, HashSet};

use outflank_rules::{Color, Move, Position};

use crate::{Book, BookError, BookEstimate, BookKey, BookMoveValue};

/// What a repertoire has to hold, against what, and how large it may be.
#[derive(Clone, Copy, Debug)]
pub struct RepertoirePlan {
    /// Whose repertoire it is.
    pub side: Color,
    /// The least value, for that side, that it may let go down to; `None` for what the position is worth.
    pub least: Option<i32>,
    /// Replies that lose more discs than this need not be met by heart.
    pub within: i32,
    /// How many plies it goes at most.
    pub plies: u32,
    /// The most moves to remember; the repertoire goes as deep as that allows.
    pub most: usize,
}

impl Default for RepertoirePlan {
    /// Black's repertoire of at most 40 moves against every reply of the book within 64 discs.
    fn default() -> RepertoirePlan {
        RepertoirePlan { side: Color::Black, least: None, within: 64, plies: 40, most: 40 }
    }
}

/// A position in which one has to know what to play.
#[derive(Clone, Debug)]
pub struct RepertoireEntry {
    /// The moves that lead there, passes included.
    pub line: Vec<Move>,
    /// The position.
    pub position: Position,
    /// What to play.
    pub played: Move,
    /// What that is worth to the side of the repertoire.
    pub estimate: BookEstimate,
    /// Whether there is nothing to remember, as no other move is legal.
    pub is_forced: bool,
}

/// What to play, by heart.
#[derive(Clone, Debug)]
pub struct Repertoire {
    /// The positions, those with shorter lines first; each once, whatever order of moves leads there.
    pub entries: Vec<RepertoireEntry>,
    /// How many plies it goes.
    pub plies: u32,
    /// The value that it holds.
    pub least: i32,
    /// Lines to where it ends, for people to look at: every reply of the other side is in one of them.
    pub lines: Vec<Vec<Move>>,
}

impl Repertoire {
    /// Returns how many moves one has to remember.
    #[must_use]
    pub fn to_remember(&self) -> usize {
        self.entries.iter().filter(|entry| !entry.is_forced).count()
    }
}

/// How many positions are looked at before a question counts as too large.
const MOST_NODES: usize = 200_000;

impl RepertoirePlan {
    /// Finds the repertoire that goes deepest with so few moves, choosing moves that leave the least to
    /// remember; `None` if the position is not in the book, or the value cannot be held there.
    ///
    /// # Errors
    ///
    /// If the book cannot be read.
    pub fn find(&self, book: &Book, position: &Position) -> Result<Option<Repertoire>, BookError> {
        let Some(least) = self.least_at(book, position)? else { return Ok(None) };
        let mut search = RepertoireSearch { plan: self, book, costs: HashMap::new() };
        let mut found = None;
        for plies in 1..=self.plies {
            if search.cost(position, plies, least)?.is_none() {
                break;
            }
            let next = search.chosen(position, plies, least)?;
            if next.to_remember() > self.most {
                break;
            }
            // Nothing is added where the book ends.
            let is_whole = found.as_ref().is_some_and(|last: &Repertoire| {
                last.lines == next.lines && last.entries.len() == next.entries.len()
            });
            if is_whole && plies % 2 == 0 {
                break;
            }
            found = Some(next);
        }
        Ok(found)
    }

    /// Returns how many moves the side has to know to hold its value for so many plies, if the other side
    /// plays nothing that loses more than [`RepertoirePlan::within`]: the difficulty of a position. Choosing
    /// among equals is free, moves without a choice cost nothing, and positions that are reached in two ways
    /// are counted twice. `None` if the position is not in the book or the question is too large.
    ///
    /// # Errors
    ///
    /// If the book cannot be read.
    pub fn difficulty(&self, book: &Book, position: &Position) -> Result<Option<u32>, BookError> {
        let Some(least) = self.least_at(book, position)? else { return Ok(None) };
        RepertoireSearch { plan: self, book, costs: HashMap::new() }.cost(position, self.plies, least)
    }

    /// Returns the value to hold; `None` if the position is not in the book or not worth that much.
    fn least_at(&self, book: &Book, position: &Position) -> Result<Option<i32>, BookError> {
        let position = settled(*position);
        let Some(estimate) = book.find(&position)?.and_then(|record| record.estimate) else {
            return Ok(None);
        };
        let value = i32::from(estimate.value);
        let own = if position.side_to_move() == self.side { value } else { -value };
        Ok(Some(self.least.unwrap_or(own)).filter(|least| *least <= own))
    }
}

/// A search for what to remember.
///
/// A proof may say more of a position than the searches below it. There a line holds its value by the proof,
/// and from there on what the book says of the next position: the value to hold goes down with it, never up.
struct RepertoireSearch<'b> {
    plan: &'b RepertoirePlan,
    book: &'b Book,
    /// Moves to remember in the next plies of a position to hold a value; whether the own side moves there.
    costs: HashMap<(BookKey, bool, u32, i32), Option<u32>>,
}

impl RepertoireSearch<'_> {
    /// Returns how many moves are to be remembered in the next plies; `None` if the question is too large.
    fn cost(&mut self, position: &Position, plies: u32, least: i32) -> Result<Option<u32>, BookError> {
        let position = settled(*position);
        let Some((key, _)) = BookKey::of_position(&position).filter(|_| plies > 0) else {
            return Ok(Some(0));
        };
        let is_own = position.side_to_move() == self.plan.side;
        if let Some(known) = self.costs.get(&(key, is_own, plies, least)) {
            return Ok(*known);
        }
        if self.costs.len() >= MOST_NODES {
            return Ok(None);
        }
        let cost = if self.book.get(key)?.is_none() {
            // Out of the book: nothing is known, nothing to remember.
            Some(0)
        } else if is_own {
            self.best(&position, plies, least)?.map(|(_, cost)| cost)
        } else {
            let mut sum = Some(0_u32);
            for (reply, next) in self.replies(&position)? {
                let Some(so_far) = sum else { break };
                let least = least.min(-value_of(&reply).unwrap_or(-least));
                sum = self.cost(&next, plies - 1, least)?.map(|cost| so_far.saturating_add(cost));
            }
            sum
        };
        self.costs.insert((key, is_own, plies, least), cost);
        Ok(cost)
    }

    /// Returns the own move that leaves the least to remember, and how much that is with the move itself.
    fn best(
        &mut self,
        position: &Position,
        plies: u32,
        least: i32,
    ) -> Result<Option<(BookMoveValue, u32)>, BookError> {
        let moves = self.book.moves_of(position)?;
        let Some(most) = moves.iter().filter_map(value_of).max() else { return Ok(None) };
        let least = least.min(most);
        let own = u32::from(position.legal_moves().len() > 1);
        let mut best: Option<(BookMoveValue, u32)> = None;
        for moved in moves {
            let holds = value_of(&moved).is_some_and(|value| value >= least);
            let Some(next) = position.play(moved.played).ok().filter(|_| holds) else { continue };
            let below = if moved.is_linked { self.cost(&next, plies - 1, least)? } else { Some(0) };
            let Some(cost) = below.map(|below| below.saturating_add(own)) else { continue };
            // Moves come best first: of equal costs the better one stays.
            if best.as_ref().is_none_or(|(_, least)| cost < *least) {
                best = Some((moved, cost));
            }
        }
        Ok(best)
    }

    /// Returns the replies that have to be met, mirror images once, and where they lead.
    fn replies(&self, position: &Position) -> Result<Vec<(BookMoveValue, Position)>, BookError> {
        let moves = self.book.moves_of(position)?;
        let best = moves.iter().filter_map(value_of).max();
        let mut seen = HashSet::new();
        let mut replies = Vec::new();
        for moved in moves.into_iter().filter(|moved| moved.is_linked) {
            let loss = best.zip(value_of(&moved)).map(|(best, value)| best - value);
            let Some(next) = position.play(moved.played).ok() else { continue };
            let is_met = loss.is_some_and(|loss| loss <= self.plan.within);
            if is_met && self.knows(&next)? && seen.insert(next.board().canonical().0) {
                replies.push((moved, next));
            }
        }
        Ok(replies)
    }

    /// Tells whether a position is in the book or the game is over.
    fn knows(&self, position: &Position) -> Result<bool, BookError> {
        Ok(position.is_finished() || self.book.find(&settled(*position))?.is_some())
    }

    /// Collects what was chosen.
    fn chosen(&mut self, position: &Position, plies: u32, least: i32) -> Result<Repertoire, BookError> {
        let mut found = Repertoire { entries: Vec::new(), plies, least, lines: Vec::new() };
        let mut seen = HashSet::new();
        self.collect(position, plies, least, &mut Vec::new(), &mut seen, &mut found)?;
        found.entries.sort_by_key(|entry| entry.line.len());
        Ok(found)
    }

    fn collect(
        &mut self,
        position: &Position,
        plies: u32,
        least: i32,
        line: &mut Vec<Move>,
        seen: &mut HashSet<BookKey>,
        found: &mut Repertoire,
    ) -> Result<(), BookError> {
        let before = line.len();
        let settled = settled(*position);
        if settled != *position {
            line.push(Move::Pass);
        }
        let mut goes_on = false;
        if let Some((key, _)) = BookKey::of_position(&settled).filter(|_| plies > 0) {
            if settled.side_to_move() == self.plan.side {
                if let Some((moved, _)) = self.best(&settled, plies, least)?
                    && let (Some(estimate), Ok(next)) = (moved.estimate, settled.play(moved.played))
                {
                    goes_on = true;
                    // The same position by another order of moves has the same answer.
                    let is_new = seen.insert(key);
                    if is_new {
                        let is_forced = settled.legal_moves().len() == 1;
                        let (line, position, played) = (line.clone(), settled, moved.played);
                        found.entries.push(RepertoireEntry { line, position, played, estimate, is_forced });
                    }
                    line.push(moved.played);
                    if moved.is_linked && is_new {
                        let least = least.min(estimate.value.into());
                        self.collect(&next, plies - 1, least, line, seen, found)?;
                    } else {
                        found.lines.push(line.clone());
                    }
                }
            } else {
                for (reply, next) in self.replies(&settled)? {
                    goes_on = true;
                    line.push(reply.played);
                    let least = least.min(-value_of(&reply).unwrap_or(-least));
                    self.collect(&next, plies - 1, least, line, seen, found)?;
                    line.pop();
                }
            }
        }
        if !goes_on && !line.is_empty() {
            found.lines.push(line.clone());
        }
        line.truncate(before);
        Ok(())
    }
}

/// Returns what a move is worth to the side that makes it.
fn value_of(moved: &BookMoveValue) -> Option<i32> {
    moved.estimate.map(|estimate| i32::from(estimate.value))
}

/// Returns a position, or the one after its pass.
fn settled(position: Position) -> Position {
    if position.must_pass() { position.play(Move::Pass).unwrap_or(position) } else { position }
}
