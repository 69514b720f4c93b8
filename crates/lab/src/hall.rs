//! Plays games on several boards at once.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use outflank_engine::TableTooLarge;
use outflank_game::{Ending, GameInPlay, Seat};
use outflank_players::{Dice, Entrant, Player, SeriesPlace, Stopper};
use outflank_rules::Color;

use crate::adjudicator::{Adjudication, Adjudicator};
use crate::contest::ContestError;
use crate::elsewhere::{GameHelpers, GameOrder};
use crate::openings::Openings;
use crate::played::{Played, TimeSpent, play};

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fixture {
    /// Its number among all games, from 0.
    pub(crate) number: u32,
    /// Which pairing it belongs to, from 0.
    pub(crate) pairing: u32,
    /// Its number within the pairing, from 0.
    pub(crate) index: u32,
    /// The two players; the first has black in even games. A player may meet itself.
    pub(crate) players: [usize; 2],
}

impl Fixture {
    /// Tells whether a player meets itself: there are no colours to swap then.
    pub(crate) fn is_mirror(&self) -> bool {
        self.players[0] == self.players[1]
    }

    /// Returns which of the two players, 0 or 1, has black, and which white.
    pub(crate) fn roles(&self) -> [usize; 2] {
        if self.is_mirror() || self.index.is_multiple_of(2) { [0, 1] } else { [1, 0] }
    }

    /// Returns who has black, and who white.
    pub(crate) fn seats(&self) -> [usize; 2] {
        self.roles().map(|role| self.players[role])
    }

    /// Returns the number of the opening.
    pub(crate) fn opening(&self) -> usize {
        if self.is_mirror() { self.index as usize } else { (self.index / 2) as usize }
    }

    /// Returns the place among the games of the pairing.
    fn series(&self, seed: u64) -> SeriesPlace {
        let seed = if self.pairing == 0 { seed } else { Dice::of_words(&[seed, self.pairing.into()]).word() };
        SeriesPlace { seed, number: self.index.into() }
    }

    /// Returns the dice of one of the two players.
    fn dice(&self, seed: u64, role: usize) -> Dice {
        let words = [seed, self.index.into(), role as u64, self.pairing.into()];
        // The first pairing of a tournament has the games of a match.
        Dice::of_words(if self.pairing == 0 { &words[..3] } else { &words })
    }
}

/// Where games are played.
pub(crate) struct Hall<'a> {
    /// Everybody who may be called.
    pub(crate) entrants: &'a [Entrant],
    /// Where the games begin.
    pub(crate) openings: &'a Openings,
    /// The time for each move of players without a limit of their own.
    pub(crate) time: Duration,
    /// How many games at a time.
    pub(crate) boards: usize,
    /// What all random choices follow from.
    pub(crate) seed: u64,
    /// When games are ended early.
    pub(crate) adjudication: Adjudication,
    /// Others who play some of the games.
    pub(crate) helpers: Option<&'a dyn GameHelpers>,
}

/// What a board reports: a game, or the player that cannot be used.
type BoardReport = Result<(Fixture, Played), ContestError>;

/// Those who sit at a board; the flag tells a player from itself.
pub(crate) type Seats = HashMap<(usize, bool), Box<dyn Player>>;

/// How often the wish to stop is looked for while no game ends.
const STOP_LOOK: Duration = Duration::from_millis(20);

/// How many games helpers play at a time at most.
const MOST_HELPED: usize = 64;

/// How many players stay seated at a board: each may hold a large table or a program.
const MOST_SEATS: usize = 12;

/// Returns how many games to play at a time: one for each core, or for two cores if a player thinks on the
/// other's time.
#[must_use]
pub fn boards_for(entrants: &[Entrant]) -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    if entrants.iter().any(Entrant::ponders) { cores.div_ceil(2) } else { cores }
}

