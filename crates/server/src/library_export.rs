//! Exports of the library: written part by part while they are sent, so that no export is in memory as a
//! whole, however many games it has and however slowly it is read.

use std::io::{self, Write};
use std::sync::Arc;

use axum::body::{Body, Bytes};
use futures_util::stream;
use outflank_library::record_of_row;
use outflank_records::{Format, Problem, RecordError, Sink, ZipWriter, write, wthor};
use outflank_store::Filter;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tracing::warn;

use crate::background;
use crate::error::ApiError;
use crate::metrics::{Gauged, Metrics};
use crate::studio::Studio;

/// How many exports are under way at most.
const EXPORTS: usize = 16;
/// How many games are read at once.
const PAGE: i64 = 500;
/// How many bytes are sent at once.
const PART: usize = 64 * 1024;
/// How many parts wait for a reader.
const PARTS: usize = 2;

/// A part of an export, or why it ends here.
type ExportPart = Result<Bytes, ApiError>;

/// The exports under way.
#[derive(Debug)]
pub(crate) struct Exports(Arc<Semaphore>);

impl Default for Exports {
    fn default() -> Exports {
        Exports(Arc::new(Semaphore::new(EXPORTS)))
    }
}

/// What an export holds as long as it is under way.
struct ExportPlace {
    _held: OwnedSemaphorePermit,
    _counted: Gauged,
}

impl Studio {
    /// Exports all games that pass a filter, in the order they were added. What is refused at once is told;
    /// what fails later breaks the answer off.
    pub(crate) async fn export(self: &Arc<Studio>, filter: Filter, format: Format) -> Result<Body, ApiError> {
        let place = Arc::clone(&self.exports.0).try_acquire_owned();
        let held =
            place.map_err(|_full| ApiError::busy(format!("{EXPORTS} exports are already in progress")))?;
        let place = ExportPlace { _held: held, _counted: Metrics::count(&self.metrics.exports) };
        let (tell, mut parts) = mpsc::channel::<ExportPart>(PARTS);
        let export = Export { studio: Arc::clone(self), runtime: Handle::current(), filter, format };
        let begun = background::spawn("export", move || {
            let _until_the_end = place;
            let mut output = PartWriter { tell, part: Vec::new() };
            let ended =
                export.write(&mut output).and_then(|()| output.flush().map_err(|error| failed(&error)));
            if let Err(error) = ended {
                let _nobody_reads = output.tell.blocking_send(Err(error));
            }
        });
        begun.map_err(|error| failed(&error))?;
        // Nothing is promised before the first part is there.
        let first = match parts.recv().await {
            Some(part) => part?,
            None => return Ok(Body::empty()),
        };
        let rest = stream::unfold((Some(first), parts, false), |(first, mut parts, is_broken)| async move {
            let part = match first {
                _ if is_broken => return None,
                Some(part) => Ok(part),
                None => parts.recv().await?,
            };
            match part {
                Ok(part) => Some((Ok(part), (None, parts, false))),
                Err(error) => {
                    warn!(message = error.message(), "an export was cut short");
                    Some((Err(io::Error::other("the export was cut short")), (None, parts, true)))
                }
            }
        });
        Ok(Body::from_stream(rest))
    }
}

/// An export on its thread.
struct Export {
    studio: Arc<Studio>,
    runtime: Handle,
    filter: Filter,
    format: Format,
}

impl Export {
    fn write(&self, output: &mut PartWriter) -> Result<(), ApiError> {
        match self.format {
            Format::Wthor => self.write_archive(output),
            format => {
                let mut sink = write(output, format).map_err(|error| ApiError::bad(error.to_string()))?;
                self.put_all(&mut *sink)
            }
        }
    }

    /// Writes a folder of WTHOR files, a file for each year and the tables of names, as one archive.
    fn write_archive(&self, output: &mut PartWriter) -> Result<(), ApiError> {
        let folder = self.studio.workspace.folder().map_err(|error| failed(&error))?;
        let mut writer = wthor::Writer::create(folder.path()).map_err(|error| failed(&error))?;
        self.put_all(&mut writer)?;
        drop(writer);
        let mut archive = ZipWriter::new(output);
        archive.add_folder(folder.path()).map_err(|error| failed(&error))?;
        archive.finish().map(drop).map_err(|error| failed(&error))
    }

    /// Writes all games. One that is damaged is left out, and named in the log.
    fn put_all(&self, sink: &mut dyn Sink) -> Result<(), ApiError> {
        let mut last = i64::MIN;
        loop {
            let page = self.studio.store.library_passing(&self.filter, last, PAGE);
            let rows = self.runtime.block_on(page)?;
            let Some(row) = rows.last() else { break };
            last = row.key;
            for row in &rows {
                match record_of_row(row) {
                    Ok(record) => {
                        sink.put(&record).map_err(|error| refusal(&format!("game {}", row.key), &error))?;
                    }
                    Err(error) => warn!(key = row.key, %error, "a damaged game is left out of an export"),
                }
            }
        }
        sink.finish().map_err(|error| refusal("the end", &error))
    }
}

/// Says why a record cannot be written: the format cannot hold it, or writing fails.
fn refusal(what: &str, error: &RecordError) -> ApiError {
    match error.problem {
        Problem::Io(_) => failed(error),
        _ => ApiError::bad(format!("{what}: {error}")),
    }
}

fn failed(error: &impl std::fmt::Display) -> ApiError {
    ApiError::failed("the export failed; the log of the server says why", error)
}

/// Passes on what is written, part by part. It waits for whoever reads, and fails when nobody does any more.
struct PartWriter {
    tell: mpsc::Sender<ExportPart>,
    part: Vec<u8>,
}

impl Write for PartWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.part.extend_from_slice(bytes);
        if self.part.len() >= PART {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.part.is_empty() {
            return Ok(());
        }
        let part = Bytes::from(std::mem::take(&mut self.part));
        self.tell.blocking_send(Ok(part)).map_err(|_left| io::ErrorKind::BrokenPipe.into())
    }
}
