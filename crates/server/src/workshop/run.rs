//! A piece of work in its folder: what it is doing, and the thread that does it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use outflank_game::PersonId;
use outflank_lab::{Learning, TournamentNews, Tuning, Venue};
use outflank_players::Stopper;
use serde::{Deserialize, Serialize};

use crate::wire::lab::{LabKind, LabState};

/// The file of what the studio remembers of a piece of work, beside what `outflank lab` reads.
pub(crate) const RECORD: &str = "studio.json";

/// What the studio remembers of a piece of work.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RunRecord {
    pub(crate) kind: LabKind,
    pub(crate) name: String,
    /// Milliseconds since 1970.
    pub(crate) created: i64,
    /// Whether it is to go on; a server that starts resumes it.
    pub(crate) wanted: bool,
    /// Why it stopped, if something went wrong.
    #[serde(default)]
    pub(crate) failure: Option<String>,
    /// How much was done when a server took it up again, and how many did so in a row.
    #[serde(default)]
    pub(crate) taken_up: Option<(u64, u32)>,
    /// Who began it, where people have names.
    #[serde(default)]
    pub(crate) owner: Option<String>,
}

/// How many servers in a row take up work that does not get on: it may be what ends them.
const PATIENCE: u32 = 3;

impl RunRecord {
    pub(crate) fn read(folder: &Path) -> Option<RunRecord> {
        serde_json::from_slice(&fs::read(folder.join(RECORD)).ok()?).ok()
    }

    pub(crate) fn write(&self, folder: &Path) -> io::Result<()> {
        let new = folder.join("studio.json.new");
        fs::write(&new, serde_json::to_vec_pretty(self)?)?;
        fs::File::open(&new)?.sync_all()?;
        fs::rename(new, folder.join(RECORD))
    }
}

/// Tells work to stop.
#[derive(Clone, Debug, Default)]
pub(crate) struct StopSign {
    flag: Arc<AtomicBool>,
    stopper: Stopper,
}

impl StopSign {
    pub(crate) fn stop(&self) {
        self.flag.store(true, Ordering::Relaxed);
        self.stopper.stop();
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    fn is(&self, other: &StopSign) -> bool {
        Arc::ptr_eq(&self.flag, &other.flag)
    }
}

/// How it is with a piece of work at present.
#[derive(Debug)]
pub(crate) struct RunStatus {
    pub(crate) record: RunRecord,
    pub(crate) state: LabState,
    /// What ends the work under way.
    sign: Option<StopSign>,
    /// When it was taken up, and how much was done then.
    pub(crate) since: Option<(Instant, u64)>,
    pub(crate) done: u64,
    /// How much was done when a restarted server took it up again.
    pub(crate) resumed_at: Option<u64>,
}

/// A piece of work of this studio.
#[derive(Debug)]
pub(crate) struct LabRun {
    pub(crate) id: String,
    pub(crate) folder: PathBuf,
    pub(crate) kind: LabKind,
    status: Mutex<RunStatus>,
    /// Held while it is worked at, so that it is taken up again only when it was left.
    pub(crate) work: tokio::sync::Mutex<()>,
}

impl LabRun {
    /// Takes note of a folder.
    pub(crate) fn new(id: String, folder: PathBuf, record: RunRecord) -> Arc<LabRun> {
        let state = if record.failure.is_some() { LabState::Failed } else { LabState::Paused };
        let kind = record.kind;
        let status = RunStatus { record, state, sign: None, since: None, done: 0, resumed_at: None };
        let (status, work) = (Mutex::new(status), tokio::sync::Mutex::default());
        Arc::new(LabRun { id, folder, kind, status, work })
    }

    pub(crate) fn status(&self) -> MutexGuard<'_, RunStatus> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns who began it, where people have names.
    pub(crate) fn owner(&self) -> Option<PersonId> {
        self.status().record.owner.clone().map(PersonId::from)
    }

    /// Tells whether it runs or waits for its turn.
    pub(crate) fn is_wanted(&self) -> bool {
        matches!(self.status().state, LabState::Running | LabState::Waiting)
    }

