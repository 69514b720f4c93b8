//! Positions without a game.

use outflank_rules::{Move, Setup};

use crate::review::{LineView, LineWish};
use crate::{Malformed, SetupView, TextWish, text, view};

/// The longest line that is followed, in plies: no game is longer.
const LONGEST: usize = 128;

/// Checks a position: a board, or the last position of a game in any text format.
pub fn look(wish: &TextWish) -> Result<SetupView, Malformed> {
    let position = text::parse(&wish.text)?.last_position();
    let oddities = Setup::from(position).oddities().iter().map(view::oddity).collect();
    Ok(SetupView { position: view::position(position), oddities })
}

/// Plays a line of moves from a position and returns every position on the way.
pub fn follow(wish: &LineWish) -> Result<LineView, Malformed> {
    let count = wish.moves.len();
    if count > LONGEST {
        return Err(Malformed(format!("{count} moves are too many; at most {LONGEST} are possible")));
    }
    let mut position = text::parse(&wish.text)?.last_position();
    let mut positions = vec![view::position(position)];
    for text in &wish.moves {
        let refuse = |error: String| Malformed(format!("{text}: {error}"));
        let played: Move = text.parse().map_err(|error| refuse(format!("{error}")))?;
        position = position.play(played).map_err(|error| refuse(error.to_string()))?;
        positions.push(view::position(position));
    }
    Ok(LineView { positions })
}
