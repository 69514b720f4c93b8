//! Any player as the sessions of `outflank-protocol` ask it.

use std::time::{Duration, Instant};

use outflank_players::{Allowance, Dice, Player, Stopper, Thought, Turn};
use outflank_protocol::{EngineQuestion, ScoredLine, SearchFinding, Stop, Thinker};
use outflank_rules::Move;

/// The time for a move where the other side says nothing about it, for players that have no limit of their
/// own.
const TIME: Duration = Duration::from_secs(1);

/// A player with dice. Whatever is asked, it is asked for its move: a player knows no other question.
pub(super) struct PlayerThinker {
    name: String,
    player: Box<dyn Player>,
    dice: Dice,
    ponders: bool,
}

impl PlayerThinker {
    /// Seats a player; `text` is what names it.
    pub(super) fn new(text: &str, player: Box<dyn Player>, seed: u64, ponders: bool) -> PlayerThinker {
        // Names have no blanks, and no more than a family and its parameters.
        let name = text.split_whitespace().collect::<Vec<_>>().join("-");
        PlayerThinker { name, player, dice: Dice::new(seed), ponders }
    }
}

/// Makes a finding of what a player thinks.
fn of_thought(thought: &Thought, time: Duration) -> SearchFinding {
    let score = thought.value.map_or(0.0, |value| f64::from(value.score));
    let line = ScoredLine { moves: thought.line.clone(), score };
    SearchFinding {
        lines: if line.moves.is_empty() { Vec::new() } else { vec![line] },
        depth: thought.depth,
        percent: thought.percent,
        exact: thought.value.is_some_and(|value| value.is_exact()),
        nodes: thought.nodes,
        time,
    }
}

impl Thinker for PlayerThinker {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn think(
        &mut self,
        question: &EngineQuestion,
        stop: &Stop,
        report: &mut (dyn FnMut(&SearchFinding) + Send),
    ) -> SearchFinding {
        let started = Instant::now();
        let position = question.position();
        if position.is_finished() {
            return SearchFinding { percent: 100, ..SearchFinding::default() };
        }
        let stopper = Stopper::new();
        let ear = stopper.clone();
        stop.when_asked(move || ear.stop());
        let mut last = SearchFinding { percent: 100, ..SearchFinding::default() };
        let mut observe = |thought: &Thought| {
            last = of_thought(thought, started.elapsed());
            report(&last);
        };
        let time = question.effort.time.unwrap_or(Allowance::Move(TIME));
        let turn = Turn::new(&question.game, TIME).within(time);
        let turn = turn.stopped_by(&stopper).observed_by(&mut observe);
        let chosen =
            if position.must_pass() { Ok(Move::Pass) } else { self.player.choose(turn, &mut self.dice) };
        let nodes = self.player.nodes().unwrap_or(last.nodes);
        // A player without a move leaves it to the session, which never makes an illegal one.
        if let Ok(played) = chosen
            && last.moves().first() != Some(&played)
        {
            last.lines = vec![ScoredLine { moves: vec![played], score: last.score() }];
        }
        SearchFinding { nodes, time: started.elapsed(), ..last }
    }

    fn forget(&mut self) {
        self.player.new_game();
    }

    fn ponders(&self) -> bool {
        self.ponders
    }

    fn ponder(&mut self, question: &EngineQuestion, stop: &Stop) {
        let stopper = Stopper::new();
        let ear = stopper.clone();
        stop.when_asked(move || ear.stop());
        self.player.ponder(&question.game, &stopper);
    }
}
