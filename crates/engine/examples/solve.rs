//! The engine: solve an endgame, search a position, compare moves.

use outflank_engine::eval::Weights;
use outflank_engine::{Engine, Goal, Limits, OneThread, Wanted};
use outflank_rules::Position;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // 16 MiB for the table; the weights are built into the crate. Engines print nothing, start no threads and read no
    // clock: all of that is the caller's.
    let engine = Engine::new(16, Weights::embedded())?;

    let endgame: Position = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--X".parse()?;
    let solved = engine.solve(endgame, Goal::Exact, &OneThread, &mut |_progress| {});
    let best = solved.best.map_or_else(|| "nothing".to_owned(), |played| played.to_string());
    println!("{:+} with {best} after {} nodes", solved.value.score, solved.nodes);

    let found = engine.analyze(Position::start(), &Limits::depth(10), &OneThread, &mut |progress| {
        println!("depth {}: {:+}", progress.depth, progress.value.score);
    });
    println!("the start: {:+}, {:?}", found.value.score, found.value.truth);

    let wanted = Wanted::best(3);
    let compared = engine.compare(endgame, wanted, &Limits::depth(6), &OneThread, &mut |_so_far| {});
    for candidate in &compared.moves {
        println!("{} {:+}", candidate.played, candidate.value.score);
    }
    Ok(())
}
