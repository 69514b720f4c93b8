//! What several tests of the engine need: threads, a clock, positions.

use std::time::{Duration, Instant};

use outflank_engine::eval::Weights;
use outflank_engine::{Clock, Engine, Threads};
use outflank_rules::{Move, Position};

/// How long a busy machine may keep a thread waiting.
pub(crate) const BUSY: Duration = Duration::from_secs(3);

/// Makes an engine with a table of moderate size.
pub(crate) fn engine() -> Engine {
    Engine::new(8, Weights::embedded()).unwrap()
}

/// Threads of the standard library.
pub(crate) struct Std(pub(crate) usize);

impl Threads for Std {
    fn count(&self) -> usize {
        self.0
    }

    fn run(&self, main: &mut (dyn FnMut() + Send), helper: &(dyn Fn() + Sync)) {
        std::thread::scope(|scope| {
            for _ in 1..self.0 {
                scope.spawn(helper);
            }
            main();
        });
    }
}

/// The wall clock.
pub(crate) struct Wall(pub(crate) Instant);

impl Clock for Wall {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Plays random moves until at most `empties` squares are left; the same seed gives the same position.
pub(crate) fn random_position(seed: u64, empties: u32) -> Position {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut position = Position::start();
    while position.empty().len() > empties && !position.is_finished() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let moves = position.legal_moves();
        let played = match moves.squares().nth((state >> 32) as usize % moves.len().max(1) as usize) {
            Some(square) => Move::Place(square),
            None => Move::Pass,
        };
        position = position.play(played).unwrap();
    }
    position
}
