//! What was learned, as it is kept: a value for each card, many answers in a value, and one for the rest.

use outflank_keep::{AnswerRow, CardRow, LearnedGameRow, LessonRow, NewCard, RepertoireRow};
use serde::{Deserialize, Serialize};

use super::LearningTable;
use crate::desk::Desk;
use crate::desk::values::{known_version, read_json};

/// The key of lessons, games and repertoires.
pub(super) const LEARNED: &str = "learning/all";
/// How many answers share a value.
pub(super) const ANSWERS: usize = 512;

/// A card: what is empty is left out.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct CardValue {
    version: u8,
    id: i64,
    kind: String,
    board: String,
    position: String,
    answers: Vec<String>,
    due: i64,
    created: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<i64>,
    ply: i64,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    played: String,
    loss: i64,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    opponent: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    cause: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    habit: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reviewed: Option<i64>,
    /// Stability and difficulty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    memory: Option<(f64, f64)>,
    reviews: i64,
    lapses: i64,
}

impl CardValue {
    pub(super) fn of(row: &CardRow) -> CardValue {
        let CardRow { id, card, created, reviewed, memory, reviews, lapses } = row.clone();
        let NewCard { kind, board, position, answers, due, game, ply, played, loss, opponent, cause, habit } =
            card;
        CardValue {
            version: 1,
            id,
            kind,
            board,
            position,
            answers,
            due,
            created,
            game,
            ply,
            played,
            loss,
            opponent,
            cause,
            habit,
            reviewed,
            memory,
            reviews,
            lapses,
        }
    }

    fn row(self) -> CardRow {
        CardRow {
            id: self.id,
            card: NewCard {
                kind: self.kind,
                board: self.board,
                position: self.position,
                answers: self.answers,
                due: self.due,
                game: self.game,
                ply: self.ply,
                played: self.played,
                loss: self.loss,
                opponent: self.opponent,
                cause: self.cause,
                habit: self.habit,
            },
            created: self.created,
            reviewed: self.reviewed,
            memory: self.memory,
            reviews: self.reviews,
            lapses: self.lapses,
        }
    }
}

/// Answers that share a value: card, moment, grade, milliseconds and the move.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct AnswersValue {
    version: u8,
    answers: Vec<(i64, i64, i64, i64, String)>,
}

/// Lessons, games and repertoires.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct LearnedValue {
    version: u8,
    last_card: i64,
    last_repertoire: i64,
    /// Name, steps, and when all were done.
    lessons: Vec<(String, i64, Option<i64>)>,
    games: Vec<LearnedGameValue>,
    /// Number, name, side and lines.
    repertoires: Vec<(i64, String, String, Vec<String>)>,
}

/// A reviewed game.
#[derive(Debug, Serialize, Deserialize)]
struct LearnedGameValue {
    game: i64,
    moment: i64,
    side: String,
    opponent: String,
    score: i64,
    accuracy: Option<f64>,
    losses: [i64; 3],
    moves: [i64; 3],
}

impl LearnedGameValue {
    fn of(row: &LearnedGameRow) -> LearnedGameValue {
        let LearnedGameRow { game, moment, side, opponent, score, accuracy, losses, moves } = row.clone();
        LearnedGameValue { game, moment, side, opponent, score, accuracy, losses, moves }
    }

    fn row(self) -> LearnedGameRow {
        let LearnedGameValue { game, moment, side, opponent, score, accuracy, losses, moves } = self;
        LearnedGameRow { game, moment, side, opponent, score, accuracy, losses, moves }
    }
}

impl LearningTable {
    pub(super) fn value(&self) -> LearnedValue {
        let lesson = |row: &LessonRow| (row.lesson.clone(), row.steps, row.done);
        let repertoire =
            |row: &RepertoireRow| (row.id, row.name.clone(), row.side.clone(), row.lines.clone());
        LearnedValue {
            version: 1,
            last_card: self.last_card,
            last_repertoire: self.last_repertoire,
            lessons: self.lessons.iter().map(lesson).collect(),
            games: self.games.iter().map(LearnedGameValue::of).collect(),
            repertoires: self.repertoires.iter().map(repertoire).collect(),
        }
    }

    pub(super) fn answers_value(&self, block: usize) -> AnswersValue {
        let own = self.answers.iter().skip(block * ANSWERS).take(ANSWERS);
        let answer =
            |row: &AnswerRow| (row.card, row.moment, row.grade, row.milliseconds, row.played.clone());
        AnswersValue { version: 1, answers: own.map(answer).collect() }
    }
}

impl Desk {
    /// Reads lessons, games and repertoires.
    pub(in crate::desk) fn load_learned(&mut self, value: &[u8]) -> Result<(), String> {
        let value: LearnedValue = read_json(value)?;
        known_version(value.version)?;
        let table = &mut self.learning;
        table.last_card = table.last_card.max(value.last_card);
        table.last_repertoire = value.last_repertoire;
        table.lessons = value
            .lessons
            .into_iter()
            .map(|(lesson, steps, done)| LessonRow { lesson, steps, done })
            .collect();
        table.games = value.games.into_iter().map(LearnedGameValue::row).collect();
        table.repertoires = value
            .repertoires
            .into_iter()
            .map(|(id, name, side, lines)| RepertoireRow { id, name, side, lines })
            .collect();
        Ok(())
    }

    /// Reads a card.
    pub(in crate::desk) fn load_card(&mut self, value: &[u8]) -> Result<(), String> {
        let value: CardValue = read_json(value)?;
        known_version(value.version)?;
        let row = value.row();
        self.learning.last_card = self.learning.last_card.max(row.id);
        self.learning.cards.insert(row.id, row);
        Ok(())
    }

    /// Reads answers that share a value.
    pub(in crate::desk) fn load_answers(&mut self, value: &[u8]) -> Result<(), String> {
        let value: AnswersValue = read_json(value)?;
        known_version(value.version)?;
        let answer = |(card, moment, grade, milliseconds, played)| AnswerRow {
            card,
            moment,
            grade,
            milliseconds,
            played,
        };
        let answers = &mut self.learning.answers;
        answers.extend(value.answers.into_iter().map(answer));
        // Values come in the order of their keys as texts; the clock of the desk never goes back.
        answers.sort_by_key(|answer| answer.moment);
        Ok(())
    }
}
