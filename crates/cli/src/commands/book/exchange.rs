//! `outflank book import` and `export`: books of other programs.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use outflank_book::BookError;
use outflank_book::foreign::{ConversionLosses, ForeignFormat};

use super::check::read_proofs;
use crate::failure::{Failure, counted, tell};
use crate::replace::OutputFile;

/// A format on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExchangeFormat {
    Book(ForeignFormat),
    Proofs,
}

fn parse_format(text: &str) -> Result<ExchangeFormat, String> {
    if text == "proofs" {
        return Ok(ExchangeFormat::Proofs);
    }
    let found = ForeignFormat::ALL.into_iter().find(|format| format.name() == text);
    found
        .map(ExchangeFormat::Book)
        .ok_or_else(|| format!("{text:?} is not one of edax, egbk3, egbk2, egbk, zebra, proofs"))
}

/// Returns the format that was given, or that the name of the file tells.
fn format_of(path: &Path, given: Option<ExchangeFormat>) -> Result<ExchangeFormat, Failure> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let by_name = match extension {
        "tsv" => Some(ExchangeFormat::Proofs),
        other => ForeignFormat::of_extension(other).map(ExchangeFormat::Book),
    };
    given.or(by_name).ok_or_else(|| {
        Failure::input(anyhow!("{}: name the format: edax, egbk3, egbk2, egbk or zebra", path.display()))
    })
}

/// Add a book of Edax, Egaroucid or Zebra, or proven bounds, to a book.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Formats:
  edax    book.dat of Edax 4: values, levels, leaves       .dat
  egbk3   Egaroucid: values, levels, leaves                .egbk3
  egbk2   Egaroucid up to 6.5: values, levels              .egbk2
  egbk    Egaroucid up to 6.2: values                      .egbk
  zebra   Zebra: values, depths, leaves                    .bin .cmp
  proofs  bounds that others have proven (see check)       .tsv

What cannot be kept is counted on standard error. Levels of other programs are taken as depths of unknown \
confidence, so a search by Outflank outranks them. Then all values are derived from those below, as in any book. \
Proofs change only positions that are in the book.

Examples:
  outflank book import my.book book.dat
  outflank book import my.book book.egbk3
  outflank book import my.book proofs.tsv")]
pub(super) struct ImportArgs {
    /// The book to add to; created if it does not exist
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// The file to read
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The format of the file [default: by its name]
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    from: Option<ExchangeFormat>,
}

/// Write a book for Edax or Egaroucid.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Formats:
  edax    book.dat of Edax 4, with the positions in which somebody passes      .dat
  egbk3   Egaroucid                                                            .egbk3
  egbk2   Egaroucid up to 6.5                                                  .egbk2
  egbk    Egaroucid up to 6.2                                                  .egbk

What cannot be kept is counted on standard error.

Examples:
  outflank book export my.book book.dat
  outflank book export my.book book.egbk3")]
pub(super) struct ExportArgs {
    /// The book: a file, or `shipped`
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// The file to write
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The format of the file [default: by its name]
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    to: Option<ExchangeFormat>,
}

/// Says what a conversion could not keep.
fn tell_losses(losses: &ConversionLosses) {
    for (count, what) in losses.iter() {
        tell(&format!("not kept: {count} {what}"));
    }
}

/// Names the file that a format's error speaks of.
fn in_file(path: &Path) -> impl FnOnce(BookError) -> Failure + '_ {
    move |error| Failure::Input(anyhow::Error::from(error).context(path.display().to_string()))
}

/// Runs `import`.
pub(super) fn import(args: &ImportArgs) -> Result<(), Failure> {
    match format_of(&args.file, args.from)? {
        ExchangeFormat::Proofs => {
            let mut proofs = read_proofs(&args.file)?;
            super::open_book(&args.book)?;
            super::add_records(&args.book, |book| {
                let news = proofs.news_for(book)?;
                tell(&format!("{} with new bounds", counted(news.len() as u64, "position")));
                Ok(news)
            })
        }
        ExchangeFormat::Book(format) => {
            let file = File::open(&args.file).with_context(|| args.file.display().to_string());
            let mut input = BufReader::with_capacity(1 << 18, file.map_err(Failure::Input)?);
            let (records, losses) = format.read(&mut input).map_err(in_file(&args.file))?;
            tell_losses(&losses);
            super::add_records(&args.book, |_| Ok(records))
        }
    }
}

/// Runs `export`.
pub(super) fn export(args: &ExportArgs) -> Result<(), Failure> {
    let ExchangeFormat::Book(format) = format_of(&args.file, args.to)? else {
        return Err(Failure::input(anyhow!("{}: proofs can only be imported", args.file.display())));
    };
    let book = super::open_book(&args.book)?;
    let mut output = BufWriter::new(OutputFile::create(&args.file)?);
    let losses = format.write(&book, &mut output).map_err(in_file(&args.file))?;
    output.flush()?;
    output.into_inner().map_err(|error| Failure::from(error.into_error()))?.commit()?;
    tell_losses(&losses);
    tell(&format!("{}: {} written", args.file.display(), counted(book.len(), "position")));
    Ok(())
}
