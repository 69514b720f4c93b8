//! Positions to be solved: from random play and from tournament games.

use std::fs;
use std::path::Path;

use outflank_rules::{Move, Position, Square};

use crate::support::random_position;

/// Returns `count` positions with `least` to `most` empty squares, the same in every run: half of them from
/// tournament games if there are any, the others from random play. Games that end before have no such
/// position and give none.
pub(crate) fn some(count: usize, least: u32, most: u32) -> Vec<Position> {
    let empties = |n: usize| least + n as u32 % (most - least + 1);
    let games = tournament_games();
    if games.is_empty() {
        println!("skipped: no tournament games; all positions are from random play");
    }
    let mut positions = Vec::new();
    for n in 0_usize.. {
        if positions.len() >= count {
            break;
        }
        let found = match games.get(n.wrapping_mul(7919) % games.len().max(1)) {
            Some(game) if n % 2 == 1 => after(game, empties(n / 2)),
            _ => random(n as u64, empties(n / 2)),
        };
        positions.extend(found);
    }
    positions
}

/// Plays random moves until `empties` squares are left, unless the game ends before.
pub(crate) fn random(seed: u64, empties: u32) -> Option<Position> {
    Some(random_position(seed, empties)).filter(|position| !position.is_finished())
}

/// Replays a game until `empties` squares are left; the side that has to pass passes.
fn after(game: &[u8], empties: u32) -> Option<Position> {
    let mut position = Position::start();
    for &code in game {
        if position.empty().len() == empties {
            break;
        }
        // The tens are the row, the units the column, both from one.
        let (row, column) = (u32::from(code / 10).checked_sub(1)?, u32::from(code % 10).checked_sub(1)?);
        let square = Square::new(8 * row + column)?;
        if position.must_pass() {
            position = position.play(Move::Pass).ok()?;
        }
        position = position.play(square).ok()?;
    }
    (position.empty().len() == empties && !position.is_finished()).then_some(position)
}

/// Reads the moves of all games of 1977 to 2011: a header of 16 bytes, then 68 a game, the last 60 its moves.
fn tournament_games() -> Vec<[u8; 60]> {
    let Some(data) = std::env::var_os("OUTFLANK_DATA") else { return Vec::new() };
    let mut games = Vec::new();
    for year in 1977..=2011 {
        let file = Path::new(&data).join(format!("wthor/WTH_{year}.wtb"));
        let bytes = fs::read(file).unwrap_or_default();
        let records = bytes.get(16..).unwrap_or_default().chunks_exact(68);
        games.extend(records.filter_map(|record| record.last_chunk::<60>().copied()));
    }
    games
}
