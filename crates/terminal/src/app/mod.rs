//! What is on the screen, without a screen: the state, and how keys, clicks and news change it.
//!
//! Nothing here draws, reads a clock, searches or touches a file. Moments are handed in; what is to be done
//! outside is left in [`App::take_effects`].

mod act;
mod choices;
mod dialog;
mod keys;
mod obey;
#[cfg(test)]
pub(crate) mod tests;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use outflank_game::{GameInPlay, TimeControl, ViewedGame};
use outflank_players::{Entrant, Participant};
use outflank_review::{ReviewJob, ReviewSchedule};
use outflank_rules::{Bitboard, Color, Game, Move, Position, Square};

use crate::news::News;
use crate::settings::{SessionSettings, Show, Start};

pub(crate) use dialog::{Brush, Dialog, NewGameDialog, StoredGames};
pub(crate) use keys::KeyAction;

/// How long the result is shown before the next game of a series begins.
const BETWEEN_GAMES: Duration = Duration::from_millis(1500);

/// How long the discs that were turned over look so.
const TURNING: Duration = Duration::from_millis(250);

/// What has to be done outside.
#[derive(Debug)]
pub(crate) enum Effect {
    /// Ask whoever is to move.
    Ask {
        /// The number of the question.
        ticket: u64,
        /// The game so far.
        game: Game,
        /// Who is asked.
        entrant: Entrant,
        /// Whether a new game has begun since the last question.
        is_new_game: bool,
        /// Whether a person plays and no clock runs.
        is_at_leisure: bool,
        /// Whether programs think on the opponent's time.
        ponders: bool,
    },
    /// Whoever thinks need not go on.
    Interrupt,
    /// Save the game in the archive.
    SaveToArchive {
        /// Its number in this run of the program.
        serial: u64,
        /// Its number in the database, once it is known.
        id: Option<i64>,
        /// The game.
        game: Box<GameInPlay>,
    },
    /// List the stored games.
    List,
    /// Write the game to a file.
    Save(PathBuf),
    /// Read a game from a file.
    Load(PathBuf),
    /// Keep a log there from now on.
    LogTo(PathBuf),
    /// Bring the log up to date.
    Log,
    /// Go on to the log of the next game.
    NextLog,
    /// Add the finished game to the report.
    Report,
}

/// A line for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    /// What there is to say.
    pub(crate) text: String,
    /// Whether something was refused or failed.
    pub(crate) is_refusal: bool,
}

/// A question that has not been answered.
struct PendingQuestion {
    ticket: u64,
    since: Instant,
}

/// A move that was chosen but is not shown yet.
struct Held {
    due: Instant,
    played: Move,
    took: Duration,
}

/// Everything that is on the screen.
pub(crate) struct App {
    pub(crate) game: ViewedGame,
    /// Who plays, black first.
    pub(crate) players: [Participant; 2],
    pub(crate) show: Show,
    /// What is known of the game and of what is on the screen, and what is searched next.
    pub(crate) review: ReviewSchedule,
    pub(crate) dialog: Option<Dialog>,
    /// Whether the program is to be suspended.
    pub(crate) suspends: bool,
    pub(crate) message: Option<Notice>,
    /// The square that the keyboard points at.
    pub(crate) cursor: Square,
    /// Whether it is pointed out.
    pub(crate) shows_cursor: bool,
    /// The first letter of a move being typed.
    pub(crate) typed: Option<char>,
    /// Whether programs wait.
    pub(crate) is_paused: bool,
    pub(crate) pace: Duration,
    /// Whether programs think on the opponent's time.
    pub(crate) ponders: bool,
    /// The number of the game in the database.
    pub(crate) stored: Option<i64>,
    /// Whether games are kept.
    pub(crate) keeps: bool,
    /// The code to leave with, once the user has.
    pub(crate) leaves: Option<u8>,
    /// Whether the engine's view was asked for, not just shown because a game is over.
    wants_engine: bool,
    /// The clocks of the games to come.
    control: Option<TimeControl>,
    starts: Vec<Start>,
    start: usize,
    games: u32,
    exits: bool,
    /// How many games have begun.
    number: usize,
    serial: u64,
    ticket: u64,
    thinking: Option<PendingQuestion>,
    held: Option<Held>,
    /// When the present move began.
    since: Instant,
    /// Discs that were just turned over, and until when they look so.
    turning: Option<(Bitboard, Instant)>,
    /// When the next game of a series begins.
    next_game: Option<Instant>,
    is_new_game: bool,
    is_concluded: bool,
    effects: Vec<Effect>,
}

impl App {
    /// Makes the state of a session that begins at a moment.
    pub(crate) fn new(settings: SessionSettings, keeps: bool, now: Instant) -> App {
        let SessionSettings {
            players,
            starts,
            control,
            pace,
            ponders,
            games,
            exits,
            asks,
            resumed,
            show,
            ..
        } = settings;
        let game = starts.first().map_or_else(|| Game::new(Position::start()), |start| (start.game)(0));
        let game = GameInPlay::new(game, players.each_ref().map(Participant::seat));
        let game = ViewedGame::from(game.with_time_control(control));
        let mut app = App {
            game,
            players,
            show,
            review: ReviewSchedule::new(1),
            dialog: None,
            suspends: false,
            message: None,
            cursor: Square::at(5, 4).unwrap_or(Square::wrapping(0)),
            shows_cursor: false,
            typed: None,
            is_paused: false,
            pace,
            ponders,
            stored: None,
            keeps,
            leaves: None,
            wants_engine: show.engine,
            control,
            starts,
            start: 0,
            games,
            exits,
            number: 1,
            serial: 1,
            ticket: 0,
            thinking: None,
            held: None,
            since: now,
            turning: None,
            next_game: None,
            is_new_game: true,
            is_concluded: false,
            effects: vec![Effect::Log],
        };
        if let Some(stored) = resumed {
            app.resume(stored, now);
        } else if asks {
            app.open_new_game();
        } else {
            app.go_on(now);
        }
        app
    }

