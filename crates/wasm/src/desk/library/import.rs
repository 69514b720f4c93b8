//! Importing texts and files into the library, in slices, so that a large file keeps nobody waiting.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::Path;
use std::rc::Rc;

use outflank_game::StudyContent;
use outflank_keep::{LibrarySource, game_of_record};
use outflank_records::wthor::{FileKind, Header, NameTable, WthorReader};
use outflank_records::{Format, Item, NameEncoding, Opened, Ply, ReadOptions, Record, detect, read, wthor};
use outflank_wire::TextWish;
use outflank_wire::library::{ImportProgress, ImportState, LibraryImport};
use serde::Deserialize;

use crate::desk::reply::{Handled, Reply, now};
use crate::desk::request::{DeskRequest, number};
use crate::desk::{Desk, DeskRefusal};

/// How many records are read before others get a word in.
const AT_ONCE: usize = 200;
/// How many bad records are named.
const NAMED: usize = 1000;
/// How many imports are remembered.
const REMEMBERED: usize = 16;
/// How many bytes the files of an import may have: more is for a server.
const MOST_BYTES: usize = 256 << 20;

/// How the files of an import are read.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct NamesQuery {
    /// How names are encoded that are not UTF-8.
    names: Option<String>,
}

/// What is read record by record: the format, and the next record, why there is none, or the end.
struct RecordSource {
    format: Format,
    next: Box<dyn FnMut() -> Option<Result<Option<Record>, String>>>,
}

/// An import of files.
struct DeskImport {
    state: ImportState,
    /// Files that were sent, by name.
    files: BTreeMap<String, Vec<u8>>,
    names: Option<NameEncoding>,
    report: LibraryImport,
    expected: Option<u64>,
    /// What is left to read, the first last.
    sources: Vec<RecordSource>,
    failure: Option<String>,
}

/// All imports of files, by number.
#[derive(Default)]
pub(in crate::desk) struct DeskImports {
    jobs: BTreeMap<u64, DeskImport>,
    last: u64,
}

impl DeskImport {
    fn show(&self, id: u64) -> ImportProgress {
        ImportProgress {
            id,
            state: self.state,
            files: self.files.len(),
            expected: self.expected,
            report: self.report.clone(),
            failure: self.failure.clone(),
        }
    }

    /// Makes the files that were sent ready to be read.
    fn open(&mut self) {
        let files = std::mem::take(&mut self.files);
        let (tables, files): (Vec<_>, Vec<_>) = files.into_iter().partition(|(name, _)| {
            matches!(FileKind::of_extension(Path::new(name)), Some(FileKind::Players | FileKind::Tournaments))
        });
        let mut named: [Option<Rc<NameTable>>; 2] = [None, None];
        for (name, bytes) in tables {
            let Some(kind) = FileKind::of_extension(Path::new(&name)) else { continue };
            match NameTable::read(bytes.as_slice(), &name, kind) {
                Ok(table) => {
                    let place = usize::from(kind == FileKind::Tournaments);
                    named[place] = Some(Rc::new(table.with_encoding(self.names)));
                }
                Err(error) => add_fault(&mut self.report, error.to_string()),
            }
        }
        for (name, bytes) in files {
            let opened = match is_wthor(&name, &bytes) {
                true => self.wthor_source(&name, bytes, &named),
                false => self.text_source(&name, bytes),
            };
            match opened {
                Ok(source) => self.sources.push(source),
                Err(fault) => add_fault(&mut self.report, fault),
            }
        }
        self.sources.reverse();
        self.state = ImportState::Reading;
    }

    fn text_source(&self, name: &str, bytes: Vec<u8>) -> Result<RecordSource, String> {
        let given = Format::of_path(Path::new(name));
        let fault = |error: outflank_records::RecordError| error.in_file(name).to_string();
        let opened = Opened::stream(Box::new(Cursor::new(bytes)), given).map_err(fault)?;
        let format = opened.format;
        let options = ReadOptions { names: self.names, ..ReadOptions::default() };
        let (mut items, name) = (opened.items(options).map_err(fault)?, name.to_owned());
        let next = move || {
            let item = items.next()?;
            Some(item.map(|item| item.record).map_err(|error| error.in_file(name.clone()).to_string()))
        };
        Ok(RecordSource { format, next: Box::new(next) })
    }

