//! `outflank train eval`: compares an evaluation with the theoretical scores of games and with samples held
//! out.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, ensure};

use crate::games::{LAST_TEST_YEAR, LAST_YEAR, read_folder, read_test_games};
use crate::interval::{ErrorIntervals, Interval};
use crate::judge::{PredictionErrors, draw, searched_values, static_values, theory};
use crate::learn::is_theory_held_out;
use crate::plot::{Curve, plot};
use crate::samples::{TrainingSample, read_samples, sample_files};
use outflank_engine::eval::Weights;
use outflank_rules::{Board, Color, Position};

use super::load_weights;

/// What to judge, and by what.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// File of weights, plain or compressed, instead of the engine's own.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Folder of WTHOR files of the years up to 2011: compare with their theoretical scores.
    #[arg(long)]
    games: Option<PathBuf>,
    /// File of theoretical scores: compare with those that `network` never learns.
    #[arg(long, conflicts_with = "games")]
    theory: Option<PathBuf>,
    /// Depths of the engine's searches, separated by commas; 0: static evaluation.
    #[arg(long, default_value = "0", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: Vec<u32>,
    /// How many theoretical scores to draw [default: all; 2000 in the final report].
    #[arg(long)]
    positions: Option<usize>,
    /// Take only positions with this many empty squares [default: any; 24 in the final report].
    #[arg(long)]
    empties: Option<u32>,
    /// Write the positions with their theoretical scores and values to this file, separated by tabs.
    #[arg(long)]
    tsv: Option<PathBuf>,
    /// Read the games of 2012 to 2025 instead: nothing may be learned or chosen from what they show.
    #[arg(long, requires = "games")]
    final_report: bool,
    /// Folders of samples: compare with the results of those held out, by empty squares.
    #[arg(long, num_args = 1..)]
    samples: Vec<PathBuf>,
    /// Draw the error on samples by empty squares into this SVG file.
    #[arg(long, requires = "samples")]
    plot: Option<PathBuf>,
    /// Threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The positions of a final report, unless another number is asked for.
const FINAL_POSITIONS: usize = 2000;

/// The empty squares of a final report, unless another number is asked for.
const FINAL_EMPTIES: u32 = 24;

/// Prints the figures asked for.
pub(crate) fn run(options: &Args) -> anyhow::Result<()> {
    let weights = load_weights(options.weights.as_deref())?;
    ensure!(
        options.games.is_some() || options.theory.is_some() || !options.samples.is_empty(),
        "nothing to compare with: give --games, --theory or --samples"
    );
    if let Some(known) = known_scores(options)? {
        by_theory(options, known, &weights)?;
    }
    if !options.samples.is_empty() {
        by_samples(options, &weights)?;
    }
    Ok(())
}

/// Returns the positions whose theoretical scores are known, one of each game, if any are asked for.
fn known_scores(options: &Args) -> anyhow::Result<Option<Vec<(Board, i32)>>> {
    if let Some(file) = &options.theory {
        let samples = read_samples(file)?.1;
        let held_out = samples.iter().enumerate().filter(|&(n, _)| is_theory_held_out(n));
        return Ok(Some(held_out.map(|(_, sample)| (sample.board, i32::from(sample.result))).collect()));
    }
    let Some(folder) = &options.games else { return Ok(None) };
    let games = if options.final_report {
        println!(
            "FINAL REPORT on games of {} to {LAST_TEST_YEAR}: nothing may be learned or chosen by it",
            LAST_YEAR + 1
        );
        read_test_games(folder)?
    } else {
        read_folder(folder)?
    };
    Ok(Some(games.iter().filter_map(theory).collect()))
}

