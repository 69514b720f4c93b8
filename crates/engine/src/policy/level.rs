//! Levels of strength, 1 to 20: what each one sees, and how it errs.
//!
//! A weak level values every legal move by a shallow search and then chooses as a person does: it overlooks
//! quiet moves ([`Level::oversight`]), likes to turn over many discs ([`Level::greed`]) and takes the better
//! move only with a probability that falls with the loss ([`Level::temperature`]), but never gives away more
//! than it can see is too much ([`Level::largest_loss`]). A strong level plays the best move it finds,
//! looking further ahead and solving earlier the higher it is.
//!
//! All that differs between the levels is in the table [`LEVELS`]; what the steps are worth is measured by
//! `outflank lab levels`.

use std::sync::Arc;
use std::time::Duration;

use outflank_rules::{Move, Square};

use super::dice::Dice;
use super::limits::Clock;
use crate::drivers::{Analysis, MoveValue, Search, Wanted};
use crate::value::{Truth, Value};

/// What a level of strength does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The number, 1 to 20.
    pub number: u8,
    /// Whom it resembles.
    pub name: &'static str,
    /// How many plies it looks ahead.
    pub depth: u32,
    /// From how many empty squares on it looks to the end of the game.
    pub solves: u32,
    /// The loss, in discs, that makes a move about a third as likely as the best; 0 plays the best.
    pub temperature: f64,
    /// The share of the temperature while it has as many discs as the opponent; the rest comes as it falls
    /// behind. Below 1 it judges by the discs and loses heart, as people do in their first games.
    pub calm: f64,
    /// The largest loss, in discs, that it accepts knowingly.
    pub largest_loss: f64,
    /// How likely it is to overlook the least conspicuous move.
    pub oversight: f64,
    /// How many discs every disc turned over seems to be worth.
    pub greed: f64,
    /// Whether it knows that a corner is worth a look.
    pub knows_corners: bool,
    /// The longest time for a move.
    pub time: Duration,
}

/// The levels, weakest first.
///
/// Number, name; plies looked ahead, empty squares solved; temperature, largest loss, oversight, greed; the
/// longest time in milliseconds. The first two levels do not know about corners. The first loses heart when
/// it has fewer discs: a player who takes all discs it can get beats it, one who throws dice does not.
#[rustfmt::skip]
pub const LEVELS: [Level; 20] = [
    Level { calm: 0.25, ..row(1, "first game", 1, 1, [48.0, 128.0, 0.7, 1.0], 950) },
    row(2, "beginner", 1, 1, [15.0, 128.0, 0.6, 1.5], 950),
    row(3, "learner", 1, 1, [14.0, 100.0, 0.5, 1.0], 950),
    row(4, "casual player", 1, 2, [10.2, 60.0, 0.4, 0.7], 950),
    row(5, "keen player", 1, 4, [8.2, 40.0, 0.35, 0.4], 950),
    row(6, "experienced player", 2, 6, [6.8, 34.0, 0.3, 0.3], 950),
    row(7, "club beginner", 2, 7, [5.1, 24.0, 0.23, 0.15], 950),
    row(8, "club player", 2, 8, [3.9, 18.0, 0.17, 0.1], 950),
    row(9, "good club player", 3, 9, [3.55, 17.0, 0.16, 0.05], 950),
    row(10, "strong club player", 3, 10, [2.75, 13.0, 0.11, 0.0], 950),
    row(11, "tournament player", 4, 10, [2.5, 12.0, 0.1, 0.0], 950),
    row(12, "strong tournament player", 4, 12, [1.88, 9.0, 0.07, 0.0], 950),
    row(13, "expert", 5, 12, [1.68, 8.0, 0.05, 0.0], 950),
    row(14, "master", 5, 13, [1.1, 6.0, 0.02, 0.0], 950),
    row(15, "champion", 5, 14, [0.45, 3.0, 0.0, 0.0], 950),
    row(16, "engine at a glance", 6, 15, [0.0, 0.0, 0.0, 0.0], 4900),
    row(17, "quick engine", 8, 17, [0.0, 0.0, 0.0, 0.0], 4900),
    row(18, "engine", 11, 20, [0.0, 0.0, 0.0, 0.0], 4900),
    row(19, "patient engine", 15, 23, [0.0, 0.0, 0.0, 0.0], 4900),
    row(20, "full strength", 60, 60, [0.0, 0.0, 0.0, 0.0], 4900),
];

