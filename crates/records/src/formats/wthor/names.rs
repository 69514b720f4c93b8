//! The tables of players' and tournaments' names.
//!
//! A name is the bytes of its entry up to the first zero, read as Latin-1 unless told otherwise: every byte
//! is the character with the same number, so nothing is lost either way. The entries are kept as they are,
//! what follows the zero included.

use std::io::{Read, Write};
use std::path::Path;

use super::error::{FileFault, Hex};
use super::layout::{FileKind, Header};
use super::reader::{checked, open_file, read_header, surplus};
use crate::{NameEncoding, RecordError};

/// A table of names, `.jou` or `.trn`; a name's number is its place, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameTable {
    kind: FileKind,
    header: Header,
    /// The entries, one after the other.
    bytes: Vec<u8>,
    /// How the names are encoded; Latin-1 unless told.
    encoding: Option<NameEncoding>,
}

impl NameTable {
    /// How many names a table can hold.
    pub const LIMIT: usize = u16::MAX as usize;

    /// Returns an empty table of players.
    #[must_use]
    pub const fn players() -> NameTable {
        NameTable::empty(FileKind::Players)
    }

    /// Returns an empty table of tournaments.
    #[must_use]
    pub const fn tournaments() -> NameTable {
        NameTable::empty(FileKind::Tournaments)
    }

    const fn empty(kind: FileKind) -> NameTable {
        let bytes = [0; Header::SIZE];
        NameTable { kind, header: Header::from_bytes(&bytes), bytes: Vec::new(), encoding: None }
    }

    /// Reads the names in another encoding than Latin-1. The entries stay as they are.
    #[must_use]
    pub fn with_encoding(self, encoding: Option<NameEncoding>) -> NameTable {
        NameTable { encoding, ..self }
    }

    fn text(&self, bytes: &[u8]) -> String {
        self.encoding.map_or_else(|| text_of_latin1(bytes), |encoding| encoding.decode(bytes))
    }

    /// Reads a table from a file. What it lists is told by its extension, else by its length.
    ///
    /// # Errors
    ///
    /// Says why the file cannot be read or is no table of names.
    pub fn open(path: &Path) -> Result<NameTable, RecordError> {
        let file = path.display().to_string();
        let read = || {
            let (mut input, length) = open_file(path)?;
            let header = read_header(&mut input)?;
            let length_or_zero = length.unwrap_or(0);
            match FileKind::detect(path, &header, length_or_zero) {
                Some(kind @ (FileKind::Players | FileKind::Tournaments)) => {
                    NameTable::read_entries(input, header, kind, length)
                }
                Some(FileKind::Games) | None => Err(FileFault::UnknownKind { length: length_or_zero }.into()),
            }
        };
        read().map_err(|fault| fault.in_file(file))
    }

    /// Reads a table of the given kind from anything; `file` names it in messages.
    ///
    /// # Errors
    ///
    /// Says why the bytes are no table of names.
    pub fn read(mut input: impl Read, file: &str, kind: FileKind) -> Result<NameTable, RecordError> {
        let header = read_header(&mut input);
        header
            .and_then(|header| NameTable::read_entries(input, header, kind, None))
            .map_err(|fault| fault.in_file(file))
    }

    fn read_entries(
        mut input: impl Read,
        header: Header,
        kind: FileKind,
        length: Option<u64>,
    ) -> Result<NameTable, RecordError> {
        let header = checked(header, kind)?;
        let wanted = header.expected_length(kind) - Header::SIZE as u64;
        let mut bytes = Vec::new();
        input.by_ref().take(wanted).read_to_end(&mut bytes)?;
        if (bytes.len() as u64) < wanted {
            let whole = bytes.len() / kind.record_size();
            let offset = whole * kind.record_size();
            return Err(FileFault::Truncated {
                kind,
                promised: header.count(kind),
                record: whole as u64 + 1,
                offset: (Header::SIZE + offset) as u64,
                bytes: Hex(bytes.split_off(offset)),
            }
            .into());
        }
        match surplus(&mut input, &header, kind, length) {
            Some(fault) => Err(fault),
            None => Ok(NameTable { kind, header, bytes, encoding: None }),
        }
    }

    /// Writes the table as a file; the header's count is that of the names.
    ///
    /// # Errors
    ///
    /// Passes on what the writer says.
    pub fn write(&self, mut output: impl Write) -> std::io::Result<()> {
        output.write_all(&self.header().to_bytes())?;
        output.write_all(&self.bytes)
    }

    /// Returns what the table lists.
    #[must_use]
    pub const fn kind(&self) -> FileKind {
        self.kind
    }

    /// Returns the header, its count being that of the names.
    #[must_use]
    pub fn header(&self) -> Header {
        Header { names: self.len() as u16, ..self.header }
    }

