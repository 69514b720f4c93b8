//! The mistake bank: who learns from a game, and what of it.

use outflank_game::{KeptGame, PersonId};
use outflank_keep::{LearnedGameRow, NewCard};
use outflank_learn::{BankedGame, BankedMistake, CardPosition, DAY, Habit};
use outflank_rules::Color;

/// A finished game and the person who learns from it.
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
    /// Determines who learns from a game: the person in its only human seat that is `own`. `None` if there
    /// are two such seats or none, or if the game is not over.
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

    /// Returns the person who learns, if they have an identity.
    #[must_use]
    pub fn person(&self) -> Option<&PersonId> {
        self.person.as_ref()
    }

    /// Returns the number of the game.
    #[must_use]
    pub fn game(&self) -> i64 {
        self.game
    }

    /// Returns the side that learns.
    #[must_use]
    pub fn side(&self) -> Color {
        self.side
    }

    /// Returns the stored row of the game itself.
    #[must_use]
    pub fn row(&self, found: &BankedGame) -> LearnedGameRow {
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

    /// Returns the mistakes to be reviewed as cards. They come back after a night: sleep is part of learning.
    #[must_use]
    pub fn cards(&self, found: &BankedGame, now: i64) -> Vec<NewCard> {
        let due = now.saturating_add(DAY / 2);
        found.mistakes.iter().map(|mistake| self.card(mistake, due)).collect()
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
