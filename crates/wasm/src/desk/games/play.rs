//! How games go on: every change of a game goes through here.
//!
//! A change takes the game as it is, applies the rules, keeps it, and is then told to those who look on.

use std::time::Duration;

use outflank_game::{GameInPlay, KeptGame, MoveRefused, PlayerId};
use outflank_rules::{Color, Move};
use outflank_wire::live::{LiveMessage, ThoughtView};
use outflank_wire::players;
use outflank_wire::view::milliseconds;
use serde_json::{Value, json};

use super::{DeskGame, ThinkingPlayer, key_of};
use crate::desk::{Desk, DeskRefusal, JobUrgency};

/// The time for a move of players who have no limit of their own, in milliseconds.
const MOVE_TIME: u64 = 1000;

/// A game that is to begin.
pub(super) struct GameBeginning {
    pub(super) name: String,
    pub(super) opening: usize,
    pub(super) pace: Duration,
    pub(super) saved: bool,
    pub(super) game: GameInPlay,
}

impl Desk {
    /// Lets the clocks of all games go on: flags may have fallen while nobody was here.
    pub(in crate::desk) fn wake_games(&mut self) {
        let with_clock = |place: &&DeskGame| place.kept.deadline.is_some();
        let games: Vec<i64> =
            self.games.places.values().filter(with_clock).map(|place| place.kept.id).collect();
        for id in games {
            let _there = self.visit(id);
        }
    }

    /// Begins a game and returns its number.
    pub(super) fn begin_game(&mut self, new: GameBeginning) -> i64 {
        let GameBeginning { name, opening, pace, saved, mut game } = new;
        let _pass = game.pass_if_forced();
        let (id, now) = (self.next_number(), self.now);
        let kept = KeptGame {
            id,
            name,
            created: now,
            updated: now,
            revision: 1,
            saved,
            key: None,
            opening,
            pace,
            keys: [None, None],
            turn_began: now,
            deadline: deadline_of(&game, now),
            rights: Default::default(),
            accounts: [None, None],
            remote: Default::default(),
            game,
        };
        self.games.places.insert(id, DeskGame::new(kept));
        self.settle(id);
        id
    }

    /// Finds a game, and lets its computer and its clock go on if they were interrupted.
    pub(super) fn visit(&mut self, id: i64) -> Result<(), DeskRefusal> {
        self.let_flag_fall(id)?;
        let place = self.games.place_mut(id)?;
        if place.kept.is_clock_resting() {
            place.kept.turn_began = self.now;
            place.kept.deadline = deadline_of(&place.kept.game, self.now);
            place.kept.revision += 1;
            self.settle(id);
        } else if place.thinking.is_none() {
            self.go_on(id);
        }
        Ok(())
    }

    /// Ends a game whose flag has fallen.
    fn let_flag_fall(&mut self, id: i64) -> Result<(), DeskRefusal> {
        let (kept, now) = (self.games.kept(id)?, self.now);
        let mut ended = kept.game.clone();
        if kept.has_flag_fallen(now) && ended.flag_if_fallen(kept.waiting(now)) {
            self.put_game(id, ended)?;
        }
        Ok(())
    }

    /// Changes a game: `decide` gets it as it is, with the time the side to move has been at it, and returns
    /// what it becomes.
    pub(super) fn change_game(
        &mut self,
        id: i64,
        decide: impl FnOnce(&KeptGame, Duration) -> Result<GameInPlay, DeskRefusal>,
    ) -> Result<(), DeskRefusal> {
        self.let_flag_fall(id)?;
        let kept = self.games.kept(id)?;
        let game = decide(kept, kept.waiting(self.now))?;
        self.put_game(id, game)
    }

    /// Keeps what a game has become.
    fn put_game(&mut self, id: i64, game: GameInPlay) -> Result<(), DeskRefusal> {
        let now = self.now;
        let kept = &mut self.games.place_mut(id)?.kept;
        kept.revision += 1;
        kept.updated = now;
        kept.deadline = deadline_of(&game, now);
        // The turn in which a game ends keeps its beginning, so that its clock stops at what it showed.
        if !game.is_over() {
            kept.turn_began = now;
        }
        kept.game = game;
        self.settle(id);
        Ok(())
    }

