//! The laboratory in the browser: tournaments, tunings and learnings that visitors begin, pause, resume and
//! remove.
//!
//! Each is a folder that `outflank lab` understands: its description, its journal, and beside them a record
//! of what the studio is to do with it. The work itself is done by `outflank-lab`, on few threads at a low
//! priority; a server that starts takes up again what was under way when it ended, whatever ended it.

mod files;
mod limits;
mod lock;
mod order;
mod run;
mod storage_room;
mod views;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use outflank_game::PersonId;
use outflank_lab::{Learning, LearningError, Tuning, Venue, VenueError};
use outflank_players::Spec;
use tokio::sync::Semaphore;
use tracing::{info, warn};

pub(crate) use self::files::{FILE_BYTES, LabFiles, too_large};
use self::files::{FILES, no_place};
use self::limits::{BOARDS, KEPT, RUNNING, WAITING};
pub(crate) use self::lock::LAB_IN_USE;
use self::lock::LabLock;
use self::order::{PreparedRun, copy_of, prepare};
pub(crate) use self::run::LabRun;
use self::run::{RunRecord, StopSign};
pub(crate) use self::views::{detail, document, places, tournament};
use crate::background;
use crate::error::ApiError;
use crate::wire::lab::{LabFileKind, LabKind, LabLimits, LabOrder, LabState};

/// The work of the laboratory that belongs to the browser.
#[derive(Debug)]
pub(crate) struct Workshop {
    /// Where its folders are; nowhere if the studio has no place for them.
    folder: Option<PathBuf>,
    files: LabFiles,
    runs: Mutex<BTreeMap<String, Arc<LabRun>>>,
    slots: Arc<Semaphore>,
    /// Turns of those who download.
    pub(crate) downloads: Arc<Semaphore>,
    /// Games at a time of a piece of work.
    boards: usize,
    /// Held while this studio works in the folder.
    lock: LabLock,
}

impl Workshop {
    /// Finds the work in a folder. `workers` is how many threads the engines of the studio keep busy.
    pub(crate) fn open(folder: Option<PathBuf>, workers: usize) -> Workshop {
        let folder = folder.map(|folder| std::path::absolute(&folder).unwrap_or(folder));
        let entries = folder.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let run = |entry: fs::DirEntry| {
            let record = RunRecord::read(&entry.path())?;
            let id = entry.file_name().into_string().ok()?;
            Some((id.clone(), LabRun::new(id, entry.path(), record)))
        };
        Workshop {
            files: LabFiles::new(folder.as_deref()),
            runs: Mutex::new(entries.into_iter().flatten().flatten().filter_map(run).collect()),
            slots: Arc::new(Semaphore::new(RUNNING)),
            downloads: Arc::new(Semaphore::new(limits::DOWNLOADS)),
            boards: (workers / 4).clamp(1, BOARDS),
            lock: LabLock::default(),
            folder,
        }
    }

    /// Returns the files that can be chosen by name.
    pub(crate) fn files(&self) -> &LabFiles {
        &self.files
    }

    /// Returns the folder of the work that was begun here.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Refuses to work in a folder in which another server does: both would play the same games.
    pub(crate) fn require_own_folder(&self) -> Result<(), ApiError> {
        match &self.folder {
            Some(folder) => self.lock.require(folder),
            None => Ok(()),
        }
    }

    /// Returns the bounds.
    pub(crate) fn limits(&self) -> LabLimits {
        LabLimits {
            running: RUNNING,
            boards: self.boards,
            kept: KEPT,
            players: limits::PLAYERS,
            games: limits::GAMES,
            seconds: limits::SECONDS,
            tuning_games: limits::TUNING_GAMES,
            lessons: limits::LESSONS,
            file_bytes: FILE_BYTES,
            files: FILES,
        }
    }

    fn present(&self) -> MutexGuard<'_, BTreeMap<String, Arc<LabRun>>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lists the work.
    pub(crate) fn list(&self) -> Vec<Arc<LabRun>> {
        self.present().values().cloned().collect()
    }

    /// Finds a piece of work that was begun here.
    pub(crate) fn find(&self, id: &str) -> Option<Arc<LabRun>> {
        self.present().get(id).cloned()
    }

    /// Finds a piece of work that may be changed.
    pub(crate) fn own(&self, id: &str) -> Result<Arc<LabRun>, ApiError> {
        self.find(id).ok_or_else(|| {
            ApiError::forbidden(format!("{id:?} was not started in the browser; `outflank lab` continues it"))
        })
    }

