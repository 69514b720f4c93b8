//! Games of the library as files.

use std::io;

use outflank_keep::{Filter, record_of_row};
use outflank_learn::DAY;
use outflank_records::wthor::{self, Written};
use outflank_records::{Format, Sink, ZipWriter, write};
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
        let filter = entries::filter(query)?;
        let failed = |error: &dyn std::fmt::Display| DeskRefusal::bad(error.to_string());
        let bytes = if format == Format::Wthor {
            let day = u64::try_from(self.now.div_euclid(DAY)).unwrap_or(0);
            let mut writer = wthor::Writer::in_memory(day).map_err(|error| failed(&error))?;
            self.put_all(&filter, &mut writer)?;
            archive(writer.written()).map_err(|error| failed(&error))?
        } else {
            let mut bytes = Vec::new();
            let mut sink = write(&mut bytes, format).map_err(|error| failed(&error))?;
            self.put_all(&filter, &mut *sink)?;
            drop(sink);
            bytes
        };
        let (kind, name) = entries::file_of(format);
        Ok(Some(Reply::file(kind, name, bytes)))
    }

    /// Writes all games that pass. One that is damaged is left out.
    fn put_all(&self, filter: &Filter, sink: &mut dyn Sink) -> Result<(), DeskRefusal> {
        for row in filter.passing(self.library.rows.values()) {
            let Ok(record) = record_of_row(row) else { continue };
            let refused = |error| DeskRefusal::bad(format!("game {}: {error}", row.key));
            sink.put(&record).map_err(refused)?;
        }
        sink.finish().map_err(|error| DeskRefusal::bad(format!("the end: {error}")))
    }
}

/// Puts files that stay in memory into one, in the order of their names.
fn archive(written: &Written) -> io::Result<Vec<u8>> {
    let mut files: Vec<_> = written.files.iter().zip(&written.contents).collect();
    files.sort();
    let mut archive = ZipWriter::new(Vec::new());
    for (path, content) in files {
        archive.add(&path.to_string_lossy(), content)?;
    }
    archive.finish()
}
