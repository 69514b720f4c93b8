//! Which moves players choose where the values of all moves are known.

use std::time::Duration;

use outflank_engine::{Engine, Limits, Threads, Wanted};
use outflank_players::{Dice, Player, PlayerFault, Turn};
use outflank_records::{MoveScore, Number, Record};
use outflank_rules::{Game, Move, Position};

/// A position with a choice and the exact values of all its moves for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuedPosition {
    position: Position,
    /// The best first.
    moves: Vec<(Move, i32)>,
}

impl ValuedPosition {
    /// Solves all moves of a position. `None` if it has no choice, or a limit ended the search.
    #[must_use]
    pub fn solve(
        engine: &Engine,
        position: Position,
        limits: &Limits,
        threads: &dyn Threads,
    ) -> Option<ValuedPosition> {
        engine.forget();
        let found = engine.search(position).limits(limits).threads(threads).compare(Wanted::ALL);
        let is_exact = found.moves.iter().all(|one| one.value.is_exact());
        let moves = found.moves.iter().map(|one| (one.played, one.value.score)).collect();
        (is_exact && found.moves.len() > 1).then_some(ValuedPosition { position, moves })
    }

    /// Reads a position with whole scores for all its moves, at least two. `None` if some are missing, or
    /// other moves have one.
    #[must_use]
    pub fn of_record(record: &Record) -> Option<ValuedPosition> {
        let position = record.last_position();
        let score = |one: &MoveScore| Some((one.played, one.score.as_i32()?));
        let mut moves: Vec<(Move, i32)> = record.scores.iter().map(score).collect::<Option<_>>()?;
        let has = |square| moves.iter().any(|&(played, _)| played == Move::Place(square));
        let legal = position.legal_moves();
        let is_whole = legal.len() as usize == moves.len() && legal.squares().all(has);
        if !record.is_position() || legal.len() < 2 || !is_whole {
            return None;
        }
        moves.sort_by_key(|&(_, score)| -score);
        Some(ValuedPosition { position, moves })
    }

    /// Returns the position.
    #[must_use]
    pub fn position(&self) -> Position {
        self.position
    }

    /// Returns a record of the position with the scores of its moves, the best first.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut record = Record::new(self.position);
        for &(played, score) in &self.moves {
            record.scores.push(MoveScore { played, score: Number::new(format!("{score:+}")) });
        }
        record
    }

    /// Returns what a move loses against the best, in discs; `None` if it is not legal.
    #[must_use]
    pub fn loss(&self, played: Move) -> Option<u32> {
        let (_, best) = self.moves.first()?;
        let (_, value) = self.moves.iter().find(|(known, _)| *known == played)?;
        u32::try_from(best - value).ok()
    }

    /// Asks a player, which forgets what it knows before.
    ///
    /// # Errors
    ///
    /// If the player fails, or offers a move that is not legal.
    pub fn ask(&self, player: &mut dyn Player, time: Duration, seed: u64) -> Result<u32, PlayerFault> {
        player.new_game();
        let game = Game::new(self.position);
        let board = self.position.board();
        let mut dice = Dice::of_words(&[seed, board.own().0, board.opp().0]);
        let played = player.choose(Turn::new(&game, time), &mut dice)?;
        self.position.play(played).map_err(|reason| PlayerFault::Program(reason.into()))?;
        self.loss(played).ok_or(PlayerFault::NoMove)
    }
}

/// What a player lost in many positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChoiceTally {
    losses: Vec<u32>,
}

impl ChoiceTally {
    /// Notes what a move lost.
    pub fn add(&mut self, loss: u32) {
        self.losses.push(loss);
    }

    /// Returns how many positions there were.
    #[must_use]
    pub fn count(&self) -> usize {
        self.losses.len()
    }

    /// Returns the share of positions in which a best move was chosen, and its standard error.
    #[must_use]
    pub fn best(&self) -> (f64, f64) {
        mean(self.losses.iter().map(|&loss| f64::from(u8::from(loss == 0))))
    }

    /// Returns the discs lost a move, and their standard error.
    #[must_use]
    pub fn lost(&self) -> (f64, f64) {
        mean(self.losses.iter().map(|&loss| f64::from(loss)))
    }
}

/// Returns the mean of numbers and its standard error; zeros of none.
fn mean(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = numbers.clone().count() as f64;
    if count == 0.0 {
        return (0.0, 0.0);
    }
    let mean = numbers.clone().sum::<f64>() / count;
    let squares: f64 = numbers.map(|number| (number - mean) * (number - mean)).sum();
    (mean, (squares / (count - 1.0).max(1.0) / count).sqrt())
}

#[cfg(test)]
mod tests {
    use outflank_engine::OneThread;
    use outflank_engine::eval::Weights;
    use outflank_players::Entrant;

    use super::*;

    /// Ten empty squares, six moves.
    fn solved() -> ValuedPosition {
        let engine = Engine::new(1, Weights::embedded()).unwrap();
        let position = "XXXXXXX-OOOOXX--OOOOXXX-OOXOXXXXOXOXXXXXOOXXXOXX--XOOOOX-XOOO-O-X".parse().unwrap();
        ValuedPosition::solve(&engine, position, &Limits::default(), &OneThread).unwrap()
    }

    #[test]
    fn all_moves_are_solved_and_come_back_from_a_record() {
        let valued = solved();
        let record = valued.record();
        assert_eq!(ValuedPosition::of_record(&record), Some(valued.clone()));
        let mut less = record.clone();
        less.scores.pop();
        assert_eq!(ValuedPosition::of_record(&less), None);
        let engine = Engine::new(1, Weights::embedded()).unwrap();
        for &(played, value) in &valued.moves {
            let after = valued.position.play(played).unwrap();
            let solved = engine.search(after).solve(outflank_engine::Goal::Exact);
            assert_eq!(-solved.value.score, value, "{played}");
            assert_eq!(valued.loss(played), Some((valued.moves[0].1 - value) as u32));
        }
        assert_eq!(valued.loss(Move::Pass), None);
    }

    #[test]
    fn a_strong_player_loses_nothing_near_the_end_and_a_random_one_does() {
        let valued = solved();
        let lost = |name: &str| {
            let mut player = name.parse::<Entrant>().unwrap().seat().unwrap();
            let mut tally = ChoiceTally::default();
            for seed in 0..50 {
                tally.add(valued.ask(player.as_mut(), Duration::from_secs(1), seed).unwrap());
            }
            assert_eq!(tally.count(), 50);
            (tally.best(), tally.lost())
        };
        assert_eq!(lost("engine:depth=12"), ((1.0, 0.0), (0.0, 0.0)));
        let ((best, _), (discs, error)) = lost("random");
        assert!(best < 0.9 && discs > 0.5 && error > 0.0, "{best} {discs} {error}");
    }

    #[test]
    fn means_have_standard_errors() {
        let mut tally = ChoiceTally::default();
        [0, 0, 4, 4].into_iter().for_each(|loss| tally.add(loss));
        assert_eq!((tally.best().0, tally.lost().0), (0.5, 2.0));
        assert!((tally.lost().1 - (16.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
        assert_eq!(ChoiceTally::default().lost(), (0.0, 0.0));
    }
}
