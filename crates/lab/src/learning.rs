//! Learning: a player fills a table by games against itself, in a folder that outlives any interruption.
//!
//! The folder holds the description, tables with the number of their games in the name, and a file that names
//! the one that counts. A table is on the disk before it is named, so that no game is learned from twice.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, Instant};

use outflank_players::{Dice, Entrant, Spec, SpecError, Stopper};
use serde::{Deserialize, Serialize};

use crate::tournament::VenueError;
use crate::tournament::entrants::found;
use crate::tournament::publish::write_whole;

/// The name of the description inside the folder.
const PLAN: &str = "learning.toml";
/// The name of the file that names the table that counts.
const STATE: &str = "learning.json";
/// What tables are called in the texts of players.
const TABLES: [&str; 2] = ["killers", "table"];
/// How long games are played before what was learned is written down.
const SAVE_EVERY: Duration = Duration::from_secs(3);

/// What is to be learned: the file that describes it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LearningPlan {
    /// The player; what its table holds already is where it begins.
    pub player: String,
    /// How many games.
    pub games: u64,
    /// What all random choices follow from.
    #[serde(default = "first_seed")]
    pub seed: u64,
}

const fn first_seed() -> u64 {
    1
}

impl FromStr for LearningPlan {
    type Err = LearningError;

    fn from_str(text: &str) -> Result<LearningPlan, LearningError> {
        toml::from_str(text).map_err(|error| LearningError::Plan(error.to_string()))
    }
}

/// Says why nothing can be learned.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LearningError {
    /// There is no learning in the folder.
    #[error("{0}: there is nothing to learn here: {1}")]
    Nothing(PathBuf, io::Error),
    /// The description is wrong.
    #[error("{0}")]
    Plan(String),
    /// The file that names the table is damaged.
    #[error("{0}: {1}")]
    State(PathBuf, serde_json::Error),
    /// The player has no table.
    #[error("{0}: this player has nothing to learn")]
    NoPupil(String),
    /// The player cannot be used.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// The folder holds something already.
    #[error("{0}: there is something already")]
    Taken(PathBuf),
    /// The system refuses.
    #[error(transparent)]
    File(#[from] VenueError),
}

/// The table that counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct LearningState {
    /// How many games were learned from.
    games: u64,
    /// The file.
    table: Option<String>,
}

/// A folder with the description of a learning and its table.
#[derive(Debug)]
pub struct Learning {
    folder: PathBuf,
    /// What is to be learned.
    pub plan: LearningPlan,
}

impl Learning {
    /// Puts the description of a learning into a folder that was made for it and may hold its `files/`.
    ///
    /// # Errors
    ///
    /// If there is one already, or the player has nothing to learn.
    pub fn create(folder: &Path, text: &str) -> Result<Learning, LearningError> {
        let path = folder.join(PLAN);
        if path.exists() || folder.join(STATE).exists() {
            return Err(LearningError::Taken(folder.to_owned()));
        }
        let plan = text.parse::<LearningPlan>()?;
        let entrant = found(&plan.player, Some(folder))?;
        entrant.pupil().ok_or_else(|| LearningError::NoPupil(plan.player.clone()))?;
        write_whole(&path, text.as_bytes())?;
        Ok(Learning { folder: folder.to_owned(), plan })
    }

