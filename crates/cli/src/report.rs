//! What the searching commands print about a position: the JSON of the contract, and tables for people.

use std::fmt;
use std::io::{self, Write};

use outflank_engine::{Truth, Value};
use outflank_rules::{Move, Position};
use serde::{Serialize, Serializer};

/// A score in discs: whole, or a fraction if it is a static evaluation.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct PrintedScore(f64);

impl PrintedScore {
    /// Takes a score, rounded to hundredths of a disc.
    pub(crate) fn new(discs: f64) -> PrintedScore {
        // Adding zero turns a negative zero into a plain one.
        PrintedScore((discs * 100.0).round() / 100.0 + 0.0)
    }

    /// Returns the discs.
    pub(crate) fn discs(self) -> f64 {
        self.0
    }

    /// Writes the score without a plus sign.
    pub(crate) fn plain(self) -> String {
        self.to_string().trim_start_matches('+').to_owned()
    }
}

impl From<i32> for PrintedScore {
    fn from(discs: i32) -> PrintedScore {
        PrintedScore(f64::from(discs))
    }
}

impl std::ops::Neg for PrintedScore {
    type Output = PrintedScore;

    fn neg(self) -> PrintedScore {
        PrintedScore::new(-self.0)
    }
}

impl fmt::Display for PrintedScore {
    /// Writes `+6` or `-0.25`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = if self.0.fract() == 0.0 { format!("{:+}", self.0) } else { format!("{:+.2}", self.0) };
        f.pad(&text)
    }
}

impl Serialize for PrintedScore {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

/// What a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ScoreBound {
    /// Proven.
    Exact,
    /// Proven: this or higher.
    Lower,
    /// Proven: this or lower.
    Upper,
    /// Expected.
    Estimate,
}

impl From<Truth> for ScoreBound {
    fn from(truth: Truth) -> ScoreBound {
        match truth {
            Truth::Exact => ScoreBound::Exact,
            Truth::AtLeast => ScoreBound::Lower,
            Truth::AtMost => ScoreBound::Upper,
            Truth::Estimate { .. } => ScoreBound::Estimate,
        }
    }
}

/// Returns the plies searched and the confidence in per cent behind a value.
pub(crate) fn depth_and_confidence(value: Value, empties: u32) -> (u32, u8) {
    match value.truth {
        Truth::Estimate { depth, percent } => (depth, percent),
        Truth::Exact | Truth::AtLeast | Truth::AtMost => (empties, 100),
    }
}

/// What every search finds about a position. The fields and their order are a promise.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SearchJson {
    pub(crate) position: String,
    pub(crate) side: Option<&'static str>,
    pub(crate) empties: u32,
    pub(crate) score: PrintedScore,
    pub(crate) exact: bool,
    pub(crate) best: Option<String>,
    pub(crate) pv: Vec<String>,
    pub(crate) nodes: u64,
    #[serde(serialize_with = "serialize_seconds")]
    pub(crate) seconds: f64,
    /// Whose score it is, also when the game is over.
    #[serde(skip)]
    pub(crate) mover: &'static str,
}

/// Writes microseconds, and nothing that would need an exponent.
pub(crate) fn serialize_seconds<S: Serializer>(seconds: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(if *seconds < 1e-5 { 0.0 } else { (seconds * 1e6).round() / 1e6 })
}

impl SearchJson {
    /// Describes a position and what was found.
    pub(crate) fn new(
        position: Position,
        score: PrintedScore,
        exact: bool,
        best: Option<Move>,
        line: &[Move],
        (nodes, seconds): (u64, f64),
    ) -> SearchJson {
        SearchJson {
            position: position.to_string(),
            side: (!position.is_finished()).then(|| position.side_to_move().name()),
            empties: position.empty().len(),
            score,
            exact,
            best: best.map(|played| played.to_string()),
            pv: line.iter().map(ToString::to_string).collect(),
            nodes,
            seconds,
            mover: position.side_to_move().name(),
        }
    }

    /// Returns the best move as text; a dash if there is none.
    pub(crate) fn best(&self) -> &str {
        self.best.as_deref().unwrap_or("-")
    }
}

/// Replaces what would disturb a terminal.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// Prints one JSON object on a line of its own and sends it off.
pub(crate) fn json_line(out: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)?;
    out.flush()
}

/// Returns a speed in millions a second.
pub(crate) fn millions(nodes: u64, seconds: f64) -> f64 {
    nodes as f64 / seconds.max(1e-6) / 1e6
}

/// Prints the facts of one position below each other, what its score is first.
pub(crate) fn block(out: &mut impl Write, found: &SearchJson, score: &str) -> io::Result<()> {
    let side = found.side.unwrap_or("nobody, the game is over");
    writeln!(out, "board:   {}", found.position)?;
    writeln!(out, "to move: {side}, {} empty squares", found.empties)?;
    writeln!(out, "score:   {score}")?;
    writeln!(out, "best:    {}", found.best())?;
    writeln!(out, "line:    {}", if found.pv.is_empty() { "-".to_owned() } else { found.pv.join(" ") })?;
    let speed = millions(found.nodes, found.seconds);
    writeln!(out, "nodes:   {} in {:.3} s, {speed:.1} million a second", found.nodes, found.seconds)
}

/// A table of positions, one a row, that is printed while it grows.
#[derive(Debug, Default)]
pub(crate) struct PositionTable {
    rows: u64,
    nodes: u64,
    seconds: f64,
}

impl PositionTable {
    /// Prints a row, before the first the heading; `score` and `remark` are in the command's own words.
    pub(crate) fn row(
        &mut self,
        out: &mut impl Write,
        found: &SearchJson,
        score: &str,
        remark: &str,
    ) -> io::Result<()> {
        if self.rows == 0 {
            writeln!(
                out,
                "{:>4} {:>5} {:>6} {:4} {:>14} {:>9} {:>7}  {:7} line",
                "#", "empty", "score", "best", "nodes", "seconds", "Mn/s", ""
            )?;
        }
        self.rows += 1;
        self.nodes += found.nodes;
        self.seconds += found.seconds;
        writeln!(
            out,
            "{:>4} {:>5} {score:>6} {:4} {:>14} {:>9.3} {:>7.1}  {remark:7} {}",
            self.rows,
            found.empties,
            found.best(),
            found.nodes,
            found.seconds,
            millions(found.nodes, found.seconds),
            found.pv.join(" ")
        )?;
        out.flush()
    }

    /// Prints the sums, if there were rows.
    pub(crate) fn total(&self, out: &mut impl Write) -> io::Result<()> {
        if self.rows > 0 {
            let speed = millions(self.nodes, self.seconds);
            let [nodes, seconds] = [self.nodes.to_string(), format!("{:.3}", self.seconds)];
            writeln!(out, "total {:>12} {nodes:>19} {seconds:>9} {speed:>7.1}", "")?;
        }
        out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_scores_are_written_without_a_fraction() {
        let json = |discs| serde_json::to_string(&PrintedScore::new(discs)).unwrap();
        assert_eq!([json(3.0), json(-0.001), json(-2.344)], ["3", "0", "-2.34"]);
        assert_eq!([PrintedScore::new(3.0).to_string(), PrintedScore::new(0.5).to_string()], ["+3", "+0.50"]);
        assert_eq!((-PrintedScore::from(0)).to_string(), "+0");
    }
}
