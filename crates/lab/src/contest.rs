//! Many games between two players, on several boards at once.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use outflank_game::Ending;
use outflank_players::{Entrant, PlayerFault};

use crate::hall::{Fixture, Hall};
use crate::openings::Openings;
use crate::played::{Played, TimeSpent};
use crate::sprt::{Sprt, SprtVerdict};
use crate::tally::Tally;

/// A contest to be held.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The two players; the first has black in the first game of every opening.
    pub entrants: [Entrant; 2],
    /// Where the games begin.
    pub openings: Openings,
    /// How many games at most.
    pub games: u32,
    /// The time for each move of players without a limit of their own.
    pub time: Duration,
    /// How many games at a time.
    pub boards: usize,
    /// What all random choices follow from.
    pub seed: u64,
    /// A test that may end the contest early.
    pub sprt: Option<Sprt>,
}

/// What came of a contest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContestResult {
    /// The results.
    pub tally: Tally,
    /// What each player spent.
    pub thinking: [TimeSpent; 2],
}

/// Says why a contest could not be held.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {fault}")]
pub struct ContestError {
    /// The player that cannot be used.
    pub name: String,
    /// Why.
    pub fault: PlayerFault,
}

impl Contest {
    /// Holds the contest. `observer` gets every game in the order of their numbers, counted from 0, with the
    /// results so far. Games under way are left when `stop` is set.
    ///
    /// # Errors
    ///
    /// If a player cannot be used at all.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use std::time::Duration;
    ///
    /// use outflank_lab::{Contest, OpeningSource, Openings};
    ///
    /// let contest = Contest {
    ///     entrants: ["greedy".parse()?, "random".parse()?],
    ///     openings: Openings::load(&OpeningSource::Balanced, None, 1)?,
    ///     games: 4,
    ///     time: Duration::from_secs(1),
    ///     boards: 1,
    ///     seed: 1,
    ///     sprt: None,
    /// };
    /// let result = contest.hold(&AtomicBool::new(false), &mut |_number, _game, _so_far| {})?;
    /// assert_eq!(result.tally.games(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hold(
        &self,
        stop: &AtomicBool,
        observer: &mut dyn FnMut(u32, &Played, &ContestResult),
    ) -> Result<ContestResult, ContestError> {
        let hall = Hall {
            entrants: &self.entrants,
            openings: &self.openings,
            time: self.time,
            boards: self.boards.clamp(1, self.games.max(1) as usize),
            seed: self.seed,
            adjudicate: None,
        };
        let counter = AtomicU32::new(0);
        let next = || {
            let number = counter.fetch_add(1, Ordering::Relaxed);
            (number < self.games).then_some(Fixture { number, pairing: 0, index: number, players: [0, 1] })
        };
        let mut record = GamesInOrder::new(self.sprt);
        hall.hold(&next, stop, &mut |games| {
            let mut decided = false;
            for (fixture, played) in games {
                decided = record.keep(fixture.number, played, observer);
            }
            !decided
        })?;
        Ok(record.outcome)
    }
}

/// Returns which player, 0 or 1, had a seat (0 black, 1 white) in a game.
#[must_use]
pub const fn player_of(number: u32, seat: usize) -> usize {
    (number as usize + seat) % 2
}

/// Puts games back into their order and counts them.
struct GamesInOrder {
    waiting: BTreeMap<u32, Played>,
    next: u32,
    first_of_pair: Option<i32>,
    sprt: Option<Sprt>,
    decided: bool,
    outcome: ContestResult,
}

impl GamesInOrder {
    fn new(sprt: Option<Sprt>) -> GamesInOrder {
        let (waiting, outcome) = (BTreeMap::new(), ContestResult::default());
        GamesInOrder { waiting, next: 0, first_of_pair: None, sprt, decided: false, outcome }
    }