    /// Keeps a game that has changed, lets it go on and tells those who look on.
    fn settle(&mut self, id: i64) {
        self.sync_library(id);
        self.keep_game(id);
        self.stop_thinking(id);
        self.stop_pondering(id);
        self.go_on(id);
        self.tell_game(id);
    }

    /// Starts the computer of the side to move, or the one who uses its opponent's time, and watches flags.
    pub(super) fn go_on(&mut self, id: i64) {
        let Some(place) = self.games.places.get(&id) else { return };
        if let Some(deadline) = place.kept.deadline {
            self.later(deadline.saturating_sub(self.now) + 1, move |desk| {
                // A turn that has ended since has another deadline.
                let _there = desk.let_flag_fall(id);
            });
        }
        let Some(place) = self.games.places.get(&id) else { return };
        let game = &place.kept.game;
        let Some(side) = game.turn().filter(|&side| !game.is_person(side)) else {
            return self.start_pondering(id);
        };
        if place.thinking.is_some() || (place.is_paused && !game.has_person()) {
            return;
        }
        let player = game.seat(side).player.clone();
        self.start_thinking(id, &player, None);
    }

    /// Lets a computer player choose a move for the side to move. `helper` is its name if somebody else sits
    /// there.
    pub(super) fn start_thinking(&mut self, id: i64, player: &PlayerId, helper: Option<PlayerId>) {
        self.stop_thinking(id);
        self.stop_pondering(id);
        // A number that JSON holds exactly.
        let seed = self.dice().word() >> 11;
        let begun = self.now;
        let Some(place) = self.games.places.get_mut(&id) else { return };
        (place.thought, place.thought_began) = (None, begun);
        let (game, pause) = (&place.kept.game, place.pause.take());
        let (side, plies) = (game.position().side_to_move(), game.plies().len());
        let task = json!({
            "task": "move",
            "player": completed(player),
            "start": game.history().start().to_string(),
            "moves": moves_of(game),
            // Where a person plays without a clock, players of seconds may take them.
            "leisure": game.has_person() && game.time_control().is_none(),
            "seed": seed,
            "milliseconds": MOVE_TIME,
        });
        let hear = move |desk: &mut Desk, line: Value| desk.hear_thought(id, side, plies, &line);
        let class = (id, JobUrgency::Move);
        let job = self.begin_player_job(class, task, Some(Box::new(hear)), move |desk, chosen| {
            desk.take_choice(id, chosen);
        });
        if let Some(place) = self.games.places.get_mut(&id) {
            place.thinking = Some(ThinkingPlayer { job, begun, helper, pause, chosen: None });
        }
    }

    /// Stops the computer player who thinks, if one does.
    pub(super) fn stop_thinking(&mut self, id: i64) {
        let thinking = self.games.places.get_mut(&id).and_then(|place| place.thinking.take());
        if let Some(thinking) = thinking {
            self.cancel_job(thinking.job);
        }
    }

    /// Tells those who look on what a computer player thinks.
    fn hear_thought(&mut self, id: i64, side: Color, plies: usize, line: &Value) {
        let number = |name: &str| line.get(name).and_then(Value::as_i64);
        let Some(place) = self.games.places.get_mut(&id) else { return };
        let begun = place.thought_began;
        // What others think is not measured in discs.
        let Some((depth, score)) = number("depth").zip(number("score")) else { return };
        let thought = ThoughtView {
            side: side.into(),
            depth: u32::try_from(depth).unwrap_or(0),
            exact: line.get("exact").and_then(Value::as_bool).unwrap_or(false),
            score: i32::try_from(score).unwrap_or(0),
            best: line.get("best").and_then(Value::as_str).map(str::to_owned),
            milliseconds: u64::try_from(self.now - begun).unwrap_or(0),
        };
        place.thought = Some((plies, thought.clone()));
        for &socket in &place.viewers {
            self.out.send(socket, &LiveMessage::Thought { thought: thought.clone() });
        }
    }