/// Makes a level of the numbers of its row.
const fn row(
    number: u8,
    name: &'static str,
    depth: u32,
    solves: u32,
    [temperature, largest_loss, oversight, greed]: [f64; 4],
    milliseconds: u64,
) -> Level {
    let time = Duration::from_millis(milliseconds);
    let knows_corners = number > 2;
    Level {
        number,
        name,
        depth,
        solves,
        temperature,
        calm: 1.0,
        largest_loss,
        oversight,
        greed,
        knows_corners,
        time,
    }
}

impl Level {
    /// With so many discs less than the opponent a level that counts them has lost heart.
    const DESPAIR: f64 = 8.0;

    /// Returns a level by its number.
    #[must_use]
    pub fn new(number: u8) -> Option<&'static Level> {
        LEVELS.get(usize::from(number).checked_sub(1)?)
    }

    /// Tells whether the level always plays the best move it finds.
    #[must_use]
    pub fn is_steady(&self) -> bool {
        self.temperature <= 0.0 && self.oversight <= 0.0
    }

    /// Says what the level does, in plain words.
    #[must_use]
    pub fn description(&self) -> String {
        let Level { name, depth, solves, .. } = self;
        if *depth >= 60 {
            let seconds = self.time.as_secs_f64().round();
            return format!("{name}: thinks for up to {seconds} seconds and plays the best move it finds");
        }
        let ahead = if *depth == 1 { "one move".to_owned() } else { format!("{depth} moves") };
        let last = if *solves == 1 { "last square".to_owned() } else { format!("last {solves} squares") };
        let mut text = format!("{name}: sees {ahead} ahead");
        if *solves > 0 {
            text.push_str(&format!(" and solves the {last}"));
        }
        if self.is_steady() {
            text.push_str("; plays the best move it finds");
            return text;
        }
        text.push_str("; ");
        for weakness in self.weaknesses() {
            text.push_str(weakness);
            text.push_str(", ");
        }
        text.push_str(&format!("typical error {} discs", self.temperature_behind(0)));
        if self.calm < 1.0 {
            text.push_str(", far more when it has fewer discs");
        }
        text
    }

    /// Lists what the level does wrong.
    fn weaknesses(&self) -> impl Iterator<Item = &'static str> {
        let blind = (!self.knows_corners).then_some("does not know about corners");
        let misses = match self.oversight {
            0.6.. => Some("misses most quiet moves"),
            0.25.. => Some("misses many quiet moves"),
            0.1.. => Some("misses some quiet moves"),
            share if share > 0.0 => Some("misses a quiet move now and then"),
            _ => None,
        };
        let greedy = match self.greed {
            0.5.. => Some("likes to turn over many discs"),
            discs if discs > 0.0 => Some("turns over a few discs too many"),
            _ => None,
        };
        [blind, misses, greedy].into_iter().flatten()
    }

    /// Returns how deep the level looks with so many empty squares.
    #[must_use]
    pub fn depth_at(&self, empties: u32) -> u32 {
        if empties <= self.solves { empties } else { self.depth }
    }

    /// Returns the temperature with so many discs less than the opponent.
    fn temperature_behind(&self, discs: u32) -> f64 {
        let worry = (f64::from(discs) / Level::DESPAIR).min(1.0);
        self.temperature * (self.calm + (1.0 - self.calm) * worry)
    }

    /// Chooses one of the moves a search has valued: the index of a candidate, `None` if there is none.
    fn choose(&self, candidates: &[LevelMove], behind: u32, dice: &mut Dice) -> Option<usize> {
        let temperature = self.temperature_behind(behind);
        let most_flips = candidates.iter().map(|one| one.flips).max()?;
        let seen = |one: &LevelMove, dice: &mut Dice| {
            dice.unit() >= self.oversight * (1.0 - one.conspicuousness(most_flips, self.knows_corners))
        };
        let noticed: Vec<bool> = candidates.iter().map(|one| seen(one, dice)).collect();
        let any = noticed.contains(&true);
        let appeal = |one: &LevelMove| one.value + self.greed * f64::from(one.flips);
        let visible = |index: usize| !any || noticed[index];
        let best = (0..candidates.len())
            .filter(|&index| visible(index))
            .max_by(|&a, &b| appeal(&candidates[a]).total_cmp(&appeal(&candidates[b])))?;
        let weight = |index: usize| {
            let loss = appeal(&candidates[best]) - appeal(&candidates[index]);
            if index == best {
                1.0
            } else if !visible(index) || loss > self.largest_loss || temperature <= 0.0 {
                0.0
            } else {
                (-loss / temperature).exp()
            }
        };
        let weights: Vec<f64> = (0..candidates.len()).map(weight).collect();
        let mut point = dice.unit() * weights.iter().sum::<f64>();
        for (index, weight) in weights.iter().enumerate() {
            point -= weight;
            if point < 0.0 && *weight > 0.0 {
                return Some(index);
            }
        }
        Some(best)
    }
}

