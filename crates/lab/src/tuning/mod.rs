//! Tuning: the weights of an evaluation improved by games.
//!
//! [`TuningPlan`] says what is tuned, `evolution.rs` how candidates are made and judged by ranks. A
//! [`Tuning`] is a folder with the plan and a journal of trials: everything else follows from those, so that
//! a tuning goes on where it was interrupted, and ends as if it had not been. Openings are divided: one half
//! is for the candidates, the other for the check of the result against the start.

mod evolution;
mod plan;
mod report;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_players::{Dice, Entrant, SpecError};
use serde::{Deserialize, Serialize};

use self::evolution::Evolution;
pub use self::plan::TuningPlan;
pub use self::report::{TuningCheck, TuningReport};
use crate::contest::{Contest, ContestResult};
use crate::openings::Openings;
use crate::tally::Tally;
use crate::tournament::journal::{self, Journal};
use crate::tournament::publish::write_whole;
use crate::tournament::{PlanError, VenueError};

/// The name of the description inside the folder.
const PLAN: &str = "tuning.toml";
/// The name of the journal of trials.
const TRIALS: &str = "trials.jsonl";

/// A folder with the description of a tuning and its trials.
#[derive(Debug)]
pub struct Tuning {
    folder: PathBuf,
    /// What is to be done.
    pub plan: TuningPlan,
}

/// What came of the games of a candidate, or of the result in the check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// The generation, from 0; as many as there are generations for the check.
    pub generation: u32,
    /// The number of the candidate in its generation, from 0.
    pub candidate: u32,
    /// The player.
    pub player: String,
    /// Games won, drawn and lost.
    pub results: [u64; 3],
    /// Pairs of games with 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u64; 5],
    /// The sum of the scores in discs.
    pub discs: i64,
}

impl Trial {
    /// Returns the results as a tally.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let [wins, draws, losses] = self.results;
        Tally { wins, draws, losses, forfeits: 0, pairs: self.pairs, discs: self.discs }
    }

    /// Returns what candidates are compared by: points, and discs between equal ones.
    fn fitness(&self) -> f64 {
        let tally = self.tally();
        let games = tally.games().max(1) as f64;
        tally.points() / games + self.discs as f64 / games / 64.0 / 1000.0
    }
}

impl Tuning {
    /// Makes a folder for a tuning, which is described by the text of a file; takes up the one that is there
    /// already if its description is the same.
    ///
    /// # Errors
    ///
    /// If the folder holds something else, or the text describes no tuning.
    pub fn open(folder: &Path, text: &str, file: &Path) -> Result<Tuning, VenueError> {
        let wrong = |error| VenueError::Plan(file.to_owned(), error);
        let plan = TuningPlan::read(text, Some(folder)).map_err(wrong)?;
        halves(&plan)?.map_err(PlanError::Sense).map_err(wrong)?;
        let path = folder.join(PLAN);
        match fs::read_to_string(&path) {
            Ok(known) if known == text => {}
            Ok(_) => return Err(VenueError::Taken(folder.to_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let failed = |error| VenueError::File(folder.to_owned(), error);
                fs::create_dir_all(folder).map_err(failed)?;
                if folder.join(TRIALS).exists() {
                    return Err(VenueError::Taken(folder.to_owned()));
                }
                write_whole(&path, text.as_bytes())?;
            }
            Err(error) => return Err(VenueError::File(path, error)),
        }
        Ok(Tuning { folder: folder.to_owned(), plan })
    }

    /// Opens the folder of a tuning that was begun.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn reopen(folder: &Path) -> Result<Tuning, VenueError> {
        let path = folder.join(PLAN);
        let text =
            fs::read_to_string(&path).map_err(|error| VenueError::Nothing(folder.to_owned(), error))?;
        let plan = TuningPlan::read(&text, Some(folder)).map_err(|error| VenueError::Plan(path, error))?;
        Ok(Tuning { folder: folder.to_owned(), plan })
    }

