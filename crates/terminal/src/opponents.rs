//! The computer's players, on a thread of their own.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use outflank_players::{Dice, Entrant, Player, PlayerFault, Stopper, Turn};
use outflank_rules::{Game, Move};

use crate::news::News;

/// How long the players are given to go when the program ends.
const FAREWELL: Duration = Duration::from_millis(500);

/// A question to whoever is to move.
pub(crate) struct MoveRequest {
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
    /// Whether players of seconds may take them.
    pub(crate) is_at_leisure: bool,
    /// Whether programs think on the opponent's time.
    pub(crate) ponders: bool,
}

/// What the thread of the players is told.
enum RoomMessage {
    /// Choose a move.
    Choose(Box<MoveRequest>, Stopper),
    /// Stop using the opponent's time.
    Rest,
}

/// Asks players for moves.
pub(crate) struct Opponents {
    questions: Option<Sender<RoomMessage>>,
    /// What ends the thinking about the last question.
    stopper: Stopper,
    /// Hears of the end of the thread by losing its sender.
    gone: Receiver<()>,
}

impl Opponents {
    /// Starts the thread. Moves go to `news`.
    pub(crate) fn start(seed: u64, news: Sender<News>) -> std::io::Result<Opponents> {
        let (questions, inbox) = channel();
        let (alive, gone) = channel();
        thread::Builder::new().name("players".to_owned()).spawn(move || {
            let _alive: Sender<()> = alive;
            Room { seated: Vec::new(), dice: Dice::new(seed) }.work(&inbox, &news);
        })?;
        Ok(Opponents { questions: Some(questions), stopper: Stopper::new(), gone })
    }

    /// Asks; the answer comes as news. What was asked before is given up.
    pub(crate) fn ask(&mut self, question: MoveRequest) {
        self.stopper.stop();
        self.stopper = Stopper::new();
        self.tell(RoomMessage::Choose(Box::new(question), self.stopper.clone()));
    }

    /// Ends the thinking under way, that on the opponent's time too; nothing comes of it.
    pub(crate) fn interrupt(&self) {
        self.stopper.stop();
        self.tell(RoomMessage::Rest);
    }

    fn tell(&self, message: RoomMessage) {
        // A thread that has ended answers nothing more; its end was told.
        let _no_answer = self.questions.as_ref().map(|questions| questions.send(message));
    }
}

impl Drop for Opponents {
    /// Lets the players go, so that external programs are ended, but waits for none that does not end.
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
}

impl Room {
    fn work(mut self, inbox: &Receiver<RoomMessage>, news: &Sender<News>) {
        while let Ok(message) = inbox.recv() {
            let (question, stopper) = match message {
                RoomMessage::Choose(question, stopper) => (question, stopper),
                RoomMessage::Rest => {
                    self.seated.iter_mut().for_each(|(_, player)| player.rest());
                    continue;
                }
            };
            if question.is_new_game {
                self.seated.iter_mut().for_each(|(_, player)| player.new_game());
            }
            if stopper.is_stopped() {
                continue;
            }
            let ticket = question.ticket;
            let begin = Instant::now();
            let chosen = self.answer(&question, &stopper);
            if stopper.is_stopped() {
                continue;
            }
            let told = match chosen {
                Ok(played) => News::Chosen { ticket, played, took: begin.elapsed() },
                Err(PlayerFault::Resigned) => News::Resigned { ticket },
                Err(fault) => News::NoMove { ticket, reason: fault.to_string() },
            };
            if news.send(told).is_err() {
                return;
            }
        }
    }

    fn answer(&mut self, question: &MoveRequest, stopper: &Stopper) -> Result<Move, PlayerFault> {
        // Two sides of the same name are two players.
        let side = question.game.position().side_to_move();
        let habit = if question.ponders { " pondering" } else { "" };
        let name = format!("{side} {}{habit}", question.entrant);
        let seat = match self.seated.iter().position(|(seated, _)| *seated == name) {
            Some(seat) => seat,
            None => {
                self.seated.retain(|(seated, _)| !seated.starts_with(side.name()));
                let entrant = &question.entrant;
                self.seated
                    .push((name, if question.ponders { entrant.seat_pondering() } else { entrant.seat() }?));
                self.seated.len() - 1
            }
        };
        let turn = Turn::new(&question.game, question.time).at_leisure(question.is_at_leisure);
        let turn = turn.stopped_by(stopper);
        self.seated[seat].1.choose(turn, &mut self.dice)
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Position;

    use super::*;

    fn question(ticket: u64, player: &str) -> MoveRequest {
        MoveRequest {
            ticket,
            game: Game::new(Position::start()),
            entrant: player.parse().unwrap(),
            time: Duration::from_secs(60),
            is_new_game: ticket == 1,
            is_at_leisure: false,
            ponders: false,
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_program_thinks_on_the_opponents_time_until_the_game_is_over() {
        let is_pondering = || {
            let tasks = std::fs::read_dir("/proc/self/task").unwrap().filter_map(Result::ok);
            let names = tasks.map(|task| std::fs::read_to_string(task.path().join("comm")));
            names.filter_map(Result::ok).any(|name| name.trim() == "pondering")
        };
        let until = |wanted: bool| {
            let started = Instant::now();
            while is_pondering() != wanted {
                assert!(started.elapsed() < Duration::from_secs(20), "pondering: {}", !wanted);
                thread::sleep(Duration::from_millis(2));
            }
        };
        let (news, heard) = channel();
        let mut opponents = Opponents::start(1, news).unwrap();
        let ask = |opponents: &mut Opponents, ticket| {
            opponents.ask(MoveRequest { ponders: true, ..question(ticket, "engine:time=0.01,hash=1") });
            let answer = heard.recv_timeout(Duration::from_secs(30));
            assert!(matches!(answer, Ok(News::Chosen { ticket: answered, .. }) if answered == ticket));
        };
        ask(&mut opponents, 1);
        until(true);
        opponents.interrupt();
        until(false);
        ask(&mut opponents, 2);
        until(true);
        drop(opponents);
        until(false);
    }

    #[test]
    fn nothing_comes_of_a_question_that_was_given_up_and_the_next_is_answered() {
        let (news, heard) = channel();
        let mut opponents = Opponents::start(1, news).unwrap();
        // Each of them would think for minutes.
        for (ticket, player) in
            (1..).zip(["nea:depth=9,search=minimax", "agent:time=600,depth=60", "engine:time=600"])
        {
            opponents.ask(question(ticket, player));
        }
        opponents.ask(question(7, "greedy"));
        match heard.recv_timeout(Duration::from_secs(30)) {
            Ok(News::Chosen { ticket: 7, .. }) => {}
            _ => panic!("the last question is answered"),
        }
    }
}
