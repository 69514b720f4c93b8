//! A game in progress with its players.
//!
//! Knows no terminal and no files; every method returns what there is to say.

use std::time::{Duration, Instant};

use outflank_game::{GameInPlay, MadePly, MoveRefused, Seat, TimeControl, ViewedGame};
use outflank_players::{Dice, Participant, Player, PlayerFault, Turn};
use outflank_rules::{Color, Game, Position};

/// A game in play, with the programs that play it seated.
pub(crate) struct SeatedGame {
    pub(crate) game: ViewedGame,
    /// The programs; `None` for a person.
    players: [Option<Box<dyn Player>>; 2],
    /// Who plays, black first.
    participants: [Participant; 2],
    ponders: bool,
    dice: Dice,
    time: Option<Duration>,
}

/// The time for a move of programs without a limit of their own, if nobody has set it.
const MOVE_TIME: Duration = Duration::from_secs(1);

impl SeatedGame {
    /// Starts a game; `time` is for a move of programs without a limit of their own, if it was set.
    ///
    /// # Errors
    ///
    /// If a program cannot be used.
    pub(crate) fn new(
        game: Game,
        participants: &[Participant; 2],
        seed: u64,
        time: Option<Duration>,
        control: Option<TimeControl>,
    ) -> Result<SeatedGame, PlayerFault> {
        let players = [take_seat(&participants[0], false)?, take_seat(&participants[1], false)?];
        let game = GameInPlay::new(game, participants.each_ref().map(Participant::seat));
        let game = game.with_time_control(control).into();
        let (participants, dice) = (participants.clone(), Dice::new(seed));
        Ok(SeatedGame { game, players, participants, ponders: false, dice, time })
    }

    /// Lets programs think on the opponent's time, or no longer; tells which.
    ///
    /// # Errors
    ///
    /// If a program cannot be used.
    pub(crate) fn toggle_pondering(&mut self) -> Result<bool, PlayerFault> {
        let ponders = !self.ponders;
        for (player, participant) in self.players.iter_mut().zip(&self.participants) {
            *player = take_seat(participant, ponders)?;
        }
        self.ponders = ponders;
        Ok(ponders)
    }

    /// Goes on with another game, the players staying in their seats.
    pub(crate) fn set_game(&mut self, game: Game) {
        self.players.iter_mut().flatten().for_each(|player| player.new_game());
        let game = GameInPlay::new(game, self.game.seats().clone());
        self.game = game.with_time_control(self.game.time_control()).into();
    }

    /// Lets somebody else play a side from now on.
    ///
    /// # Errors
    ///
    /// If a program cannot be used; nothing has changed then.
    pub(crate) fn seat(&mut self, side: Color, participant: &Participant) -> Result<(), PlayerFault> {
        self.players[side as usize] = take_seat(participant, self.ponders)?;
        self.participants[side as usize] = participant.clone();
        let mut seats: [Seat; 2] = self.game.seats().clone();
        seats[side as usize] = participant.seat();
        self.game.set_seats(seats);
        Ok(())
    }

    /// Lets the players change colours.
    pub(crate) fn swap(&mut self) {
        let [black, white] = self.game.seats().clone();
        self.game.set_seats([white, black]);
        self.players.swap(0, 1);
        self.participants.swap(0, 1);
    }

    /// Makes the next ply if it needs no human: a forced pass or a program's move.
    ///
    /// # Errors
    ///
    /// If a program has no move.
    pub(crate) fn advance(&mut self) -> Result<Option<MadePly>, PlayerFault> {
        if let Some(pass) = self.game.pass_if_forced() {
            return Ok(Some(pass));
        }
        let Some(side) = self.game.turn() else {
            // Nobody thinks about a game that is over.
            self.players.iter_mut().flatten().for_each(|player| player.rest());
            return Ok(None);
        };
        let Some(player) = &mut self.players[side as usize] else { return Ok(None) };
        let begin = Instant::now();
        let is_free = self.time.is_none() && self.game.time_control().is_none();
        let turn = Turn::new(self.game.history(), self.time.unwrap_or(MOVE_TIME));
        let turn = turn.at_leisure(is_free && self.game.has_person());
        let played = match player.choose(turn, &mut self.dice) {
            Err(PlayerFault::Resigned) => {
                self.game.resign(side);
                return Ok(None);
            }
            chosen => chosen?,
        };
        match self.game.reply(played, begin.elapsed()) {
            Ok(made) => Ok(Some(made)),
            Err(MoveRefused::Illegal(reason)) => Err(PlayerFault::Program(reason.into())),
            // Its time is over: the game is, too.
            Err(
                MoveRefused::OutOfTime(_)
                | MoveRefused::Over
                | MoveRefused::Adjourned
                | MoveRefused::LookingBack(_),
            ) => Ok(None),
        }
    }

    /// Returns the position being looked at.
    pub(crate) fn viewed(&self) -> Position {
        self.game.viewed().position()
    }
}

fn take_seat(participant: &Participant, ponders: bool) -> Result<Option<Box<dyn Player>>, PlayerFault> {
    let entrant = &participant.entrant;
    match (entrant.is_human(), ponders) {
        (true, _) => Ok(None),
        (false, true) => entrant.seat_pondering().map(Some),
        (false, false) => entrant.seat().map(Some),
    }
}

#[cfg(test)]
mod tests {
    use outflank_players::Entrant;

    use super::*;

    fn seated(players: [&str; 2], seed: u64) -> SeatedGame {
        let players = players.map(|text| Participant::from(text.parse::<Entrant>().unwrap()));
        SeatedGame::new(Game::new(Position::start()), &players, seed, Some(Duration::from_secs(1)), None)
            .unwrap()
    }

    #[test]
    fn programs_move_until_a_person_has_to() {
        let mut seated = seated(["human", "greedy"], 1);
        assert_eq!(seated.advance().unwrap(), None, "black is to move");
        seated.game.play("f5".parse().unwrap(), Duration::ZERO).unwrap();
        assert!(seated.advance().unwrap().is_some());
        seated.swap();
        assert!(seated.advance().unwrap().is_some(), "the program plays black now");
        assert_eq!(seated.game.seats()[0].called(), "greedy");
    }

    #[test]
    fn a_seed_fixes_the_whole_game() {
        let play = |seed| {
            let mut seated = seated(["random", "level:2"], seed);
            while seated.advance().unwrap().is_some() {}
            assert!(seated.game.is_over());
            seated.game.history().transcript()
        };
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
    }
}
