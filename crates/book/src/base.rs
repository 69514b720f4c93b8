//! What a book begins with: a file of pages, or a packed book; and the one that is shipped.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use crate::book::WRITER;
use crate::packed::{PACKED_MAGIC, pack_book};
use crate::{Book, BookError, BookFile, BookKey, BookRecord, PackedBook};

/// The book that is shipped: `data/SOURCES.md` of this crate says how it was made. A page fetches it as a
/// file of its own, when it needs it first ([`Book::provide`]).
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
static SHIPPED: &[u8] = include_bytes!("../data/shipped.pack");

/// The shipped book, once it was provided.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
static PROVIDED: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();

/// Returns the shipped book, if it is there.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn shipped_bytes() -> Option<&'static [u8]> {
    Some(SHIPPED)
}

/// Returns the shipped book, if it is there.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn shipped_bytes() -> Option<&'static [u8]> {
    PROVIDED.get().map(Vec::as_slice)
}

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
        let path = Path::new(Book::SHIPPED);
        let missing =
            || BookError::NotABook { path: path.to_owned(), reason: "it is not there yet".to_owned() };
        let bytes = shipped_bytes().ok_or_else(missing)?;
        PackedBook::open(path, Cow::Borrowed(bytes)).map(BookBase::Packed)
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
    /// In a page: before the book was provided.
    pub fn shipped() -> Result<Book, BookError> {
        BookBase::shipped().map(Book::of_base)
    }

    /// Tells whether the shipped book is there: always, but in a page only once it was provided.
    #[must_use]
    pub fn is_provided() -> bool {
        shipped_bytes().is_some()
    }

    /// Takes the file of the shipped book. Where it is part of the program, and once there is one, nothing is
    /// taken.
    ///
    /// # Errors
    ///
    /// If it is no packed book, or damaged.
    pub fn provide(file: Vec<u8>) -> Result<(), BookError> {
        if Book::is_provided() {
            return Ok(());
        }
        let opened = PackedBook::open(Path::new(Book::SHIPPED), Cow::Owned(file))?;
        #[cfg(all(target_family = "wasm", target_os = "unknown"))]
        PROVIDED.get_or_init(|| opened.into_bytes());
        #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
        drop(opened);
        Ok(())
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
