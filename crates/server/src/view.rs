//! Games and positions as the interface shows them.

use std::time::Duration;

use outflank_rules::{Bitboard, Color, Game, Oddity, Position};
use outflank_store::{GameRow, SeatRow};

use crate::error::ApiError;
use crate::replay::{self, replay};
use crate::seats::{Viewer, by_invitation};
use crate::wire::{
    ClockView, GameSummary, GameView, LegalMove, OddityView, PlyView, PositionView, ResultView, SeatView,
    Side,
};

/// Shows a position.
pub(crate) fn position(position: Position) -> PositionView {
    let finished = position.is_finished();
    let legal = position
        .legal_moves()
        .squares()
        .map(|square| LegalMove { square: square.to_string(), flips: names(position.flips(square)) })
        .collect();
    PositionView {
        board: position.to_string(),
        side: (!finished).then(|| position.side_to_move().into()),
        black: position.discs(Color::Black).len(),
        white: position.discs(Color::White).len(),
        empties: position.empty().len(),
        legal,
        finished,
        score: position.score(),
    }
}

/// Shows what is odd about a position.
pub(crate) fn oddity(oddity: &Oddity) -> OddityView {
    let (kind, squares) = match *oddity {
        Oddity::FewDiscs(_) => ("few-discs", Bitboard::EMPTY),
        Oddity::EmptyCentre(squares) => ("empty-centre", squares),
        Oddity::Disconnected(squares) => ("disconnected", squares),
        _ => ("other", Bitboard::EMPTY),
    };
    OddityView { kind: kind.to_owned(), squares: names(squares), message: oddity.to_string() }
}

fn names(set: Bitboard) -> Vec<String> {
    set.squares().map(|square| square.to_string()).collect()
}

/// What is known of a game beyond what is kept.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moment {
    /// How long the side to move has been at it.
    pub(crate) waiting: Duration,
    /// Whether a computer is thinking.
    pub(crate) thinking: bool,
}

/// Shows a game to somebody.
pub(crate) fn game(row: &GameRow, viewer: &Viewer, moment: Moment) -> Result<GameView, ApiError> {
    let game = replay(row)?;
    let made = game.plies().len();
    let positions: Vec<Position> = game.positions().collect();
    let plies = row.moves.iter().take(made).enumerate().map(|(ply, kept)| PlyView {
        side: positions[ply].side_to_move().into(),
        played: kept.played.clone(),
        board: positions[ply + 1].to_string(),
        milliseconds: kept.milliseconds,
    });
    Ok(GameView {
        id: row.id,
        name: row.name.clone(),
        revision: row.revision,
        created: row.created,
        updated: row.updated,
        black: seat(&row.black),
        white: seat(&row.white),
        yours: [Color::Black, Color::White]
            .into_iter()
            .filter(|&side| viewer.may_move(row, side))
            .map(Side::from)
            .collect(),
        start: row.start.clone(),
        plies: plies.collect(),
        undone: row.moves.len() - made,
        position: position(game.position()),
        result: result(row, game.position()),
        clock: clock(row, &game, moment.waiting),
        pace: row.pace,
        by_invitation: by_invitation(row),
        thinking: moment.thinking,
    })
}

/// Shows a game in a list.
pub(crate) fn summary(row: &GameRow) -> Result<GameSummary, ApiError> {
    let game = replay(row)?;
    Ok(GameSummary {
        id: row.id,
        name: row.name.clone(),
        updated: row.updated,
        black: seat(&row.black),
        white: seat(&row.white),
        board: game.position().to_string(),
        plies: game.plies().iter().filter(|played| !played.is_pass()).count(),
        result: result(row, game.position()),
    })
}

fn seat(row: &SeatRow) -> SeatView {
    SeatView { player: row.player.clone(), name: row.name.clone(), human: replay::is_human(row) }
}

fn result(row: &GameRow, position: Position) -> Option<ResultView> {
    let ended = row.ended.as_ref()?;
    let (mut black, mut white) = (position.discs(Color::Black).len(), position.discs(Color::White).len());
    if position.is_finished() {
        match position.score() {
            0 => {}
            score if score > 0 => black = 64 - white,
            _ => white = 64 - black,
        }
    }
    let winner = match ended.winner.as_deref() {
        Some("black") => Some(Side::Black),
        Some("white") => Some(Side::White),
        _ => None,
    };
    Some(ResultView { reason: ended.reason.clone(), winner, black, white })
}

fn clock(row: &GameRow, game: &Game, waiting: Duration) -> Option<ClockView> {
    let side = game.position().side_to_move();
    let running = row.ended.is_none();
    let waiting = i64::try_from(waiting.as_millis()).unwrap_or(i64::MAX);
    let left = |color| {
        let since = if running && color == side { waiting } else { 0 };
        Some(replay::left(row, game, color)?.saturating_sub(since).max(0))
    };
    Some(ClockView {
        black: left(Color::Black)?,
        white: left(Color::White)?,
        running: running.then(|| side.into()),
    })
}
