//! Which column of a table is which.

use outflank_rules::Position;

use crate::formats::board;
use crate::{Ending, Number, Outcome, Problem, Record};

/// The headings that are written, in this order.
pub(super) const HEADINGS: [&str; 12] = [
    "event",
    "place",
    "date",
    "round",
    "black",
    "white",
    "black rating",
    "white rating",
    "result",
    "start",
    "moves",
    "comment",
];

/// The places of the columns that are known, counted from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TableColumns {
    /// The moves.
    pub(super) moves: Option<usize>,
    event: Option<usize>,
    place: Option<usize>,
    date: Option<usize>,
    round: Option<usize>,
    black: Option<usize>,
    white: Option<usize>,
    black_rating: Option<usize>,
    white_rating: Option<usize>,
    result: Option<usize>,
    scores: [Option<usize>; 2],
    start: Option<usize>,
    comment: Option<usize>,
}

impl TableColumns {
    /// Reads a line of headings; `None` if fewer than two cells are known ones, and none is that of the
    /// moves.
    pub(super) fn of_headings(cells: &[String]) -> Option<TableColumns> {
        let mut columns = TableColumns::default();
        let mut known = 0;
        for (place, cell) in cells.iter().enumerate() {
            if let Some(column) = columns.named(cell).filter(|column| column.is_none()) {
                *column = Some(place);
                known += 1;
            }
        }
        (known >= 2 || columns.moves.is_some()).then_some(columns)
    }

    /// Returns the column of a heading; what stands in parentheses does not matter.
    fn named(&mut self, heading: &str) -> Option<&mut Option<usize>> {
        let bare = heading.trim_start_matches('#').split('(').next().unwrap_or("");
        let name: Vec<String> =
            bare.split(|letter: char| !letter.is_alphanumeric()).map(str::to_lowercase).collect();
        let name: Vec<&str> = name.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
        Some(match name.join(" ").as_str() {
            "moves" | "move list" | "transcript" | "game" | "kifu" | "record" | "棋譜" => &mut self.moves,
            "event" | "tournament" | "match" => &mut self.event,
            "place" | "site" | "location" => &mut self.place,
            "date" | "day" | "year" => &mut self.date,
            "round" => &mut self.round,
            "black" | "black player" | "black name" | "player black" | "黒" => &mut self.black,
            "white" | "white player" | "white name" | "player white" | "白" => &mut self.white,
            "black rating" | "black elo" => &mut self.black_rating,
            "white rating" | "white elo" => &mut self.white_rating,
            "result" | "score" | "outcome" => &mut self.result,
            "black score" | "black discs" => &mut self.scores[0],
            "white score" | "white discs" => &mut self.scores[1],
            "start" | "position" | "board" => &mut self.start,
            "comment" | "notes" => &mut self.comment,
            _ => return None,
        })
    }

    /// Makes the record of a line.
    pub(super) fn record(&self, cells: &[String]) -> Result<Record, Problem> {
        let cell =
            |column: Option<usize>| column.and_then(|at| cells.get(at)).filter(|text| !text.is_empty());
        let start = match cell(self.start) {
            Some(board) => board::position(board)?,
            None => Position::start(),
        };
        let mut record = Record::new(start);
        match cell(self.moves) {
            Some(moves) => record.push_transcript(moves).map_err(|error| error.problem)?,
            None if cell(self.start).is_some() => {}
            None => return Err(Problem::value("no moves in this line of the table", cells.join(" "))),
        }
        let text = |column| cell(column).cloned();
        let number = |column| cell(column).map(Number::new);
        record.event = text(self.event);
        record.place = text(self.place);
        record.date = text(self.date);
        record.round = text(self.round);
        record.comment = text(self.comment);
        record.black.name = text(self.black);
        record.white.name = text(self.white);
        record.black.rating = number(self.black_rating);
        record.white.rating = number(self.white_rating);
        let stated = cell(self.result).and_then(|text| outcome(text));
        let counted = self.scores.map(|column| number(column).and_then(|number| number.as_i32()));
        record.outcome = stated.or(match counted {
            [Some(black), Some(white)] => Some(of_score(black.saturating_sub(white))),
            _ => None,
        });
        Ok(record)
    }
}

fn of_score(score: i32) -> Outcome {
    Outcome::of_score(Number::from(score), Ending::Discs)
}

/// Reads `black +12 discs`, `40-24` or `+16`, from black's view.
fn outcome(text: &str) -> Option<Outcome> {
    let discs = |part: &str| part.trim().parse::<i32>().ok().filter(|discs| (0..=64).contains(discs));
    let counts = || {
        let (black, white) = text.split_once('-')?;
        Some(of_score(discs(black)? - discs(white)?))
    };
    let score = || Number::new(text).as_i32().filter(|score| score.abs() <= 64).map(of_score);
    text.parse().ok().or_else(counts).or_else(score)
}
