//! Reading files into the library.

use std::ops::ControlFlow;

use outflank_records::{Format, Item, Problem, RecordError};
use outflank_store::{LibraryGame, LibrarySource, Store, StoreError};

use crate::entry::game_of_record;

/// How many games are stored at once: all of them or none.
const BATCH: usize = 2000;
/// How many bad records are named.
const NAMED: usize = 1000;

/// What an import has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// Games read.
    pub read: u64,
    /// Games that were new.
    pub added: u64,
    /// Games that were there already.
    pub duplicates: u64,
    /// Positions without moves, which are no games.
    pub positions: u64,
    /// Records that are no legal game.
    pub bad: u64,
    /// What is wrong with them, of very many the first.
    pub faults: Vec<String>,
    /// Whether it was stopped.
    pub stopped: bool,
}

impl ImportReport {
    /// Adds what a further import has done.
    pub fn add(&mut self, other: ImportReport) {
        self.read += other.read;
        self.added += other.added;
        self.duplicates += other.duplicates;
        self.positions += other.positions;
        self.bad += other.bad;
        self.stopped |= other.stopped;
        self.faults.extend(other.faults);
        self.faults.truncate(NAMED);
    }

    /// Takes note of a bad record, or of a file that cannot be read.
    pub fn add_fault(&mut self, fault: String) {
        self.bad += 1;
        if self.faults.len() < NAMED {
            self.faults.push(fault);
        }
    }
}

/// Why an import did not come to its end. The games stored until then stay.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file cannot be read on.
    #[error(transparent)]
    Read(RecordError),
    /// The games cannot be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Adds all games of a file or folder. `look` is shown the progress after every batch and may stop the work.
///
/// Games are stored in batches, each as a whole: an import that is killed leaves a library with a number of
/// the games, and doing it again adds the others. Bad records are told and left out.
///
/// # Errors
///
/// If the file cannot be read, or the database fails.
pub async fn import(
    store: &Store,
    format: Format,
    items: impl Iterator<Item = Result<Item, RecordError>>,
    mut look: impl FnMut(&ImportReport) -> ControlFlow<()>,
) -> Result<ImportReport, ImportError> {
    let mut report = ImportReport::default();
    let mut batch: Vec<LibraryGame> = Vec::with_capacity(BATCH);
    let source = LibrarySource::File(format.to_string());
    for item in items {
        match item {
            Ok(Item { record: Some(record), .. }) if record.is_position() => report.positions += 1,
            Ok(Item { record: Some(record), .. }) => batch.push(game_of_record(&record, source.clone())),
            Ok(_) => {}
            Err(error) if matches!(error.problem, Problem::Io(_)) => {
                flush(store, &mut batch, &mut report).await?;
                return Err(ImportError::Read(error));
            }
            Err(error) => report.add_fault(error.to_string()),
        }
        if batch.len() == BATCH {
            flush(store, &mut batch, &mut report).await?;
            if look(&report).is_break() {
                report.stopped = true;
                return Ok(report);
            }
        }
    }
    flush(store, &mut batch, &mut report).await?;
    Ok(report)
}

async fn flush(
    store: &Store,
    batch: &mut Vec<LibraryGame>,
    report: &mut ImportReport,
) -> Result<(), StoreError> {
    let added = store.add_to_library(batch).await?;
    let read = batch.len() as u64;
    report.read += read;
    report.added += added;
    report.duplicates += read.saturating_sub(added);
    batch.clear();
    Ok(())
}
