//! What the opening book says of a position and of the moves to it.

use outflank_book::{Book, BookError, BookEstimate, BookMoveValue, Confidence, ProvenBounds, RepertoirePlan};
use outflank_keep::openings;
use outflank_records::Record;
use outflank_rules::{Color, Move, Position};

use crate::book::{BookMoveView, BookQuery, BookRemarkView, BookValueView, BookView, ToKnowView};
use crate::library::OpeningView;
use crate::{Malformed, text};

/// The number of plies over which the moves to know are counted.
const PLIES: u32 = 10;
/// Replies that lose more discs than this need not be known.
const WITHIN: i32 = 4;

/// Parses the position and the moves that lead to it.
pub fn record_of(query: &BookQuery) -> Result<Record, Malformed> {
    let mut record = match query.position.as_deref() {
        None | Some("" | "start") => Record::new(Position::start()),
        Some(written) => text::parse(written)?,
    };
    let moves = query.moves.as_deref().unwrap_or("");
    record.push_transcript(moves).map_err(|error| Malformed(format!("moves {moves:?}: {error}")))?;
    Ok(record)
}

/// Looks up a position in the book, and finds where the moves to it left the book.
///
/// # Errors
///
/// If the book is damaged.
pub fn look(book: &Book, record: &Record) -> Result<BookView, BookError> {
    let position = record.last_position();
    let found = book.find(&position)?;
    let value = found.and_then(|found| value_view(found.estimate, found.bounds));
    let line = Course::of(book, record)?;
    Ok(BookView {
        positions: book.len(),
        value,
        games: found.map_or(0, |found| found.visits),
        opening: OpeningView::of_line(openings::line_reached(
            record.start(),
            record.moves().collect::<Vec<_>>().into_iter(),
        )),
        moves: book.moves_of(&position)?.iter().map(|moved| move_view(&position, moved)).collect(),
        to_know: value.is_some().then(|| to_know(book, &position)).transpose()?,
        known: line.known,
        left: line.left,
        losses: line.losses,
    })
}
fn value_view(estimate: Option<BookEstimate>, bounds: ProvenBounds) -> Option<BookValueView> {
    let estimate = estimate?;
    let percent = match estimate.confidence {
        Confidence::Percent(percent) => Some(percent),
        Confidence::Proven => Some(100),
        Confidence::Hand | Confidence::Unknown => None,
    };
    Some(BookValueView {
        score: estimate.value.into(),
        depth: estimate.depth.into(),
        percent,
        exact: bounds.is_exact(),
        lower: bounds.lower(),
        upper: bounds.upper(),
    })
}

fn move_view(position: &Position, moved: &BookMoveValue) -> BookMoveView {
    let next = position.play(moved.played).ok();
    let line = next.and_then(|next| openings::line_of_position(&next));
    BookMoveView {
        played: moved.played.to_string(),
        value: value_view(moved.estimate, moved.bounds),
        in_book: moved.is_linked,
        games: moved.visits,
        opening: line.and_then(OpeningView::of_line),
    }
}

fn to_know(book: &Book, position: &Position) -> Result<ToKnowView, BookError> {
    let of = |side: Color| {
        RepertoirePlan { side, within: WITHIN, plies: PLIES, ..RepertoirePlan::default() }
            .difficulty(book, position)
    };
    Ok(ToKnowView { plies: PLIES, within: WITHIN, black: of(Color::Black)?, white: of(Color::White)? })
}

/// The course of a line through the book.
#[derive(Default)]
struct Course {
    known: usize,
    left: Option<BookRemarkView>,
    losses: Vec<BookRemarkView>,
}

impl Course {
    fn of(book: &Book, record: &Record) -> Result<Course, BookError> {
        let (mut course, mut position) = (Course::default(), record.start());
        for played in record.moves() {
            if !played.is_pass() {
                let moves = book.moves_of(&position)?;
                let known = moves.iter().find(|moved| moved.played == played);
                let Some(remark) = remark(course.known, played, &moves, known) else { break };
                // The best move out of the book leaves it too, but that is no fault.
                if known.is_none_or(|moved| !moved.is_linked) {
                    course.left = Some(remark);
                    break;
                }
                course.losses.extend(Some(remark).filter(|remark| remark.cost.is_some_and(|cost| cost > 0)));
                course.known += 1;
            }
            let Ok(next) = position.play(played) else { break };
            position = next;
        }
        Ok(course)
    }
}

/// Compares a move with the best book move; `None` if the position is not in the book.
fn remark(
    ply: usize,
    played: Move,
    moves: &[BookMoveValue],
    known: Option<&BookMoveValue>,
) -> Option<BookRemarkView> {
    let best = moves.iter().find(|moved| moved.estimate.is_some())?;
    let value = value_view(best.estimate, best.bounds)?;
    let cost_of = |moved: &BookMoveValue| Some(value.score - i32::from(moved.estimate?.value));
    let cost = known.and_then(cost_of);
    // No move that is not in the book is better than the leaf.
    let leaf = moves.iter().find(|moved| !moved.is_linked).and_then(cost_of);
    let at_least = leaf.filter(|_| cost.is_none());
    let (played, best) = (played.to_string(), best.played.to_string());
    Some(BookRemarkView { ply, played, best, value, cost, at_least })
}
