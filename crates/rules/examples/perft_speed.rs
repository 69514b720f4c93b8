//! Times a perft on one thread, per instruction set: `cargo run --release --example perft_speed [DEPTH]
//! [RUNS]`.

use std::time::Instant;

use outflank_rules::{PassRule, Position, Tier, perft_with};

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|text| text.parse().ok());
    let depth = arguments.next().unwrap_or(10);
    let runs = arguments.next().unwrap_or(7).max(1);
    for tier in Tier::ALL.into_iter().filter(|tier| tier.is_available()) {
        let mut times: Vec<f64> = (0..runs)
            .map(|_| {
                let start = Instant::now();
                std::hint::black_box(perft_with(tier, Position::start(), depth, PassRule::OnePly));
                start.elapsed().as_secs_f64() * 1e3
            })
            .collect();
        times.sort_by(f64::total_cmp);
        let median = times[times.len() / 2];
        println!("{tier:9} median {median:8.2} ms, {:.2} to {:.2}", times[0], times[times.len() - 1]);
    }
}
