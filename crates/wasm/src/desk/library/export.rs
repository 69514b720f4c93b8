//! Games of the library as files.

use outflank_keep::record_of_row;
use outflank_records::{Format, write};
use outflank_wire::library::LibraryQuery;
use outflank_wire::{ExportQuery, ExportView, entries, studying};

use super::routes::checked;
use crate::desk::games::written;
use crate::desk::reply::{Handled, Reply, now};
use crate::desk::request::DeskRequest;
use crate::desk::{Desk, DeskRefusal};

impl Desk {
    /// Writes a game in a format that is text, with what its study adds.
    pub(super) fn export_entry(&self, key: i64, request: &DeskRequest) -> Handled {
        let query: ExportQuery = request.query()?;
        let Some(studied) = self.studied_game(None, Some(key))? else {
            return Err(DeskRefusal::no_game(key));
        };
        let record = match self.study_of(studied.subject) {
            Some(study) => studying::with_notes(studied.record, study.content.clone())?,
            None => studied.record,
        };
        now(&ExportView { text: written(&record, &query.format)? })
    }

    /// Exports all games that match, in the order they were added.
    pub(super) fn export_library(&self, request: &DeskRequest) -> Handled {
        let query: LibraryQuery = checked(request.query()?)?;
        let name = query.format.clone().unwrap_or_else(|| "ggf".to_owned());
        let format: Format = name.parse().map_err(|error| DeskRefusal::bad(format!("{error}")))?;
        if format == Format::Wthor {
            // Its three files are written to a folder, which a page has not.
            return Err(DeskRefusal::needs_server("an export as WTHOR"));
        }
        let filter = entries::filter(query)?;
        let mut bytes = Vec::new();
        let failed = |error: outflank_records::RecordError| DeskRefusal::bad(error.to_string());
        let mut sink = write(&mut bytes, format).map_err(failed)?;
        for row in filter.passing(self.library.rows.values()) {
            // A damaged one is left out.
            let Ok(record) = record_of_row(row) else { continue };
            let refused = |error| DeskRefusal::bad(format!("game {}: {error}", row.key));
            sink.put(&record).map_err(refused)?;
        }
        sink.finish().map_err(failed)?;
        drop(sink);
        let extension = match format {
            Format::Obf => "obf",
            Format::Zebra => "scr",
            Format::Ggf => "ggf",
            Format::Sgf => "sgf",
            Format::Pgn => "pgn",
            Format::Quest => "json",
            Format::Jsonl => "jsonl",
            _ => "txt",
        };
        Ok(Some(Reply::file("text/plain; charset=utf-8", format!("outflank.{extension}"), bytes)))
    }
}
