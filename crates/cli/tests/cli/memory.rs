//! What the program takes from the machine: a search little memory beyond the table, a studio for one person
//! little memory and few statements when it starts.

#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::program;
use super::served::ask;

/// The most memory beyond the table, in MiB.
const BEYOND_TABLE: u64 = 200;

/// The most memory of its own that a studio has when it has started, in KiB: heap and stacks, without the
/// program's code, which differs from build to build. Test builds have 5 MiB, release builds 2.5; with a
/// description of the interface it was 16 and 13.
const STUDIO_AT_START: u64 = 8 * 1024;

/// The most statements that a start needs if the tables are up to date: six by the connection that looks at
/// them, three by each of at most two others, and five about games that ended. Clocks are looked at besides,
/// now and then.
const STATEMENTS_AT_START: usize = 17;

/// What looks at the clocks.
const CLOCKS: &str = "MIN(deadline)";

/// How long a start may take: machines may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// Returns a line of what the system knows of a running program, in KiB.
fn memory(child: &Child, what: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(what)?.strip_prefix(':')).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Returns the most memory a running program ever had, in MiB.
fn peak(child: &Child) -> u64 {
    memory(child, "VmHWM") / 1024
}

/// A studio for one person, whose log goes to a file; it is killed with this value.
struct Studio {
    process: Child,
    log: String,
}

impl Studio {
    /// Starts a studio on a database and waits until it has answered and looked at the clocks.
    fn start(folder: &Path) -> Studio {
        let file = folder.join("log");
        let mut command = program();
        command.args(["serve", "--bind", "127.0.0.1:0", "--log", "warn,sqlx=debug", "--lab"]).arg(folder);
        command.arg("--database").arg(format!("sqlite:{}", folder.join("games.db").display()));
        command.stdout(Stdio::null()).stderr(File::create(&file).unwrap());
        let mut studio = Studio { process: command.spawn().unwrap(), log: String::new() };
        let address = studio.wait_for(&file, |log| {
            let (_, rest) = log.split_once("http://")?;
            Some(rest.split_once(' ')?.0.to_owned())
        });
        let (status, players) = ask(&address, "GET", "/api/players", &Value::Null).unwrap();
        assert_eq!(status, 200, "{players}");
        studio.wait_for(&file, |log| log.contains(CLOCKS).then_some(()));
        studio
    }

    /// Reads the log until it has something.
    fn wait_for<T>(&mut self, file: &Path, find: impl Fn(&str) -> Option<T>) -> T {
        let begin = Instant::now();
        loop {
            self.log = std::fs::read_to_string(file).unwrap();
            if let Some(found) = find(&self.log) {
                return found;
            }
            assert!(begin.elapsed() < PATIENCE, "{}", self.log);
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _already_gone = self.process.kill();
        let _already_gone = self.process.wait();
    }
}

#[test]
fn a_studio_for_one_person_starts_with_little_memory_and_few_statements() {
    let folder = tempfile::tempdir().unwrap();
    // The first start makes the tables.
    drop(Studio::start(folder.path()));
    let studio = Studio::start(folder.path());
    let own = memory(&studio.process, "RssAnon");
    assert!(own <= STUDIO_AT_START, "a studio that has just started has {own} KiB of its own");
    let is_counted = |line: &&str| line.contains("sqlx::query:") && !line.contains(CLOCKS);
    let statements = studio.log.lines().filter(is_counted).count();
    assert!((1..=STATEMENTS_AT_START).contains(&statements), "{statements} statements:\n{}", studio.log);
}

#[test]
fn a_search_takes_its_table_and_little_more() {
    for (table, threads) in [("1", "1"), ("64", "1"), ("256", "2"), ("64", "16")] {
        let mut child = program()
            .args(["solve", "-", "--json", "--hash", table, "--threads", threads])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        // #1 to #19 and #40 of the suite, the last with 20 empty squares: enough to fill the smaller tables.
        let suite = include_str!("../../../../data/ffo.obf").lines().filter(|line| !line.starts_with('%'));
        for position in suite.take(20) {
            writeln!(input, "{position}").unwrap();
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            assert!(line.contains("\"ok\":true"), "{line}");
        }
        let (most, table) = (peak(&child), table.parse::<u64>().unwrap());
        drop(input);
        assert!(child.wait().unwrap().success());
        assert!(most <= table + BEYOND_TABLE, "{most} MiB with a table of {table} and {threads} threads");
    }
}
