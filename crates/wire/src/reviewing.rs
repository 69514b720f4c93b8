//! What a review tells of its schedule.

use outflank_coach::SIGNIFICANT;
use outflank_records::Record;
use outflank_review::ReviewSchedule;
use outflank_rules::Position;

use crate::coaching::ExplainedView;
use crate::library::OpeningView;
use crate::review::{GameOpened, PositionValue, ReviewedValue};
use crate::study::{StudyTreeView, StudyView};
use crate::values::view_of_moves;
use crate::{text, view};

/// Returns the analysis of a position; `None` if there is none. `nodes` is the node count of its last search,
/// `milliseconds` the duration of the review so far.
pub fn value_of(
    schedule: &ReviewSchedule,
    position: Position,
    nodes: u64,
    milliseconds: u64,
) -> Option<PositionValue> {
    let known = schedule.analysis(position)?;
    Some(PositionValue {
        board: position.to_string(),
        depth: known.depth(),
        percent: known.percent(),
        exact: known.is_exact(),
        done: schedule.is_settled(position),
        nodes,
        milliseconds,
        moves: view_of_moves(position, known),
        review: schedule.notes(position).filter(|notes| *notes != known).map(|notes| ReviewedValue {
            depth: notes.depth(),
            percent: notes.percent(),
            exact: notes.is_exact(),
            moves: view_of_moves(position, notes),
        }),
    })
}

/// Explains why a move was a mistake, for every ply of the game in which it was made.
pub fn explained(schedule: &ReviewSchedule, position: Position) -> Vec<ExplainedView> {
    let Some(explanation) = schedule.explanation(position) else { return Vec::new() };
    let plies = schedule.game().iter().enumerate().filter(|(_, (at, _))| *at == position);
    plies.map(|(ply, _)| ExplainedView::of(ply, explanation)).collect()
}

/// Converts an opened game, with its study if one is saved.
pub fn opened(record: &Record, study: Option<StudyView>) -> GameOpened {
    let positions: Vec<Position> = record.game().positions().collect();
    let tree = record.study_tree();
    GameOpened {
        black: record.black.name.clone(),
        white: record.white.name.clone(),
        event: record.event.clone(),
        transcript: text::linked(record),
        plies: record.moves().map(|played| played.to_string()).collect(),
        positions: positions.into_iter().map(view::position).collect(),
        opening: OpeningView::reached(record),
        significant: SIGNIFICANT,
        tree: tree.says_more().then(|| StudyTreeView::of(&tree)),
        study,
    }
}
