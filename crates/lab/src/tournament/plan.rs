//! What a tournament is: the file that describes it.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use outflank_players::Entrant;

use crate::adjudicator::{Adjudication, Adjudicator, Ahead};
use crate::hall::boards_for;
use crate::openings::OpeningSource;
use crate::sprt::Sprt;
use crate::tournament::entrants::{NamedEntrant, found, parsed};
use crate::tournament::player_limit::limited;

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Everybody meets everybody else.
    #[default]
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// Everybody meets everybody, itself included; results are kept by colour.
    Matrix,
    /// Everybody meets those 1, 2, 4, 8 ... places further down the list: enough to rate many players with
    /// few games.
    Sparse,
    /// Two players meet until one of two hypotheses is accepted.
    Sprt,
}

impl Form {
    /// Returns the word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Form::RoundRobin => "round-robin",
            Form::Gauntlet => "gauntlet",
            Form::Matrix => "matrix",
            Form::Sparse => "sparse",
            Form::Sprt => "sprt",
        }
    }
}

/// A tournament to be held.
#[derive(Clone, Debug)]
pub struct TournamentPlan {
    /// What it is called.
    pub name: Option<String>,
    /// Who meets whom.
    pub form: Form,
    /// What the players are called, all different.
    pub names: Vec<String>,
    /// The players.
    pub entrants: Vec<Entrant>,
    /// How many games two players play, both colours together; even.
    pub games: u32,
    /// Where the games begin.
    pub openings: OpeningSource,
    /// The time for each move of players without a limit of their own.
    pub time: Duration,
    /// How many games at a time.
    pub boards: usize,
    /// What all random choices follow from.
    pub seed: u64,
    /// The test of [`Form::Sprt`].
    pub sprt: Option<Sprt>,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// How deep the engine looks to judge what every move lost, if it is to.
    pub judge: Option<u32>,
    /// Whether the engine also says what it expects in every position; only with `judge`.
    pub curves: bool,
    /// Whether every game gets a log of its own.
    pub logs: bool,
}

/// Says what is wrong with the description of a tournament.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// It is no TOML, or a value is not what it should be; names line and column.
    #[error("{0}")]
    Text(#[from] toml::de::Error),
    /// The values do not fit together.
    #[error("{0}")]
    Sense(String),
}

/// The file as it is written.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct PlanFile {
    name: Option<String>,
    #[serde(default)]
    format: Form,
    players: Vec<NamedEntrant>,
    games: Option<u32>,
    #[serde(default, deserialize_with = "parsed")]
    openings: Option<OpeningSource>,
    time: Option<f64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    concurrency: Option<u16>,
    #[serde(default = "first_seed")]
    seed: u64,
    #[serde(default, deserialize_with = "parsed")]
    sprt: Option<Sprt>,
    adjudicate: Option<u32>,
    #[serde(default, deserialize_with = "parsed")]
    adjudicate_ahead: Option<Ahead>,
    judge: Option<u32>,
    #[serde(default)]
    curves: bool,
    #[serde(default = "yes")]
    logs: bool,
}

const fn first_seed() -> u64 {
    1
}

const fn yes() -> bool {
    true
}

impl PlanFile {
    /// Returns how many games two players play.
    fn games(&self) -> u32 {
        self.games.unwrap_or(if self.format == Form::Sprt { 20_000 } else { 100 })
    }

