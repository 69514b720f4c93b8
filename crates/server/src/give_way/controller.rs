//! Which share of the time work that can wait may have, by how much of the machine people need.

/// Up to this share of the machine so few requests are under way that nobody is held up by work of a low
/// priority that fills the rest.
const QUIET: f64 = 0.1;

/// From this share on they are: what can wait gets [`LEAST`].
const BUSY: f64 = 0.25;

/// The least share of the time. So few requests meet it that it hardly moves the time in which 95 % of them
/// are answered; and what can wait still goes on.
pub(super) const LEAST: f64 = 0.04;

/// How much of a fall of the need is believed at a look, four times a second: a rise is believed at once, a
/// pause between two waves of requests is not.
const BELIEVED_FALL: f64 = 0.1;

/// Decides, look by look.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShareController {
    /// The share of the machine that people need.
    need: f64,
}

impl ShareController {
    pub(super) fn new() -> ShareController {
        ShareController { need: 0.0 }
    }

    /// Learns which share of the machine was needed lately, and returns which share of the time work that can
    /// wait may have from now on.
    pub(super) fn learn(&mut self, need: f64) -> f64 {
        let need = need.clamp(0.0, 1.0);
        // A single look is a few dozen samples of the system: half of a rise is believed at once, all of it
        // at the next looks.
        let believed = if need > self.need { 0.5 } else { BELIEVED_FALL };
        self.need += believed * (need - self.need);
        share_of(self.need)
    }
}

/// Between [`QUIET`] and [`BUSY`] the share falls by equal factors.
fn share_of(need: f64) -> f64 {
    let busy = ((need - QUIET) / (BUSY - QUIET)).clamp(0.0, 1.0);
    LEAST.powf(busy)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine on which people need some share of it: work at a low priority takes what is left for as
    /// long as it may, and slows people a little where it does.
    fn after(controller: &mut ShareController, people: f64, looks: usize) -> Vec<f64> {
        let mut share = share_of(controller.need);
        (0..looks)
            .map(|_| {
                share = controller.learn(people * (1.0 + 0.1 * share));
                share
            })
            .collect()
    }

    #[test]
    fn a_quiet_machine_is_used_to_the_full() {
        let shares = after(&mut ShareController::new(), 0.09, 40);
        assert!(shares.iter().all(|&share| share == 1.0), "{shares:?}");
    }

    #[test]
    fn work_gives_way_within_a_second_and_never_ends() {
        for people in [0.3, 0.6, 0.8, 1.0] {
            let shares = after(&mut ShareController::new(), people, 400);
            assert!(shares[4..].iter().all(|&share| share == LEAST), "{people}: {shares:?}");
        }
    }

    #[test]
    fn a_pause_between_two_waves_is_not_used() {
        let mut controller = ShareController::new();
        after(&mut controller, 0.8, 20);
        let pause = after(&mut controller, 0.05, 3);
        assert!(pause.iter().all(|&share| share == LEAST), "{pause:?}");
        let end = after(&mut controller, 0.05, 40);
        assert_eq!(end.last(), Some(&1.0), "{end:?}");
        assert!(end.is_sorted(), "the share comes back little by little: {end:?}");
    }

    #[test]
    fn between_quiet_and_busy_it_comes_to_rest() {
        let mut last = 1.0;
        for people in [0.12, 0.15, 0.18, 0.21] {
            let shares = after(&mut ShareController::new(), people, 200);
            let [.., before, share] = shares[..] else { unreachable!() };
            assert!((before - share).abs() < 1e-3, "{people}: {before}, {share}");
            assert!(share < last && share > LEAST, "{people}: {share}, less than {last}");
            last = share;
        }
    }

    #[test]
    fn nonsense_is_not_believed() {
        let mut controller = ShareController::new();
        assert_eq!(controller.learn(-3.0), 1.0);
        for _ in 0..50 {
            controller.learn(17.0);
        }
        assert!(controller.need <= 1.0);
    }
}
