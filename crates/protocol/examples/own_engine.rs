//! Protocols: an engine of your own that speaks all five of them. This one turns over as many discs as it
//! can.

use std::io::Cursor;

use outflank_protocol::{
    EngineQuestion, Protocol, ScoredLine, SearchEffort, SearchFinding, Stop, Thinker, serve,
};
use outflank_rules::Move;

struct Greedy;

impl Thinker for Greedy {
    fn name(&self) -> String {
        "Greedy".to_owned()
    }

    fn version(&self) -> String {
        "1.0".to_owned()
    }

    fn think(
        &mut self,
        question: &EngineQuestion,
        _stop: &Stop,
        _report: &mut (dyn FnMut(&SearchFinding) + Send),
    ) -> SearchFinding {
        let position = question.position();
        let best = position.legal_moves().squares().max_by_key(|square| position.flips(*square).len());
        let moves = vec![best.map_or(Move::Pass, Move::Place)];
        SearchFinding { lines: vec![ScoredLine { moves, score: 0.0 }], depth: 1, ..SearchFinding::default() }
    }

    fn forget(&mut self) {}
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A program would pass `std::io::stdin()`; the conversation here is written down.
    let said = Cursor::new("name\nplay b f5\ngenmove w\nplay b a1\nquit\n");
    let mut answers = Vec::new();
    serve(Protocol::Gtp, Box::new(Greedy), SearchEffort::default(), said, &mut answers)?;
    print!("{}", String::from_utf8(answers)?);
    Ok(())
}
