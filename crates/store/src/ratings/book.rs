//! The ratings of people while games are counted, one after the other.

use std::collections::BTreeMap;
use std::time::Duration;

use outflank_game::{Ending, PersonId, PlayerId};
use outflank_ratings::{COMPUTER_WEIGHT, PlayerRating, RatedGame, RatedResult, computer_rating};
use outflank_rules::Color;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::game::text;

/// From how many moves on a game counts.
const FEWEST_MOVES: i64 = 2;

/// What is read of a game to see whether it counts.
pub(super) const FINISHED_COLUMNS: &str = "games.id, games.updated, games.ended, games.winner, games.made, \
    games.opening, games.black, games.white, games.black_person, games.white_person";

/// Who played a side of a game that counts.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum RatedSide {
    /// An account.
    Person(PersonId),
    /// A computer player with a measured rating.
    Computer(String, PlayerRating),
    /// An account that is gone.
    Gone,
}

/// A rated game that is over and counts.
#[derive(Clone, Debug)]
pub(super) struct FinishedGame {
    pub(super) id: i64,
    /// When it ended.
    pub(super) moment: i64,
    pub(super) sides: [RatedSide; 2],
    winner: Option<Color>,
}

impl FinishedGame {
    /// Reads a row with [`FINISHED_COLUMNS`]; `None` if the game does not count: it was aborted or is too
    /// short, a guest plays, a computer without a rating, or nobody else.
    pub(super) fn read(row: &AnyRow) -> Result<Option<FinishedGame>, sqlx::Error> {
        let ended: Option<String> = row.try_get("ended")?;
        let (made, opening): (i64, i64) = (row.try_get("made")?, row.try_get("opening")?);
        let counts = ended.is_some_and(|ended| ended != Ending::Aborted.name());
        if !counts || made - opening < FEWEST_MOVES {
            return Ok(None);
        }
        let sides = [side(row, "black", "black_person")?, side(row, "white", "white_person")?];
        let [Some(black), Some(white)] = sides else { return Ok(None) };
        let has_person = [&black, &white].iter().any(|side| matches!(side, RatedSide::Person(_)));
        if !has_person || black == white {
            return Ok(None);
        }
        let winner: Option<String> = row.try_get("winner")?;
        let winner = Color::BOTH.into_iter().find(|side| Some(side.name()) == winner.as_deref());
        let (id, moment) = (row.try_get("id")?, row.try_get("updated")?);
        Ok(Some(FinishedGame { id, moment, sides: [black, white], winner }))
    }

    /// Lists the accounts that play.
    pub(super) fn people(&self) -> impl Iterator<Item = &PersonId> {
        self.sides.iter().filter_map(|side| match side {
            RatedSide::Person(person) => Some(person),
            _ => None,
        })
    }

    fn result(&self, side: Color) -> RatedResult {
        match self.winner {
            None => RatedResult::Drawn,
            Some(winner) if winner == side => RatedResult::Won,
            Some(_) => RatedResult::Lost,
        }
    }
}

fn side(row: &AnyRow, player: &str, person: &str) -> Result<Option<RatedSide>, sqlx::Error> {
    let player = PlayerId::from(text(row, player)?.as_str());
    let person: Option<String> = row.try_get(person)?;
    Ok(match (player, person.map(PersonId::from)) {
        (PlayerId::Program(name), _) => {
            computer_rating(&name).map(|known| RatedSide::Computer(name, known.rating))
        }
        (PlayerId::Person, Some(person)) => (!person.is_guest()).then_some(RatedSide::Person(person)),
        (PlayerId::Person, None) => Some(RatedSide::Gone),
    })
}

/// What is stored of somebody's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StoredRating {
    pub(super) rating: PlayerRating,
    /// How many games count.
    pub(super) games: i64,
    /// When the last one ended, in milliseconds since 1970.
    pub(super) updated: i64,
}

