//! The bytes of WTHOR files as types that lose none of them: the header and the game record.
//!
//! All numbers are little-endian. Both types can hold any bytes at all, so that reading and writing gives the
//! same bytes back; [`Header::check`] and [`GameRecord::check`] say what is wrong with them.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use outflank_rules::Square;

use super::error::{HeaderFault, RecordFault};

/// What a WTHOR file lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// Games, `.wtb`.
    Games,
    /// Players' names, `.jou`.
    Players,
    /// Tournaments' names, `.trn`.
    Tournaments,
}

impl FileKind {
    /// All kinds.
    pub const ALL: [FileKind; 3] = [FileKind::Games, FileKind::Players, FileKind::Tournaments];

    /// Returns the bytes of one record: 68, 20 or 26.
    #[must_use]
    pub const fn record_size(self) -> usize {
        match self {
            FileKind::Games => GameRecord::SIZE,
            FileKind::Players => 20,
            FileKind::Tournaments => 26,
        }
    }

    /// Returns the extension of such files, in lower case and without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            FileKind::Games => "wtb",
            FileKind::Players => "jou",
            FileKind::Tournaments => "trn",
        }
    }

    /// Returns what such a file lists, in the plural.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            FileKind::Games => "games",
            FileKind::Players => "players",
            FileKind::Tournaments => "tournaments",
        }
    }

    /// Tells the kind by a file name's extension, in any case.
    #[must_use]
    pub fn of_extension(path: &Path) -> Option<FileKind> {
        let extension = path.extension()?;
        FileKind::ALL.into_iter().find(|kind| extension.eq_ignore_ascii_case(kind.extension()))
    }

    /// Tells the kind by the length of the file, where the header's counts explain it in exactly one way.
    #[must_use]
    pub fn of_length(header: &Header, length: u64) -> Option<FileKind> {
        let fits = |kind: &FileKind| header.count(*kind) > 0 && header.expected_length(*kind) == length;
        let mut found = FileKind::ALL.into_iter().filter(fits);
        found.next().filter(|_| found.next().is_none())
    }

    /// Tells the kind by the extension, else by the length.
    #[must_use]
    pub fn detect(path: &Path, header: &Header, length: u64) -> Option<FileKind> {
        FileKind::of_extension(path).or_else(|| FileKind::of_length(header, length))
    }
}

/// The first 16 bytes of every WTHOR file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Header {
    /// Century of the file's creation, less one: 20 for the years from 2000 on (byte 0).
    pub century: u8,
    /// Year of the file's creation within the century (byte 1).
    pub year_of_century: u8,
    /// Month of the file's creation (byte 2).
    pub month: u8,
    /// Day of the file's creation (byte 3).
    pub day: u8,
    /// How many games follow (bytes 4 to 7); 0 in tables of names.
    pub games: u32,
    /// How many names follow (bytes 8 and 9); 0 in files of games.
    pub names: u16,
    /// The year the games were played in (bytes 10 and 11).
    pub year: u16,
    /// P1, the board's size: 0 and 8 mean 8x8 (byte 12).
    pub board_size: u8,
    /// P2, the type of the file: 0 for games, 1 for solitaires (byte 13).
    pub variety: u8,
    /// P3, with how many empty squares the theoretical score was computed (byte 14).
    pub depth: u8,
    /// Not in use (byte 15).
    pub reserved: u8,
}

impl Header {
    /// The header's length in bytes.
    pub const SIZE: usize = 16;

    /// Takes a header apart; every pattern of bytes can be held.
    #[must_use]
    pub const fn from_bytes(bytes: &[u8; Header::SIZE]) -> Header {
        let b = bytes;
        Header {
            century: b[0],
            year_of_century: b[1],
            month: b[2],
            day: b[3],
            games: u32::from_le_bytes([b[4], b[5], b[6], b[7]]),
            names: u16::from_le_bytes([b[8], b[9]]),
            year: u16::from_le_bytes([b[10], b[11]]),
            board_size: b[12],
            variety: b[13],
            depth: b[14],
            reserved: b[15],
        }
    }

