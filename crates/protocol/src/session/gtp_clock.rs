//! The clocks of a GTP session: main time, then so many moves in so much time, again and again.
//!
//! Whoever uses up the main time goes on in the first period, which then has one move less to make: so every
//! move may take its share of the main time and, besides, its share of a period.

use std::time::Duration;

use outflank_rules::Color;

use super::thinker::Allowance;

/// What a clock shows.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Left {
    time: Duration,
    /// The moves to be made with it; 0: all, this is main time.
    stones: u32,
}

/// Settings and what both clocks show.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clocks {
    period: Option<Left>,
    left: [Option<Left>; 2],
}

/// Reads seconds.
fn seconds(word: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(word.parse().ok()?).ok()
}

impl Clocks {
    /// Follows `time_settings MAIN PERIOD STONES`; `None` if the words are wrong.
    pub(super) fn set(words: &[&str]) -> Option<Clocks> {
        let &[main, period, stones] = words else { return None };
        let (main, period, stones) = (seconds(main)?, seconds(period)?, stones.parse::<u32>().ok()?);
        if !period.is_zero() && stones == 0 {
            return Some(Clocks::default());
        }
        let period = (stones > 0 && !period.is_zero()).then_some(Left { time: period, stones });
        let main = (!main.is_zero()).then_some(Left { time: main, stones: 0 });
        // Nothing at all would be no time whatever: the shortest there is.
        let first = main.or(period).unwrap_or(Left { time: Duration::from_millis(1), stones: 0 });
        Some(Clocks { period, left: [Some(first); 2] })
    }

    /// Follows `time_left COLOUR TIME STONES`; `None` if the words are wrong.
    pub(super) fn show(&mut self, side: Color, words: &[&str]) -> Option<()> {
        let (time, stones) = match *words {
            [time, stones] => (seconds(time)?, stones.parse().ok()?),
            [time] => (seconds(time)?, 0),
            _ => return None,
        };
        self.left[side as usize] = Some(Left { time, stones });
        Some(())
    }

    /// Returns what a side may use.
    pub(super) fn allowance(&self, side: Color) -> Option<Allowance> {
        let Left { time, stones } = self.left[side as usize]?;
        match (stones, self.period) {
            // The periods to come are an increment; the first of them backs the end of the main time.
            (0, Some(period)) => {
                let share = period.time / period.stones;
                Some(Allowance::Clock { remaining: time + share, increment: share, moves: None })
            }
            _ => {
                let moves = (stones > 0).then_some(stones);
                Some(Allowance::Clock { remaining: time, increment: Duration::ZERO, moves })
            }
        }
    }

    /// Notes the time of a move.
    pub(super) fn spend(&mut self, side: Color, spent: Duration) {
        let Some(left) = &mut self.left[side as usize] else { return };
        match (left.stones, self.period) {
            // The move has used some of the first period and is the first of its moves.
            (0, Some(period)) if spent >= left.time => {
                let time = (left.time + period.time).saturating_sub(spent);
                *left = if period.stones > 1 { Left { time, stones: period.stones - 1 } } else { period };
            }
            (1, Some(period)) => *left = period,
            (0 | 1, _) => left.time = left.time.saturating_sub(spent),
            _ => *left = Left { time: left.time.saturating_sub(spent), stones: left.stones - 1 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(clocks: &Clocks, side: Color) -> Option<(f64, Option<u32>)> {
        match clocks.allowance(side)? {
            Allowance::Clock { remaining, moves, .. } => Some((remaining.as_secs_f64(), moves)),
            Allowance::Move(_) => None,
        }
    }

    #[test]
    fn main_time_is_followed_by_periods() {
        let mut clocks = Clocks::set(&["10", "5", "2"]).unwrap();
        let second = Duration::from_secs(1);
        // Half of a period besides the main time.
        assert_eq!(shown(&clocks, Color::Black), Some((12.5, None)));
        clocks.spend(Color::Black, 4 * second);
        assert_eq!(shown(&clocks, Color::Black), Some((8.5, None)));
        // A second more than there is: of the first period, a move of which this is.
        clocks.spend(Color::Black, 7 * second);
        assert_eq!(shown(&clocks, Color::Black), Some((4.0, Some(1))));
        clocks.spend(Color::Black, second);
        assert_eq!(shown(&clocks, Color::Black), Some((5.0, Some(2))));
        clocks.spend(Color::Black, second);
        assert_eq!(shown(&clocks, Color::Black), Some((4.0, Some(1))));
        assert_eq!(shown(&clocks, Color::White), Some((12.5, None)));
        clocks.show(Color::White, &["3.5", "0"]).unwrap();
        assert_eq!(shown(&clocks, Color::White), Some((6.0, None)));
        let alone = Clocks::set(&["10", "0", "0"]).unwrap();
        assert_eq!(shown(&alone, Color::Black), Some((10.0, None)));
    }

    /// Plays a game of 30 moves, each as long as its share, and returns what it took; no period is ever
    /// overdrawn.
    fn used(words: [&str; 3]) -> f64 {
        let mut clocks = Clocks::set(&words).unwrap();
        let mut total = Duration::ZERO;
        for made in 0..30 {
            let Some(Allowance::Clock { remaining, increment, moves }) = clocks.allowance(Color::Black)
            else {
                panic!("there is a clock");
            };
            let share = remaining / moves.unwrap_or(30 - made) + increment / 4 * 3;
            let spent = share.min(remaining);
            let left = clocks.left[0].unwrap();
            let period = clocks.period.filter(|_| left.stones == 0);
            let most = left.time + period.map_or(Duration::ZERO, |one| one.time);
            assert!(spent <= most, "{spent:?} of {most:?}");
            clocks.spend(Color::Black, spent);
            total += spent;
        }
        total.as_secs_f64()
    }

    #[test]
    fn every_move_has_its_share_of_the_periods_to_come() {
        // Two seconds, and a fifth of a second for each move.
        let total = used(["2", "1", "5"]);
        assert!((5.0..8.0).contains(&total), "{total}");
        let total = used(["300", "30", "25"]);
        assert!((290.0..340.0).contains(&total), "{total}");
    }

    #[test]
    fn a_period_without_moves_is_no_limit_and_nonsense_is_refused() {
        assert_eq!(shown(&Clocks::set(&["0", "1", "0"]).unwrap(), Color::Black), None);
        assert!(Clocks::set(&["x", "1", "0"]).is_none() && Clocks::set(&["-1", "1", "1"]).is_none());
        assert!(Clocks::set(&["1e300", "1", "1"]).is_none() && Clocks::set(&["1"]).is_none());
    }
}
