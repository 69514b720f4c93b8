//! Games of a library, and what was played in positions, as the interface shows them.

use outflank_game::PlayerId;
use outflank_keep::openings::{self, Language};
use outflank_keep::{
    DamagedEntry, Explored, Filter, LibraryOrder, LibraryRow, OutcomeFilter, ResultCounts, Sort, day_of_date,
    listed_ending, record_of_row,
};
use outflank_records::{Format, Record};
use outflank_rules::{Color, Position};

use crate::library::{
    ExploredMoveView, ExploredView, LibraryEntry, LibraryGameView, LibraryQuery, OpeningView, ResultsView,
};
use crate::view::milliseconds;
use crate::{Malformed, PlyView, Side, text, view};

impl OpeningView {
    /// Returns the name of a line; `None` if it has none.
    pub fn of_line(line: &str) -> Option<OpeningView> {
        let name = |language| openings::name_of(line, language).map(str::to_owned);
        (!line.is_empty()).then(|| OpeningView {
            line: line.to_owned(),
            en: name(Language::English),
            ja: name(Language::Japanese),
        })
    }

    /// Returns the name of the opening a game has reached.
    pub fn reached(record: &Record) -> Option<OpeningView> {
        OpeningView::of_line(openings::line_reached(record.start(), record.moves()))
    }
}

/// Converts a game for a list.
pub fn entry(row: &LibraryRow) -> LibraryEntry {
    let game = row.game.clone();
    let player = |player: &Option<PlayerId>| player.as_ref().map(ToString::to_string).unwrap_or_default();
    LibraryEntry {
        key: row.key,
        game: game.game,
        date: game.day,
        added: row.added,
        black: game.black,
        white: game.white,
        black_player: player(&game.black_player),
        white_player: player(&game.white_player),
        event: game.event,
        place: game.place,
        opening: OpeningView::of_line(&game.opening),
        score: game.score.map(i64::from),
        winner: game.result.map(|result| result.winner.map_or("draw", Color::name).to_owned()),
        ending: listed_ending(game.result).to_owned(),
        plies: i64::try_from(game.moves.plies()).unwrap_or(i64::MAX),
        source: game.source.to_string(),
        tags: row.tags.clone(),
        notes: game.notes,
        deleted: row.deleted.is_some(),
    }
}

/// Converts a game with its moves.
pub fn game(row: &LibraryRow) -> Result<LibraryGameView, DamagedEntry> {
    let record = record_of_row(row)?;
    let game = record.game();
    let positions: Vec<Position> = game.positions().collect();
    let moves = game.plies().iter().enumerate().map(|(ply, played)| PlyView {
        side: positions[ply].side_to_move().into(),
        played: played.to_string(),
        board: positions[ply + 1].to_string(),
        milliseconds: row.game.times.get(ply).map_or(0, |time| milliseconds(*time)),
        helper: None,
    });
    Ok(LibraryGameView {
        entry: entry(row),
        start: record.start().to_string(),
        transcript: text::linked(&record),
        moves: moves.collect(),
    })
}

/// Parses the filter of a query. The caller has already checked the length of the search texts.
pub fn filter(query: LibraryQuery) -> Result<Filter, Malformed> {
    let outcome = match query.outcome.as_deref() {
        None => None,
        Some("black") => Some(OutcomeFilter::Black),
        Some("white") => Some(OutcomeFilter::White),
        Some("draw") => Some(OutcomeFilter::Draw),
        Some("won") => Some(OutcomeFilter::Won),
        Some("lost") => Some(OutcomeFilter::Lost),
        Some(other) => return Err(Malformed(format!("there is no outcome {other:?}"))),
    };
    let day = |text: Option<String>| match text {
        None => Ok(None),
        Some(text) => match day_of_date(&text) {
            day if day.is_empty() => Err(Malformed(format!("{text:?} is no day; write YYYY-MM-DD"))),
            day => Ok(Some(day)),
        },
    };
    let lines = |text: String| openings::find(&text).into_iter().map(str::to_owned).collect();
    Ok(Filter {
        text: query.search,
        player: query.player,
        player_is_black: query.colour.map(|side| side == Side::Black),
        opponent: query.opponent,
        kind: query.kind,
        human_human: query.human_human,
        outcome,
        from: day(query.since)?,
        to: day(query.until)?,
        tag: query.tag,
        openings: query.opening.map(lines),
        deleted: query.deleted,
        seen_by: None,
    })
}

/// Parses the sort order of a query.
pub fn order(query: &LibraryQuery) -> Result<(Sort, LibraryOrder), Malformed> {
    let sort = match query.sort.as_deref() {
        None | Some("key") => Sort::Key,
        Some("date") => Sort::Day,
        Some("black") => Sort::Black,
        Some("white") => Sort::White,
        Some("score") => Sort::Score,
        Some("length") => Sort::Plies,
        Some(other) => return Err(Malformed(format!("games cannot be sorted by {other:?}"))),
    };
    Ok((sort, if query.rising { LibraryOrder::Rising } else { LibraryOrder::Falling }))
}

/// Returns the media type and name of the file to which all games of a list are exported. WTHOR is a folder
/// of files, packed into one archive.
pub fn file_of(format: Format) -> (&'static str, String) {
    let extension = match format {
        Format::Obf => "obf",
        Format::Zebra => "scr",
        Format::Ggf => "ggf",
        Format::Sgf => "sgf",
        Format::Pgn => "pgn",
        Format::Quest => "json",
        Format::Jsonl => "jsonl",
        Format::Wthor => "zip",
        _ => "txt",
    };
    let kind = if format == Format::Wthor { "application/zip" } else { "text/plain; charset=utf-8" };
    (kind, format!("outflank.{extension}"))
}

/// Converts what was played in a position that is reached after `plies` of the given moves, with some of the
/// games.
pub fn explored(found: &Explored, plies: usize, games: Vec<LibraryEntry>) -> ExploredView {
    let moves = found.moves.iter().map(|played| ExploredMoveView {
        played: played.played.to_string(),
        squares: played.squares.iter().map(ToString::to_string).collect(),
        opening: found
            .position
            .play(played.played)
            .ok()
            .and_then(|next| OpeningView::of_line(openings::line_of_position(&next)?)),
        results: results(&played.results),
    });
    ExploredView {
        plies,
        position: view::position(found.position),
        opening: OpeningView::of_line(found.opening),
        results: results(&found.results),
        moves: moves.collect(),
        games,
    }
}

fn results(results: &ResultCounts) -> ResultsView {
    let ResultCounts { games, black, draws, white, .. } = *results;
    ResultsView { games, black, draws, white, mean_score: results.mean_score() }
}
