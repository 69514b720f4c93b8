//! The game of an `XBoard` session and its clock.

use std::time::Duration;

use outflank_rules::{Color, Game, Move, Position};

use super::thinker::{Allowance, SearchEffort};

/// The time control and what the engine's clock shows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Control {
    /// Moves in a period (0: the whole game), its time, and what every move adds.
    level: Option<(u32, Duration, Duration)>,
    /// The time for each move.
    pub(super) exact: Option<Duration>,
    /// The depth.
    pub(super) depth: Option<u32>,
    /// What the engine's clock shows.
    left: Option<Duration>,
}

impl Control {
    /// Follows `level MOVES BASE INCREMENT`, the base as minutes or minutes:seconds; `None` if the words are
    /// wrong.
    pub(super) fn level(&mut self, words: &[&str]) -> Option<()> {
        let &[moves, base, increment] = words else { return None };
        let mut seconds = 0.0;
        let (minutes, rest) = base.split_once(':').unwrap_or((base, "0"));
        for (text, scale) in [(minutes, 60.0), (rest, 1.0)] {
            seconds += scale * text.parse::<f64>().ok()?;
        }
        let base = Duration::try_from_secs_f64(seconds).ok()?;
        let increment = Duration::try_from_secs_f64(increment.parse().ok()?).ok()?;
        self.level = Some((moves.parse().ok()?, base, increment));
        (self.left, self.exact) = (Some(base), None);
        Some(())
    }

    /// Follows `time`, in hundredths of a second; `None` if the word is wrong.
    pub(super) fn show(&mut self, word: &str) -> Option<()> {
        // The clock may be below nothing.
        let hundredths = word.parse::<i64>().ok()?;
        self.left = Some(Duration::from_millis(u64::try_from(hundredths).unwrap_or(0).saturating_mul(10)));
        Some(())
    }

    /// Returns what a search may cost after so many own moves.
    pub(super) fn effort(&self, own: SearchEffort, made: u32) -> SearchEffort {
        let clock = self.left.map(|remaining| {
            let (period, _, increment) = self.level.unwrap_or_default();
            let moves = (period > 0).then(|| period - made % period);
            Allowance::Clock { remaining, increment, moves }
        });
        let time = self.exact.map(Allowance::Move).or(clock).or(own.time);
        // A depth on the command line is a wish for the same moves every time.
        let time = time.filter(|_| own.depth.is_none() || self.exact.is_some());
        SearchEffort { depth: self.depth.or(own.depth), time, ..own }
    }

    /// Notes the time of a move until the other side shows the clock again.
    pub(super) fn spend(&mut self, spent: Duration) {
        let increment = self.level.map_or(Duration::ZERO, |(_, _, increment)| increment);
        self.left = self.left.map(|left| left.saturating_sub(spent).saturating_add(increment));
    }
}

/// Returns how many moves a side has made in a game.
pub(super) fn moves_of(game: &Game, side: Color) -> u32 {
    let first = usize::from(game.start().side_to_move() != side);
    game.plies().iter().skip(first).step_by(2).filter(|played| !played.is_pass()).count() as u32
}

/// Writes the result of a finished game: `1-0` if the side that moves first has won, here black.
pub(super) fn result(position: Position) -> Option<String> {
    if !position.is_finished() {
        return None;
    }
    let [black, white] = Color::BOTH.map(|side| position.discs(side).len());
    Some(match position.score() {
        1.. => format!("1-0 {{Black wins {black}-{white}}}"),
        0 => format!("1/2-1/2 {{Draw {black}-{white}}}"),
        _ => format!("0-1 {{White wins {white}-{black}}}"),
    })
}

/// Takes back so many plies; tells whether there were that many.
pub(super) fn take_back(game: &mut Game, count: usize) -> bool {
    match game.plies().len().checked_sub(count) {
        Some(left) => {
            game.go_to(left);
            true
        }
        None => false,
    }
}

/// Makes a move, and says why not if it is illegal.
pub(super) fn make(game: &mut Game, played: Move) -> Result<(), String> {
    match played {
        Move::Place(square) => game.place(square),
        Move::Pass => game.play(Move::Pass),
    }
    .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_understood() {
        let mut control = Control::default();
        control.level(&["40", "5", "0"]).unwrap();
        let clock = |control: &Control, made| control.effort(SearchEffort::default(), made).time;
        let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
        let expected =
            |remaining, moves| Some(Allowance::Clock { remaining, increment: Duration::ZERO, moves });
        assert_eq!(clock(&control, 3), expected(minutes(5), Some(37)));
        control.level(&["0", "2:30", "0"]).unwrap();
        assert_eq!(clock(&control, 3), expected(Duration::from_secs(150), None));
        control.show("-5").unwrap();
        assert_eq!(clock(&control, 3), expected(Duration::ZERO, None));
        assert!(control.level(&["0", "x", "0"]).is_none() && control.show("x").is_none());
    }

    #[test]
    fn own_moves_are_counted_without_passes() {
        let moves = ["f5", "d6", "c3"].map(|word| word.parse().unwrap());
        let game = Game::replay(Position::start(), moves).unwrap();
        assert_eq!((moves_of(&game, Color::Black), moves_of(&game, Color::White)), (2, 1));
    }
}
