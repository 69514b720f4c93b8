//! Games between people who do not sit together get no help, and rated ones neither: engines do not look at
//! what is on their boards.

use outflank_game::KeptGame;
use outflank_rules::{Color, Position, Symmetry};

use crate::error::ApiError;
use crate::seats::Viewer;
use crate::studio::Studio;

/// Up to how many discs on the board a position is everybody's: openings are played and studied everywhere.
const COMMON_DISCS: u32 = 14;

/// Returns the side that somebody has in a game between people.
pub(crate) fn seat_of(kept: &KeptGame, viewer: &Viewer) -> Option<Color> {
    viewer.side_in(kept).filter(|_| kept.is_by_invitation())
}

/// Refuses the help of a computer in a game of two people who do not sit together, and in a rated one, as
/// long as it is on.
pub(crate) fn require_no_contest(kept: &KeptGame) -> Result<(), ApiError> {
    if kept.is_contest() {
        return Err(no_help());
    }
    Ok(())
}

fn no_help() -> ApiError {
    let message = "the computer does not help in rated games or in games between people elsewhere";
    ApiError::conflict("no-help", message)
}

/// How many discs a position may have more than the one that somebody plays, for it to be looked at on the
/// way of that game: two moves of each.
const AHEAD: u32 = 4;

/// How many discs fewer: what was best a moment ago says much of what is best now.
const BEHIND: u32 = 2;

/// Tells whether a position may be one shortly before or after another one in a game, turned or mirrored.
/// Discs never leave the board: the squares that are taken tell.
fn is_near(position: Position, played: Position) -> bool {
    let taken = |position: Position| !position.empty();
    let played = taken(played);
    let (count, present) = (taken(position).len(), played.len());
    if count > present + AHEAD || count + BEHIND < present {
        return false;
    }
    Symmetry::ALL.into_iter().any(|symmetry| {
        let seen = taken(symmetry.position(position));
        let common = (seen & played).len();
        common == count.min(present)
    })
}

impl Studio {
    /// Refuses to let an engine look at a position that people who do not sit together are playing now, or
    /// somebody in a rated game: to their players always, with what is near it; to others once it is no
    /// common opening.
    pub(crate) async fn require_not_in_contest(
        &self,
        position: Position,
        viewer: &Viewer,
    ) -> Result<(), ApiError> {
        self.require_none_in_contest(&[position], viewer).await
    }

    /// Refuses as [`Studio::require_not_in_contest`] does, of the positions of a game of which the last is
    /// the one that is asked about.
    pub(crate) async fn require_none_in_contest(
        &self,
        positions: &[Position],
        viewer: &Viewer,
    ) -> Result<(), ApiError> {
        let own = self.store.contests_of(viewer.known_person(), viewer.key()).await?;
        let is_own = |&position: &Position| own.iter().any(|&played| is_near(position, played));
        if positions.iter().any(is_own) {
            return Err(no_help());
        }
        let Some(&position) = positions.last() else { return Ok(()) };
        let games = self.store.contests_at(position).await?;
        if games.is_empty() {
            return Ok(());
        }
        if 64 - position.empty().len() > COMMON_DISCS {
            return Err(no_help());
        }
        for id in games {
            let kept = self.look_at(&self.live(id)).await?;
            let plays =
                viewer.person().is_some_and(|person| kept.rights.people.contains(&Some(person.clone())));
            if seat_of(&kept, viewer).is_some() || plays {
                return Err(no_help());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &str) -> Position {
        let moves = moves.as_bytes().chunks(2).map(|name| std::str::from_utf8(name).unwrap());
        moves.fold(Position::start(), |position, name| {
            position.play(name.parse::<outflank_rules::Move>().unwrap()).unwrap()
        })
    }

    #[test]
    fn what_is_near_a_position_is_on_its_way() {
        let line = "f5d6c3d3c4f4f6f3e6e7";
        let played = after(&line[..12]);
        for plies in 0..=line.len() / 2 {
            let near = is_near(after(&line[..2 * plies]), played);
            assert_eq!(near, (4..=10).contains(&plies), "{plies}");
        }
        let mirrored = Symmetry::ALL.map(|symmetry| symmetry.position(after(&line[..14])));
        assert!(mirrored.into_iter().all(|position| is_near(position, played)));
        assert!(!is_near(after("f5f6e6f4e3c5"), played), "another opening of the same length");
    }
}
