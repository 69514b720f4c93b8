//! Which request is answered by what.

use outflank_wire::person::MeView;
use outflank_wire::{booked, players, positions};

use super::files::ShippedFile;
use super::reply::{Handled, now};
use super::request::DeskRequest;
use super::{Desk, DeskRefusal};

impl Desk {
    /// Answers a request, or begins what will answer it.
    pub(super) fn route(&mut self, request: &DeskRequest) -> Handled {
        let parts = request.parts();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let Some((&first, rest)) = parts.split_first() else {
            return Err(DeskRefusal::needs_server(&request.path));
        };
        match (request.method.as_str(), first, rest) {
            ("GET", "me", []) => now(&me()),
            ("GET", "players", []) => now(&players::list(|name| players::SETTABLE.contains(&name))),
            ("POST", "positions", []) => now(&positions::look(&request.json()?)?),
            ("POST", "line", []) => now(&positions::follow(&request.json()?)?),
            ("POST", "import", []) => self.take_over_games(request),
            ("POST", "analyze", []) => self.analyze(request),
            ("POST", "explain", []) => self.explain(request),
            ("POST", "think", []) => self.think(request),
            ("POST", "minimax", []) => self.grow_tree(request),
            ("GET", "explorer", []) => self.explore(request),
            ("GET", "book", []) => self.look_in_book(request),
            (_, "learn", rest) => self.route_learning(request, rest),
            (_, "games", rest) => self.route_games(request, rest),
            (_, "library", rest) => self.route_library(request, rest),
            (_, "puzzles", _) if !ShippedFile::Puzzles.is_here() => self.need(ShippedFile::Puzzles, request),
            (_, "puzzles", rest) => self.route_puzzles(request, rest),
            (_, "studies", rest) => self.route_studies(request, rest),
            _ => Err(DeskRefusal::needs_server(&request.path)),
        }
    }
}

impl Desk {
    /// Tells what the opening book knows of a position, and where the moves to it left the book.
    fn look_in_book(&mut self, request: &DeskRequest) -> Handled {
        let record = booked::record_of(&request.query()?)?;
        if !ShippedFile::Book.is_here() {
            return self.need(ShippedFile::Book, request);
        }
        let failed = |why: String| DeskRefusal::internal(format!("the opening book cannot be read: {why}"));
        let book = self.files.book().ok_or_else(|| failed("it is damaged".to_owned()))?;
        now(&booked::look(book, &record).map_err(|error| failed(error.to_string()))?)
    }
}

/// Says who one is: the only one on this device.
fn me() -> MeView {
    MeView { shared: false, name: String::new(), account: false, admin: true, email: None }
}