    /// Takes the move that a computer player has chosen.
    fn take_choice(&mut self, id: i64, chosen: Result<Value, String>) {
        let now = self.now;
        let Some(place) = self.games.places.get_mut(&id) else { return };
        let played = chosen.as_ref().ok().and_then(|result| result.get("move")?.as_str()?.parse().ok());
        match (place.thinking.as_mut(), played) {
            (Some(thinking), Some(played)) => {
                thinking.chosen = Some((played, now - thinking.begun));
                self.show_choice(id);
            }
            // Whoever visits the game asks again.
            _ => {
                place.thinking = None;
                self.tell_game(id);
            }
        }
    }

    /// Makes the move that a computer player has chosen, if it has waited long enough.
    pub(super) fn show_choice(&mut self, id: i64) {
        let Some(place) = self.games.places.get(&id) else { return };
        let Some(thinking) = &place.thinking else { return };
        let Some((played, thought)) = thinking.chosen else { return };
        let elapsed = self.now - thinking.begun;
        let pause = thinking.pause.unwrap_or(milliseconds(place.kept.pace));
        if elapsed < pause {
            let job = thinking.job;
            self.later(pause - elapsed, move |desk| {
                let place = desk.games.places.get(&id);
                // Another move may be thought about meanwhile.
                if place.and_then(|place| place.thinking.as_ref()).is_some_and(|one| one.job == job) {
                    desk.show_choice(id);
                }
            });
            return;
        }
        let helper = thinking.helper.clone();
        let game = made(&place.kept, (played, helper), self.now, (thought, elapsed - thought));
        match game {
            Some(game) => drop(self.put_game(id, game)),
            None => self.stop_thinking(id),
        }
    }

    /// Tells those who look on how a game is now.
    pub(super) fn tell_game(&mut self, id: i64) {
        let Some(place) = self.games.places.get(&id).filter(|place| !place.viewers.is_empty()) else {
            return;
        };
        let game = Box::new(place.show(self.now));
        for &socket in &place.viewers {
            self.out.send(socket, &LiveMessage::Game { game: game.clone() });
        }
    }

    /// Forgets a game.
    pub(super) fn delete_game(&mut self, id: i64) -> Result<(), DeskRefusal> {
        self.games.place(id)?;
        self.stop_thinking(id);
        self.stop_pondering(id);
        if let Some(place) = self.games.places.remove(&id) {
            for &socket in &place.viewers {
                self.out.send(socket, &LiveMessage::Gone);
                self.out.shut(socket);
                self.sockets.remove(&socket);
            }
        }
        self.forget_ended(id);
        self.out.remove(key_of(id));
        Ok(())
    }
}

/// Returns when the flag of the side falls whose turn begins now; `None` if no clock runs.
fn deadline_of(game: &GameInPlay, now: i64) -> Option<i64> {
    game.flag_falls_in(Duration::ZERO).map(|left| now.saturating_add(milliseconds(left)))
}

/// Makes a chosen move, which was thought about and then waited to be shown; `None` if it cannot be made.
fn made(
    kept: &KeptGame,
    (played, helper): (Move, Option<PlayerId>),
    now: i64,
    (thought, paced): (i64, i64),
) -> Option<GameInPlay> {
    let time = |milliseconds: i64| Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0));
    // A running clock counts everything but the pause before a move is shown, a restart included.
    let took = match kept.deadline {
        Some(_) => kept.waiting(now).saturating_sub(time(paced)),
        None => time(thought),
    };
    let mut game = kept.game.clone();
    let made = match helper {
        Some(helper) => game.play_for(played, took, helper),
        None => game.play(played, took),
    };
    match made {
        Ok(_) => drop(game.pass_if_forced()),
        // The flag has fallen, and the game has ended with this.
        Err(MoveRefused::OutOfTime(_)) => {}
        Err(_) => return None,
    }
    Some(game)
}

/// Writes a player as a thinker is told of it.
pub(super) fn completed(player: &PlayerId) -> String {
    players::completed(player.as_str()).unwrap_or_else(|| player.to_string())
}

/// Writes the moves of a game as a thinker is told of them.
pub(super) fn moves_of(game: &GameInPlay) -> Vec<String> {
    game.plies().iter().map(ToString::to_string).collect()
}
