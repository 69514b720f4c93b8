//! A kept game, played again by the rules.

use outflank_rules::{Color, Game, Move, Position};
use outflank_store::{Ending, GameRow, SeatRow};

use crate::error::ApiError;

/// Plays the moves of a kept game; its place is after the moves that are made.
///
/// # Errors
///
/// If what is kept is no game: somebody else wrote it.
pub(crate) fn replay(row: &GameRow) -> Result<Game, ApiError> {
    let broken = |what: String| ApiError::internal(format!("game {} is damaged: {what}", row.id));
    let start: Position = row.start.parse().map_err(|error| broken(format!("{error}")))?;
    let mut game = Game::new(start);
    for kept in &row.moves {
        let played: Move = kept.played.parse().map_err(|error| broken(format!("{error}")))?;
        game.play(played).map_err(|error| broken(format!("{error}")))?;
    }
    game.go_to(usize::try_from(row.made).unwrap_or(0));
    Ok(game)
}

/// Returns the seat of a side.
pub(crate) fn seat(row: &GameRow, side: Color) -> &SeatRow {
    match side {
        Color::Black => &row.black,
        Color::White => &row.white,
    }
}

/// Tells whether a person sits there.
pub(crate) fn is_human(seat: &SeatRow) -> bool {
    seat.player == "human"
}

/// Returns how a finished position ended by counting discs.
pub(crate) fn ending_by_discs(position: &Position) -> Option<Ending> {
    if !position.is_finished() {
        return None;
    }
    let winner = match position.score() {
        0 => None,
        score if score > 0 => Some(Color::Black),
        _ => Some(Color::White),
    };
    Some(Ending { reason: "discs".to_owned(), winner: winner.map(|side| side.name().to_owned()) })
}

/// Returns how many milliseconds a side has spent on the moves that are made.
pub(crate) fn spent(row: &GameRow, game: &Game, side: Color) -> i64 {
    let made = game.plies().len();
    let movers = game.positions().map(|position| position.side_to_move());
    row.moves
        .iter()
        .take(made)
        .zip(movers)
        .filter(|(_, mover)| *mover == side)
        .map(|(kept, _)| kept.milliseconds)
        .sum()
}

/// Returns how many milliseconds a side has left before its present move; nothing in a game without clocks.
pub(crate) fn left(row: &GameRow, game: &Game, side: Color) -> Option<i64> {
    let clock = row.clock?;
    let movers = game.positions().map(|position| position.side_to_move());
    let moves =
        game.plies().iter().zip(movers).filter(|(played, mover)| *mover == side && !played.is_pass()).count();
    let added = clock.increment.saturating_mul(i64::try_from(moves).unwrap_or(0));
    Some(clock.initial + added - spent(row, game, side))
}
