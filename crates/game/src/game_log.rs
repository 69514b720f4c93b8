//! The readable log of a game.

use std::fmt::Write as _;

use crate::{Ending, GameInPlay, Seat};
use outflank_rules::{Color, Diagram, Game, Square};

/// Writes the log of a game in play, at any point of it, as [`log_text`] does.
#[must_use]
pub fn game_log(game: &GameInPlay, notes: &[String]) -> String {
    let names = game.seats().each_ref().map(Seat::called);
    let decided = game.result().filter(|result| result.ending != Ending::Discs).map(|result| {
        let why = match (result.ending, result.loser()) {
            (Ending::Resigned, Some(side)) => format!("{side} resigned"),
            (Ending::TimeOut, Some(side)) => format!("{side} ran out of time"),
            (ending, _) => ending.to_string(),
        };
        (game.score(), why)
    });
    let decided = decided.as_ref().map(|(score, why)| (*score, why.as_str()));
    log_text(game.history(), names, notes, decided)
}

/// Writes the line of a report about a finished game: players, plies, discs, and in the rightmost column the
/// score gap, black minus white.
#[must_use]
pub fn report_line(game: &GameInPlay) -> String {
    let [black, white] = game.seats().each_ref().map(Seat::called);
    let gap = game.score();
    let (x, o) = ((64 + gap) / 2, (64 - gap) / 2);
    let plies = game.plies().len();
    format!("{black:8} {white:8} {plies:3} {x:3} {o:3} {gap:+4}\n")
}

/// Writes everything about a game: players, notes, start, every ply with the disc counts after it, the board,
/// corners, score, transcript. The game can be set up again from it. `decided` is the score, and why, of a
/// game that was not played to its end.
#[must_use]
pub fn log_text(
    game: &Game,
    [black, white]: [&str; 2],
    notes: &[String],
    decided: Option<(i32, &str)>,
) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _infallible = write_log(&mut text, game, [black, white], notes, decided);
    text
}

fn write_log(
    text: &mut String,
    game: &Game,
    [black, white]: [&str; 2],
    notes: &[String],
    decided: Option<(i32, &str)>,
) -> std::fmt::Result {
    writeln!(text, "Outflank game log")?;
    writeln!(text, "Black: {black}\nWhite: {white}")?;
    notes.iter().try_for_each(|note| writeln!(text, "{note}"))?;
    writeln!(text, "Start: {}\n", game.start())?;
    let mut before = game.start();
    for (index, (&played, after)) in game.plies().iter().zip(game.positions().skip(1)).enumerate() {
        let [x, o] = Color::BOTH.map(|color| after.discs(color).len());
        writeln!(text, "{:3}. {} {:4} {x:2}-{o}", index + 1, before.side_to_move(), played.to_string())?;
        before = after;
    }
    let position = game.position();
    let last: Option<Square> = game.plies().iter().rev().find_map(|played| played.square());
    let title = if position.is_finished() { "Final board" } else { "Board" };
    writeln!(text, "\n{title}: {position}\n{}\n", Diagram::new(position).with_last_move(last))?;
    let corners = Color::BOTH.map(|color| position.discs(color).squares().filter(|s| s.is_corner()).count());
    writeln!(text, "Corners: black {}, white {}", corners[0], corners[1])?;
    let finished = position.is_finished().then(|| position.score());
    match (decided, finished) {
        (Some((score, why)), _) => {
            writeln!(
                text,
                "Score: black {}, white {} ({score:+}), {why}",
                (64 + score) / 2,
                (64 - score) / 2
            )?;
        }
        (None, Some(score)) => {
            writeln!(text, "Score: black {}, white {} ({score:+})", (64 + score) / 2, (64 - score) / 2)?;
        }
        (None, None) => writeln!(text, "Score: not finished")?,
    }
    writeln!(text, "Transcript: {}", game.transcript())
}

#[cfg(test)]
mod tests {
    use outflank_rules::Position;

    use super::*;

    #[test]
    fn a_log_holds_every_ply_the_counts_and_how_it_was_decided() {
        let moves = ["f5", "d6"].map(|m| m.parse().unwrap());
        let game = Game::replay(Position::start(), moves).unwrap();
        let log = log_text(&game, ["human", "greedy"], &["Seed: 7".to_owned()], None);
        assert!(log.starts_with("Outflank game log\nBlack: human\nWhite: greedy\nSeed: 7\nStart: "), "{log}");
        assert!(log.contains("  1. black f5    4-1\n  2. white d6    3-3\n"), "{log}");
        assert!(log.contains("Corners: black 0, white 0\nScore: not finished\nTranscript: f5d6\n"), "{log}");
        let decided = log_text(&game, ["a", "b"], &[], Some((-64, "black forfeits: crash")));
        assert!(decided.contains("Score: black 0, white 64 (-64), black forfeits: crash\n"), "{decided}");
    }
}
