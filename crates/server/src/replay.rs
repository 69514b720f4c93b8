//! A kept game, played again by the rules: who sits where, and what their clocks show.

use outflank_rules::{Color, Game};
use outflank_store::{GameRow, SeatRow};

pub(crate) use outflank_library::{ending_by_discs, replay};

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
