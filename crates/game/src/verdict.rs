//! How a game ended, in a sentence.

use std::cmp::Ordering;

use outflank_rules::{Color, Position};

use crate::{Ending, GameResult};

/// Returns the discs of both sides at the end of a game, empty squares given to the winner.
#[must_use]
pub fn final_discs(position: Position) -> (i32, i32) {
    let score = position.score();
    ((64 + score) / 2, (64 - score) / 2)
}

/// Says how a game with this last position ended.
pub(crate) fn verdict(result: GameResult, position: Position) -> String {
    let Some(loser) = result.loser() else {
        return match result.ending {
            Ending::Discs => by_discs(position),
            Ending::Aborted => "Game over: aborted.".to_owned(),
            Ending::Agreed => "Game over: a draw by agreement.".to_owned(),
            _ => "Game over: a draw.".to_owned(),
        };
    };
    let winner = !loser;
    match result.ending {
        Ending::Discs => by_discs(position),
        Ending::Resigned => format!("Game over: {loser} resigned, {winner} wins."),
        Ending::TimeOut => format!("Game over: {loser} ran out of time, {winner} wins."),
        Ending::Agreed => format!("Game over: {winner} wins by agreement."),
        Ending::Forfeited => format!("Game over: {loser} forfeited, {winner} wins."),
        Ending::Adjudicated => format!("Game over: {winner} wins by adjudication."),
        Ending::Aborted => "Game over: aborted.".to_owned(),
    }
}

/// Says how a game ended by its discs.
fn by_discs(position: Position) -> String {
    let (x, o) = final_discs(position);
    let empties = position.empty().len();
    let how = match x.cmp(&o) {
        Ordering::Greater => format!("black wins {x} to {o}"),
        Ordering::Less => format!("white wins {o} to {x}"),
        Ordering::Equal => format!("a draw, {x} to {o}"),
    };
    let [black, white] = Color::BOTH.map(|color| position.discs(color).len());
    match empties {
        0 => format!("Game over: {how}."),
        _ if x == o => format!("Game over: {how} ({black} and {white} discs)."),
        1 => format!("Game over: {how} ({black} and {white} discs, the empty square goes to the winner)."),
        _ => {
            format!("Game over: {how} ({black} and {white} discs, {empties} empty squares go to the winner).")
        }
    }
}
