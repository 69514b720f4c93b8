//! How many files the process may have open, and how many connections there are accordingly.

use std::sync::OnceLock;

/// The most connections, whatever the system allows.
const MOST: usize = 16_384;
/// The files that are not connections: the database, imports, exports, the explorer's index.
const RESERVED: usize = 128;
/// The connections where nothing is known about files.
const USUAL: usize = 4096;

/// Returns how many connections there may be at a time. The limit on open files is first raised as far as
/// anybody may.
pub(super) fn connections() -> usize {
    static LIMIT: OnceLock<usize> = OnceLock::new();
    let limit =
        || files().map_or(USUAL, |files| files.saturating_sub(RESERVED).max(files / 2)).clamp(1, MOST);
    *LIMIT.get_or_init(limit)
}

/// Returns how many of the connections may be live ones: there is always room for requests.
pub(crate) fn live_connections() -> usize {
    connections() / 4 * 3
}

#[cfg(unix)]
fn files() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    // A system that refuses leaves the limit as it is.
    let _refused = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    let now = getrlimit(Resource::Nofile).current;
    Some(now.map_or(usize::MAX, |files| usize::try_from(files).unwrap_or(usize::MAX)))
}

#[cfg(not(unix))]
fn files() -> Option<usize> {
    None
}
