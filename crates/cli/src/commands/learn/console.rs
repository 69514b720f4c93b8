//! Asking questions in lines: for people, pipes and screen readers.

use std::io::{self, BufRead, Read as _, Write};

use outflank_rules::{Diagram, Move, Position, Square};

/// The longest line that is read as one answer.
const LONGEST_LINE: u64 = 64 * 1024;

/// What can be typed.
const HELP: &str = "\
f5      play on a square
hint    name three squares, one of which is right
skip    go on without an answer
forget  never ask this position again
quit    leave";

/// What somebody typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TypedAnswer {
    /// A move.
    Move(Move),
    /// Name a few squares.
    Hint,
    /// Go on.
    Skip,
    /// Do not ask again.
    Forget,
    /// Leave.
    Quit,
}

impl TypedAnswer {
    fn parse(line: &str) -> Result<TypedAnswer, String> {
        let word = line.trim().to_ascii_lowercase();
        Ok(match word.as_str() {
            "hint" | "h" => TypedAnswer::Hint,
            "skip" | "next" | "n" => TypedAnswer::Skip,
            "forget" => TypedAnswer::Forget,
            "quit" | "exit" | "q" => TypedAnswer::Quit,
            "help" | "?" => return Err(HELP.to_owned()),
            _ => match word.parse() {
                Ok(played) => TypedAnswer::Move(played),
                Err(_) => {
                    return Err(format!(
                        "{:?} is neither a move nor a command; help lists the commands",
                        line.trim()
                    ));
                }
            },
        })
    }
}

/// A conversation in lines.
pub(super) struct Console<R, W> {
    input: R,
    out: W,
    prompts: bool,
}

impl<R: BufRead, W: Write> Console<R, W> {
    /// Reads and writes there; `prompts` says whether somebody sits in front of it.
    pub(super) fn new(input: R, out: W, prompts: bool) -> Console<R, W> {
        Console { input, out, prompts }
    }

    /// Says something.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    /// Draws a position, with the moves that can be made and the one made last.
    pub(super) fn draw(&mut self, position: Position, last: Option<Square>) -> io::Result<()> {
        let diagram = Diagram::new(position).with_legal_moves().with_last_move(last);
        writeln!(self.out, "\n{diagram}\n")
    }

    /// Asks for the move of a side until something is typed that can be; the end of the input is to leave.
    pub(super) fn ask(&mut self, position: Position) -> io::Result<TypedAnswer> {
        loop {
            if self.prompts {
                write!(self.out, "{}> ", position.side_to_move())?;
            }
            self.out.flush()?;
            let mut line = Vec::new();
            self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
            if line.is_empty() {
                return Ok(TypedAnswer::Quit);
            }
            let line = String::from_utf8_lossy(&line);
            if line.trim().is_empty() {
                continue;
            }
            match TypedAnswer::parse(&line) {
                Ok(TypedAnswer::Move(played)) => match position.play(played) {
                    Ok(_) => return Ok(TypedAnswer::Move(played)),
                    Err(reason) => self.say(&reason.to_string())?,
                },
                Ok(answer) => return Ok(answer),
                Err(message) => self.say(&message)?,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_until_one_can_be_meant() {
        let mut out = Vec::new();
        let input = &b"\nxyzzy\na1\nhelp\n F5 \nquit\n"[..];
        let mut console = Console::new(input, &mut out, false);
        let start = Position::start();
        assert_eq!(console.ask(start).unwrap(), TypedAnswer::Move("f5".parse().unwrap()));
        assert_eq!(console.ask(start).unwrap(), TypedAnswer::Quit);
        // The end of the input.
        assert_eq!(console.ask(start).unwrap(), TypedAnswer::Quit);
        let said = String::from_utf8(out).unwrap();
        assert!(
            said.contains("\"xyzzy\" is neither a move nor a command")
                && said.contains("a1")
                && said.contains("forget"),
            "{said}"
        );
    }
}
