//! Orders of visitors: checked against the bounds, and turned into the descriptions that `outflank lab`
//! reads.

use std::collections::BTreeSet;

use outflank_players::Spec;

use super::files::{LabFiles, missing};
use super::limits::{
    BOARDS, GAMES, HEAVY_PLAYERS, LESSONS, OPPONENTS, PLAYERS, SECONDS, TUNED, TUNING_GAMES,
};
use crate::error::ApiError;
use crate::opponents;
use crate::wire::lab::{LabFileKind, LabKind, LabOrder, LearningOrder, TournamentOrder, TuningOrder};

/// The longest name of a piece of work, in letters.
const NAME: usize = 80;
/// The longest text of a player.
const PLAYER: usize = 300;

/// A description, and the files of the studio that it needs.
#[derive(Debug)]
pub(crate) struct PreparedRun {
    pub(crate) kind: LabKind,
    pub(crate) name: String,
    /// TOML, as `outflank lab` reads it.
    pub(crate) text: String,
    pub(crate) files: BTreeSet<(LabFileKind, String)>,
}

/// Checks an order and writes its description. `boards` is how many games are played at a time.
pub(crate) fn prepare(order: &LabOrder, files: &LabFiles, boards: usize) -> Result<PreparedRun, ApiError> {
    let boards = boards.clamp(1, BOARDS);
    let mut writer = PlanWriter { files, used: BTreeSet::new(), text: String::new() };
    let (kind, name) = match order {
        LabOrder::Tournament(order) => (LabKind::Tournament, writer.tournament(order, boards)?),
        LabOrder::Tuning(order) => (LabKind::Tuning, writer.tuning(order, boards)?),
        LabOrder::Learning(order) => (LabKind::Learning, writer.learning(order)?),
    };
    Ok(PreparedRun { kind, name, text: writer.text, files: writer.used })
}

/// Where the copy of a file is, seen from the folder of the work.
pub(crate) fn copy_of(kind: LabFileKind, name: &str) -> String {
    format!("files/{}/{name}", kind.word())
}

/// Writes a text as TOML does; without control characters that is how JSON does.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

struct PlanWriter<'a> {
    files: &'a LabFiles,
    used: BTreeSet<(LabFileKind, String)>,
    text: String,
}

