//! Games with what a review found, as comments on their moves or as a page.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use outflank_records::{Extra, Format, Number, Record, to_bytes};

use super::game::{GameReport, PlyJson};
use super::html;
use crate::failure::Failure;
use crate::replace::OutputFile;

/// How annotated games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AnnotationFormat {
    /// As a file of games.
    Games(Format),
    /// As a page for a browser.
    Page,
}

/// A file for annotated games.
#[derive(Clone, Debug)]
pub(super) struct AnnotationTarget {
    path: PathBuf,
    format: AnnotationFormat,
}

/// Reads the name of a file whose extension tells the format.
pub(super) fn target(text: &str) -> Result<AnnotationTarget, String> {
    let path = PathBuf::from(text);
    let is_page = path
        .extension()
        .is_some_and(|extension| ["html", "htm"].iter().any(|known| extension.eq_ignore_ascii_case(known)));
    let format = match Format::of_path(&path) {
        Some(format @ (Format::Pgn | Format::Ggf | Format::Sgf)) => AnnotationFormat::Games(format),
        _ if is_page => AnnotationFormat::Page,
        _ => return Err(format!("{text:?} does not end with .pgn, .ggf, .sgf or .html")),
    };
    Ok(AnnotationTarget { path, format })
}

/// Annotated games, written to a file that appears when all are there.
pub(super) struct Annotations {
    file: OutputFile,
    path: PathBuf,
    format: AnnotationFormat,
    games: u64,
}

impl Annotations {
    /// Begins the file.
    pub(super) fn begin(target: &AnnotationTarget) -> Result<Annotations, Failure> {
        let file = OutputFile::create(&target.path).map_err(|error| cannot_write(&target.path, error))?;
        Ok(Annotations { file, path: target.path.clone(), format: target.format, games: 0 })
    }

    /// Adds a game.
    pub(super) fn add(&mut self, record: &Record, report: &GameReport) -> Result<(), Failure> {
        let bytes = match self.format {
            AnnotationFormat::Games(format) => {
                to_bytes([&annotated(record, report, format)], format).map_err(Failure::other)?
            }
            AnnotationFormat::Page => {
                let head = if self.games == 0 { html::HEAD } else { "" };
                format!("{head}{}", html::game(record, report)).into_bytes()
            }
        };
        self.games += 1;
        self.file.write_all(&bytes).map_err(|error| cannot_write(&self.path, error))
    }

    /// Moves the file to its place, if it has a game.
    pub(super) fn commit(mut self) -> Result<(), Failure> {
        if self.games == 0 {
            return Err(Failure::input(anyhow::anyhow!(
                "no game to annotate; {} not written",
                self.path.display()
            )));
        }
        if self.format == AnnotationFormat::Page {
            self.file.write_all(html::FOOT.as_bytes()).map_err(|error| cannot_write(&self.path, error))?;
        }
        self.file.commit().map_err(|error| cannot_write(&self.path, error))
    }
}

fn cannot_write(path: &Path, error: std::io::Error) -> Failure {
    Failure::other(anyhow::Error::new(error).context(format!("cannot write {}", path.display())))
}

/// Adds what was found to the moves of a record, and the sums to its comment.
fn annotated(record: &Record, report: &GameReport, format: Format) -> Record {
    let mut record = record.clone();
    for found in &report.plies {
        let Some(ply) = record.ply_mut(found.ply - 1) else { continue };
        ply.eval = Some(Number::new(found.score.to_string()));
        let comment = in_words(found);
        if !comment.is_empty() {
            ply.comment = Some(joined(ply.comment.take(), &comment));
        }
        let glyph = match found.label {
            "inaccuracy" => "6",
            "mistake" => "2",
            "blunder" => "4",
            _ => continue,
        };
        if format == Format::Pgn {
            let values = vec![glyph.to_owned()];
            record.extras.push(Extra { format, key: "$".to_owned(), values, ply: found.ply });
        }
    }
    let sums = report.sums_in_words().join("; ");
    if !sums.is_empty() {
        record.comment = Some(joined(record.comment.take(), &sums));
    }
    record
}

fn joined(before: Option<String>, added: &str) -> String {
    before.map_or_else(|| added.to_owned(), |before| format!("{before} {added}"))
}

/// Says what a move cost and why; nothing for a good move.
pub(super) fn in_words(found: &PlyJson) -> String {
    if !matches!(found.label, "inaccuracy" | "mistake" | "blunder") {
        return String::new();
    }
    let PlyJson { label, best, best_score, loss, .. } = found;
    let mut words = vec![format!("{label}: lost {}; {best} was better ({best_score}).", loss.plain())];
    words.extend(found.why.iter().cloned());
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_tells_the_format() {
        assert_eq!(target("a.pgn").unwrap().format, AnnotationFormat::Games(Format::Pgn));
        assert_eq!(target("a.HTML").unwrap().format, AnnotationFormat::Page);
        for other in ["a.txt", "a.wtb", "a", ""] {
            assert!(target(other).unwrap_err().contains(".pgn"), "{other}");
        }
    }
}
