//! The mistake bank: how it is kept.

use outflank_game::KeptGame;
use outflank_learn::BankedGame;
use outflank_store::{Store, StoreError};
use outflank_wire::bank::GameLearner;
use outflank_wire::cards::MOST_CARDS;

use crate::seats::Viewer;

/// Finds out who learns from a game that somebody looks at.
pub(crate) fn learner_of(kept: &KeptGame, viewer: &Viewer) -> Option<GameLearner> {
    GameLearner::new(kept, viewer.person().cloned(), |side| viewer.sits(kept, side))
}

/// Takes over what a review that is complete says of a game, and returns how many mistakes come back. Twice
/// is as good as once.
///
/// # Errors
///
/// If the database fails.
pub async fn keep_learned(
    store: &Store,
    learner: &GameLearner,
    found: &BankedGame,
    now: i64,
) -> Result<usize, StoreError> {
    let person = learner.person();
    let known = store.learned_games(person).await?;
    store.keep_learned_game(person, &learner.row(found)).await?;
    if known.iter().any(|known| known.game == learner.game()) {
        return Ok(0);
    }
    let cards = learner.cards(found, now);
    store.keep_cards(person, &cards, now, MOST_CARDS).await?;
    Ok(cards.len())
}