    /// Returns the 16 bytes.
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; Header::SIZE] {
        let games = self.games.to_le_bytes();
        let names = self.names.to_le_bytes();
        let year = self.year.to_le_bytes();
        [
            self.century,
            self.year_of_century,
            self.month,
            self.day,
            games[0],
            games[1],
            games[2],
            games[3],
            names[0],
            names[1],
            year[0],
            year[1],
            self.board_size,
            self.variety,
            self.depth,
            self.reserved,
        ]
    }

    /// Returns how many records the header promises, if the file is of the given kind.
    #[must_use]
    pub const fn count(&self, kind: FileKind) -> u64 {
        match kind {
            FileKind::Games => self.games as u64,
            FileKind::Players | FileKind::Tournaments => self.names as u64,
        }
    }

    /// Returns how long a file of the given kind with this header has to be.
    #[must_use]
    pub const fn expected_length(&self, kind: FileKind) -> u64 {
        Header::SIZE as u64 + self.count(kind) * kind.record_size() as u64
    }

    /// Checks what can be checked of a header on its own.
    ///
    /// # Errors
    ///
    /// Names the first byte that no WTHOR file has there.
    pub const fn check(&self, kind: FileKind) -> Result<(), HeaderFault> {
        // One after the other, in the order of the bytes; const, so without `?`.
        if self.century > 99 {
            return Err(HeaderFault::Date { offset: 0, value: self.century });
        }
        if self.year_of_century > 99 {
            return Err(HeaderFault::Date { offset: 1, value: self.year_of_century });
        }
        if self.month > 12 {
            return Err(HeaderFault::Date { offset: 2, value: self.month });
        }
        if self.day > 31 {
            return Err(HeaderFault::Date { offset: 3, value: self.day });
        }
        if !matches!(kind, FileKind::Games) {
            return Ok(());
        }
        if self.year > 9999 {
            return Err(HeaderFault::Year { year: self.year });
        }
        if self.board_size != 0 && self.board_size != 8 {
            return Err(HeaderFault::BoardSize { size: self.board_size });
        }
        if self.depth > 64 {
            return Err(HeaderFault::Depth { depth: self.depth });
        }
        Ok(())
    }
}

impl fmt::Display for Header {
    /// Writes the bytes as 32 hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Header {
    type Err = ();

    /// Parses what `Display` writes.
    fn from_str(text: &str) -> Result<Header, ()> {
        if text.len() != 2 * Header::SIZE || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(());
        }
        let number = u128::from_str_radix(text, 16).map_err(drop)?;
        Ok(Header::from_bytes(&number.to_be_bytes()))
    }
}

/// One game: 68 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameRecord {
    /// The tournament's number in the `.trn` table (bytes 0 and 1).
    pub tournament: u16,
    /// Black's number in the `.jou` table (bytes 2 and 3).
    pub black: u16,
    /// White's number in the `.jou` table (bytes 4 and 5).
    pub white: u16,
    /// Black's final discs, empty squares going to the winner (byte 6).
    pub discs: u8,
    /// Black's final discs under best play from the depth that the header names (byte 7).
    pub theoretical: u8,
    /// The moves as `10 * row + column`, passes left out, then zeros (bytes 8 to 67).
    pub moves: [u8; GameRecord::MOVES],
}

impl GameRecord {
    /// The record's length in bytes.
    pub const SIZE: usize = 68;
    /// How many moves there is room for: as many as a game can have.
    pub const MOVES: usize = 60;