    /// Keeps a game and counts those whose turn has come; tells whether the test has come to its end.
    fn keep(
        &mut self,
        number: u32,
        played: Played,
        observer: &mut dyn FnMut(u32, &Played, &ContestResult),
    ) -> bool {
        self.waiting.insert(number, played);
        while !self.decided
            && let Some(played) = self.waiting.remove(&self.next)
        {
            self.count(&played);
            observer(self.next, &played, &self.outcome);
            self.next += 1;
        }
        self.decided
    }

    fn count(&mut self, played: &Played) {
        let ContestResult { tally, thinking } = &mut self.outcome;
        let first_seat = player_of(self.next, 0);
        let score = if first_seat == 0 { played.score } else { -played.score };
        tally.add(score);
        tally.forfeits += u64::from(played.ending() == Ending::Forfeited);
        for (seat, spent) in played.thinking.iter().enumerate() {
            thinking[player_of(self.next, seat)].add(spent);
        }
        match self.first_of_pair.take() {
            None => self.first_of_pair = Some(score),
            Some(first) => {
                tally.add_pair([first, score]);
                self.decided = self.sprt.is_some_and(|sprt| sprt.verdict(tally) != SprtVerdict::Open);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::OpeningSource;

    fn contest(first: &str, second: &str, games: u32, boards: usize) -> Contest {
        Contest {
            entrants: [first, second].map(|text| text.parse().unwrap()),
            openings: Openings::load(&OpeningSource::Random(6), None, 1).unwrap(),
            games,
            time: Duration::from_millis(10),
            boards,
            seed: 1,
            sprt: None,
        }
    }

    fn transcripts(contest: &Contest) -> (Vec<String>, ContestResult) {
        let mut games = Vec::new();
        let outcome = contest
            .hold(&AtomicBool::new(false), &mut |number, played, _| {
                assert_eq!(number as usize, games.len());
                games.push(played.game.history().transcript());
            })
            .unwrap();
        (games, outcome)
    }

    #[test]
    fn the_same_seed_gives_the_same_games_whatever_the_number_of_boards() {
        let alone = transcripts(&contest("random", "level:2", 40, 1));
        let beside = transcripts(&contest("random", "level:2", 40, 4));
        assert_eq!(alone.0, beside.0);
        assert_eq!(alone.1.tally, beside.1.tally);
        let other = Contest { seed: 2, ..contest("random", "level:2", 40, 1) };
        assert_ne!(transcripts(&other).0, alone.0);
    }

    #[test]
    fn every_opening_is_played_twice_and_a_player_against_itself_is_even() {
        let (games, outcome) = transcripts(&contest("greedy", "greedy", 30, 2));
        assert!(games.chunks(2).all(|pair| pair[0] == pair[1]));
        assert_eq!(outcome.tally.points(), 15.0);
        assert_eq!(outcome.tally.pairs, [0, 0, 15, 0, 0]);
        assert!(outcome.thinking.iter().all(|spent| spent.moves > 100));
    }

    #[test]
    fn games_are_left_in_mid_thought() {
        let slow = contest("agent:time=600,depth=60", "nea:depth=9,search=minimax", 4, 2);
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let held = scope.spawn(|| slow.hold(&stop, &mut |_, _, _| {}));
            std::thread::sleep(Duration::from_millis(100));
            let asked = std::time::Instant::now();
            stop.store(true, Ordering::Relaxed);
            assert_eq!(held.join().unwrap().unwrap().tally.games(), 0);
            // Far more than it should take, far less than any of them would think.
            assert!(asked.elapsed() < Duration::from_secs(10));
        });
    }

    #[test]
    fn a_test_ends_the_contest_early_and_a_human_is_refused() {
        let mut clear = contest("engine:depth=3,hash=1", "random", 1000, 1);
        clear.sprt = "0,100".parse().ok();
        let (games, outcome) = transcripts(&clear);
        assert!(games.len() < 100 && outcome.tally.games() == games.len() as u64);
        let error = contest("human", "random", 2, 1).hold(&AtomicBool::new(false), &mut |_, _, _| {});
        assert!(error.unwrap_err().to_string().starts_with("human: "));
    }
}
