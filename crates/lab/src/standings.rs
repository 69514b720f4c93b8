//! What many games between many players come to: cross table, points, ratings.

use outflank_rules::Color;

use crate::played::TimeSpent;
use crate::ratings::{Rating, Unit, rate};
use crate::tally::Tally;

/// A game as far as it counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Who had black, and who white.
    pub seats: [usize; 2],
    /// Black's discs minus white's.
    pub score: i32,
    /// Whether a side forfeited.
    pub forfeited: bool,
    /// What black and white spent.
    pub thinking: [TimeSpent; 2],
}

/// What one player did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Its results; games against itself are left out.
    pub tally: Tally,
    /// Games it forfeited.
    pub forfeited: u64,
    /// What it spent.
    pub thinking: TimeSpent,
    /// Its rating; `None` without games against others.
    pub rating: Option<Rating>,
}

/// What all players did.
#[derive(Clone, Debug)]
pub struct Standings {
    count: usize,
    /// Black's results against white, by black and white.
    cells: Vec<Tally>,
    /// Results of pairs of games, by the first and the second player.
    pairs: Vec<[u64; 5]>,
    players: Vec<Standing>,
    units: Vec<Unit>,
}

impl Standings {
    /// Starts with no games.
    #[must_use]
    pub fn new(count: usize) -> Standings {
        Standings {
            count,
            cells: vec![Tally::default(); count * count],
            pairs: vec![[0; 5]; count * count],
            players: vec![Standing::default(); count],
            units: Vec::new(),
        }
    }

    /// Counts the two games of an opening, in which the same players had swapped colours.
    pub fn add_pair(&mut self, games: &[Meeting; 2]) {
        let [first, second] = games;
        self.count_game(first);
        self.count_game(second);
        let [one, other] = first.seats;
        if one == other {
            return;
        }
        let scores = [first.score, -second.score];
        let mut pair = Tally::default();
        pair.add_pair(scores);
        let half_points = pair.pairs.iter().position(|&count| count == 1).unwrap_or(2);
        self.pairs[one * self.count + other][half_points] += 1;
        self.pairs[other * self.count + one][4 - half_points] += 1;
        self.units.push(Unit { players: [one, other], games: 2.0, share: half_points as f64 / 4.0 });
    }

    /// Counts a game that has no counterpart.
    pub fn add_single(&mut self, game: &Meeting) {
        self.count_game(game);
        if game.seats[0] != game.seats[1] {
            let share = f64::from(game.score.signum() + 1) / 2.0;
            self.units.push(Unit { players: game.seats, games: 1.0, share });
        }
    }

    fn count_game(&mut self, game: &Meeting) {
        let [black, white] = game.seats;
        let cell = &mut self.cells[black * self.count + white];
        cell.add(game.score);
        cell.forfeits += u64::from(game.forfeited);
        for side in Color::BOTH {
            let player = &mut self.players[game.seats[side as usize]];
            player.thinking.add(&game.thinking[side as usize]);
            let own = side.for_black(game.score);
            if black != white {
                player.tally.add(own);
            }
            player.forfeited += u64::from(game.forfeited && own < 0);
        }
    }

    /// Rates the players by all games counted so far.
    pub fn rate(&mut self) {
        let ratings = rate(self.count, &self.units);
        for (player, rating) in self.players.iter_mut().zip(ratings) {
            player.rating = rating;
        }
    }

    /// Returns what each player did.
    #[must_use]
    pub fn players(&self) -> &[Standing] {
        &self.players
    }

    /// Returns the results of one player with black against another with white.
    #[must_use]
    pub fn with_black(&self, black: usize, white: usize) -> &Tally {
        &self.cells[black * self.count + white]
    }

    /// Returns all results of one player against another, whatever the colours, with the pairs.
    #[must_use]
    pub fn between(&self, one: usize, other: usize) -> Tally {
        let mut sum = self.with_black(one, other).clone();
        if one != other {
            let back = self.with_black(other, one);
            sum.wins += back.losses;
            sum.draws += back.draws;
            sum.losses += back.wins;
            sum.forfeits += back.forfeits;
            sum.discs -= back.discs;
        }
        sum.pairs = self.pairs[one * self.count + other];
        sum
    }

    /// Returns the players from the best to the last: by rating, then points, then discs.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.count).collect();
        let key = |player: usize| {
            let standing = &self.players[player];
            let share = standing.tally.share().map_or(-1.0, |share| share.mean);
            let elo = standing.rating.map_or(f64::NEG_INFINITY, |rating| rating.elo);
            (elo, share, standing.tally.mean_score().unwrap_or(-65.0))
        };
        ranking.sort_by(|&a, &b| {
            let (a, b) = (key(a), key(b));
            // Ratings that differ by the rounding of the arithmetic alone are equal.
            let elo = if (a.0 - b.0).abs() < 1e-6 { std::cmp::Ordering::Equal } else { b.0.total_cmp(&a.0) };
            elo.then(b.1.total_cmp(&a.1)).then(b.2.total_cmp(&a.2))
        });
        ranking
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seats: [usize; 2], score: i32) -> Meeting {
        Meeting { seats, score, forfeited: score.abs() == 64, thinking: [TimeSpent::default(); 2] }
    }

    #[test]
    fn pairs_and_colours_are_kept_apart() {
        let mut found = Standings::new(3);
        found.add_pair(&[game([0, 1], 10), game([1, 0], 4)]);
        found.add_pair(&[game([0, 1], 2), game([1, 0], -6)]);
        found.add_pair(&[game([2, 2], 8), game([2, 2], 8)]);
        found.add_single(&game([1, 2], -64));
        found.rate();
        assert_eq!(found.with_black(0, 1).wins, 2);
        let between = found.between(0, 1);
        assert_eq!((between.wins, between.losses, between.discs), (3, 1, 10 - 4 + 2 + 6));
        assert_eq!(between.pairs, [0, 0, 1, 0, 1]);
        assert_eq!(found.between(1, 0).pairs, [1, 0, 1, 0, 0]);
        assert_eq!(found.players()[2].tally.games(), 1);
        assert_eq!(found.players()[1].forfeited, 1);
        assert_eq!(found.with_black(2, 2).games(), 2);
        assert_eq!(found.ranking()[2], 1);
    }
}
