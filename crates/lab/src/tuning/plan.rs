//! What is to be tuned: the file that describes it.

use std::path::Path;
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use outflank_players::{Entrant, SpecError};

use crate::openings::OpeningSource;
use crate::tournament::PlanError;

/// A tuning to be done.
#[derive(Clone, Debug)]
pub struct TuningPlan {
    /// The player as it is.
    pub player: Entrant,
    /// The numbers to be changed, and what they are now.
    pub parameters: Vec<(String, f64)>,
    /// Whom candidates meet.
    pub opponents: Vec<Entrant>,
    /// How many generations of candidates there are.
    pub generations: u32,
    /// How many candidates a generation has; even.
    pub candidates: u32,
    /// How many games a candidate plays against each opponent; even.
    pub games: u32,
    /// How far the first candidates lie from the start: 0.5 is a factor of about 1.6 either way.
    pub spread: f64,
    /// Where the games begin.
    pub openings: OpeningSource,
    /// The time for each move of players without a limit of their own.
    pub time: Duration,
    /// How many games at a time.
    pub boards: usize,
    /// What all random choices follow from.
    pub seed: u64,
    /// How many games the result plays against the start, over openings not used before; even.
    pub check: u32,
}

/// The file as it is written.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct TuningFile {
    player: String,
    parameters: Vec<String>,
    #[serde(default)]
    opponents: Vec<String>,
    generations: Option<u32>,
    candidates: Option<u32>,
    games: Option<u32>,
    spread: Option<f64>,
    openings: Option<String>,
    time: Option<f64>,
    concurrency: Option<u16>,
    seed: Option<u64>,
    check: Option<u32>,
}

impl FromStr for TuningPlan {
    type Err = PlanError;

    fn from_str(text: &str) -> Result<TuningPlan, PlanError> {
        TuningPlan::read(text, None)
    }
}

impl TuningPlan {
    /// Reads the description of a tuning. Openings whose name begins with `files/` are in `folder`.
    ///
    /// # Errors
    ///
    /// If the text describes none.
    pub fn read(text: &str, folder: Option<&Path>) -> Result<TuningPlan, PlanError> {
        let plan = TuningPlan::of_sheet(toml::from_str(text)?).map_err(PlanError::Sense)?;
        Ok(TuningPlan { openings: plan.openings.in_folder(folder), ..plan })
    }

    fn of_sheet(sheet: TuningFile) -> Result<TuningPlan, String> {
        let entrant = |key: &str, text: &str| -> Result<Entrant, String> {
            let entrant: Entrant = text.parse().map_err(|error: SpecError| format!("{key}: {error}"))?;
            if entrant.is_human() {
                return Err(format!("{key}: a person cannot play here"));
            }
            Ok(entrant)
        };
        let player = entrant("player", &sheet.player)?;
        let mut opponents = Vec::new();
        for text in &sheet.opponents {
            opponents.push(entrant("opponents", text)?);
        }
        if opponents.is_empty() {
            opponents.push(player.clone());
        }
        let even = |key: &str, value: Option<u32>, default: u32, most: u32| match value.unwrap_or(default) {
            value if value.is_multiple_of(2) && (2..=most).contains(&value) => Ok(value),
            value => Err(format!("{key}: {value} is not an even number from 2 to {most}")),
        };
        let within = |key: &str, value: f64, (low, high): (f64, f64)| match value {
            value if low <= value && value <= high => Ok(value),
            value => Err(format!("{key}: {value} is not within {low} to {high}")),
        };
        let generations = sheet.generations.unwrap_or(30);
        if !(1..=100_000).contains(&generations) {
            return Err(format!("generations: {generations} is not within 1 to 100000"));
        }
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let openings = sheet.openings.as_deref().unwrap_or("balanced");
        let plan = TuningPlan {
            parameters: parameters(&player, &sheet.parameters)?,
            player,
            opponents,
            generations,
            candidates: even("candidates", sheet.candidates, 12, 1000)?,
            games: even("games", sheet.games, 40, 1_000_000)?,
            spread: within("spread", sheet.spread.unwrap_or(0.5), (0.001, 3.0))?,
            openings: openings.parse().map_err(|error| format!("{error}"))?,
            time: Duration::from_secs_f64(within("time", sheet.time.unwrap_or(0.1), (0.000_001, 86_400.0))?),
            boards: sheet.concurrency.map_or_else(cores, usize::from).max(1),
            seed: sheet.seed.unwrap_or(1),
            check: even("check", sheet.check, 1000, 1_000_000)?,
        };
        plan.player_with(&vec![0.0; plan.parameters.len()])
            .map_err(|error| format!("parameters: {error}"))?;
        Ok(plan)
    }