/// A legal move as a level sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct LevelMove {
    /// The square.
    square: Square,
    /// The value in discs, for the side to move.
    value: f64,
    /// How many discs the move turns over.
    flips: u32,
}

impl LevelMove {
    /// Says how much the move strikes the eye, from 0 to 1.
    ///
    /// Moves that turn over many discs do, and moves on the edge. Whoever knows about corners sees a corner
    /// at once; whoever does not is drawn to the squares beside it.
    fn conspicuousness(&self, most_flips: u32, knows_corners: bool) -> f64 {
        let share = f64::from(self.flips) / f64::from(most_flips.max(1));
        let from_edge = |line: u32| line.min(7 - line);
        let (column, row) = (from_edge(self.square.column()), from_edge(self.square.row()));
        let on_edge = column.min(row) == 0;
        if knows_corners {
            let attraction = if on_edge { 0.2 } else { 0.0 };
            return if self.square.is_corner() { 1.0 } else { 0.8 * share + attraction };
        }
        let beside_corner = column.max(row) == 1;
        let attraction = if beside_corner {
            0.6
        } else if on_edge && column != row {
            0.3
        } else {
            0.0
        };
        0.4 * share + attraction
    }
}

impl Search<'_> {
    /// Plays a move as a level does, and says what it is worth; `None` if the game is over.
    ///
    /// The level decides how deep and, on `clock`, how long it looks, unless the limits already say so. A
    /// move without choice is not searched.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::time::{Duration, Instant};
    ///
    /// use outflank_engine::eval::Weights;
    /// use outflank_engine::{Clock, Dice, Engine, Level};
    /// use outflank_rules::Position;
    ///
    /// struct Wall(Instant);
    ///
    /// impl Clock for Wall {
    ///     fn now(&self) -> Duration {
    ///         self.0.elapsed()
    ///     }
    /// }
    ///
    /// let engine = Engine::new(1, Weights::embedded())?;
    /// let clock: Arc<dyn Clock> = Arc::new(Wall(Instant::now()));
    /// let beginner = Level::new(2).unwrap();
    /// let played = engine.search(Position::start()).play(beginner, &clock, &mut Dice::new(7)).unwrap();
    /// assert!(Position::start().is_legal(played.played));
    /// # Ok::<(), outflank_engine::TableTooLarge>(())
    /// ```
    pub fn play(mut self, level: &Level, clock: &Arc<dyn Clock>, dice: &mut Dice) -> Option<MoveValue> {
        let position = self.position;
        if position.is_finished() {
            return None;
        }
        let moves = position.legal_moves();
        if moves.len() < 2 {
            let played = moves.first().map_or(Move::Pass, Move::Place);
            let score = self.engine.evaluate(position).round() as i32;
            let truth = Truth::Estimate { depth: 0, percent: 100 };
            return Some(MoveValue { played, value: Value { score, truth }, line: vec![played] });
        }
        self.limits.depth.get_or_insert(level.depth_at(position.empty().len()));
        if self.limits.deadline.is_none() && self.limits.game_clock.is_none() {
            self.limits.deadline = Some((Arc::clone(clock), clock.now() + level.time));
        }
        if level.is_steady() {
            let Analysis { value, best, line, .. } = self.analyze();
            return best.map(|played| MoveValue { played, value, line });
        }
        let mut valued = self.compare(Wanted::ALL).moves;
        // The order of the search must not decide between equals.
        valued.sort_by_key(|one| one.played.square());
        let candidate = |one: &MoveValue| {
            let square = one.played.square()?;
            let flips = position.flips(square).len();
            Some(LevelMove { square, value: f64::from(one.value.score), flips })
        };
        let candidates: Vec<LevelMove> = valued.iter().filter_map(candidate).collect();
        let side = position.side_to_move();
        let behind = position.discs(!side).len().saturating_sub(position.discs(side).len());
        let chosen = level.choose(&candidates, behind, dice)?;
        Some(valued.swap_remove(chosen))
    }
}

#[cfg(test)]
mod tests;
