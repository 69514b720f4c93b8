//! The shared syntax of GGF and SGF: `KEY[value][value]`, and how games are told apart by their parentheses.

use crate::{PieceFault, Problem, RecordError, Scanner, text};

/// A property with its values, undecoded escapes removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Property {
    /// Where it stands.
    pub(crate) at: usize,
    /// The key as written.
    pub(crate) key: String,
    /// The values.
    pub(crate) values: Vec<String>,
}

impl Property {
    /// Returns the first value; every property has one.
    pub(crate) fn value(&self) -> &str {
        self.values.first().map_or("", String::as_str)
    }

    /// Returns the first value unless it is empty.
    pub(crate) fn text(&self) -> Option<String> {
        Some(self.value().to_owned()).filter(|value| !value.is_empty())
    }
}

/// What a backslash in a value means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Escapes {
    /// It takes `]` and `\` literally and is itself before anything else (GGF).
    Brackets,
    /// It takes whatever follows literally, and joins lines (SGF).
    All,
}

/// Reads properties.
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    escapes: Escapes,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8], escapes: Escapes) -> Cursor<'a> {
        Cursor { bytes, at: 0, escapes }
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Returns the next byte that is not blank, without taking it.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    /// Takes one byte.
    pub(crate) fn bump(&mut self) {
        self.at += 1;
    }

    /// Takes a property.
    pub(crate) fn property(&mut self) -> Result<Property, PieceFault> {
        self.peek();
        let at = self.at;
        let letters = self.bytes[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let key = text::lenient(&self.bytes[at..at + letters]);
        self.at += letters;
        if letters == 0 || self.peek() != Some(b'[') {
            let found = &self.bytes[at.min(self.bytes.len())..];
            return Err(PieceFault::new(at, Problem::syntax("a property such as PB[name]", found)));
        }
        let mut values = Vec::new();
        while self.peek() == Some(b'[') {
            values.push(self.bracketed()?);
        }
        Ok(Property { at, key, values })
    }

    fn bracketed(&mut self) -> Result<String, PieceFault> {
        let open = self.at;
        let mut value = Vec::new();
        self.at += 1;
        loop {
            match self.bytes[self.at.min(self.bytes.len())..] {
                [] => {
                    let found = crate::Excerpt::of(&self.bytes[open..]);
                    return Err(PieceFault::new(open, Problem::Truncated { what: "a property", found }));
                }
                [b']', ..] => break,
                [b'\\', next @ (b']' | b'\\'), ..] => {
                    value.push(next);
                    self.at += 2;
                }
                [b'\\', b'\r', b'\n', ..] if self.escapes == Escapes::All => self.at += 3,
                [b'\\', b'\n', ..] if self.escapes == Escapes::All => self.at += 2,
                [b'\\', next, ..] if self.escapes == Escapes::All => {
                    value.push(next);
                    self.at += 2;
                }
                [byte, ..] => {
                    value.push(byte);
                    self.at += 1;
                }
            }
        }
        self.at += 1;
        Ok(text::lenient(&value))
    }

    /// Skips a parenthesised part with all it contains and returns it.
    pub(crate) fn skip_tree(&mut self) -> &'a [u8] {
        let start = self.at;
        let mut nesting = Nesting::default();
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            if nesting.step(byte) {
                break;
            }
        }
        &self.bytes[start..self.at]
    }
}

/// Writes `KEY[value]`.
pub(crate) fn spell(out: &mut String, key: &str, value: &str) {
    out.push_str(key);
    spell_value(out, value);
}

/// Writes `[value]` with its escapes.
pub(crate) fn spell_value(out: &mut String, value: &str) {
    out.push('[');
    for character in value.chars() {
        if matches!(character, ']' | '\\') {
            out.push('\\');
        }
        out.push(character);
    }
    out.push(']');
}

/// Follows parentheses, ignoring those inside values.
#[derive(Default)]
struct Nesting {
    depth: usize,
    in_value: bool,
    escaped: bool,
}

impl Nesting {
    /// Takes a byte; tells whether it closes the outermost parenthesis.
    fn step(&mut self, byte: u8) -> bool {
        if self.in_value {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b']' => self.in_value = false,
                _ => {}
            }
            return false;
        }
        match byte {
            b'[' => self.in_value = true,
            b'(' => self.depth += 1,
            b')' => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            _ => {}
        }
        false
    }
}

/// Tells whether the first parenthesis of a text is closed in it.
pub(crate) fn is_closed(text: &[u8]) -> bool {
    let mut nesting = Nesting::default();
    text.iter().any(|&byte| nesting.step(byte))
}

/// Takes one parenthesised game, or the blank space before it, into the scanner's piece.
///
/// A count before the parenthesis, as match files have it, belongs to the game if `counted` allows one.
pub(crate) fn frame(scanner: &mut Scanner<'_>, counted: bool, what: &'static str) -> Result<(), RecordError> {
    scanner.take_blanks()?;
    if !scanner.piece().is_empty() || scanner.peek()?.is_none() {
        return Ok(());
    }
    while counted && scanner.peek()?.is_some_and(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace()) {
        scanner.next(what)?;
    }
    if scanner.peek()? != Some(b'(') {
        let mut found = scanner.piece().to_vec();
        let ahead = scanner.ahead()?;
        found.extend_from_slice(&ahead[..ahead.len().min(256)]);
        return Err(scanner.error(Problem::syntax("a game that begins with (;", found)));
    }
    let mut nesting = Nesting::default();
    if scanner.take_through(|byte| nesting.step(byte), what)? {
        return Ok(());
    }
    let found = crate::Excerpt::of(scanner.piece());
    Err(scanner.error(Problem::Truncated { what, found }))
}
