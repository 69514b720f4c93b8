//! The fenced blocks of a page, and what comments before them say about running them.

/// What a comment `<!-- guide: ... -->` before a block says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Note {
    /// `file NAME`: the block is the content of a file, which later blocks may use.
    File(String),
    /// `same as PATH`: the block is a file of the project, word for word.
    SameAs(String),
    /// `toy OLD => NEW`: a smaller job of the same kind takes the place of the one in the block.
    Toy(String, String),
    /// `setup COMMAND`: done before the block is run.
    Setup(String),
    /// `studio`: a studio runs from here to the end of the page, in place of the usual address.
    Studio,
    /// `exit N`: the exit code that the last command must have.
    Exit(i32),
    /// `not run, REASON`: nobody could run this in a test, and why.
    NotRun(String),
}

/// A fenced block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// The number of the line where it begins.
    pub(super) line: usize,
    /// The language.
    pub(super) language: String,
    /// The notes before it.
    pub(super) notes: Vec<Note>,
    /// The lines in it.
    pub(super) text: String,
}

/// Reads a note.
fn note(text: &str) -> Result<Note, String> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let rest = rest.trim();
    match word {
        "file" => Ok(Note::File(rest.to_owned())),
        "same" => rest
            .strip_prefix("as ")
            .map(|path| Note::SameAs(path.to_owned()))
            .ok_or("same as PATH".to_owned()),
        "toy" => {
            let (old, new) = rest.split_once(" => ").ok_or("toy OLD => NEW")?;
            Ok(Note::Toy(old.to_owned(), new.to_owned()))
        }
        "setup" => Ok(Note::Setup(rest.to_owned())),
        "studio" => Ok(Note::Studio),
        "exit" => rest.parse().map(Note::Exit).map_err(|_| "exit N".to_owned()),
        "not" => match rest.strip_prefix("run, ") {
            Some(reason) if !reason.is_empty() => Ok(Note::NotRun(reason.to_owned())),
            _ => Err("not run, REASON".to_owned()),
        },
        _ => Err(format!("there is no note {word:?}")),
    }
}

/// Finds the blocks of a page.
pub(super) fn blocks(page: &str) -> Result<Vec<Block>, String> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open: Option<Block> = None;
    let mut notes = Vec::new();
    for (index, line) in page.lines().enumerate() {
        if let Some(block) = &mut open {
            if line == "```" {
                blocks.extend(open.take());
            } else {
                block.text.push_str(line);
                block.text.push('\n');
            }
        } else if let Some(language) = line.strip_prefix("```") {
            let notes = std::mem::take(&mut notes);
            open = Some(Block { line: index + 1, language: language.to_owned(), notes, text: String::new() });
        } else if let Some(comment) = line.strip_prefix("<!-- guide: ") {
            let inside =
                comment.strip_suffix(" -->").ok_or_else(|| format!("{}: a note is one line", index + 1))?;
            notes.push(note(inside).map_err(|error| format!("{}: {error}", index + 1))?);
        } else if !line.trim().is_empty() && !notes.is_empty() {
            return Err(format!("{}: a note stands before a block", index + 1));
        }
    }
    match open {
        Some(block) => Err(format!("{}: the block does not end", block.line)),
        None => Ok(blocks),
    }
}

/// A command and the lines that it should print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Exchange {
    pub(super) command: String,
    pub(super) output: String,
}

/// Takes a block of a console apart: `$ ` begins a command, a backslash at the end of a line continues it,
/// and what follows is its output.
pub(super) fn exchanges(text: &str) -> Result<Vec<Exchange>, String> {
    let mut found: Vec<Exchange> = Vec::new();
    let mut continues = false;
    for line in text.lines() {
        match found.last_mut() {
            Some(exchange) if continues => {
                exchange.command.push('\n');
                exchange.command.push_str(line);
                continues = line.ends_with('\\');
            }
            last => {
                if let Some(command) = line.strip_prefix("$ ") {
                    continues = line.ends_with('\\');
                    found.push(Exchange { command: command.to_owned(), output: String::new() });
                } else {
                    let exchange = last.ok_or("a console begins with `$ ` and a command")?;
                    exchange.output.push_str(line);
                    exchange.output.push('\n');
                }
            }
        }
    }
    if found.is_empty() { Err("a console without a command".to_owned()) } else { Ok(found) }
}

/// Tells whether an output is the shown one: `…` stands for anything within a line, and alone for any lines.
pub(super) fn is_shown(shown: &str, output: &str) -> bool {
    let trimmed =
        |text: &str| text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    lines_match(&trimmed(shown), &trimmed(output))
}

fn lines_match(shown: &[String], output: &[String]) -> bool {
    match shown.split_first() {
        None => output.is_empty(),
        Some((first, rest)) if first == "…" => {
            (0..=output.len()).any(|skip| lines_match(rest, &output[skip..]))
        }
        Some((first, rest)) => match output.split_first() {
            Some((line, further)) => line_matches(first, line) && lines_match(rest, further),
            None => false,
        },
    }
}

fn line_matches(shown: &str, line: &str) -> bool {
    match shown.split_once('…') {
        None => shown == line,
        Some((before, after)) => line.strip_prefix(before).is_some_and(|rest| {
            let ends = (0..=rest.len()).filter(|end| rest.is_char_boundary(*end));
            ends.into_iter().any(|end| line_matches(after, &rest[end..]))
        }),
    }
}

#[test]
fn blocks_have_notes_and_lines() {
    let page = "text\n\n<!-- guide: toy --games 200 => --games 2 -->\n```sh\na\nb\n```\n\n```text\nc\n```\n";
    let found = blocks(page).unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].line, &*found[0].language, &*found[0].text), (4, "sh", "a\nb\n"));
    assert_eq!(found[0].notes, [Note::Toy("--games 200".to_owned(), "--games 2".to_owned())]);
    for wrong in
        ["```sh\n", "<!-- guide: dance -->\n", "<!-- guide: exit x -->\n", "<!-- guide: studio -->\ntext\n"]
    {
        assert!(blocks(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn consoles_have_commands_and_their_output() {
    let found = exchanges("$ a \\\n  b\nc\nd\n$ e\n").unwrap();
    assert_eq!((&*found[0].command, &*found[0].output), ("a \\\n  b", "c\nd\n"));
    assert_eq!((&*found[1].command, &*found[1].output), ("e", ""));
    assert!(exchanges("a\n$ b\n").is_err() && exchanges("").is_err());
}

#[test]
fn an_ellipsis_stands_for_anything() {
    assert!(is_shown("a … c\n…\nz\n", "a bb c\nx\ny\nz\n"));
    assert!(is_shown("…\nz", "z"));
    assert!(!is_shown("a … c", "a b d"));
    assert!(!is_shown("a", "a\nb"));
    assert!(!is_shown("a\nb", "a"));
}
