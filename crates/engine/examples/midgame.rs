//! Searches positions to a depth: `midgame FILE DEPTH [WEIGHTS]`, FILE holding a board and a side on each
//! line.
//!
//! Prints the best move and value of each position, and the nodes and time of all, on one thread.

use std::sync::Arc;
use std::time::Instant;

use outflank_engine::Engine;
use outflank_engine::eval::Weights;
use outflank_rules::{Move, Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let argument = |n: usize| std::env::args().nth(n);
    let (Some(file), Some(depth)) = (argument(1), argument(2).and_then(|text| text.parse().ok())) else {
        return Err("usage: midgame FILE DEPTH [WEIGHTS]".into());
    };
    let weights = match argument(3) {
        Some(file) => Arc::new(Weights::from_file(&std::fs::read(file)?)?),
        None => Weights::embedded(),
    };
    let engine = Engine::new(256, weights)?;
    let (mut nodes, mut time) = (0, 0.0);
    for line in std::fs::read_to_string(file)?.lines().filter(|line| !line.starts_with('%')) {
        let text: String = line.split_whitespace().take(2).collect();
        let position: Position = text.trim_end_matches(';').parse()?;
        engine.forget();
        let start = Instant::now();
        let analysis = engine.search(position).depth(depth).analyze();
        time += start.elapsed().as_secs_f64();
        nodes += analysis.nodes;
        print!(
            "{}:{} ",
            analysis.best.map_or("none".to_owned(), |m: Move| m.to_string()),
            analysis.value.score
        );
    }
    println!("\n{nodes} nodes {time:.3} s {:.2} Mn/s", nodes as f64 / time / 1e6);
    Ok(())
}
