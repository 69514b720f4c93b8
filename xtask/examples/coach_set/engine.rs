//! Asks the program `outflank` for values and lines, through its command line only.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

use crate::board::{Board, square};

/// A running `outflank analyze -`.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

/// What the engine says about a position, for the side to move.
pub(crate) struct Answer {
    /// Discs.
    pub(crate) score: i64,
    /// Whether the score is proved.
    pub(crate) exact: bool,
    /// The line of best play; a pass is nothing.
    pub(crate) line: Vec<Option<usize>>,
    /// The moves that were valued, best first.
    pub(crate) moves: Vec<(usize, i64)>,
}

impl Engine {
    /// Starts the program with a depth; with `all` every move is valued.
    pub(crate) fn start(program: &str, depth: usize, all: bool) -> Result<Engine, String> {
        let mut command = Command::new(program);
        command.args(["analyze", "-", "--json", "--threads", "1", "--hash", "64"]);
        command.args(["--depth", &depth.to_string()]);
        if all {
            command.arg("--all-moves");
        }
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().ok_or("the engine has no output")?);
        Ok(Engine { child, input, output })
    }

    /// Values a position.
    pub(crate) fn ask(&mut self, board: &Board) -> Result<Answer, String> {
        let input = self.input.as_mut().ok_or("the engine has no input")?;
        writeln!(input, "{}", board.text()).map_err(|error| error.to_string())?;
        input.flush().map_err(|error| error.to_string())?;
        let mut line = String::new();
        self.output.read_line(&mut line).map_err(|error| error.to_string())?;
        let json: Value = serde_json::from_str(&line).map_err(|error| format!("{line:?}: {error}"))?;
        let list = |name: &str| json[name].as_array().cloned().unwrap_or_default();
        Ok(Answer {
            score: json["score"].as_i64().ok_or_else(|| format!("no score: {line}"))?,
            exact: json["exact"].as_bool().unwrap_or(false),
            line: list("pv").iter().map(|word| word.as_str().and_then(square)).collect(),
            moves: list("moves")
                .iter()
                .filter_map(|one| Some((square(one["move"].as_str()?)?, one["score"].as_i64()?)))
                .collect(),
        })
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        drop(self.input.take());
        // The program ends with its input; how it ended says nothing about answers already given.
        let _ended = self.child.wait();
    }
}
