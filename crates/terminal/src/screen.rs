//! The terminal: taken over on entering, given back on leaving, whatever the reason.

use std::io::{self, Stdout, stdout};
use std::mem::ManuallyDrop;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::thread::{self, ThreadId};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use signal_hook::consts::TERM_SIGNALS;

use crate::news::News;

/// Whether the terminal is taken over.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// A terminal that is taken over as long as this lives.
pub struct Screen {
    /// Never dropped: it would complain of a terminal that has gone away, and all it would do is done by
    /// [`give_back`].
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
    /// The signal that asks for the end, 0 for none.
    signal: Arc<AtomicUsize>,
}

impl Screen {
    /// Takes the terminal over.
    ///
    /// # Errors
    ///
    /// If the terminal cannot be used; it is then as it was.
    pub fn enter() -> io::Result<Screen> {
        give_back_on_panic();
        let signal = Arc::new(AtomicUsize::new(0));
        for &number in TERM_SIGNALS {
            signal_hook::flag::register_usize(number, Arc::clone(&signal), number.unsigned_abs() as usize)?;
        }
        #[cfg(unix)]
        signal_hook::flag::register_usize(signal_hook::consts::SIGHUP, Arc::clone(&signal), 1)?;
        let entered = take_over().and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        match entered {
            Ok(terminal) => Ok(Screen { terminal: ManuallyDrop::new(terminal), signal }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Gives the terminal back, lets the shell go on until it continues this program, and takes the terminal
    /// over again.
    ///
    /// # Errors
    ///
    /// If the terminal cannot be used any more.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        #[cfg(unix)]
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        take_over()?;
        // A new one draws everything, and need not ask the terminal where its cursor is.
        self.terminal = ManuallyDrop::new(Terminal::new(CrosstermBackend::new(stdout()))?);
        Ok(())
    }

    /// Returns the terminal, to be drawn on.
    pub(crate) fn terminal(&mut self) -> &mut Terminal<CrosstermBackend<Stdout>> {
        &mut self.terminal
    }

    /// Sends what is typed and clicked to `news`, from a thread of its own: reading never ends on a terminal
    /// that has gone away, and must not hold up whoever hears of that otherwise.
    pub(crate) fn listen(&self, news: Sender<News>) -> io::Result<()> {
        let listen = move || {
            while let Ok(event) = event::read() {
                if news.send(News::Event(event)).is_err() {
                    return;
                }
            }
            let _gone = news.send(News::NoTerminal);
        };
        thread::Builder::new().name("keys".to_owned()).spawn(listen).map(drop)
    }

    /// Fails if the terminal has gone away.
    pub(crate) fn check(&self) -> io::Result<()> {
        execute!(stdout(), Hide)
    }

    /// Returns the signal that asked for the end, if one did.
    pub(crate) fn signal(&self) -> Option<usize> {
        Some(self.signal.load(Ordering::SeqCst)).filter(|&number| number != 0)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Takes the terminal over.
fn take_over() -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
}

/// Makes the terminal what it was. Done once, however often it is asked for.
fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // Nothing can be done about a terminal that has gone away.
        let _gone = disable_raw_mode();
        let _gone =
            execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    }
}

/// Gives the terminal back before a panic of this thread is told. Other threads say nothing over the board:
/// whoever waits for them hears of their end.
fn give_back_on_panic() {
    let own: ThreadId = thread::current().id();
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == own {
            give_back();
        }
        if !TAKEN.load(Ordering::SeqCst) {
            before(info);
        }
    }));
}
