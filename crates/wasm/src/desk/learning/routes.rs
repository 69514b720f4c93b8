//! Requests about learning: what there is today, lessons, progress and what is taken along.

use outflank_learn::DAY;
use outflank_wire::cards::days_of;
use outflank_wire::learn::{LessonDone, OpeningsQuery, ProgressExportQuery};
use outflank_wire::learning::csv;
use outflank_wire::lessons;
use outflank_wire::puzzles::PuzzleStandingView;
use outflank_wire::puzzling::standing_view;
use outflank_wire::training;

use crate::desk::files::ShippedFile;
use crate::desk::reply::{Handled, Reply, now};
use crate::desk::request::DeskRequest;
use crate::desk::{Desk, DeskRefusal};

impl Desk {
    /// Answers requests about learning: the parts of the path after `learn`.
    pub(in crate::desk) fn route_learning(&mut self, request: &DeskRequest, parts: &[&str]) -> Handled {
        match (request.method.as_str(), parts) {
            ("GET", []) => {
                let (days, puzzles) = (days_of(&request.query()?), self.puzzle_standing());
                now(&self.with_learned(|learned| learned.today(puzzles, days, self.now)))
            }
            ("GET", ["lessons", id]) => {
                let lesson = lessons::shown(id, &self.learning.lessons);
                now(&lesson.ok_or_else(|| no_lesson(id))?)
            }
            ("PUT", ["lessons", id]) => self.note_lesson(id, request.json()?),
            ("GET", ["progress"]) => {
                let puzzles = self.puzzle_standing();
                now(&self.with_learned(|learned| learned.progress(puzzles)))
            }
            ("GET", ["export"]) => self.export_learned(&request.query()?),
            (_, ["cards", rest @ ..]) => self.route_cards(request, rest),
            ("GET", ["openings"]) => {
                let query: OpeningsQuery = request.query()?;
                now(&training::named(&query.find))
            }
            // What opponents play is counted in the library and in the book.
            ("GET" | "POST", ["repertoires", ..]) if self.library.is_behind() => {
                self.library.wait(request.clone());
                Ok(None)
            }
            ("GET" | "POST", ["repertoires", ..]) if !ShippedFile::Book.is_here() => {
                self.need(ShippedFile::Book, request)
            }
            (_, ["repertoires", rest @ ..]) => self.route_repertoires(request, rest),
            _ => Err(DeskRefusal::needs_server(&request.path)),
        }
    }

    fn puzzle_standing(&self) -> PuzzleStandingView {
        let (tried, _) = self.puzzles.tried();
        standing_view(&self.puzzles.standing_at(self.now), tried, self.now.div_euclid(DAY))
    }

    /// Takes note of how many steps of a lesson are done; fewer than before change nothing.
    fn note_lesson(&mut self, id: &str, done: LessonDone) -> Handled {
        let new = lessons::done(id, done, self.now).ok_or_else(|| no_lesson(id))?;
        let rows = &mut self.learning.lessons;
        match rows.iter_mut().find(|row| row.lesson == new.lesson) {
            Some(row) => {
                row.steps = row.steps.max(new.steps);
                row.done = row.done.or(new.done);
            }
            None => rows.push(new),
        }
        self.keep_learned();
        Ok(Some(Reply::nothing()))
    }

    fn export_learned(&self, query: &ProgressExportQuery) -> Handled {
        match query.format.as_deref() {
            None | Some("json") => {
                let all = self.with_learned(|learned| learned.export(self.now));
                let body = serde_json::to_vec(&all).unwrap_or_default();
                Ok(Some(Reply::file("application/json", "outflank-learn.json", body)))
            }
            Some("csv") => {
                let table = csv(&self.learning.games);
                Ok(Some(Reply::file("text/csv; charset=utf-8", "outflank-games.csv", table)))
            }
            Some(other) => {
                Err(DeskRefusal::bad(format!("{other:?} is not a format; the formats are json and csv")))
            }
        }
    }
}

fn no_lesson(id: &str) -> DeskRefusal {
    DeskRefusal::missing(format!("there is no lesson {id:?}"))
}
