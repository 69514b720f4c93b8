//! Several files as one: a ZIP archive whose files are stored as they are.

use std::io::{self, Write};
use std::path::Path;

/// The date of every file, 1 January 1980: when games were written down says nothing about them.
const DATE: u16 = 0x21;
/// The version of the format that is needed to read it.
const VERSION: u16 = 10;
/// Names are UTF-8.
const NAMES: u16 = 1 << 11;

/// An archive that is written file by file. What is written is not kept, but for the list of files.
#[derive(Debug)]
pub struct ZipWriter<W> {
    output: W,
    /// How many bytes were written.
    written: u64,
    /// The list of files that ends the archive.
    list: Vec<u8>,
    count: u16,
}

impl<W: Write> ZipWriter<W> {
    /// Begins an archive.
    pub fn new(output: W) -> ZipWriter<W> {
        ZipWriter { output, written: 0, list: Vec::new(), count: 0 }
    }

    /// Adds a file.
    ///
    /// # Errors
    ///
    /// If it does not fit into an archive, or cannot be written.
    pub fn add(&mut self, name: &str, content: &[u8]) -> io::Result<()> {
        let too_large =
            || io::Error::new(io::ErrorKind::FileTooLarge, format!("{name} is too large for an archive"));
        let size = u32::try_from(content.len()).map_err(|_| too_large())?;
        let place = u32::try_from(self.written).map_err(|_| too_large())?;
        let length = u16::try_from(name.len()).map_err(|_| too_large())?;
        self.count = self.count.checked_add(1).ok_or_else(too_large)?;
        let mut head = Vec::new();
        // Flags, method (stored), time, date.
        head.extend([VERSION, NAMES, 0, 0, DATE].map(u16::to_le_bytes).as_flattened());
        head.extend([checksum(content), size, size].map(u32::to_le_bytes).as_flattened());
        // The length of the name, and nothing after it.
        head.extend([length, 0].map(u16::to_le_bytes).as_flattened());
        self.put(b"PK\x03\x04")?;
        self.put(&head)?;
        self.put(name.as_bytes())?;
        self.put(content)?;
        self.list.extend(b"PK\x01\x02");
        self.list.extend(VERSION.to_le_bytes());
        self.list.extend(&head);
        // No comment, the first disk, no attributes.
        self.list.extend([0; 10]);
        self.list.extend(place.to_le_bytes());
        self.list.extend(name.as_bytes());
        Ok(())
    }

    /// Adds all files of a folder, in the order of their names.
    ///
    /// # Errors
    ///
    /// If one cannot be read, does not fit into an archive, or cannot be written.
    pub fn add_folder(&mut self, folder: &Path) -> io::Result<()> {
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            paths.push(entry?.path());
        }
        paths.sort();
        for path in paths {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            self.add(&name, &std::fs::read(&path)?)?;
        }
        Ok(())
    }

    /// Writes the list of files and returns where all was written to.
    ///
    /// # Errors
    ///
    /// If there are more than four gigabytes, or it cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        let too_large = |_| io::Error::new(io::ErrorKind::FileTooLarge, "the archive is too large");
        let place = u32::try_from(self.written).map_err(too_large)?;
        let list = std::mem::take(&mut self.list);
        self.put(&list)?;
        self.put(b"PK\x05\x06")?;
        self.put([0, 0, self.count, self.count].map(u16::to_le_bytes).as_flattened())?;
        self.put([list.len() as u32, place].map(u32::to_le_bytes).as_flattened())?;
        self.put(&[0; 2])?;
        Ok(self.output)
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.written += bytes.len() as u64;
        self.output.write_all(bytes)
    }
}

/// Returns the checksum (CRC-32) that the format asks for.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(
            sum ^ u32::from(*byte),
            |sum, _| if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 },
        )
    };
    !bytes.iter().fold(u32::MAX, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_usual_one() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
        assert_eq!(checksum(b""), 0);
    }

    #[test]
    fn an_archive_ends_with_the_list_of_its_files() {
        let mut archive = ZipWriter::new(Vec::new());
        archive.add("a.txt", b"one").unwrap();
        archive.add("b.txt", b"twenty").unwrap();
        let bytes = archive.finish().unwrap();
        let end = &bytes[bytes.len() - 22..];
        let number = |at: usize| u32::from_le_bytes(end[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!((&end[..4], end[8], end[10]), (&b"PK\x05\x06"[..], 2, 2));
        let (size, place) = (number(12), number(16));
        assert_eq!(place + size + 22, bytes.len());
        assert_eq!(&bytes[place..place + 4], b"PK\x01\x02");
        assert_eq!(bytes[..place].windows(3).filter(|part| part == b"one").count(), 1);
    }
}
