//! Players side by side on the same positions: boards visited, time, moves, values.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use outflank_players::{Dice, Entrant, Player, PlayerFault, Turn};
use outflank_rules::{Game, Move};

use crate::contest::ContestError;
use crate::openings::Openings;

/// Players to be compared. The first one plays games against itself; every position of them is put to all
/// players.
#[derive(Clone, Debug)]
pub struct SideBySide {
    /// The players.
    pub entrants: Vec<Entrant>,
    /// Where the games begin.
    pub openings: Openings,
    /// How many games.
    pub games: u32,
    /// The time for each move of players without a limit of their own.
    pub time: Duration,
    /// How many times to measure; of the times of a move the shortest counts.
    pub repeats: u32,
    /// What all random choices follow from.
    pub seed: u64,
}

/// What a player did in all positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerEffort {
    /// How many positions there were.
    pub positions: u64,
    /// The boards it visited, where that is counted.
    pub nodes: Option<u64>,
    /// The time for all moves.
    pub seconds: f64,
    /// The time for the slowest move.
    pub longest: f64,
    /// In how many positions it made the move of the first player.
    pub same_moves: u64,
    /// In how many positions it valued its move as the first player did; `None` if one of the two does not
    /// tell values.
    pub same_values: Option<u64>,
}

/// What was chosen in a position.
struct PositionChoice {
    played: Move,
    value: Option<f64>,
    nodes: Option<u64>,
    time: Duration,
}

impl SideBySide {
    /// Compares the players. `progress` hears how many games of how many are done, repeats and all players
    /// counted. `None` if `stop` was set before the end.
    ///
    /// # Errors
    ///
    /// If a player cannot be used, or has no legal move to offer.
    pub fn compare(
        &self,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Option<Vec<PlayerEffort>>, ContestError> {
        let all = u64::from(self.games) * self.entrants.len() as u64 * u64::from(self.repeats);
        let mut efforts = vec![PlayerEffort::default(); self.entrants.len()];
        let mut done = 0;
        let mut seats = Vec::new();
        for entrant in &self.entrants {
            seats.push(entrant.seat().map_err(|fault| failed(entrant, fault))?);
        }
        for number in 0..self.games {
            let mut first: Option<Vec<PositionChoice>> = None;
            for (player, (entrant, seat)) in self.entrants.iter().zip(&mut seats).enumerate() {
                let mut choices: Option<Vec<PositionChoice>> = None;
                for _ in 0..self.repeats.max(1) {
                    if stop.load(Ordering::Relaxed) {
                        return Ok(None);
                    }
                    let known = first.as_deref();
                    let again = self
                        .game(seat.as_mut(), number, player, known)
                        .map_err(|fault| failed(entrant, fault))?;
                    choices = Some(match choices.take() {
                        None => again,
                        Some(best) => {
                            best.into_iter().zip(again).map(|(one, two)| one.faster(&two)).collect()
                        }
                    });
                    done += 1;
                    progress(done, all);
                }
                let choices = choices.unwrap_or_default();
                efforts[player].add(&choices, first.as_ref().unwrap_or(&choices));
                first.get_or_insert(choices);
            }
        }
        Ok(Some(efforts))
    }

    /// Asks a player in every position of a game: its own if there is none yet, else that of the first
    /// player.
    fn game(
        &self,
        seat: &mut dyn Player,
        number: u32,
        player: usize,
        known: Option<&[PositionChoice]>,
    ) -> Result<Vec<PositionChoice>, PlayerFault> {
        seat.new_game();
        let mut game = self.openings.get(number as usize);
        let mut choices = Vec::new();
        while !game.position().is_finished() {
            if game.position().must_pass() {
                play(&mut game, Move::Pass)?;
                continue;
            }
            let words = [self.seed, number.into(), player as u64, game.plies().len() as u64];
            let mut dice = Dice::of_words(&words);
            let started = Instant::now();
            let played = seat.choose(Turn::new(&game, self.time), &mut dice)?;
            let time = started.elapsed();
            choices.push(PositionChoice { played, value: seat.remarks().value, nodes: seat.nodes(), time });
            let next = known.and_then(|known| known.get(choices.len() - 1)).map_or(played, |one| one.played);
            play(&mut game, next)?;
        }
        Ok(choices)
    }
}

fn play(game: &mut Game, played: Move) -> Result<(), PlayerFault> {
    game.play(played).map_err(|reason| PlayerFault::Program(reason.into()))
}

fn failed(entrant: &Entrant, fault: PlayerFault) -> ContestError {
    ContestError::Unusable { name: entrant.to_string(), fault }
}

impl PositionChoice {
    /// Keeps the shorter time.
    fn faster(mut self, other: &PositionChoice) -> PositionChoice {
        self.time = self.time.min(other.time);
        self
    }
}

impl PlayerEffort {
    fn add(&mut self, choices: &[PositionChoice], first: &[PositionChoice]) {
        for (own, theirs) in choices.iter().zip(first) {
            self.positions += 1;
            if let Some(nodes) = own.nodes {
                *self.nodes.get_or_insert(0) += nodes;
            }
            self.seconds += own.time.as_secs_f64();
            self.longest = self.longest.max(own.time.as_secs_f64());
            self.same_moves += u64::from(own.played == theirs.played);
            if let (Some(own), Some(theirs)) = (own.value, theirs.value) {
                *self.same_values.get_or_insert(0) += u64::from(own == theirs);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::OpeningSource;

    fn compare(players: &[&str]) -> Vec<PlayerEffort> {
        let comparison = SideBySide {
            entrants: players.iter().map(|text| text.parse().unwrap()).collect(),
            openings: Openings::load(&OpeningSource::Balanced, None, 1).unwrap(),
            games: 2,
            time: Duration::from_millis(1),
            repeats: 2,
            seed: 1,
        };
        let mut last = (0, 0);
        let found = comparison.compare(&AtomicBool::new(false), &mut |done, all| last = (done, all));
        assert_eq!(last, (4 * players.len() as u64, 4 * players.len() as u64));
        assert!(comparison.compare(&AtomicBool::new(true), &mut |_, _| {}).unwrap().is_none());
        found.unwrap().unwrap()
    }

    #[test]
    fn minimax_and_alpha_beta_agree_and_one_visits_fewer_boards() {
        let found = compare(&["nea:depth=3,search=minimax", "nea:depth=3", "random"]);
        let [plain, pruned, random] = &found[..] else { panic!("{found:?}") };
        assert!(plain.positions > 90, "{}", plain.positions);
        assert_eq!((pruned.positions, random.positions), (plain.positions, plain.positions));
        assert_eq!((pruned.same_moves, pruned.same_values), (plain.positions, Some(plain.positions)));
        assert!(pruned.nodes.unwrap() * 2 < plain.nodes.unwrap());
        assert!(random.nodes.is_none() && random.same_values.is_none());
        assert!(random.same_moves < random.positions);
    }
}
