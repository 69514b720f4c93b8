//! Thinking on the opponent's time: what the engine's players share, and a player that does it by itself.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use outflank_engine::{Dice, Stopper};
use outflank_rules::{Game, Move, Position};

use crate::family::{Parameter, Pupil, Recipe, Term};
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault, Remarks, Turn};
use crate::pool::EnginePool;

/// The parameter that lets a player use the opponent's time.
pub(crate) const PONDER: Parameter = Parameter {
    name: "ponder",
    default: "no",
    meaning: "yes: think on the opponent's time too, on an extra thread",
};

/// Lets a player ponder if its options say so.
pub(crate) fn with_pondering(
    options: &Options<'_>,
    recipe: Box<dyn Recipe>,
) -> Result<Box<dyn Recipe>, SpecError> {
    match options.choice(PONDER.name, &[("yes", true), ("no", false)])? {
        Some(true) => Ok(Box::new(WithPondering(recipe))),
        Some(false) | None => Ok(recipe),
    }
}

/// A player that was told to ponder.
struct WithPondering(Box<dyn Recipe>);

impl Recipe for WithPondering {
    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        self.0.seat()
    }

    fn seat_with(&self, engines: &Arc<EnginePool>) -> Result<Box<dyn Player>, PlayerFault> {
        self.0.seat_with(engines)
    }

    fn ponders(&self) -> bool {
        true
    }

    fn pupil(&self) -> Option<Box<dyn Pupil>> {
        self.0.pupil()
    }

    fn terms(&self, board: outflank_rules::Board) -> Option<Vec<Term>> {
        self.0.terms(board)
    }
}

/// What a player of the engine expects of its opponent.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Expectations {
    /// The reply in the line of the last search.
    pub(crate) reply: Option<Move>,
    /// The position after the reply that was pondered on.
    pondered: Option<Position>,
    /// Whether that was the position of the last move.
    pub(crate) came_true: Option<bool>,
}

impl Expectations {
    /// Takes note of the line found for a move, the move first.
    pub(crate) fn expect(&mut self, line: &[Move]) {
        self.reply = line.get(1).copied();
    }

    /// Takes note of the reply that was pondered on.
    pub(crate) fn pondered(&mut self, position: Position, reply: Option<Move>) {
        self.pondered = reply.and_then(|reply| position.play(reply).ok());
    }

    /// Compares what was pondered on with the position of the next move.
    pub(crate) fn compare(&mut self, position: Position) {
        self.came_true = self.pondered.take().map(|expected| expected == position);
    }
}

/// Lets a player ponder by itself if it has a use for the opponent's time.
pub(crate) fn pondering_by_itself(player: Box<dyn Player>) -> Box<dyn Player> {
    if !player.can_ponder() {
        return player;
    }
    let player = Arc::new(Mutex::new(player));
    Box::new(PonderingPlayer { player, pondering: None, last: LastMove::default() })
}

/// A player that thinks on the opponent's time, on a thread of its own, from each of its moves to the next.
///
/// The thread ends before the next move is thought about, when the game is over ([`Player::rest`]) and when
/// the player leaves: none is ever left behind.
struct PonderingPlayer {
    /// Locked by the thread while it ponders.
    player: Arc<Mutex<Box<dyn Player>>>,
    pondering: Option<(Stopper, JoinHandle<()>)>,
    last: LastMove,
}

/// What the player says of its last move: it cannot be asked while it ponders.
#[derive(Default)]
struct LastMove {
    nodes: Option<u64>,
    expected_reply: Option<bool>,
    remarks: Remarks,
}

impl PonderingPlayer {
    /// Ends the pondering and waits for its thread.
    fn recall(&mut self) -> MutexGuard<'_, Box<dyn Player>> {
        if let Some((stopper, thread)) = self.pondering.take() {
            stopper.stop();
            // A panic was told when it happened; the player is asked all the same.
            let _told = thread.join();
        }
        self.player.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to think about the game after the own move.
    fn begin(&mut self, game: &Game, played: Move) {
        let mut game = game.clone();
        if game.play(played).is_err() || game.position().is_finished() {
            return;
        }
        let (stopper, player) = (Stopper::new(), Arc::clone(&self.player));
        let ear = stopper.clone();
        let work = move || player.lock().unwrap_or_else(PoisonError::into_inner).ponder(&game, &ear);
        // Without a thread the player waits as others do.
        let thread = thread::Builder::new().name("pondering".to_owned()).spawn(work);
        self.pondering = thread.ok().map(|thread| (stopper, thread));
    }
}

impl Player for PonderingPlayer {
    fn new_game(&mut self) {
        self.recall().new_game();
    }

    fn choose(&mut self, turn: Turn<'_>, dice: &mut Dice) -> Result<Move, PlayerFault> {
        let (game, stopper) = (turn.game, turn.stopper.clone());
        let mut player = self.recall();
        let chosen = player.choose(turn, dice);
        let (nodes, expected_reply, remarks) = (player.nodes(), player.expected_reply(), player.remarks());
        drop(player);
        self.last = LastMove { nodes, expected_reply, remarks };
        if let Ok(played) = chosen
            && !stopper.is_stopped()
        {
            self.begin(game, played);
        }
        chosen
    }

    fn can_ponder(&self) -> bool {
        true
    }

    fn ponder(&mut self, game: &Game, stopper: &Stopper) {
        self.recall().ponder(game, stopper);
    }

    fn rest(&mut self) {
        drop(self.recall());
    }

    fn nodes(&self) -> Option<u64> {
        self.last.nodes
    }

    fn expected_reply(&self) -> Option<bool> {
        self.last.expected_reply
    }

    fn remarks(&self) -> Remarks {
        self.last.remarks
    }
}

impl Drop for PonderingPlayer {
    fn drop(&mut self) {
        drop(self.recall());
    }
}