    /// Goes on with what was under way when the last server ended. This needs a runtime.
    pub(crate) fn resume_all(self: &Arc<Workshop>) {
        if self.list().is_empty() || self.require_own_folder().is_err() {
            return;
        }
        for run in self.list() {
            let wanted = run.status().record.wanted;
            if wanted
                && run.take_up(done(&run).unwrap_or(0))
                && let Err(error) = self.start(&run)
            {
                warn!(id = run.id, error = error.message(), "work of the lab cannot be resumed");
            }
        }
    }

    /// Begins a piece of work of somebody.
    pub(crate) fn begin(
        self: &Arc<Workshop>,
        order: &LabOrder,
        owner: Option<&PersonId>,
    ) -> Result<Arc<LabRun>, ApiError> {
        let lab = self.folder.as_ref().ok_or_else(no_place)?;
        let prepared = prepare(order, &self.files, self.boards)?;
        if self.present().len() >= KEPT {
            return Err(ApiError::bad(format!(
                "there are already {KEPT} tournaments and runs; remove one first"
            )));
        }
        self.require_turn()?;
        self.require_room(0)?;
        self.require_own_folder()?;
        let (id, folder) = make_folder(lab, &prepared)?;
        let begun = self.furnish(&id, &folder, &prepared, owner);
        if begun.is_err() {
            let _nothing_was_begun = fs::remove_dir_all(&folder);
        }
        let run = begun?;
        self.present().insert(id, Arc::clone(&run));
        self.start(&run)?;
        info!(id = run.id, kind = ?run.kind, "work of the lab has begun");
        Ok(run)
    }

    /// Resumes a piece of work.
    pub(crate) fn resume(self: &Arc<Workshop>, run: &Arc<LabRun>) -> Result<(), ApiError> {
        self.require_own_folder()?;
        if !run.is_wanted() {
            self.require_turn()?;
            self.require_room(0)?;
        }
        run.status().resumed_at = None;
        self.start(run)
    }

    /// Pauses a piece of work. The games under way are left.
    pub(crate) fn pause(&self, run: &LabRun) -> Result<(), ApiError> {
        self.require_own_folder()?;
        run.stop(true).map_err(|error| ApiError::failed("the pause cannot be kept", &error))
    }

    /// Removes a piece of work with all its games.
    pub(crate) async fn remove(&self, run: &Arc<LabRun>) -> Result<(), ApiError> {
        self.pause(run)?;
        let _it_has_stopped = run.work.lock().await;
        fs::remove_dir_all(&run.folder)
            .map_err(|error| ApiError::failed(format!("{:?} cannot be removed", run.id), &error))?;
        self.present().remove(&run.id);
        Ok(())
    }

    /// Stops all work; a server that starts goes on with it.
    pub(crate) async fn close(&self) {
        self.slots.close();
        for run in self.list() {
            let _nothing_is_written = run.stop(false);
        }
        for run in self.list() {
            drop(run.work.lock().await);
        }
        self.lock.release();
    }

    /// Refuses more work than can wait.
    fn require_turn(&self) -> Result<(), ApiError> {
        let waiting = self.list().iter().filter(|run| run.status().state == LabState::Waiting).count();
        if waiting >= WAITING {
            return Err(ApiError::busy(format!(
                "{waiting} tournaments and runs are already waiting for their turn"
            )));
        }
        Ok(())
    }

