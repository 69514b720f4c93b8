//! A tournament between people as files: standings as a table, games as PGN or WTHOR.

use std::path::Path;

use outflank_club::BoardResult;
use outflank_library::day_of_moment;
use outflank_records::{Format, Number, Outcome, Record, Sink, ZipWriter, to_bytes, wthor};
use outflank_rules::Color;
use outflank_store::KeptClub;

use crate::background;
use crate::error::ApiError;
use crate::studies::StudiedGame;
use crate::studio::Studio;
use crate::wire::club::{ClubCellKind, ClubCellView};

/// A file to take along.
pub(crate) struct ClubFile {
    pub(crate) kind: &'static str,
    pub(crate) extension: &'static str,
    pub(crate) bytes: Vec<u8>,
}

impl Studio {
    /// Writes a tournament in a format: `csv` and `text` are its standings, `pgn` and `wthor` the games that
    /// were played here.
    pub(crate) async fn export_club(&self, kept: &KeptClub, format: &str) -> Result<ClubFile, ApiError> {
        let text = "text/plain; charset=utf-8";
        match format {
            "csv" => {
                let bytes = csv(kept).into_bytes();
                Ok(ClubFile { kind: "text/csv; charset=utf-8", extension: "csv", bytes })
            }
            "text" => Ok(ClubFile { kind: text, extension: "txt", bytes: plain(kept).into_bytes() }),
            "pgn" => {
                let records = self.club_records(kept).await?;
                let bytes =
                    to_bytes(&records, Format::Pgn).map_err(|error| ApiError::bad(error.to_string()))?;
                Ok(ClubFile { kind: text, extension: "pgn", bytes })
            }
            "wthor" => {
                let records = self.club_records(kept).await?;
                let folder = self.workspace.folder().map_err(|error| failed(&error))?;
                let written = background::run("club export", move || archive(&records, folder.path())).await;
                let bytes = written.ok_or_else(|| ApiError::internal("the export failed"))??;
                Ok(ClubFile { kind: "application/zip", extension: "zip", bytes })
            }
            other => Err(ApiError::bad(format!("{other:?} is not csv, text, pgn or wthor"))),
        }
    }

    /// Records the games of a tournament that were played here.
    async fn club_records(&self, kept: &KeptClub) -> Result<Vec<Record>, ApiError> {
        let mut records = Vec::new();
        for (round, result, game) in self.club_games(kept).await? {
            let mut record = StudiedGame::of_kept(&game).record;
            record.event = Some(kept.name.clone());
            record.round = Some((round + 1).to_string());
            record.date = Some(day_of_moment(game.created));
            let ending = game.game.result().map(|result| result.ending).unwrap_or_default();
            // What counts is what the tournament says.
            record.outcome = match (result, result.discs(Color::Black)) {
                (_, Some(black)) => Some(Outcome::of_score(Number::from(2 * i32::from(black) - 64), ending)),
                (BoardResult::Forfeit(side), _) => {
                    let score = Number::from(if side == Color::Black { -64 } else { 64 });
                    Some(Outcome::of_score(score, ending))
                }
                _ => None,
            };
            records.push(record);
        }
        Ok(records)
    }
}

fn failed(error: &impl std::fmt::Display) -> ApiError {
    ApiError::failed("the export failed; the log of the server says why", error)
}

/// Writes games as a folder of WTHOR files in an archive.
fn archive(records: &[Record], folder: &Path) -> Result<Vec<u8>, ApiError> {
    let mut writer = wthor::Writer::create(folder).map_err(|error| failed(&error))?;
    for record in records {
        writer.put(record).map_err(|error| ApiError::bad(error.to_string()))?;
    }
    writer.finish().map_err(|error| failed(&error))?;
    drop(writer);
    let mut archive = ZipWriter::new(Vec::new());
    archive.add_folder(folder).map_err(|error| failed(&error))?;
    archive.finish().map_err(|error| failed(&error))
}

/// The rows of the standings: rank, number, name, points, quotient, discs, and a cell for each round.
fn rows(kept: &KeptClub) -> Vec<Vec<String>> {
    let rows = kept.club.standings().into_iter().map(|row| {
        let fixed = [
            row.rank.to_string(),
            row.entrant.to_string(),
            kept.club.entrant(row.entrant).name.clone(),
            row.points.to_string(),
            row.brightwell.to_string(),
            row.discs.to_string(),
        ];
        fixed.into_iter().chain(row.rounds.into_iter().map(|round| cell(round.into()))).collect()
    });
    rows.collect()
}

/// Writes a round of somebody: opponent, colour and discs as in `+3B40`, `=5W32`; `bye`, `-` for a round that
/// was missed, `+3F` and `-3F` for one that was not played, `3B?` while it is on.
fn cell(round: ClubCellView) -> String {
    let opponent = round.opponent.map(|number| number.to_string()).unwrap_or_default();
    let color = match round.color.map(Color::from) {
        Some(Color::White) => "W",
        _ => "B",
    };
    let discs = round.discs.map(|discs| discs.to_string()).unwrap_or_default();
    match round.kind {
        ClubCellKind::Win => format!("+{opponent}{color}{discs}"),
        ClubCellKind::Draw => format!("={opponent}{color}{discs}"),
        ClubCellKind::Loss => format!("-{opponent}{color}{discs}"),
        ClubCellKind::ForfeitWin => format!("+{opponent}F"),
        ClubCellKind::ForfeitLoss => format!("-{opponent}F"),
        ClubCellKind::Pending => format!("{opponent}{color}?"),
        ClubCellKind::Bye => "bye".to_owned(),
        ClubCellKind::Missed => "-".to_owned(),
    }
}

fn header(kept: &KeptClub) -> Vec<String> {
    let fixed = ["rank", "number", "name", "points", "brightwell", "discs"].map(str::to_owned);
    fixed.into_iter().chain((1..=kept.club.rounds.len()).map(|round| format!("round {round}"))).collect()
}

fn csv(kept: &KeptClub) -> String {
    let line =
        |cells: &Vec<String>| cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\r\n";
    [header(kept)].iter().chain(&rows(kept)).map(line).collect()
}

/// Writes a cell of a table so that commas stay in it, and that no program takes a name for a formula.
fn quoted(cell: &str) -> String {
    let is_result = cell.len() < 12
        && cell.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-=?.".contains(letter));
    let cell = match cell.chars().next() {
        Some('=' | '+' | '-' | '@' | '\t') if !is_result || cell.starts_with(['=', '@']) => {
            format!("'{cell}")
        }
        _ => cell.to_owned(),
    };
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}

fn plain(kept: &KeptClub) -> String {
    let all: Vec<Vec<String>> = [header(kept)].into_iter().chain(rows(kept)).collect();
    let width = |column: usize| all.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..all[0].len()).map(width).collect();
    let mut text = format!("{}\n\n", kept.name);
    for row in &all {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
            0 | 1 | 3..=5 => format!("{cell:>width$}"),
            _ => format!("{cell:<width$}"),
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}
