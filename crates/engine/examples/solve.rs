//! The engine: solve an endgame, search a position, compare moves.

use outflank_engine::eval::Weights;
use outflank_engine::{Engine, Goal, Wanted};
use outflank_rules::Position;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // 16 MiB for the table; the weights are built into the crate. Engines print nothing, start no threads and
    // read no clock: all of that is the caller's.
    let engine = Engine::new(16, Weights::embedded())?;

    let endgame: Position = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--X".parse()?;
    let solved = engine.search(endgame).solve(Goal::Exact);
    let best = solved.best.map_or_else(|| "nothing".to_owned(), |played| played.to_string());
    println!("{:+} with {best} after {} nodes", solved.value.score, solved.nodes);

    let found = engine
        .search(Position::start())
        .depth(10)
        .observe(|progress| println!("depth {}: {:+}", progress.depth, progress.value.score))
        .analyze();
    println!("the start: {:+}, {:?}", found.value.score, found.value.truth);

    let compared = engine.search(endgame).depth(6).compare(Wanted::best(3));
    for candidate in &compared.moves {
        println!("{} {:+}", candidate.played, candidate.value.score);
    }
    Ok(())
}
