//! The computer's players that visitors may choose: a policy over the players of `outflank-players`.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use outflank_engine::{Dice, Stopper};
use outflank_game::GameInPlay;
use outflank_players::{EnginePool, Entrant, Player, SeriesPlace, Spec, Turn};
use outflank_rules::{Game, Move};

use crate::wire::PlayerView;
use crate::wire::lab::LabFileKind;
use crate::wire::players::{self, SETTABLE};
use crate::workshop::LabFiles;

/// A computer player that visitors may choose.
#[derive(Clone)]
pub(crate) struct Opponent {
    entrant: Entrant,
    place: Arc<PlayerPlace>,
    /// Whether a person plays without a clock, so that players of seconds may take them.
    is_at_leisure: bool,
    /// Which of the games of this studio it is: those that play from a book do not repeat themselves.
    series: SeriesPlace,
}

/// Returns the place of the next game among those of this studio.
fn next_game() -> SeriesPlace {
    static SEED: LazyLock<u64> = LazyLock::new(rand::random);
    static GAMES: AtomicU64 = AtomicU64::new(0);
    SeriesPlace { seed: *SEED, number: GAMES.fetch_add(1, Ordering::Relaxed) }
}

/// Where a player is between its moves.
#[derive(Default)]
struct PlayerPlace {
    state: Mutex<PlayerPlaceState>,
    /// Told when pondering has ended.
    returned: Condvar,
}

#[derive(Default)]
struct PlayerPlaceState {
    /// The player between its moves. Whoever asks takes it along and brings it back, so that nobody waits for
    /// one who is still thinking about something else: another one sits down instead.
    idle: Option<Box<dyn Player>>,
    /// Whether it is away because it thinks on the opponent's time.
    ponders: bool,
}

impl PlayerPlace {
    fn state(&self) -> MutexGuard<'_, PlayerPlaceState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the player along; one who ponders, and has been stopped, is waited for.
    fn take(&self) -> Option<Box<dyn Player>> {
        let still_pondering = |state: &mut PlayerPlaceState| state.ponders;
        let waited = self.returned.wait_timeout_while(self.state(), PONDERING_ENDS, still_pondering);
        waited.unwrap_or_else(PoisonError::into_inner).0.idle.take()
    }
}

/// How soon pondering ends when it is stopped.
const PONDERING_ENDS: Duration = Duration::from_millis(100);

impl Opponent {
    /// Understands a player's text, written as the list has it; `None` if it names none that may be chosen
    /// here. No file is read before that is clear.
    pub(crate) fn parse(text: &str) -> Option<Opponent> {
        Opponent::with_files(text, &LabFiles::default())
    }

    /// As [`Opponent::parse`]; the text may name files of the studio. A table of positions grows in games.
    pub(crate) fn with_files(text: &str, files: &LabFiles) -> Option<Opponent> {
        let spec = chosen(text, files)?;
        let completed = players::with_book(&spec, text);
        let spec = match &completed {
            Some(text) => Spec::split(text).ok()?,
            None => spec,
        };
        let entrant = files.learning_entrant(&spec)?;
        Some(Opponent { entrant, place: Arc::default(), is_at_leisure: false, series: next_game() })
    }

    /// Understands the text of a player who sits in a game. Files that were removed since are done without.
    pub(crate) fn of_game(text: &str, files: &LabFiles) -> Option<Opponent> {
        Opponent::with_files(text, files).or_else(|| {
            let spec = Spec::split(text).ok()?;
            let is_there = |name: &str, value: &str| match LabFileKind::of_option(name) {
                Some(kind) => value == "off" || files.path(kind, value).is_some(),
                None => true,
            };
            let kept = spec.options().filter(|(name, value)| is_there(name, value));
            let kept: Vec<String> = kept.map(|(name, value)| format!("{name}={value}")).collect();
            let colon = if kept.is_empty() { "" } else { ":" };
            Opponent::with_files(&format!("{}{colon}{}", spec.family().id, kept.join(",")), files)
        })
    }

    /// Takes a seat in a game: where a person plays without a clock, players of seconds take them.
    pub(crate) fn in_game(self, game: &GameInPlay) -> Opponent {
        let is_at_leisure = game.has_person() && game.time_control().is_none();
        Opponent { is_at_leisure, ..self }
    }

    /// Chooses a move; `None` if there is none or it was stopped.
    pub(crate) fn choose(&self, turn: Turn<'_>, engines: &Arc<EnginePool>) -> Option<Move> {
        let mut player = match self.place.take() {
            Some(player) => player,
            None => self.entrant.seat_with(engines).ok()?,
        };
        let turn = turn.at_leisure(self.is_at_leisure).in_series(self.series);
        let chosen = player.choose(turn, &mut Dice::new(rand::random())).ok();
        self.place.state().idle = Some(player);
        chosen
    }

    /// Thinks on the opponent's time until it is stopped, if the player has a use for it.
    pub(crate) fn ponder(&self, game: &Game, engines: &Arc<EnginePool>, stopper: &Stopper) {
        let idle = {
            let mut state = self.place.state();
            if stopper.is_stopped() || state.ponders {
                return;
            }
            state.ponders = true;
            state.idle.take()
        };
        let mut player = idle.or_else(|| self.entrant.seat_with(engines).ok());
        if let Some(player) = &mut player {
            player.ponder(game, stopper);
        }
        let mut state = self.place.state();
        state.ponders = false;
        state.idle = player;
        drop(state);
        self.place.returned.notify_all();
    }
}

/// Understands the text of a player that may be chosen here, whose files are only read; `None` if it names
/// none.
pub(crate) fn entrant(text: &str, files: &LabFiles) -> Option<Entrant> {
    files.entrant(&chosen(text, files)?)
}

fn chosen<'a>(text: &'a str, files: &LabFiles) -> Option<Spec<'a>> {
    players::chosen(text, |name, value| match LabFileKind::of_option(name)? {
        LabFileKind::Killers if value == "off" => Some(true),
        kind => Some(files.path(kind, value).is_some()),
    })
}

/// Lists the players that can be chosen, weakest first in each group.
pub(crate) fn list() -> Vec<PlayerView> {
    let is_settable = |name: &str| SETTABLE.contains(&name) || LabFileKind::of_option(name).is_some();
    crate::wire::players::list(is_settable)
}

#[cfg(test)]
mod tests;