    /// Fills the folder of a piece of work.
    fn furnish(
        &self,
        id: &str,
        folder: &Path,
        prepared: &PreparedRun,
        owner: Option<&PersonId>,
    ) -> Result<Arc<LabRun>, ApiError> {
        let failed = |error: io::Error| ApiError::failed("this cannot be stored", &error);
        for (kind, name) in &prepared.files {
            let content = self.files.read(*kind, name)?;
            let path = folder.join(copy_of(*kind, name));
            path.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
            fs::write(path, content).map_err(failed)?;
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let record = RunRecord {
            kind: prepared.kind,
            name: prepared.name.clone(),
            created: i64::try_from(now.as_millis()).unwrap_or(0),
            wanted: false,
            failure: None,
            taken_up: None,
            owner: owner.map(ToString::to_string),
        };
        let run = LabRun::new(id.to_owned(), folder.to_owned(), record.clone());
        let refused = |error: &dyn std::fmt::Display| ApiError::bad(run.shown(error));
        let broken = |error: &dyn std::fmt::Display| ApiError::failed("this cannot be stored", &error);
        let by_blame = |error: VenueError| if error.is_input() { refused(&error) } else { broken(&error) };
        match prepared.kind {
            LabKind::Tournament => Venue::found(folder, &prepared.text).map(drop).map_err(by_blame)?,
            LabKind::Tuning => {
                let file = Path::new("tuning.toml");
                Tuning::open(folder, &prepared.text, file).map(drop).map_err(by_blame)?;
            }
            LabKind::Learning => {
                let created = Learning::create(folder, &prepared.text);
                created.map(drop).map_err(|error| match error {
                    LearningError::File(error) => broken(&error),
                    error => refused(&error),
                })?;
            }
        }
        record.write(folder).map_err(failed)?;
        Ok(run)
    }

    /// Lets a piece of work wait for its turn and go on.
    fn start(self: &Arc<Workshop>, run: &Arc<LabRun>) -> Result<(), ApiError> {
        let queued = run.queue().map_err(|error| ApiError::failed("this cannot be stored", &error))?;
        if let Some(sign) = queued {
            tokio::spawn(work(Arc::clone(self), Arc::clone(run), sign));
        }
        Ok(())
    }

    /// Makes a finished table of a learning one that can be chosen by name.
    fn adopt_table(&self, run: &LabRun) -> Option<(LabFileKind, String)> {
        let learning = Learning::open(&run.folder).ok()?;
        if learning.done().ok()? < learning.plan.games {
            return None;
        }
        let kind = table_kind(&learning.plan.player)?;
        let name = format!("{}.txt", run.id);
        self.files.store(kind, &name, learning.table().ok()??.as_bytes()).ok()?;
        Some((kind, name))
    }
}

/// Returns the kind of the table that a player fills.
fn table_kind(player: &str) -> Option<LabFileKind> {
    let family = Spec::split(player).ok()?.family();
    let has = |kind: &LabFileKind| family.parameters.iter().any(|one| one.name == kind.word());
    [LabFileKind::Killers, LabFileKind::Table].into_iter().find(has)
}

/// Waits for a turn and does what is missing.
async fn work(workshop: Arc<Workshop>, run: Arc<LabRun>, sign: StopSign) {
    let _alone = run.work.lock().await;
    let Ok(_slot) = workshop.slots.acquire().await else { return };
    let counted = Arc::clone(&run);
    let before = tokio::task::spawn_blocking(move || done(&counted)).await.ok().flatten().unwrap_or(0);
    if !run.begin(&sign, before) {
        return;
    }
    let (worker, stop) = (Arc::clone(&run), sign.clone());
    let result = background::run_unhurried("lab", move || worker.work(&stop)).await;
    let result = result.unwrap_or_else(|| Err("the work ended unexpectedly".to_owned()));
    if let Err(failure) = &result {
        warn!(id = run.id, failure, "work of the lab failed");
    }
    if run.kind == LabKind::Learning && result.is_ok() {
        let _there_may_be_no_room = workshop.adopt_table(&run);
    }
    run.end(&sign, result);
}

/// Counts what is done, as it is on the disk.
fn done(run: &LabRun) -> Option<u64> {
    match run.kind {
        LabKind::Tournament => Some(Venue::open(&run.folder).ok()?.results().ok()?.games.len() as u64),
        LabKind::Tuning => Tuning::reopen(&run.folder).ok()?.done().ok(),
        LabKind::Learning => Learning::open(&run.folder).ok()?.done().ok(),
    }
}

/// Makes a folder with a name that people recognise.
fn make_folder(lab: &Path, prepared: &PreparedRun) -> Result<(String, PathBuf), ApiError> {
    let failed = |error: io::Error| ApiError::failed("there is no room for this", &error);
    fs::create_dir_all(lab).map_err(failed)?;
    let words = prepared.name.to_lowercase();
    let words = words.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut name = words.collect::<Vec<_>>().join("-");
    name.truncate(40);
    if name.is_empty() {
        name = match prepared.kind {
            LabKind::Tournament => "tournament",
            LabKind::Tuning => "tuning",
            LabKind::Learning => "learning",
        }
        .to_owned();
    }
    let name = name.trim_matches('-');
    for number in 1..=10 * KEPT {
        let id = if number == 1 { name.to_owned() } else { format!("{name}-{number}") };
        match fs::create_dir(lab.join(&id)) {
            Ok(()) => return Ok((id.clone(), lab.join(id))),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(error)),
        }
    }
    Err(ApiError::bad(format!("there are too many called {name:?}; choose another name")))
}
