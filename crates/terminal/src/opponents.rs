//! The computer's players, on a thread of their own.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use outflank_engine::Stopper;
use outflank_players::{Dice, Entrant, Player, Turn};
use outflank_rules::Game;

use crate::news::News;

/// How long the players are given to go when the program ends.
const FAREWELL: Duration = Duration::from_millis(500);

/// A question to whoever is to move.
pub(crate) struct Question {
    /// Its number, for the answer.
    pub(crate) ticket: u64,
    /// The game so far.
    pub(crate) game: Game,
    /// Who is asked.
    pub(crate) entrant: Entrant,
    /// The time for players without a limit of their own.
    pub(crate) time: Duration,
    /// Whether a new game has begun since the last question.
    pub(crate) is_new_game: bool,
}

/// Asks players for moves.
pub(crate) struct Opponents {
    questions: Option<Sender<Question>>,
    /// What ends the search under way.
    stopper: Arc<Mutex<Option<Stopper>>>,
    /// Hears of the end of the thread by losing its sender.
    gone: Receiver<()>,
}

impl Opponents {
    /// Starts the thread. Moves go to `news`.
    pub(crate) fn start(seed: u64, news: Sender<News>) -> std::io::Result<Opponents> {
        let (questions, inbox) = channel();
        let stopper = Arc::<Mutex<Option<Stopper>>>::default();
        let shared = Arc::clone(&stopper);
        let (alive, gone) = channel();
        thread::Builder::new().name("players".to_owned()).spawn(move || {
            let _alive: Sender<()> = alive;
            Room { seated: Vec::new(), dice: Dice::new(seed), stopper: shared }.work(&inbox, &news);
        })?;
        Ok(Opponents { questions: Some(questions), stopper, gone })
    }

    /// Asks; the answer comes as news. What was asked before is given up as far as the player can be
    /// interrupted.
    pub(crate) fn ask(&self, question: Question) {
        self.interrupt();
        if let Some(questions) = &self.questions {
            // A thread that has ended answers nothing more; its end was told.
            let _no_answer = questions.send(question);
        }
    }

    /// Ends the search under way; its answer has an old number.
    pub(crate) fn interrupt(&self) {
        if let Some(stopper) = &*self.stopper.lock().unwrap_or_else(PoisonError::into_inner) {
            stopper.stop();
        }
    }
}

impl Drop for Opponents {
    /// Lets the players go, so that external programs are ended, but waits for none that thinks for long.
    fn drop(&mut self) {
        self.interrupt();
        self.questions = None;
        let _late: Result<(), RecvTimeoutError> = self.gone.recv_timeout(FAREWELL);
    }
}

/// Where the players sit.
struct Room {
    /// Who has been asked for a move, by name.
    seated: Vec<(String, Box<dyn Player>)>,
    dice: Dice,
    stopper: Arc<Mutex<Option<Stopper>>>,
}

impl Room {
    fn work(mut self, inbox: &Receiver<Question>, news: &Sender<News>) {
        while let Ok(mut question) = inbox.recv() {
            // Only the last of several questions is still of interest.
            while let Ok(newer) = inbox.try_recv() {
                let is_new_game = question.is_new_game || newer.is_new_game;
                question = Question { is_new_game, ..newer };
            }
            let ticket = question.ticket;
            let told = match self.answer(&question) {
                Ok((played, took)) => News::Chosen { ticket, played, took },
                Err(reason) => News::NoMove { ticket, reason },
            };
            if news.send(told).is_err() {
                return;
            }
        }
    }

    fn answer(&mut self, question: &Question) -> Result<(outflank_rules::Move, Duration), String> {
        if question.is_new_game {
            self.seated.iter_mut().for_each(|(_, player)| player.new_game());
        }
        // Two sides of the same name are two players.
        let side = question.game.position().side_to_move();
        let name = format!("{side} {}", question.entrant);
        if !self.seated.iter().any(|(seated, _)| *seated == name) {
            self.seated.retain(|(seated, _)| !seated.starts_with(side.name()));
            let player = question.entrant.seat().map_err(|fault| fault.to_string())?;
            self.seated.push((name.clone(), player));
        }
        let seated = self.seated.iter_mut().find(|(seated, _)| *seated == name);
        let (_, player) = seated.ok_or_else(|| format!("{name} has no seat"))?;
        *self.stopper.lock().unwrap_or_else(PoisonError::into_inner) = player.stopper();
        let begin = Instant::now();
        let turn = Turn { game: &question.game, time: question.time };
        let played = player.choose(&turn, &mut self.dice).map_err(|fault| fault.to_string());
        *self.stopper.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Ok((played?, begin.elapsed()))
    }
}