    /// Returns the numbers that are the start's, each multiplied with the exponential of a change.
    #[must_use]
    pub fn numbers(&self, changes: &[f64]) -> Vec<f64> {
        self.parameters
            .iter()
            .zip(changes)
            .map(|((_, start), change)| rounded(start * change.exp()))
            .collect()
    }

    /// Returns the player with its numbers changed.
    pub(crate) fn player_with(&self, changes: &[f64]) -> Result<Entrant, SpecError> {
        let text = self.player.to_string();
        let (id, given) = text.split_once(':').unwrap_or((&text, ""));
        let is_tuned = |part: &&str| {
            let name = part.split('=').next().unwrap_or_default().trim();
            self.parameters.iter().any(|(tuned, _)| tuned == name)
        };
        let kept = given.split(',').filter(|part| !part.trim().is_empty() && !is_tuned(part));
        let numbers = self.numbers(changes);
        let changed =
            self.parameters.iter().zip(numbers).map(|((name, _), number)| format!("{name}={number}"));
        let options: Vec<String> = kept.map(str::to_owned).chain(changed).collect();
        format!("{id}:{}", options.join(",")).parse()
    }
}

/// Keeps four digits that count: more are noise.
fn rounded(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

/// Finds what the numbers of a player are now: what its text says, else 1.
fn parameters(player: &Entrant, names: &[String]) -> Result<Vec<(String, f64)>, String> {
    if names.is_empty() {
        return Err("parameters: there is nothing to tune".to_owned());
    }
    let text = player.to_string();
    let given = text.split_once(':').map_or("", |(_, given)| given);
    let mut found: Vec<(String, f64)> = Vec::new();
    for name in names {
        if found.iter().any(|(known, _)| known == name) {
            return Err(format!("parameters: {name:?} is there twice"));
        }
        let said = given.split(',').rev().find_map(|part| {
            let (key, value) = part.split_once('=')?;
            (key.trim() == name).then_some(value.trim())
        });
        let value: f64 = match said {
            None => 1.0,
            Some(text) => text.parse().map_err(|_| format!("parameters: {name}={text:?} is not a number"))?,
        };
        if value == 0.0 || !value.is_finite() {
            return Err(format!("parameters: {name}={value} cannot be multiplied to anything else"));
        }
        found.push((name.clone(), value));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_file_is_filled_in_and_numbers_are_changed_in_place() {
        let text = "player = 'om-expert:depth=2,lines=3'\nparameters = ['lines', 'mobility']";
        let plan: TuningPlan = text.parse().unwrap();
        assert_eq!(plan.parameters, [("lines".to_owned(), 3.0), ("mobility".to_owned(), 1.0)]);
        assert_eq!(plan.opponents[0].to_string(), "om-expert:depth=2,lines=3");
        assert_eq!((plan.generations, plan.candidates, plan.games, plan.check), (30, 12, 40, 1000));
        let changed = plan.player_with(&[2_f64.ln(), -(3_f64.ln())]).unwrap();
        assert_eq!(changed.to_string(), "om-expert:depth=2,lines=6,mobility=0.3333");
    }

    #[test]
    fn refusals_name_the_value() {
        let base = "player = 'nea'\nparameters = ['corners']\n";
        for (text, part) in [
            ("player = 'nea'".to_owned(), "parameters"),
            ("player = 'nea'\nparameters = []".to_owned(), "nothing to tune"),
            ("player = 'nea'\nparameters = ['lines']".to_owned(), "\"lines\""),
            ("player = 'nea:discs=0'\nparameters = ['discs']".to_owned(), "discs=0"),
            ("player = 'nea'\nparameters = ['discs', 'discs']".to_owned(), "twice"),
            ("player = 'nea:search=minimax'\nparameters = ['search']".to_owned(), "minimax"),
            ("player = 'human'\nparameters = ['discs']".to_owned(), "person"),
            ("player = 'deep-blue'\nparameters = ['discs']".to_owned(), "deep-blue"),
            (format!("{base}opponents = ['deep-blue']"), "deep-blue"),
            (format!("{base}games = 3"), "games: 3"),
            (format!("{base}candidates = 0"), "candidates: 0"),
            (format!("{base}generations = 0"), "generations: 0"),
            (format!("{base}spread = 9"), "spread: 9"),
            (format!("{base}check = 1"), "check: 1"),
            (format!("{base}openings = 'random:99'"), "99"),
            (format!("{base}gmaes = 4"), "gmaes"),
        ] {
            let error = text.parse::<TuningPlan>().unwrap_err().to_string();
            assert!(error.contains(part), "{text:?}: {error}");
        }
    }
}
