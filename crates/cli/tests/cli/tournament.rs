//! `outflank lab run`, `resume`, `report` and `logs`: tournaments as scripts see them, also when they are
//! killed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{arg, outflank, program};

/// A folder with the file of a tournament.
struct Site {
    folder: tempfile::TempDir,
}

impl Site {
    fn new(text: &str) -> Site {
        let site = Site { folder: tempfile::tempdir().unwrap() };
        fs::write(site.path("t.toml"), text).unwrap();
        site
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, more: &[&str]) -> super::Run {
        outflank(&[&["lab", "run", arg(&self.path("t.toml"))], more].concat())
    }

    /// Returns the games without their times, by number; every line of the journal is a game, none there
    /// twice.
    fn games(&self, out: &str) -> BTreeMap<u64, Value> {
        let text = fs::read_to_string(self.path(out).join("games.jsonl")).unwrap();
        let mut games = BTreeMap::new();
        for line in text.lines() {
            let mut game: Value = serde_json::from_str(line).unwrap();
            let fields = game.as_object_mut().unwrap();
            for timed in ["seconds_black", "seconds_white", "longest"] {
                assert!(fields.remove(timed).is_some(), "{timed}");
            }
            let number = game["game"].as_u64().unwrap();
            assert!(games.insert(number, game).is_none(), "game {number} is there twice");
        }
        games
    }
}

#[test]
fn a_tournament_leaves_games_and_reports() {
    let site = Site::new(
        "name = 'Three & more'\nplayers = ['random', 'greedy', { name = 'One', player = 'level:1' }]\n\
         games = 4\nseed = 5\njudge = 2\nadjudicate = 6\n",
    );
    let run = site.run(&["--json"]);
    let summary: Value = serde_json::from_str(&run.good()).unwrap();
    assert_eq!((summary["games"].as_u64(), summary["complete"].as_bool()), (Some(12), Some(true)));
    assert_eq!(summary["players"].as_array().unwrap().len(), 3);
    let points: f64 =
        summary["players"].as_array().unwrap().iter().map(|one| one["points"].as_f64().unwrap()).sum();
    assert_eq!(points, 12.0);
    assert!(summary["players"].as_array().unwrap().iter().all(|one| one["loss"][1].is_number()));
    let games = site.games("t");
    assert!(games.values().any(|game| game["reason"] == "adjudicated"));
    let read = |name: &str| fs::read_to_string(site.path("t").join(name)).unwrap();
    let lines = read("games.txt");
    for (line, game) in lines.lines().zip(games.values()) {
        let gap: i64 = line.split_whitespace().last().unwrap().parse().unwrap();
        assert_eq!(Some(gap), game["score"].as_i64());
    }
    assert_eq!(lines.lines().count(), 12);
    assert_eq!(read("games.csv").lines().count(), 13);
    assert_eq!(read("players.csv").lines().count(), 4);
    assert_eq!(read("pairings.csv").lines().count(), 4);
    assert!(read("summary.txt").starts_with("Three & more (round-robin)\n12 games"));
    let page = read("report.html");
    assert!(page.contains("Three &amp; more") && page.matches("<svg").count() == 5, "{page}");
    assert!(!page.contains("http:") && !page.contains("https:") && !page.contains("NaN"));
    let log = read("logs/000001.log");
    assert!(log.contains("Corners: black") && log.contains("Transcript: "), "{log}");
    // The records hold the same games.
    let ggf = arg(&site.path("t/games.ggf")).to_owned();
    let shown = outflank(&["show", "--json", &ggf]).good();
    assert_eq!(shown.lines().count(), 12);
    fs::create_dir(site.path("torn")).unwrap();
    fs::write(site.path("torn/tournament.toml.new"), "play").unwrap();
    site.run(&["--out", arg(&site.path("torn"))]).good();
    // A second run does not touch them; a report can be written again, and resuming finds nothing to do.
    assert!(site.run(&[]).refused().contains("lab resume"));
    fs::remove_file(site.path("t/report.html")).unwrap();
    outflank(&["lab", "report", arg(&site.path("t"))]).good();
    assert_eq!(read("report.html"), page);
    outflank(&["lab", "resume", arg(&site.path("t"))]).good();
    assert_eq!(site.games("t"), games);
}

