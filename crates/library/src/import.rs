//! Reading files into the library.

use std::ops::ControlFlow;

use outflank_game::StudyContent;
use outflank_keep::game_of_record;
use outflank_records::{Format, Item, Ply, Problem, Record, RecordError};
use outflank_store::{ImportClaim, ImportNote, LibraryGame, LibrarySource, NewStudy, Store, StoreError};

/// How many games are stored at once: all of them or none.
const BATCH: usize = 2000;
/// How many bad records are named.
const NAMED: usize = 1000;
/// How much of a fingerprint names the study of a game that came with notes.
const SLUG_LENGTH: usize = 12;

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
/// the games, and doing it again adds the others. Bad records are told and left out. A game with variations
/// or comments on its moves gets a study that has them, unless it has one already.
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
    let mut batch = ImportBatch::default();
    let source = LibrarySource::File(format.to_string());
    for item in items {
        match item {
            Ok(Item { record: Some(record), .. }) if record.is_position() => report.positions += 1,
            Ok(Item { record: Some(record), .. }) => batch.push(&record, source.clone()),
            Ok(_) => {}
            Err(error) if matches!(error.problem, Problem::Io(_)) => {
                flush(store, &mut batch, &mut report).await?;
                return Err(ImportError::Read(error));
            }
            Err(error) => report.add_fault(error.to_string()),
        }
        if batch.games.len() == BATCH {
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

/// A source of an import that others may go on with, and how far it is.
#[derive(Clone, Debug)]
pub struct ImportPart {
    /// The source, of all in their order.
    pub source: i64,
    /// Its format.
    pub format: Format,
    /// How many of its items are stored.
    pub stored: i64,
    /// How many of them are stored with their studies.
    pub settled: i64,
    /// What is wrong with bad records so far; what is found is added.
    pub faults: Vec<String>,
}

/// Adds the games of a source of an import that others may go on with, from where it is. How far it is is
/// stored with the games: whoever goes on after a sudden end neither loses nor counts any twice. Returns
/// `Break` if somebody wants it to stop, and what is wrong with bad records.
/// `shown` writes a fault as people should read it.
///
/// # Errors
///
/// If the file cannot be read, the database fails or somebody else goes on with it.
pub async fn import_claimed(
    store: &Store,
    claim: &ImportClaim,
    part: ImportPart,
    items: impl Iterator<Item = Result<Item, RecordError>>,
    shown: impl Fn(String) -> String,
) -> Result<(ControlFlow<()>, Vec<String>), ImportError> {
    let ImportPart { source, format, stored, settled, faults } = part;
    let mut note = ImportNote { source, faults, ..ImportNote::default() };
    let mut batch = ImportBatch::default();
    let label = LibrarySource::File(format.to_string());
    for item in items {
        note.items += 1;
        if note.items <= settled {
            continue;
        }
        let is_new = note.items > stored;
        match item {
            Ok(Item { record: Some(record), .. }) if record.is_position() => {
                note.positions += i64::from(is_new);
            }
            Ok(Item { record: Some(record), .. }) => batch.push(&record, label.clone()),
            Ok(_) => {}
            Err(error) if matches!(error.problem, Problem::Io(_)) => return Err(ImportError::Read(error)),
            Err(error) if is_new => {
                note.bad += 1;
                if note.faults.len() < NAMED {
                    note.faults.push(shown(error.to_string()));
                }
            }
            Err(_counted) => {}
        }
        if note.items == stored {
            // The games are there; whether their studies are is not known.
            add_studies(store, std::mem::take(&mut batch).studies).await?;
        }
        if batch.games.len() == BATCH && flush_claimed(store, claim, &mut batch, &mut note).await? {
            return Ok((ControlFlow::Break(()), note.faults));
        }
    }
    if note.items < stored {
        // It ended before it came to where the last reader was.
        return Ok((ControlFlow::Continue(()), note.faults));
    }
    let stops = flush_claimed(store, claim, &mut batch, &mut note).await?;
    let flow = if stops { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    Ok((flow, note.faults))
}

/// Stores a batch with how far the import is, and tells whether somebody wants it to stop.
async fn flush_claimed(
    store: &Store,
    claim: &ImportClaim,
    batch: &mut ImportBatch,
    note: &mut ImportNote,
) -> Result<bool, StoreError> {
    let ImportBatch { games, studies } = std::mem::take(batch);
    let (_added, stops) = store.add_import_batch(claim, &games, note).await?;
    (note.positions, note.bad) = (0, 0);
    add_studies(store, studies).await?;
    Ok(stops)
}

/// Games that are stored together.
#[derive(Default)]
struct ImportBatch {
    games: Vec<LibraryGame>,
    /// Those with variations or comments on moves, by their fingerprints.
    studies: Vec<(String, StudyContent)>,
}

impl ImportBatch {
    fn push(&mut self, record: &Record, source: LibrarySource) {
        let game = game_of_record(record, source);
        let noted = |ply: &Ply| ply.comment.is_some() || ply.name.is_some() || !ply.marks.is_empty();
        if !record.sidelines().is_empty() || record.plies().iter().any(noted) {
            let (title, black, white) = Default::default();
            let content =
                StudyContent { title, black, white, played: record.game(), tree: record.study_tree() };
            // What is larger than a study may be is still a game.
            if content.check().is_ok() {
                self.studies.push((game.fingerprint.clone(), content));
            }
        }
        self.games.push(game);
    }
}

async fn flush(store: &Store, batch: &mut ImportBatch, report: &mut ImportReport) -> Result<(), StoreError> {
    let ImportBatch { games, studies } = std::mem::take(batch);
    let added = store.add_to_library(&games).await?;
    let read = games.len() as u64;
    report.read += read;
    report.added += added;
    report.duplicates += read.saturating_sub(added);
    add_studies(store, studies).await
}

/// Adds the studies of games that are stored.
async fn add_studies(store: &Store, studies: Vec<(String, StudyContent)>) -> Result<(), StoreError> {
    for (fingerprint, content) in studies {
        let Some(subject) = store.subject_like(&fingerprint).await? else { continue };
        let slug = fingerprint.chars().take(SLUG_LENGTH).collect();
        match store.create_study(&NewStudy { slug, subject: Some(subject), owner: None, content }).await {
            // Notes that somebody has made here stay as they are.
            Ok(_) | Err(StoreError::StudyExists) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