impl StoredRating {
    /// What is believed of somebody who has not played.
    pub(crate) const NEW: StoredRating = StoredRating { rating: PlayerRating::START, games: 0, updated: 0 };

    pub(crate) fn read(row: &AnyRow) -> Result<StoredRating, sqlx::Error> {
        Ok(StoredRating {
            rating: figures(row)?,
            games: row.try_get("games")?,
            updated: row.try_get("updated")?,
        })
    }

    /// Returns how long the last game was over at a moment.
    fn rested(&self, moment: i64) -> Duration {
        let rested = if self.games == 0 { 0 } else { moment.saturating_sub(self.updated) };
        Duration::from_millis(u64::try_from(rested).unwrap_or(0))
    }

    /// Returns the rating at a moment: its deviation has grown since the last game.
    pub(crate) fn at(&self, moment: i64) -> PlayerRating {
        self.rating.aged(self.rested(moment))
    }
}

/// Reads rating, deviation and volatility.
pub(super) fn figures(row: &AnyRow) -> Result<PlayerRating, sqlx::Error> {
    Ok(PlayerRating {
        rating: row.try_get("rating")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
    })
}

/// What a game changed for one of its players.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RatingChange {
    pub(super) game: i64,
    pub(super) side: Color,
    pub(super) person: PersonId,
    pub(super) moment: i64,
    pub(super) result: RatedResult,
    pub(super) opponent: Option<String>,
    pub(super) opponent_rating: PlayerRating,
    pub(super) before: PlayerRating,
    pub(super) after: PlayerRating,
}

/// The ratings of people, as far as they have been counted.
#[derive(Clone, Debug, Default)]
pub(super) struct RatingBook {
    pub(super) people: BTreeMap<PersonId, StoredRating>,
}

impl RatingBook {
    /// Counts a game and returns what it changes. What an account that is gone was rated must be known, black
    /// first; otherwise nothing changes. The game ends after all others of its players.
    pub(super) fn count(
        &mut self,
        game: &FinishedGame,
        known: [Option<PlayerRating>; 2],
    ) -> Vec<RatingChange> {
        let stored = |person: &PersonId| self.people.get(person).copied().unwrap_or(StoredRating::NEW);
        let last = game.people().map(|person| stored(person).updated).max().unwrap_or(0);
        let moment = game.moment.max(last.saturating_add(1));
        let rating = |side: Color| match &game.sides[side as usize] {
            RatedSide::Person(person) => Some(stored(person).at(moment)),
            RatedSide::Computer(_, rating) => Some(*rating),
            RatedSide::Gone => known[side as usize],
        };
        let (Some(black), Some(white)) = (rating(Color::Black), rating(Color::White)) else {
            return Vec::new();
        };
        let ratings = [black, white];
        let mut changes = Vec::new();
        for side in Color::BOTH {
            let RatedSide::Person(person) = &game.sides[side as usize] else { continue };
            let (opponent, weight) = match &game.sides[!side as usize] {
                RatedSide::Person(person) => (Some(person.as_str().to_owned()), 1.0),
                RatedSide::Computer(player, _) => (Some(player.clone()), COMPUTER_WEIGHT),
                RatedSide::Gone => (None, 1.0),
            };
            let (result, opponent_rating) = (game.result(side), ratings[!side as usize]);
            let before = stored(person);
            let after = before
                .rating
                .after(before.rested(moment), &RatedGame { opponent: opponent_rating, result, weight });
            changes.push(RatingChange {
                game: game.id,
                side,
                person: person.clone(),
                moment,
                result,
                opponent,
                opponent_rating,
                before: ratings[side as usize],
                after,
            });
        }
        for change in &changes {
            let games = stored_games(&self.people, &change.person) + 1;
            let updated = StoredRating { rating: change.after, games, updated: moment };
            self.people.insert(change.person.clone(), updated);
        }
        changes
    }
}

fn stored_games(people: &BTreeMap<PersonId, StoredRating>, person: &PersonId) -> i64 {
    people.get(person).map_or(0, |stored| stored.games)
}