    /// Refuses numbers that make no sense.
    fn check_numbers(&self) -> Result<(), String> {
        let games = self.games();
        if games == 0 || !games.is_multiple_of(2) {
            return Err(format!(
                "games: {games} is not an even number above 0; every opening is played twice, with colours swapped"
            ));
        }
        if let Some(time) =
            self.time.filter(|time| !(0.0..=TournamentPlan::LONGEST).contains(time) || *time == 0.0)
        {
            return Err(format!(
                "time: {time} is not a number of seconds above 0 and up to {}",
                TournamentPlan::LONGEST
            ));
        }
        if self.concurrency.is_some_and(|boards| !(1..=1024).contains(&boards)) {
            return Err("concurrency: 1 to 1024 games at a time are possible".to_owned());
        }
        let within = |name: &str, value: Option<u32>, most: u32| match value {
            Some(value) if !(1..=most).contains(&value) => {
                Err(format!("{name}: {value} is not within 1 to {most}"))
            }
            _ => Ok(()),
        };
        within("adjudicate", self.adjudicate, Adjudicator::MOST)?;
        within("judge", self.judge, 60)?;
        within("depth", self.depth, 60)?;
        if self.nodes == Some(0) {
            return Err("nodes: 0 is not within 1 and more".to_owned());
        }
        Ok(())
    }

    /// Refuses settings that do not go together.
    fn check_format(&self) -> Result<(), String> {
        if self.depth.is_some() && self.nodes.is_some() {
            return Err("depth, nodes: give one of them".to_owned());
        }
        if self.curves && self.judge.is_none() {
            return Err("curves: the engine draws them when it judges; write judge = 8 too".to_owned());
        }
        match (self.format, self.sprt, self.players.len()) {
            (Form::Sprt, None, _) => Err("sprt: the test is missing; write sprt = \"0,20\"".to_owned()),
            (Form::Sprt, Some(_), count) if count != 2 => {
                Err(format!("players: a test is between 2 players, not {count}"))
            }
            (Form::RoundRobin | Form::Gauntlet | Form::Matrix | Form::Sparse, Some(_), _) => {
                Err(format!("sprt: a test needs format = \"sprt\", not {:?}", self.format.name()))
            }
            (Form::Matrix, _, 1..) => Ok(()),
            (_, _, count) if count < 2 => Err(format!("players: {count} are too few; two are needed")),
            _ => Ok(()),
        }
    }
}

impl FromStr for TournamentPlan {
    type Err = PlanError;

    fn from_str(text: &str) -> Result<TournamentPlan, PlanError> {
        TournamentPlan::read(text, None)
    }
}

impl TournamentPlan {
    /// The longest time for a move, in seconds.
    const LONGEST: f64 = 86_400.0;
    /// The most games of a tournament.
    pub(crate) const MOST_GAMES: u64 = 1_000_000;

    /// Reads the description of a tournament. Files whose names begin with `files/` are in `folder`, others
    /// are sought from where the program runs.
    ///
    /// # Errors
    ///
    /// If the text describes none.
    pub fn read(text: &str, folder: Option<&Path>) -> Result<TournamentPlan, PlanError> {
        TournamentPlan::of_file(toml::from_str(text)?, folder).map_err(PlanError::Sense)
    }

    fn of_file(file: PlanFile, folder: Option<&Path>) -> Result<TournamentPlan, String> {
        file.check_numbers()?;
        file.check_format()?;
        let PlanFile { format: form, time, depth, nodes, .. } = file;
        let limit = depth.map(|depth| ("depth", u64::from(depth))).or(nodes.map(|nodes| ("nodes", nodes)));
        let mut plan = TournamentPlan {
            form,
            names: Vec::new(),
            entrants: Vec::new(),
            games: file.games(),
            name: file.name,
            openings: file.openings.map_or(OpeningSource::Balanced, |source| source.in_folder(folder)),
            time: Duration::from_secs_f64(time.unwrap_or(0.1)),
            boards: file.concurrency.map_or(0, usize::from),
            seed: file.seed,
            sprt: file.sprt,
            adjudication: Adjudication { empties: file.adjudicate, ahead: file.adjudicate_ahead },
            judge: file.judge,
            curves: file.curves,
            logs: file.logs,
        };
        for NamedEntrant { name, text } in file.players {
            let entrant = limited(&text, limit, &|text| found(text, folder)).map_err(|e| e.to_string())?;
            plan.add(name, entrant)?;
        }
        if plan.boards == 0 {
            plan.boards = boards_for(&plan.entrants);
        }
        let total = plan.schedule().count();
        if total > TournamentPlan::MOST_GAMES {
            return Err(format!(
                "games: {total} in all are too many; the limit is {}",
                TournamentPlan::MOST_GAMES
            ));
        }
        Ok(plan)
    }

