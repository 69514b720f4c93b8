//! The openings trainer: repertoires, and training step by step.

use outflank_book::Book;
use outflank_keep::{ExplorerFilter, RepertoireRow, look};
use outflank_learn::ReplySource;
use outflank_records::Record;
use outflank_rules::{Move, Position};
use outflank_wire::cards::days_of;
use outflank_wire::learn::{DayQuery, RepertoireWish, TrainingWish};
use outflank_wire::training::{self, DEPTH, MOST_REPERTOIRES, RepertoireDraft, TrainingStep, tree_of};
use serde_json::{Value, json};

use super::cards::{mistake_of, refutation};
use crate::desk::library::LibraryTable;
use crate::desk::reply::{Handled, Reply, now};
use crate::desk::request::{DeskRequest, number};
use crate::desk::{Desk, DeskRefusal, JobUrgency};

/// For how long the moves of a position are compared at most, in milliseconds.
const TIME: u64 = 900;

/// What opponents play: counted in the library, the book, or the names of openings.
struct CountedReplies<'d> {
    library: &'d LibraryTable,
    book: Option<&'d Book>,
}

impl ReplySource for CountedReplies<'_> {
    fn replies(&self, position: &Position) -> Vec<(Move, u64)> {
        let (index, deleted) = self.library.index();
        let found = look(&[index], &Record::new(*position), &ExplorerFilter::default(), deleted);
        // A position that cannot be looked up was never played.
        found.map_or_else(|_| Vec::new(), |found| training::replies(*position, &found, self.book))
    }
}

impl Desk {
    /// Answers requests about repertoires: the parts of the path after `repertoires`.
    pub(super) fn route_repertoires(&mut self, request: &DeskRequest, parts: &[&str]) -> Handled {
        match (request.method.as_str(), parts) {
            ("POST", []) => self.create_repertoire(request),
            ("GET", [id]) => self.show_repertoire(number(id)?),
            ("DELETE", [id]) => self.delete_repertoire(number(id)?),
            ("POST", [id, "step"]) => self.train(number(id)?, request),
            _ => Err(DeskRefusal::needs_server(&request.path)),
        }
    }

    fn counted_replies(&self) -> CountedReplies<'_> {
        CountedReplies { library: &self.library, book: self.files.book() }
    }

    fn repertoire(&self, id: i64) -> Result<&RepertoireRow, DeskRefusal> {
        let row = self.learning.repertoires.iter().find(|row| row.id == id);
        row.ok_or_else(|| DeskRefusal::missing(format!("there is no repertoire {id}")))
    }

    fn create_repertoire(&mut self, request: &DeskRequest) -> Handled {
        let wish: RepertoireWish = request.json()?;
        let mut draft = RepertoireDraft::of(&wish)?;
        if wish.games {
            let games: Vec<i64> = draft.games(&self.learning.games).collect();
            for id in games {
                // A game that was deleted since has no opening any more.
                if let Ok(kept) = self.games.kept(id) {
                    draft.add_game(kept.game.plies());
                }
            }
        }
        if let Some(most) = wish.book {
            let unread =
                |why: String| DeskRefusal::internal(format!("the opening book cannot be read: {why}"));
            let book = self.files.book().ok_or_else(|| unread("it is damaged".to_owned()))?;
            draft.hold(book, most).map_err(|error| unread(error.to_string()))?;
            if draft.is_empty() {
                return Err(training::nothing_held().into());
            }
        }
        let tree = if wish.grow { draft.grown(&self.counted_replies()) } else { draft.tree() };
        let (row, cards) = draft.kept(&tree, self.now)?;
        if self.learning.repertoires.len() >= usize::try_from(MOST_REPERTOIRES).unwrap_or(0) {
            return Err(DeskRefusal::bad(format!("there are already {MOST_REPERTOIRES} repertoires")));
        }
        self.learning.last_repertoire += 1;
        let row = RepertoireRow { id: self.learning.last_repertoire, ..row };
        self.learning.repertoires.push(row.clone());
        self.keep_cards(cards);
        let listed = training::listed(&row, &self.learning.cards(Some("opening")), self.now);
        Ok(Some(Reply::created(&listed)))
    }

    fn show_repertoire(&self, id: i64) -> Handled {
        let row = self.repertoire(id)?;
        let coverage = training::coverage(&tree_of(row), &self.counted_replies());
        now(&training::shown(row, &coverage, &self.learning.cards(Some("opening")), self.now))
    }

    /// Deletes a repertoire with its cards.
    fn delete_repertoire(&mut self, id: i64) -> Handled {
        if let Ok(row) = self.repertoire(id) {
            let tree = tree_of(row);
            let cards = self.learning.cards(Some("opening"));
            for (key, _) in tree.cards() {
                if let Some(card) = training::card_at(&cards, key) {
                    self.delete_card(card.id);
                }
            }
            self.learning.repertoires.retain(|row| row.id != id);
            self.keep_learned();
        }
        Ok(Some(Reply::nothing()))
    }

    /// Plays a step against the trainer, who answers as people do.
    fn train(&mut self, id: i64, request: &DeskRequest) -> Handled {
        let query: DayQuery = request.query()?;
        let wish: TrainingWish = request.json()?;
        let step = TrainingStep::of(tree_of(self.repertoire(id)?), &wish)?;
        let judged = step.judged().cloned();
        let mut days = None;
        if let Some(own) = &judged {
            let cards = self.learning.cards(Some("opening"));
            if let Some(card) = training::card_at(&cards, &own.key) {
                let practised = training::practised(own, card, days_of(&query), self.now);
                days =
                    Some(practised.unwrap_or_else(|| self.grade_card(card, own.grade, &own.answer, &query)));
            }
        }
        let mut dice = self.dice();
        let mut draw = |sum: u64| u64::from(dice.below(u32::try_from(sum).unwrap_or(u32::MAX)));
        let mut told = step.told(&self.counted_replies(), &mut draw);
        told.days = days;
        let Some(own) = judged else { return now(&told) };
        let told = serde_json::to_value(told).unwrap_or(Value::Null);
        let values = json!({
            "task": "analyze",
            "position": own.position.to_string(),
            "best": null,
            "depth": DEPTH,
            "milliseconds": TIME,
        });
        let refuted = (!own.right).then(|| refutation(own.position, own.played, Some(own.expected)));
        self.tell_trained(request.id, told, values, refuted);
        Ok(None)
    }

    /// Answers a step with what the moves of its position are worth, and with why the own one is wrong.
    fn tell_trained(&mut self, request: u64, mut told: Value, values: Value, refuted: Option<Value>) {
        let job = self.begin_job(JobUrgency::Hint, values, None, move |desk, found| {
            told["values"] = values_of(found);
            let Some(refuted) = refuted else { return desk.out.answer(request, Reply::json(&told)) };
            let job = desk.begin_job(JobUrgency::Hint, refuted, None, move |desk, found| {
                told["mistake"] = mistake_of(found);
                desk.out.answer(request, Reply::json(&told));
            });
            desk.wait_for(request, job);
        });
        self.wait_for(request, job);
    }
}

/// Reads what moves are worth, the best first; nothing if nobody can say.
fn values_of(found: Result<Value, String>) -> Value {
    let moves = found.ok().and_then(|found| found["moves"].as_array().cloned()).unwrap_or_default();
    moves.iter().map(|one| json!({ "move": one["move"], "score": one["score"] })).collect()
}
