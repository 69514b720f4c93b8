//! Tournaments between people: every change of one goes through here.
//!
//! A change takes the tournament as it is stored, applies its rules, and stores it; if somebody else was
//! faster, it is decided again on what they have made of it.

mod export;
mod games;

use outflank_club::{BoardResult, ClubRefused, ClubSystem, EntrantNumber, LateEntry, MOST_ENTRANTS};
use outflank_game::{PersonId, absence_limit};
use outflank_store::{KeptClub, StoreError};

use crate::error::ApiError;
use crate::people::Caller;
use crate::studio::Studio;
use crate::wire::club::{ClubClockView, ClubEntrantView, ClubStandingView, ClubView, ForfeitWord};
use crate::wire::club_journal::ClubDeed;
use crate::wire::club_wish::BoardWish;

/// How often a change is decided again because somebody else was faster.
const TRIES: usize = 8;

impl Studio {
    /// Changes a tournament: `decide` makes of it what it becomes, and says what was done.
    pub(crate) async fn change_club(
        &self,
        slug: &str,
        done_by: Option<&PersonId>,
        decide: impl Fn(&mut KeptClub) -> Result<ClubDeed, ApiError>,
    ) -> Result<KeptClub, ApiError> {
        let mut tries = 0;
        loop {
            let kept = self.store.club(slug).await?;
            let mut next = kept.clone();
            let deed = decide(&mut next)?;
            let deed = serde_json::to_string(&deed).map_err(|error| ApiError::internal(error.to_string()))?;
            match self.store.update_club(&kept, &next, (done_by, &deed)).await {
                Err(StoreError::StaleClub { .. }) if tries < TRIES => tries += 1,
                stored => return Ok(stored?),
            }
        }
    }

    /// Shows a tournament to somebody.
    pub(crate) fn show_club(&self, kept: &KeptClub, caller: &Caller) -> ClubView {
        let club = &kept.club;
        let own = caller.person().and_then(|person| entrant_of(kept, person));
        let is_late = !club.rounds.is_empty();
        let takes_late = club.rules.system == ClubSystem::Swiss && club.rules.late != LateEntry::Refused;
        let is_open = !club.is_over && club.entrants.len() < MOST_ENTRANTS && (!is_late || takes_late);
        let entrants = club.entrants.iter().enumerate().map(|(index, entrant)| ClubEntrantView {
            number: index + 1,
            name: entrant.name.clone(),
            withdrawn: entrant.withdrawn,
            joined: entrant.joined,
        });
        ClubView {
            slug: kept.slug.clone(),
            name: kept.name.clone(),
            system: club.rules.system.into(),
            planned: club.planned_rounds(),
            brightwell: club.brightwell_constant(),
            online: kept.pace.is_online,
            clock: kept.pace.clock.map(|clock| ClubClockView {
                initial: clock.initial.as_secs(),
                increment: clock.increment.as_secs(),
            }),
            absence: absence_limit(kept.pace.clock)
                .filter(|_| kept.pace.is_online)
                .map(|limit| limit.as_secs()),
            state: club.state().into(),
            revision: kept.revision,
            organiser: is_organiser(kept, caller),
            own: own.map(|number| number.0 + 1),
            may_enter: is_open && (caller.is_at_home() || (caller.logged_in().is_some() && own.is_none())),
            entrants: entrants.collect(),
            rounds: ClubView::rounds_of(kept, caller.is_at_home()),
            standings: club.standings().into_iter().map(ClubStandingView::from).collect(),
        }
    }
}

/// Tells whether somebody may change a tournament.
pub(crate) fn is_organiser(kept: &KeptClub, caller: &Caller) -> bool {
    caller.is_admin() || (kept.owner.is_some() && kept.owner.as_ref() == caller.person())
}

/// Returns the number of somebody who takes part.
pub(crate) fn entrant_of(kept: &KeptClub, person: &PersonId) -> Option<EntrantNumber> {
    kept.people.iter().position(|other| other.as_ref() == Some(person)).map(EntrantNumber)
}

/// Reads what came of a board; `None` takes a result back.
pub(crate) fn result_of(wish: BoardWish) -> Result<Option<BoardResult>, ApiError> {
    use outflank_rules::Color::{Black, White};
    match (wish.black, wish.white, wish.forfeit) {
        (Some(black), Some(white), None) => {
            Ok(Some(BoardResult::counted(black, white).map_err(|error| ApiError::bad(error.to_string()))?))
        }
        (None, None, Some(ForfeitWord::Black)) => Ok(Some(BoardResult::Forfeit(Black))),
        (None, None, Some(ForfeitWord::White)) => Ok(Some(BoardResult::Forfeit(White))),
        (None, None, Some(ForfeitWord::Both)) => Ok(Some(BoardResult::DoubleForfeit)),
        (None, None, None) => Ok(None),
        _ => Err(ApiError::bad("a result is the discs of both sides, or who did not play")),
    }
}

impl From<ClubRefused> for ApiError {
    fn from(refused: ClubRefused) -> ApiError {
        let message = refused.to_string();
        match refused {
            ClubRefused::NoName => ApiError::bad(message),
            ClubRefused::NameTaken(_) => ApiError::conflict("name-taken", message),
            ClubRefused::NoBoard { .. } | ClubRefused::NoEntrant(_) => ApiError::missing(message),
            _ => ApiError::conflict("not-now", message),
        }
    }
}
