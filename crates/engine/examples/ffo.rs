//! Solves lines of an FFO table: `ffo FILE FROM TO [THREADS] [WEIGHTS]`.

use std::sync::Arc;
use std::time::Instant;

use outflank_engine::eval::Weights;
use outflank_engine::{Engine, Goal, Threads};
use outflank_rules::Position;

/// The first of the FFO positions.
const WARM_UP: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------X";

struct Std(usize);

impl Threads for Std {
    fn count(&self) -> usize {
        self.0
    }

    fn run(&self, main: &mut (dyn FnMut() + Send), helper: &(dyn Fn() + Sync)) {
        std::thread::scope(|scope| {
            for _ in 1..self.0 {
                scope.spawn(helper);
            }
            main();
        });
    }
}

fn main() {
    let argument = |n: usize| std::env::args().nth(n);
    let number = |n: usize, default: u32| argument(n).and_then(|text| text.parse().ok()).unwrap_or(default);
    let text = std::fs::read_to_string(argument(1).unwrap_or_default()).unwrap_or_default();
    let (from, to, threads) = (number(2, 40), number(3, 49), number(4, 1) as usize);
    let weights = argument(5).and_then(|file| Weights::from_file(&std::fs::read(file).ok()?).ok());
    let weights = weights.map_or_else(Weights::embedded, Arc::new);
    let Ok(engine) = Engine::new(512, weights) else { return };
    // The system hands out the memory of the table now, not while the clock runs.
    if let Ok(position) = WARM_UP.parse() {
        engine.search(position).threads(&Std(1)).solve(Goal::Outcome);
    }
    let (mut total, mut time) = (0, 0.0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let n: u32 = fields[0].parse().unwrap_or(0);
        if n < from || n > to {
            continue;
        }
        let Ok(position) = format!("{}{}", fields[1], fields[2]).parse::<Position>() else { continue };
        engine.forget();
        let start = Instant::now();
        let solution = engine.search(position).threads(&Std(threads)).solve(Goal::Exact);
        let seconds = start.elapsed().as_secs_f64();
        let best = solution.best.map(|played| played.to_string()).unwrap_or_default();
        let right =
            fields[4].parse() == Ok(solution.value.score) && fields[5].split(' ').any(|move_| move_ == best);
        let line: Vec<String> = solution.line.iter().map(ToString::to_string).collect();
        println!(
            "#{n} {:>2} {:+3} {} {:>12} nodes {seconds:8.3} s {:6.1} Mn/s {}",
            fields[3],
            solution.value.score,
            if right { "ok" } else { "WRONG" },
            solution.nodes,
            solution.nodes as f64 / seconds / 1e6,
            line.join(" ")
        );
        total += solution.nodes;
        time += seconds;
    }
    println!("total {total} nodes {time:.3} s {:.1} Mn/s", total as f64 / time / 1e6);
}
