//! Work that can wait gives way to people: reviews, long analyses, thinking on the opponent's time.
//!
//! A lower priority is not enough. A request is answered in a dozen steps between client, server and
//! database; with all cores busy each of them begins later, whatever the priority of what it interrupts
//! (125 moves a second on two cores, with reviews beside them: 95 % in 17 to 59 ms instead of 4 to 8; with
//! `SCHED_IDLE` in 17 to 29). So such work rests for most of the time as long as people need the machine.
//!
//! It works in the first part of every quarter of a second, by the clock of the machine: all servers and
//! workers of a machine work at the same time then, and the rest of the time belongs to people, however many
//! processes there are. How long that part is, [`controller`] decides by what the system says
//! ([`load`]) about what runs at a usual priority.

mod controller;
mod load;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use outflank_engine::{Clock, Stopper};
use prometheus_client::metrics::gauge::Gauge;
use tokio::runtime::Handle;

use controller::ShareController;
use load::LoadMeter;

/// In the first part of each of these there is work, in the rest of it none.
const PERIOD: Duration = Duration::from_millis(250);

/// How long is rested at a time before it is looked whether the work is still wanted.
const STOP_LOOK: Duration = Duration::from_millis(50);

/// The whole of the time, in thousandths.
const ALWAYS: u32 = 1000;

/// The share of the time that work which can wait may have.
pub(crate) struct GiveWay {
    /// In thousandths.
    share: AtomicU32,
    /// The same, for those who run the server.
    shown: Gauge<f64, AtomicU64>,
}

impl GiveWay {
    /// Lets work have all the time, until [`GiveWay::begin`].
    pub(crate) fn new(shown: &Gauge<f64, AtomicU64>) -> GiveWay {
        shown.set(1.0);
        GiveWay { share: AtomicU32::new(ALWAYS), shown: shown.clone() }
    }

    /// Watches the machine from now on, as long as anybody holds this; needs a runtime.
    pub(crate) fn begin(self: &Arc<GiveWay>) {
        let Ok(runtime) = Handle::try_current() else { return };
        let held = Arc::downgrade(self);
        runtime.spawn(async move {
            let (mut meter, mut controller) = (LoadMeter::new(), ShareController::new());
            loop {
                let wanted = Instant::now() + PERIOD;
                tokio::time::sleep(PERIOD).await;
                let Some(give_way) = held.upgrade() else { return };
                if let Some(need) = meter.measure(wanted.elapsed()) {
                    give_way.set(controller.learn(need));
                }
            }
        });
    }

    fn set(&self, share: f64) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 1000")]
        let thousandths = (share * f64::from(ALWAYS)).round() as u32;
        self.share.store(thousandths, Ordering::Relaxed);
        self.shown.set(share);
    }

    /// Tells whether work that can wait gives way at present.
    pub(crate) fn is_pressed(&self) -> bool {
        self.share.load(Ordering::Relaxed) < ALWAYS
    }

    /// Returns how long there is nothing to be done from now on.
    fn rest(&self) -> Option<Duration> {
        let share = self.share.load(Ordering::Relaxed);
        if share >= ALWAYS {
            return None;
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        rest_at(now, share)
    }

    /// Waits until there is something to be done, or the work is not wanted any more.
    pub(crate) fn pass(&self, stopper: &Stopper) {
        while let Some(rest) = self.rest()
            && !stopper.is_stopped()
        {
            std::thread::sleep(rest.min(STOP_LOOK));
        }
    }

    /// Returns a clock for a search that can wait: the search rests whenever it asks the time and there is
    /// nothing to be done. What it has found is not lost.
    pub(crate) fn clock(self: &Arc<GiveWay>, clock: Arc<dyn Clock>, stopper: &Stopper) -> Arc<dyn Clock> {
        Arc::new(RestingClock { give_way: Arc::clone(self), clock, stopper: stopper.clone() })
    }
}

/// Returns how long there is nothing to be done at a moment, if work has so many thousandths of the time.
fn rest_at(now: Duration, share: u32) -> Option<Duration> {
    let period = PERIOD.as_micros();
    let (place, work) = (now.as_micros() % period, period * u128::from(share) / u128::from(ALWAYS));
    (place >= work).then(|| Duration::from_micros(u64::try_from(period - place).unwrap_or(0)))
}

/// The clock of a search that gives way.
struct RestingClock {
    give_way: Arc<GiveWay>,
    clock: Arc<dyn Clock>,
    stopper: Stopper,
}

impl Clock for RestingClock {
    fn now(&self) -> Duration {
        self.give_way.pass(&self.stopper);
        self.clock.now()
    }
}

#[cfg(test)]
mod tests {
    use outflank_players::WallClock;

    use super::*;

    #[test]
    fn the_machine_is_peoples_but_for_the_first_part_of_every_period() {
        let first = 1_790_000_000 * 1000;
        for (share, work) in [(40, 10), (200, 50), (500, 125), (1, 1)] {
            let at = |ms: u64| rest_at(Duration::from_millis(first + ms), share);
            let open: Vec<u64> = (0..500).filter(|&ms| at(ms).is_none()).collect();
            let wanted: Vec<u64> = (0..work).chain(250..250 + work).collect();
            assert_eq!(open, wanted, "{share}");
            assert_eq!(at(240), Some(Duration::from_millis(10)), "until the next one begins");
        }
        assert!((0..500).all(|ms| rest_at(Duration::from_millis(ms), ALWAYS).is_none()));
    }

    #[test]
    fn a_search_rests_until_it_may_go_on_or_is_stopped() {
        let give_way = Arc::new(GiveWay::new(&Gauge::default()));
        let stopper = Stopper::new();
        let clock = give_way.clock(Arc::new(WallClock::start()), &stopper);
        assert!(give_way.rest().is_none());
        clock.now();
        give_way.set(controller::LEAST);
        // In the first half of a period, so that there is something to wait for.
        let (before, rest) = loop {
            match (Instant::now(), give_way.rest()) {
                (before, Some(rest)) if rest > PERIOD / 2 => break (before, rest),
                _ => std::thread::sleep(Duration::from_millis(1)),
            }
        };
        clock.now();
        assert!(before.elapsed() + Duration::from_millis(5) > rest, "{:?} of {rest:?}", before.elapsed());
        assert!(give_way.shown.get() < 0.05 && give_way.is_pressed());
        // Without any time it would rest for ever.
        give_way.set(0.0);
        stopper.stop();
        clock.now();
    }

    #[tokio::test]
    async fn nobody_watches_a_machine_for_nobody() {
        let give_way = Arc::new(GiveWay::new(&Gauge::default()));
        give_way.begin();
        let held = Arc::downgrade(&give_way);
        drop(give_way);
        assert!(held.upgrade().is_none());
    }
}
