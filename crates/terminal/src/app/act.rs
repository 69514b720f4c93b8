//! What happens in the game: moves, taking back, beginning and ending.

use std::time::{Duration, Instant};

use outflank_game::{GameInPlay, MadePly, ViewedGame};
use outflank_players::Participant;
use outflank_rules::{Color, Game, Move, Square};

use super::{App, BETWEEN_GAMES, Effect, Held, PendingQuestion, TURNING};
use crate::archive::ArchivedGame;

impl App {
    /// Places a disc for the person to move.
    pub(super) fn place(&mut self, square: Square, now: Instant) {
        self.typed = None;
        if let Some(side) = self.game.turn()
            && !self.game.is_person(side)
            && !self.game.is_looking_back()
        {
            return self.refuse(format!("It is {side}'s turn: {} plays.", self.player(side).called()));
        }
        match self.game.play(Move::Place(square), self.waiting(now)) {
            Ok(made) => {
                self.message = None;
                self.made(made, now);
            }
            Err(reason) => self.refuse(capital(&reason.to_string())),
        }
        self.go_on(now);
    }

    /// Takes note of a ply that was made.
    pub(super) fn made(&mut self, made: MadePly, now: Instant) {
        if made.played.is_pass() {
            self.say(format!("{} has no legal move and passes.", capital(made.side.name())));
        } else if let Some((_, flips)) = self.game.last_move() {
            self.turning = Some((flips, now + TURNING));
        }
        self.since = now;
        self.changed();
    }

    /// Makes what is kept agree with the game.
    pub(super) fn changed(&mut self) {
        self.effects.push(Effect::Log);
        if self.keeps && !self.game.history().all_plies().is_empty() {
            let game = Box::new(GameInPlay::clone(&self.game));
            self.effects.push(Effect::SaveToArchive { serial: self.serial, id: self.stored, game });
        }
    }

    /// Lets happen what needs no person: passes, the end, a program's turn.
    pub(super) fn go_on(&mut self, now: Instant) {
        while let Some(made) = self.game.pass_if_forced() {
            self.made(made, now);
        }
        if let Some(verdict) = self.game.verdict() {
            return self.conclude(verdict, now);
        }
        let Some(side) = self.game.turn() else { return };
        let idle = self.thinking.is_none() && self.held.is_none() && !self.is_paused && self.dialog.is_none();
        if idle && !self.game.is_person(side) {
            self.ticket += 1;
            self.thinking = Some(PendingQuestion { ticket: self.ticket, since: now });
            self.effects.push(Effect::Ask {
                ticket: self.ticket,
                game: self.game.history().clone(),
                entrant: self.player(side).entrant.clone(),
                is_new_game: std::mem::take(&mut self.is_new_game),
                is_at_leisure: self.game.has_person() && self.game.time_control().is_none(),
                ponders: self.ponders,
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
        self.let_programs_rest();
        self.changed();
        if !self.game.has_person() {
            if self.number < self.games as usize {
                self.next_game = Some(now + BETWEEN_GAMES);
            } else if self.exits {
                self.leaves = Some(0);
            }
        } else if self.exits {
            self.leaves = Some(0);
        }
    }

    /// Says under which key the game that is over can be found.
    pub(super) fn tell_key(&mut self, key: Option<i64>) {
        if let (Some(key), Some(verdict)) = (key, self.game.verdict()) {
            self.say(format!("{verdict} Saved as game {key}."));
        }
    }

    /// Gives up what is being thought about.
    pub(super) fn cancel(&mut self) {
        if self.thinking.take().is_some() {
            self.effects.push(Effect::Interrupt);
        }
        self.let_programs_rest();
        self.held = None;
        self.next_game = None;
    }

    /// Ends the thinking on the opponent's time.
    fn let_programs_rest(&mut self) {
        if self.ponders || self.players.iter().any(|player| player.entrant.ponders()) {
            self.effects.push(Effect::Interrupt);
        }
    }

    /// Lets programs think on the opponent's time, or no longer.
    pub(super) fn toggle_pondering(&mut self) {
        self.let_programs_rest();
        self.ponders = !self.ponders;
        self.say(if self.ponders {
            "Programs think on your time too, after their next move."
        } else {
            "Programs think on their own time only."
        });
    }

    /// Takes back or plays again.
    pub(super) fn travel(
        &mut self,
        step: fn(&mut ViewedGame) -> Option<usize>,
        done: &str,
        nothing: &str,
        now: Instant,
    ) {
        match step(&mut self.game) {
            Some(count) => {
                self.cancel();
                self.say(format!("{done}: {count} {}.", if count == 1 { "ply" } else { "plies" }));
                self.is_concluded = self.game.is_over();
                self.since = now;
                self.changed();
                self.go_on(now);
            }
            None => self.refuse(nothing),
        }
    }

    /// Begins another game with the same players.
    pub(crate) fn begin(&mut self, game: GameInPlay, now: Instant) {
        self.cancel();
        if !self.game.history().all_plies().is_empty() {
            self.effects.push(Effect::NextLog);
        }
        self.serial += 1;
        self.stored = None;
        self.game = game.into();
        self.is_concluded = self.game.is_over();
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
        let game = GameInPlay::new(game, self.seats()).with_time_control(self.control);
        self.begin(game, now);
    }

    /// Goes on with a stored game.
    pub(super) fn resume(&mut self, stored: ArchivedGame, now: Instant) {
        let mut players = self.players.clone();
        let kept = stored.kept;
        for (player, seat) in players.iter_mut().zip(kept.game.seats()) {
            match seat.player.as_str().parse() {
                Ok(entrant) => *player = Participant { entrant, name: seat.name.clone() },
                Err(error) => return self.refuse(format!("This game cannot be resumed: {error}")),
            }
        }
        self.players = players;
        self.control = kept.game.time_control();
        self.begin(kept.game, now);
        self.stored = Some(kept.id);
        if let Some(verdict) = self.game.verdict() {
            self.show.engine = true;
            self.say(verdict);
        } else {
            self.say(format!("Resumed game {}.", kept.id));
        }
    }

    /// Puts players into the seats; the game goes on.
    pub(super) fn seat_players(&mut self, players: [Participant; 2], now: Instant) {
        self.cancel();
        self.players = players;
        self.game.set_seats(self.seats());
        self.is_paused = false;
        let [black, white] = self.players.each_ref().map(Participant::called);
        self.say(format!("Black: {black}, white: {white}."));
        self.changed();
        self.go_on(now);
    }

    /// Gives up for the person to move, or the only person.
    pub(super) fn resign(&mut self, now: Instant) {
        let Some(turn) = self.game.turn() else { return self.refuse("The game is over.") };
        let person = Color::BOTH.into_iter().find(|&side| self.game.is_person(side));
        let side = if self.game.is_person(turn) { turn } else { person.unwrap_or(turn) };
        self.cancel();
        self.game.resign(side);
        self.go_on(now);
    }

    /// Lets programs wait, or go on.
    pub(super) fn pause(&mut self, now: Instant) {
        self.is_paused = !self.is_paused;
        if self.is_paused {
            self.say("Paused: space continues.");
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

    fn seats(&self) -> [outflank_game::Seat; 2] {
        self.players.each_ref().map(Participant::seat)
    }
}

/// Begins a sentence.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