impl Hall<'_> {
    /// Plays the games that `next` hands out. `observer` gets them as they end, all that ended since it was
    /// called last, and tells whether to go on. Games under way are left at once when `stop` is set.
    pub(crate) fn hold(
        &self,
        next: &(dyn Fn() -> Option<Fixture> + Sync),
        stop: &AtomicBool,
        observer: &mut dyn FnMut(Vec<(Fixture, Played)>) -> bool,
    ) -> Result<(), ContestError> {
        let enough = Stopper::new();
        if stop.load(Ordering::Relaxed) {
            enough.stop();
        }
        let (sender, reports) = channel();
        let is_empty = AtomicBool::new(false);
        let next = &|| {
            next().or_else(|| {
                is_empty.store(true, Ordering::Relaxed);
                None
            })
        };
        let helpers = self.helpers.filter(|helpers| self.may_be_played_by(*helpers));
        let helped = AtomicUsize::new(0);
        thread::scope(|scope| {
            let serve = |helpers, sender: Sender<BoardReport>| {
                let (enough, helped) = (&enough, &helped);
                scope.spawn(move || {
                    if let Err(error) = self.serve_board(next, helpers, enough, &sender) {
                        let _nobody_listens = sender.send(Err(error));
                    }
                    helped.fetch_sub(usize::from(Option::is_some(&helpers)), Ordering::Relaxed);
                });
            };
            for _ in 0..self.boards.max(1) {
                serve(None, sender.clone());
            }
            let mut sender = helpers.map(|_| sender);
            let mut failure = None;
            loop {
                if stop.load(Ordering::Relaxed) {
                    enough.stop();
                }
                // Helpers come and go.
                if let (Some(helpers), Some(kept)) = (helpers, &sender) {
                    for _ in helped.load(Ordering::Relaxed)..helpers.boards().min(MOST_HELPED) {
                        helped.fetch_add(1, Ordering::Relaxed);
                        serve(Some(helpers), kept.clone());
                    }
                    if enough.is_stopped() || is_empty.load(Ordering::Relaxed) {
                        sender = None;
                    }
                }
                let first = match reports.recv_timeout(STOP_LOOK) {
                    Ok(first) => first,
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                let mut games = Vec::new();
                for report in std::iter::once(first).chain(reports.try_iter()) {
                    match report {
                        Ok(game) => games.push(game),
                        Err(error) => {
                            failure.get_or_insert(error);
                        }
                    }
                }
                if !observer(games) || failure.is_some() {
                    enough.stop();
                }
            }
            failure.map_or(Ok(()), Err)
        })
    }

    /// Tells whether others can play all of these games.
    fn may_be_played_by(&self, helpers: &dyn GameHelpers) -> bool {
        let may = |entrant: &Entrant| !entrant.ponders() && helpers.know(&entrant.to_string());
        self.entrants.iter().all(may)
    }

    /// Returns who ends games early, if anybody does.
    pub(crate) fn adjudicator(&self) -> Result<Option<Adjudicator>, TableTooLarge> {
        Some(self.adjudication).filter(Adjudication::is_wanted).map(Adjudicator::new).transpose()
    }

    /// Plays games at one board until there are no more, or lets helpers play them.
    fn serve_board(
        &self,
        next: &dyn Fn() -> Option<Fixture>,
        helpers: Option<&dyn GameHelpers>,
        stopper: &Stopper,
        sender: &Sender<BoardReport>,
    ) -> Result<(), ContestError> {
        let unusable =
            |index: usize, fault| ContestError::Unusable { name: self.entrants[index].to_string(), fault };
        // Whoever lets others play needs one only if they do not.
        let mut adjudicator = None;
        let mut seats = Seats::new();
        while !stopper.is_stopped()
            && helpers.is_none_or(|helpers| helpers.boards() > 0)
            && let Some(fixture) = next()
        {
            let helped = helpers.and_then(|helpers| {
                let order = GameOrder::new(self, &fixture);
                helpers.play(&order, stopper)?.played(&order, &fixture)
            });
            let mut played = match helped {
                Some(played) => played,
                None => {
                    if adjudicator.is_none() {
                        adjudicator = self.adjudicator().map_err(|error| unusable(0, error.into()))?;
                    }
                    self.game(&fixture, &mut seats, adjudicator.as_ref(), stopper)
                }
            };
            if played.ending() == Ending::Aborted {
                break;
            }
            if let Some(fault) = played.fault.take_if(|fault| fault.is_hopeless()) {
                let side = played.loser().unwrap_or(Color::Black);
                return Err(unusable(fixture.seats()[side as usize], fault));
            }
            if sender.send(Ok((fixture, played))).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Plays one game.
    pub(crate) fn game(
        &self,
        fixture: &Fixture,
        seats: &mut Seats,
        adjudicator: Option<&Adjudicator>,
        stopper: &Stopper,
    ) -> Played {
        let [black, white] = fixture.seats();
        let seated = [black, white].map(|player| Seat::program(&self.entrants[player].to_string()));
        let game = GameInPlay::new(self.openings.get(fixture.opening()), seated);
        let keys = [(black, false), (white, black == white)];
        if seats.len() > MOST_SEATS {
            seats.retain(|key, _| keys.contains(key));
        }
        let mut called = Vec::with_capacity(2);
        for (key, side) in keys.into_iter().zip(Color::BOTH) {
            let seated = match seats.remove(&key) {
                Some(player) => Ok(player),
                None => self.entrants[key.0].seat(),
            };
            match seated {
                Ok(player) => called.push(player),
                // Who does not even come to the board loses, and is called again for the next game.
                Err(fault) => return Played::forfeited(game, side, fault, [TimeSpent::default(); 2]),
            }
        }
        called.iter_mut().for_each(|player| player.new_game());
        let [mut black_dice, mut white_dice] = fixture.roles().map(|role| fixture.dice(self.seed, role));
        let played = match &mut called[..] {
            [black, white] => {
                let dice = [&mut black_dice, &mut white_dice];
                let time = (self.time, fixture.series(self.seed));
                play(game, [black.as_mut(), white.as_mut()], dice, time, adjudicator, stopper)
            }
            _ => unreachable!("two players were called"),
        };
        seats.extend(keys.into_iter().zip(called));
        played
    }
}
