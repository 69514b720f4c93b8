//! What each may do on a public server: one row for each operation.
//!
//! The routes ask this table and nothing else ([`door`](super::door)); an operation without a row is refused.
//! A test goes through it row by row, for everybody, on both databases.

use Role::{Account, Admin, Guest, Owner, Player, Stranger, Watcher};

/// What somebody is to the server, and to the thing that a request names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Somebody without a cookie.
    Stranger,
    /// Somebody without an account who has been here before.
    Guest,
    /// Somebody who is logged in.
    Account,
    /// Somebody who was given the link to look on: a third person at a game, or who knows the link of a
    /// study.
    Watcher,
    /// Somebody who plays in the game.
    Player,
    /// Whose game, study or entry it is.
    Owner,
    /// Who may change what concerns all.
    Admin,
}

impl Role {
    /// Everybody.
    pub const ALL: [Role; 7] = [Stranger, Guest, Account, Watcher, Player, Owner, Admin];
}

/// What a request names, whose rights are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    /// Nothing that belongs to anybody.
    Server,
    /// The game with the number in the path.
    Game,
    /// The study with the link in the path.
    Study,
    /// The game of the library with the key in the path.
    Entry,
    /// The tournament between people with the link in the path.
    Club,
    /// The import of files with the number in the path.
    Import,
    /// The work of the laboratory with the name in the path.
    Run,
}

/// One operation and who may ask for it.
#[derive(Clone, Copy, Debug)]
pub struct Permission {
    /// `GET`, `POST` ...
    pub method: &'static str,
    /// The path, as the description of the interface has it.
    pub path: &'static str,
    pub(super) thing: Thing,
    /// Who may; what is everybody's in the library may be looked at by all.
    pub roles: &'static [Role],
}

impl Permission {
    /// Tells whether one of these may.
    pub(super) fn allows(&self, roles: &[Role]) -> bool {
        roles.iter().any(|role| self.roles.contains(role))
    }
}

/// Everybody, a stranger too. What costs time of the engines is limited for each.
const ALL: &[Role] = &Role::ALL;
const LOGGED_IN: &[Role] = &[Account, Admin];
const ADMINS: &[Role] = &[Admin];
/// Whoever will be known again: the other player of a game must be.
const KNOWN: &[Role] = &[Guest, Account, Admin];
/// A private thing is seen by those whom it concerns, and by those who were given the link.
const SEE: &[Role] = &[Watcher, Player, Owner, Admin];
const PLAY: &[Role] = &[Player];
const MANAGE: &[Role] = &[Owner, Admin];
const OWN: &[Role] = &[Owner];
/// Whoever plays or owns a game may name it, begin another one like it, and let others look on.
const AGAIN: &[Role] = &[Player, Owner];
const UNSHARE: &[Role] = &[Player, Owner, Admin];

const fn on(thing: Thing, method: &'static str, path: &'static str, roles: &'static [Role]) -> Permission {
    Permission { method, path, thing, roles }
}

const fn row(method: &'static str, path: &'static str, roles: &'static [Role]) -> Permission {
    on(Thing::Server, method, path, roles)
}

const fn game(method: &'static str, path: &'static str, roles: &'static [Role]) -> Permission {
    on(Thing::Game, method, path, roles)
}

const fn study(method: &'static str, path: &'static str, roles: &'static [Role]) -> Permission {
    on(Thing::Study, method, path, roles)
}

const fn entry(method: &'static str, path: &'static str, roles: &'static [Role]) -> Permission {
    on(Thing::Entry, method, path, roles)
}

const fn club(method: &'static str, path: &'static str, roles: &'static [Role]) -> Permission {
    on(Thing::Club, method, path, roles)
}

const fn import(method: &'static str, path: &'static str, roles: &'static [Role]) -> Permission {
    on(Thing::Import, method, path, roles)
}

const fn run(method: &'static str, path: &'static str, roles: &'static [Role]) -> Permission {
    on(Thing::Run, method, path, roles)
}

