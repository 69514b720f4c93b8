//! Copying WTHOR files as they are, byte by byte, names included.

use std::fs;
use std::path::Path;

use super::error::FileFault;
use super::files::{Draft, at, games_in, shared_table, table_beside};
use super::layout::FileKind;
use super::names::NameTable;
use super::reader::WthorReader;
use super::set::read_path;
use super::writer::{Writer, Written};
use crate::{RecordError, Sink};

/// Copies games to another file or folder so that the bytes stay the same, and the tables of names with them.
///
/// `from` is a file of games, a table of names (copied alone) or a folder of games; `to` is a folder if it is
/// one already, ends in a separator, or `from` is one. Corrupt records are copied as they are; files of the
/// wrong length are refused. Where `to` has tables of other names already, the games are renumbered to fit
/// them.
///
/// # Errors
///
/// If something cannot be read or written.
pub fn copy_path(from: &Path, to: &Path) -> Result<Written, RecordError> {
    let from_folder = from.is_dir();
    let to_folder = from_folder || to.is_dir() || to.to_string_lossy().ends_with(std::path::is_separator);
    if to_folder {
        at(to, fs::create_dir_all(to))?;
    }
    let files = if from_folder { games_in(from)? } else { vec![from.to_owned()] };
    if files.is_empty() {
        return Err(RecordError::from(FileFault::NoGames).in_file(from.display().to_string()));
    }
    let mut written = Written::default();
    for file in files {
        let target = if to_folder { to.join(file.file_name().unwrap_or_default()) } else { to.to_owned() };
        match FileKind::of_extension(&file) {
            Some(FileKind::Players | FileKind::Tournaments) => copy_table(&file, &target, &mut written)?,
            Some(FileKind::Games) | None => copy_games(&file, &target, &mut written)?,
        }
    }
    Ok(written)
}

fn copy_games(from: &Path, to: &Path, written: &mut Written) -> Result<(), RecordError> {
    let mut missing = Vec::new();
    for kind in [FileKind::Players, FileKind::Tournaments] {
        let Some(source) = table_beside(from, kind)? else { continue };
        match table_beside(to, kind)? {
            None => missing.push((source, kind)),
            Some(target) if target == source || includes(&target, &source)? => {}
            Some(_) => return renumber(from, to, written),
        }
    }
    let mut reader = WthorReader::open(from)?;
    let mut draft = Draft::create(to)?;
    draft.write(&reader.header().to_bytes())?;
    while let Some(block) = reader.next_block() {
        let (_, games) = block?;
        for game in games {
            draft.write(&game.to_bytes())?;
        }
        written.games += games.len() as u64;
    }
    for (source, kind) in missing {
        copy_table(&source, &shared_table(to, kind), written)?;
    }
    written.files.push(draft.place()?.0);
    Ok(())
}

/// Tells whether a table has all names of another, under the same numbers.
fn includes(table: &Path, other: &Path) -> Result<bool, RecordError> {
    let (table, other) = (NameTable::open(table)?, NameTable::open(other)?);
    Ok(other.len() <= table.len() && table.names().zip(other.names()).all(|(a, b)| a == b))
}

fn copy_table(from: &Path, to: &Path, written: &mut Written) -> Result<(), RecordError> {
    let table = NameTable::open(from)?;
    let mut bytes = Vec::new();
    at(to, table.write(&mut bytes))?;
    let mut draft = Draft::create(to)?;
    draft.write(&bytes)?;
    written.files.push(draft.place()?.0);
    Ok(())
}

fn renumber(from: &Path, to: &Path, written: &mut Written) -> Result<(), RecordError> {
    let mut writer = Writer::to_file(to)?;
    for record in read_path(from)?.records() {
        writer.put(&record?)?;
    }
    writer.finish()?;
    let renumbered = writer.written().clone();
    written.games += renumbered.games;
    written.files.extend(renumbered.files);
    written.warnings.extend(renumbered.warnings);
    Ok(())
}
