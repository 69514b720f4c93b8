//! `outflank train positions`: positions of real games, to measure and tune a search with.

use std::path::PathBuf;

use anyhow::ensure;
use clap::ValueEnum;

use crate::games::{GameBoard, moments, read_folder};
use crate::rng::seeded;
use outflank_rules::{Color, Position};

/// Which positions to print.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder of WTHOR files of the years up to 2011.
    #[arg(long)]
    games: PathBuf,
    /// The fewest empty squares.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=59))]
    fewest: u32,
    /// The most empty squares.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=59))]
    most: u32,
    /// How many positions, each from a game of its own.
    #[arg(long)]
    count: usize,
    /// Which half of the games to take them from: no game is in both.
    #[arg(long, value_enum)]
    part: GameHalf,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The halves that games fall into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GameHalf {
    /// Games to choose parameters on.
    Tuning,
    /// Games to judge by, never to choose on.
    Test,
}

/// Prints the positions as OBF, all empty squares alike often.
pub(crate) fn run(options: &Args) -> anyhow::Result<()> {
    let Args { fewest, most, count, .. } = *options;
    ensure!(fewest <= most, "from {fewest} to {most} empty squares there are none");
    let games = read_folder(&options.games)?;
    let mut order: Vec<usize> = (0..games.len()).filter(|n| part_of(*n) == options.part).collect();
    let mut dice = seeded(&[options.seed, u64::from(fewest), u64::from(most)]);
    let mut found = 0;
    while found < count && !order.is_empty() {
        let game = order.swap_remove(dice.below(order.len() as u32) as usize);
        let wanted = fewest + (found as u32) % (most - fewest + 1);
        let moments = moments(&games[game].record);
        if let Some(&GameBoard { board, black }) =
            moments.iter().find(|moment| moment.board.empty().len() == wanted)
        {
            let color = if black { Color::Black } else { Color::White };
            println!("{};", obf(Position::of_board(board, color)));
            found += 1;
        }
    }
    ensure!(found == count, "{found} of {count} positions: there are no more games");
    Ok(())
}

/// Returns the half a game falls into, by its place among all games.
fn part_of(game: usize) -> GameHalf {
    if seeded(&[game as u64]).below(2) == 0 { GameHalf::Tuning } else { GameHalf::Test }
}

/// Writes a position as OBF has it: 64 squares, a blank, the side to move.
fn obf(position: Position) -> String {
    let text = position.to_string();
    let (squares, side) = text.split_at(64);
    format!("{squares} {}", side.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_falls_into_one_half_and_both_halves_are_large() {
        let tuning = (0..10_000).filter(|&game| part_of(game) == GameHalf::Tuning).count();
        assert!((4_800..5_200).contains(&tuning), "{tuning}");
    }

    #[test]
    fn squares_come_before_the_side_to_move() {
        let line = obf(Position::start());
        assert_eq!(line.len(), 66);
        assert!(line.ends_with(" X"), "{line}");
    }
}
