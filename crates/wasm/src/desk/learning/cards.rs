//! Positions that come back: those that are due, answers, hints.

use outflank_keep::CardRow;
use outflank_learn::{CardQuestion, Grade};
use outflank_rules::{Move, Position};
use outflank_wire::cards::{self, GradedCard, JudgedAnswer, days_of, question_of};
use outflank_wire::learn::{AnswerWish, DayQuery};
use serde_json::{Value, json};

use crate::desk::reply::{Handled, Reply, now};
use crate::desk::request::{DeskRequest, number};
use crate::desk::{Desk, DeskRefusal, JobUrgency};

impl Desk {
    /// Answers requests about cards: the parts of the path after `cards`.
    pub(super) fn route_cards(&mut self, request: &DeskRequest, parts: &[&str]) -> Handled {
        match (request.method.as_str(), parts) {
            ("GET", []) => {
                let days = days_of(&request.query()?);
                now(&cards::due(&self.learning.cards(None), days, self.now))
            }
            ("POST", [id, "answer"]) => self.answer_card(number(id)?, request),
            ("GET", [id, "hint"]) => {
                let (_, question) = self.card(number(id)?)?;
                now(&cards::hint(&question))
            }
            ("DELETE", [id]) => {
                self.delete_card(number(id)?);
                Ok(Some(Reply::nothing()))
            }
            _ => Err(DeskRefusal::needs_server(&request.path)),
        }
    }

    /// Finds a card and what it asks.
    fn card(&self, id: i64) -> Result<(CardRow, CardQuestion), DeskRefusal> {
        let card = self.learning.cards.get(&id);
        let card = card.ok_or_else(|| DeskRefusal::missing(format!("there is no card {id}")))?;
        let damaged = |error| DeskRefusal::internal(format!("card {id} is damaged: {error}"));
        Ok((card.clone(), question_of(card).map_err(damaged)?))
    }

    fn answer_card(&mut self, id: i64, request: &DeskRequest) -> Handled {
        let query: DayQuery = request.query()?;
        let wish: AnswerWish = request.json()?;
        let (card, question) = self.card(id)?;
        let judged = JudgedAnswer::of(&question, &wish)?;
        let days = self.grade_card(&card, judged.grade, &wish, &query);
        let view = judged.view(&card, days, None);
        if judged.right {
            return now(&view);
        }
        let refuted = refutation(judged.position, judged.played, judged.better);
        let mut view = serde_json::to_value(view).unwrap_or(Value::Null);
        let id = request.id;
        let job = self.begin_job(JobUrgency::Hint, refuted, None, move |desk, found| {
            view["mistake"] = mistake_of(found);
            desk.out.answer(id, Reply::json(&view));
        });
        self.wait_for(id, job);
        Ok(None)
    }

    /// Keeps an answer, and tells in how many days the card comes back.
    pub(super) fn grade_card(
        &mut self,
        card: &CardRow,
        grade: Grade,
        wish: &AnswerWish,
        query: &DayQuery,
    ) -> u32 {
        let GradedCard { after, answer, days } = GradedCard::of(card, grade, wish, days_of(query), self.now);
        self.keep_answer(after, answer);
        days
    }
}

/// The task to say why a move is wrong, with the line that shows it.
pub(super) fn refutation(position: Position, played: Move, better: Option<Move>) -> Value {
    json!({
        "task": "explain",
        "position": position.to_string(),
        "move": played.to_string(),
        "better": better.map(|better| better.to_string()),
    })
}

/// Reads why a move is wrong; nothing if it loses nothing after all, or nobody can say.
pub(super) fn mistake_of(found: Result<Value, String>) -> Value {
    let is_one = |found: &Value| found["played"].as_array().is_some_and(|line| !line.is_empty());
    found.ok().filter(is_one).unwrap_or(Value::Null)
}
