//! Searches for opening books: asked for by `outflank book`, done by whoever has nothing more urgent to do.
//!
//! What is found is told, not stored: the book is with whoever asked. An answer that is not heard is asked
//! for again, and then the search is done again.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use outflank_book::{BookEstimate, BookKey, BookLeaf, Confidence, LeafSearch};
use outflank_coach::typical_error;
use outflank_engine::{Limits, Stopper};
use outflank_rules::{Move, Position, Square};
use outflank_store::{ClaimedJob, JobClass, NewJob, Store};
use serde::{Deserialize, Serialize};
use tokio::runtime::Runtime;

use super::book_engine::{BookEngine, search_cost};
use super::claims::WorkPlace;
use super::{WorkRole, lock};
use crate::studio::Studio;

/// The kind of a job that is a search for an opening book.
pub(super) const BOOK: &str = "book";

/// How long a search takes, about.
const BUDGET: Duration = Duration::from_secs(1);

/// After how long it is asked again. Then twice as long each time.
const LOOK: Duration = Duration::from_secs(2);

/// The longest time until it is asked again.
const LONGEST_LOOK: Duration = Duration::from_secs(16);

/// How often it is looked whether the book still wants a search.
const END_LOOK: Duration = Duration::from_millis(100);

/// A search for a book, as the queue has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct BookOrder {
    position: String,
    /// The moves of which the best is wanted; `None` if the position is to be solved.
    moves: Option<Vec<String>>,
    depth: u32,
}

impl BookOrder {
    fn new(key: BookKey, moves: Option<&[Square]>, depth: u32) -> BookOrder {
        let moves = moves.map(|moves| moves.iter().map(ToString::to_string).collect());
        BookOrder { position: key.position().to_string(), moves, depth }
    }

    /// Returns the job, the same one for the same search.
    fn job(&self) -> NewJob {
        let what = match &self.moves {
            Some(moves) => format!("{} at {}", moves.join(""), self.depth),
            None => "solve".to_owned(),
        };
        NewJob {
            kind: BOOK,
            game: 0,
            revision: 0,
            subject: format!("{} {what}", self.position),
            owner: BOOK.to_owned(),
            class: JobClass::Background,
            payload: serde_json::to_string(self).unwrap_or_default(),
            budget: BUDGET,
        }
    }

