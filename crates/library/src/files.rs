//! Files of games in a folder, opened for [`import`](crate::import).

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read as _};
use std::path::{Path, PathBuf};

use outflank_records::{DETECT_LIMIT, Format, Item, ReadOptions, RecordError, detect, read, wthor};

/// The games of a file, as they are read.
pub type Games = Box<dyn Iterator<Item = Result<Item, RecordError>>>;

/// Lists what can be opened in a folder: the folder itself if there are WTHOR games in it, which are read with their
/// tables of names, then all other files by their names.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn files_of_games(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> =
        folder.read_dir()?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.sort();
    let is_wthor = |path: &PathBuf| wthor::Kind::of_extension(path).is_some();
    let has_games = files.iter().any(|path| wthor::Kind::of_extension(path) == Some(wthor::Kind::Games));
    if has_games {
        files.retain(|path| !is_wthor(path));
        files.insert(0, folder.to_owned());
    }
    Ok(files)
}

/// Opens a file or a folder of WTHOR games; the format goes by the name, else by the content.
///
/// # Errors
///
/// If it cannot be read, or is in no known format.
pub fn open_games(path: &Path) -> Result<(Format, Games), RecordError> {
    let by_name = if path.is_dir() { Some(Format::Wthor) } else { Format::of_path(path) };
    if by_name == Some(Format::Wthor) {
        return Ok((Format::Wthor, Box::new(wthor::read_path(path)?)));
    }
    let in_file = |error: RecordError| error.in_file(path.display().to_string());
    let mut input = BufReader::new(File::open(path).map_err(|error| in_file(error.into()))?);
    let mut prefix = Vec::new();
    let format = match by_name {
        Some(format) => format,
        None => {
            let begin = input.by_ref().take(DETECT_LIMIT as u64).read_to_end(&mut prefix);
            begin.map_err(|error| in_file(error.into()))?;
            detect(&prefix).map_err(|problem| in_file(problem.into()))?
        }
    };
    let input: Box<dyn BufRead> = Box::new(Cursor::new(prefix).chain(input));
    let name = path.display().to_string();
    let items = read(input, format, ReadOptions::default());
    Ok((format, Box::new(items.map(move |item| item.map_err(|error| error.in_file(name.clone()))))))
}
