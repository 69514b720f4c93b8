//! What a tuning came to, in figures and as a drawing.

use std::fmt;
use std::io;
use std::path::Path;

use serde::Serialize;

use super::Trial;
use super::evolution::Evolution;
use super::plan::TuningPlan;
use crate::drawing::Chart;
use crate::tournament::VenueError;
use crate::tournament::publish::write_whole;

/// The figures of a tuning. The fields are a promise; more may follow.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TuningReport {
    /// The player as it was.
    pub start: String,
    /// The player as it is now.
    pub tuned: String,
    /// What is tuned.
    pub parameters: Vec<String>,
    /// The numbers at the start.
    pub from: Vec<f64>,
    /// The numbers now.
    pub to: Vec<f64>,
    /// Generations done.
    pub generations: u32,
    /// Generations planned.
    pub planned: u32,
    /// Games of all candidates.
    pub games: u64,
    /// The result against the start, over openings that no candidate had seen; `None` before it was played.
    pub check: Option<TuningCheck>,
    /// For every generation the share of the points of its candidates.
    pub shares: Vec<f64>,
    /// For every generation the numbers its candidates lie around.
    pub centres: Vec<Vec<f64>>,
}

/// What the result scored against the start.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TuningCheck {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The difference in Elo; `None` if unbounded.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval.
    pub elo_low: Option<f64>,
    /// The upper end of its 95 % interval.
    pub elo_high: Option<f64>,
    /// The mean score in discs.
    pub mean_score: Option<f64>,
}

impl TuningReport {
    /// Computes the figures.
    pub(super) fn new(plan: &TuningPlan, mut evolution: Evolution, trials: &[Trial]) -> TuningReport {
        let mut shares = Vec::new();
        let mut games = 0;
        for generation in trials.chunks(plan.candidates as usize) {
            if evolution.is_over() || generation.len() < plan.candidates as usize {
                break;
            }
            let tallies: Vec<_> = generation.iter().map(Trial::tally).collect();
            let points: f64 = tallies.iter().map(|tally| tally.points()).sum();
            let played: u64 = tallies.iter().map(|tally| tally.games()).sum();
            shares.push((1e4 * points / played.max(1) as f64).round() / 1e4);
            games += played;
            evolution.advance(&generation.iter().map(Trial::fitness).collect::<Vec<_>>());
        }
        let result = evolution.result();
        let tenth = |value: Option<f64>| value.map(|value| (10.0 * value).round() / 10.0);
        let check = trials.iter().find(|trial| trial.generation == plan.generations).map(|trial| {
            let (tally, elo) = (trial.tally(), trial.tally().elo());
            TuningCheck {
                games: tally.games(),
                wins: tally.wins,
                draws: tally.draws,
                losses: tally.losses,
                elo: tenth(elo.difference),
                elo_low: tenth(elo.low),
                elo_high: tenth(elo.high),
                mean_score: tally.mean_score().map(|mean| (100.0 * mean).round() / 100.0),
            }
        });
        TuningReport {
            start: plan.player.to_string(),
            tuned: plan.player_with(&result).map(|player| player.to_string()).unwrap_or_default(),
            parameters: plan.parameters.iter().map(|(name, _)| name.clone()).collect(),
            from: plan.parameters.iter().map(|(_, value)| *value).collect(),
            to: plan.numbers(&result),
            generations: evolution.generation(),
            planned: plan.generations,
            games,
            check,
            shares,
            centres: evolution.centres().iter().map(|centre| plan.numbers(centre)).collect(),
        }
    }

    /// Writes the figures and the drawings into a folder.
    pub(super) fn write(&self, folder: &Path) -> Result<(), VenueError> {
        let files = self.documents().map_err(|error| VenueError::File(folder.to_owned(), error))?;
        files.iter().try_for_each(|(name, content)| write_whole(&folder.join(name), content.as_bytes()))
    }

    /// Returns the figures and the drawings as files: their names and what is in them.
    ///
    /// # Errors
    ///
    /// If a figure cannot be written as JSON.
    pub fn documents(&self) -> io::Result<[(&'static str, String); 4]> {
        Ok([
            ("tuning.json", serde_json::to_string_pretty(self)?),
            ("tuning.txt", self.to_string()),
            ("weights.svg", self.weights().svg()),
            ("points.svg", self.points().svg()),
        ])
    }

    /// Draws what became of the numbers.
    fn weights(&self) -> Chart {
        let line = |(index, name): (usize, &String)| {
            let start = self.from[index];
            let points = (0..).map(f64::from).zip(self.centres.iter().map(|centre| centre[index] / start));
            (name.clone(), points.collect())
        };
        Chart {
            title: format!("Weights of {} in the course of the tuning", self.start),
            across: "generation".to_owned(),
            upwards: "times the weight at the start".to_owned(),
            lines: self.parameters.iter().enumerate().map(line).collect(),
        }
    }

    /// Draws what the candidates scored.
    fn points(&self) -> Chart {
        let points = (1..).map(f64::from).zip(self.shares.iter().map(|share| 100.0 * share)).collect();
        Chart {
            title: format!("Points of the candidates of {}", self.start),
            across: "generation".to_owned(),
            upwards: "% of the points against the opponents".to_owned(),
            lines: vec![("candidates".to_owned(), points)],
        }
    }
}

impl fmt::Display for TuningReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TuningReport { start, tuned, generations, planned, games, .. } = self;
        writeln!(f, "start:   {start}\ntuned:   {tuned}")?;
        writeln!(f, "search:  {generations} of {planned} generations, {games} games")?;
        for ((name, from), to) in self.parameters.iter().zip(&self.from).zip(&self.to) {
            writeln!(f, "         {name}: {from} -> {to}")?;
        }
        let Some(check) = &self.check else { return writeln!(f, "check:   not yet") };
        let number = |value: Option<f64>| value.map_or_else(|| "?".to_owned(), |value| format!("{value:+}"));
        writeln!(
            f,
            "check:   {} games against the start over fresh openings: {} won, {} drawn, {} lost",
            check.games, check.wins, check.draws, check.losses
        )?;
        writeln!(
            f,
            "Elo:     {} ({} to {}, 95 %), {} discs a game",
            number(check.elo),
            number(check.elo_low),
            number(check.elo_high),
            number(check.mean_score)
        )
    }
}
