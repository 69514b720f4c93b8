//! `outflank puzzles export`: puzzles in other words.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, anyhow};
use clap::ValueEnum;
use outflank_engine::Engine;
use outflank_engine::eval::Weights;
use outflank_puzzles::{DifficultyTraits, Puzzle, PuzzleLine, PuzzleSet, PuzzleTheme, ThemeSet, pack};
use outflank_records::{Format, MoveScore, Number, Ply, Record, write};

use super::read_puzzles;
use crate::failure::Failure;
use crate::replace::OutputFile;

/// Export puzzles as lines of JSON, boards with scores, or games.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
jsonl holds everything; obf the position with the score of every move, where it is exact; pgn the line, as a game \
that begins in the position. packed is the file that the program embeds.

Examples:
  outflank puzzles export -
  outflank puzzles export wedges.obf --theme wedge
  outflank puzzles export easy.pgn --ratings 800-1200
  outflank puzzles export puzzles.bin --from my.jsonl --to packed --refresh")]
pub(super) struct Args {
    /// The file to write; - is standard output
    #[arg(value_name = "OUT")]
    out: PathBuf,

    /// The puzzles, packed or lines of JSON [default: the shipped ones]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// The format [default: by the name of the file, else jsonl]
    #[arg(long, value_name = "FORMAT")]
    to: Option<PuzzleFormat>,

    /// Only puzzles of a theme
    #[arg(long, value_name = "THEME", value_parser = theme)]
    theme: Option<PuzzleTheme>,

    /// Only puzzles of these predicted ratings
    #[arg(long, value_name = "LOW-HIGH", value_parser = ratings)]
    ratings: Option<(u16, u16)>,

    /// How many at most
    #[arg(long, value_name = "N")]
    puzzles: Option<usize>,

    /// Find the themes and predict the ratings anew
    #[arg(long)]
    refresh: bool,
}

/// What puzzles can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PuzzleFormat {
    /// Lines of JSON
    Jsonl,
    /// Boards with scores
    Obf,
    /// Games
    Pgn,
    /// The file that the program embeds
    Packed,
}

fn theme(text: &str) -> Result<PuzzleTheme, String> {
    let known = || PuzzleTheme::ALL.map(PuzzleTheme::name).join(", ");
    PuzzleTheme::of_name(text).ok_or_else(|| format!("{text:?} is not a theme; the themes are {}", known()))
}

fn ratings(text: &str) -> Result<(u16, u16), String> {
    let range = text.split_once('-').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    range.filter(|(low, high)| low <= high).ok_or_else(|| format!("{text:?} is not a range such as 800-1200"))
}

/// Tells the format by the name of a file.
fn format_of(args: &Args) -> PuzzleFormat {
    let by_name = || match args.out.extension()?.to_str()? {
        "obf" => Some(PuzzleFormat::Obf),
        "pgn" => Some(PuzzleFormat::Pgn),
        "bin" => Some(PuzzleFormat::Packed),
        _ => None,
    };
    args.to.or_else(by_name).unwrap_or(PuzzleFormat::Jsonl)
}

/// Runs the command.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut puzzles = read_puzzles(args.from.as_deref())?;
    if args.refresh {
        let engine = Engine::new(16, Weights::embedded()).map_err(Failure::other)?;
        for puzzle in &mut puzzles {
            puzzle.themes = ThemeSet::of(&puzzle.position, &puzzle.moves);
            puzzle.rating = DifficultyTraits::of(&engine, puzzle).rating();
        }
    }
    puzzles.retain(|puzzle| args.theme.is_none_or(|theme| puzzle.themes.contains(theme)));
    puzzles.retain(|puzzle| args.ratings.is_none_or(|(low, high)| (low..=high).contains(&puzzle.rating)));
    puzzles = PuzzleSet::new(puzzles).puzzles().to_vec();
    puzzles.truncate(args.puzzles.unwrap_or(usize::MAX));
    if puzzles.is_empty() {
        return Err(Failure::Input(anyhow!("no puzzles match")));
    }
    let named = || format!("cannot write {}", args.out.display());
    let mut output = OutputFile::create(&args.out).with_context(named).map_err(Failure::Other)?;
    match format_of(args) {
        PuzzleFormat::Jsonl => {
            for puzzle in &puzzles {
                writeln!(output, "{}", PuzzleLine::from(puzzle).to_text().map_err(Failure::other)?)?;
            }
        }
        PuzzleFormat::Packed => output.write_all(&pack(&puzzles))?,
        PuzzleFormat::Obf => records(&mut output, Format::Obf, &puzzles)?,
        PuzzleFormat::Pgn => records(&mut output, Format::Pgn, &puzzles)?,
    }
    output.commit().with_context(named).map_err(Failure::Other)?;
    Ok(())
}

/// Writes puzzles in a format of games.
fn records(output: &mut OutputFile, format: Format, puzzles: &[Puzzle]) -> Result<(), Failure> {
    let mut sink = write(output, format).map_err(Failure::other)?;
    for puzzle in puzzles {
        let mut record = Record::new(puzzle.position);
        if format == Format::Pgn {
            for &played in &puzzle.line {
                record.push(Ply::new(played)).map_err(Failure::other)?;
            }
            record.event = Some(format!("Puzzle {}", puzzle.id));
            record.comment = Some(puzzle.goal.to_string());
        }
        let exact = puzzle.moves.iter().filter(|proof| proof.value.is_exact());
        let score = |square: outflank_rules::Square, score: i32| MoveScore {
            played: square.into(),
            score: Number::from(score),
        };
        record.scores = exact.map(|proof| score(proof.square, proof.value.score)).collect();
        sink.put(&record).map_err(Failure::other)?;
    }
    sink.finish().map_err(Failure::other)?;
    Ok(())
}
