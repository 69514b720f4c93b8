//! How well a player that predicts its depth fits its time: what it chose against the depth that would have
//! fitted.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use outflank_players::{Dice, Entrant, Player, PlayerFault, Turn};
use outflank_rules::Game;

use crate::contest::ContestError;
use crate::openings::Openings;

/// Games of a player against itself in which every depth it chooses is examined.
#[derive(Clone, Debug)]
pub struct Pacing {
    /// The player; it takes `time=` and `depth=`.
    pub entrant: Entrant,
    /// Where the games begin.
    pub openings: Openings,
    /// How many games.
    pub games: u32,
    /// The time for a move.
    pub time: Duration,
    /// What all random choices follow from.
    pub seed: u64,
}

/// A move whose depth was examined.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct PacedMove {
    /// The number of the game, from 1.
    pub game: u32,
    /// How many squares were empty.
    pub empties: u32,
    /// The depth that was chosen.
    pub chosen: u32,
    /// Whether the search had to be stopped.
    pub stopped: bool,
    /// How long it took.
    pub seconds: f64,
    /// The largest depth whose search ends in time; the number of empty squares if all do.
    pub fitting: u32,
}

impl PacedMove {
    /// Returns by how many plies too deep the search was; `None` where the end of the game was within reach.
    #[must_use]
    pub fn error(&self) -> Option<i32> {
        (self.fitting < self.empties).then(|| self.chosen.cast_signed() - self.fitting.cast_signed())
    }
}

/// What the moves of many games say.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct PaceSummary {
    /// Moves examined.
    pub moves: u64,
    /// Moves where the end of the game was out of reach: the others say nothing about the prediction.
    pub judged: u64,
    /// How often the depth was off by so many plies: from -4 or less to +4 or more.
    pub errors: [u64; 9],
    /// The mean error in plies.
    pub mean_error: f64,
    /// The mean size of the error in plies.
    pub mean_size: f64,
    /// The share of the judged searches that had to be stopped.
    pub stopped: f64,
    /// The share of the time that the judged searches used.
    pub used: f64,
}

impl PaceSummary {
    /// Sums up.
    #[must_use]
    pub fn new(moves: &[PacedMove], time: Duration) -> PaceSummary {
        let judged: Vec<(&PacedMove, i32)> =
            moves.iter().filter_map(|one| Some((one, one.error()?))).collect();
        let count = judged.len().max(1) as f64;
        let mean = |value: &dyn Fn(&PacedMove, i32) -> f64| {
            judged.iter().map(|&(one, error)| value(one, error)).sum::<f64>() / count
        };
        let mut errors = [0; 9];
        for &(_, error) in &judged {
            errors[(error.clamp(-4, 4) + 4) as usize] += 1;
        }
        PaceSummary {
            moves: moves.len() as u64,
            judged: judged.len() as u64,
            errors,
            mean_error: mean(&|_, error| f64::from(error)),
            mean_size: mean(&|_, error| f64::from(error.abs())),
            stopped: mean(&|one, _| f64::from(u8::from(one.stopped))),
            used: mean(&|one, _| (one.seconds / time.as_secs_f64()).min(1.0)),
        }
    }
}

/// How much longer than its time a search is followed before it is taken for too deep.
const PATIENCE: f64 = 1.5;

impl Pacing {
    /// Tells whether a player takes a time and a depth, and says which depth it chose.
    #[must_use]
    pub fn is_possible(entrant: &Entrant) -> bool {
        with_options(entrant, "time=1,depth=1").is_some_and(|one| one.to_string() != entrant.to_string())
    }

