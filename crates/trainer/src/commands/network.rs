//! `outflank train network`: trains the network on samples.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

use crate::learn::{ExamplesPlan, LearnPlan, Learner, NetworkReport, TrainingExamples};
use crate::model::write_weights;
use crate::network::FloatNetwork;
use crate::samples::sample_files;

use super::read_network;

/// What to learn from, how, and where to write.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folders of samples; every 40th chunk is held out.
    #[arg(long, required = true, num_args = 1..)]
    samples: Vec<PathBuf>,
    /// File of theoretical scores: four fifths are learned, the rest is held out.
    #[arg(long)]
    theory: Option<PathBuf>,
    /// File of floats to write after every epoch; what is needed to continue is next to it, in FILE.state.
    #[arg(long, value_name = "FILE.f32")]
    out: PathBuf,
    /// File of floats to start from; interrupted training continues if FILE.state is next to it.
    #[arg(long, value_name = "FILE.f32")]
    from: Option<PathBuf>,
    /// How often to go through all samples.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Time for reading and learning; the learning rate falls in time.
    #[arg(long)]
    seconds: Option<u64>,
    /// Samples in a step.
    #[arg(long, default_value_t = 16384, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The highest learning rate.
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// The share of the game's result in what is learned; the rest is what a search found.
    #[arg(long, default_value_t = 0.7)]
    mix: f32,
    /// Threads; the result does not depend on them.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Trains, and writes the network after every epoch.
pub(crate) fn run(options: &Args) -> anyhow::Result<()> {
    let start = Instant::now();
    let say = |text: &str| eprintln!("{:7.1} {text}", start.elapsed().as_secs_f64());
    ensure!((0.0..=1.0).contains(&options.mix), "--mix {}: a share is between 0 and 1", options.mix);
    ensure!(options.rate > 0.0 && options.rate < 1.0, "--rate {}: not between 0 and 1", options.rate);
    let files = sample_files(&options.samples)?;
    let lesson_plan = ExamplesPlan { mix: options.mix };
    let examples = TrainingExamples::read(&files, options.theory.as_deref(), &lesson_plan)?;
    ensure!(
        !examples.learned.is_empty(),
        "{} files hold nothing to learn from: chunks whose number is a multiple of 40 are held out",
        files.len()
    );
    say(&format!(
        "{} samples to learn from, {} held out, {} theoretical scores held out",
        examples.learned.len(),
        examples.held_out.len(),
        examples.theory.len()
    ));
    let plan = LearnPlan {
        epochs: options.epochs,
        batch: options.batch as usize,
        rate: options.rate,
        seed: options.seed,
        time: options.seconds.map(|seconds| (start, Duration::from_secs(seconds))),
        threads: options.threads.max(1),
    };
    let mut learner = begin(options.from.as_deref(), &examples, plan)?;
    if learner.epoch() > 0 {
        say(&format!("going on after epoch {}", learner.epoch()));
    }
    let state = state_path(&options.out);
    let mut said = Instant::now();
    while !learner.is_finished() {
        let rmse = learner.learn(|progress| {
            if said.elapsed() >= Duration::from_secs(30) {
                said = Instant::now();
                say(&format!("step {} of {}: error {:.3}", progress.step, progress.steps, progress.rmse));
            }
        })?;
        // The state goes first: it alone is enough to go on.
        write(&state, &learner.state())?;
        write(&options.out, &learner.network().to_bytes())?;
        let report = NetworkReport::of(learner.network(), &examples, plan.threads);
        say(&format!("epoch {} of {}: error {rmse:.3}; {report}", learner.epoch(), options.epochs));
    }
    write(&options.out, &learner.network().to_bytes())?;
    match std::fs::remove_file(&state) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| state.display().to_string())?
        }
        _ => say(&format!("{} written", options.out.display())),
    }
    Ok(())
}

/// Begins a training, or goes on with one that was interrupted.
fn begin<'l>(
    from: Option<&Path>,
    examples: &'l TrainingExamples,
    plan: LearnPlan,
) -> anyhow::Result<Learner<'l>> {
    let learned = &examples.learned;
    let Some(from) = from else {
        return Ok(Learner::new(learned, plan, FloatNetwork::untrained(plan.seed)));
    };
    let state = state_path(from);
    if !state.exists() {
        return Ok(Learner::new(learned, plan, read_network(from)?));
    }
    let name = state.display().to_string();
    let bytes = std::fs::read(&state).with_context(|| name.clone())?;
    Learner::resume(learned, plan, &bytes)
        .with_context(|| format!("{name}: remove this file to start anew from {}", from.display()))
}

fn state_path(network: &Path) -> PathBuf {
    let mut name: OsString = network.as_os_str().to_owned();
    name.push(".state");
    name.into()
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write_weights(path, bytes, 3).with_context(|| path.display().to_string())?;
    Ok(())
}
