//! A running program and the lines that go to and come from it.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::fault::{Fault, shorten};

/// How to start a program: no shell is involved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// The folder to start it in; the present one unless told.
    pub folder: Option<PathBuf>,
}

/// The longest line that is taken from a program.
const LINE_LIMIT: u64 = 64 * 1024;

/// How many lines may wait to be looked at; a program that writes more has to wait.
const WAITING_LINES: usize = 256;

/// How long a program may take to end by itself once it is told to.
const FAREWELL: Duration = Duration::from_millis(300);

/// A running program. Dropping it ends it, with everything it has started.
pub struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
}

/// What the reading thread saw.
enum Line {
    Text(String),
    /// A line that was longer than allowed; this is its beginning.
    TooLong(String),
}

impl Program {
    /// Starts a program in a process group of its own. What it writes to standard error is dropped.
    ///
    /// # Errors
    ///
    /// [`Fault::Start`].
    pub fn start(launch: &Launch) -> Result<Program, Fault> {
        let name = launch.words.first().cloned().unwrap_or_default();
        let failed = |error| Fault::Start { program: name.clone(), error };
        let mut command = Command::new(&name);
        command.args(launch.words.iter().skip(1));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(folder) = &launch.folder {
            command.current_dir(folder);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(failed)?;
        let (sender, lines) = sync_channel(WAITING_LINES);
        let input = child.stdin.take();
        let program = |child| Program { child, input, lines };
        match child.stdout.take() {
            Some(output) => {
                let reading = thread::Builder::new().spawn(move || read_lines(output, &sender));
                let program = program(child);
                reading.map(|_handle| program).map_err(failed)
            }
            None => Err(failed(io::Error::other("it has no output"))),
        }
    }

    /// Sends a line.
    ///
    /// # Errors
    ///
    /// [`Fault::Crash`] if the program does not listen any more.
    pub fn send(&mut self, line: &str) -> Result<(), Fault> {
        let write = |input: &mut ChildStdin| {
            input.write_all(format!("{line}\n").as_bytes())?;
            input.flush()
        };
        match self.input.as_mut().map(write) {
            Some(Ok(())) => Ok(()),
            _ => Err(self.crash(line)),
        }
    }

    /// Waits for the next line until a moment; `asked` is what it answers, for messages.
    ///
    /// # Errors
    ///
    /// If the program has ended, is silent, or writes a line without end.
    pub fn line(&mut self, asked: &str, started: Instant, wait: Duration) -> Result<String, Fault> {
        let left = wait.saturating_sub(started.elapsed());
        match self.lines.recv_timeout(left) {
            Ok(_) if left.is_zero() => Err(Fault::Hang { asked: shorten(asked), waited: wait }),
            Ok(Line::Text(text)) => Ok(text),
            Ok(Line::TooLong(text)) => Err(Fault::Garbage { asked: shorten(asked), answer: shorten(&text) }),
            Err(RecvTimeoutError::Timeout) => Err(Fault::Hang { asked: shorten(asked), waited: wait }),
            Err(RecvTimeoutError::Disconnected) => Err(self.crash(asked)),
        }
    }

    /// Tells how the program ended.
    fn crash(&mut self, asked: &str) -> Fault {
        let deadline = Instant::now() + FAREWELL;
        let how = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status.to_string(),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(None) => break "it closed its output".to_owned(),
                Err(error) => break error.to_string(),
            }
        };
        Fault::Crash { asked: shorten(asked), how }
    }

    /// Closes the program's input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Waits for the program to end by itself and tells whether it calls that a success; `None` if it goes
    /// on.
    pub fn ended(&mut self, wait: Duration) -> Option<bool> {
        let deadline = Instant::now() + wait;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.success()),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// Lets the program end by itself, after a message that asks for it.
    pub fn dismiss(mut self, farewell: &str) {
        let _it_may_be_gone = self.send(farewell);
        self.input = None;
        let deadline = Instant::now() + FAREWELL;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.input = None;
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _nothing_left = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _it_has_ended = self.child.kill();
        let _status = self.child.wait();
    }
}

/// Hands over line after line until the output ends or nobody listens.
fn read_lines(output: ChildStdout, sender: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        match output.by_ref().take(LINE_LIMIT).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let whole = bytes.last() == Some(&b'\n') || (bytes.len() as u64) < LINE_LIMIT;
        let text = String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned();
        let line = if whole { Line::Text(text) } else { Line::TooLong(text) };
        if sender.send(line).is_err() {
            return;
        }
    }
}