const TABLE: &[Permission] = &[
    // Who one is. Nobody but oneself is named.
    row("GET", "/api/me", ALL),
    row("PUT", "/api/me", ALL),
    row("POST", "/api/accounts", ALL),
    row("POST", "/api/session", ALL),
    row("DELETE", "/api/session", ALL),
    row("PUT", "/api/account/password", LOGGED_IN),
    row("GET", "/api/account/export", LOGGED_IN),
    row("POST", "/api/account/delete", LOGGED_IN),
    // The pages of people: rated games, which are public, and nothing else.
    row("GET", "/api/people/{name}", ALL),
    // Games. Lists have one's own.
    row("GET", "/api/games", ALL),
    row("POST", "/api/games", ALL),
    row("POST", "/api/import", ALL),
    game("GET", "/api/games/{id}", SEE),
    game("GET", "/api/games/{id}/live", SEE),
    game("GET", "/api/games/{id}/export", SEE),
    game("POST", "/api/games/{id}/moves", PLAY),
    game("POST", "/api/games/{id}/undo", PLAY),
    game("POST", "/api/games/{id}/redo", PLAY),
    game("POST", "/api/games/{id}/restart", AGAIN),
    game("POST", "/api/games/{id}/resign", PLAY),
    game("POST", "/api/games/{id}/computer-move", PLAY),
    game("POST", "/api/games/{id}/hint", PLAY),
    // The invitation, which goes along, is the key; it is used up.
    row("POST", "/api/games/{id}/join", ALL),
    game("POST", "/api/games/{id}/offers", PLAY),
    game("POST", "/api/games/{id}/claim", PLAY),
    game("POST", "/api/games/{id}/rematch", AGAIN),
    game("POST", "/api/games/{id}/edit", AGAIN),
    game("PATCH", "/api/games/{id}", AGAIN),
    game("DELETE", "/api/games/{id}", MANAGE),
    game("POST", "/api/games/{id}/share", AGAIN),
    game("DELETE", "/api/games/{id}/share", UNSHARE),
    // What the two players say to each other; a report is theirs, reading reports the admin's.
    game("GET", "/api/games/{id}/chat", PLAY),
    game("POST", "/api/games/{id}/chat", PLAY),
    game("PUT", "/api/games/{id}/chat", PLAY),
    game("POST", "/api/games/{id}/report", PLAY),
    row("GET", "/api/reports", ADMINS),
    row("POST", "/api/reports/{id}/close", ADMINS),
    // The lobby is everybody's to see. What one seeks is one's own.
    row("GET", "/api/lobby", ALL),
    row("GET", "/api/lobby/live", ALL),
    row("POST", "/api/lobby/seeks", KNOWN),
    row("DELETE", "/api/lobby/seeks/{id}", KNOWN),
    row("POST", "/api/lobby/seeks/{id}/accept", KNOWN),
    // Studies: who knows the link may read, which nobody guesses. Lists have one's own.
    row("GET", "/api/studies", ALL),
    row("POST", "/api/studies", ALL),
    row("POST", "/api/studies/export", ALL),
    study("GET", "/api/studies/{slug}", ALL),
    study("GET", "/api/studies/{slug}/export", ALL),
    study("PUT", "/api/studies/{slug}", OWN),
    study("DELETE", "/api/studies/{slug}", MANAGE),
    // The library of the club is everybody's to read; what was played here is its owner's.
    row("GET", "/api/library", ALL),
    row("GET", "/api/library/tags", ALL),
    row("GET", "/api/library/export", ALL),
    row("GET", "/api/explorer", ALL),
    row("GET", "/api/book", ALL),
    entry("GET", "/api/library/{key}", SEE),
    entry("GET", "/api/library/{key}/export", SEE),
    entry("PATCH", "/api/library/{key}", MANAGE),
    entry("DELETE", "/api/library/{key}", MANAGE),
    entry("POST", "/api/library/{key}/restore", MANAGE),
    row("POST", "/api/library/import", ADMINS),
    row("POST", "/api/library/imports", ADMINS),
    // Whoever began one sees it and may stop it, also if they are no admin any more. Lists have one's own.
    row("GET", "/api/library/imports", LOGGED_IN),
    import("POST", "/api/library/imports/{id}", MANAGE),
    import("GET", "/api/library/imports/{id}", MANAGE),
    import("DELETE", "/api/library/imports/{id}", MANAGE),
    import("PUT", "/api/library/imports/{id}/{name}", MANAGE),
    // Positions and engines: nothing is kept.
    row("GET", "/api/players", ALL),
    row("POST", "/api/positions", ALL),
    row("POST", "/api/line", ALL),
    row("POST", "/api/analyze", ALL),
    row("POST", "/api/explain", ALL),
    row("POST", "/api/think", ALL),
    row("POST", "/api/minimax", ALL),
    row("GET", "/api/review", ALL),
    // Puzzles: everybody may try them; what came of it is kept for oneself.
    row("GET", "/api/puzzles", ALL),
    row("GET", "/api/puzzles/next", ALL),
    row("GET", "/api/puzzles/{id}", ALL),
    row("POST", "/api/puzzles/{id}/attempts", ALL),
    row("POST", "/api/puzzles/{id}/endgame", ALL),
    // What one learns is one's own: nobody else is named.
    row("GET", "/api/learn", ALL),
    row("GET", "/api/learn/lessons/{name}", ALL),
    row("PUT", "/api/learn/lessons/{name}", KNOWN),
    row("GET", "/api/learn/progress", ALL),
    row("GET", "/api/learn/export", ALL),
    row("GET", "/api/learn/cards", ALL),
    row("POST", "/api/learn/cards/{id}/answer", KNOWN),
    row("GET", "/api/learn/cards/{id}/hint", KNOWN),
    row("DELETE", "/api/learn/cards/{id}", KNOWN),
    row("GET", "/api/learn/openings", ALL),
    row("POST", "/api/learn/repertoires", KNOWN),
    row("GET", "/api/learn/repertoires/{id}", ALL),
    row("DELETE", "/api/learn/repertoires/{id}", KNOWN),
    row("POST", "/api/learn/repertoires/{id}/step", KNOWN),
    // The assistant: what it is set up with is the admin's.
    row("POST", "/api/assistant", ALL),
    row("GET", "/api/assistant", ALL),
    row("PUT", "/api/assistant/endpoint", ADMINS),
    row("DELETE", "/api/assistant/endpoint", ADMINS),
    // Tournaments between people: everybody looks on, accounts make and enter them, who made one organises.
    row("GET", "/api/club", ALL),
    row("POST", "/api/club", LOGGED_IN),
    row("GET", "/api/club/games", ALL),
    club("GET", "/api/club/{club}", ALL),
    club("GET", "/api/club/{club}/revision", ALL),
    club("GET", "/api/club/{club}/export", ALL),
    club("GET", "/api/club/{club}/journal", MANAGE),
    club("PATCH", "/api/club/{club}", MANAGE),
    club("DELETE", "/api/club/{club}", MANAGE),
    club("POST", "/api/club/{club}/end", MANAGE),
    club("POST", "/api/club/{club}/entry", LOGGED_IN),
    club("DELETE", "/api/club/{club}/entry", LOGGED_IN),
    club("POST", "/api/club/{club}/entrants", MANAGE),
    club("PATCH", "/api/club/{club}/entrants/{number}", MANAGE),
    club("POST", "/api/club/{club}/rounds", MANAGE),
    club("DELETE", "/api/club/{club}/rounds/{round}", MANAGE),
    club("PUT", "/api/club/{club}/rounds/{round}/boards/{board}", MANAGE),
    club("POST", "/api/club/{club}/rounds/{round}/boards/{board}/game", MANAGE),
    // The laboratory.
    row("GET", "/api/tournaments", ALL),
    row("GET", "/api/tournaments/{id}", ALL),
    row("GET", "/api/tournaments/{id}/report", ALL),
    row("GET", "/api/lab/runs", ALL),
    row("GET", "/api/lab/runs/{id}", ALL),
    row("GET", "/api/lab/runs/{id}/files/{name}", ALL),
    row("GET", "/api/lab/files", ALL),
    row("GET", "/api/lab/files/{kind}/{name}", ALL),
    row("POST", "/api/lab/runs", ADMINS),
    run("DELETE", "/api/lab/runs/{id}", MANAGE),
    run("POST", "/api/lab/runs/{id}/pause", MANAGE),
    run("POST", "/api/lab/runs/{id}/resume", MANAGE),
    row("PUT", "/api/lab/files/{kind}/{name}", ADMINS),
    row("DELETE", "/api/lab/files/{kind}/{name}", ADMINS),
    row("POST", "/api/lab/logs", LOGGED_IN),
    row("GET", "/api/openapi.json", ALL),
];

/// Returns the table of what each may do on a public server.
#[must_use]
pub fn permissions() -> &'static [Permission] {
    TABLE
}

/// Finds the row of an operation.
pub(super) fn of(method: &str, path: &str) -> Option<&'static Permission> {
    // Who asks for the head of an answer asks for the answer.
    let method = if method == "HEAD" { "GET" } else { method };
    TABLE.iter().find(|row| row.method == method && row.path == path)
}