impl PlanWriter<'_> {
    fn line(&mut self, key: &str, value: impl std::fmt::Display) {
        self.text.push_str(&format!("{key} = {value}\n"));
    }

    fn tournament(&mut self, order: &TournamentOrder, boards: usize) -> Result<String, ApiError> {
        let name = name(&order.name)?;
        let count = order.players.len();
        if count > PLAYERS {
            return Err(ApiError::bad(format!("{count} players are too many; the limit is {PLAYERS}")));
        }
        let heavy = order.players.iter().filter(|text| is_heavy(text)).count();
        if heavy > HEAVY_PLAYERS {
            return Err(ApiError::bad(format!(
                "{heavy} players that look far ahead take too much memory; the limit is {HEAVY_PLAYERS} (levels \
                 above 12 and engine:depth=N)"
            )));
        }
        let mut players = Vec::new();
        for (index, text) in order.players.iter().enumerate() {
            if order.players[..index].contains(text) {
                return Err(ApiError::bad(format!("{text:?} is there twice")));
            }
            players.push(self.player(text)?);
        }
        if !name.is_empty() {
            self.line("name", quoted(&name));
        }
        let format = order.format.as_deref().unwrap_or("round-robin");
        self.line("format", quoted(format));
        let written = order.players.iter().zip(&players).map(|(text, player)| match text == player {
            true => quoted(text),
            false => format!("{{ name = {}, player = {} }}", quoted(text), quoted(player)),
        });
        let written = written.collect::<Vec<_>>().join(", ");
        self.line("players", format!("[{written}]"));
        self.line("games", order.games);
        let total = most_games(format, count as u64).saturating_mul(order.games.into());
        if total > GAMES {
            return Err(ApiError::bad(format!("{total} games are too many; the limit is {GAMES}")));
        }
        self.openings(order.openings.as_deref(), order.opening_plies)?;
        self.time(order.time)?;
        self.line("concurrency", boards);
        self.line("seed", seed(order.seed)?);
        if let Some(sprt) = &order.sprt {
            self.line("sprt", quoted(sprt));
        }
        if let Some(judge) = order.judge {
            within("judge", judge.into(), (1, 12))?;
            self.line("judge", judge);
            self.line("curves", true);
        }
        // They are made of the journal when somebody asks for them.
        self.line("logs", false);
        Ok(name)
    }

    fn tuning(&mut self, order: &TuningOrder, boards: usize) -> Result<String, ApiError> {
        let name = name(&order.name)?;
        if order.opponents.len() > OPPONENTS || order.parameters.len() > TUNED {
            return Err(ApiError::bad(format!(
                "{} opponents and {} numbers are too many; the limits are {OPPONENTS} and {TUNED}",
                order.opponents.len(),
                order.parameters.len()
            )));
        }
        for text in std::iter::once(&order.player).chain(&order.opponents) {
            let player = self.player(text)?;
            if player != *text {
                return Err(ApiError::bad(format!("{text:?}: players with files cannot be tuned")));
            }
        }
        let list = |texts: &[String]| texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", ");
        self.line("player", quoted(&order.player));
        self.line("parameters", format!("[{}]", list(&order.parameters)));
        self.line("opponents", format!("[{}]", list(&order.opponents)));
        let TuningOrder { generations, candidates, games, check, .. } = *order;
        let each = u64::from(generations).saturating_mul(candidates.into()).saturating_mul(games.into());
        let total = each.saturating_mul(order.opponents.len().max(1) as u64).saturating_add(check.into());
        if total > TUNING_GAMES {
            return Err(ApiError::bad(format!(
                "{total} games for all candidates are too many; the limit is {TUNING_GAMES}"
            )));
        }
        self.line("generations", generations);
        self.line("candidates", candidates);
        self.line("games", games);
        self.line("check", check);
        self.openings(order.openings.as_deref(), None)?;
        self.time(order.time)?;
        self.line("concurrency", boards);
        self.line("seed", seed(order.seed)?);
        Ok(name)
    }

    fn learning(&mut self, order: &LearningOrder) -> Result<String, ApiError> {
        let name = name(&order.name)?;
        within("games", order.games, (1, LESSONS))?;
        let player = self.player(&order.player)?;
        self.line("player", quoted(&player));
        self.line("games", order.games);
        self.line("seed", seed(order.seed)?);
        Ok(name)
    }

    /// Returns the text of a player whose files are in the folder of the work.
    fn player(&mut self, text: &str) -> Result<String, ApiError> {
        let strange = || ApiError::bad(format!("there is no player {:?}; see /api/players", shortened(text)));
        if text.chars().count() > PLAYER || text.chars().any(char::is_control) {
            return Err(strange());
        }
        let spec = Spec::split(text).map_err(|_| strange())?;
        for (option, value) in spec.options() {
            if let Some(kind) = LabFileKind::of_option(option).filter(|_| value != "off") {
                self.files.path(kind, value).ok_or_else(|| missing(kind, value))?;
            }
        }
        opponents::entrant(text, self.files).ok_or_else(strange)?;
        let mut written = spec.family().id.to_owned();
        if spec.family().id == "level" {
            return Ok(text.to_owned());
        }
        for (index, (option, value)) in spec.options().enumerate() {
            written.push(if index == 0 { ':' } else { ',' });
            let kind = LabFileKind::of_option(option).filter(|_| value != "off");
            let value = kind.map_or_else(|| value.to_owned(), |kind| self.use_file(kind, value));
            written.push_str(&format!("{option}={value}"));
        }
        // A table that grew in games would make them depend on each other.
        let grows = spec.family().parameters.iter().any(|parameter| parameter.name == "grow");
        let names_table = spec.options().any(|(option, _)| option == "table");
        if grows && names_table && !spec.options().any(|(option, _)| option == "grow") {
            written.push_str(",grow=no");
        }
        Ok(written)
    }

    fn use_file(&mut self, kind: LabFileKind, name: &str) -> String {
        self.used.insert((kind, name.to_owned()));
        copy_of(kind, name)
    }

    fn openings(&mut self, source: Option<&str>, plies: Option<u32>) -> Result<(), ApiError> {
        let source = source.unwrap_or("balanced");
        let is_word = ["balanced", "none"].contains(&source) || source.starts_with("random:");
        if is_word {
            self.line("openings", quoted(source));
            return Ok(());
        }
        let kind = LabFileKind::Openings;
        self.files.path(kind, source).ok_or_else(|| missing(kind, &shortened(source)))?;
        let path = self.use_file(kind, source);
        let after = plies.map(|plies| format!("@{plies}")).unwrap_or_default();
        self.line("openings", quoted(&format!("{path}{after}")));
        Ok(())
    }

    fn time(&mut self, time: Option<f64>) -> Result<(), ApiError> {
        let time = time.unwrap_or(0.1);
        if !(0.001..=SECONDS).contains(&time) {
            return Err(ApiError::bad(format!(
                "{time} seconds for a move are not within 0.001 to {SECONDS}"
            )));
        }
        self.line("time", format!("{time:?}"));
        Ok(())
    }
}

/// Returns how many pairings there are at most.
fn most_games(format: &str, players: u64) -> u64 {
    match format {
        "gauntlet" => players.saturating_sub(1),
        "matrix" => players * players,
        "sprt" => 1,
        _ => players * players.saturating_sub(1) / 2,
    }
}

/// Tells whether a player keeps a large table.
fn is_heavy(text: &str) -> bool {
    let level = text.strip_prefix("level:").and_then(|number| number.parse::<u32>().ok());
    text.starts_with("engine") || level.is_some_and(|number| number > 12)
}