    /// Opens the folder of a learning that was begun.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn open(folder: &Path) -> Result<Learning, LearningError> {
        let path = folder.join(PLAN);
        let text =
            fs::read_to_string(&path).map_err(|error| LearningError::Nothing(folder.to_owned(), error))?;
        Ok(Learning { folder: folder.to_owned(), plan: text.parse()? })
    }

    /// Counts the games that were learned from.
    ///
    /// # Errors
    ///
    /// If the state cannot be read.
    pub fn done(&self) -> Result<u64, LearningError> {
        Ok(self.state()?.games)
    }

    /// Returns the table so far; nothing before the first was written.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn table(&self) -> Result<Option<String>, LearningError> {
        let Some(path) = self.state()?.table.map(|name| self.folder.join(name)) else { return Ok(None) };
        let failed = |error| LearningError::File(VenueError::File(path.clone(), error));
        fs::read_to_string(&path).map(Some).map_err(failed)
    }

    /// Plays the games that are missing and learns from them. `progress` hears how many of how many are done.
    /// The game under way is left when it is stopped.
    ///
    /// # Errors
    ///
    /// If what was learned cannot be read or kept.
    pub fn run(&self, stopper: &Stopper, progress: &mut dyn FnMut(u64, u64)) -> Result<(), LearningError> {
        let LearningState { games: mut done, table } = self.state()?;
        let entrant = self.entrant(table.as_deref())?;
        let mut pupil = entrant.pupil().ok_or_else(|| LearningError::NoPupil(self.plan.player.clone()))?;
        let mut saved = (done, Instant::now());
        while done < self.plan.games {
            pupil.lesson(&mut Dice::of_words(&[self.plan.seed, done]), stopper);
            if stopper.is_stopped() {
                break;
            }
            done += 1;
            if saved.1.elapsed() >= SAVE_EVERY {
                self.save(done, &pupil.notes())?;
                saved = (done, Instant::now());
            }
            progress(done, self.plan.games);
        }
        // A game that was left may have taught something: it is played again from the table before it.
        if saved.0 < done && !stopper.is_stopped() {
            self.save(done, &pupil.notes())?;
        }
        Ok(())
    }

    fn state(&self) -> Result<LearningState, LearningError> {
        let path = self.folder.join(STATE);
        match fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| LearningError::State(path, error)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(LearningState::default()),
            Err(error) => Err(LearningError::File(VenueError::File(path, error))),
        }
    }

    /// Makes the player with what it has learned so far.
    fn entrant(&self, table: Option<&str>) -> Result<Entrant, LearningError> {
        let Some(table) = table else { return Ok(found(&self.plan.player, Some(&self.folder))?) };
        let spec = Spec::split(&self.plan.player)?;
        let family = spec.family();
        let name = TABLES.iter().find(|name| family.parameters.iter().any(|one| one.name == **name));
        let name = name.ok_or_else(|| LearningError::NoPupil(self.plan.player.clone()))?;
        let others = spec.options().filter(|(given, _)| given != name);
        let mut options: Vec<String> = others.map(|(name, value)| format!("{name}={value}")).collect();
        options.push(format!("{name}={}", self.folder.join(table).display()));
        // What is learned is written down here, not by the player.
        let grows = family.parameters.iter().any(|one| one.name == "grow");
        if grows && !spec.options().any(|(given, _)| given == "grow") {
            options.push("grow=no".to_owned());
        }
        Ok(found(&format!("{}:{}", family.id, options.join(",")), Some(&self.folder))?)
    }

    fn save(&self, games: u64, notes: &str) -> Result<(), LearningError> {
        let before = self.state()?.table;
        let table = format!("learned-{games}.txt");
        write_whole(&self.folder.join(&table), notes.as_bytes())?;
        let state = LearningState { games, table: Some(table.clone()) };
        let path = self.folder.join(STATE);
        let json = serde_json::to_vec(&state).map_err(|error| LearningError::State(path.clone(), error))?;
        write_whole(&path, &json)?;
        if let Some(before) = before.filter(|before| *before != table) {
            let _may_stay = fs::remove_file(self.folder.join(before));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(player: &str, games: u64) -> String {
        format!("player = '{player}'\ngames = {games}\nseed = 7\n")
    }

    /// Learns in one go, as `outflank lab learn` does.
    fn undisturbed(player: &str, games: u64) -> String {
        let mut pupil = player.parse::<Entrant>().unwrap().pupil().unwrap();
        (0..games).for_each(|game| pupil.lesson(&mut Dice::of_words(&[7, game]), &Stopper::new()));
        pupil.notes()
    }

    #[test]
    fn an_interrupted_learning_ends_with_the_table_of_an_undisturbed_one() {
        let player = "client-medium";
        let folder = tempfile::tempdir().unwrap();
        let learning = Learning::create(folder.path(), &plan(player, 4)).unwrap();
        assert_eq!((learning.done().unwrap(), learning.table().unwrap()), (0, None));
        // Killed after two games: what is on the disk is all there is.
        Learning { plan: plan(player, 2).parse().unwrap(), folder: folder.path().to_owned() }
            .run(&Stopper::new(), &mut |_, _| {})
            .unwrap();
        fs::write(folder.path().join("learned-3.txt.new"), "torn").unwrap();
        let mut heard = Vec::new();
        let again = Learning::open(folder.path()).unwrap();
        again.run(&Stopper::new(), &mut |done, all| heard.push((done, all))).unwrap();
        assert_eq!(heard, [(3, 4), (4, 4)]);
        assert_eq!(again.table().unwrap().unwrap(), undisturbed(player, 4));
        assert!(!folder.path().join("learned-2.txt").exists());
    }

    #[test]
    fn refusals_name_the_player_and_a_stopped_game_teaches_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let refusal =
            |player: &str| Learning::create(folder.path(), &plan(player, 1)).unwrap_err().to_string();
        assert!(refusal("greedy").contains("greedy"));
        assert!(refusal("deep-blue").contains("deep-blue"));
        let learning = Learning::create(folder.path(), &plan("scout:killers=off", 1)).unwrap();
        let stopper = Stopper::new();
        stopper.stop();
        learning.run(&stopper, &mut |_, _| panic!("no game was played")).unwrap();
        assert_eq!(learning.done().unwrap(), 0);
        assert!(Learning::create(folder.path(), &plan("scout:killers=off", 1)).is_err());
    }
}
