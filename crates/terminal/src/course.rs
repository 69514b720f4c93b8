//! The course of a game: what was played, how long it took, what is being looked at, how it ended.
//!
//! Knows no terminal, no files and no players: only at which seats people sit.

use std::time::Duration;

use outflank_rules::{Bitboard, Color, Game, IllegalMove, Move, Position, Square};

use crate::time_control::TimeControl;

/// A game in progress, and the place being looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    game: Game,
    /// At which seats people sit, black first.
    people: [bool; 2],
    /// The ply being looked at while that is not the last one.
    looking_at: Option<usize>,
    /// What each ply took, undone ones included.
    times: Vec<Duration>,
    control: Option<TimeControl>,
    /// How it ended before the board said so.
    cut_short: Option<Ending>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nobody can move.
    Discs,
    /// This side gave up.
    Resigned(Color),
    /// This side's time was over.
    Time(Color),
}

impl Ending {
    /// Returns the word that databases keep.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Ending::Discs => "discs",
            Ending::Resigned(_) => "resigned",
            Ending::Time(_) => "time",
        }
    }
}

/// A ply that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made {
    /// The number of the ply, counted from 1.
    pub number: usize,
    /// Who made it.
    pub side: Color,
    /// What was made.
    pub played: Move,
}

/// Says why a move cannot be made now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is against the rules.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// An earlier position is being looked at.
    #[error("you are looking at ply {0}: last returns, undo goes on from here")]
    LookingBack(usize),
}

impl Course {
    /// Starts a game; `people` says at which seats people sit, black first.
    #[must_use]
    pub fn new(game: Game, people: [bool; 2]) -> Course {
        let times = vec![Duration::ZERO; game.all_plies().len()];
        Course { game, people, looking_at: None, times, control: None, cut_short: None }
    }

    /// Sets the clocks.
    #[must_use]
    pub fn with_clock(self, control: Option<TimeControl>) -> Course {
        Course { control, ..self }
    }

    /// Sets what the plies took, and how the game ended if the board does not say so.
    #[must_use]
    pub fn with_past(mut self, times: &[Duration], ending: Option<Ending>) -> Course {
        for (kept, time) in self.times.iter_mut().zip(times) {
            *kept = *time;
        }
        self.cut_short = ending.filter(|ending| *ending != Ending::Discs);
        self
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the last position.
    #[must_use]
    pub fn position(&self) -> Position {
        self.game.position()
    }

    /// Returns the clocks.
    #[must_use]
    pub fn control(&self) -> Option<TimeControl> {
        self.control
    }

    /// Returns what every ply took, undone ones included.
    #[must_use]
    pub fn times(&self) -> &[Duration] {
        &self.times
    }

    /// Tells whether a person sits at a seat.
    #[must_use]
    pub fn is_person(&self, side: Color) -> bool {
        self.people[side as usize]
    }

    /// Tells whether any person plays.
    #[must_use]
    pub fn has_person(&self) -> bool {
        self.people.contains(&true)
    }

    /// Says at which seats people sit from now on.
    pub fn seat(&mut self, people: [bool; 2]) {
        self.people = people;
    }

    /// Returns how the game ended; `None` while it is on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.cut_short.or_else(|| self.position().is_finished().then_some(Ending::Discs))
    }

