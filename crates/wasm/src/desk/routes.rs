//! Which request is answered by what.

use outflank_wire::person::MeView;
use outflank_wire::{players, positions};

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
            (_, "games", rest) => self.route_games(request, rest),
            (_, "library", rest) => self.route_library(request, rest),
            (_, "puzzles", rest) => self.route_puzzles(request, rest),
            (_, "studies", rest) => self.route_studies(request, rest),
            _ => Err(DeskRefusal::needs_server(&request.path)),
        }
    }
}

/// Says who one is: the only one on this device.
fn me() -> MeView {
    MeView { shared: false, name: String::new(), account: false, admin: true, email: None }
}
