//! The folder a tournament is held in.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use outflank_players::{Entrant, PlayerFault};

use crate::contest::ContestError;
use crate::entry::{GameEntry, opening_text};
use crate::hall::{Fixture, Hall};
use crate::openings::{LoadOpeningsError, Openings};
use crate::sprt::{Sprt, SprtVerdict};
use crate::tally::Tally;
use crate::tournament::journal::{self, Journal, JournalError};
use crate::tournament::plan::{PlanError, TournamentPlan};
use crate::tournament::publish::write_whole;
use crate::tournament::register::Register;
use crate::tournament::results::TournamentResults;

/// The name of the description inside the folder.
const PLAN: &str = "tournament.toml";
/// The name of the journal of games.
const GAMES: &str = "games.jsonl";

/// A folder with the description of a tournament and its games.
#[derive(Debug)]
pub struct Venue {
    pub(crate) folder: PathBuf,
    /// What is to be played.
    pub plan: TournamentPlan,
}

/// Says why a tournament cannot be held.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VenueError {
    /// The folder holds something already.
    #[error("{0} already exists and is not empty; `outflank lab resume` continues an interrupted tournament")]
    Taken(PathBuf),
    /// There is no tournament in the folder.
    #[error("{0}: there is no tournament here: {1}")]
    Nothing(PathBuf, io::Error),
    /// The description is wrong.
    #[error("{0}: {1}")]
    Plan(PathBuf, PlanError),
    /// There are no openings.
    #[error(transparent)]
    Openings(#[from] LoadOpeningsError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A game that was played is none of this tournament.
    #[error("{folder}: game {game} does not belong to this tournament: {what}")]
    Strange {
        /// The folder.
        folder: PathBuf,
        /// The game.
        game: u32,
        /// What differs.
        what: String,
    },
    /// A player cannot be used.
    #[error(transparent)]
    Player(#[from] ContestError),
    /// The system refuses.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// There is no memory for the judge.
    #[error(transparent)]
    Memory(#[from] outflank_engine::TableTooLarge),
}

impl VenueError {
    /// Tells whether the input is to blame, not the machine.
    #[must_use]
    pub fn is_input(&self) -> bool {
        match self {
            VenueError::File(..) | VenueError::Memory(_) | VenueError::Journal(JournalError::File(..)) => {
                false
            }
            VenueError::Player(error) => error.is_input(),
            _ => true,
        }
    }
}

/// How far a tournament has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentState {
    /// Games on the disk, those of earlier runs included.
    pub done: u64,
    /// Games played in this run.
    pub played: u64,
    /// All games, at most.
    pub planned: u64,
}

impl Venue {
    /// Makes a folder for a tournament, which is described by the text of a file.
    ///
    /// # Errors
    ///
    /// If the folder holds anything already, or the text describes no tournament.
    pub fn create(folder: &Path, text: &str, file: &Path) -> Result<Venue, VenueError> {
        let plan: TournamentPlan = text.parse().map_err(|error| VenueError::Plan(file.to_owned(), error))?;
        // Say what is wrong with the openings before anything is written.
        Openings::load(&plan.openings, None, plan.seed)?;
        let failed = |error| VenueError::File(folder.to_owned(), error);
        match fs::read_dir(folder) {
            Ok(mut entries) => {
                // A run that was killed at once may have left a description that is not complete.
                let torn = format!("{PLAN}.new");
                if entries.any(|entry| entry.map_or(true, |entry| entry.file_name() != torn.as_str())) {
                    return Err(VenueError::Taken(folder.to_owned()));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::create_dir_all(folder).map_err(failed)?;
            }
            Err(error) => return Err(failed(error)),
        }
        write_whole(&folder.join(PLAN), text.as_bytes())?;
        Ok(Venue { folder: folder.to_owned(), plan })
    }

    /// Puts the description of a tournament into a folder that was made for it and may hold its `files/`
    /// already.
    ///
    /// # Errors
    ///
    /// If there is a tournament, or the text describes none.
    pub fn found(folder: &Path, text: &str) -> Result<Venue, VenueError> {
        let path = folder.join(PLAN);
        let plan = TournamentPlan::read(text, Some(folder))
            .map_err(|error| VenueError::Plan(PathBuf::from(PLAN), error))?;
        Openings::load(&plan.openings, None, plan.seed)?;
        if path.exists() || folder.join(GAMES).exists() {
            return Err(VenueError::Taken(folder.to_owned()));
        }
        write_whole(&path, text.as_bytes())?;
        Ok(Venue { folder: folder.to_owned(), plan })
    }

    /// Opens the folder of a tournament that was begun.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn open(folder: &Path) -> Result<Venue, VenueError> {
        let path = folder.join(PLAN);
        let text =
            fs::read_to_string(&path).map_err(|error| VenueError::Nothing(folder.to_owned(), error))?;
        let plan =
            TournamentPlan::read(&text, Some(folder)).map_err(|error| VenueError::Plan(path, error))?;
        Ok(Venue { folder: folder.to_owned(), plan })
    }

    /// Returns the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Plays the games that are missing. Every game is on the disk before `observer` hears of it. Games under
    /// way are left when `stop` is set.
    ///
    /// # Errors
    ///
    /// If a player cannot be used, or the games cannot be kept; also if a player forfeits its first games
    /// without one move. These games are not kept: when its program is mended they are played again.
    pub fn hold(
        &self,
        stop: &AtomicBool,
        observer: &mut dyn FnMut(&GameEntry, TournamentState),
    ) -> Result<TournamentResults, VenueError> {
        let plan = &self.plan;
        let openings = Openings::load(&plan.openings, None, plan.seed)?;
        let (mut journal, mut entries) = Journal::open::<GameEntry>(&self.folder.join(GAMES))?;
        self.recognise(&entries, &openings)?;
        let results = TournamentResults::new(plan, entries.clone());
        if results.complete {
            return Ok(results);
        }
        self.call_players()?;
        let schedule = plan.schedule();
        let done: HashSet<u32> = entries.iter().map(|entry| entry.game).collect();
        let missing = schedule.fixtures().filter(|fixture| !done.contains(&(fixture.number + 1)));
        let missing: Mutex<Box<dyn Iterator<Item = Fixture> + Send + '_>> = Mutex::new(Box::new(missing));
        let next = || missing.lock().unwrap_or_else(PoisonError::into_inner).next();
        let planned = schedule.count();
        let left = planned.saturating_sub(entries.len() as u64);
        let hall = Hall {
            entrants: &plan.entrants,
            openings: &openings,
            time: plan.time,
            boards: plan.boards.min(usize::try_from(left).unwrap_or(usize::MAX)),
            seed: plan.seed,
            adjudication: plan.adjudication,
        };
        let mut test = plan.sprt.map(SprtRun::new);
        entries.iter().for_each(|entry| note(&mut test, entry));
        let mut register = Register::new(plan, &schedule, &entries);
        let mut played = 0;
        let mut failure: Option<VenueError> = None;
        hall.hold(&next, stop, &mut |games| {
            let mut new = Vec::new();
            for (fixture, game) in &games {
                register.sort(fixture.seats(), game, self.entry(fixture, game, &openings), &mut new);
            }
            if let Err(error) = journal.add(&new) {
                failure = Some(error.into());
                return false;
            }
            for entry in new {
                played += 1;
                let state = TournamentState { done: entries.len() as u64 + 1, played, planned };
                observer(&entry, state);
                note(&mut test, &entry);
                entries.push(entry);
            }
            failure = register.check(plan, false).err().map(VenueError::from);
            failure.is_none() && !test.as_ref().is_some_and(|test| test.decided)
        })?;
        if let Some(error) = failure {
            return Err(error);
        }
        let results = TournamentResults::new(plan, entries);
        if !stop.load(Ordering::Relaxed) && !results.complete {
            register.check(plan, true)?;
        }
        Ok(results)
    }

    /// Counts the games played so far, without playing any.
    ///
    /// # Errors
    ///
    /// If the games cannot be read.
    pub fn results(&self) -> Result<TournamentResults, VenueError> {
        let entries: Vec<GameEntry> = journal::read(&self.folder.join(GAMES))?;
        Ok(TournamentResults::new(&self.plan, entries))
    }

    fn entry(&self, fixture: &Fixture, game: &crate::played::Played, openings: &Openings) -> GameEntry {
        let [black, white] = fixture.seats().map(|player| self.plan.names[player].as_str());
        GameEntry::new(fixture.number, game, &openings.get(fixture.opening()), [black, white])
    }

    /// Seats every player once, so that one that cannot be used is known before the first game. A program
    /// that misbehaves loses its games, but does not keep others from playing.
    fn call_players(&self) -> Result<(), VenueError> {
        let faults: Vec<_> = thread::scope(|scope| {
            let call = |entrant| scope.spawn(move || Entrant::seat(entrant).err());
            let calls: Vec<_> = self.plan.entrants.iter().map(call).collect();
            calls.into_iter().map(|call| call.join().ok().flatten()).collect()
        });
        for (fault, name) in faults.into_iter().zip(&self.plan.names) {
            if let Some(fault) = fault.filter(PlayerFault::is_hopeless) {
                return Err(ContestError::Unusable { name: name.clone(), fault }.into());
            }
        }
        Ok(())
    }

    /// Makes sure that the games on the disk are of this tournament, each of them once.
    fn recognise(&self, entries: &[GameEntry], openings: &Openings) -> Result<(), VenueError> {
        let strange = |entry: &GameEntry, what: String| VenueError::Strange {
            folder: self.folder.clone(),
            game: entry.game,
            what,
        };
        let fixtures: Vec<Fixture> = self.plan.schedule().fixtures().collect();
        let mut seen = HashSet::new();
        for entry in entries {
            let fixture = (entry.game as usize).checked_sub(1).and_then(|index| fixtures.get(index));
            let fixture =
                fixture.ok_or_else(|| strange(entry, format!("there are {} games", fixtures.len())))?;
            if !seen.insert(entry.game) {
                return Err(strange(entry, "it is there twice".to_owned()));
            }
            let names = fixture.seats().map(|player| self.plan.names[player].as_str());
            if names != [&entry.black, &entry.white] {
                return Err(strange(entry, format!("{} should play {}", names[0], names[1])));
            }
            let opening = opening_text(&openings.get(fixture.opening()));
            if opening != entry.opening {
                return Err(strange(
                    entry,
                    format!("it should begin with {opening:?}, not {:?}", entry.opening),
                ));
            }
        }
        Ok(())
    }
}

/// A test between two players whose games may end in any order.
struct SprtRun {
    sprt: Sprt,
    tally: Tally,
    /// The first player's scores, by the number of the game.
    waiting: BTreeMap<u32, i32>,
    next: u32,
    decided: bool,
}

impl SprtRun {
    fn new(sprt: Sprt) -> SprtRun {
        SprtRun { sprt, tally: Tally::default(), waiting: BTreeMap::new(), next: 1, decided: false }
    }

    fn add(&mut self, entry: &GameEntry) {
        // The first player has black in the first game of every pair.
        let score = if entry.game % 2 == 1 { entry.score } else { -entry.score };
        self.waiting.insert(entry.game, score);
        while !self.decided
            && let (Some(&first), Some(&second)) =
                (self.waiting.get(&self.next), self.waiting.get(&(self.next + 1)))
        {
            self.tally.add_pair([first, second]);
            self.next += 2;
            self.decided = self.sprt.verdict(&self.tally) != SprtVerdict::Open;
        }
    }
}

fn note(test: &mut Option<SprtRun>, entry: &GameEntry) {
    if let Some(test) = test {
        test.add(entry);
    }
}