    fn wthor_source(
        &mut self,
        name: &str,
        bytes: Vec<u8>,
        tables: &[Option<Rc<NameTable>>; 2],
    ) -> Result<RecordSource, String> {
        let length = bytes.len() as u64;
        let reader = WthorReader::new(Cursor::new(bytes), name, Some(length));
        let mut reader = reader.map_err(|error| error.to_string())?;
        let header: Header = *reader.header();
        self.expected = Some(self.expected.unwrap_or(0) + u64::from(header.games));
        let ([players, tournaments], name) = (tables.clone(), name.to_owned());
        let mut block = Vec::new().into_iter();
        let next = move || {
            if block.len() == 0 {
                let games = match reader.next_block()? {
                    Ok((first, games)) => (first..).zip(games.to_vec()).collect::<Vec<_>>(),
                    Err(error) => return Some(Err(error.to_string())),
                };
                block = games.into_iter();
            }
            let (number, game) = block.next()?;
            let record = wthor::record_of_game(&game, &header, players.as_deref(), tournaments.as_deref());
            Some(record.map(Some).map_err(|fault| format!("{name}: game {number}: {fault}")))
        };
        Ok(RecordSource { format: Format::Wthor, next: Box::new(next) })
    }
}

/// Tells whether a file has games of WTHOR.
fn is_wthor(name: &str, bytes: &[u8]) -> bool {
    let header = bytes.first_chunk::<{ Header::SIZE }>().map(Header::from_bytes);
    let path = Path::new(name);
    match FileKind::of_extension(path) {
        Some(kind) => kind == FileKind::Games,
        None => {
            let is_text = Format::of_path(path).is_some() || detect(&bytes[..bytes.len().min(4096)]).is_ok();
            let length = bytes.len() as u64;
            !is_text
                && header.is_some_and(|header| FileKind::of_length(&header, length) == Some(FileKind::Games))
        }
    }
}

fn add_fault(report: &mut LibraryImport, fault: String) {
    report.bad += 1;
    if report.faults.len() < NAMED {
        report.faults.push(fault);
    }
}

impl Desk {
    /// Answers requests about imports of files: the parts of the path after `imports`.
    pub(super) fn route_imports(&mut self, request: &DeskRequest, parts: &[&str]) -> Handled {
        let number = |part: &str| number(part).map(|id| u64::try_from(id).unwrap_or(u64::MAX));
        match (request.method.as_str(), parts) {
            ("GET", []) => {
                let all = self.imports.jobs.iter().rev().map(|(&id, job)| job.show(id));
                now(&all.collect::<Vec<_>>())
            }
            ("POST", []) => self.begin_import(request),
            ("GET", [id]) => self.shown_import(number(id)?),
            ("POST", [id]) => self.start_import(number(id)?),
            ("DELETE", [id]) => self.stop_import(number(id)?),
            ("PUT", [id, name]) => self.take_import_file(number(id)?, name, request),
            _ => Err(DeskRefusal::needs_server(&request.path)),
        }
    }

    fn import_mut(&mut self, id: u64) -> Result<&mut DeskImport, DeskRefusal> {
        let found = self.imports.jobs.get_mut(&id);
        found.ok_or_else(|| DeskRefusal::missing(format!("there is no import {id}")))
    }

    fn shown_import(&mut self, id: u64) -> Handled {
        now(&self.import_mut(id)?.show(id))
    }

    fn begin_import(&mut self, request: &DeskRequest) -> Handled {
        let NamesQuery { names } = request.query()?;
        let names = names.filter(|names| !names.is_empty());
        let names = names.map(|names| names.parse::<NameEncoding>()).transpose();
        let names = names.map_err(|error| DeskRefusal::bad(error.to_string()))?;
        let is_over = |job: &DeskImport| {
            !matches!(job.state, ImportState::Collecting | ImportState::Reading | ImportState::Indexing)
        };
        if self.imports.jobs.len() >= REMEMBERED {
            let old = self.imports.jobs.iter().find(|(_, job)| is_over(job)).map(|(&id, _)| id);
            let busy = || DeskRefusal::new(503, "busy", format!("{REMEMBERED} imports are under way"));
            self.imports.jobs.remove(&old.ok_or_else(busy)?);
        }
        self.imports.last += 1;
        let id = self.imports.last;
        let job = DeskImport {
            state: ImportState::Collecting,
            files: BTreeMap::new(),
            names,
            report: LibraryImport::default(),
            expected: None,
            sources: Vec::new(),
            failure: None,
        };
        let shown = job.show(id);
        self.imports.jobs.insert(id, job);
        Ok(Some(Reply::created(&shown)))
    }

