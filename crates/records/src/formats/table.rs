//! Tables with a column of moves, as spreadsheets keep games: `csv` and `tsv`.
//!
//! Accepted: commas, semicolons or tabs between the columns; cells in quotes, also with line ends in them;
//! with or without a line of headings, which may begin with `#`. The column of moves is the one called moves,
//! transcript, game or kifu, else the first whose cells are games from the standard start. Other columns are
//! known by their headings: black, white, event, place, date, round, ratings, result, black score and white
//! score, start, comment; all others are left aside. Lines that begin with `%` or `#` are comments.
//!
//! Written: a line of headings, then a line for each game, passes left out except at the end. Times,
//! evaluations and comments on single moves have no place here.

mod columns;

use std::io::Write;

use crate::codec::{Codec, Gather, Item, Items, ReadOptions, Ready, Sink, gathered};
use crate::formats::transcript;
use crate::scanner::Piece;
use crate::{Format, Number, PieceFault, Problem, Record, RecordError, Scanner, text};

use columns::{HEADINGS, TableColumns};

/// The formats `csv` and `tsv`.
pub(crate) struct TableFormat {
    /// Which of the two; they differ in what is written.
    pub(crate) format: Format,
}

impl Codec for TableFormat {
    fn format(&self) -> Format {
        self.format
    }

    fn items<'a>(&self, scanner: Scanner<'a>, _: ReadOptions) -> Items<'a> {
        gathered(TableRows { scanner, delimiter: None, columns: None })
    }

    fn sink<'a>(&self, output: Box<dyn Write + 'a>) -> Box<dyn Sink + 'a> {
        let delimiter = if self.format == Format::Tsv { b'\t' } else { b',' };
        let output = csv::WriterBuilder::new().delimiter(delimiter).from_writer(output);
        Box::new(TableSink { output, has_headings: false })
    }
}

/// Recognises a table by its lines: headings with one for moves, or a cell that is an opening or more beside
/// others.
pub(crate) fn recognise(lines: &[&[u8]]) -> Option<Format> {
    let first = lines.iter().find(|line| !line.is_empty())?;
    let delimiter = delimiter_of(first)?;
    let format = if delimiter == b'\t' { Format::Tsv } else { Format::Csv };
    let cells = |line: &[u8]| cells(line, delimiter).unwrap_or_default();
    let headings = TableColumns::of_headings(&cells(first));
    if headings.is_some_and(|columns| columns.moves.is_some()) {
        return Some(format);
    }
    let is_game =
        |cell: &String| transcript::game(cell.as_bytes()).is_ok_and(|game| game.plies().len() >= LEAST_PLIES);
    let mut said = lines.iter().filter(|line| !line.is_empty() && !line.starts_with(b"%"));
    said.by_ref().take(2).any(|line| cells(line).iter().any(is_game)).then_some(format)
}

/// A cell with so many plies is taken for a game where nothing else says so.
const LEAST_PLIES: usize = 4;

/// Returns what stands between the cells of a line, if there are several.
fn delimiter_of(line: &[u8]) -> Option<u8> {
    let count = |wanted: u8| line.iter().filter(|&&byte| byte == wanted).count();
    let (tabs, commas, semicolons) = (count(b'\t'), count(b','), count(b';'));
    match (tabs, commas, semicolons) {
        (0, 0, 0) => None,
        (0, commas, semicolons) if semicolons > commas => Some(b';'),
        (0, ..) => Some(b','),
        _ => Some(b'\t'),
    }
}

/// Splits a line into its cells; names in it may be Latin-1.
fn cells(line: &[u8], delimiter: u8) -> Option<Vec<String>> {
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter).has_headers(false).flexible(true).from_reader(line);
    let mut cells = csv::ByteRecord::new();
    reader.read_byte_record(&mut cells).ok()?;
    Some(cells.iter().map(|cell| text::lenient(text::trimmed(cell).1)).collect())
}

struct TableRows<'a> {
    scanner: Scanner<'a>,
    /// What stands between cells, once a line has told.
    delimiter: Option<u8>,
    /// Which column is which, once the headings or the first game have told.
    columns: Option<TableColumns>,
}

