//! Checking a book: every record against the rules and against what lies below it.

use crate::{Book, BookError, BookKey, BookRecord};

/// What a check found.
#[derive(Debug, Default)]
pub struct CheckReport {
    /// Positions that were looked at.
    pub positions: u64,
    /// Positions whose score is proven.
    pub exact: u64,
    /// Positions with a best open move that is not known.
    pub without_leaf: u64,
    /// What is wrong, one text each.
    pub problems: Vec<String>,
}

impl Book {
    /// Derives every value anew and compares; looks at keys, leaves and bounds.
    ///
    /// # Errors
    ///
    /// If the book cannot be read.
    pub fn check(&self) -> Result<CheckReport, BookError> {
        let mut report = CheckReport::default();
        let mut last: Option<BookKey> = None;
        for record in self.records() {
            let record = record?;
            report.positions += 1;
            report.exact += u64::from(record.bounds.is_exact());
            report.without_leaf += u64::from(crate::grow::needs_leaf(self, &record)?);
            let mut problem =
                |what: String| report.problems.push(format!("{}: {what}", record.key.position()));
            if last.is_some_and(|last| last >= record.key) {
                problem("out of order".to_owned());
            }
            last = Some(record.key);
            let (own, opp) = record.key.words();
            if BookKey::of_words(own, opp) != Some(record.key) {
                problem("not the smallest of its views, or without a legal move".to_owned());
                continue;
            }
            self.check_values(&record, &mut problem)?;
        }
        Ok(report)
    }

    fn check_values(&self, record: &BookRecord, problem: &mut impl FnMut(String)) -> Result<(), BookError> {
        let links = self.links(record.key)?;
        if let Some(square) = record.leaf.and_then(|leaf| leaf.square) {
            match links.iter().find(|link| link.square == square) {
                None => problem(format!("the leaf {square} is not legal")),
                Some(link) if link.estimate().is_some() => {
                    problem(format!("the leaf {square} is a book position"));
                }
                Some(_) => {}
            }
        }
        let derived = record.derived(&links);
        if let Some(there) = derived.contradiction {
            problem(format!("proven {} here, {there} by its moves", record.bounds));
        } else if derived.record.bounds != record.bounds {
            problem(format!("bounds {}, {} by its moves", record.bounds, derived.record.bounds));
        }
        if derived.record.estimate != record.estimate {
            let text = |record: &BookRecord| {
                record.estimate.map_or("none".to_owned(), |estimate| {
                    let (value, depth) = (estimate.value, estimate.depth);
                    format!("{value:+} at depth {depth} ({:?})", estimate.confidence)
                })
            };
            problem(format!("value {}, {} by its moves", text(record), text(&derived.record)));
        }
        Ok(())
    }
}