    /// Takes note that a server takes it up again; `false` if too many did so in vain.
    pub(crate) fn take_up(&self, done: u64) -> bool {
        let mut status = self.status();
        let times =
            status.record.taken_up.filter(|(before, _)| *before == done).map_or(0, |(_, times)| times);
        status.resumed_at = Some(done);
        status.record.taken_up = Some((done, times + 1));
        if times < PATIENCE {
            return true;
        }
        status.state = LabState::Failed;
        status.record.wanted = false;
        status.record.taken_up = None;
        status.record.failure = Some(format!("the server ended {times} times while this was running"));
        let _found_again = status.record.write(&self.folder);
        false
    }

    /// Queues up; `None` if it runs or waits already.
    pub(crate) fn queue(&self) -> io::Result<Option<StopSign>> {
        let mut status = self.status();
        if matches!(status.state, LabState::Running | LabState::Waiting) {
            return Ok(None);
        }
        let record = RunRecord { wanted: true, failure: None, ..status.record.clone() };
        record.write(&self.folder)?;
        let sign = StopSign::default();
        (status.record, status.state, status.sign) = (record, LabState::Waiting, Some(sign.clone()));
        Ok(Some(sign))
    }

    /// Begins when its turn has come; `false` if it was stopped while it waited.
    pub(crate) fn begin(&self, sign: &StopSign, done: u64) -> bool {
        let mut status = self.status();
        if sign.is_stopped() || !status.sign.as_ref().is_some_and(|own| own.is(sign)) {
            return false;
        }
        (status.state, status.since, status.done) = (LabState::Running, Some((Instant::now(), done)), done);
        true
    }

    /// Stops it. It goes on after a restart unless `is_paused`.
    pub(crate) fn stop(&self, is_paused: bool) -> io::Result<()> {
        let mut status = self.status();
        if let Some(sign) = status.sign.take() {
            sign.stop();
        }
        if matches!(status.state, LabState::Running | LabState::Waiting) {
            status.state = LabState::Paused;
        }
        status.since = None;
        if is_paused && status.record.wanted {
            status.record.wanted = false;
            status.record.write(&self.folder)?;
        }
        Ok(())
    }

    /// Takes note of how the work ended, unless it was stopped or taken up again since.
    pub(crate) fn end(&self, sign: &StopSign, result: Result<(), String>) {
        let mut status = self.status();
        if !status.sign.as_ref().is_some_and(|own| own.is(sign)) {
            return;
        }
        (status.sign, status.since, status.state) = (None, None, LabState::Paused);
        if let Err(failure) = result {
            status.state = LabState::Failed;
            status.record.failure = Some(failure);
        }
        status.record.wanted = false;
        // The state in memory counts; after a restart a failure is found again.
        let _found_again = status.record.write(&self.folder);
    }

    /// Does what is missing until it is done or stopped.
    pub(crate) fn work(&self, sign: &StopSign) -> Result<(), String> {
        let note = |done: u64| self.status().done = done;
        match self.kind {
            LabKind::Tournament => {
                let venue = Venue::open(&self.folder).map_err(|error| self.shown(&error))?;
                let mut observer = |news: TournamentNews<'_>| {
                    if let TournamentNews::Game(_, state) = news {
                        note(state.done);
                    }
                };
                venue.run(&sign.flag, &mut observer).map(drop).map_err(|error| self.shown(&error))
            }
            LabKind::Tuning => {
                let tuning = Tuning::reopen(&self.folder).map_err(|error| self.shown(&error))?;
                let ran = tuning.run(&sign.flag, &mut |done, _| note(done));
                ran.map(drop).map_err(|error| self.shown(&error))
            }
            LabKind::Learning => {
                let learning = Learning::open(&self.folder).map_err(|error| self.shown(&error))?;
                learning.run(&sign.stopper, &mut |done, _| note(done)).map_err(|error| self.shown(&error))
            }
        }
    }

    /// Writes an error without the folders of the server.
    pub(crate) fn shown(&self, error: &dyn std::fmt::Display) -> String {
        let folder = self.folder.display().to_string();
        let text = error.to_string();
        text.replace(&format!("{folder}{}", std::path::MAIN_SEPARATOR), "").replace(&folder, &self.id)
    }
}
