//! Standard input as it arrives: bytes that can be waited for, looked at and given back.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use outflank_records::{ITEM_LIMIT, decoded, line_ends};

/// How many pieces are read ahead.
const AHEAD: usize = 16;

/// Standard input, read by a thread of its own. UTF-16 becomes UTF-8.
pub(crate) struct PipedInput {
    receiver: Receiver<io::Result<Vec<u8>>>,
    /// What has arrived and was not taken.
    held: Vec<u8>,
    /// How much of it was taken.
    taken: usize,
    /// How many lines were taken.
    lines: u64,
    /// The last byte that was taken.
    last: u8,
}

/// A line of input.
pub(crate) struct InputLine {
    /// The bytes, with the line end; a longer line is cut at [`ITEM_LIMIT`].
    pub(crate) text: Vec<u8>,
    /// Whether the line was cut.
    pub(crate) is_cut: bool,
}

impl PipedInput {
    /// Starts to read standard input.
    pub(crate) fn stdin() -> io::Result<PipedInput> {
        PipedInput::start(|| Box::new(io::stdin()))
    }

    /// Starts to read what `open` opens, on another thread.
    fn start(open: impl FnOnce() -> Box<dyn Read> + Send + 'static) -> io::Result<PipedInput> {
        let (sender, receiver) = sync_channel(AHEAD);
        thread::Builder::new().spawn(move || pump(decoded(open(), None), &sender))?;
        Ok(PipedInput { receiver, held: Vec::new(), taken: 0, lines: 0, last: 0 })
    }

    /// Returns the number of the line that comes next, counted from 1.
    pub(crate) fn line_number(&self) -> u64 {
        self.lines + 1
    }

    /// Tells whether nothing arrives within a time, or nothing will.
    pub(crate) fn is_silent(&mut self, time: Duration) -> bool {
        if self.taken < self.held.len() {
            return false;
        }
        match self.receiver.recv_timeout(time) {
            Ok(Ok(bytes)) => self.hold(bytes),
            // The failure is met again by who reads on: a failed input has ended.
            Ok(Err(_)) | Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        self.taken == self.held.len()
    }

    /// Takes the next line; `None` at the end. Lines end with `\n`, `\r\n` or `\r`.
    pub(crate) fn take_line(&mut self) -> io::Result<Option<InputLine>> {
        let mut text = Vec::new();
        loop {
            let ahead = self.fill_buf()?;
            if ahead.is_empty() {
                break;
            }
            let end = ahead.iter().position(|byte| matches!(byte, b'\n' | b'\r')).map(|at| at + 1);
            let count = end.unwrap_or(ahead.len());
            let room = ITEM_LIMIT.saturating_sub(text.len());
            text.extend_from_slice(&ahead[..count.min(room)]);
            if count > room {
                self.consume(count);
                if end.is_none() {
                    self.skip_line()?;
                }
                return Ok(Some(InputLine { text, is_cut: true }));
            }
            self.consume(count);
            if end.is_some() {
                if text.last() == Some(&b'\r') && self.fill_buf()?.first() == Some(&b'\n') {
                    text.push(b'\n');
                    self.consume(1);
                }
                break;
            }
        }
        Ok((!text.is_empty()).then_some(InputLine { text, is_cut: false }))
    }

    /// Takes the rest of a line.
    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let ahead = self.fill_buf()?;
            let end = ahead.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let (count, is_over) = (end.map_or(ahead.len(), |at| at + 1), end.is_some() || ahead.is_empty());
            self.consume(count);
            if is_over {
                return Ok(());
            }
        }
    }

    /// Gives a line back, to be taken again.
    pub(crate) fn give_back(&mut self, line: &[u8]) {
        self.lines -= line_ends(0, line).min(self.lines);
        self.last = 0;
        self.held.splice(..self.taken, line.iter().copied());
        self.taken = 0;
    }

    fn hold(&mut self, bytes: Vec<u8>) {
        self.held = bytes;
        self.taken = 0;
    }
}

/// Reads until the end, or until nobody listens.
fn pump(mut input: Box<dyn BufRead>, sender: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let read = input.fill_buf().map(<[u8]>::to_vec);
        let count = match &read {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(bytes) if bytes.is_empty() => return,
            Ok(bytes) => bytes.len(),
            Err(_) => 0,
        };
        if sender.send(read).is_err() || count == 0 {
            return;
        }
        input.consume(count);
    }
}

impl Read for PipedInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let ahead = self.fill_buf()?;
        let count = ahead.len().min(buffer.len());
        buffer[..count].copy_from_slice(&ahead[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for PipedInput {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.taken == self.held.len()
            && let Ok(bytes) = self.receiver.recv()
        {
            self.hold(bytes?);
        }
        Ok(&self.held[self.taken..])
    }

    fn consume(&mut self, count: usize) {
        let end = (self.taken + count).min(self.held.len());
        let bytes = &self.held[self.taken..end];
        self.lines += line_ends(self.last, bytes);
        self.last = bytes.last().copied().unwrap_or(self.last);
        self.taken = end;
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn piped(bytes: Vec<u8>) -> PipedInput {
        PipedInput::start(|| Box::new(Cursor::new(bytes))).unwrap()
    }

    #[test]
    fn long_lines_are_cut_and_the_next_line_is_whole() {
        let text = [vec![b'x'; 2 * ITEM_LIMIT + 5], b"\nf5\n".to_vec()].concat();
        let mut input = piped(text);
        let first = input.take_line().unwrap().unwrap();
        assert!(first.is_cut && first.text.len() == ITEM_LIMIT);
        assert_eq!(input.line_number(), 2);
        let second = input.take_line().unwrap().unwrap();
        assert_eq!((second.text.as_slice(), second.is_cut), (&b"f5\n"[..], false));
        assert!(input.take_line().unwrap().is_none());
    }

    #[test]
    fn lines_end_in_three_ways_and_can_be_given_back() {
        let mut input = piped(b"a\r\nb\rc".to_vec());
        let mut line = || input.take_line().unwrap().unwrap().text;
        assert_eq!([line(), line()], [b"a\r\n".to_vec(), b"b\r".to_vec()]);
        assert_eq!(input.line_number(), 3);
        input.give_back(b"b\r");
        assert_eq!(input.line_number(), 2);
        let mut rest = Vec::new();
        input.read_to_end(&mut rest).unwrap();
        assert_eq!(rest, b"b\rc");
        assert!(input.is_silent(Duration::from_secs(60)), "the end is silence at once");
    }
}