impl TableRows<'_> {
    /// Reads a line; `None` for headings.
    fn row(&mut self, line: &[u8]) -> Result<Option<Record>, Problem> {
        let delimiter = *self.delimiter.get_or_insert_with(|| delimiter_of(line).unwrap_or(b','));
        let cells = cells(line, delimiter).ok_or_else(|| Problem::syntax("a line of a table", line))?;
        if self.columns.is_none() {
            let headings = TableColumns::of_headings(&cells);
            let has_headings = headings.is_some();
            self.columns = Some(headings.unwrap_or_default());
            if has_headings {
                return Ok(None);
            }
        }
        let columns = self.columns.get_or_insert_default();
        if columns.moves.is_none() {
            let is_game = |cell: &String| transcript::game(cell.as_bytes()).is_ok();
            columns.moves = cells.iter().position(is_game);
        }
        columns.record(&cells).map(Some)
    }
}

impl Gather for TableRows<'_> {
    /// Reads a line, and further ones while a quoted cell is open.
    fn next_piece(&mut self) -> Result<Option<Piece>, RecordError> {
        self.scanner.take_mark()?;
        loop {
            self.scanner.take_line("a line of a table")?;
            if !has_open_quote(self.scanner.piece()) || self.scanner.peek()?.is_none() {
                break;
            }
        }
        let piece = self.scanner.cut();
        Ok((!piece.raw.is_empty()).then_some(piece))
    }

    fn sort(&mut self, piece: Piece, ready: &mut Ready) {
        // Tabs at both ends are empty cells.
        let line = piece.raw.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&piece.raw);
        let end = line.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r')).map_or(0, |at| at + 1);
        let (at, line) = (piece.raw.len() - line.len(), line[..end].to_vec());
        let is_comment = match text::trimmed(&line).1.first() {
            None | Some(b'%') => true,
            // The headings may begin so.
            Some(b'#') => self.columns.is_some() || !is_headings(&line),
            Some(_) => false,
        };
        let read = if is_comment { Ok(None) } else { self.row(&line) };
        ready.push_back(match read {
            Ok(record) => Ok(Item { record, raw: piece.raw, began: piece.began }),
            Err(problem) => Err(piece.error(PieceFault::new(at, problem))),
        });
    }

    fn close(&mut self, _: &mut Ready) {}
}

/// Tells whether a cell in quotes, which open at its beginning only, goes on behind the end of a text.
fn has_open_quote(text: &[u8]) -> bool {
    let (mut quoted, mut begins) = (false, true);
    for &byte in text {
        match byte {
            b'"' if quoted => quoted = false,
            // Two quotes are one within a quoted cell: the second opens it again.
            b'"' => quoted = begins,
            _ => {}
        }
        begins = matches!(byte, b',' | b';' | b'\t' | b'"');
    }
    quoted
}

fn is_headings(line: &[u8]) -> bool {
    let cells = delimiter_of(line).and_then(|delimiter| cells(line, delimiter));
    cells.is_some_and(|cells| TableColumns::of_headings(&cells).is_some())
}

/// Writes a table.
struct TableSink<W: Write> {
    output: csv::Writer<W>,
    has_headings: bool,
}

impl<W: Write> TableSink<W> {
    fn line<'c>(&mut self, cells: impl IntoIterator<Item = &'c str>) -> Result<(), RecordError> {
        let written = self.output.write_record(cells.into_iter().map(str::as_bytes));
        written.map_err(|error| Problem::Io(error.into()).into())
    }
}

impl<W: Write> Sink for TableSink<W> {
    fn put(&mut self, record: &Record) -> Result<(), RecordError> {
        if !std::mem::replace(&mut self.has_headings, true) {
            self.line(HEADINGS)?;
        }
        let number = |number: &Option<Number>| number.as_ref().map(ToString::to_string);
        // A game without moves is a position, which a row tells by its start.
        let is_usual = record.start() == outflank_rules::Position::start() && !record.is_position();
        let mut moves = record.transcript();
        if record.moves().last().is_some_and(outflank_rules::Move::is_pass) {
            moves.push_str("pa");
        }
        let cells = [
            record.event.clone(),
            record.place.clone(),
            record.date.clone(),
            record.round.clone(),
            record.black.name.clone(),
            record.white.name.clone(),
            number(&record.black.rating),
            number(&record.white.rating),
            record.outcome.as_ref().map(ToString::to_string),
            (!is_usual).then(|| record.start().to_string()),
            Some(moves),
            record.comment.clone(),
        ];
        let cells = cells.map(Option::unwrap_or_default);
        self.line(cells.iter().map(String::as_str))
    }

    fn finish(&mut self) -> Result<(), RecordError> {
        Ok(self.output.flush()?)
    }
}