    /// Returns how far it has come, without trying anything.
    ///
    /// # Errors
    ///
    /// If the trials cannot be read.
    pub fn report(&self) -> Result<TuningReport, VenueError> {
        let trials: Vec<Trial> = journal::read(&self.folder.join(TRIALS))?;
        Ok(TuningReport::new(&self.plan, self.evolution(), &trials))
    }

    /// Counts the trials so far.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub fn done(&self) -> Result<u64, VenueError> {
        Ok(journal::read::<Trial>(&self.folder.join(TRIALS))?.len() as u64)
    }

    /// Returns how many trials there are, the check included.
    #[must_use]
    pub fn planned(&self) -> u64 {
        u64::from(self.plan.generations) * u64::from(self.plan.candidates) + 1
    }

    /// Returns the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Plays what is missing, and writes and returns the report as far as it has come. `progress` hears how
    /// many trials of how many are done. The trial under way is left when `stop` is set.
    ///
    /// # Errors
    ///
    /// If a player cannot be used, or the trials cannot be kept.
    pub fn run(
        &self,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<TuningReport, VenueError> {
        let path = self.folder.join(TRIALS);
        let (mut journal, known) = Journal::open::<Trial>(&path)?;
        let all = self.planned();
        let mut known = known.into_iter();
        let mut evolution = self.evolution();
        let mut done = 0;
        while !evolution.is_over() {
            let mut fitness = Vec::new();
            for (number, changes) in (0..).zip(evolution.candidates()) {
                let trial = match known.next() {
                    Some(trial) => self.recognise(trial, evolution.generation(), number, &changes)?,
                    None => match self.candidate(evolution.generation(), number, &changes, stop)? {
                        Some(trial) => {
                            journal.add(std::slice::from_ref(&trial))?;
                            trial
                        }
                        None => return self.publish(),
                    },
                };
                fitness.push(trial.fitness());
                done += 1;
                progress(done, all);
            }
            evolution.advance(&fitness);
        }
        if known.next().is_none()
            && let Some(trial) = self.check(&evolution, stop)?
        {
            journal.add(&[trial])?;
        }
        progress(all, all);
        drop(journal);
        self.publish()
    }

    fn evolution(&self) -> Evolution {
        let TuningPlan { seed, candidates, generations, spread, .. } = self.plan;
        Evolution::new(seed, self.plan.parameters.len(), (candidates, generations), spread)
    }

    fn publish(&self) -> Result<TuningReport, VenueError> {
        let report = self.report()?;
        report.write(&self.folder)?;
        Ok(report)
    }

    /// Makes sure that a trial of the journal is the one that comes next.
    fn recognise(
        &self,
        trial: Trial,
        generation: u32,
        number: u32,
        changes: &[f64],
    ) -> Result<Trial, VenueError> {
        let expected = self.plan.player_with(changes).map(|player| player.to_string()).unwrap_or_default();
        if (trial.generation, trial.candidate, &trial.player) == (generation, number, &expected) {
            return Ok(trial);
        }
        Err(VenueError::Strange {
            folder: self.folder.clone(),
            game: generation * self.plan.candidates + number + 1,
            what: format!("{} was tried, not {expected}", trial.player),
        })
    }

    /// Lets a candidate play; `None` if it was interrupted. All candidates of a generation play the same
    /// openings.
    fn candidate(
        &self,
        generation: u32,
        number: u32,
        changes: &[f64],
        stop: &AtomicBool,
    ) -> Result<Option<Trial>, VenueError> {
        let (openings, _) = divided(&self.plan)?;
        let openings = from(openings, u64::from(generation) * u64::from(self.plan.games / 2));
        let mut sum: Option<Trial> = None;
        for opponent in &self.plan.opponents {
            let bout = Bout {
                place: (generation, number),
                opponent: opponent.clone(),
                openings: openings.clone(),
                games: self.plan.games,
                seed: Dice::of_words(&[self.plan.seed, generation.into(), 0x7e5f]).word(),
            };
            let Some(trial) = self.trial(changes, bout, stop)? else { return Ok(None) };
            match &mut sum {
                None => sum = Some(trial),
                Some(sum) => {
                    sum.results.iter_mut().zip(trial.results).for_each(|(sum, count)| *sum += count);
                    sum.pairs.iter_mut().zip(trial.pairs).for_each(|(sum, count)| *sum += count);
                    sum.discs += trial.discs;
                }
            }
        }
        Ok(sum)
    }

    /// Lets the result play against the start, over openings that no candidate has seen.
    fn check(&self, evolution: &Evolution, stop: &AtomicBool) -> Result<Option<Trial>, VenueError> {
        let bout = Bout {
            place: (self.plan.generations, 0),
            opponent: self.plan.player.clone(),
            openings: divided(&self.plan)?.1,
            games: self.plan.check,
            seed: Dice::of_words(&[self.plan.seed, 0x7e60]).word(),
        };
        self.trial(&evolution.result(), bout, stop)
    }

    fn trial(&self, changes: &[f64], bout: Bout, stop: &AtomicBool) -> Result<Option<Trial>, VenueError> {
        let wrong =
            |error: SpecError| VenueError::Plan(self.folder.join(PLAN), PlanError::Sense(error.to_string()));
        let player = self.plan.player_with(changes).map_err(wrong)?;
        let name = player.to_string();
        let contest = Contest {
            time: self.plan.time,
            boards: self.plan.boards,
            seed: bout.seed,
            ..Contest::between([player, bout.opponent], bout.openings, bout.games)
        };
        let ContestResult { tally, .. } = contest.hold(stop, &mut |_, _, _| {})?;
        if stop.load(Ordering::Relaxed) || tally.games() < bout.games.into() {
            return Ok(None);
        }
        let Tally { wins, draws, losses, pairs, discs, .. } = tally;
        let (results, (generation, candidate)) = ([wins, draws, losses], bout.place);
        Ok(Some(Trial { generation, candidate, player: name, results, pairs, discs }))
    }
}

