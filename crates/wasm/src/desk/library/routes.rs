//! Requests about the library and the explorer.

use outflank_keep::{ExplorerFilter, LibraryRow, look, sort_rows};
use outflank_records::Record;
use outflank_rules::Position;
use outflank_wire::entries;
use outflank_wire::library::{ExplorerQuery, LibraryChange, LibraryPage, LibraryQuery, TagView};
use outflank_wire::{Side, text};

use super::SHARED;
use crate::desk::reply::{Handled, Reply, now};
use crate::desk::request::{DeskRequest, filter_text, number};
use crate::desk::{Desk, DeskRefusal};

/// How many games a page has, and at most.
const PAGE: u32 = 50;
const PAGE_LIMIT: u32 = 500;
/// The longest tag, in letters, and how many a game has at most.
const TAG_LIMIT: usize = 40;
/// The longest notes, in letters.
const NOTES_LIMIT: usize = 10_000;
/// How many games the explorer shows.
const SHOWN: usize = 20;

/// Checks how long the texts are that are looked for.
pub(super) fn checked(query: LibraryQuery) -> Result<LibraryQuery, DeskRefusal> {
    Ok(LibraryQuery {
        search: filter_text("search", query.search)?,
        player: filter_text("player", query.player)?,
        opponent: filter_text("opponent", query.opponent)?,
        kind: filter_text("kind", query.kind)?,
        tag: filter_text("tag", query.tag)?,
        opening: filter_text("opening", query.opening)?,
        ..query
    })
}

impl Desk {
    /// Answers requests about the library: the parts of the path after `library`.
    pub(in crate::desk) fn route_library(&mut self, request: &DeskRequest, parts: &[&str]) -> Handled {
        match (request.method.as_str(), parts) {
            ("GET", []) => self.list_library(request),
            ("GET", ["tags"]) => now(&self.tags()),
            ("GET", ["export"]) => self.export_library(request),
            ("POST", ["import"]) => self.import_text(request),
            (_, ["imports", rest @ ..]) => self.route_imports(request, rest),
            ("GET", [key]) => {
                let row = self.library.numbered(number(key)?)?;
                shown(row)
            }
            ("PATCH", [key]) => self.change_entry(number(key)?, request),
            ("DELETE", [key]) => {
                let key = number(key)?;
                self.library.row(key)?;
                let moment = self.now;
                self.library.set_deleted(key, Some(moment));
                Ok(Some(Reply::nothing()))
            }
            ("POST", [key, "restore"]) => {
                let key = number(key)?;
                if self.library.row(key)?.deleted.is_some_and(|moment| moment > super::REPLACED) {
                    self.library.set_deleted(key, None);
                }
                shown(self.library.row(key)?)
            }
            ("GET", [key, "export"]) => self.export_entry(number(key)?, request),
            _ => Err(DeskRefusal::needs_server(&request.path)),
        }
    }

    fn list_library(&self, request: &DeskRequest) -> Handled {
        let query = checked(request.query()?)?;
        let limit = query.limit.unwrap_or(PAGE).min(PAGE_LIMIT) as usize;
        let (sort, order) = entries::order(&query)?;
        let offset = query.offset as usize;
        let filter = entries::filter(query)?;
        let mut found: Vec<&LibraryRow> = filter.passing(self.library.rows.values()).collect();
        sort_rows(&mut found, sort, order);
        let total = i64::try_from(found.len()).unwrap_or(i64::MAX);
        let games = found.into_iter().skip(offset).take(limit).map(entries::entry).collect();
        now(&LibraryPage { total, games })
    }

    /// Counts the games that have tags.
    fn tags(&self) -> Vec<TagView> {
        let mut found = std::collections::BTreeMap::<&str, i64>::new();
        for row in self.library.rows.values().filter(|row| row.deleted.is_none()) {
            for tag in &row.tags {
                *found.entry(tag).or_default() += 1;
            }
        }
        found.into_iter().map(|(tag, games)| TagView { tag: tag.to_owned(), games }).collect()
    }