#[test]
fn games_have_curves_on_request() {
    let site = Site::new("players = ['random', 'greedy']\ngames = 4\njudge = 2\n");
    site.run(&[]).good();
    assert!(!site.path("t/curves.csv").exists());
    // Asked for later, they are made up for.
    let text = fs::read_to_string(site.path("t/tournament.toml")).unwrap();
    fs::write(site.path("t/tournament.toml"), format!("{text}curves = true\n")).unwrap();
    outflank(&["lab", "resume", arg(&site.path("t"))]).good();
    let curves = fs::read_to_string(site.path("t/curves.csv")).unwrap();
    let games = site.games("t");
    for (number, game) in &games {
        let line = curves.lines().rfind(|line| line.starts_with(&format!("{number},"))).unwrap();
        assert_eq!(line.rsplit(',').next().unwrap().parse::<i64>().unwrap(), game["score"].as_i64().unwrap());
    }
    assert!(curves.lines().count() > 4 * 40, "{curves}");
    let page = fs::read_to_string(site.path("t/report.html")).unwrap();
    assert_eq!(page.matches("Expected scores").count(), 4);
    let drawing = fs::read_to_string(site.path("t/ratings.svg")).unwrap();
    assert!(drawing.starts_with("<svg xmlns=") && drawing.contains("greedy"), "{drawing}");
    assert!(site.path("t/cross-table.svg").exists());
}

#[test]
fn a_matrix_is_drawn_in_the_order_of_its_levels_with_a_line_for_each() {
    // Random is the weakest and stands in the middle of the plan.
    let site = Site::new("format = 'matrix'\nplayers = ['greedy', 'random', 'nea:depth=1']\ngames = 4\n");
    site.run(&[]).good();
    for name in ["score-lines.svg", "point-lines.svg"] {
        let drawing = fs::read_to_string(site.path("t").join(name)).unwrap();
        let place = |player: &str| drawing.find(&format!("{player}<")).unwrap_or_else(|| panic!("{drawing}"));
        assert!(drawing.starts_with("<svg xmlns="), "{drawing}");
        assert!(place("greedy") < place("random") && place("random") < place("nea:depth=1"), "{drawing}");
        assert_eq!(drawing.matches("<polyline").count(), 3, "{name}");
    }
    let table = fs::read_to_string(site.path("t/cross-table.svg")).unwrap();
    for (row, player) in [("52.5", "greedy"), ("104.5", "random"), ("156.5", "nea:depth=1")] {
        assert!(table.contains(&format!("y=\"{row}\" font-size=\"13\"><title>{player}<")), "{table}");
    }
    let page = fs::read_to_string(site.path("t/report.html")).unwrap();
    assert!(page.contains("Scores, player by player") && page.contains("Points, player by player"));
}

#[test]
fn the_first_pairing_has_the_games_of_a_match() {
    let site = Site::new("players = ['level:2', 'random']\ngames = 6\nseed = 9\nconcurrency = 2");
    site.run(&[]).good();
    let out = outflank(&["match", "level:2", "random", "--games", "6", "--seed", "9", "--json"]).good();
    let moves = |game: &Value| game["moves"].clone();
    let found: Vec<Value> =
        out.lines().take(6).map(|line| moves(&serde_json::from_str(line).unwrap())).collect();
    assert_eq!(site.games("t").values().map(moves).collect::<Vec<_>>(), found);
}

