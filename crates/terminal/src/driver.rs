//! The loop: events and news change the state, the state is drawn, what it asks for is done.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crate::analyst::Analyst;
use crate::app::{App, Effect};
use crate::archive::ArchiveThread;
use crate::news::News;
use crate::opponents::{MoveRequest, Opponents};
use crate::screen::Screen;
use crate::settings::{Papers, Services, SessionSettings};
use crate::theme::Theme;
use crate::view::{self, Layout};

/// How long to wait for an event while something is under way, and otherwise.
const SOON: Duration = Duration::from_millis(30);
const LATER: Duration = Duration::from_millis(120);

/// How often a screen that changes by itself is drawn.
const FRAME: Duration = Duration::from_millis(100);

/// How often a screen where nothing happens is looked at, whether it is still there.
const LOOK: Duration = Duration::from_secs(2);

/// The time for a move of programs without a limit of their own, if nobody has set it.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionEnd {
    /// The user left.
    Left,
    /// A signal asked for it; shells expect 128 and its number as exit code.
    Signal(usize),
}

/// Plays on the screen until the user leaves.
///
/// # Errors
///
/// If the terminal or a thread cannot be used. The terminal is as it was then.
pub fn run(settings: SessionSettings, services: Services) -> io::Result<SessionEnd> {
    let theme = Theme { colours: settings.colours, ascii: settings.ascii };
    let (time, seed) = (settings.time, settings.seed);
    let Services { archive, papers, reviews } = services;
    let (sender, news): (Sender<News>, Receiver<News>) = channel();
    let archive = archive.map(|archive| ArchiveThread::start(archive, sender.clone())).transpose()?;
    let mut crew = Crew {
        opponents: Opponents::start(seed, sender.clone())?,
        analyst: Analyst::start(sender.clone(), reviews)?,
        archive,
        papers,
        time,
    };
    let mut screen = Screen::enter()?;
    screen.listen(sender)?;
    let mut app = App::new(settings, crew.archive.is_some(), Instant::now());
    let mut layout = Layout::default();
    let (mut is_dirty, mut drawn) = (true, Instant::now());
    loop {
        crew.perform(&mut app);
        while let Some(job) = app.next_job() {
            crew.analyst.search(job);
        }
        if std::mem::take(&mut app.suspends) {
            screen.suspend()?;
            is_dirty = true;
        }
        if let Some(number) = screen.signal() {
            return Ok(SessionEnd::Signal(number));
        }
        if app.leaves.is_some() {
            return Ok(SessionEnd::Left);
        }
        let now = Instant::now();
        if is_dirty || (app.is_lively() && now - drawn >= FRAME) {
            screen.terminal().draw(|frame| {
                let area = frame.area();
                layout = view::draw(&app, theme, now, area, frame.buffer_mut());
            })?;
            (is_dirty, drawn) = (false, now);
        }
        let patience = if app.is_lively() || app.is_searching() { SOON } else { LATER };
        match news.recv_timeout(patience) {
            Ok(first) => {
                for one in std::iter::once(first).chain(news.try_iter()) {
                    let now = Instant::now();
                    is_dirty |= match one {
                        News::Event(event) => app.on_event(&event, &layout, now),
                        News::NoTerminal => return Err(io::ErrorKind::UnexpectedEof.into()),
                        other => {
                            app.on_news(other, now);
                            true
                        }
                    };
                }
            }
            Err(_) if drawn.elapsed() >= LOOK => {
                screen.check()?;
                drawn = Instant::now();
            }
            Err(_) => {}
        }
        let was_lively = app.is_lively();
        app.tick(Instant::now());
        // What has just come to its end is drawn once more.
        is_dirty |= was_lively && !app.is_lively();
    }
}

/// Whoever does what the state asks for.
struct Crew {
    opponents: Opponents,
    analyst: Analyst,
    archive: Option<ArchiveThread>,
    papers: Box<dyn Papers>,
    time: Option<Duration>,
}

impl Crew {
    /// Does what the state asks for.
    fn perform(&mut self, app: &mut App) {
        for effect in app.take_effects() {
            match effect {
                Effect::Ask { ticket, game, entrant, is_new_game, is_at_leisure, ponders } => {
                    let time = self.time.unwrap_or(MOVE_TIME);
                    let is_at_leisure = is_at_leisure && self.time.is_none();
                    self.opponents.ask(MoveRequest {
                        ticket,
                        game,
                        entrant,
                        time,
                        is_new_game,
                        is_at_leisure,
                        ponders,
                    });
                }
                Effect::Interrupt => self.opponents.interrupt(),
                Effect::SaveToArchive { serial, id, game } => {
                    if let Some(archive) = &self.archive {
                        archive.save(serial, id, game);
                    }
                }
                Effect::List => {
                    if let Some(archive) = &self.archive {
                        archive.list();
                    }
                }
                Effect::Save(path) => match self.papers.save(&path, &app.game) {
                    Ok(()) => app.say(format!("Saved in {}.", path.display())),
                    Err(reason) => app.refuse(format!("Not saved: {reason}")),
                },
                Effect::Load(path) => match self.papers.load(&path) {
                    Ok(game) => app.begin_game(game, Instant::now()),
                    Err(reason) => app.refuse(reason),
                },
                Effect::LogTo(path) => {
                    app.say(format!("The game is logged to {}.", path.display()));
                    self.papers.log_to(path);
                    self.log(app);
                }
                Effect::Log => self.log(app),
                Effect::NextLog => self.papers.next_log(),
                Effect::Report => {
                    if let Err(reason) = self.papers.report(&app.game) {
                        app.refuse(reason);
                    }
                }
            }
        }
    }

    fn log(&mut self, app: &mut App) {
        if let Err(reason) = self.papers.log(&app.game) {
            app.refuse(reason);
        }
    }
}