    /// Plays the games; `observer` gets every move and how many games are done.
    ///
    /// # Errors
    ///
    /// If the player cannot be used.
    pub fn examine(
        &self,
        stop: &AtomicBool,
        observer: &mut dyn FnMut(PacedMove),
    ) -> Result<(), ContestError> {
        let failed = |fault| ContestError::Unusable { name: self.entrant.to_string(), fault };
        let timed = with_options(&self.entrant, &format!("time={}", self.time.as_secs_f64()));
        let mut player = timed.unwrap_or_else(|| self.entrant.clone()).seat().map_err(failed)?;
        for number in 0..self.games {
            player.new_game();
            let mut game = self.openings.get(number as usize);
            while !game.position().is_finished() && !stop.load(Ordering::Relaxed) {
                if game.position().must_pass() {
                    let _always_legal = game.play(outflank_rules::Move::Pass);
                    continue;
                }
                let mut dice = Dice::of_words(&[self.seed, number.into(), game.plies().len() as u64]);
                let started = Instant::now();
                let turn = Turn::new(&game, self.time);
                let played = player.choose(turn, &mut dice).map_err(failed)?;
                let seconds = started.elapsed().as_secs_f64();
                let remarks = player.remarks();
                if let Some(chosen) = remarks.depth {
                    let fitting = self.fitting(&game).map_err(failed)?;
                    let (empties, stopped) = (game.position().empty().len(), remarks.cut_short);
                    observer(PacedMove { game: number + 1, empties, chosen, stopped, seconds, fitting });
                }
                game.play(played).map_err(|reason| failed(PlayerFault::Program(reason.into())))?;
            }
        }
        Ok(())
    }

    /// Finds the largest depth whose search ends in time, by trying one after the other.
    fn fitting(&self, game: &Game) -> Result<u32, PlayerFault> {
        let empties = game.position().empty().len();
        let patience = self.time.as_secs_f64() * PATIENCE;
        for depth in 1..=empties {
            let options = format!("depth={depth},time={patience}");
            let Some(fixed) = with_options(&self.entrant, &options) else { return Ok(depth - 1) };
            let mut player: Box<dyn Player> = fixed.seat()?;
            let started = Instant::now();
            player.choose(Turn::new(game, self.time), &mut Dice::new(self.seed))?;
            if player.remarks().cut_short || started.elapsed() > self.time {
                return Ok(depth - 1);
            }
        }
        Ok(empties)
    }
}

/// Adds options to a player's text, where the last of equal ones counts; `None` if it does not take them.
pub(crate) fn with_options(entrant: &Entrant, options: &str) -> Option<Entrant> {
    let text = entrant.to_string();
    let joint = if text.contains(':') { ',' } else { ':' };
    format!("{text}{joint}{options}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::OpeningSource;

    #[test]
    fn every_move_is_examined() {
        let pacing = Pacing {
            entrant: "scout:killers=off".parse().unwrap(),
            openings: Openings::load(&OpeningSource::Random(30), None, 1).unwrap(),
            games: 1,
            time: Duration::from_millis(2),
            seed: 1,
        };
        let mut moves = Vec::new();
        pacing.examine(&AtomicBool::new(false), &mut |one| moves.push(one)).unwrap();
        assert!(moves.len() > 20, "{}", moves.len());
        assert!(moves.iter().all(|one| one.chosen <= one.empties && one.fitting <= one.empties));
        let summary = PaceSummary::new(&moves, pacing.time);
        assert_eq!((summary.moves, summary.errors.iter().sum()), (moves.len() as u64, summary.judged));
        assert!(!Pacing::is_possible(&"random".parse().unwrap()));
        assert!(Pacing::is_possible(&"scout".parse().unwrap()));
    }

    #[test]
    fn errors_are_counted_where_the_end_is_out_of_reach() {
        let one = PacedMove { game: 1, empties: 30, chosen: 7, stopped: true, seconds: 0.5, fitting: 5 };
        let moves = [
            one,
            PacedMove { chosen: 4, stopped: false, seconds: 0.1, ..one },
            PacedMove { empties: 5, fitting: 5, chosen: 5, ..one },
        ];
        let summary = PaceSummary::new(&moves, Duration::from_millis(500));
        assert_eq!((summary.moves, summary.judged), (3, 2));
        assert_eq!(summary.errors, [0, 0, 0, 1, 0, 0, 1, 0, 0]);
        assert_eq!((summary.mean_error, summary.mean_size, summary.stopped), (0.5, 1.5, 0.5));
        assert!((summary.used - 0.6).abs() < 1e-9);
    }
}
