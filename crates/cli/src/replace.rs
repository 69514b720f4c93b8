//! Output that appears whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// An output under construction.
///
/// A file is written beside its final place and moved there by [`OutputFile::commit`]; when anything fails
/// before, the old file is still there and nothing else is left behind. Standard output and special files (a
/// pipe, a device) are written directly.
pub(crate) enum OutputFile {
    /// Standard output.
    Stdout(BufWriter<Stdout>),
    /// A pipe or device.
    Special(BufWriter<File>),
    /// A file that will take the place of `path`.
    File {
        /// The new content, growing.
        file: BufWriter<NamedTempFile>,
        /// Where it belongs.
        path: PathBuf,
    },
}

impl OutputFile {
    /// Opens an output; `-` is standard output.
    pub(crate) fn create(path: &Path) -> io::Result<OutputFile> {
        if path.as_os_str() == "-" {
            return Ok(OutputFile::Stdout(BufWriter::new(io::stdout())));
        }
        // Follow links, so that the file is replaced and not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let old = fs::metadata(&path).ok();
        if let Some(old) = &old {
            if old.is_dir() {
                return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
            }
            if !old.is_file() {
                return Ok(OutputFile::Special(BufWriter::new(File::options().write(true).open(&path)?)));
            }
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".outflank-").suffix(".part");
        let permissions = match old {
            Some(old) if old.permissions().readonly() => {
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is write-protected"));
            }
            Some(old) => Some(old.permissions()),
            None => permissions_of_a_new_file(),
        };
        if let Some(permissions) = permissions {
            builder.permissions(permissions);
        }
        let file = BufWriter::new(builder.tempfile_in(folder)?);
        Ok(OutputFile::File { file, path })
    }

    /// Finishes the output: moves a file to its place.
    pub(crate) fn commit(self) -> io::Result<()> {
        match self {
            OutputFile::Stdout(mut out) => out.flush(),
            OutputFile::Special(mut out) => out.flush(),
            OutputFile::File { file, path } => {
                let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.as_file().sync_all()?;
                file.persist(path).map_err(|error| error.error)?;
                Ok(())
            }
        }
    }
}

/// Returns what a program may do with a new file, before the user's mask.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no answer")]
fn permissions_of_a_new_file() -> Option<fs::Permissions> {
    use std::os::unix::fs::PermissionsExt as _;
    Some(fs::Permissions::from_mode(0o666))
}

/// Leaves the permissions to the system.
#[cfg(not(unix))]
fn permissions_of_a_new_file() -> Option<fs::Permissions> {
    None
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            OutputFile::Stdout(out) => out.write(bytes),
            OutputFile::Special(out) => out.write(bytes),
            OutputFile::File { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            OutputFile::Stdout(out) => out.flush(),
            OutputFile::Special(out) => out.flush(),
            OutputFile::File { file, .. } => file.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_that_is_not_committed_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        fs::write(&path, "old").unwrap();
        let mut target = OutputFile::create(&path).unwrap();
        target.write_all(b"new").unwrap();
        target.flush().unwrap();
        drop(target);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);

        let mut target = OutputFile::create(&path).unwrap();
        target.write_all(b"new").unwrap();
        target.commit().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_survive() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("b"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        let mut target = OutputFile::create(&link).unwrap();
        target.write_all(b"new").unwrap();
        target.commit().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
