//! A game in progress: whose turn it is, what may be taken back, what is being looked at.
//!
//! Knows no terminal and no files; every method returns what there is to say.

use std::time::Duration;

use outflank_players::{Dice, Entrant, Player, PlayerFault, Turn};
use outflank_rules::{Color, Game, IllegalMove, Move, Position};

/// The time for a move of a program that has no limit of its own.
const TIME: Duration = Duration::from_secs(1);

/// A game between two players, and the place being looked at.
pub(crate) struct Session {
    game: Game,
    entrants: [Entrant; 2],
    /// Who sits there; nobody in a human's seat.
    seats: [Option<Box<dyn Player>>; 2],
    dice: Dice,
    /// The ply being looked at while that is not the last one.
    looking_at: Option<usize>,
}

/// A ply that was made without asking a human.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Made {
    /// The number of the ply, counted from 1.
    pub(crate) number: usize,
    /// Who made it.
    pub(crate) side: Color,
    /// What was made.
    pub(crate) played: Move,
}

impl Session {
    /// Starts a game.
    ///
    /// # Errors
    ///
    /// If a program cannot be used.
    pub(crate) fn new(start: Position, entrants: [Entrant; 2], seed: u64) -> Result<Session, PlayerFault> {
        let seat = |entrant: &Entrant| match entrant.is_human() {
            true => Ok(None),
            false => entrant.seat().map(Some),
        };
        let seats = [seat(&entrants[0])?, seat(&entrants[1])?];
        Ok(Session { game: Game::new(start), entrants, seats, dice: Dice::new(seed), looking_at: None })
    }

    /// Goes on with another game, the players staying in their seats.
    pub(crate) fn set_game(&mut self, game: Game) {
        self.seats.iter_mut().flatten().for_each(|player| player.new_game());
        self.game = game;
        self.looking_at = None;
    }

    /// Returns the game.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// Returns both players, black first.
    pub(crate) fn players(&self) -> &[Entrant; 2] {
        &self.entrants
    }

    /// Tells whether a human sits at the board.
    pub(crate) fn has_human(&self) -> bool {
        self.seats.iter().any(Option::is_none)
    }

    /// Tells whether the game is over.
    pub(crate) fn is_finished(&self) -> bool {
        self.game.position().is_finished()
    }

    /// Makes the next ply if it needs no human: a forced pass or a program's move.
    ///
    /// # Errors
    ///
    /// If a program has no move.
    pub(crate) fn advance(&mut self) -> Result<Option<Made>, PlayerFault> {
        let position = self.game.position();
        let side = position.side_to_move();
        if position.is_finished() {
            return Ok(None);
        }
        let played = match &mut self.seats[side as usize] {
            _ if position.must_pass() => Move::Pass,
            Some(player) => player.choose(&Turn { game: &self.game, time: TIME }, &mut self.dice)?,
            None => return Ok(None),
        };
        self.game.play(played).map_err(|reason| PlayerFault::Program(reason.into()))?;
        Ok(Some(Made { number: self.game.plies().len(), side, played }))
    }

    /// Makes a human's move.
    ///
    /// # Errors
    ///
    /// Says why it cannot be made.
    pub(crate) fn play(&mut self, played: Move) -> Result<Made, IllegalMove> {
        let side = self.game.position().side_to_move();
        self.game.play(played)?;
        Ok(Made { number: self.game.plies().len(), side, played })
    }

    /// Tells whether a human is to choose a move in `position`.
    fn is_human_turn(&self, position: Position) -> bool {
        !position.legal_moves().is_empty() && self.seats[position.side_to_move() as usize].is_none()
    }

    /// Takes back to the previous turn of a human, or, while looking at an earlier position, to the last
    /// human's turn up to there. Returns how many plies were taken back, `None` if there is no such turn.
    pub(crate) fn undo(&mut self) -> Option<usize> {
        let made = self.game.plies().len();
        let limit = self.looking_at.map_or(made, |ply| ply + 1);
        let turns: Vec<Position> = self.game.positions().take(limit).collect();
        let to = turns.iter().rposition(|&position| self.is_human_turn(position))?;
        self.game.go_to(to);
        self.looking_at = None;
        Some(made - to)
    }

    /// Plays again what was taken back, up to a human's turn or the end. Returns how many plies.
    pub(crate) fn redo(&mut self) -> Option<usize> {
        self.looking_at = None;
        let before = self.game.plies().len();
        while self.game.redo().is_some() {
            if self.is_human_turn(self.game.position()) {
                break;
            }
        }
        let count = self.game.plies().len() - before;
        (count > 0).then_some(count)
    }

    /// Looks at the position `ply`, at most the current one; the game does not change.
    pub(crate) fn look_at(&mut self, ply: usize) {
        self.looking_at = (ply < self.game.plies().len()).then_some(ply);
    }

    /// Returns the ply being looked at: the last one unless told otherwise.
    pub(crate) fn viewed_ply(&self) -> usize {
        self.looking_at.unwrap_or(self.game.plies().len())
    }

    /// Tells whether an earlier position is being looked at.
    pub(crate) fn is_looking_back(&self) -> bool {
        self.looking_at.is_some()
    }

    /// Returns the game up to the ply being looked at.
    pub(crate) fn viewed(&self) -> Game {
        let mut game = self.game.clone();
        game.go_to(self.viewed_ply());
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(black: &str, white: &str) -> Session {
        let players = [black, white].map(|text| text.parse().unwrap());
        Session::new(Position::start(), players, 1).unwrap()
    }

    fn square(name: &str) -> Move {
        name.parse().unwrap()
    }

    #[test]
    fn undo_returns_to_the_humans_own_turn_and_redo_plays_the_reply_too() {
        let mut session = session("human", "greedy");
        session.play(square("f5")).unwrap();
        assert!(session.advance().unwrap().is_some());
        assert_eq!(session.advance().unwrap(), None, "black is to move");
        assert_eq!(session.undo(), Some(2));
        assert_eq!(session.game().plies().len(), 0);
        assert_eq!(session.undo(), None);
        assert_eq!(session.redo(), Some(2));
        assert_eq!(session.redo(), None);
    }

    #[test]
    fn the_computers_first_move_cannot_be_taken_back() {
        let mut session = session("greedy", "human");
        assert!(session.advance().unwrap().is_some());
        assert_eq!(session.undo(), None);
    }

    #[test]
    fn looking_back_changes_nothing_until_undo_goes_on_from_there() {
        let mut session = session("human", "human");
        for name in ["f5", "d6", "c3", "d3"] {
            session.play(square(name)).unwrap();
        }
        session.look_at(2);
        assert!(session.is_looking_back());
        assert_eq!(session.viewed().transcript(), "f5d6");
        assert_eq!(session.game().transcript(), "f5d6c3d3");
        assert_eq!(session.undo(), Some(2));
        assert_eq!(session.game().transcript(), "f5d6");
        session.look_at(9);
        assert!(!session.is_looking_back());
    }

    #[test]
    fn a_seed_fixes_the_whole_game() {
        let play = |seed| {
            let players = ["random", "level:2"].map(|text| text.parse().unwrap());
            let mut session = Session::new(Position::start(), players, seed).unwrap();
            while session.advance().unwrap().is_some() {}
            assert!(session.is_finished());
            session.game().transcript()
        };
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
    }
}