    fn take_import_file(&mut self, id: u64, name: &str, request: &DeskRequest) -> Handled {
        let bytes = request.file.clone().unwrap_or_else(|| request.body.clone().into_bytes());
        let job = self.import_mut(id)?;
        if job.state != ImportState::Collecting {
            return Err(DeskRefusal::conflict("under-way", "the import has begun already"));
        }
        let size = bytes.len() + job.files.values().map(Vec::len).sum::<usize>();
        if size > MOST_BYTES {
            let message = format!("the files of an import have at most {MOST_BYTES} bytes");
            return Err(DeskRefusal::new(413, "too-large", message));
        }
        job.files.insert(name.to_owned(), bytes);
        self.shown_import(id)
    }

    fn start_import(&mut self, id: u64) -> Handled {
        let job = self.import_mut(id)?;
        if job.state != ImportState::Collecting {
            return Err(DeskRefusal::conflict("under-way", "the import has begun already"));
        }
        let files = job.files.len();
        job.open();
        let mut shown = job.show(id);
        shown.files = files;
        self.later(0, move |desk| desk.import_on(id));
        Ok(Some(Reply::with_status(202, &shown)))
    }

    fn stop_import(&mut self, id: u64) -> Handled {
        let job = self.import_mut(id)?;
        if matches!(job.state, ImportState::Collecting | ImportState::Reading) {
            job.state = ImportState::Stopped;
            job.files.clear();
            job.sources.clear();
        }
        self.shown_import(id)
    }

    /// Reads some records of an import, and goes on later if there are more.
    fn import_on(&mut self, id: u64) {
        for _ in 0..AT_ONCE {
            let Some(job) = self.imports.jobs.get_mut(&id) else { return };
            let Some(source) = job.sources.last_mut() else { break };
            let format = source.format;
            match (source.next)() {
                None => drop(job.sources.pop()),
                Some(Err(fault)) => add_fault(&mut job.report, fault),
                Some(Ok(None)) => {}
                Some(Ok(Some(record))) => {
                    let mut report = std::mem::take(&mut job.report);
                    self.take_record(&record, format, &mut report);
                    if let Some(job) = self.imports.jobs.get_mut(&id) {
                        job.report = report;
                    }
                }
            }
        }
        self.keep_library();
        let Some(job) = self.imports.jobs.get_mut(&id) else { return };
        match (job.state, job.sources.is_empty()) {
            (ImportState::Reading, false) => drop(self.later(0, move |desk| desk.import_on(id))),
            (ImportState::Reading, true) => {
                job.state = ImportState::Indexing;
                self.later(0, move |desk| desk.end_import(id));
            }
            _ => {}
        }
    }

    /// Ends an import when all positions are ready for the explorer.
    fn end_import(&mut self, id: u64) {
        if self.library.is_behind() {
            self.later(10, move |desk| desk.end_import(id));
        } else if let Some(job) = self.imports.jobs.get_mut(&id) {
            job.state = ImportState::Done;
        }
    }

    /// Takes a record into the library, with a study of what it says beside its moves.
    fn take_record(&mut self, record: &Record, format: Format, report: &mut LibraryImport) {
        if record.is_position() {
            report.positions += 1;
            return;
        }
        let game = game_of_record(record, LibrarySource::File(format.to_string()));
        let fingerprint = game.fingerprint.clone();
        report.read += 1;
        if self.add_to_library(game) {
            report.added += 1;
        } else {
            report.duplicates += 1;
        }
        let noted = |ply: &Ply| ply.comment.is_some() || ply.name.is_some() || !ply.marks.is_empty();
        if record.sidelines().is_empty() && !record.plies().iter().any(noted) {
            return;
        }
        let (title, black, white) = Default::default();
        let content = StudyContent { title, black, white, played: record.game(), tree: record.study_tree() };
        // What is larger than a study may be is still a game.
        if content.check().is_ok() {
            self.add_study_like(&fingerprint, content);
        }
    }

    /// Imports the games of a text in any format.
    pub(super) fn import_text(&mut self, request: &DeskRequest) -> Handled {
        let wish: TextWish = request.json()?;
        let format = detect(wish.text.as_bytes()).map_err(|error| DeskRefusal::bad(error.to_string()))?;
        let mut report = LibraryImport::default();
        for item in read(wish.text.as_bytes(), format, ReadOptions::default()) {
            match item {
                Ok(Item { record: Some(record), .. }) => self.take_record(&record, format, &mut report),
                Ok(_) => {}
                Err(error) => add_fault(&mut report, error.to_string()),
            }
        }
        now(&report)
    }
}
