//! The engine's side of the university tournament protocol.
//!
//! Anything illegal from the other side is answered with a comment and ends the session. The protocol has no
//! word about pondering: an engine that ponders does so from its move to the next line.

use std::time::{Duration, Instant};

use outflank_rules::{Color, Game, Move, Position};

use super::session_io::SessionIo;
use super::thinker::{Aim, EngineQuestion, SearchEffort, SearchFinding};
use super::{Dialogue, Flow};
use crate::referee::RefereeMessage;

/// How long a referee may take to close the conversation after the end of a game.
const FAREWELL: Duration = Duration::from_secs(2);

/// A session.
pub(super) struct RefereeSession {
    effort: SearchEffort,
    /// The colour the engine plays, once it is known.
    side: Option<Color>,
    game: Game,
    /// The move sent last, which some referees send back.
    sent: Option<RefereeMessage>,
}

impl RefereeSession {
    pub(super) fn new(effort: SearchEffort) -> RefereeSession {
        RefereeSession { effort, side: None, game: Game::new(Position::start()), sent: None }
    }

    /// Says in a comment what is wrong, and ends.
    fn protest(reason: String, io: &mut SessionIo<'_>) -> Flow {
        io.say(RefereeMessage::Comment(reason.clone()).to_string());
        Flow::Protest(reason)
    }

    /// Moves if it is the engine's turn, and ends the game if it is over.
    fn go_on(&mut self, io: &mut SessionIo<'_>) {
        let position = self.game.position();
        if position.is_finished() {
            let count = position.discs(Color::Black).len();
            io.say(RefereeMessage::Count(Some(count.into())).to_string());
            io.deadline = Some(Instant::now() + FAREWELL);
            return;
        }
        if self.side != Some(position.side_to_move()) {
            return;
        }
        if position.must_pass() {
            self.send(Move::Pass, io);
        } else {
            let game = self.game.clone();
            io.think(EngineQuestion { game, aim: Aim::Play, effort: self.effort });
        }
    }

    /// Makes a move of the engine and sends it.
    fn send(&mut self, played: Move, io: &mut SessionIo<'_>) {
        let message = RefereeMessage::Move(self.game.position().side_to_move(), played);
        // The move is legal: a forced pass, or checked by `legal_move`.
        let _legal = self.game.play(played);
        io.say(message.to_string());
        self.sent = Some(message);
        self.go_on(io);
    }

    fn hear_move(&mut self, side: Color, played: Move, io: &mut SessionIo<'_>) -> Flow {
        let message = RefereeMessage::Move(side, played);
        let Some(own) = self.side else {
            return RefereeSession::protest(format!("{message} before I know my colour"), io);
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
            return RefereeSession::protest(format!("illegal {message}: {own} is my colour"), io);
        }
        if position.side_to_move() != side {
            return RefereeSession::protest(format!("illegal {message}: it is my turn"), io);
        }
        if let Err(error) = self.game.play(played) {
            return RefereeSession::protest(format!("illegal {message}: {error}"), io);
        }
        self.go_on(io);
        Flow::On
    }
}

impl Dialogue for RefereeSession {
    fn hear(&mut self, line: &str, io: &mut SessionIo<'_>) -> Flow {
        match RefereeMessage::parse(line) {
            Err(error) => return RefereeSession::protest(error.to_string(), io),
            Ok(RefereeMessage::Comment(_) | RefereeMessage::Ready(_)) => {}
            Ok(RefereeMessage::Colour(side)) => {
                if self.side.is_some() && !self.game.position().is_finished() {
                    return RefereeSession::protest("a new game before the end of this one".to_owned(), io);
                }
                *self = RefereeSession { side: Some(side), ..RefereeSession::new(self.effort) };
                io.deadline = None;
                io.forget();
                io.say(RefereeMessage::Ready(side).to_string());
                self.go_on(io);
            }
            Ok(RefereeMessage::Move(side, played)) => return self.hear_move(side, played, io),
            // The referee has ended the game, at its end or before.
            Ok(RefereeMessage::Count(_)) => {
                io.halt();
                return Flow::Quit;
            }
        }
        Flow::On
    }

    fn waits(&self) -> Option<EngineQuestion> {
        let position = self.game.position();
        let waits = self.side == Some(!position.side_to_move())
            && !self.game.plies().is_empty()
            && !position.is_finished();
        waits.then(|| EngineQuestion { game: self.game.clone(), aim: Aim::Play, effort: self.effort })
    }

    fn done(&mut self, finding: &SearchFinding, io: &mut SessionIo<'_>) -> Flow {
        self.send(finding.legal_move(self.game.position()), io);
        Flow::On
    }
}
