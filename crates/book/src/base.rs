//! What a book begins with: a file of pages, or a packed book; and the one that is shipped.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use crate::book::WRITER;
use crate::packed::{PACKED_MAGIC, pack_book};
use crate::{Book, BookError, BookFile, BookKey, BookRecord, PackedBook};

/// The book that is shipped: `data/SOURCES.md` of this crate says how it was made.
static SHIPPED: &[u8] = include_bytes!("../data/shipped.pack");

/// What does not change while a book is open.
#[derive(Debug)]
pub(crate) enum BookBase {
    /// Read page by page.
    File(BookFile),
    /// Read block by block.
    Packed(PackedBook),
}

impl BookBase {
    /// Opens a file of either kind.
    pub(crate) fn open(path: &Path) -> Result<BookBase, BookError> {
        let mut first = [0; PACKED_MAGIC.len()];
        let begun = File::open(path).and_then(|mut file| file.read(&mut first));
        if begun.map_err(BookError::io(path))? == first.len() && &first == PACKED_MAGIC {
            let bytes = fs::read(path).map_err(BookError::io(path))?;
            return PackedBook::open(path, Cow::Owned(bytes)).map(BookBase::Packed);
        }
        BookFile::open(path).map(BookBase::File)
    }

    /// Opens the book that is shipped.
    pub(crate) fn shipped() -> Result<BookBase, BookError> {
        PackedBook::open(Path::new(Book::SHIPPED), Cow::Borrowed(SHIPPED)).map(BookBase::Packed)
    }

    pub(crate) fn len(&self) -> u64 {
        match self {
            BookBase::File(file) => file.len(),
            BookBase::Packed(packed) => packed.len(),
        }
    }

    pub(crate) fn get(&self, key: BookKey) -> Result<Option<BookRecord>, BookError> {
        match self {
            BookBase::File(file) => file.get(key),
            BookBase::Packed(packed) => packed.get(key),
        }
    }

    pub(crate) fn records(&self) -> Box<dyn Iterator<Item = Result<BookRecord, BookError>> + '_> {
        match self {
            BookBase::File(file) => Box::new(file.records()),
            BookBase::Packed(packed) => Box::new(packed.records()),
        }
    }
}

impl Book {
    /// The name that stands for the shipped book where a file is expected.
    pub const SHIPPED: &str = "shipped";

    /// Opens the book that is shipped with this crate. Nothing of it is unpacked before it is asked for.
    ///
    /// ```
    /// use outflank_book::Book;
    /// use outflank_rules::Position;
    ///
    /// let book = Book::shipped()?;
    /// assert!(book.find(&Position::start())?.is_some());
    /// # Ok::<(), outflank_book::BookError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the file in `data/` was damaged before the crate was compiled; a test sees to it that it was not.
    pub fn shipped() -> Result<Book, BookError> {
        BookBase::shipped().map(Book::of_base)
    }

    /// Packs the book, see [`pack_book`](crate::pack_book).
    ///
    /// # Errors
    ///
    /// If the book cannot be read or `compress` fails.
    pub fn pack(&self, compress: &dyn Fn(&[u8]) -> io::Result<Vec<u8>>) -> Result<Vec<u8>, BookError> {
        pack_book(WRITER, self.records(), compress)
    }
}
