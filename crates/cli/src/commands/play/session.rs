//! A game in progress with its players.
//!
//! Knows no terminal and no files; every method returns what there is to say.

use std::time::{Duration, Instant};

use outflank_players::{Dice, Player, PlayerFault, Turn};
use outflank_rules::{Color, Game, Position};
use outflank_terminal::{Course, Made, Refusal, Seat, TimeControl};

/// A game and whoever plays it.
pub(crate) struct Session {
    pub(crate) course: Course,
    seats: [Seat; 2],
    /// Who sits there; nobody in a human's seat.
    players: [Option<Box<dyn Player>>; 2],
    dice: Dice,
    time: Duration,
}

impl Session {
    /// Starts a game; `time` is for a move of programs without a limit of their own.
    ///
    /// # Errors
    ///
    /// If a program cannot be used.
    pub(crate) fn new(
        game: Game,
        seats: [Seat; 2],
        seed: u64,
        time: Duration,
        control: Option<TimeControl>,
    ) -> Result<Session, PlayerFault> {
        let players = [take_seat(&seats[0])?, take_seat(&seats[1])?];
        let people = players.each_ref().map(Option::is_none);
        let course = Course::new(game, people).with_clock(control);
        Ok(Session { course, seats, players, dice: Dice::new(seed), time })
    }

    /// Goes on with another game, the players staying in their seats.
    pub(crate) fn set_game(&mut self, game: Game) {
        self.players.iter_mut().flatten().for_each(|player| player.new_game());
        self.course = Course::new(game, self.people()).with_clock(self.course.control());
    }

    /// Returns both seats, black first.
    pub(crate) fn seats(&self) -> &[Seat; 2] {
        &self.seats
    }

    /// Lets somebody else play a side from now on.
    ///
    /// # Errors
    ///
    /// If a program cannot be used; nothing has changed then.
    pub(crate) fn seat(&mut self, side: Color, seat: Seat) -> Result<(), PlayerFault> {
        self.players[side as usize] = take_seat(&seat)?;
        self.seats[side as usize] = seat;
        self.course.seat(self.people());
        Ok(())
    }

    /// Lets the players change colours.
    pub(crate) fn swap(&mut self) {
        self.seats.swap(0, 1);
        self.players.swap(0, 1);
        self.course.seat(self.people());
    }

    /// Makes the next ply if it needs no human: a forced pass or a program's move.
    ///
    /// # Errors
    ///
    /// If a program has no move.
    pub(crate) fn advance(&mut self) -> Result<Option<Made>, PlayerFault> {
        if let Some(pass) = self.course.pass_if_forced() {
            return Ok(Some(pass));
        }
        let Some(side) = self.course.turn() else { return Ok(None) };
        let Some(player) = &mut self.players[side as usize] else { return Ok(None) };
        let begin = Instant::now();
        let played = player.choose(&Turn { game: self.course.game(), time: self.time }, &mut self.dice)?;
        match self.course.reply(played, begin.elapsed()) {
            Ok(made) => Ok(Some(made)),
            Err(Refusal::Illegal(reason)) => Err(PlayerFault::Program(reason.into())),
            // Its time is over.
            Err(Refusal::Over | Refusal::LookingBack(_)) => Ok(None),
        }
    }

    /// Returns the position being looked at.
    pub(crate) fn viewed(&self) -> Position {
        self.course.viewed().position()
    }

    fn people(&self) -> [bool; 2] {
        self.players.each_ref().map(Option::is_none)
    }
}

fn take_seat(seat: &Seat) -> Result<Option<Box<dyn Player>>, PlayerFault> {
    if seat.entrant.is_human() { Ok(None) } else { seat.entrant.seat().map(Some) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(players: [&str; 2], seed: u64) -> Session {
        let seats = players.map(|text| Seat { entrant: text.parse().unwrap(), name: String::new() });
        Session::new(Game::new(Position::start()), seats, seed, Duration::from_secs(1), None).unwrap()
    }

    #[test]
    fn programs_move_until_a_person_has_to() {
        let mut session = session(["human", "greedy"], 1);
        assert_eq!(session.advance().unwrap(), None, "black is to move");
        session.course.play("f5".parse().unwrap(), Duration::ZERO).unwrap();
        assert!(session.advance().unwrap().is_some());
        session.swap();
        assert!(session.advance().unwrap().is_some(), "the program plays black now");
        assert_eq!(session.seats()[0].called(), "greedy");
    }

    #[test]
    fn a_seed_fixes_the_whole_game() {
        let play = |seed| {
            let mut session = session(["random", "level:2"], seed);
            while session.advance().unwrap().is_some() {}
            assert!(session.course.is_over());
            session.course.game().transcript()
        };
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
    }
}