    /// Does the search; `None` if it was stopped.
    fn perform(&self, search: &dyn LeafSearch) -> Result<Option<BookAnswer>, String> {
        let position: Position =
            self.position.parse().map_err(|error| format!("position {:?}: {error}", self.position))?;
        let (key, _) = BookKey::of_position(&position).ok_or_else(|| format!("{position}: no legal move"))?;
        let Some(moves) = &self.moves else {
            let found = search.solve(key);
            return Ok(found.map(|(score, square)| {
                let estimate = BookEstimate::proven(score, key.empties());
                BookAnswer::of(&BookLeaf { square: Some(square), estimate })
            }));
        };
        let square = |text: &String| match text.parse::<Square>() {
            Ok(square) if key.position().is_legal(Move::Place(square)) => Ok(square),
            _ => Err(format!("{text:?} is no move of {position}")),
        };
        let moves = moves.iter().map(square).collect::<Result<Vec<_>, _>>()?;
        Ok(search.best_of(key, &moves).map(|leaf| BookAnswer::of(&leaf)))
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct BookAnswer {
    square: Option<String>,
    value: i8,
    depth: u8,
    /// In per cent; 0 if nobody knows.
    confidence: u8,
    proven: bool,
}

impl BookAnswer {
    fn of(leaf: &BookLeaf) -> BookAnswer {
        let BookEstimate { value, depth, confidence } = leaf.estimate;
        let percent = match confidence {
            Confidence::Percent(percent) => percent,
            Confidence::Proven => 100,
            Confidence::Hand | Confidence::Unknown => 0,
        };
        let square = leaf.square.map(|square| square.to_string());
        BookAnswer { square, value, depth, confidence: percent, proven: confidence == Confidence::Proven }
    }

    fn leaf(&self) -> Result<BookLeaf, String> {
        let parse = |text: &String| text.parse().map_err(|_| format!("{text:?} is no square"));
        let square = self.square.as_ref().map(parse).transpose()?;
        let confidence = match self.confidence {
            _ if self.proven => Confidence::Proven,
            0 => Confidence::Unknown,
            percent => Confidence::Percent(percent.min(100)),
        };
        if !(-64..=64).contains(&self.value) || self.depth > 60 {
            return Err(format!("{} at depth {} is no value", self.value, self.depth));
        }
        Ok(BookLeaf { square, estimate: BookEstimate { value: self.value, depth: self.depth, confidence } })
    }
}

impl Studio {
    /// Does a search for a book, and tells whoever waits for it.
    pub(super) async fn search_for_book(
        self: &Arc<Studio>,
        job: &ClaimedJob,
        stopper: &Stopper,
        place: WorkPlace,
    ) -> Result<(), String> {
        let order: BookOrder = serde_json::from_str(&job.payload)
            .map_err(|error| format!("the order {:?}: {error}", job.payload))?;
        let stops = stopper.clone();
        let search = self.engines.review_in_slices(stopper, move |engine, clock| {
            let limits = Limits { deadline: Some((clock, Duration::MAX)), ..Limits::stopped_by(&stops) };
            order.perform(&BookEngine::new(engine, order.depth, limits))
        });
        let found = search.await;
        drop(place);
        match found {
            Some(found) => {
                if let Some(answer) = found? {
                    self.tell_result(job, serde_json::to_string(&answer).unwrap_or_default());
                }
                Ok(())
            }
            None if stopper.is_stopped() => Ok(()),
            None => Err("there is not enough memory for the engine".to_owned()),
        }
    }

    /// Lets anybody do a search, and waits until it is done; `None` if it is not wanted any more.
    ///
    /// # Errors
    ///
    /// If it was given up, or the answer makes no sense.
    async fn order_for_book(
        &self,
        order: &BookOrder,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<BookLeaf>, String> {
        let job = order.job();
        let mut patience = LOOK;
        loop {
            let answer = tokio::select! {
                answer = tokio::time::timeout(patience, self.ask(&job)) => answer,
                () = until(is_over) => {
                    let _done_for_nobody = self.store.withdraw(&job).await;
                    return Ok(None);
                }
            };
            match answer {
                Ok(Some(text)) => {
                    let answer: BookAnswer =
                        serde_json::from_str(&text).map_err(|error| format!("{text:?}: {error}"))?;
                    return answer.leaf().map(Some);
                }
                // The database is away: it may come back.
                Ok(None) => tokio::time::sleep(END_LOOK).await,
                Err(_nothing_heard) => {
                    if let Ok(Some(why)) = self.store.given_up(&job).await {
                        let _may_be_asked_for_again = self.store.withdraw(&job).await;
                        return Err(format!("{}: {why}", order.position));
                    }
                    patience = (2 * patience).min(LONGEST_LOOK);
                }
            }
        }
    }
}

/// Waits until something is over.
async fn until(is_over: &(dyn Fn() -> bool + Sync)) {
    while !is_over() {
        tokio::time::sleep(END_LOOK).await;
    }
}

/// Searches for a book that servers and workers do which share a PostgreSQL.
///
/// Each search waits in the queue behind everything else. A worker that dies in the middle of one loses its
/// lease, and another does it. The threads that ask only wait.
pub struct BookQueue {
    studio: Arc<Studio>,
    depth: u32,
    is_over: Box<dyn Fn() -> bool + Send + Sync>,
    failure: Mutex<Option<String>>,
    runtime: Option<Runtime>,
}

impl BookQueue {
    /// Asks those who share a database for searches of so many plies, until `is_over`. The runtime is used
    /// for nothing else.
    #[must_use]
    pub fn new(
        runtime: Runtime,
        store: Store,
        depth: u32,
        is_over: impl Fn() -> bool + Send + Sync + 'static,
    ) -> BookQueue {
        let studio = runtime.block_on(async { Studio::with_role(store, None, Some(1), WorkRole::Asking) });
        let (is_over, failure) = (Box::new(is_over), Mutex::default());
        BookQueue { studio, depth, is_over, failure, runtime: Some(runtime) }
    }

    /// Returns why a search was given up, if one was; then no more are asked for.
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        lock(&self.failure).clone()
    }

    fn ask(&self, order: &BookOrder) -> Option<BookLeaf> {
        let is_over = || (self.is_over)() || self.failure().is_some();
        match self.runtime.as_ref()?.block_on(self.studio.order_for_book(order, &is_over)) {
            Ok(found) => found,
            Err(why) => {
                *lock(&self.failure) = Some(why);
                None
            }
        }
    }
}

impl LeafSearch for BookQueue {
    fn best_of(&self, key: BookKey, moves: &[Square]) -> Option<BookLeaf> {
        self.ask(&BookOrder::new(key, Some(moves), self.depth))
    }

    fn solve(&self, key: BookKey) -> Option<(i32, Square)> {
        let found = self.ask(&BookOrder::new(key, None, self.depth))?;
        Some((found.estimate.value.into(), found.square?))
    }

    fn expected_error(&self, empties: u32, depth: u32) -> f64 {
        typical_error(empties, depth)
    }

    fn cost(&self, empties: u32) -> f64 {
        search_cost(self.depth, empties)
    }
}

impl Drop for BookQueue {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.block_on(self.studio.close());
            runtime.shutdown_background();
        }
    }
}