#[test]
fn a_test_ends_early_and_a_matrix_counts_by_colour() {
    let site = Site::new(
        "format = 'sprt'\nsprt = '0,200'\nplayers = ['engine:depth=2,hash=1', 'random']\nconcurrency = 2",
    );
    let summary: Value = serde_json::from_str(&site.run(&["--json"]).good()).unwrap();
    assert_eq!(summary["sprt"]["verdict"], "higher");
    assert!(summary["complete"] == true && summary["games"].as_u64().unwrap() < 400);
    let site = Site::new("format = 'matrix'\nplayers = ['random', 'greedy']\ngames = 4");
    let summary: Value = serde_json::from_str(&site.run(&["--json"]).good()).unwrap();
    assert_eq!(summary["games"], 2 + 2 + 4);
    assert!(
        summary["cross"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|row| row.as_array().unwrap())
            .all(Value::is_number)
    );
}

#[test]
fn what_is_wrong_with_a_file_is_said() {
    for (text, part) in [
        ("players = ['random', 'deep-blue']", "deep-blue"),
        ("\u{0}\u{7f}nonsense", "line 1"),
        ("players = ['random', 'greedy']\nopenings = '/no/such/file'", "/no/such/file"),
        ("players = ['random', 'exec:gtp:/no/such/program']", "/no/such/program"),
    ] {
        let refusal = Site::new(text).run(&[]).refused();
        assert!(refusal.contains(part), "{text}: {refusal}");
    }
    let site = Site::new("");
    fs::write(site.path("t.toml"), [0xff, 0xfe, 0]).unwrap();
    assert!(site.run(&[]).refused().contains("t.toml"));
    assert!(outflank(&["lab", "run", "/no/such.toml"]).refused().contains("/no/such.toml"));
    assert!(outflank(&["lab", "resume", arg(&site.path(""))]).refused().contains("no tournament"));
}

