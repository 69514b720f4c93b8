//! The mistake bank: whose it is, and how it is kept.

use outflank_game::{KeptGame, PersonId};
use outflank_learn::{BankedGame, BankedMistake, CardPosition, DAY, Habit};
use outflank_rules::Color;
use outflank_store::{LearnedGameRow, NewCard, Store, StoreError};

use super::MOST_CARDS;
use crate::seats::Viewer;

/// A game that is over, and the one who learns from it.
#[derive(Clone, Debug)]
pub struct GameLearner {
    person: Option<PersonId>,
    game: i64,
    side: Color,
    opponent: String,
    /// When the game was played.
    moment: i64,
    score: i64,
}

impl GameLearner {
    /// Finds out who learns from a game: whoever alone has a seat of a person in it that is `own`. `None`
    /// unless it is over.
    pub fn new(
        kept: &KeptGame,
        person: Option<PersonId>,
        own: impl Fn(Color) -> bool,
    ) -> Option<GameLearner> {
        let mut sides = Color::BOTH.into_iter().filter(|side| kept.game.is_person(*side) && own(*side));
        let side = sides.next().filter(|_| sides.next().is_none() && kept.game.is_over())?;
        let opponent = kept.game.seat(!side);
        let called = if kept.game.is_person(!side) {
            opponent.called().to_owned()
        } else {
            opponent.player.as_str().to_owned()
        };
        Some(GameLearner {
            person,
            game: kept.id,
            side,
            opponent: called,
            moment: kept.updated,
            score: i64::from(side.for_black(kept.game.score())),
        })
    }

    /// Finds out who learns from a game that somebody looks at.
    pub(crate) fn of(kept: &KeptGame, viewer: &Viewer) -> Option<GameLearner> {
        GameLearner::new(kept, viewer.person().cloned(), |side| viewer.sits(kept, side))
    }

    /// Returns the side that learns.
    #[must_use]
    pub fn side(&self) -> Color {
        self.side
    }

    /// Takes over what a review that is complete says of the game, and returns how many mistakes come back.
    /// Twice is as good as once.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn keep(&self, store: &Store, found: &BankedGame, now: i64) -> Result<usize, StoreError> {
        let person = self.person.as_ref();
        let known = store.learned_games(person).await?;
        store.keep_learned_game(person, &self.row(found)).await?;
        if known.iter().any(|known| known.game == self.game) {
            return Ok(0);
        }
        // After a night: sleep is part of learning.
        let due = now.saturating_add(DAY / 2);
        let cards: Vec<NewCard> = found.mistakes.iter().map(|mistake| self.card(mistake, due)).collect();
        store.keep_cards(person, &cards, now, MOST_CARDS).await?;
        Ok(cards.len())
    }

    fn row(&self, found: &BankedGame) -> LearnedGameRow {
        LearnedGameRow {
            game: self.game,
            moment: self.moment,
            side: self.side.name().to_owned(),
            opponent: self.opponent.clone(),
            score: self.score,
            accuracy: found.accuracy,
            losses: found.losses.map(i64::from),
            moves: found.moves.map(i64::from),
        }
    }

    fn card(&self, mistake: &BankedMistake, due: i64) -> NewCard {
        let question = &mistake.question;
        NewCard {
            kind: "mistake".to_owned(),
            board: CardPosition::of(&question.position).key(),
            position: question.position.to_string(),
            answers: question.answers.iter().map(ToString::to_string).collect(),
            due,
            game: Some(self.game),
            ply: i64::try_from(mistake.ply).unwrap_or(i64::MAX),
            played: question.played.map_or(String::new(), |played| played.to_string()),
            loss: i64::from(mistake.loss),
            opponent: self.opponent.clone(),
            cause: mistake.cause.map_or(String::new(), |cause| cause.name().to_owned()),
            habit: mistake.habit().map_or(String::new(), |habit: Habit| habit.name().to_owned()),
        }
    }
}
