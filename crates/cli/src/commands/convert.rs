//! `outflank convert`: games and positions from one file format to another.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use outflank_records::{
    FileItems, Format, Item, NameEncoding, NoteLosses, Problem, ReadOptions, RecordError, Sink,
    format_of_path, write, wthor,
};
use outflank_rules::Color;

use crate::failure::{BadItems, Failure, counted, tell};
use crate::replace::OutputFile;
use crate::source::{self, ArgumentSource};

/// Convert games and positions from one file format to another.
///
/// Within one format every byte is kept, unless --tidy is given. Another format gets everything it can hold:
/// ggf, sgf, pgn, quest and jsonl hold variations and comments; what the others lose is counted. OUT is
/// replaced only when everything has been written.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Formats: transcript, board, obf, zebra, xot, ggf, sgf, pgn, wthor, quest, jsonl, client, csv, tsv. The format of IN \
is given by --from, else by its extension, else by its content (client is never guessed); that of OUT by --to, else \
by its extension, else it is the same as that of IN. Tables (csv, tsv) need a column of moves. UTF-16 becomes UTF-8.

The names of WTHOR games are in WTHOR.JOU and WTHOR.TRN beside them: writing to a .wtb file or a folder adds new \
names to the tables that are there, even to write-protected ones.

Examples:
  outflank convert games.ggf games.pgn
  outflank convert WTH_2004.wtb 2004.txt --to transcript
  outflank convert wthor/ all.ggf          (every .wtb file, names from WTHOR.JOU and WTHOR.TRN)
  outflank convert wthor/ all.ggf --names shift-jis
  outflank convert pasted.txt games.txt --tidy
  outflank convert - - --to ggf < transcripts.txt")]
pub(crate) struct Args {
    /// The file to read, a folder of WTHOR files, or - for standard input
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// The file to write, a folder for WTHOR files, or - for standard output; may be the same as IN
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

    /// The encoding of names that are not UTF-8: shift-jis, euc-kr, windows-1251 ... [default: Latin-1]
    #[arg(long, value_name = "ENCODING")]
    names: Option<NameEncoding>,

    /// Rewrite every game, even in the same format: f5d6c3 for `1. F5 d6 2. C3`
    #[arg(long)]
    tidy: bool,

    /// Leave out games that are bad, or that the format of OUT cannot hold; the exit code is still 2
    #[arg(long)]
    keep_going: bool,
}

/// Reads a side.
pub(crate) fn parse_side(text: &str) -> Result<Color, String> {
    let known = Color::BOTH.into_iter().find(|color| color.name().eq_ignore_ascii_case(text));
    known.ok_or_else(|| "the side is either black or white".to_owned())
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let source = match args.input.as_os_str() {
        dash if dash == "-" => ArgumentSource::Stdin,
        _ if !args.input.exists() => {
            let missing = anyhow!("cannot read {}: there is no such file", args.input.display());
            return Err(Failure::Input(missing));
        }
        _ => ArgumentSource::File(args.input.clone()),
    };
    let opened = source::open(&source, args.from)?;
    let from = opened.format;
    let to = args.to.or_else(|| format_of_path(&args.output)).unwrap_or(from);
    let (bad, progress, lost) = (BadItems::default(), CountLine::new(), NoteLosses::default());
    let mut work = Work { source, args, to, read: 0, written: 0, bad, progress, lost };
    if from == Format::Wthor && to == Format::Wthor && !work.is_piped() && !args.tidy {
        return work.copy_database();
    }
    let mut items = opened
        .items(ReadOptions { side: args.side, names: args.names })
        .map_err(|error| source::in_source(error, &work.source))?;
    let is_copy = from == to && !args.tidy;
    if to == Format::Wthor && !is_copy {
        work.fill_database(&mut items)?;
    } else {
        let mut target = OutputFile::create(&args.output).map_err(|error| work.cannot_create(error))?;
        if is_copy {
            work.copy(&mut items, &mut target)?;
        } else {
            work.translate(&mut items, &mut *write(&mut target, to).map_err(Failure::input)?)?;
        }
        work.check_count()?;
        target.commit().map_err(|error| work.cannot_write(error))?;
    }
    work.finish(from, to, items.warnings())
}

/// A conversion under way.
struct Work<'a> {
    source: ArgumentSource,
    args: &'a Args,
    to: Format,
    read: u64,
    written: u64,
    bad: BadItems,
    progress: CountLine,
    /// Notes that the format of the output has no place for.
    lost: NoteLosses,
}