    fn change_entry(&mut self, key: i64, request: &DeskRequest) -> Handled {
        let wish: LibraryChange = request.json()?;
        self.library.row(key)?;
        let tags =
            wish.tags.map(|tags| tags.iter().map(|tag| checked_tag(tag)).collect::<Result<Vec<_>, _>>());
        let tags = tags.transpose()?;
        if wish.notes.as_ref().is_some_and(|notes| notes.chars().count() > NOTES_LIMIT) {
            return Err(DeskRefusal::bad(format!("notes have at most {NOTES_LIMIT} characters")));
        }
        if tags.as_ref().is_some_and(|tags| tags.len() > TAG_LIMIT) {
            return Err(DeskRefusal::bad(format!("a game has at most {TAG_LIMIT} tags")));
        }
        if let Some(row) = self.library.rows.get_mut(&key) {
            row.game.notes = wish.notes.unwrap_or_else(|| row.game.notes.clone());
            if let Some(mut tags) = tags {
                tags.sort();
                tags.dedup();
                row.tags = tags;
            }
        }
        self.library.changed.insert(key.div_euclid(SHARED));
        shown(self.library.row(key)?)
    }

    /// Tells how often a position was played, in any symmetry, what was played there and how it ended.
    pub(in crate::desk) fn explore(&mut self, request: &DeskRequest) -> Handled {
        if self.library.is_behind() {
            // It is answered when all games are in the index.
            self.library.wait(request.clone());
            return Ok(None);
        }
        let query: ExplorerQuery = request.query()?;
        let mut record = written_or_start(query.position.as_deref())?;
        let moves = query.moves.as_deref().unwrap_or("");
        let start = record.clone();
        let refused = |error| DeskRefusal::bad(format!("moves {moves:?}: {error}"));
        record.push_transcript(moves).map_err(refused)?;
        let wanted = ExplorerFilter {
            player: filter_text("player", query.player)?,
            player_is_black: query.colour.map(|side| side == Side::Black),
            from: query.since,
            to: query.until,
        };
        let table = &self.library;
        let look = |record: &Record| {
            let found = look(&[&table.index], record, &wanted, &table.deleted);
            found.map_err(|error| DeskRefusal::internal(error.to_string()))
        };
        let mut found = look(&record)?;
        // Squares have two letters each; the moves were read above.
        let mut plies = moves.len() / 2;
        while query.shared == Some(true) && found.results.games < 2 && plies > 0 {
            plies -= 1;
            let mut earlier = start.clone();
            earlier.push_transcript(moves.get(..2 * plies).unwrap_or_default()).map_err(refused)?;
            found = look(&earlier)?;
        }
        let games = found.keys.iter().take(SHOWN).filter_map(|key| table.rows.get(key));
        now(&entries::explored(&found, plies, games.map(entries::entry).collect()))
    }
}

/// Reads what somebody wrote; nothing and `start` are the usual start.
pub(in crate::desk) fn written_or_start(written: Option<&str>) -> Result<Record, DeskRefusal> {
    match written {
        None | Some("" | "start") => Ok(Record::new(Position::start())),
        Some(written) => Ok(text::parse(written)?),
    }
}

fn shown(row: &LibraryRow) -> Handled {
    now(&entries::game(row).map_err(|error| DeskRefusal::internal(error.to_string()))?)
}

fn checked_tag(text: &str) -> Result<String, DeskRefusal> {
    let tag = text.trim();
    let sound = !tag.is_empty() && tag.chars().count() <= TAG_LIMIT && !tag.chars().any(char::is_control);
    if sound {
        Ok(tag.to_owned())
    } else {
        Err(DeskRefusal::bad(format!("{text:?} is not a tag: 1 to {TAG_LIMIT} characters")))
    }
}
