//! Opening files of games: the one place where a path becomes records.
//!
//! [`open`] is the simple case. [`Opened`] is for callers that are told the format, have a stream instead of
//! a path, or want to know the format before they read. A folder is a WTHOR database, and so is a `.wtb`
//! file, whose names are in the tables beside it.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use crate::convert::recognise;
use crate::wthor::{self, FileKind};
use crate::{Format, Item, Items, Problem, ReadOptions, RecordError, decoded, read};

/// Opens a file, or a folder of WTHOR games, and recognises its format by its name or else by its content.
///
/// # Errors
///
/// If it cannot be read, or is in no known format.
pub fn open(path: &Path) -> Result<(Format, FileItems), RecordError> {
    let opened = Opened::path(path, None)?;
    Ok((opened.format, opened.items(ReadOptions::default())?))
}

/// Lists what can be opened in a folder: the folder itself if it holds WTHOR games, which are read with their
/// tables of names, then all other files in the order of their names.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> =
        folder.read_dir()?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.sort();
    if files.iter().any(|path| FileKind::of_extension(path) == Some(FileKind::Games)) {
        files.retain(|path| FileKind::of_extension(path).is_none());
        files.insert(0, folder.to_owned());
    }
    Ok(files)
}

/// Tells the format a path stands for: by its extension, or because it is a WTHOR database or a part of one,
/// which is a folder, the name of one that is yet to be made (`games/`), or a table of names.
#[must_use]
pub fn format_of_path(path: &Path) -> Option<Format> {
    let ends_as_folder = || path.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
    let is_wthor = || ends_as_folder() || path.is_dir() || FileKind::of_extension(path).is_some();
    Format::of_path(path).or_else(|| is_wthor().then_some(Format::Wthor))
}

/// A file whose format is known, about to be read.
pub struct Opened {
    /// The format, given or recognised.
    pub format: Format,
    /// The name that errors show; none for a stream.
    name: Option<String>,
    input: Input,
}

/// Where the bytes are.
enum Input {
    Stream(Box<dyn BufRead>),
    /// A file or folder of the format WTHOR.
    Wthor(PathBuf),
}

impl Opened {
    /// Opens a file or folder. The format is `given`, or goes by the path, or else by the content.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is in no known format, or is a folder and WTHOR is not the given format.
    pub fn path(path: &Path, given: Option<Format>) -> Result<Opened, RecordError> {
        let name = path.display().to_string();
        let in_file = |error: RecordError| error.in_file(name.clone());
        let format = given.or_else(|| format_of_path(path));
        let is_database = |format| format == Some(Format::Wthor) && (path.is_dir() || path.is_file());
        let wthor = Input::Wthor(path.to_owned());
        if is_database(format) {
            return Ok(Opened { format: Format::Wthor, name: Some(name), input: wthor });
        }
        if let Some(format) = format.filter(|_| path.is_dir()) {
            let reason = "this is a folder, and only WTHOR games are read from folders";
            return Err(in_file(Problem::Unavailable { format, reason }.into()));
        }
        let file = File::open(path).map_err(|error| in_file(error.into()))?;
        let mut opened = Opened::stream(Box::new(BufReader::new(file)), format).map_err(in_file)?;
        if given.is_none() && opened.format == Format::Quest {
            opened = opened.told_apart().map_err(in_file)?;
        }
        if is_database(Some(opened.format)) {
            opened.input = wthor;
        }
        opened.name = Some(name);
        Ok(opened)
    }

    /// Takes a stream. The format is `given`, or goes by the content. UTF-16 becomes UTF-8.
    ///
    /// # Errors
    ///
    /// If the format is not recognised, or reading fails.
    pub fn stream(input: Box<dyn BufRead>, given: Option<Format>) -> Result<Opened, RecordError> {
        let input = decoded(input, None);
        if let Some(format) = given {
            return Ok(Opened { format, name: None, input: Input::Stream(input) });
        }
        let (format, input) = recognise(input)?;
        Ok(Opened { format: format?, name: None, input: Input::Stream(Box::new(input)) })
    }

    /// Looks into a file that ends in `.json`: our own JSON lines may be there as well.
    fn told_apart(self) -> Result<Opened, RecordError> {
        let Input::Stream(input) = self.input else { return Ok(self) };
        let (found, input) = recognise(input)?;
        let format = if matches!(found, Ok(Format::Jsonl)) { Format::Jsonl } else { self.format };
        Ok(Opened { format, name: self.name, input: Input::Stream(Box::new(input)) })
    }

