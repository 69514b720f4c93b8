//! Several files as one: a ZIP archive whose files are stored as they are.

/// The date of every file, 1 January 1980: when games were written down says nothing about them.
const DATE: u16 = 0x21;
/// The version of the format that is needed to read it.
const VERSION: u16 = 10;
/// Names are UTF-8.
const NAMES: u16 = 1 << 11;

/// Says why a file does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}: too large for an archive")]
pub(crate) struct TooLarge(String);

/// An archive that grows.
#[derive(Debug, Default)]
pub(crate) struct ZipArchive {
    bytes: Vec<u8>,
    /// The list of files that ends the archive.
    list: Vec<u8>,
    count: u16,
}

impl ZipArchive {
    /// Adds a file.
    pub(crate) fn add(&mut self, name: &str, content: &[u8]) -> Result<(), TooLarge> {
        let too_large = || TooLarge(name.to_owned());
        let size = u32::try_from(content.len()).map_err(|_| too_large())?;
        let place = u32::try_from(self.bytes.len()).map_err(|_| too_large())?;
        let length = u16::try_from(name.len()).map_err(|_| too_large())?;
        self.count = self.count.checked_add(1).ok_or_else(too_large)?;
        let mut head = Vec::new();
        // Flags, method (stored), time, date.
        head.extend([VERSION, NAMES, 0, 0, DATE].map(u16::to_le_bytes).as_flattened());
        head.extend([checksum(content), size, size].map(u32::to_le_bytes).as_flattened());
        // The length of the name, and nothing after it.
        head.extend([length, 0].map(u16::to_le_bytes).as_flattened());
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&head);
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(content);
        self.list.extend(b"PK\x01\x02");
        self.list.extend(VERSION.to_le_bytes());
        self.list.extend(&head);
        // No comment, the first disk, no attributes.
        self.list.extend([0; 10]);
        self.list.extend(place.to_le_bytes());
        self.list.extend(name.as_bytes());
        Ok(())
    }

    /// Returns the bytes of the archive. Files beyond four gigabytes were refused, so the places fit.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let [place, size] = [self.bytes.len(), self.list.len()].map(|number| number as u32);
        self.bytes.extend(&self.list);
        self.bytes.extend(b"PK\x05\x06");
        self.bytes.extend([0, 0, self.count, self.count].map(u16::to_le_bytes).as_flattened());
        self.bytes.extend([size, place].map(u32::to_le_bytes).as_flattened());
        self.bytes.extend([0; 2]);
        self.bytes
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
        let mut archive = ZipArchive::default();
        archive.add("a.txt", b"one").unwrap();
        archive.add("b.txt", b"twenty").unwrap();
        let bytes = archive.finish();
        let end = &bytes[bytes.len() - 22..];
        let number = |at: usize| u32::from_le_bytes(end[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!((&end[..4], end[8], end[10]), (&b"PK\x05\x06"[..], 2, 2));
        let (size, place) = (number(12), number(16));
        assert_eq!(place + size + 22, bytes.len());
        assert_eq!(&bytes[place..place + 4], b"PK\x01\x02");
        assert_eq!(bytes[..place].windows(3).filter(|part| part == b"one").count(), 1);
    }
}
