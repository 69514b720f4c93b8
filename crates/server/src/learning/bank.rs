//! The mistake bank: what the review of one's own game leaves to be learned.

use outflank_coach::{Label, Phase};
use outflank_game::{KeptGame, PersonId};
use outflank_learn::{CardPosition, DAY, Habit};
use outflank_review::{PlyReview, PositionNotes, ReviewSchedule};
use outflank_rules::{Color, Move, Position};
use outflank_store::{LearnedGameRow, NewCard};

use super::MOST_CARDS;
use crate::error::ApiError;
use crate::seats::Viewer;
use crate::studio::Studio;

/// How many mistakes of a game are learned: the dearest.
const MOST: usize = 6;

/// Somebody who looks at a game of their own.
#[derive(Clone, Debug)]
pub(crate) struct GameLearner {
    person: Option<PersonId>,
    game: i64,
    side: Color,
    opponent: String,
    /// When the game was played.
    moment: i64,
    score: i64,
}

impl GameLearner {
    /// Finds out who learns from a game: a person who sits on one side of it, and on one alone. `None`
    /// unless it
    /// is over.
    pub(crate) fn of(kept: &KeptGame, viewer: &Viewer) -> Option<GameLearner> {
        let own = |side: &Color| kept.game.is_person(*side) && viewer.sits(kept, *side);
        let mut sides = Color::BOTH.into_iter().filter(own);
        let side = sides.next().filter(|_| sides.next().is_none() && kept.game.is_over())?;
        let opponent = kept.game.seat(!side);
        let called = if kept.game.is_person(!side) {
            opponent.called().to_owned()
        } else {
            opponent.player.as_str().to_owned()
        };
        Some(GameLearner {
            person: viewer.person().cloned(),
            game: kept.id,
            side,
            opponent: called,
            moment: kept.updated,
            score: i64::from(side.for_black(kept.game.score())),
        })
    }
}

impl Studio {
    /// Takes over what a review that is complete says of somebody's game. Twice is as good as once.
    pub(crate) async fn learn_from(&self, learner: GameLearner, found: ReviewedGame) -> Result<(), ApiError> {
        let now = self.learning_now();
        let ReviewedGame { mut row, mut cards } = found;
        row.game = learner.game;
        row.moment = learner.moment;
        row.side = learner.side.name().to_owned();
        row.opponent = learner.opponent.clone();
        row.score = learner.score;
        let person = learner.person.as_ref();
        let known = self.store.learned_games(person).await?;
        self.store.keep_learned_game(person, &row).await?;
        if known.iter().any(|known| known.game == learner.game) {
            return Ok(());
        }
        for card in &mut cards {
            card.game = Some(learner.game);
            card.opponent = learner.opponent.clone();
            // After a night: sleep is part of learning.
            card.due = now.saturating_add(DAY / 2);
        }
        self.store.keep_cards(person, &cards, now, MOST_CARDS).await?;
        Ok(())
    }
}

/// What a review says of one side of a game.
#[derive(Clone, Debug)]
pub(crate) struct ReviewedGame {
    row: LearnedGameRow,
    cards: Vec<NewCard>,
}

impl ReviewedGame {
    /// Reads what a complete review says of a side.
    pub(crate) fn of(schedule: &ReviewSchedule, learner: &GameLearner) -> ReviewedGame {
        let side = learner.side;
        let summary = schedule.summary();
        let (mut losses, mut moves) = ([0; 3], [0; 3]);
        let mut mistakes: Vec<(f64, NewCard)> = Vec::new();
        for (ply, one) in summary.plies.iter().enumerate() {
            let Some(one) = one.as_ref().filter(|one| one.side == side && !one.played.is_pass()) else {
                continue;
            };
            let Some(&(position, _)) = schedule.game().get(ply) else { continue };
            let phase = Phase::of(position.empty().len()) as usize;
            losses[phase] += i64::from(one.loss().max(0));
            moves[phase] += 1;
            if one.label >= Label::Mistake {
                let [best, played] = one.chances();
                mistakes.extend(card_of(schedule, position, ply, one).map(|card| (best - played, card)));
            }
        }
        mistakes.sort_by(|one, other| other.0.total_cmp(&one.0));
        mistakes.truncate(MOST);
        let row = LearnedGameRow {
            game: 0,
            moment: 0,
            side: String::new(),
            opponent: String::new(),
            score: 0,
            accuracy: summary.sides[side as usize].accuracy,
            losses,
            moves,
        };
        ReviewedGame { row, cards: mistakes.into_iter().map(|(_, card)| card).collect() }
    }
}

/// Makes a card of a mistake; `None` if nobody knows what would have been right.
fn card_of(schedule: &ReviewSchedule, position: Position, ply: usize, one: &PlyReview) -> Option<NewCard> {
    let notes = schedule.notes(position)?;
    let answers = answers(&position, notes);
    if answers.is_empty() || answers.contains(&one.played) {
        return None;
    }
    let cause = schedule.explanation(position).and_then(|why| why.claims().first()).map(|claim| claim.cause);
    Some(NewCard {
        kind: "mistake".to_owned(),
        board: CardPosition::of(&position).key(),
        position: position.to_string(),
        answers: answers.iter().map(ToString::to_string).collect(),
        ply: i64::try_from(ply).unwrap_or(i64::MAX),
        played: one.played.to_string(),
        loss: i64::from(one.loss()),
        cause: cause.map_or(String::new(), |cause| cause.name().to_owned()),
        habit: cause.map_or(String::new(), |cause| Habit::of(cause, &position).name().to_owned()),
        ..NewCard::default()
    })
}

/// Returns the moves that are no worse than good, the best first.
fn answers(position: &Position, notes: &PositionNotes) -> Vec<Move> {
    let is_right = |played: Move| {
        let label = PlyReview::of(position, notes, played).map(|one| one.label);
        label.is_some_and(|label| label < Label::Inaccuracy)
    };
    notes.moves().iter().map(|one| one.played).filter(|played| is_right(*played)).collect()
}
