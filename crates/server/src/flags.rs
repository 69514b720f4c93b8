//! Flags that fall: one timer for all games, whether anybody looks or not.
//!
//! The deadlines are in the database, so that a restart changes nothing, and any server that shares it may
//! end a game. Here is only when to look.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use outflank_store::StoreError;
use tokio::runtime::Handle;
use tokio::sync::Notify;

use crate::storage::trouble_of;
use crate::studio::Studio;

/// The longest time between two looks: a server that let clocks run may be gone.
const LONGEST: Duration = Duration::from_secs(5);

/// The same where others share the database: any of them may be gone.
const LONGEST_SHARED: Duration = Duration::from_secs(1);

/// The time before another look if the database fails.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// When the next flag falls, as far as is known here.
#[derive(Debug)]
pub(crate) struct FlagWatch {
    /// By the clock of the database, in milliseconds since 1970.
    next: AtomicI64,
    sooner: Notify,
}

impl Default for FlagWatch {
    fn default() -> FlagWatch {
        FlagWatch { next: AtomicI64::new(i64::MAX), sooner: Notify::new() }
    }
}

impl FlagWatch {
    /// Takes note of a deadline that was stored.
    pub(crate) fn expect(&self, deadline: i64) {
        if deadline < self.next.fetch_min(deadline, Ordering::AcqRel) {
            self.sooner.notify_one();
        }
    }
}

impl Studio {
    /// Watches the flags of all games until the studio is closed. Without a runtime nobody does.
    pub(crate) fn watch_flags(self: &Arc<Studio>) {
        let Ok(runtime) = Handle::try_current() else { return };
        runtime.spawn(watch(Arc::downgrade(self), Arc::clone(&self.flags)));
    }

    /// Ends the games whose flags have fallen, and returns when to look again.
    async fn look_at_flags(self: &Arc<Studio>) -> Result<Duration, StoreError> {
        self.flags.next.store(i64::MAX, Ordering::Release);
        let (deadline, now) = self.store.next_deadline().await?;
        let longest = if self.store.is_shared() { LONGEST_SHARED } else { LONGEST };
        let Some(deadline) = deadline else { return Ok(longest) };
        if deadline < now {
            for id in self.store.end_lost_on_time().await? {
                self.take_note(id).await;
            }
            return Ok(Duration::ZERO);
        }
        self.flags.next.fetch_min(deadline, Ordering::AcqRel);
        // The flag falls when the deadline has passed.
        let left = Duration::from_millis((deadline - now).unsigned_abs() + 1);
        Ok(left.min(longest))
    }

    /// Lets the computer players go on whose clocks run, as after a restart.
    pub(crate) async fn resume_timed_games(self: &Arc<Studio>) {
        let Ok(games) = self.store.with_clock_running().await else { return };
        for id in games {
            // A damaged game rests.
            let _resting = self.visit(id).await;
        }
    }
}

async fn watch(studio: Weak<Studio>, flags: Arc<FlagWatch>) {
    let mut is_first = true;
    loop {
        let Some(studio) = studio.upgrade().filter(|studio| !studio.store.is_closed()) else { return };
        let pause = match studio.look_at_flags().await {
            Ok(pause) => {
                let some_clock_runs = pause.is_zero() || flags.next.load(Ordering::Acquire) < i64::MAX;
                if std::mem::take(&mut is_first) && some_clock_runs {
                    studio.resume_timed_games().await;
                }
                pause
            }
            Err(error) => {
                trouble_of(&error).inspect(|&trouble| studio.storage_failed(trouble));
                AFTER_FAILURE
            }
        };
        drop(studio);
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = flags.sooner.notified() => {}
        }
    }
}
