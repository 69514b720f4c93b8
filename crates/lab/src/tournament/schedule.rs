//! Which games a tournament has, in which order.

use crate::hall::Fixture;
use crate::tournament::plan::{Form, TournamentPlan};

/// Two players and how many games they play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pairing {
    pub(crate) players: [usize; 2],
    pub(crate) games: u32,
}

/// All games of a tournament, numbered from 0. Pairings take turns after every pair of games, so that early
/// results say something about everybody.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    pub(crate) pairings: Vec<Pairing>,
}

impl TournamentPlan {
    /// Lists the games.
    pub(crate) fn schedule(&self) -> Schedule {
        let count = self.entrants.len();
        let games = self.games;
        let pairs: Vec<[usize; 2]> = match self.form {
            Form::Sprt => vec![[0, 1]],
            Form::Gauntlet => (1..count).map(|other| [0, other]).collect(),
            Form::RoundRobin => {
                (0..count).flat_map(|one| (one + 1..count).map(move |other| [one, other])).collect()
            }
            Form::Sparse => {
                let gaps = std::iter::successors(Some(1), |gap| Some(2 * gap)).take_while(|&gap| gap < count);
                gaps.flat_map(|gap| (0..count - gap).map(move |one| [one, one + gap])).collect()
            }
            Form::Matrix => (0..count).flat_map(|one| (one..count).map(move |other| [one, other])).collect(),
        };
        let pairings = pairs.into_iter().map(|players| {
            // A player that meets itself has both colours in every game.
            let games = if players[0] == players[1] { games / 2 } else { games };
            Pairing { players, games }
        });
        Schedule { pairings: pairings.collect() }
    }

    /// Returns how many games there are at most.
    #[must_use]
    pub fn game_count(&self) -> u64 {
        self.schedule().count()
    }
}

impl Schedule {
    /// Returns how many games there are.
    pub(crate) fn count(&self) -> u64 {
        self.pairings.iter().map(|pairing| u64::from(pairing.games)).sum()
    }

    /// Goes through all games in order.
    pub(crate) fn fixtures(&self) -> impl Iterator<Item = Fixture> + '_ {
        // Mirrors have half the games: one in every round.
        let step = |pairing: &Pairing| if pairing.players[0] == pairing.players[1] { 1 } else { 2 };
        let rounds = self.pairings.iter().map(|pairing| pairing.games.div_ceil(step(pairing))).max();
        let all = (0..rounds.unwrap_or(0)).flat_map(move |round| {
            self.pairings.iter().enumerate().flat_map(move |(number, pairing)| {
                let step = step(pairing);
                let indices = (round * step..(round + 1) * step).filter(|&index| index < pairing.games);
                indices.map(move |index| (number as u32, index, pairing.players))
            })
        });
        all.zip(0..).map(|((pairing, index, players), number)| Fixture { number, pairing, index, players })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn fixtures(text: &str) -> Vec<Fixture> {
        let plan: TournamentPlan = text.parse().unwrap();
        let schedule = plan.schedule();
        let list: Vec<Fixture> = schedule.fixtures().collect();
        assert_eq!(list.len() as u64, schedule.count());
        assert!(list.iter().zip(0..).all(|(fixture, number)| fixture.number == number));
        list
    }

    #[test]
    fn everybody_meets_everybody_with_both_colours() {
        let list = fixtures("players = ['random', 'greedy', 'level:1']\ngames = 4");
        let mut met = HashMap::new();
        for fixture in &list {
            *met.entry(fixture.seats()).or_insert(0) += 1;
        }
        assert_eq!((list.len(), met.len()), (12, 6));
        assert!(met.values().all(|&games| games == 2));
        assert_eq!((list[0].opening(), list[1].opening(), list[6].opening()), (0, 0, 1));
        assert_eq!([list[0].seats(), list[1].seats(), list[2].seats()], [[0, 1], [1, 0], [0, 2]]);
    }

    #[test]
    fn the_first_runs_the_gauntlet() {
        let list = fixtures("format = 'gauntlet'\nplayers = ['random', 'greedy', 'level:1']\ngames = 2");
        assert_eq!(list.len(), 4);
        assert!(list.iter().all(|fixture| fixture.seats().contains(&0)));
    }

    #[test]
    fn a_sparse_tournament_joins_everybody_with_few_pairings() {
        let players: Vec<String> = (1..=20).map(|level| format!("'level:{level}'")).collect();
        let list = fixtures(&format!("format = 'sparse'\nplayers = [{}]\ngames = 2", players.join(",")));
        // 19 + 18 + 16 + 12 + 4 pairings instead of 190.
        assert_eq!(list.len(), 2 * 69);
        let pairs: std::collections::HashSet<_> = list.iter().map(|fixture| fixture.players).collect();
        assert!(pairs.len() == 69 && (0..19).all(|one| pairs.contains(&[one, one + 1])));
        assert_eq!(fixtures("format = 'sparse'\nplayers = ['random', 'greedy']\ngames = 2").len(), 2);
    }

    #[test]
    fn a_matrix_has_as_many_games_in_every_cell() {
        let list = fixtures("format = 'matrix'\nplayers = ['random', 'greedy', 'level:1']\ngames = 6");
        let mut met = HashMap::new();
        for fixture in &list {
            *met.entry(fixture.seats()).or_insert(0) += 1;
        }
        assert_eq!(met.len(), 9);
        assert!(met.values().all(|&games| games == 3), "{met:?}");
    }
}