fn within(key: &str, value: u64, (low, high): (u64, u64)) -> Result<(), ApiError> {
    match (low..=high).contains(&value) {
        true => Ok(()),
        false => Err(ApiError::bad(format!("{key}: {value} is not within {low} to {high}"))),
    }
}

/// Checks a seed: descriptions have signed numbers.
fn seed(seed: Option<u64>) -> Result<u64, ApiError> {
    let seed = seed.unwrap_or(1);
    within("seed", seed, (0, i64::MAX.unsigned_abs())).map(|()| seed)
}

/// Checks a name: short, and nothing that cannot be shown.
fn name(text: &str) -> Result<String, ApiError> {
    let text = text.trim();
    if text.chars().count() > NAME || text.chars().any(char::is_control) {
        return Err(ApiError::bad(format!("a name has at most {NAME} characters and no control characters")));
    }
    Ok(text.to_owned())
}

fn shortened(text: &str) -> String {
    text.chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use outflank_lab::{TournamentPlan, TuningPlan};
    use serde_json::{Value, json};

    use super::*;

    fn order(order: Value) -> Result<PreparedRun, ApiError> {
        let order: LabOrder = serde_json::from_value(order).unwrap();
        prepare(&order, &LabFiles::default(), 2)
    }

    fn refusal(text: Value) -> String {
        order(text).unwrap_err().message().to_owned()
    }

    #[test]
    fn orders_become_descriptions_that_the_laboratory_reads() {
        let prepared = order(json!({ "kind": "tournament", "name": "A \"quoted\" \\ name", "games": 4,
            "players": ["level:2", "om-novice:noise=5,mobility=0"], "openings": "random:6", "time": 0.5, "seed": 9,
            "judge": 4 }))
        .unwrap();
        let plan: TournamentPlan = prepared.text.parse().unwrap();
        assert_eq!(plan.name.as_deref(), Some("A \"quoted\" \\ name"));
        assert_eq!(plan.names, ["level:2", "om-novice:noise=5,mobility=0"]);
        assert_eq!((plan.games, plan.seed, plan.boards, plan.judge), (4, 9, 2, Some(4)));
        assert_eq!((plan.time.as_millis(), plan.logs), (500, false));
        let prepared = order(json!({ "kind": "tuning", "player": "nea:depth=1", "parameters": ["corners"],
            "generations": 2, "candidates": 4, "games": 2, "check": 4 }))
        .unwrap();
        let plan: TuningPlan = prepared.text.parse().unwrap();
        assert_eq!((plan.generations, plan.candidates, plan.check), (2, 4, 4));
        let prepared =
            order(json!({ "kind": "learning", "player": "scout:killers=off", "games": 3 })).unwrap();
        assert!(prepared.text.contains("player = \"scout:killers=off\"\ngames = 3\n"), "{}", prepared.text);
    }

    #[test]
    fn what_is_too_much_or_names_what_visitors_may_not_reach_is_refused_by_value() {
        let tournament = |change: Value| {
            let mut order = json!({ "kind": "tournament", "players": ["random", "greedy"], "games": 2 });
            change.as_object().unwrap().iter().for_each(|(key, value)| order[key] = value.clone());
            refusal(order)
        };
        let many: Vec<String> = (1..=17).map(|level| format!("nea:seed={level}")).collect();
        let heavy: Vec<String> = (12..=20).map(|level| format!("level:{level}")).collect();
        for (change, part) in [
            (json!({ "players": ["random", "exec:gtp:gnugo"] }), "exec:gtp:gnugo"),
            (json!({ "players": ["random", "human"] }), "human"),
            (json!({ "players": ["random", "nea:openings=/etc/passwd"] }), "/etc/passwd"),
            (json!({ "players": ["random", "engine:depth=60"] }), "engine:depth=60"),
            (json!({ "players": ["random", "agent:time=600"] }), "agent:time=600"),
            (json!({ "players": ["random", "random"] }), "twice"),
            (json!({ "players": many }), "17 players"),
            (json!({ "players": heavy }), "8 players"),
            (json!({ "games": 20_000 }), "20000 games"),
            (json!({ "openings": "/etc/passwd" }), "/etc/passwd"),
            (json!({ "openings": "../games.db" }), "../games.db"),
            (json!({ "time": 31.0 }), "31"),
            (json!({ "time": 0.0 }), "0"),
            (json!({ "judge": 40 }), "40"),
            (json!({ "seed": u64::MAX }), "18446744073709551615"),
            (json!({ "name": "a\nb" }), "control"),
            (json!({ "name": "x".repeat(81) }), "80"),
        ] {
            let refused = tournament(change.clone());
            assert!(refused.contains(part), "{change}: {refused}");
        }
        let tuning = refusal(json!({ "kind": "tuning", "player": "nea", "parameters": ["corners"],
            "generations": 1000, "candidates": 1000, "games": 1000, "check": 2 }));
        assert!(tuning.contains("1000000002"), "{tuning}");
        let lessons =
            refusal(json!({ "kind": "learning", "player": "scout:killers=off", "games": 1_000_000 }));
        assert!(lessons.contains("1000000"), "{lessons}");
    }
}