#[test]
fn a_journal_that_is_not_of_this_tournament_is_refused() {
    let site = Site::new("players = ['random', 'greedy']\ngames = 4");
    site.run(&[]).good();
    let journal = site.path("t/games.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let resume = || outflank(&["lab", "resume", arg(&site.path("t"))]);
    fs::write(&journal, format!("{text}{text}")).unwrap();
    assert!(resume().refused().contains("twice"));
    fs::write(&journal, text.replacen("greedy", "level:1", 1)).unwrap();
    assert!(resume().refused().contains("game 1"));
    fs::write(&journal, text.replacen('{', "(", 1)).unwrap();
    assert!(resume().refused().contains("line 1"));
    fs::write(&journal, &text[..text.len() - 20]).unwrap();
    resume().good();
    assert_eq!(site.games("t").len(), 4);
}

/// Programs that do everything wrong, though each makes a move now and then: black's first.
#[cfg(unix)]
#[test]
fn bad_programs_do_not_stop_a_tournament() {
    let site = Site::new("");
    let crash = "exit 3";
    let flood = "while :; do echo nonsense nonsense; done";
    let garbage = "echo '= zz'; echo";
    let silent = "sleep 60";
    let no_newline = "printf '= d3'; sleep 60";
    let slow = "sleep 0.3; exit 1";
    let mut players = "'random', 'greedy'".to_owned();
    for (name, script) in [crash, flood, garbage, silent, no_newline, slow].into_iter().enumerate() {
        let path = site.path(&format!("bad{name}.sh"));
        let script = format!(
            "first=yes; while read x; do case $x$first in 'genmove byes') first=no; printf '= d3\\n\\n';; \
             genmove*) {script};; *) printf '= \\n\\n';; esac; done\n"
        );
        fs::write(&path, script).unwrap();
        players +=
            &format!(", {{ name = 'bad {name}', player = 'exec:gtp[timeout=0.2]:sh {}' }}", arg(&path));
    }
    let text =
        format!("players = [{players}]\nformat = 'gauntlet'\ngames = 2\nconcurrency = 4\nopenings = 'none'");
    fs::write(site.path("t.toml"), text).unwrap();
    let run = site.run(&["--json"]);
    assert!(run.err.contains("forfeits"), "{}", run.err);
    let summary: Value = serde_json::from_str(&run.good()).unwrap();
    assert_eq!((summary["games"].as_u64(), summary["forfeits"].as_u64()), (Some(14), Some(12)));
    assert_eq!(site.games("t").values().filter(|game| game["forfeit"].is_string()).count(), 12);
}

/// Programs that begin well and then fail, and one that only takes its time to begin.
#[cfg(unix)]
#[test]
fn programs_that_fail_later_lose_that_game_and_slow_starters_play() {
    let site = Site::new("");
    let engine = format!("{} engine --protocol gtp --depth 1", env!("CARGO_BIN_EXE_outflank"));
    // The engine's input ends after so many commands, and so does the engine.
    let crash_later = format!("sed -u 25q | {engine}");
    let illegal =
        "while read x; do case $x in genmove*) printf '= a1\\n\\n';; *) printf '= \\n\\n';; esac; done";
    let slow_start = format!("sleep 1; exec {engine}");
    let mut players = "'random'".to_owned();
    for (name, script) in [("later", crash_later.as_str()), ("illegal", illegal), ("slow", &slow_start)] {
        let path = site.path(&format!("{name}.sh"));
        fs::write(&path, format!("{script}\n")).unwrap();
        players += &format!(", {{ name = '{name}', player = 'exec:gtp[timeout=20]:sh {}' }}", arg(&path));
    }
    let text = format!("players = [{players}]\nformat = 'gauntlet'\ngames = 4\nconcurrency = 3");
    fs::write(site.path("t.toml"), text).unwrap();
    let summary: Value = serde_json::from_str(&site.run(&["--json"]).good()).unwrap();
    assert_eq!((summary["games"].as_u64(), summary["forfeits"].as_u64()), (Some(12), Some(8)));
    for game in site.games("t").values() {
        let name = if game["black"] == "random" { &game["white"] } else { &game["black"] };
        let moves = game["moves"].as_str().unwrap().len() / 2;
        match name.as_str().unwrap() {
            "later" => assert!(game["reason"] == "crash" && moves > 10, "{game}"),
            "illegal" => assert!(game["reason"] == "illegal" && moves < 10, "{game}"),
            _ => assert_eq!(game["reason"], "finished", "{game}"),
        }
    }
}

/// Numbers that look random.
fn dice(state: &mut u64) -> f64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 11) as f64 / (1_u64 << 53) as f64
}

/// Kills a tournament again and again and compares it with one that was left alone.
fn survives(kills: u32, text: &str) {
    let site = Site::new(text);
    let started = Instant::now();
    site.run(&["--out", arg(&site.path("calm"))]).good();
    let calm = started.elapsed();
    let mut state = started.elapsed().as_nanos() as u64;
    println!("undisturbed {calm:?}, dice {state}");
    let mut killed = 0;
    for number in 0..kills {
        let mut command = program();
        match number {
            0 => command.args(["lab", "run", arg(&site.path("t.toml")), "--out", arg(&site.path("rough"))]),
            // Killed before it had even begun: begin again.
            _ if !site.path("rough/tournament.toml").exists() => {
                command.args(["lab", "run", arg(&site.path("t.toml")), "--out", arg(&site.path("rough"))])
            }
            _ => command.args(["lab", "resume", arg(&site.path("rough"))]),
        };
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(calm.mul_f64(dice(&mut state) * 1.6 / f64::from(kills)) + Duration::from_millis(8));
        killed += u32::from(child.try_wait().unwrap().is_none());
        // SIGKILL on Unix.
        child.kill().unwrap();
        child.wait().unwrap();
    }
    outflank(&["lab", "resume", arg(&site.path("rough"))]).good();
    assert!(2 * killed >= kills, "only {killed} of {kills} came in time");
    assert_eq!(site.games("rough"), site.games("calm"));
    let read = |out: &str, name: &str| fs::read_to_string(site.path(out).join(name)).unwrap();
    assert_eq!(read("rough", "games.txt"), read("calm", "games.txt"));
    assert_eq!(read("rough", "games.ggf"), read("calm", "games.ggf"));
    let logs = |out: &str| -> Vec<String> {
        let numbers = site.games(out).into_keys();
        numbers.map(|number| read(out, &format!("logs/{number:06}.log"))).collect()
    };
    assert_eq!(logs("rough"), logs("calm"));
}

