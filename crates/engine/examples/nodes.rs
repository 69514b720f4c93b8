//! What searches on one thread give, to the last node: the same on every machine and instruction set.
//!
//! ```text
//! nodes random COUNT FEWEST MOST     prints random positions with FEWEST to MOST empty squares
//! nodes solve TIER                   solves the positions of standard input, one on a line
//! nodes analyze TIER DEPTH           searches them to a depth
//! nodes perft TIER DEPTH             counts from the start
//! ```
//!
//! Each answer is a line: the score, the best move and the nodes. The last line has their sum. TIER is the
//! name of an instruction set, or `best`. `xtask/elsewhere` compares the answers of other machines with
//! those of this one.

use std::error::Error;
use std::io::{self, BufRead as _};

use outflank_engine::eval::Weights;
use outflank_engine::{Engine, Goal};
use outflank_rules::{Move, PassRule, Position, Tier, perft_with};

/// A table that fits into every memory; the nodes depend on its size.
const TABLE_MIB: usize = 16;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["random", count, fewest, most] => {
            print_random(count.parse()?, fewest.parse()?, most.parse()?);
            Ok(())
        }
        ["solve", name] => search_all(tier(name)?, None),
        ["analyze", name, depth] => search_all(tier(name)?, Some(depth.parse()?)),
        ["perft", name, depth] => {
            let leaves = perft_with(tier(name)?, Position::start(), depth.parse()?, PassRule::OnePly);
            println!("{leaves}");
            Ok(())
        }
        _ => Err(format!("not understood: {words:?}; the first lines of this program say how").into()),
    }
}

fn tier(name: &str) -> Result<Tier, String> {
    let known = Tier::ALL.into_iter().find(|tier| tier.name() == name && tier.is_available());
    match known {
        Some(tier) => Ok(tier),
        None if name == "best" => Ok(Tier::best()),
        None => Err(format!("this machine does not support {name}")),
    }
}

/// Searches every position of standard input with an empty table: to the end, or to a depth.
fn search_all(tier: Tier, depth: Option<u32>) -> Result<(), Box<dyn Error>> {
    let engine = Engine::new(TABLE_MIB, Weights::embedded())?.with_tier(tier);
    let mut sum = 0;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let text = line.split(';').next().unwrap_or_default().trim();
        if text.is_empty() || text.starts_with('%') {
            continue;
        }
        let position: Position = text.parse().map_err(|error| format!("{text}: {error}"))?;
        engine.forget();
        let search = engine.search(position);
        let (score, best, nodes) = match depth {
            None => {
                let found = search.solve(Goal::Exact);
                (found.value.score, found.best, found.nodes)
            }
            Some(plies) => {
                let found = search.depth(plies).analyze();
                (found.value.score, found.best, found.nodes)
            }
        };
        let best = best.map_or_else(|| "-".to_owned(), |best| best.to_string());
        println!("{score:+} {best} {nodes}");
        sum += nodes;
    }
    println!("sum {sum}");
    Ok(())
}

/// Prints positions after random moves; those whose game ended early are left out.
fn print_random(count: u64, fewest: u32, most: u32) {
    let kinds = u64::from(most.saturating_sub(fewest)) + 1;
    let positions = (1_u64..).map(|seed| random_position(seed, fewest + (seed % kinds) as u32));
    for position in positions.filter(|position| !position.is_finished()).take(count as usize) {
        println!("{position}");
    }
}

fn random_position(seed: u64, empties: u32) -> Position {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut position = Position::start();
    while position.empty().len() > empties && !position.is_finished() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let moves = position.legal_moves();
        let chosen = moves.squares().nth((state >> 32) as usize % moves.len().max(1) as usize);
        match position.play(chosen.map_or(Move::Pass, Move::Place)) {
            Ok(next) => position = next,
            Err(_) => return position,
        }
    }
    position
}
