//! The formats by name.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::did_you_mean;

/// A file format for games or positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Moves such as `f5d6c3`, with or without blanks, numbers and passes.
    Transcript,
    /// One 65-character board a line.
    Board,
    /// Open Board Format: boards with exact scores of moves.
    Obf,
    /// Boards with comments and exact results, as Zebra's scripts write them.
    Zebra,
    /// Openings of eight moves, one a line.
    Xot,
    /// Generic Game Format.
    Ggf,
    /// Smart Game Format, Othello dialect.
    Sgf,
    /// Portable Game Notation, Othello dialect.
    Pgn,
    /// The binary game files of the French federation.
    Wthor,
    /// The JSON of Othello Quest.
    Quest,
    /// The JSON lines of our own matches and tournaments.
    Jsonl,
    /// Boards as base-3 numbers; never recognised by content.
    Client,
    /// A table with a column of moves, commas between its columns (read: or semicolons, or tabs).
    Csv,
    /// The same with tabs between its columns.
    Tsv,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 14] = [
        Format::Transcript,
        Format::Board,
        Format::Obf,
        Format::Zebra,
        Format::Xot,
        Format::Ggf,
        Format::Sgf,
        Format::Pgn,
        Format::Wthor,
        Format::Quest,
        Format::Jsonl,
        Format::Client,
        Format::Csv,
        Format::Tsv,
    ];

    /// Returns the name, as `--from` and `--to` take it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Transcript => "transcript",
            Format::Board => "board",
            Format::Obf => "obf",
            Format::Zebra => "zebra",
            Format::Xot => "xot",
            Format::Ggf => "ggf",
            Format::Sgf => "sgf",
            Format::Pgn => "pgn",
            Format::Wthor => "wthor",
            Format::Quest => "quest",
            Format::Jsonl => "jsonl",
            Format::Client => "client",
            Format::Csv => "csv",
            Format::Tsv => "tsv",
        }
    }

    /// Guesses the format by a file's extension; `None` for `.txt` and other extensions that say nothing.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match extension.as_str() {
            "obf" => Format::Obf,
            "scr" => Format::Zebra,
            "xot" => Format::Xot,
            "ggf" | "ggs" => Format::Ggf,
            "sgf" => Format::Sgf,
            "pgn" => Format::Pgn,
            "wtb" => Format::Wthor,
            "json" => Format::Quest,
            "jsonl" | "ndjson" => Format::Jsonl,
            "csv" => Format::Csv,
            "tsv" => Format::Tsv,
            _ => return None,
        })
    }

    /// Tells whether the format describes positions only: a game is written there as its last position.
    #[must_use]
    pub const fn holds_positions_only(self) -> bool {
        matches!(self, Format::Board | Format::Obf | Format::Zebra)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Says that a text names no format, and which names there are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a format; formats are {names}{meant}", names = Format::ALL.map(Format::name).join(", "), meant = self.meant())]
pub struct ParseFormatError(pub String);

impl ParseFormatError {
    fn meant(&self) -> String {
        did_you_mean(&self.0, Format::ALL.map(Format::name))
    }
}

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Format, ParseFormatError> {
        Format::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| ParseFormatError(text.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_parses_back_and_other_names_list_them_all() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        let error = "docx".parse::<Format>().unwrap_err().to_string();
        assert!(error.contains("\"docx\"") && error.contains("wthor") && error.contains("client"), "{error}");
        assert!("gff".parse::<Format>().unwrap_err().to_string().ends_with("did you mean \"ggf\"?"));
        assert_eq!(Format::of_path(Path::new("a/b.GGF")), Some(Format::Ggf));
        assert_eq!(Format::of_path(Path::new("a/b.txt")), None);
    }
}
