//! Files that came with the pages and are fetched when they are first needed: the opening book, the puzzles.
//!
//! Where they are part of the program (everywhere but in a page) they are always there.

use std::collections::BTreeMap;

use outflank_book::Book;
use outflank_puzzles::PuzzleSet;

use super::reply::Handled;
use super::request::DeskRequest;
use super::{Desk, DeskEffect, DeskRefusal};

/// A file that came with the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ShippedFile {
    Book,
    Puzzles,
}

impl ShippedFile {
    const ALL: [ShippedFile; 2] = [ShippedFile::Book, ShippedFile::Puzzles];

    /// What the pages call it.
    fn name(self) -> &'static str {
        match self {
            ShippedFile::Book => "book",
            ShippedFile::Puzzles => "puzzles",
        }
    }

    /// Tells whether it was fetched.
    pub(super) fn is_here(self) -> bool {
        match self {
            ShippedFile::Book => Book::is_provided(),
            ShippedFile::Puzzles => PuzzleSet::is_provided(),
        }
    }

    fn provide(self, bytes: Vec<u8>) -> Result<(), String> {
        match self {
            ShippedFile::Book => Book::provide(bytes).map_err(|error| error.to_string()),
            ShippedFile::Puzzles => PuzzleSet::provide(&bytes).map_err(|error| error.to_string()),
        }
    }
}

/// What is open of the files, and who waits for one.
#[derive(Debug, Default)]
pub(super) struct ShippedFiles {
    book: std::sync::OnceLock<Option<Book>>,
    waiting: BTreeMap<ShippedFile, Vec<DeskRequest>>,
}

impl ShippedFiles {
    /// Returns the opening book; nothing before it was fetched, or if it is damaged.
    pub(super) fn book(&self) -> Option<&Book> {
        if !ShippedFile::Book.is_here() {
            return None;
        }
        self.book.get_or_init(|| Book::shipped().ok()).as_ref()
    }
}

impl Desk {
    /// Lets a request wait for a file.
    pub(super) fn need(&mut self, file: ShippedFile, request: &DeskRequest) -> Handled {
        let waiting = self.files.waiting.entry(file).or_default();
        if waiting.is_empty() {
            self.out.push(DeskEffect::Need { file: file.name() });
        }
        waiting.push(request.clone());
        Ok(None)
    }

    /// Takes a file that was fetched, or why it was not, and answers who waits for it.
    pub(super) fn take_shipped(&mut self, name: &str, fetched: Result<Vec<u8>, String>) {
        let Some(file) = ShippedFile::ALL.into_iter().find(|file| file.name() == name) else { return };
        let taken = fetched.and_then(|bytes| file.provide(bytes));
        for request in self.files.waiting.remove(&file).unwrap_or_default() {
            match &taken {
                Ok(()) => self.answer(&request),
                Err(reason) => {
                    let message = format!("the file {name} cannot be used: {reason}");
                    self.out.answer(request.id, DeskRefusal::new(503, "unreachable", message).into());
                }
            }
        }
    }
}
