//! What happens in the game: moves, taking back, beginning and ending.

use std::time::{Duration, Instant};

use outflank_rules::{Color, Game, Move, Square};

use super::{App, BETWEEN_GAMES, Effect, Held, TURNING, Thinking};
use crate::archive::StoredGame;
use crate::course::{Course, Made};
use crate::settings::Seat;

impl App {
    /// Places a disc for the person to move.
    pub(super) fn place(&mut self, square: Square, now: Instant) {
        self.typed = None;
        if let Some(side) = self.course.turn()
            && !self.course.is_person(side)
            && !self.course.is_looking_back()
        {
            return self.refuse(format!("It is {side}'s turn: {} plays.", self.seat(side).called()));
        }
        match self.course.play(Move::Place(square), self.waiting(now)) {
            Ok(made) => {
                self.message = None;
                self.made(made, now);
            }
            Err(reason) => self.refuse(capital(&reason.to_string())),
        }
        self.go_on(now);
    }

    /// Takes note of a ply that was made.
    pub(super) fn made(&mut self, made: Made, now: Instant) {
        if made.played.is_pass() {
            self.say(format!("{} has no legal move and passes.", capital(made.side.name())));
        } else if let Some((_, flips)) = self.course.last_move() {
            self.turning = Some((flips, now + TURNING));
        }
        self.since = now;
        self.changed();
    }

    /// Makes what is kept agree with the game.
    pub(super) fn changed(&mut self) {
        self.effects.push(Effect::Log);
        if self.keeps && !self.course.game().all_plies().is_empty() {
            self.effects.push(Effect::Keep(self.serial, Box::new(self.to_store())));
        }
    }

    /// Lets happen what needs no person: passes, the end, a program's turn.
    pub(super) fn go_on(&mut self, now: Instant) {
        while let Some(made) = self.course.pass_if_forced() {
            self.made(made, now);
        }
        if let Some(verdict) = self.course.verdict() {
            return self.conclude(verdict, now);
        }
        let Some(side) = self.course.turn() else { return };
        let idle = self.thinking.is_none() && self.held.is_none() && !self.is_paused && self.dialog.is_none();
        if idle && !self.course.is_person(side) {
            self.ticket += 1;
            self.thinking = Some(Thinking { ticket: self.ticket, since: now });
            self.effects.push(Effect::Ask {
                ticket: self.ticket,
                game: self.course.game().clone(),
                entrant: self.seat(side).entrant.clone(),
                is_new_game: std::mem::take(&mut self.is_new_game),
            });
        }
    }

    /// Says how the game ended, once.
    fn conclude(&mut self, verdict: String, now: Instant) {
        if std::mem::replace(&mut self.is_concluded, true) {
            return;
        }
        self.say(verdict);
        self.show.engine = true;
        self.effects.push(Effect::Report);
        self.changed();
        if !self.course.has_person() {
            if self.number < self.games as usize {
                self.next_game = Some(now + BETWEEN_GAMES);
            } else if self.exits {
                self.leaves = Some(0);
            }
        } else if self.exits {
            self.leaves = Some(0);
        }
    }

    /// Gives up what is being thought about.
    pub(super) fn cancel(&mut self) {
        if self.thinking.take().is_some() {
            self.effects.push(Effect::Interrupt);
        }
        self.held = None;
        self.next_game = None;
    }

    /// Takes back or plays again.
    pub(super) fn travel(
        &mut self,
        step: fn(&mut Course) -> Option<usize>,
        done: &str,
        nothing: &str,
        now: Instant,
    ) {
        match step(&mut self.course) {
            Some(count) => {
                self.cancel();
                self.say(format!("{done}: {count} {}.", if count == 1 { "ply" } else { "plies" }));
                self.is_concluded = self.course.is_over();
                self.since = now;
                self.changed();
                self.go_on(now);
            }
            None => self.refuse(nothing),
        }
    }

    /// Begins another game with the same players.
    pub(crate) fn begin(&mut self, course: Course, now: Instant) {
        self.cancel();
        if !self.course.game().all_plies().is_empty() {
            self.effects.push(Effect::NextLog);
        }
        self.serial += 1;
        self.stored = None;
        self.course = course;
        self.is_concluded = self.course.is_over();
        self.is_new_game = true;
        self.is_paused = false;
        self.show.engine = self.wants_engine;
        self.since = now;
        self.turning = None;
        self.message = None;
        self.effects.push(Effect::Log);
        self.go_on(now);
    }

    /// Begins the next game from the start that was chosen.
    pub(super) fn begin_next(&mut self, now: Instant) {
        let number = self.number;
        self.number += 1;
        let game = self
            .starts
            .get(self.start)
            .map_or_else(|| Game::new(outflank_rules::Position::start()), |start| (start.game)(number));
        self.begin_game(game, now);
    }

    /// Begins with a game, the players and clocks staying.
    pub(crate) fn begin_game(&mut self, game: Game, now: Instant) {
        let course = Course::new(game, self.people()).with_clock(self.course.control());
        self.begin(course, now);
    }

    /// Goes on with a stored game.
    pub(super) fn resume(&mut self, stored: StoredGame, now: Instant) {
        let mut seats = self.seats.clone();
        for (seat, kept) in seats.iter_mut().zip(&stored.seats) {
            match kept.player.parse() {
                Ok(entrant) => *seat = Seat { entrant, name: kept.name.clone() },
                Err(error) => return self.refuse(format!("This game cannot be gone on with: {error}")),
            }
        }
        self.seats = seats;
        let people = self.people();
        let mut course = stored.course;
        course.seat(people);
        self.begin(course, now);
        self.stored = stored.id;
        if let Some(verdict) = self.course.verdict() {
            self.show.engine = true;
            self.say(verdict);
        } else {
            self.say(format!("Going on with game {}.", stored.id.unwrap_or_default()));
        }
    }

    /// Puts players into the seats; the game goes on.
    pub(super) fn seat_players(&mut self, seats: [Seat; 2], now: Instant) {
        self.cancel();
        self.seats = seats;
        let people = self.people();
        self.course.seat(people);
        self.is_paused = false;
        let [black, white] = self.seats.each_ref().map(Seat::called);
        self.say(format!("Black: {black}, white: {white}."));
        self.changed();
        self.go_on(now);
    }

    /// Gives up for the person to move, or the only person.
    pub(super) fn resign(&mut self, now: Instant) {
        let Some(turn) = self.course.turn() else { return self.refuse("The game is over.") };
        let person = Color::BOTH.into_iter().find(|&side| self.course.is_person(side));
        let side = if self.course.is_person(turn) { turn } else { person.unwrap_or(turn) };
        self.cancel();
        self.course.resign(side);
        self.go_on(now);
    }

    /// Lets programs wait, or go on.
    pub(super) fn pause(&mut self, now: Instant) {
        self.is_paused = !self.is_paused;
        if self.is_paused {
            self.say("Paused: space goes on.");
        } else {
            self.message = None;
            if let Some(Held { due, .. }) = &mut self.held {
                *due = now;
            }
            self.go_on(now);
        }
    }

    /// Changes the pace by a factor.
    pub(super) fn change_pace(&mut self, factor: f64) {
        let seconds = (self.pace.as_secs_f64().max(0.1) * factor).clamp(0.05, 10.0);
        self.pace = Duration::from_secs_f64(seconds);
        self.say(format!("Programs take at least {seconds:.1} s a move."));
    }

    fn people(&self) -> [bool; 2] {
        self.seats.each_ref().map(|seat| seat.entrant.is_human())
    }
}

/// Begins a sentence.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
