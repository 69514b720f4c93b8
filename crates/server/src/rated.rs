//! Which games may be rated, and what their players may not do.
//!
//! [`may_be_rated`] is the one rule, whoever begins a game: by an invitation, against a level, or by pairing.
//! What a rated game that has ended does to ratings is decided where it is stored.

use axum::http::StatusCode;
use outflank_game::KeptGame;
use outflank_ratings::computer_rating;
use outflank_rules::{Color, Position};
use outflank_store::NewGame;

use crate::error::ApiError;
use crate::people::Caller;
use crate::seats::Viewer;

/// How the players that may be met in rated games are spelled.
const LEVELS: &str = "level:";

/// Says why a game cannot be rated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotRated {
    /// Somebody plays who is not logged in.
    #[error("rated games are for people with an account: log in first")]
    NoAccount,
    /// One person plays both sides.
    #[error("a rated game needs two different players")]
    OnePerson,
    /// A computer plays whose strength is not known.
    #[error("{0:?} has no measured rating; rated games against the computer are played with levels")]
    Computer(String),
    /// Nobody could ever lose by staying away.
    #[error("a rated game needs a clock")]
    NoClock,
    /// The position may favour one side.
    #[error("a rated game begins from the standard start or with a balanced opening")]
    OwnStart,
    /// Nothing would be left to compute ratings from.
    #[error("a rated game is always saved")]
    Unsaved,
}

impl From<NotRated> for ApiError {
    fn from(reason: NotRated) -> ApiError {
        ApiError::refused(StatusCode::UNPROCESSABLE_ENTITY, "not-rated", reason.to_string())
    }
}

/// Says whether a game that is to begin may be rated: two accounts, one of which may still be waited for, or
/// an account and a level; with a clock, and from a start that favours nobody. `has_own_start` tells whether
/// a player chose the position or the first moves.
pub(crate) fn may_be_rated(new: &NewGame, has_own_start: bool) -> Result<(), NotRated> {
    let people = &new.rights.people;
    for side in Color::BOTH {
        let player = &new.game.seat(side).player;
        if !player.is_person() {
            let name = player.as_str();
            if !name.starts_with(LEVELS) || computer_rating(name).is_none() {
                return Err(NotRated::Computer(name.to_owned()));
            }
        } else if new.remote.open_seat != Some(side)
            && people[side as usize].as_ref().is_none_or(outflank_game::PersonId::is_guest)
        {
            return Err(NotRated::NoAccount);
        }
    }
    // Two levels have no person, and whoever plays both sides is one.
    if people[0] == people[1] {
        return Err(NotRated::OnePerson);
    }
    if has_own_start || new.game.history().start() != Position::start() {
        return Err(NotRated::OwnStart);
    }
    if new.game.time_control().is_none() {
        return Err(NotRated::NoClock);
    }
    if new.saved { Ok(()) } else { Err(NotRated::Unsaved) }
}

/// Says whether somebody may take the open seat of a game: in a rated one only another account.
pub(crate) fn may_join(kept: &KeptGame, caller: &Caller) -> Result<(), NotRated> {
    if !kept.remote.is_rated {
        return Ok(());
    }
    let account = caller.logged_in().ok_or(NotRated::NoAccount)?;
    match kept.rights.people.iter().flatten().any(|person| *person == account.person) {
        true => Err(NotRated::OnePerson),
        false => Ok(()),
    }
}

/// Refuses what changes moves that were made: in a rated game they stand, also when it is over.
pub(crate) fn require_casual(kept: &KeptGame) -> Result<(), ApiError> {
    if kept.remote.is_rated {
        let message = format!("game {} is rated: its moves stand", kept.id);
        return Err(ApiError::conflict("rated", message));
    }
    Ok(())
}

/// Refuses to delete a rated game that counts or may still count to everybody but the admin.
pub(crate) fn require_deletable(kept: &KeptGame, viewer: &Viewer) -> Result<(), ApiError> {
    let is_admin = viewer.caller().is_some_and(Caller::is_admin);
    let counts = !kept.game.is_over() || kept.accounts.iter().flatten().any(|seat| seat.change.is_some());
    if kept.remote.is_rated && !kept.is_waiting_room() && counts && !is_admin {
        let message = format!("game {} is rated and cannot be deleted", kept.id);
        return Err(ApiError::conflict("rated", message));
    }
    Ok(())
}

/// Tells whether everybody may look at a game: a rated one is public once both players are there.
pub(crate) fn is_public(kept: &KeptGame) -> bool {
    kept.remote.is_rated && !kept.is_waiting_room()
}