    /// Takes a record apart; every pattern of bytes can be held.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; GameRecord::SIZE]) -> GameRecord {
        let mut moves = [0; GameRecord::MOVES];
        moves.copy_from_slice(&bytes[8..]);
        GameRecord {
            tournament: u16::from_le_bytes([bytes[0], bytes[1]]),
            black: u16::from_le_bytes([bytes[2], bytes[3]]),
            white: u16::from_le_bytes([bytes[4], bytes[5]]),
            discs: bytes[6],
            theoretical: bytes[7],
            moves,
        }
    }

    /// Returns the 68 bytes.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; GameRecord::SIZE] {
        let mut bytes = [0; GameRecord::SIZE];
        bytes[0..2].copy_from_slice(&self.tournament.to_le_bytes());
        bytes[2..4].copy_from_slice(&self.black.to_le_bytes());
        bytes[4..6].copy_from_slice(&self.white.to_le_bytes());
        bytes[6] = self.discs;
        bytes[7] = self.theoretical;
        bytes[8..].copy_from_slice(&self.moves);
        bytes
    }

    /// Returns the squares played, up to the first byte that is no move.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.moves.iter().map_while(|&byte| square_of_byte(byte))
    }

    /// Checks scores and move bytes, not whether the moves are legal: that takes a replay.
    ///
    /// # Errors
    ///
    /// Names the first byte that no game has there.
    pub fn check(&self) -> Result<(), RecordFault> {
        if self.discs > 64 {
            return Err(RecordFault::Discs { value: self.discs });
        }
        if self.theoretical > 64 {
            return Err(RecordFault::Theoretical { value: self.theoretical });
        }
        let played = self.squares().count();
        match self.moves[played..].iter().position(|&byte| byte != 0) {
            None => Ok(()),
            Some(0) => Err(RecordFault::BadMove { number: played + 1, byte: self.moves[played] }),
            Some(gap) => {
                Err(RecordFault::AfterTheEnd { number: played + gap + 1, byte: self.moves[played + gap] })
            }
        }
    }
}

/// Returns the square of a move byte, `10 * row + column` with both from 1 to 8.
#[inline(always)]
#[must_use]
pub const fn square_of_byte(byte: u8) -> Option<Square> {
    let (row, column) = (byte as u32 / 10, byte as u32 % 10);
    // Row or column 0 wraps round to a number beyond the board.
    Square::at(column.wrapping_sub(1), row.wrapping_sub(1))
}

/// Returns the move byte of a square.
#[must_use]
pub const fn byte_of_square(square: Square) -> u8 {
    (10 * (square.row() + 1) + square.column() + 1) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f5_is_56_and_every_square_comes_back_from_its_byte() {
        assert_eq!(byte_of_square("f5".parse().unwrap()), 56);
        for square in Square::all() {
            assert_eq!(square_of_byte(byte_of_square(square)), Some(square));
        }
        assert_eq!((0..=255).filter_map(square_of_byte).count(), 64);
    }

    #[test]
    fn header_and_record_hold_any_bytes() {
        let bytes: [u8; 68] = std::array::from_fn(|i| (i * 37 + 11) as u8);
        assert_eq!(GameRecord::from_bytes(&bytes).to_bytes(), bytes);
        let bytes: [u8; 16] = std::array::from_fn(|i| (i * 91 + 5) as u8);
        let header = Header::from_bytes(&bytes);
        assert_eq!(header.to_bytes(), bytes);
        assert_eq!(header.to_string().parse(), Ok(header));
    }

    #[test]
    fn the_extension_decides_before_the_length_does() {
        let names = Header { names: 3, ..Header::default() };
        assert_eq!(FileKind::detect(Path::new("x.JOU"), &names, 94), Some(FileKind::Players));
        assert_eq!(FileKind::detect(Path::new("x"), &names, 94), Some(FileKind::Tournaments));
        assert_eq!(FileKind::detect(Path::new("x.dat"), &names, 76), Some(FileKind::Players));
        assert_eq!(
            FileKind::detect(Path::new("x"), &Header { games: 2, ..names }, 152),
            Some(FileKind::Games)
        );
        assert_eq!(FileKind::detect(Path::new("x"), &names, 77), None);
        assert_eq!(FileKind::detect(Path::new("x"), &Header::default(), 16), None);
    }
}
