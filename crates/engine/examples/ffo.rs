//! Solve FFO lines.
use outflank_rules::*;
use std::time::Instant;
fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let from: u32 = std::env::args().nth(2).unwrap().parse().unwrap();
    let to: u32 = std::env::args().nth(3).unwrap().parse().unwrap();
    let tier = match std::env::args().nth(4).as_deref() {
        Some("avx2") => Tier::Avx2,
        Some("portable") => Tier::Portable,
        _ => Tier::best(),
    };
    let weights = std::sync::Arc::new(match std::env::args().nth(5) {
        Some(f) => outflank_engine::eval::Weights::from_bytes(&std::fs::read(f).unwrap()).unwrap(),
        None => outflank_engine::eval::Weights::zero(),
    });
    let (mut total, mut time) = (0, 0.0);
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let f: Vec<&str> = line.split('\t').collect();
        let n: u32 = f[0].parse().unwrap();
        if n < from || n > to {
            continue;
        }
        let position: Position = format!("{}{}", f[1], f[2]).parse().unwrap();
        let start = Instant::now();
        let (score, nodes) = outflank_engine::probe(position.board(), tier, weights.clone());
        let t = start.elapsed().as_secs_f64();
        let ok = score == f[4].parse::<i32>().unwrap();
        println!(
            "#{n} {} {score} {} nodes {nodes} {:.3}s {:.1} Mn/s",
            f[3],
            if ok { "ok" } else { "WRONG" },
            t,
            nodes as f64 / t / 1e6
        );
        total += nodes;
        time += t;
    }
    println!("total {total} nodes {time:.3} s {:.1} Mn/s", total as f64 / time / 1e6);
}
