//! The present moment: told by the operating system or, in a page, by whoever provides a clock.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use provided::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use provided::provide_clock;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod provided {
    use std::ops::Add;
    use std::sync::OnceLock;
    use std::time::Duration;

    /// What tells the time since some fixed moment.
    static NOW: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Provides the clock that players look at; once there is one, others are not taken.
    pub fn provide_clock(now: fn() -> Duration) {
        NOW.get_or_init(|| now);
    }

    /// A moment.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// Returns the present moment; without a clock all moments are the same.
        #[must_use]
        pub fn now() -> Instant {
            Instant(NOW.get().map_or(Duration::ZERO, |now| now()))
        }

        /// Returns the time since then.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0.saturating_add(time))
        }
    }
}