impl Work<'_> {
    /// Keeps every byte of the good items.
    fn copy(
        &mut self,
        items: impl Iterator<Item = Result<Item, RecordError>>,
        target: &mut OutputFile,
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
        sink: &mut dyn Sink,
    ) -> Result<(), Failure> {
        for item in items {
            let Some(Item { record: Some(record), began, .. }) = self.check(item)? else { continue };
            match sink.put(&record) {
                Ok(()) => {
                    self.lost += record.losses(self.to);
                    self.count(1, 1);
                }
                Err(RecordError { problem: Problem::Io(error), .. }) => return Err(self.cannot_write(error)),
                Err(error) => {
                    self.count(1, 0);
                    let (line, offset) = (Some(began.line), Some(began.offset));
                    self.refuse(RecordError { line, offset, ..error })?;
                }
            }
        }
        self.check_count()?;
        sink.finish().map_err(|error| match error.problem {
            Problem::Io(error) => self.cannot_write(error),
            _ => Failure::input(error),
        })
    }

    /// Writes records to WTHOR files, which take their names when all is well.
    fn fill_database(&mut self, items: &mut FileItems) -> Result<(), Failure> {
        if self.args.output.as_os_str() == "-" {
            let message =
                "WTHOR games, players and tournaments are three files: OUT has to be a file or folder";
            return Err(Failure::Input(anyhow!(message)));
        }
        let mut writer =
            wthor::Writer::create(&self.args.output).map_err(|error| self.cannot_begin(error))?;
        self.translate(items, &mut writer)?;
        let written = writer.written();
        warn(written.warnings.iter());
        let names: Vec<String> = written.files.iter().map(|file| file.display().to_string()).collect();
        tell(&format!("written: {}", names.join(", ")));
        Ok(())
    }

    /// Copies WTHOR files byte by byte, with the tables of names beside them, if all their games are good.
    fn copy_database(mut self) -> Result<(), Failure> {
        let wrong = |error| source::in_source(error, &self.source);
        let is_table = matches!(wthor::FileKind::of_extension(&self.args.input), Some(kind) if kind != wthor::FileKind::Games);
        if !is_table {
            let items = wthor::read_path(&self.args.input).map_err(wrong)?;
            for item in items {
                if self.check(item)?.is_some_and(|item| item.record.is_some()) {
                    self.count(1, 1);
                }
            }
        }
        let written = wthor::copy_path(&self.args.input, &self.args.output)
            .map_err(|error| source::in_source(error, &self.source))?;
        warn(written.warnings.iter());
        let files = counted(written.files.len() as u64, "file");
        self.progress.clear();
        let left_out = left_out(self.bad.count());
        tell(&format!("{} read (wthor), {} written (wthor){left_out}, {files}", self.read, self.written));
        self.bad.into_result()
    }

    /// Tells whether the input or the output is a pipe.
    fn is_piped(&self) -> bool {
        self.source == ArgumentSource::Stdin || self.args.output.as_os_str() == "-"
    }

    /// Refuses an input without any game.
    fn check_count(&self) -> Result<(), Failure> {
        if self.read == 0 && self.bad.count() == 0 {
            return Err(Failure::Input(anyhow!("{}: no game or position", self.source.name())));
        }
        Ok(())
    }

    /// Says what was done.
    fn finish(mut self, from: Format, to: Format, warnings: &[wthor::Warning]) -> Result<(), Failure> {
        self.progress.clear();
        warn(warnings.iter());
        if !self.lost.is_empty() {
            tell(&format!("warning: {to} cannot hold {}: not written", self.lost));
        }
        let left_out = left_out(self.bad.count());
        tell(&format!("{} read ({from}), {} written ({to}){left_out}", self.read, self.written));
        self.bad.into_result()
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
        self.bad.add(&source::name_file(error, &self.source));
        Ok(())
    }

    /// Says what became of the output.
    fn untouched(&self) -> String {
        let name = self.args.output.display();
        if self.args.output.as_os_str() == "-" { "stopped".to_owned() } else { format!("{name} not written") }
    }

    /// Explains why WTHOR files cannot be begun: a table of names beside them is bad, or the place is.
    fn cannot_begin(&self, error: RecordError) -> Failure {
        let message = anyhow!("cannot write {}: {error}", self.args.output.display());
        match error.problem {
            Problem::Io(error) if !is_wrong_place(&error) => Failure::Other(message),
            _ => Failure::Input(message),
        }
    }

    /// Blames the caller for a place that cannot hold a file, the machine for the rest.
    fn cannot_create(&self, error: io::Error) -> Failure {
        let is_wrong_place = is_wrong_place(&error);
        match self.cannot_write(error) {
            Failure::Other(error) if is_wrong_place => Failure::Input(error),
            failure => failure,
        }
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

/// Says how many games were left out, if any.
fn left_out(count: u64) -> String {
    if count == 0 { String::new() } else { format!(", {count} left out") }
}

/// Tells whether a file could not be made because there is no such folder, or a folder in its place.
fn is_wrong_place(error: &io::Error) -> bool {
    use io::ErrorKind::{IsADirectory, NotADirectory, NotFound};
    matches!(error.kind(), NotFound | IsADirectory | NotADirectory)
}

/// Prints warnings, the first of very many.
fn warn<W: std::fmt::Display>(warnings: impl ExactSizeIterator<Item = W>) {
    const NAMED: usize = 20;
    let count = warnings.len();
    for warning in warnings.take(NAMED) {
        tell(&format!("warning: {warning}"));
    }
    if count > NAMED {
        tell(&format!("warning: {count} warnings in all"));
    }
}

/// A count on the terminal, for conversions that take long.
struct CountLine {
    is_terminal: bool,
    next: Instant,
    shown: bool,
}

impl CountLine {
    /// How long to wait before the first count, and between counts.
    const PAUSE: Duration = Duration::from_millis(500);

    fn new() -> CountLine {
        let next = Instant::now() + 2 * CountLine::PAUSE;
        CountLine { is_terminal: io::stderr().is_terminal(), next, shown: false }
    }

    /// Shows the count if it is time. The clock is looked at every 1024 games.
    fn show(&mut self, count: u64) {
        if !self.is_terminal || !count.is_multiple_of(1024) || Instant::now() < self.next {
            return;
        }
        self.next = Instant::now() + CountLine::PAUSE;
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