/// Compares with theoretical scores.
fn by_theory(options: &Args, mut known: Vec<(Board, i32)>, weights: &Arc<Weights>) -> anyhow::Result<()> {
    let empties = options.empties.or(options.final_report.then_some(FINAL_EMPTIES));
    let most = options.positions.or(options.final_report.then_some(FINAL_POSITIONS));
    known.retain(|(board, _)| empties.is_none_or(|wanted| board.empty().len() == wanted));
    let found = known.len();
    if let Some(most) = most {
        known = draw(known, most, options.seed);
    }
    ensure!(!known.is_empty(), "no theoretical score of such a position is known");
    println!("{} of {found} positions, seed {}, 95 % intervals by bootstrap", known.len(), options.seed);
    let boards: Vec<Board> = known.iter().map(|&(board, _)| board).collect();
    let mut columns = Vec::new();
    println!(
        "depth  RMSE                    MAE                     fit                     (stretch) close"
    );
    for &depth in &options.depth {
        let values = searched_values(weights, &boards, depth, options.threads)?;
        let pairs: Vec<(f64, f64)> =
            values.iter().zip(&known).map(|(&value, &(_, score))| (value, f64::from(score))).collect();
        let errors = PredictionErrors::of(pairs.iter().copied());
        let around = ErrorIntervals::of(&pairs, options.seed);
        println!(
            "{depth:>5}  {:<22}  {:<22}  {:<22}   ({:.3}) {}",
            figure(errors.rmse, around.rmse),
            figure(errors.mae, around.mae),
            figure(errors.affine_rmse, around.affine_rmse),
            errors.stretch,
            figure(errors.close_rmse, around.close_rmse)
        );
        columns.push(values);
    }
    if let Some(path) = &options.tsv {
        let table = table(&known, &options.depth, &columns);
        std::fs::write(path, table).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

fn figure(value: f64, around: Interval) -> String {
    format!("{value:.3} ({:.3}-{:.3})", around.low, around.high)
}

/// Writes a line for each position: the board with X to move, the exact score, the value at each depth.
fn table(known: &[(Board, i32)], depths: &[u32], columns: &[Vec<f64>]) -> String {
    let mut text = "position\texact".to_owned();
    depths.iter().for_each(|depth| text += &format!("\tdepth {depth}"));
    for (n, (board, score)) in known.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{}\t{score}", Position::of_board(*board, Color::Black));
        columns.iter().for_each(|values| text += &format!("\t{}", values[n]));
    }
    text + "\n"
}

/// Compares with the results of samples held out, by empty squares.
fn by_samples(options: &Args, weights: &Weights) -> anyhow::Result<()> {
    let mut samples: Vec<TrainingSample> = Vec::new();
    for file in sample_files(&options.samples)? {
        let (header, of_file) = read_samples(&file)?;
        if header.is_held_out() {
            samples.extend(of_file);
        }
    }
    ensure!(!samples.is_empty(), "no samples are held out: no chunk has a multiple of 40 as its number");
    let boards: Vec<Board> = samples.iter().map(|sample| sample.board).collect();
    let values = static_values(weights, &boards, options.threads);
    let mut by_empties: Vec<Vec<(f64, f64)>> = vec![Vec::new(); 61];
    for (sample, &value) in samples.iter().zip(&values) {
        by_empties[(sample.board.empty().len() as usize).min(60)].push((value, f64::from(sample.result)));
    }
    let (mut rmse, mut mae) = (Vec::new(), Vec::new());
    println!("empties    samples    RMSE     MAE     fit   close");
    for (empties, pairs) in by_empties.iter().enumerate().filter(|(_, pairs)| !pairs.is_empty()) {
        let errors = PredictionErrors::of(pairs.iter().copied());
        print_line(&empties.to_string(), &errors);
        rmse.push((empties as u32, errors.rmse));
        mae.push((empties as u32, errors.mae));
    }
    print_line("all", &PredictionErrors::of(by_empties.into_iter().flatten()));
    if let Some(path) = &options.plot {
        let curves = [
            Curve { name: "RMSE", color: "#b2182b", points: rmse },
            Curve { name: "mean absolute error", color: "#2166ac", points: mae },
        ];
        let svg = plot("Static evaluation against results of samples held out", "discs", &curves);
        std::fs::write(path, svg).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

fn print_line(name: &str, errors: &PredictionErrors) {
    let PredictionErrors { count, rmse, mae, affine_rmse, close_rmse, .. } = errors;
    println!("{name:>7} {count:>10} {rmse:>7.2} {mae:>7.2} {affine_rmse:>7.2} {close_rmse:>7.2}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::START;

    #[test]
    fn a_draw_depends_on_the_seed_alone_and_keeps_the_order() {
        let known: Vec<(Board, i32)> = (0..1000).map(|n| (START, n)).collect();
        let numbers = |most, seed| -> Vec<i32> {
            draw(known.clone(), most, seed).into_iter().map(|(_, n)| n).collect()
        };
        let drawn = numbers(100, 1);
        assert_eq!(drawn.len(), 100);
        assert!(drawn.is_sorted() && drawn == numbers(100, 1) && drawn != numbers(100, 2));
        assert_eq!(numbers(5000, 3).len(), 1000);
    }

    #[test]
    fn a_table_has_a_line_for_each_position() {
        let text = table(&[(START, 4)], &[0, 6], &[vec![1.5], vec![-2.0]]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "position\texact\tdepth 0\tdepth 6");
        assert_eq!(lines[1], format!("{}\t4\t1.5\t-2", Position::start()));
    }
}