    /// Replaces the header; the count in it is not used.
    pub const fn set_header(&mut self, header: Header) {
        self.header = header;
    }

    /// Returns how many names there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.bytes.len() / self.kind.record_size()
    }

    /// Tells whether there are no names.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the bytes of a name, without the zeros after it.
    #[must_use]
    pub fn bytes(&self, number: u16) -> Option<&[u8]> {
        let size = self.kind.record_size();
        let start = usize::from(number) * size;
        let entry = self.bytes.get(start..start + size)?;
        entry.split(|&byte| byte == 0).next()
    }

    /// Returns a name as text.
    #[must_use]
    pub fn name(&self, number: u16) -> Option<String> {
        self.bytes(number).map(|bytes| self.text(bytes))
    }

    /// Returns all names as text, in the order of their numbers.
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        self.bytes.chunks_exact(self.kind.record_size()).map(|entry| {
            let end = entry.iter().position(|&byte| byte == 0).unwrap_or(entry.len());
            self.text(&entry[..end])
        })
    }

    /// Puts a name in the given place, adding empty entries before it where there are none.
    ///
    /// Bytes that do not fit (a name has one byte less than its entry) or follow a zero are dropped. Returns
    /// `false`, and changes nothing, if the place is beyond [`NameTable::LIMIT`].
    pub fn set(&mut self, number: usize, name: &[u8]) -> bool {
        if number >= NameTable::LIMIT {
            return false;
        }
        let size = self.kind.record_size();
        let start = number * size;
        if self.bytes.len() < start + size {
            self.bytes.resize(start + size, 0);
        }
        let entry = &mut self.bytes[start..start + size];
        entry.fill(0);
        let letters = name.iter().take(size - 1).take_while(|&&byte| byte != 0);
        for (place, &byte) in entry.iter_mut().zip(letters) {
            *place = byte;
        }
        true
    }
}

/// Reads bytes as Latin-1: each is the character with its number.
#[must_use]
pub fn text_of_latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// Writes text as Latin-1, or returns the first character that has no place in it.
///
/// # Errors
///
/// Returns a character beyond U+00FF, or a NUL, which would end the name.
pub fn latin1_of_text(text: &str) -> Result<Vec<u8>, char> {
    text.chars().map(|letter| u8::try_from(letter).ok().filter(|&byte| byte != 0).ok_or(letter)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_byte_values_but_zero_survive_as_text() {
        let bytes: Vec<u8> = (1..=255).collect();
        let text = text_of_latin1(&bytes);
        assert_eq!(latin1_of_text(&text), Ok(bytes));
        assert_eq!(latin1_of_text("Łukasz"), Err('Ł'));
        assert_eq!(latin1_of_text("a\0b"), Err('\0'));
    }

    #[test]
    fn entries_keep_what_follows_the_zero() {
        let mut file = Header { names: 2, ..Header::default() }.to_bytes().to_vec();
        file.extend(b"Tastet Marc\0rubbish!");
        file.extend(b"twenty bytes, no NUL");
        let table = NameTable::read(file.as_slice(), "made", FileKind::Players).unwrap();
        assert_eq!(table.names().collect::<Vec<_>>(), ["Tastet Marc", "twenty bytes, no NUL"]);
        assert_eq!(table.name(1).as_deref(), Some("twenty bytes, no NUL"));
        assert_eq!(table.name(2), None);
        let mut written = Vec::new();
        table.write(&mut written).unwrap();
        assert_eq!(written, file);
    }

    #[test]
    fn names_are_put_in_place_and_cut_to_size() {
        let mut table = NameTable::players();
        assert!(table.set(2, b"a name of more than nineteen bytes"));
        assert_eq!(table.names().collect::<Vec<_>>(), ["", "", "a name of more than"]);
        assert!(table.set(0, b"first"));
        assert!(!table.set(NameTable::LIMIT, b"beyond"));
        assert_eq!((table.len(), table.header().names), (3, 3));
    }

    #[test]
    fn tables_of_the_wrong_length_say_where() {
        let mut file = Header { names: 2, ..Header::default() }.to_bytes().to_vec();
        file.extend([b'x'; 30]);
        let error = NameTable::read(file.as_slice(), "made", FileKind::Players).unwrap_err();
        assert_eq!(
            error.to_string(),
            "made: byte 36: truncated: the header promises 2 players, but record 2 has 10 of its 20 bytes: \
             78 78 78 78 78 78 78 78 78 78"
        );
        file.extend([b'y'; 13]);
        let error = NameTable::read(file.as_slice(), "made", FileKind::Players).unwrap_err();
        assert_eq!(
            error.to_string(),
            "made: byte 56: oversized: the header promises 2 players, but the file goes on: 79 79 79"
        );
    }
}
