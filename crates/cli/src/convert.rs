//! `outflank convert`: games and positions from one file format to another.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use outflank_records::{Format, Item, Problem, ReadOptions, RecordError, write};
use outflank_rules::Color;

use crate::failure::{BadItems, Failure, tell};
use crate::replace::Target;
use crate::source::{self, Opened, Source};

/// Convert games and positions from one file format to another.
///
/// In the same format every byte is kept; into another, everything it can hold. OUT is replaced only when all
/// has been written.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Formats: transcript, board, obf, zebra, xot, ggf, sgf, pgn, wthor, quest, client. The format of IN goes by \
--from, else by its extension, else by its content (client is never guessed); that of OUT by --to, else by its \
extension, else it is that of IN.

Examples:
  outflank convert games.ggf games.pgn
  outflank convert WTH_2004.wtb 2004.txt --to transcript
  outflank convert - - --to ggf < transcripts.txt")]
pub(crate) struct Args {
    /// The file to read, or - for standard input
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// The file to write, or - for standard output; may be the same as IN
    #[arg(value_name = "OUT")]
    output: PathBuf,

    /// The format of IN
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,

    /// The format of OUT
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,

    /// The side to move on boards that do not say (format client)
    #[arg(long, value_name = "COLOUR", value_parser = parse_side)]
    side: Option<Color>,

    /// Leave out games that are bad, or that the format of OUT cannot hold; the exit code is still 2
    #[arg(long)]
    keep_going: bool,
}

fn parse_side(text: &str) -> Result<Color, String> {
    let known = Color::BOTH.into_iter().find(|color| color.name().eq_ignore_ascii_case(text));
    known.ok_or_else(|| "a side is black or white".to_owned())
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let source = match args.input.as_os_str() {
        dash if dash == "-" => Source::Stdin,
        _ if !args.input.exists() => {
            let missing = anyhow::anyhow!("cannot read {}: there is no such file", args.input.display());
            return Err(Failure::Input(missing));
        }
        _ => Source::File(args.input.clone()),
    };
    let opened = Opened::open(&source, args.from)?;
    let from = opened.format;
    let to = args.to.or_else(|| Format::of_path(&args.output)).unwrap_or(from);
    let target = Target::create(&args.output)
        .with_context(|| format!("cannot write {}", args.output.display()))
        .map_err(Failure::other)?;

    let mut work =
        Work { source, args, read: 0, written: 0, bad: BadItems::default(), progress: Progress::new() };
    let items = opened.items(ReadOptions { side: args.side });
    let mut target = target;
    if from == to {
        work.copy(items, &mut target)?;
    } else {
        work.translate(items, &mut target, to)?;
    }
    if work.read == 0 && work.bad.count() == 0 {
        return Err(Failure::Input(anyhow::anyhow!("{}: no game or position", work.source.name())));
    }
    let written = || format!("cannot write {}", args.output.display());
    target.commit().with_context(written).map_err(Failure::other)?;
    work.progress.clear();
    tell(&format!("{} read ({from}), {} written ({to})", work.read, work.written));
    work.bad.into_result()
}

/// A conversion under way.
struct Work<'a> {
    source: Source,
    args: &'a Args,
    read: u64,
    written: u64,
    bad: BadItems,
    progress: Progress,
}

impl Work<'_> {
    /// Keeps every byte of the good items.
    fn copy(
        &mut self,
        items: impl Iterator<Item = Result<Item, RecordError>>,
        target: &mut Target,
    ) -> Result<(), Failure> {
        for item in items {
            let Some(item) = self.check(item)? else { continue };
            target.write_all(&item.raw).map_err(|error| self.cannot_write(error))?;
            let count = u64::from(item.record.is_some());
            self.count(count, count);
        }
        Ok(())
    }

    /// Writes the records in another format.
    fn translate(
        &mut self,
        items: impl Iterator<Item = Result<Item, RecordError>>,
        target: &mut Target,
        to: Format,
    ) -> Result<(), Failure> {
        let mut sink = write(target, to).map_err(Failure::input)?;
        for item in items {
            let Some(Item { record: Some(record), began, .. }) = self.check(item)? else { continue };
            match sink.put(&record) {
                Ok(()) => self.count(1, 1),
                Err(RecordError { problem: Problem::Io(error), .. }) => return Err(self.cannot_write(error)),
                Err(error) => {
                    self.count(1, 0);
                    let (line, offset) = (Some(began.line), Some(began.offset));
                    self.refuse(RecordError { line, offset, ..error })?;
                }
            }
        }
        sink.finish().map_err(|error| match error.problem {
            Problem::Io(error) => self.cannot_write(error),
            _ => Failure::input(error),
        })
    }

    /// Lets good items pass; bad ones end the work, or are named and left out.
    fn check(&mut self, item: Result<Item, RecordError>) -> Result<Option<Item>, Failure> {
        match item {
            Ok(item) => Ok(Some(item)),
            Err(error) if matches!(error.problem, Problem::Io(_)) => {
                Err(source::in_source(error, &self.source))
            }
            Err(error) => self.refuse(error).map(|()| None),
        }
    }

    /// Deals with an item that cannot be converted.
    fn refuse(&mut self, error: RecordError) -> Result<(), Failure> {
        if !self.args.keep_going {
            let failure = source::in_source(error, &self.source);
            self.progress.clear();
            return Err(match failure {
                Failure::Input(error) => Failure::Input(error.context(self.untouched())),
                other => other,
            });
        }
        self.bad.add(&error.in_file(self.source.name()));
        Ok(())
    }

    /// Says what became of the output.
    fn untouched(&self) -> String {
        let name = self.args.output.display();
        if self.args.output.as_os_str() == "-" { "stopped".to_owned() } else { format!("{name} not written") }
    }

    fn cannot_write(&self, error: io::Error) -> Failure {
        Failure::other(
            anyhow::Error::new(error).context(format!("cannot write {}", self.args.output.display())),
        )
    }

    fn count(&mut self, read: u64, written: u64) {
        self.read += read;
        self.written += written;
        self.progress.show(self.read);
    }
}

/// A count on the terminal, for conversions that take long.
struct Progress {
    is_terminal: bool,
    next: Instant,
    shown: bool,
}

impl Progress {
    /// How long to wait before the first count, and between counts.
    const PAUSE: Duration = Duration::from_millis(500);

    fn new() -> Progress {
        let next = Instant::now() + 2 * Progress::PAUSE;
        Progress { is_terminal: io::stderr().is_terminal(), next, shown: false }
    }

    /// Shows the count if it is time. The clock is looked at every 1024 games.
    fn show(&mut self, count: u64) {
        if !self.is_terminal || !count.is_multiple_of(1024) || Instant::now() < self.next {
            return;
        }
        self.next = Instant::now() + Progress::PAUSE;
        self.shown = true;
        let _nobody_listens = write!(io::stderr(), "\r{count} read");
    }

    /// Removes the count.
    fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _nobody_listens = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
