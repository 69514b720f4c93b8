//! Other ways to choose what is searched: lines within a few discs, late positions, positions without a leaf.

use std::collections::HashSet;

use crate::grow::needs_leaf;
use crate::{Book, BookError, BookKey, BookRecord, BookTask, Destination};

/// Lines that leave the best play by a few discs.
#[derive(Clone, Copy, Debug)]
pub struct DeviationPlan {
    /// How many discs a move of the side that errs may be worse than the best.
    pub within: i32,
    /// How far values may lie from that of the root.
    pub range: i32,
    /// Positions with fewer empty squares are not added.
    pub fewest_empties: u32,
}

impl DeviationPlan {
    /// Returns the tasks that add what is within the limits below a position: first one side errs and the
    /// other plays its best moves, then the other way round. None are left when the book has it all.
    ///
    /// # Errors
    ///
    /// If the book cannot be read.
    pub fn tasks(&self, book: &Book, root: BookKey) -> Result<Vec<BookTask>, BookError> {
        let mut walk =
            DeviationWalk { plan: self, book, root_value: 0, seen: HashSet::new(), tasks: Vec::new() };
        let Some(record) = book.get(root)? else { return Ok(Vec::new()) };
        walk.root_value = record.estimate.map_or(0, |estimate| estimate.value.into());
        for mover_errs in [true, false] {
            walk.visit(&record, true, mover_errs)?;
        }
        let mut known = HashSet::new();
        walk.tasks.retain(|task| known.insert(task.key()));
        Ok(walk.tasks)
    }
}

struct DeviationWalk<'b> {
    plan: &'b DeviationPlan,
    book: &'b Book,
    root_value: i32,
    /// Positions, whether the side that moves at the root moves there, and whether that side errs.
    seen: HashSet<(BookKey, bool, bool)>,
    tasks: Vec<BookTask>,
}

impl DeviationWalk<'_> {
    fn visit(
        &mut self,
        record: &BookRecord,
        is_root_side: bool,
        root_side_errs: bool,
    ) -> Result<(), BookError> {
        if !self.seen.insert((record.key, is_root_side, root_side_errs)) {
            return Ok(());
        }
        if needs_leaf(self.book, record)? {
            self.tasks.push(BookTask::leaf_of(self.book, record.key)?);
            return Ok(());
        }
        let Some(best) = record.estimate.map(|estimate| i32::from(estimate.value)) else { return Ok(()) };
        let allowed = if is_root_side == root_side_errs { self.plan.within } else { 0 };
        let root_value = self.root_value;
        let range = self.plan.range;
        let is_wanted = |value: i8| {
            let value = i32::from(value);
            let at_root = if is_root_side { value } else { -value };
            value >= best - allowed && (at_root - root_value).abs() <= range
        };
        if record.key.empties() > self.plan.fewest_empties
            && record.leaf.is_some_and(|leaf| is_wanted(leaf.estimate.value))
            && let Some(task) = BookTask::expand(self.book, record)?
        {
            self.tasks.push(task);
        }
        for link in self.book.links(record.key)? {
            let Destination::Position { passed, .. } = link.to else { continue };
            if let (Some(estimate), Some(below)) = (link.estimate(), link.record)
                && is_wanted(estimate.value)
            {
                self.visit(&below, is_root_side == passed, root_side_errs)?;
            }
        }
        Ok(())
    }
}

/// Returns the tasks that search positions of which the best open move is not known.
///
/// # Errors
///
/// If the book cannot be read.
pub fn missing_leaf_tasks(book: &Book) -> Result<Vec<BookTask>, BookError> {
    let mut found = Vec::new();
    for record in book.records() {
        let record = record?;
        if needs_leaf(book, &record)? {
            found.push(record.key);
        }
    }
    found.sort_unstable_by_key(|key| (std::cmp::Reverse(key.empties()), *key));
    found.into_iter().map(|key| BookTask::leaf_of(book, key)).collect()
}

/// Returns the tasks that solve every position with at most so many empty squares that is not exact yet, the
/// quickest first.
///
/// # Errors
///
/// If the book cannot be read.
pub fn solve_tasks(book: &Book, most_empties: u32) -> Result<Vec<BookTask>, BookError> {
    let mut found = Vec::new();
    for record in book.records() {
        let record = record?;
        if record.key.empties() <= most_empties && !record.bounds.is_exact() {
            found.push(record.key);
        }
    }
    found.sort_unstable_by_key(|key| (key.empties(), *key));
    Ok(found.into_iter().map(BookTask::Solve).collect())
}