/// Games to be played.
struct Bout {
    /// The generation and the number of the candidate.
    place: (u32, u32),
    opponent: Entrant,
    openings: Openings,
    games: u32,
    seed: u64,
}

/// Divides the openings: one part for the candidates, one for the check.
fn divided(plan: &TuningPlan) -> Result<(Openings, Openings), VenueError> {
    Ok(match Openings::load(&plan.openings, None, plan.seed)? {
        Openings::List(mut list) => {
            let check = list.split_off(list.len() / 2);
            (Openings::List(list), Openings::List(check))
        }
        Openings::Random { start, plies, seed } => {
            let other = !seed;
            (
                Openings::Random { start: start.clone(), plies, seed },
                Openings::Random { start, plies, seed: other },
            )
        }
    })
}

/// Says what is wrong with the openings, if anything is.
fn halves(plan: &TuningPlan) -> Result<Result<(), String>, VenueError> {
    let (train, check) = divided(plan)?;
    let enough =
        |openings: &Openings, games: u32| openings.count().is_none_or(|count| count >= games as usize / 2);
    Ok(if !enough(&train, plan.games) {
        Err(format!(
            "games: half of the openings are for candidates, and those are too few for {} games",
            plan.games
        ))
    } else if !enough(&check, plan.check) {
        Err(format!(
            "check: half of the openings are for the check, and those are too few for {} games",
            plan.check
        ))
    } else {
        Ok(())
    })
}

/// Returns the openings from a number on.
fn from(openings: Openings, number: u64) -> Openings {
    match openings {
        Openings::List(mut list) => {
            let place = number % list.len().max(1) as u64;
            list.rotate_left(place as usize);
            Openings::List(list)
        }
        Openings::Random { start, plies, seed } => {
            Openings::Random { start, plies, seed: seed.wrapping_add(number) }
        }
    }
}

#[cfg(test)]
mod tests;