    /// Tells whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    /// Returns who won; `None` for a draw or while the game is on.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match self.ending()? {
            Ending::Resigned(loser) | Ending::Time(loser) => Some(!loser),
            Ending::Discs => match self.position().score() {
                0 => None,
                score if score > 0 => Some(Color::Black),
                _ => Some(Color::White),
            },
        }
    }

    /// Says in a sentence how the game ended; `None` while it is on.
    #[must_use]
    pub fn verdict(&self) -> Option<String> {
        Some(match self.ending()? {
            Ending::Discs => result(self.position()),
            Ending::Resigned(loser) => format!("Game over: {loser} resigned, {} wins.", !loser),
            Ending::Time(loser) => format!("Game over: {loser}'s time is over, {} wins.", !loser),
        })
    }

    /// Returns whose move it is; nobody's when the game is over.
    #[must_use]
    pub fn turn(&self) -> Option<Color> {
        (!self.is_over()).then(|| self.position().side_to_move())
    }

    /// Makes a person's ply that took a time: in the last position only, and while that is being looked at.
    ///
    /// # Errors
    ///
    /// Says why it cannot be made; nothing has changed then, unless the mover's time was over: then the game is.
    pub fn play(&mut self, played: Move, took: Duration) -> Result<Made, Refusal> {
        if let Some(ply) = self.looking_at {
            return Err(Refusal::LookingBack(ply));
        }
        self.reply(played, took)
    }

    /// Makes a program's ply in the last position, whatever is being looked at.
    ///
    /// # Errors
    ///
    /// As [`Course::play`].
    pub fn reply(&mut self, played: Move, took: Duration) -> Result<Made, Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        let side = self.position().side_to_move();
        self.position().play(played)?;
        if self.left(side).is_some_and(|left| took > left) {
            self.cut_short = Some(Ending::Time(side));
            return Err(Refusal::Over);
        }
        self.game.play(played)?;
        let number = self.game.plies().len();
        self.times.resize(self.game.all_plies().len(), Duration::ZERO);
        self.times[number - 1] = took;
        Ok(Made { number, side, played })
    }

    /// Makes the pass of a side that has no other move, and tells.
    pub fn pass_if_forced(&mut self) -> Option<Made> {
        if self.is_over() || !self.position().must_pass() {
            return None;
        }
        self.reply(Move::Pass, Duration::ZERO).ok()
    }

    /// Gives up for a side. Nothing happens when the game is over.
    pub fn resign(&mut self, side: Color) -> bool {
        let on = !self.is_over();
        if on {
            self.cut_short = Some(Ending::Resigned(side));
            self.looking_at = None;
        }
        on
    }

    /// Ends the game if the side to move, at it for `waiting`, has no time left. Tells whether it did.
    pub fn tick(&mut self, waiting: Duration) -> bool {
        let Some(side) = self.turn() else { return false };
        let over = self.left(side).is_some_and(|left| waiting > left);
        if over {
            self.cut_short = Some(Ending::Time(side));
        }
        over
    }

    /// Returns the time a side has spent.
    #[must_use]
    pub fn spent(&self, side: Color) -> Duration {
        let made = self.game.plies().len();
        let movers = self.game.positions().map(|position| position.side_to_move());
        self.times
            .iter()
            .take(made)
            .zip(movers)
            .filter(|(_, mover)| *mover == side)
            .map(|(time, _)| *time)
            .sum()
    }

    /// Returns the time a side has left before its present move; `None` without clocks.
    #[must_use]
    pub fn left(&self, side: Color) -> Option<Duration> {
        let control = self.control?;
        let movers = self.game.positions().map(|position| position.side_to_move());
        let plies = self.game.plies().iter().zip(movers);
        let moves = plies.filter(|(played, mover)| *mover == side && !played.is_pass()).count();
        let added = control.increment.saturating_mul(u32::try_from(moves).unwrap_or(u32::MAX));
        Some(control.initial.saturating_add(added).saturating_sub(self.spent(side)))
    }

    /// Tells whether a person is to choose a move in `position`.
    fn is_persons_turn(&self, position: Position) -> bool {
        !position.legal_moves().is_empty() && self.is_person(position.side_to_move())
    }

    /// Takes back to the previous turn of a person, or, while looking at an earlier position, to the last person's turn
    /// up to there. Returns how many plies were taken back, `None` if there is no such turn.
    pub fn undo(&mut self) -> Option<usize> {
        let made = self.game.plies().len();
        // A game that was given up goes on in the same position.
        let limit = match self.looking_at {
            Some(ply) => ply + 1,
            None if self.cut_short.is_some() => made + 1,
            None => made,
        };
        let turns: Vec<Position> = self.game.positions().take(limit).collect();
        let to = turns.iter().rposition(|&position| self.is_persons_turn(position))?;
        self.game.go_to(to);
        self.looking_at = None;
        self.cut_short = None;
        Some(made - to)
    }

    /// Plays again what was taken back, up to a person's turn or the end. Returns how many plies.
    pub fn redo(&mut self) -> Option<usize> {
        self.looking_at = None;
        let before = self.game.plies().len();
        while !self.is_over() && self.game.redo().is_some() {
            if self.is_persons_turn(self.position()) {
                break;
            }
        }
        let count = self.game.plies().len() - before;
        (count > 0).then_some(count)
    }

    /// Looks at the position `ply`, at most the current one; the game does not change.
    pub fn look_at(&mut self, ply: usize) {
        self.looking_at = (ply < self.game.plies().len()).then_some(ply);
    }

    /// Looks so many plies earlier or later.
    pub fn look_by(&mut self, plies: isize) {
        self.look_at(self.viewed_ply().saturating_add_signed(plies));
    }

    /// Returns the ply being looked at: the last one unless told otherwise.
    #[must_use]
    pub fn viewed_ply(&self) -> usize {
        self.looking_at.unwrap_or(self.game.plies().len())
    }

    /// Tells whether an earlier position is being looked at.
    #[must_use]
    pub fn is_looking_back(&self) -> bool {
        self.looking_at.is_some()
    }

    /// Returns the game up to the ply being looked at.
    #[must_use]
    pub fn viewed(&self) -> Game {
        let mut game = self.game.clone();
        game.go_to(self.viewed_ply());
        game
    }

    /// Returns the discs that the last ply being looked at turned over, and its square.
    #[must_use]
    pub fn last_move(&self) -> Option<(Square, Bitboard)> {
        let viewed = self.viewed();
        let plies = viewed.plies();
        let index = plies.iter().rposition(|played| !played.is_pass())?;
        let square = plies[index].square()?;
        let before = viewed.position_after(index)?;
        Some((square, before.flips(square)))
    }
}

/// Returns the discs of both sides at the end of a game, empty squares given to the winner.
#[must_use]
pub fn final_discs(position: Position) -> (i32, i32) {
    let score = position.score();
    ((64 + score) / 2, (64 - score) / 2)
}

/// Says how a game ended by its discs.
fn result(position: Position) -> String {
    let (x, o) = final_discs(position);
    let empties = position.empty().len();
    let how = match x.cmp(&o) {
        std::cmp::Ordering::Greater => format!("black wins {x} to {o}"),
        std::cmp::Ordering::Less => format!("white wins {o} to {x}"),
        std::cmp::Ordering::Equal => format!("a draw, {x} to {o}"),
    };
    let [black, white] = Color::BOTH.map(|color| position.discs(color).len());
    match empties {
        0 => format!("Game over: {how}."),
        _ if x == o => format!("Game over: {how} ({black} and {white} discs)."),
        1 => format!("Game over: {how} ({black} and {white} discs, the empty square goes to the winner)."),
        _ => {
            format!("Game over: {how} ({black} and {white} discs, {empties} empty squares go to the winner).")
        }
    }
}

#[cfg(test)]
mod tests;
