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
    /// The folder to start it in [default: the current one].
    pub folder: Option<PathBuf>,
    /// Lines that the program is sent once it has started, before the first game.
    pub init: Vec<String>,
}

/// The longest line that is taken from a program.
const LINE_LIMIT: u64 = 64 * 1024;

/// How many lines may wait to be looked at; a program that writes more has to wait.
const WAITING_LINES: usize = 256;

/// How long a program may take to end by itself once it is told to.
const FAREWELL: Duration = Duration::from_millis(300);

/// How often a wish to stop is looked for while a program is silent.
const STOP_LOOK: Duration = Duration::from_millis(10);

/// How long an answer is waited for: so long from a moment on, unless somebody asks for the end before.
#[derive(Clone, Copy)]
pub struct Wait<'s> {
    started: Instant,
    limit: Duration,
    is_stopped: Option<&'s dyn Fn() -> bool>,
}

impl<'s> Wait<'s> {
    /// Waits so long from now on.
    #[must_use]
    pub fn new(limit: Duration) -> Wait<'static> {
        Wait { started: Instant::now(), limit, is_stopped: None }
    }

    /// Waits so long from now on, and no longer once `is_stopped` says so. It is asked every few
    /// milliseconds.
    #[must_use]
    pub fn unless(limit: Duration, is_stopped: &'s dyn Fn() -> bool) -> Wait<'s> {
        Wait { started: Instant::now(), limit, is_stopped: Some(is_stopped) }
    }

    /// Waits as long as before, counted from now on.
    #[must_use]
    pub fn anew(&self) -> Wait<'s> {
        Wait { started: Instant::now(), ..*self }
    }

    /// Waits until the same moment, counted from now on.
    #[must_use]
    pub fn rest(&self) -> Wait<'s> {
        Wait { started: Instant::now(), limit: self.left(), ..*self }
    }

    /// Waits from the same moment on, but no longer than `limit` in all.
    #[must_use]
    pub fn at_most(&self, limit: Duration) -> Wait<'s> {
        Wait { limit: self.limit.min(limit), ..*self }
    }

    /// Returns how long the waiting goes on.
    #[must_use]
    pub fn left(&self) -> Duration {
        self.limit.saturating_sub(self.started.elapsed())
    }

    /// Tells whether the end was asked for.
    fn is_stopped(&self) -> bool {
        self.is_stopped.is_some_and(|is_stopped| is_stopped())
    }

    /// Returns how long to wait before the next look at a wish to stop.
    fn slice(&self) -> Duration {
        if self.is_stopped.is_some() { self.left().min(STOP_LOOK) } else { self.left() }
    }
}

/// A running program. Dropping it ends it, with everything it has started.
pub struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<OutputLine>,
}

/// What the reading thread saw.
enum OutputLine {
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

    /// Waits for the next line; `asked` is what it answers, for messages.
    ///
    /// # Errors
    ///
    /// If the program has ended, is silent, or writes a line without end; [`Fault::Stopped`] if the end was
    /// asked for.
    pub fn line(&mut self, asked: &str, wait: &Wait<'_>) -> Result<String, Fault> {
        loop {
            if wait.is_stopped() {
                return Err(Fault::Stopped { asked: shorten(asked) });
            }
            let left = wait.left();
            match self.lines.recv_timeout(wait.slice()) {
                Ok(_) | Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(Fault::Hang { asked: shorten(asked), waited: wait.limit });
                }
                Ok(OutputLine::Text(text)) => return Ok(text),
                Ok(OutputLine::TooLong(text)) => {
                    return Err(Fault::Garbage { asked: shorten(asked), answer: shorten(&text) });
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash(asked)),
            }
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

/// Hands over line after line until the output ends or the receiver is gone.
fn read_lines(output: ChildStdout, sender: &SyncSender<OutputLine>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        match output.by_ref().take(LINE_LIMIT).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let whole = bytes.last() == Some(&b'\n') || (bytes.len() as u64) < LINE_LIMIT;
        let text = String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned();
        let line = if whole { OutputLine::Text(text) } else { OutputLine::TooLong(text) };
        if sender.send(line).is_err() {
            return;
        }
    }
}
