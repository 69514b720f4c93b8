//! Giving numbers to names while games are written.
//!
//! Nothing that a table holds is ever lost or moved. For each name the first rule that fits gives the number:
//!
//! 1. The number the game came with, if the table has this name there.
//! 2. The number the name had in the table from the beginning.
//! 3. The number the game came with, if the place is free: beyond the end, or empty.
//! 4. The number the name was given before.
//! 5. The next number after the last.
//!
//! So games that carry their original numbers get them back where no table says otherwise; the places between
//! stay empty. A game without a name is by `???`, as in the files of the federation.

use std::collections::HashMap;

use super::error::{FileFault, Warning};
use super::names::NameTable;

/// The name of those whose name is not known.
pub const UNKNOWN: &str = "???";

/// A table that grows while games are written.
#[derive(Debug)]
pub(super) struct Numbering {
    table: NameTable,
    /// Names the table had from the beginning.
    old: HashMap<String, u16>,
    /// Names added since, as the games spell them.
    new: HashMap<String, u16>,
    changed: bool,
    warnings: Vec<Warning>,
}

impl Numbering {
    /// Starts with a table, which may be empty.
    pub(super) fn new(table: NameTable) -> Numbering {
        let mut old = HashMap::new();
        for (number, name) in (0..=u16::MAX).zip(table.names()) {
            if !name.is_empty() {
                old.entry(name).or_insert(number);
            }
        }
        Numbering { table, old, new: HashMap::new(), changed: false, warnings: Vec::new() }
    }

    /// Returns the table as it is by now, to give it another header.
    pub(super) const fn table_mut(&mut self) -> &mut NameTable {
        &mut self.table
    }

    /// Tells whether names were added.
    pub(super) const fn is_changed(&self) -> bool {
        self.changed
    }

    /// Takes the warnings about names that had to be changed.
    pub(super) fn take_warnings(&mut self) -> Vec<Warning> {
        std::mem::take(&mut self.warnings)
    }

    /// Returns the number of a name, adding it where it is new; `claim` is the number the game came with.
    pub(super) fn number(&mut self, name: Option<&str>, claim: Option<u16>) -> Result<u16, FileFault> {
        let mut name = name.unwrap_or("");
        if let Some(claim) = claim {
            let there = self.table.bytes(claim);
            if there.is_some_and(|bytes| is_latin1_of(bytes, name)) {
                return Ok(claim);
            }
            if let Some(&number) = self.old.get(name) {
                return Ok(number);
            }
            // A number without a name means something only where no other table gave it a meaning.
            let is_free = there.is_none_or(<[u8]>::is_empty) && usize::from(claim) < NameTable::LIMIT;
            if is_free && (!name.is_empty() || self.old.is_empty()) {
                return self.add(name, claim.into());
            }
        }
        if name.is_empty() {
            name = UNKNOWN;
        }
        match self.old.get(name).or_else(|| self.new.get(name)) {
            Some(&number) => Ok(number),
            None => self.add(name, self.table.len()),
        }
    }

    /// Puts a name into the table, shortened and spelled in Latin-1 where it must be.
    fn add(&mut self, name: &str, place: usize) -> Result<u16, FileFault> {
        let kind = self.table.kind();
        let full = FileFault::TooMany { kind, limit: NameTable::LIMIT as u64 };
        let room = kind.record_size() - 1;
        let fitted = fitted(name, room);
        if fitted == name {
            return self.put(name, name, place).ok_or(full);
        }
        if let Some(&number) = self.old.get(&fitted).or_else(|| self.new.get(name)) {
            // An earlier run wrote the same name the same way, or this one did in another place.
            self.new.insert(name.to_owned(), number);
            return Ok(number);
        }
        let written = self.distinct(fitted, room);
        self.warnings.push(Warning::NameChanged { kind, name: name.to_owned(), written: written.clone() });
        self.put(name, &written, place).ok_or(full)
    }

    fn put(&mut self, name: &str, written: &str, place: usize) -> Option<u16> {
        let bytes: Vec<u8> = written.chars().filter_map(|letter| u8::try_from(letter).ok()).collect();
        let number = u16::try_from(place).ok().filter(|_| self.table.set(place, &bytes))?;
        self.changed = true;
        if !name.is_empty() {
            self.new.entry(name.to_owned()).or_insert(number);
            self.new.entry(written.to_owned()).or_insert(number);
        }
        Some(number)
    }

