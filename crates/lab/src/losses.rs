//! What moves lose: every move of a game judged by the engine.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use outflank_engine::eval::Weights;
use outflank_engine::{Engine, TableTooLarge, Wanted};
use outflank_rules::{Color, Game};

/// A move that was judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// How many squares were empty before the move.
    pub empties: u32,
    /// What it lost in discs against the best move.
    pub discs: u32,
    /// Who made it.
    pub side: Color,
}

/// Judges moves by searches of a fixed depth, which go to the end of the game where that is near.
pub struct LossJudge {
    engine: Engine,
    depth: u32,
}

impl LossJudge {
    /// Makes a judge.
    ///
    /// # Errors
    ///
    /// If there is no memory for its table.
    pub fn new(depth: u32) -> Result<LossJudge, TableTooLarge> {
        Ok(LossJudge { engine: Engine::new(8, Weights::embedded())?, depth })
    }

    /// Judges every move of a game from a ply on where there was a choice.
    #[must_use]
    pub fn losses(&self, game: &Game, from_ply: usize) -> Vec<Loss> {
        self.engine.forget();
        let mut losses = Vec::new();
        for (position, &played) in game.positions().zip(game.plies()).skip(from_ply) {
            if position.legal_moves().len() < 2 {
                continue;
            }
            let wanted = Wanted::best(1).and(played);
            let found = self.engine.search(position).depth(self.depth).compare(wanted).moves;
            let score =
                |index: Option<usize>| index.and_then(|index| found.get(index)).map(|one| one.value.score);
            let own = found.iter().position(|one| one.played == played);
            let (Some(best), Some(value)) = (score(Some(0)), score(own)) else { continue };
            let discs = u32::try_from(best - value).unwrap_or(0);
            let side = position.side_to_move();
            losses.push(Loss { empties: position.empty().len(), discs, side });
        }
        losses
    }
}

impl LossJudge {
    /// Returns what the engine expects in every position of a game from a ply on: black's discs minus white's
    /// at the end. A finished game ends with its score.
    #[must_use]
    pub fn curve(&self, game: &Game, from_ply: usize) -> Vec<i32> {
        self.engine.forget();
        let mut curve = Vec::new();
        for position in game.positions().skip(from_ply) {
            let value = self.engine.search(position).depth(self.depth).analyze().value;
            curve.push(value.for_black(position.side_to_move()).score);
        }
        curve
    }
}

/// Judges the moves of many games from a ply on, on several threads; `progress` hears of every game.
///
/// Games not reached when `stop` is set are left out.
///
/// # Errors
///
/// If there is no memory for the tables.
pub fn judge_all(
    games: &[Game],
    from_ply: usize,
    (depth, threads): (u32, usize),
    stop: &AtomicBool,
    progress: &(dyn Fn() + Sync),
) -> Result<Distribution, TableTooLarge> {
    let next = AtomicUsize::new(0);
    let work = || -> Result<Vec<Loss>, TableTooLarge> {
        let judge = LossJudge::new(depth)?;
        let mut losses = Vec::new();
        while !stop.load(Ordering::Relaxed)
            && let Some(game) = games.get(next.fetch_add(1, Ordering::Relaxed))
        {
            losses.extend(judge.losses(game, from_ply));
            progress();
        }
        Ok(losses)
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut losses = Vec::new();
        for worker in workers {
            // A panic of a worker goes on here.
            losses.extend(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(Distribution::new(losses))
    })
}

/// The upper ends, in discs, of the classes of losses; the last has none.
pub const CLASSES: [u32; 6] = [0, 2, 4, 8, 16, u32::MAX];

/// Returns what the classes are called.
#[must_use]
pub const fn class_names() -> [&'static str; 6] {
    ["0", "1-2", "3-4", "5-8", "9-16", "17+"]
}

/// Losses of many moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Distribution {
    losses: Vec<Loss>,
}

