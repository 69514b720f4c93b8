//! The engine's side of the university tournament protocol.
//!
//! Anything illegal from the other side is answered with a comment and ends the session.

use std::time::{Duration, Instant};

use outflank_rules::{Color, Game, Move, Position};

use super::desk::Desk;
use super::thinker::{Aim, Effort, Finding, Question};
use super::{Dialogue, Flow};
use crate::referee::Message;

/// How long a referee may take to close the conversation after the end of a game.
const FAREWELL: Duration = Duration::from_secs(2);

/// A session.
pub(super) struct Referee {
    effort: Effort,
    /// The colour the engine plays, once it is known.
    side: Option<Color>,
    game: Game,
    /// The move sent last, which some referees send back.
    sent: Option<Message>,
}

impl Referee {
    pub(super) fn new(effort: Effort) -> Referee {
        Referee { effort, side: None, game: Game::new(Position::start()), sent: None }
    }

    /// Says in a comment what is wrong, and ends.
    fn protest(reason: String, desk: &mut Desk<'_>) -> Flow {
        desk.say(Message::Comment(reason.clone()).to_string());
        Flow::Protest(reason)
    }

    /// Moves if it is the engine's turn, and ends the game if it is over.
    fn go_on(&mut self, desk: &mut Desk<'_>) {
        let position = self.game.position();
        if position.is_finished() {
            let count = position.discs(Color::Black).len();
            desk.say(Message::Count(Some(count.into())).to_string());
            desk.deadline = Some(Instant::now() + FAREWELL);
            return;
        }
        if self.side != Some(position.side_to_move()) {
            return;
        }
        if position.must_pass() {
            self.send(Move::Pass, desk);
        } else {
            let game = self.game.clone();
            desk.think(Question { game, aim: Aim::Play, effort: self.effort });
        }
    }

    /// Makes a move of the engine and sends it.
    fn send(&mut self, played: Move, desk: &mut Desk<'_>) {
        let message = Message::Move(self.game.position().side_to_move(), played);
        // The move is legal: a forced pass, or checked by `legal_move`.
        let _legal = self.game.play(played);
        desk.say(message.to_string());
        self.sent = Some(message);
        self.go_on(desk);
    }

    fn hear_move(&mut self, side: Color, played: Move, desk: &mut Desk<'_>) -> Flow {
        let message = Message::Move(side, played);
        let Some(own) = self.side else {
            return Referee::protest(format!("{message} before I know my colour"), desk);
        };
        if self.sent.as_ref() == Some(&message) && side == own {
            self.sent = None;
            return Flow::On;
        }
        let position = self.game.position();
        if position.is_finished() && played.is_pass() {
            return Flow::On;
        }
        if side == own {
            return Referee::protest(format!("illegal {message}: {own} is my colour"), desk);
        }
        if position.side_to_move() != side {
            return Referee::protest(format!("illegal {message}: it is my turn"), desk);
        }
        if let Err(error) = self.game.play(played) {
            return Referee::protest(format!("illegal {message}: {error}"), desk);
        }
        self.go_on(desk);
        Flow::On
    }
}

impl Dialogue for Referee {
    fn hear(&mut self, line: &str, desk: &mut Desk<'_>) -> Flow {
        match Message::parse(line) {
            Err(error) => return Referee::protest(error.to_string(), desk),
            Ok(Message::Comment(_) | Message::Ready(_)) => {}
            Ok(Message::Colour(side)) => {
                if self.side.is_some() && !self.game.position().is_finished() {
                    return Referee::protest("a new game before the end of this one".to_owned(), desk);
                }
                *self = Referee { side: Some(side), ..Referee::new(self.effort) };
                desk.deadline = None;
                desk.forget();
                desk.say(Message::Ready(side).to_string());
                self.go_on(desk);
            }
            Ok(Message::Move(side, played)) => return self.hear_move(side, played, desk),
            // The referee has ended the game, at its end or before.
            Ok(Message::Count(_)) => {
                desk.halt();
                return Flow::Quit;
            }
        }
        Flow::On
    }

    fn done(&mut self, finding: &Finding, desk: &mut Desk<'_>) -> Flow {
        self.send(finding.legal_move(self.game.position()), desk);
        Flow::On
    }
}