    /// Returns what has to be done outside since it was last asked.
    pub(crate) fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Returns the position in view.
    pub(crate) fn viewed(&self) -> Position {
        match &self.dialog {
            Some(Dialog::Editor { editor, .. }) => editor.position(),
            _ => self.game.viewed().position(),
        }
    }

    /// Tells whether a program is choosing a move.
    pub(crate) fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Tells whether a person may move now.
    pub(crate) fn is_persons_turn(&self) -> bool {
        !self.game.is_looking_back() && self.game.turn().is_some_and(|side| self.game.is_person(side))
    }

    /// Returns the discs that were just turned over.
    pub(crate) fn turning(&self, now: Instant) -> Bitboard {
        match self.turning {
            Some((discs, until)) if now < until && !self.game.is_looking_back() => discs,
            _ => Bitboard::EMPTY,
        }
    }

    /// Returns how long the side to move has been at it.
    pub(crate) fn waiting(&self, now: Instant) -> Duration {
        if self.game.is_over() { Duration::ZERO } else { now.saturating_duration_since(self.since) }
    }

    /// Tells whether the screen changes by itself: a clock runs, or something is about to happen.
    pub(crate) fn is_lively(&self) -> bool {
        let clock = self.game.time_control().is_some() && !self.game.is_over();
        clock
            || self.thinking.is_some()
            || self.held.is_some()
            || self.turning.is_some()
            || self.next_game.is_some()
    }

    /// Returns the next search in the background: of what is in view first, then of the whole game if the
    /// engine's view is shown.
    pub(crate) fn next_job(&mut self) -> Option<ReviewJob> {
        let is_editing = matches!(self.dialog, Some(Dialog::Editor { .. }));
        let show = self.show;
        self.review.show((!is_editing && (show.values || show.engine)).then(|| self.viewed()));
        match show.engine && !is_editing {
            true => self.review.set_game(self.game.history().start(), self.game.plies().iter().copied()),
            false => self.review.clear_game(),
        }
        self.review.next_job()
    }

    /// Tells whether something is searched in the background.
    pub(crate) fn is_searching(&self) -> bool {
        self.review.is_searching()
    }

    /// Takes note of what a thread has to tell.
    pub(crate) fn on_news(&mut self, news: News, now: Instant) {
        match news {
            News::Analysis(id, notes) => {
                let _position = self.review.progress(id, notes);
            }
            News::Searched(report) => {
                let _learned = self.review.learn(*report);
            }
            News::Chosen { ticket, played, took } => {
                let Some(thinking) = self.thinking.take_if(|thinking| thinking.ticket == ticket) else {
                    return;
                };
                self.held = Some(Held { due: thinking.since + self.pace, played, took });
                self.tick(now);
            }
            News::NoMove { ticket, reason } => {
                if self.thinking.take_if(|thinking| thinking.ticket == ticket).is_some() {
                    self.is_paused = true;
                    self.refuse(format!(
                        "No move: {reason}. Choose another player (n) or continue with space."
                    ));
                }
            }
            News::Resigned { ticket } => {
                if self.thinking.take_if(|thinking| thinking.ticket == ticket).is_some()
                    && let Some(side) = self.game.turn()
                {
                    self.game.resign(side);
                    self.go_on(now);
                }
            }
            News::Saved { serial, saved } => {
                if serial == self.serial {
                    self.stored = Some(saved.id);
                    self.tell_key(saved.key);
                }
            }
            News::Stored(games) => {
                if let Some(Dialog::Games(list)) = &mut self.dialog {
                    list.fill(games);
                }
            }
            News::Failed(reason) => self.refuse(reason),
            // The driver knows where the user clicked, and whether there is a screen.
            News::Event(_) | News::NoTerminal => {}
        }
    }

    /// Does what is due.
    pub(crate) fn tick(&mut self, now: Instant) {
        if self.turning.is_some_and(|(_, until)| now >= until) {
            self.turning = None;
        }
        if self.game.flag_if_fallen(self.waiting(now)) {
            self.cancel();
            self.go_on(now);
        }
        if !self.is_paused
            && let Some(held) = self.held.take_if(|held| held.due <= now)
        {
            match self.game.reply(held.played, held.took) {
                Ok(made) => self.made(made, now),
                Err(reason) => self.refuse(reason.to_string()),
            }
            self.go_on(now);
        }
        if self.next_game.take_if(|moment| *moment <= now).is_some() {
            self.begin_next(now);
        }
    }

    /// Says something.
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.message = Some(Notice { text: text.into(), is_refusal: false });
    }

    /// Says that something was refused or failed.
    pub(crate) fn refuse(&mut self, text: impl Into<String>) {
        self.message = Some(Notice { text: text.into(), is_refusal: true });
    }

    /// Returns who plays a side.
    pub(crate) fn player(&self, side: Color) -> &Participant {
        &self.players[side as usize]
    }
}