#[test]
fn a_killed_tournament_ends_with_the_games_of_an_undisturbed_one() {
    survives(
        5,
        "players = ['engine:depth=5,hash=1', 'engine:depth=4,hash=1', 'greedy']\ngames = 60\nconcurrency = 2",
    );
}

#[test]
#[ignore = "takes a minute"]
fn a_tournament_survives_twenty_kills() {
    survives(
        20,
        "players = ['engine:depth=6,hash=1', 'engine:depth=5,hash=1', 'level:3', 'random']\ngames = 160\nconcurrency = 2\njudge = 1",
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_a_report() {
    let site = Site::new(
        "players = ['engine:depth=6,hash=1', 'engine:depth=5,hash=1']\ngames = 2000\nconcurrency = 2",
    );
    let mut command = program();
    command.args(["lab", "run", arg(&site.path("t.toml"))]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let journal = site.path("t/games.jsonl");
    let length = |path: &Path| fs::metadata(path).map_or(0, |data| data.len());
    let started = Instant::now();
    while length(&journal) == 0 {
        assert!(started.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(20));
    }
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let run = super::Run::of(child.wait_with_output().unwrap());
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("lab resume") && run.out.contains("of 2000 games"), "{} {}", run.err, run.out);
    assert!(site.path("t/report.html").exists());
}

#[test]
fn logs_become_tables() {
    let site = Site::new("players = ['random', 'greedy']\ngames = 6\nseed = 2");
    site.run(&[]).good();
    let summary: Value =
        serde_json::from_str(&fs::read_to_string(site.path("t/summary.json")).unwrap()).unwrap();
    for folder in ["t/logs", "ggf"] {
        if folder == "ggf" {
            fs::create_dir(site.path(folder)).unwrap();
            fs::copy(site.path("t/games.ggf"), site.path("ggf/games.ggf")).unwrap();
        }
        let out = outflank(&["lab", "logs", "--json", arg(&site.path(folder))]).good();
        let found: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(found["games"], 6, "{folder}");
        for field in ["name", "wins", "draws", "losses", "points", "mean_score"] {
            assert_eq!(found["players"][0][field], summary["players"][0][field], "{folder} {field}");
        }
    }
    assert!(outflank(&["lab", "logs", arg(&site.path("t/logs"))]).good().contains("greedy"));
    let empty = tempfile::tempdir().unwrap();
    assert!(outflank(&["lab", "logs", arg(empty.path())]).refused().contains("no game"));
    outflank(&["lab", "logs", "/no/such/folder"]).refused();
}

#[cfg(unix)]
#[test]
fn what_a_referee_prints_is_a_log() {
    let folder = tempfile::tempdir().unwrap();
    let engine = format!("{} engine --protocol referee --level 1", env!("CARGO_BIN_EXE_outflank"));
    let said = outflank(&["lab", "referee", &engine, &engine]).good();
    fs::write(folder.path().join("one-vs-two.log"), &said).unwrap();
    let out = outflank(&["lab", "logs", "--json", arg(folder.path())]).good();
    let found: Value = serde_json::from_str(&out).unwrap();
    let line = said.lines().find_map(|line| line.strip_prefix("score: ")).unwrap();
    let score: f64 = line.split_whitespace().next().unwrap().parse().unwrap();
    let one = found["players"].as_array().unwrap().iter().find(|player| player["name"] == "one").unwrap();
    assert_eq!(one["mean_score"].as_f64(), Some(score));
}