impl Distribution {
    /// Collects losses.
    #[must_use]
    pub fn new(mut losses: Vec<Loss>) -> Distribution {
        losses.sort_by_key(|loss| loss.discs);
        Distribution { losses }
    }

    /// Returns how many moves there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.losses.len()
    }

    /// Returns the mean loss of the moves with so many empty squares; 0 if there are none.
    #[must_use]
    pub fn mean(&self, empties: std::ops::RangeInclusive<u32>) -> f64 {
        let chosen = self.losses.iter().filter(|loss| empties.contains(&loss.empties));
        let (count, sum) = chosen.fold((0_u32, 0_u32), |(count, sum), loss| (count + 1, sum + loss.discs));
        f64::from(sum) / f64::from(count.max(1))
    }

    /// Returns the loss that a share of the moves does not exceed.
    #[must_use]
    pub fn quantile(&self, share: f64) -> u32 {
        let needed = (share * self.losses.len() as f64).ceil() as usize;
        self.losses.get(needed.saturating_sub(1)).map_or(0, |loss| loss.discs)
    }

    /// Returns the share of the moves in each class.
    #[must_use]
    pub fn shares(&self) -> [f64; CLASSES.len()] {
        let mut counts = [0.0; CLASSES.len()];
        for loss in &self.losses {
            let class = CLASSES.iter().position(|&end| loss.discs <= end).unwrap_or(CLASSES.len() - 1);
            counts[class] += 1.0;
        }
        counts.map(|count| count / self.losses.len().max(1) as f64)
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Position;

    use super::*;

    #[test]
    fn a_best_move_loses_nothing_and_a_bad_one_what_the_solver_says() {
        let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--X";
        let start: Position = text.parse().unwrap();
        let judge = LossJudge::new(8).unwrap();
        let side = Color::Black;
        let losses = |square: &str| {
            let mut game = Game::new(start);
            game.place(square.parse().unwrap()).unwrap();
            judge.losses(&game, 0)
        };
        assert_eq!(losses("g8"), [Loss { empties: 14, discs: 0, side }]);
        assert_eq!(losses("h1"), [Loss { empties: 14, discs: 6, side }]);
        assert_eq!(losses("a2"), [Loss { empties: 14, discs: 12, side }]);
    }

    #[test]
    fn a_curve_is_blacks_and_ends_with_the_score() {
        let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--X";
        let mut game = Game::new(text.parse().unwrap());
        let judge = LossJudge::new(30).unwrap();
        game.place("g8".parse().unwrap()).unwrap();
        let [before, after] = judge.curve(&game, 0)[..] else { panic!("two positions") };
        assert_eq!(before, after);
        game.place(game.position().legal_moves().first().unwrap()).unwrap();
        assert_eq!(judge.curve(&game, 2).len(), 1);
        while !game.position().is_finished() {
            let played = game
                .position()
                .legal_moves()
                .first()
                .map_or(outflank_rules::Move::Pass, outflank_rules::Move::Place);
            game.play(played).unwrap();
        }
        assert_eq!(judge.curve(&game, 3).last(), Some(&game.position().score()));
    }

    #[test]
    fn shares_and_quantiles_count_moves() {
        let discs = [0, 0, 0, 0, 0, 1, 2, 3, 8, 40];
        let empties = 20..=29;
        let losses = discs
            .iter()
            .zip(empties)
            .map(|(&discs, empties)| Loss { empties, discs, side: Color::White })
            .collect();
        let found = Distribution::new(losses);
        assert_eq!(found.shares(), [0.5, 0.2, 0.1, 0.1, 0.0, 0.1]);
        assert_eq!((found.quantile(0.0), found.quantile(0.5), found.quantile(1.0)), (0, 0, 40));
        assert!((found.mean(0..=60) - 5.4).abs() < 1e-9);
        assert!((found.mean(29..=60) - 40.0).abs() < 1e-9);
        assert_eq!(Distribution::default().quantile(0.9), 0);
    }
}
