//! Many games between two players, on several boards at once.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use outflank_game::Ending;
use outflank_players::{Entrant, PlayerFault};

use crate::adjudicator::Adjudication;
use crate::attendance::Attendance;
use crate::equal_time::EqualTime;
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
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// Whether the game clock of a player that has one is set between batches of games, so that both use the
    /// same time.
    pub equal_time: bool,
}

/// What came of a contest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContestResult {
    /// The results.
    pub tally: Tally,
    /// What each player spent.
    pub thinking: [TimeSpent; 2],
    /// With equal time, the game clock of each batch in seconds.
    pub clocks: Vec<f64>,
}

/// Says why a contest could not be held.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ContestError {
    /// A player cannot be used.
    #[error("{name}: {fault}")]
    Unusable {
        /// The player.
        name: String,
        /// Why.
        fault: PlayerFault,
    },
    /// A player has forfeited its first games without one move.
    #[error("stopped: {name} made no move in its first {}: {fault}", games_of(*.games))]
    NeverMoved {
        /// The player.
        name: String,
        /// How many games that were.
        games: u32,
        /// What it did in the last of them.
        fault: String,
    },
    /// There is no clock to set for equal time.
    #[error(
        "equal time needs a player whose game clock can be set, such as engine; neither {} nor {} has one",
        .names[0],
        .names[1]
    )]
    NoClock {
        /// The players.
        names: [String; 2],
    },
}

fn games_of(count: u32) -> String {
    if count == 1 { "game".to_owned() } else { format!("{count} games") }
}

impl ContestError {
    /// Tells whether the input is to blame. A program that starts and then fails is not known to be.
    #[must_use]
    pub const fn is_input(&self) -> bool {
        !matches!(self, ContestError::NeverMoved { .. })
    }
}

/// What hears of every game: its number from 0, the game, and the results so far.
type GameObserver<'a> = &'a mut dyn FnMut(u32, &Played, &ContestResult);

impl Contest {
    /// Makes a contest on one board with a tenth of a second for a move and without any of the rest.
    #[must_use]
    pub fn between(entrants: [Entrant; 2], openings: Openings, games: u32) -> Contest {
        Contest {
            entrants,
            openings,
            games,
            time: Duration::from_millis(100),
            boards: 1,
            seed: 1,
            sprt: None,
            adjudication: Adjudication::default(),
            equal_time: false,
        }
    }

    /// Holds the contest. `observer` gets every game in the order of their numbers, counted from 0, with the
    /// results so far. Games under way are left when `stop` is set.
    ///
    /// # Errors
    ///
    /// If a player cannot be used at all, or has forfeited its first games without one move.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    ///
    /// use outflank_lab::{Contest, OpeningSource, Openings};
    ///
    /// let openings = Openings::load(&OpeningSource::Balanced, None, 1)?;
    /// let contest = Contest::between(["greedy".parse()?, "random".parse()?], openings, 4);
    /// let result = contest.hold(&AtomicBool::new(false), &mut |_number, _game, _so_far| {})?;
    /// assert_eq!(result.tally.games(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hold(&self, stop: &AtomicBool, observer: GameObserver<'_>) -> Result<ContestResult, ContestError> {
        let mut equal_time =
            self.equal_time.then(|| EqualTime::new(&self.entrants, self.time)).transpose()?;
        let mut record = GamesInOrder::new(self);
        let mut from = 0;
        while from < self.games && !record.decided && !stop.load(Ordering::Relaxed) {
            let mut entrants = self.entrants.clone();
            let mut to = self.games;
            if let Some(equal_time) = &mut equal_time {
                // The first clock is a guess: a short batch corrects it.
                let games = if from == 0 { 1 } else { self.games };
                to = to.min(from + EqualTime::batch(games, self.boards.min(self.games as usize)));
                entrants = equal_time.set(&self.entrants, &record.outcome, to - from);
                record.outcome.clocks.push(equal_time.clock());
            }
            self.hold_batch(&entrants, from..to, stop, &mut record, observer)?;
            from = to;
        }
        if !stop.load(Ordering::Relaxed) {
            record.check_attendance(true)?;
        }
        Ok(record.outcome)
    }

    /// Plays some of the games.
    fn hold_batch(
        &self,
        entrants: &[Entrant; 2],
        games: Range<u32>,
        stop: &AtomicBool,
        record: &mut GamesInOrder<'_>,
        observer: GameObserver<'_>,
    ) -> Result<(), ContestError> {
        let hall = Hall {
            entrants,
            openings: &self.openings,
            time: self.time,
            boards: self.boards.clamp(1, games.len().max(1)),
            seed: self.seed,
            adjudication: self.adjudication,
            helpers: None,
        };
        let counter = AtomicU32::new(games.start);
        let next = || {
            let number = counter.fetch_add(1, Ordering::Relaxed);
            (number < games.end).then_some(Fixture { number, pairing: 0, index: number, players: [0, 1] })
        };
        let mut failure = Ok(());
        hall.hold(&next, stop, &mut |games| {
            for (fixture, played) in games {
                record.keep(fixture.number, played, observer);
            }
            failure = record.check_attendance(false);
            failure.is_ok() && !record.decided
        })?;
        failure
    }
}

/// Returns which player, 0 or 1, had a seat (0 black, 1 white) in a game.
#[must_use]
pub const fn player_of(number: u32, seat: usize) -> usize {
    (number as usize + seat) % 2
}

/// Puts games back into their order and counts them.
struct GamesInOrder<'a> {
    contest: &'a Contest,
    waiting: BTreeMap<u32, Played>,
    next: u32,
    first_of_pair: Option<i32>,
    decided: bool,
    attendance: Attendance,
    outcome: ContestResult,
}

impl GamesInOrder<'_> {
    fn new(contest: &Contest) -> GamesInOrder<'_> {
        GamesInOrder {
            contest,
            waiting: BTreeMap::new(),
            next: 0,
            first_of_pair: None,
            decided: false,
            attendance: Attendance::new(2),
            outcome: ContestResult::default(),
        }
    }

    /// Keeps a game and counts those whose turn has come, until the test has come to its end.
    fn keep(&mut self, number: u32, played: Played, observer: GameObserver<'_>) {
        self.waiting.insert(number, played);
        while !self.decided
            && self.check_attendance(false).is_ok()
            && let Some(played) = self.waiting.remove(&self.next)
        {
            self.count(&played);
            observer(self.next, &played, &self.outcome);
            self.next += 1;
        }
    }

    fn check_attendance(&self, is_end: bool) -> Result<(), ContestError> {
        self.attendance.check(is_end, |player| self.contest.entrants[player].to_string())
    }

    fn count(&mut self, played: &Played) {
        let first_seat = player_of(self.next, 0);
        self.attendance.note([first_seat, 1 - first_seat], played);
        let ContestResult { tally, thinking, .. } = &mut self.outcome;
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
                let test = self.contest.sprt;
                self.decided = test.is_some_and(|sprt| sprt.verdict(tally) != SprtVerdict::Open);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::OpeningSource;

    fn contest(first: &str, second: &str, games: u32, boards: usize) -> Contest {
        let entrants = [first, second].map(|text| text.parse().unwrap());
        let openings = Openings::load(&OpeningSource::Random(6), None, 1).unwrap();
        let time = Duration::from_millis(10);
        Contest { time, boards, ..Contest::between(entrants, openings, games) }
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