    /// Makes a changed name differ from all others: two people must not become one.
    fn distinct(&self, name: String, room: usize) -> String {
        let is_taken = |name: &String| self.old.contains_key(name) || self.new.contains_key(name);
        let numbered = |count: u32| {
            let mark = format!("~{count}");
            name.chars().take(room - mark.len()).chain(mark.chars()).collect::<String>()
        };
        if is_taken(&name) { (2..).map(numbered).find(|name| !is_taken(name)).unwrap_or(name) } else { name }
    }
}

/// Compares without building the text.
fn is_latin1_of(bytes: &[u8], text: &str) -> bool {
    text.chars().map(u32::from).eq(bytes.iter().map(|&byte| u32::from(byte)))
}

/// Cuts a name to `room` characters and puts `?` for those outside Latin-1.
fn fitted(name: &str, room: usize) -> String {
    let letters = name.chars().take(room);
    letters.map(|letter| if letter != '\0' && u32::from(letter) < 256 { letter } else { '?' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(numbering: &Numbering) -> Vec<String> {
        numbering.table.names().collect()
    }

    #[test]
    fn without_numbers_names_are_numbered_as_they_appear() {
        let mut numbering = Numbering::new(NameTable::players());
        let numbers: Vec<u16> = [Some("b"), Some("a"), None, Some("b"), Some("")]
            .into_iter()
            .map(|name| numbering.number(name, None).unwrap())
            .collect();
        assert_eq!(numbers, [0, 1, 2, 0, 2]);
        assert_eq!(names(&numbering), ["b", "a", "???"]);
    }

    #[test]
    fn original_numbers_are_kept_where_the_place_is_free() {
        let mut numbering = Numbering::new(NameTable::players());
        assert_eq!(numbering.number(Some("x"), Some(3)).unwrap(), 3);
        assert_eq!(numbering.number(Some("y"), Some(1)).unwrap(), 1);
        assert_eq!(numbering.number(Some("z"), Some(3)).unwrap(), 4);
        assert_eq!(numbering.number(Some("z"), Some(3)).unwrap(), 4);
        // The same name twice in the original table.
        assert_eq!(numbering.number(Some("x"), Some(6)).unwrap(), 6);
        assert_eq!(numbering.number(Some("x"), Some(3)).unwrap(), 3);
        // A number whose name is not known.
        assert_eq!(numbering.number(None, Some(2)).unwrap(), 2);
        assert_eq!(names(&numbering), ["", "y", "", "x", "z", "", "x"]);
    }

    #[test]
    fn a_table_that_exists_keeps_its_numbers() {
        let mut table = NameTable::players();
        assert!(table.set(0, b"a") && table.set(1, b"") && table.set(2, b"c"));
        let mut numbering = Numbering::new(table);
        assert_eq!(numbering.number(Some("a"), Some(7)).unwrap(), 0);
        assert!(!numbering.is_changed());
        assert_eq!(numbering.number(Some("d"), Some(2)).unwrap(), 3);
        assert_eq!(numbering.number(Some("b"), Some(1)).unwrap(), 1);
        assert_eq!(numbering.number(None, Some(2)).unwrap(), 4);
        assert_eq!(names(&numbering), ["a", "b", "c", "d", "???"]);
        assert!(numbering.is_changed());
    }

    #[test]
    fn names_that_do_not_fit_are_changed_told_of_and_kept_apart() {
        let mut numbering = Numbering::new(NameTable::players());
        let long = ["Wolfeschlegelsteinhausen A", "Wolfeschlegelsteinhausen B", "Łukasz"];
        let numbers = long.map(|name| numbering.number(Some(name), None).unwrap());
        assert_eq!(numbers, [0, 1, 2]);
        assert_eq!(long.map(|name| numbering.number(Some(name), None).unwrap()), numbers);
        assert_eq!(names(&numbering), ["Wolfeschlegelsteinh", "Wolfeschlegelstei~2", "?ukasz"]);
        let told: Vec<String> = numbering.take_warnings().iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 3);
        assert!(told[2].starts_with("\"Łukasz\" written as \"?ukasz\""), "{}", told[2]);
    }

    #[test]
    fn a_full_table_is_an_error() {
        let mut numbering = Numbering::new(NameTable::tournaments());
        let last = u16::MAX - 1;
        assert_eq!(numbering.number(Some("last"), Some(last)).unwrap(), last);
        let error = numbering.number(Some("one more"), None).unwrap_err();
        assert_eq!(error.to_string(), "a WTHOR file has room for 65535 tournaments at most");
    }
}