#[cfg(test)]
mod tests {
    use outflank_engine::Engine;
    use outflank_engine::eval::Weights;

    use super::*;

    #[test]
    fn an_order_says_everything_and_its_answer_is_that_of_a_search_at_home() {
        let engine = Engine::new(1, Weights::embedded()).unwrap();
        let at_home = BookEngine::new(&engine, 3, Limits::default());
        let start = BookKey::of_position(&Position::start()).unwrap().0;
        let moves: Vec<Square> = start.moves().iter().map(|found| found.square).collect();
        for wanted in [&moves[..], &moves[1..2]] {
            let order = BookOrder::new(start, Some(wanted), 3);
            let sent = order.job().payload;
            let received: BookOrder = serde_json::from_str(&sent).unwrap();
            assert_eq!(received, order);
            let answer = received.perform(&at_home).unwrap().unwrap();
            let told: BookAnswer = serde_json::from_str(&serde_json::to_string(&answer).unwrap()).unwrap();
            engine.forget();
            assert_eq!(told.leaf().unwrap(), at_home.best_of(start, wanted).unwrap());
        }
        let subject = |moves, depth| BookOrder::new(start, moves, depth).job().subject;
        assert_eq!(subject(Some(&moves), 3), subject(Some(&moves), 3), "the same search is one job");
        assert_ne!(subject(Some(&moves), 3), subject(Some(&moves), 4));
        assert_ne!(subject(Some(&moves), 3), subject(Some(&moves[1..]), 3));
        assert_ne!(subject(Some(&moves), 3), subject(None, 3));
    }

    #[test]
    fn a_late_position_is_solved_and_nonsense_is_refused() {
        let engine = Engine::new(1, Weights::embedded()).unwrap();
        let search = BookEngine::new(&engine, 3, Limits::default());
        let late: Position =
            "OOOOOOOOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX-OXXXXX-- O".parse().unwrap();
        let Some((key, _)) = BookKey::of_position(&late) else { panic!("{late} has no move") };
        let answer = BookOrder::new(key, None, 3).perform(&search).unwrap().unwrap();
        assert!(answer.proven && answer.leaf().unwrap().estimate.confidence == Confidence::Proven);
        let (score, square) = search.solve(key).unwrap();
        assert_eq!((i32::from(answer.value), answer.square), (score, Some(square.to_string())));
        for (position, moves) in [("nonsense", vec![]), (&*Position::start().to_string(), vec!["a1"])] {
            let moves = Some(moves.iter().map(ToString::to_string).collect());
            let order = BookOrder { position: position.to_owned(), moves, depth: 3 };
            assert!(order.perform(&search).is_err(), "{order:?}");
        }
        let answer = BookAnswer { square: None, value: 99, depth: 3, confidence: 0, proven: false };
        assert!(answer.leaf().is_err());
    }
}
