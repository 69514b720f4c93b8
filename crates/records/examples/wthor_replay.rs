//! Replays every game of a folder of WTHOR files on one thread and tells counts and times:
//! `cargo run --release -p outflank-records --example wthor_replay -- DIR [RUNS]`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use outflank_records::RecordError;
use outflank_records::wthor::{FileKind, ReplayTally, WthorReader, tally};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(folder) = arguments.next() else {
        eprintln!("usage: wthor_replay DIR [RUNS]");
        return ExitCode::from(2);
    };
    let runs = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(5).max(1);
    let mut files: Vec<PathBuf> = match std::fs::read_dir(&folder) {
        Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
        Err(error) => {
            eprintln!("{folder}: {error}");
            return ExitCode::from(2);
        }
    };
    files.retain(|path| FileKind::of_extension(path) == Some(FileKind::Games));
    files.sort();
    let mut times = Vec::new();
    for run in 0..runs {
        let start = Instant::now();
        match replay_files(&files) {
            Ok(total) if run == 0 => println!("{} files, {total}", files.len()),
            Ok(_) => {}
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::from(2);
            }
        }
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    let (median, best, worst) = (times[times.len() / 2], times[0], times[times.len() - 1]);
    println!("read and replayed in {median:.1} ms (median of {runs}, {best:.1} to {worst:.1})");
    ExitCode::SUCCESS
}

fn replay_files(files: &[PathBuf]) -> Result<ReplayTally, RecordError> {
    let mut total = ReplayTally::default();
    for path in files {
        total += tally(&mut WthorReader::open(path)?)?;
    }
    Ok(total)
}
