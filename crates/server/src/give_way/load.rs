//! How much of the machine people need: read from the system, or guessed from late wake-ups.

use std::time::Duration;

/// Where Linux says what its processors did.
const COUNTERS: &str = "/proc/stat";

/// A wake-up that is this late says nothing: timers are no better.
const USUAL_DELAY: Duration = Duration::from_millis(2);

/// A wake-up that is this late says that the whole machine is needed.
const LONG_DELAY: Duration = Duration::from_millis(12);

/// What the processors of a machine have done since it was started, in units of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProcessorTimes {
    /// At a usual or a higher priority: answers to people, the database, the system itself.
    usual: u64,
    /// At a lower priority, as engines work here, or not at all.
    rest: u64,
}

impl ProcessorTimes {
    /// Reads the first line of the counters: `cpu`, then user, nice, system, idle, iowait, irq, softirq and
    /// steal. What the host of a virtual machine took was nobody's here.
    fn parse(text: &str) -> Option<ProcessorTimes> {
        let line = text.lines().next()?.strip_prefix("cpu ")?;
        let numbers: Vec<u64> = line.split_whitespace().map_while(|word| word.parse().ok()).collect();
        let [user, nice, system, idle, rest @ ..] = numbers.as_slice() else { return None };
        let at = |place: usize| rest.get(place).copied().unwrap_or(0);
        Some(ProcessorTimes { usual: user + system + at(1) + at(2), rest: nice + idle + at(0) })
    }

    fn now() -> Option<ProcessorTimes> {
        ProcessorTimes::parse(&std::fs::read_to_string(COUNTERS).ok()?)
    }

    /// Returns which share of the machine was needed at a usual priority since an earlier moment.
    fn needed_since(self, before: ProcessorTimes) -> Option<f64> {
        let usual = self.usual.checked_sub(before.usual)?;
        let all = usual + self.rest.checked_sub(before.rest)?;
        // Counters move on every hundredth of a second: a few of them say nothing.
        #[expect(clippy::cast_precision_loss, reason = "counts of hundredths of seconds")]
        (all >= 8).then(|| usual as f64 / all as f64)
    }
}

/// Measures how much of the machine is needed by what does not give way.
pub(super) struct LoadMeter {
    before: Option<ProcessorTimes>,
}

impl LoadMeter {
    pub(super) fn new() -> LoadMeter {
        LoadMeter { before: ProcessorTimes::now() }
    }

    /// Returns which share of the machine was needed since the last call, if that can be told. `late` is how
    /// much later than it wanted the caller was woken: where the system does not count, that says it.
    pub(super) fn measure(&mut self, late: Duration) -> Option<f64> {
        let Some(now) = ProcessorTimes::now() else { return Some(need_of_delay(late)) };
        let before = self.before.replace(now)?;
        now.needed_since(before)
    }
}

/// Guesses from a late wake-up how much of the machine is needed.
fn need_of_delay(late: Duration) -> f64 {
    let beyond = late.saturating_sub(USUAL_DELAY).as_secs_f64();
    (beyond / (LONG_DELAY.as_secs_f64() - USUAL_DELAY.as_secs_f64())).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_at_a_low_priority_is_not_needed() {
        let read = |text| ProcessorTimes::parse(text).unwrap();
        let before = read("cpu  100 50 20 800 5 1 2 3 0 0\ncpu0 1 2 3 4\n");
        assert_eq!(before, ProcessorTimes { usual: 123, rest: 855 });
        // 30 user, 40 nice, 10 system, 20 idle, 7 stolen.
        let after = read("cpu  130 90 30 820 5 1 2 10 0 0\n");
        assert_eq!(after.needed_since(before), Some(0.4));
        assert_eq!(before.needed_since(after), None, "counters that went back");
        assert_eq!(after.needed_since(after), None, "too early");
        assert_eq!(read("cpu  1 2 3 4\n"), ProcessorTimes { usual: 4, rest: 6 }, "an old system");
        for nonsense in ["", "cpu", "cpu  1 2 3", "intr 1 2 3 4 5"] {
            assert_eq!(ProcessorTimes::parse(nonsense), None, "{nonsense:?}");
        }
    }

    #[test]
    fn late_wake_ups_say_it_elsewhere() {
        let need = |late| need_of_delay(Duration::from_millis(late));
        assert_eq!([need(0), need(2), need(7), need(12), need(500)], [0.0, 0.0, 0.5, 1.0, 1.0]);
    }
}