    fn add(&mut self, name: Option<String>, entrant: Entrant) -> Result<(), String> {
        if entrant.is_human() {
            return Err(
                format!("players: {entrant:?}: a person cannot play in a tournament").replace("Entrant", "")
            );
        }
        let name = name.unwrap_or_else(|| entrant.to_string()).trim().to_owned();
        if name.is_empty() || name.chars().any(char::is_control) {
            return Err(format!("players: {name:?} is not a name"));
        }
        if self.names.contains(&name) {
            return Err(format!(
                "players: {name:?} is there twice; give one of them another name: {{ name = \"...\", player = \
                 \"{entrant}\" }}"
            ));
        }
        self.names.push(name);
        self.entrants.push(entrant);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_file_is_filled_in() {
        let plan: TournamentPlan =
            "players = ['random', 'greedy', { name = 'Two', player = 'level:2' }]".parse().unwrap();
        assert_eq!((plan.form, plan.games, plan.seed, plan.logs), (Form::RoundRobin, 100, 1, true));
        assert_eq!(plan.names, ["random", "greedy", "Two"]);
        assert_eq!(plan.openings, OpeningSource::Balanced);
        assert_eq!(plan.time, Duration::from_millis(100));
        assert!(plan.boards >= 1);
    }

    #[test]
    fn refusals_name_the_place_or_the_value() {
        let players = "players = ['random', 'greedy']\n";
        let cases = [
            ("\u{0}\u{1}garbage", "line 1"),
            ("players = ", "line 1"),
            ("games = 4", "players"),
            ("players = 3", "sequence"),
            ("players = [3, 4]", "a player such as"),
            ("players = []", "two are needed"),
            ("players = ['random', 'human']", "human"),
            ("players = ['random',\n 'deep-blue']", "deep-blue"),
            ("players = ['random',\n 'deep-blue']", "line 2"),
            ("players = ['random', 'random']", "twice"),
            ("players = ['random', { name = 'x' }]", "player"),
            ("players = ['random', { name = 'x', player = 'y' }]", "\"y\""),
            ("players = ['random', { name = ' ', player = 'greedy' }]", "not a name"),
        ];
        for (text, part) in cases {
            let error = text.parse::<TournamentPlan>().unwrap_err().to_string();
            assert!(error.contains(part), "{text:?}: {error}");
        }
        let more = [
            ("games = 3", "3 is not an even number"),
            ("games = 0", "0 is not an even"),
            ("games = -2", "line 2"),
            ("games = 4000000000", "too many"),
            ("gmaes = 4", "gmaes"),
            ("time = -1", "-1"),
            ("time = nan", "seconds"),
            ("time = 'x'", "line 2"),
            ("depth = 3\nnodes = 4", "one of them"),
            ("depth = 99", "99"),
            ("nodes = 0", "nodes"),
            ("adjudicate = 40", "40"),
            ("adjudicate-ahead = '30'", "DISCS,PLIES"),
            ("judge = 0", "judge"),
            ("curves = true", "judge = 8"),
            ("concurrency = 0", "concurrency"),
            ("openings = 'random:99'", "99"),
            ("format = 'swiss'", "swiss"),
            ("format = 'sprt'", "test is missing"),
            ("sprt = '0,5'", "format"),
            ("sprt = '5,0'", "5,0"),
        ];
        for (line, part) in more {
            let error = format!("{players}{line}").parse::<TournamentPlan>().unwrap_err().to_string();
            assert!(error.contains(part), "{line:?}: {error}");
        }
        let three = "players = ['random', 'greedy', 'level:1']\nformat = 'sprt'\nsprt = '0,5'";
        assert!(three.parse::<TournamentPlan>().unwrap_err().to_string().contains("not 3"));
    }
}