    /// Reads the records and what stands between them.
    ///
    /// # Errors
    ///
    /// If there are no games in a WTHOR database, or its only file cannot be read.
    pub fn items(self, options: ReadOptions) -> Result<FileItems, RecordError> {
        let pieces = match self.input {
            Input::Stream(input) if options.names.is_some() && self.format != Format::Wthor => {
                FilePieces::Stream(read(decoded(input, options.names), self.format, options))
            }
            Input::Stream(input) => FilePieces::Stream(read(input, self.format, options)),
            Input::Wthor(path) => FilePieces::Wthor(Box::new(wthor::read_names(&path, options.names)?)),
        };
        Ok(FileItems { name: self.name, pieces })
    }
}

/// The pieces of a file or database, as they are read. Errors name the file.
pub struct FileItems {
    name: Option<String>,
    pieces: FilePieces,
}

enum FilePieces {
    Stream(Items<'static>),
    Wthor(Box<wthor::Games>),
}

impl FileItems {
    /// Tells what was amiss, though it could be read.
    #[must_use]
    pub fn warnings(&self) -> &[wthor::Warning] {
        match &self.pieces {
            FilePieces::Stream(_) => &[],
            FilePieces::Wthor(games) => games.warnings(),
        }
    }
}

impl Iterator for FileItems {
    type Item = Result<Item, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let item = match &mut self.pieces {
            FilePieces::Stream(items) => items.next()?,
            FilePieces::Wthor(games) => games.next()?,
        };
        Some(item.map_err(|error| match &self.name {
            Some(name) if error.file.is_none() => error.in_file(name.clone()),
            _ => error,
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_is_opened_by_its_name_or_else_by_its_content() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path
        };
        let (format, items) = open(&file("games.txt", "f5d6c3\nf5f6e6f4\n")).unwrap();
        assert_eq!((format, items.filter(|item| item.is_ok()).count()), (Format::Transcript, 2));
        let (format, mut items) = open(&file("one.ggf", "f5d6")).unwrap();
        assert_eq!(format, Format::Ggf);
        let error = items.next().unwrap().unwrap_err();
        assert!(error.file.is_some_and(|file| file.ends_with("one.ggf")));
        let error = open(&file("noise.bin", "\u{1}\u{2}")).err().unwrap();
        assert!(error.file.is_some_and(|file| file.ends_with("noise.bin")));
        assert!(open(&folder.path().join("missing")).is_err());
    }

    #[test]
    fn a_folder_is_a_database_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let error = open(folder.path()).err().unwrap();
        assert!(matches!(error.problem, Problem::Wthor(_)), "{error}");
        let error = Opened::path(folder.path(), Some(Format::Ggf)).err().unwrap();
        assert!(error.to_string().contains("only WTHOR games are read from folders"), "{error}");
        let games = folder.path().join("a.wtb");
        wthor::write_path(&games, [crate::Record::from_transcript("f5d6c3").unwrap()]).unwrap();
        for path in [folder.path(), &games] {
            let (format, items) = open(path).unwrap();
            assert_eq!(format, Format::Wthor);
            assert_eq!(items.filter_map(|item| item.unwrap().record).count(), 1);
            assert_eq!(wthor::count_games(path).unwrap(), 1);
        }
        fs::write(folder.path().join("b.txt"), "f5").unwrap();
        assert_eq!(files_in(folder.path()).unwrap(), [folder.path().to_owned(), folder.path().join("b.txt")]);
    }

    #[test]
    fn a_wthor_file_without_an_extension_finds_its_names() {
        let folder = tempfile::tempdir().unwrap();
        let mut record = crate::Record::from_transcript("f5d6c3").unwrap();
        record.black.name = Some("Ann".to_owned());
        record.date = Some("2000".to_owned());
        wthor::write_path(&folder.path().join("a.wtb"), [record]).unwrap();
        let bare = folder.path().join("games");
        fs::rename(folder.path().join("a.wtb"), &bare).unwrap();
        let (format, mut items) = open(&bare).unwrap();
        assert_eq!(format, Format::Wthor);
        let record = items.find_map(|item| item.unwrap().record).unwrap();
        assert_eq!(record.black.name.as_deref(), Some("Ann"));
    }
}
