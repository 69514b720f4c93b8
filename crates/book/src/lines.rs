//! Lines of a book: what both sides play while they play well.

use outflank_rules::{Move, Position, Square};

use crate::{Book, BookError, BookEstimate, BookKey, Confidence, ProvenBounds};

/// A move of a position as a player sees it, best first in lists.
#[derive(Clone, Copy, Debug)]
pub struct BookMoveValue {
    /// The move.
    pub played: Move,
    /// What it is worth to the side that makes it, if anything is known.
    pub estimate: Option<BookEstimate>,
    /// What is proven of it for that side.
    pub bounds: ProvenBounds,
    /// Whether it leads to a book position or ends the game; otherwise it is the leaf.
    pub is_linked: bool,
    /// How many games went on with it.
    pub visits: u32,
}

impl Book {
    /// Returns the moves of a position that the book knows, best first; a pass if there is nothing else.
    ///
    /// # Errors
    ///
    /// If the book cannot be read.
    pub fn moves_of(&self, position: &Position) -> Result<Vec<BookMoveValue>, BookError> {
        let Some((key, symmetry)) = BookKey::of_position(position) else { return Ok(Vec::new()) };
        let Some(record) = self.get(key)? else { return Ok(Vec::new()) };
        let back = symmetry.inverse();
        let mut moves = Vec::new();
        for link in self.links(key)? {
            let leaf = record.leaf.filter(|leaf| leaf.square == Some(link.square));
            if !link.is_linked() && leaf.is_none() {
                continue;
            }
            let leaf_estimate = leaf.map(|leaf| leaf.estimate);
            let bounds = match leaf_estimate.filter(|estimate| estimate.confidence == Confidence::Proven) {
                Some(proven) => ProvenBounds::exact(proven.value.into()),
                None => link.bounds(),
            };
            moves.push(BookMoveValue {
                played: Move::Place(back.square(link.square)),
                estimate: link.estimate().or(leaf_estimate),
                bounds,
                is_linked: link.is_linked(),
                visits: link.record.map_or(0, |record| record.visits),
            });
        }
        let value = |moved: &BookMoveValue| moved.estimate.map(|estimate| (estimate.value, estimate.rank()));
        // Of the four first moves, which mirror each other, f5 is the one people write.
        let place = |moved: &BookMoveValue| (moved.played != Move::Place(Square::F5), moved.played);
        moves.sort_by(|a, b| value(b).cmp(&value(a)).then_with(|| place(a).cmp(&place(b))));
        Ok(moves)
    }

    /// Returns the record of a position, whichever view it is in.
    ///
    /// # Errors
    ///
    /// If the book cannot be read.
    pub fn find(&self, position: &Position) -> Result<Option<crate::BookRecord>, BookError> {
        BookKey::of_position(position).map_or(Ok(None), |(key, _)| self.get(key))
    }
}

/// Which lines are wanted.
#[derive(Clone, Copy, Debug)]
pub struct LinePlan {
    /// How many discs each move may be worse than the best.
    pub within: i32,
    /// Whether every position has to be worth 0.
    pub draws_only: bool,
    /// The most lines.
    pub most: usize,
}

/// A line from a position to where the book ends.
#[derive(Clone, Debug)]
pub struct BookLine {
    /// The moves, passes included; the last one may be a leaf.
    pub moves: Vec<Move>,
    /// What the position at its end is worth to the side that moves at its beginning.
    pub value: Option<BookEstimate>,
    /// Whether every position on the way is proven to be worth what the line says.
    pub is_proven: bool,
}

impl LinePlan {
    /// Returns lines from a position, those with better moves first. Of moves that mirror each other only the
    /// first is followed.
    ///
    /// # Errors
    ///
    /// If the book cannot be read.
    pub fn lines(&self, book: &Book, position: &Position) -> Result<Vec<BookLine>, BookError> {
        let mut walk = LineWalk { plan: self, book, side: position.side_to_move(), lines: Vec::new() };
        let line = BookLine { moves: Vec::new(), value: None, is_proven: true };
        walk.visit(position, line)?;
        Ok(walk.lines)
    }
}

struct LineWalk<'b> {
    plan: &'b LinePlan,
    book: &'b Book,
    side: outflank_rules::Color,
    lines: Vec<BookLine>,
}

impl LineWalk<'_> {
    fn visit(&mut self, position: &Position, mut line: BookLine) -> Result<(), BookError> {
        if self.lines.len() >= self.plan.most {
            return Ok(());
        }
        if position.must_pass()
            && let Ok(next) = position.play(Move::Pass)
        {
            line.moves.push(Move::Pass);
            return self.visit(&next, line);
        }
        let record = self.book.find(position)?;
        let wanted = match record {
            Some(record) => {
                line.is_proven &= record.bounds.is_exact();
                let best = record.estimate.map(|estimate| i32::from(estimate.value));
                if self.plan.draws_only && best != Some(0) {
                    return Ok(());
                }
                let mut seen = Vec::new();
                let mut wanted = self.book.moves_of(position)?;
                wanted.retain(|moved| {
                    let loss = best.zip(moved.estimate).map(|(best, found)| best - i32::from(found.value));
                    loss.is_some_and(|loss| loss <= self.plan.within && (!self.plan.draws_only || loss == 0))
                });
                wanted.retain(|moved| {
                    let next = position.play(moved.played).map(|next| next.board().canonical().0);
                    let is_new = next.as_ref().is_ok_and(|next| !seen.contains(next));
                    seen.extend(next);
                    is_new
                });
                wanted
            }
            None => Vec::new(),
        };
        if wanted.is_empty() {
            if !line.moves.is_empty() {
                self.lines.push(line);
            }
            return Ok(());
        }
        for moved in wanted {
            let Ok(next) = position.play(moved.played) else { continue };
            let mut longer = line.clone();
            longer.moves.push(moved.played);
            longer.value = moved.estimate.map(|estimate| {
                let value =
                    if position.side_to_move() == self.side { estimate.value } else { -estimate.value };
                BookEstimate { value, ..estimate }
            });
            longer.is_proven &= moved.bounds.is_exact();
            if moved.is_linked && !next.is_finished() {
                self.visit(&next, longer)?;
            } else if self.lines.len() < self.plan.most {
                self.lines.push(longer);
            }
        }
        Ok(())
    }
}
