//! The web pages, embedded in the binary.

use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::error::ApiError;

/// The bundle that `npm run build` makes. A binary built without it says how to get it.
#[derive(RustEmbed)]
#[folder = "pages"]
#[allow_missing = true]
struct Bundle;

/// The first parts of the addresses that pages have (`web/src/app/routes.ts`) or had before (`moved.ts`,
/// which also has short ones); a test compares them. Anything else is an address that nobody knows: a probe
/// that asks for `/health` must not take a page for an answer.
const PAGES: [&str; 22] = [
    "",
    "about",
    "account",
    "analyse",
    "analysis",
    "assistant",
    "club",
    "editor",
    "explorer",
    "game",
    "help",
    "lab",
    "learn",
    "library",
    "minimax",
    "player",
    "players",
    "reports",
    "review",
    "s",
    "settings",
    "thinking",
];

const MISSING: &str = include_str!("missing.html");

/// Tells whether the pages are there: a program built without them has only the interface.
#[must_use]
pub fn has_pages() -> bool {
    Bundle::get("index.html").is_some()
}

/// Answers everything that is no part of the interface: a file of the bundle, or the page itself, which finds
/// out by its address what to show.
pub(crate) async fn page(method: Method, uri: Uri) -> Response {
    if uri.path() == "/api" || uri.path().starts_with("/api/") {
        return ApiError::missing(format!("there is nothing at {}", uri.path())).into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    match Bundle::get(path) {
        Some(file) => serve(path, file),
        // What looks like a file is missing; anything else is an address of the pages.
        None if path.rsplit('/').next().is_some_and(|name| name.contains('.')) => {
            StatusCode::NOT_FOUND.into_response()
        }
        None => match Bundle::get("index.html") {
            Some(file) if is_page(path) => serve("index.html", file),
            // The page itself says that there is nothing.
            Some(file) => (StatusCode::NOT_FOUND, serve("index.html", file)).into_response(),
            None if !is_page(path) => StatusCode::NOT_FOUND.into_response(),
            None => (StatusCode::SERVICE_UNAVAILABLE, Html(MISSING)).into_response(),
        },
    }
}

fn is_page(path: &str) -> bool {
    path.split('/').next().is_some_and(|first| PAGES.contains(&first))
}

fn serve(path: &str, file: EmbeddedFile) -> Response {
    // Names under assets/ carry a hash of their content.
    let cached = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let kind = file.metadata.mimetype().to_owned();
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cached.to_owned())], file.data).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_are_those_of_the_pages_themselves() {
        let app = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/app");
        let read = |file| std::fs::read_to_string(format!("{app}/{file}")).unwrap();
        let routes = read("routes.ts") + &read("moved.ts");
        let paths = routes.split("path: \"/").skip(1).map(|rest| rest.split(['"', '/']).next().unwrap());
        let mut found: Vec<&str> = paths.collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, PAGES);
    }
}
