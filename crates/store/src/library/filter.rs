//! Which games are wanted, and in what order.

use std::fmt::Write as _;

use outflank_game::PlayerId;
use outflank_keep::{Filter, LibraryOrder, OutcomeFilter, Sort};

/// What a place of a statement is filled with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SqlValue {
    Int(i64),
    Text(String),
}

/// A condition and what fills its places.
#[derive(Debug)]
pub(crate) struct Condition {
    pub(crate) sql: String,
    pub(crate) values: Vec<SqlValue>,
}

impl Condition {
    /// Adds a value and returns its place.
    pub(crate) fn place(&mut self, value: SqlValue) -> String {
        self.values.push(value);
        format!("${}", self.values.len())
    }

    fn text(&mut self, text: impl Into<String>) -> String {
        self.place(SqlValue::Text(text.into()))
    }

    fn and(&mut self, sql: &str) {
        let _strings_take_all = write!(self.sql, " AND {sql}");
    }
}

/// Makes a pattern that finds a text anywhere.
fn anywhere(text: &str) -> String {
    let mut pattern = String::from("%");
    for letter in text.trim().to_lowercase().chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

/// A filter as the database is asked.
pub(crate) trait FilterCondition {
    /// Writes the filter as a condition on rows of the library.
    fn condition(&self) -> Condition;
}

impl FilterCondition for Filter {
    fn condition(&self) -> Condition {
        // Rows that a fuller one has replaced are deleted at moment 1.
        let there = if self.deleted { "deleted > 1" } else { "deleted IS NULL" };
        let mut found = Condition { sql: there.to_owned(), values: Vec::new() };
        add_people(self, there, &mut found);
        if let Some(person) = &self.seen_by {
            let place = found.text(person.as_str());
            found.and(&seen_by(&place));
        }
        if let Some(text) = &self.text {
            let place = found.text(anywhere(text));
            let notes = format!(
                "SELECT key FROM library WHERE notes <> '' AND LOWER(notes) LIKE {place} ESCAPE '\\'"
            );
            let named = ["black_folded", "white_folded", "event_folded"].map(|column| named(column, &place));
            let named = named.map(|named| format!("SELECT key FROM library WHERE {there} AND {named}"));
            found.and(&format!("key IN ({} UNION ALL {notes})", named.join(" UNION ALL ")));
        }
        if let Some(kind) = &self.kind {
            let (exact, family) = (found.text(kind.clone()), found.text(format!("{kind}:%")));
            let side = |side: &str| format!("{side}_player = {exact} OR {side}_player LIKE {family}");
            found.and(&format!("({} OR {})", side("black"), side("white")));
        }
        let person = PlayerId::Person;
        let people = format!("black_player = '{person}' AND white_player = '{person}'");
        match self.human_human {
            Some(true) => found.and(&people),
            Some(false) => found.and(&format!("NOT ({people})")),
            None => {}
        }
        if let Some(from) = &self.from {
            let place = found.text(from.clone());
            found.and(&format!("day >= {place}"));
        }
        if let Some(to) = &self.to {
            // All days of a year or month stand before the tilde.
            let place = found.text(format!("{to}~"));
            found.and(&format!("day <= {place} AND day <> ''"));
        }
        if let Some(tag) = &self.tag {
            let place = found.text(tag.clone());
            found.and(&format!("key IN (SELECT key FROM library_tags WHERE tag = {place})"));
        }
        if let Some(openings) = &self.openings {
            let places: Vec<String> = openings.iter().map(|line| found.text(line.clone())).collect();
            match places.is_empty() {
                true => found.and("1 = 0"),
                false => found.and(&format!("opening IN ({})", places.join(", "))),
            }
        }
        found
    }
}

/// Adds players and outcome, which belong together.
fn add_people(filter: &Filter, there: &str, found: &mut Condition) {
    let player = filter.player.as_deref().map(|name| found.text(anywhere(name)));
    let opponent = filter.opponent.as_deref().map(|name| found.text(anywhere(name)));
    let side = |own: &str, other: &str, sign: i32| {
        let called = |side: &str, place: &Option<String>| {
            place.as_ref().map(|place| named(&format!("{side}_folded"), place))
        };
        let outcome = match filter.outcome {
            Some(OutcomeFilter::Won) => Some(format!("winner = {sign}")),
            Some(OutcomeFilter::Lost) => Some(format!("winner = {}", -sign)),
            Some(OutcomeFilter::Black) => Some("winner = 1".to_owned()),
            Some(OutcomeFilter::White) => Some("winner = -1".to_owned()),
            Some(OutcomeFilter::Draw) => Some("winner = 0".to_owned()),
            None => None,
        };
        let parts = [called(own, &player), called(other, &opponent), outcome];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(" AND "))
    };
    let (black, white) = (side("black", "white", 1), side("white", "black", -1));
    let by_name = player.is_some() || opponent.is_some();
    match (filter.player_is_black, black.zip(white)) {
        (_, None) => {}
        (Some(true), Some((black, _))) => found.and(&black),
        (Some(false), Some((_, white))) => found.and(&white),
        (None, Some((black, white))) if by_name => {
            let all = [black, white];
            let all = all.map(|side| format!("SELECT key FROM library WHERE {there} AND {side}"));
            found.and(&format!("key IN ({})", all.join(" UNION ALL ")));
        }
        (None, Some((black, white))) => found.and(&format!("({black} OR {white})")),
    }
}

/// Writes that a row is the library's own, somebody's, or of a game that they played.
pub(crate) fn seen_by(place: &str) -> String {
    format!(
        "(library.owner IS NULL OR library.owner = {place} OR library.game IN \
         (SELECT id FROM games WHERE black_person = {place} OR white_person = {place}))"
    )
}

/// Writes that a column is a name a pattern finds. Names are few, games are many: this way an index leads to
/// the games.
fn named(column: &str, place: &str) -> String {
    format!("{column} IN (SELECT name FROM library_names WHERE name LIKE {place} ESCAPE '\\')")
}

/// Writes the order of a list; equal games go by their keys.
pub(crate) fn order(sort: Sort, order: LibraryOrder) -> String {
    let column = match sort {
        Sort::Key => None,
        Sort::Day => Some("day"),
        Sort::Black => Some("black_folded"),
        Sort::White => Some("white_folded"),
        Sort::Score => Some("score"),
        Sort::Plies => Some("plies"),
    };
    let way = match order {
        LibraryOrder::Falling => "DESC",
        LibraryOrder::Rising => "ASC",
    };
    column.map_or_else(|| format!("key {way}"), |column| format!("{column} {way}, key {way}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_pattern_would_understand_is_taken_literally() {
        assert_eq!(anywhere(" 50%_Ä "), "%50\\%\\_ä%");
    }

    #[test]
    fn nothing_wanted_lets_all_pass() {
        let all = Filter::default().condition();
        assert_eq!((all.sql.as_str(), all.values.len()), ("deleted IS NULL", 0));
    }
}
