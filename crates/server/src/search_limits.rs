//! When searches of visitors end: after a time, at a depth, or when somebody stops them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_engine::{Clock, Limits, Stopper};
use outflank_players::WallClock;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;

use crate::give_way::GiveWay;

/// Stops a search when its time is over, or when somebody else wants it to end.
pub(crate) struct LimitedStopper {
    pub(crate) stopper: Stopper,
    watch: JoinHandle<()>,
}

/// How often it is looked whether somebody wants a search to end.
const STOP_LOOK: Duration = Duration::from_millis(5);

impl LimitedStopper {
    pub(crate) fn begin(runtime: &Handle, outer: &Stopper, limit: Duration) -> LimitedStopper {
        let (stopper, outer) = (Stopper::new(), outer.clone());
        let own = stopper.clone();
        let watch = runtime.spawn(async move {
            let end = Instant::now() + limit;
            while !outer.is_stopped() && Instant::now() < end {
                tokio::time::sleep(STOP_LOOK).await;
            }
            own.stop();
        });
        LimitedStopper { stopper, watch }
    }
}

impl Drop for LimitedStopper {
    fn drop(&mut self) {
        self.watch.abort();
    }
}

/// Returns the limits of a search that gives way, and ends after a time, at a depth, or when it is stopped.
pub(crate) fn resting_within(
    time: Duration,
    depth: Option<u32>,
    stopper: &Stopper,
    give_way: &Arc<GiveWay>,
) -> Limits {
    let clock = give_way.clock(Arc::new(WallClock::start()), stopper);
    Limits { depth, deadline: Some((clock, time)), ..Limits::stopped_by(stopper) }
}

/// Returns the limits of a search that ends after a time, at a depth, or when it is stopped.
pub(crate) fn within(time: Duration, depth: Option<u32>, stopper: &Stopper) -> Limits {
    let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
    Limits { depth, deadline: Some((clock, time)), ..Limits::stopped_by(stopper) }
}
