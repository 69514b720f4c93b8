//! The neutral model: what a game or a position says, whatever file it came from.
//!
//! Texts that files write as numbers (evaluations, times, ratings) stay texts, so that `12.50` does not
//! become `12.5` on its way through; [`Number::as_f64`] gives the value to those who want to compute.

use std::fmt;
use std::str::FromStr;

use outflank_game::StudyMark;
use outflank_rules::{Color, Game, IllegalMove, Move, Position, Square};

use crate::formats::transcript;
use crate::{Format, Number, Outcome, PieceFault, Problem, RecordError, Sideline, wthor};

/// One ply with what its file notes about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    played: Move,
    /// The evaluation the mover noted, usually from the mover's view.
    pub eval: Option<Number>,
    /// The seconds the mover took.
    pub time: Option<Number>,
    /// A remark.
    pub comment: Option<String>,
    /// What the line is called that begins here.
    pub name: Option<String>,
    /// Marks on the board, in order.
    pub marks: Vec<StudyMark>,
}

impl Ply {
    /// Makes a ply without notes.
    #[must_use]
    pub fn new(played: impl Into<Move>) -> Ply {
        Ply::noted(played, None, None)
    }

    /// Makes a ply with the evaluation and the time its mover noted.
    #[must_use]
    pub fn noted(played: impl Into<Move>, eval: Option<Number>, time: Option<Number>) -> Ply {
        Ply { played: played.into(), eval, time, comment: None, name: None, marks: Vec::new() }
    }

    /// Returns the move.
    #[must_use]
    pub fn played(&self) -> Move {
        self.played
    }
}

/// A player as a file knows them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerInfo {
    /// The name.
    pub name: Option<String>,
    /// The rating before the game.
    pub rating: Option<Number>,
}

/// The clocks, each in its file's spelling (`15:00//02:00` in GGF).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeControls {
    /// The same clock for both sides.
    pub both: Option<String>,
    /// Black's own clock.
    pub black: Option<String>,
    /// White's own clock.
    pub white: Option<String>,
}

/// A move of the start position with its exact score for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveScore {
    /// The move.
    pub played: Move,
    /// The score for the side to move.
    pub score: Number,
}

/// A property this program has no field for, kept for the formats that can hold it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extra {
    /// The format it came from.
    pub format: Format,
    /// Its name there.
    pub key: String,
    /// Its values, in order.
    pub values: Vec<String>,
    /// The number of plies before it: 0 means the game as a whole.
    pub ply: usize,
}

/// What a WTHOR game says beyond its moves, so that it survives a journey through another format.
///
/// Written as seven numbers with blanks between, in the order of the fields, then the header, if there is
/// one, as 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WthorFields {
    /// The tournament's number in the `.trn` file.
    pub tournament: u16,
    /// Black's number in the `.jou` file.
    pub black: u16,
    /// White's number in the `.jou` file.
    pub white: u16,
    /// Black's discs at the end, empty squares counted for the winner.
    pub black_discs: u8,
    /// Black's discs under best play from the theoretical depth on.
    pub theoretical: u8,
    /// How many empty squares the theoretical score was computed at.
    pub depth: u8,
    /// The year of the games.
    pub year: u16,
    /// The file's header, its count of games being 0.
    pub header: Option<wthor::Header>,
}

impl fmt::Display for WthorFields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WthorFields { tournament, black, white, black_discs, theoretical, depth, year, header } = self;
        write!(f, "{tournament} {black} {white} {black_discs} {theoretical} {depth} {year}")?;
        header.map_or(Ok(()), |header| write!(f, " {header}"))
    }
}

impl FromStr for WthorFields {
    type Err = ();

    /// Parses what `Display` writes.
    fn from_str(text: &str) -> Result<WthorFields, ()> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [tournament, black, white, black_discs, theoretical, depth, year, ref header @ ..] = words[..]
        else {
            return Err(());
        };
        let header = match *header {
            [] => None,
            [header] => Some(header.parse()?),
            _ => return Err(()),
        };
        let wide = |word: &str| word.parse::<u16>().map_err(drop);
        let narrow = |word: &str| word.parse::<u8>().map_err(drop);
        Ok(WthorFields {
            tournament: wide(tournament)?,
            black: wide(black)?,
            white: wide(white)?,
            black_discs: narrow(black_discs)?,
            theoretical: narrow(theoretical)?,
            depth: narrow(depth)?,
            year: wide(year)?,
            header,
        })
    }
}

/// A game, or a position (a game without plies), with all its file says about it.
///
/// The plies are legal by construction: every pass is there, also those the source left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    start: Position,
    plies: Vec<Ply>,
    last: Position,
    /// The lines beside the main one.
    pub(crate) sidelines: Vec<Sideline>,
    /// The player of the black discs.
    pub black: PlayerInfo,
    /// The player of the white discs.
    pub white: PlayerInfo,
    /// The tournament or match.
    pub event: Option<String>,
    /// Where it was played: a town, a server.
    pub place: Option<String>,
    /// When, in the file's spelling.
    pub date: Option<String>,
    /// The round of the tournament.
    pub round: Option<String>,
    /// The clocks.
    pub clocks: TimeControls,
    /// The komi, from black's view.
    pub komi: Option<Number>,
    /// The stated result.
    pub outcome: Option<Outcome>,
    /// Exact scores of moves of the start position.
    pub scores: Vec<MoveScore>,
    /// A remark on the whole.
    pub comment: Option<String>,
    /// What the start is called.
    pub name: Option<String>,
    /// Marks on the board of the start, in order.
    pub marks: Vec<StudyMark>,
    /// Properties without a field here, in the order of the file.
    pub extras: Vec<Extra>,
    /// The fields of a WTHOR game.
    pub wthor: Option<WthorFields>,
}

impl Record {
    /// Tells whether the record says nothing beyond its start and its moves.
    pub(crate) fn is_moves_alone(&self) -> bool {
        let silent = |ply: &Ply| *ply == Ply::new(ply.played);
        self.plies.iter().all(silent)
            && (self.comment.is_none() && self.name.is_none() && self.marks.is_empty())
            && (self.extras.is_empty() && self.sidelines.is_empty())
            && self.is_silent_but_for_start()
    }

    /// Tells whether the record says nothing of a game as a whole but what stands before its first ply.
    pub(crate) fn is_silent_but_for_start(&self) -> bool {
        let Record { black, white, event, place, date, round, clocks, komi, outcome, scores, wthor, .. } =
            self;
        [black, white].into_iter().all(|player| *player == PlayerInfo::default())
            && [event, place, date, round].into_iter().all(Option::is_none)
            && *clocks == TimeControls::default()
            && (komi.is_none() && outcome.is_none() && wthor.is_none() && scores.is_empty())
    }

    /// Makes the record of a bare position.
    #[must_use]
    pub fn new(start: Position) -> Record {
        Record {
            start,
            plies: Vec::new(),
            last: start,
            sidelines: Vec::new(),
            black: PlayerInfo::default(),
            white: PlayerInfo::default(),
            event: None,
            place: None,
            date: None,
            round: None,
            clocks: TimeControls::default(),
            komi: None,
            outcome: None,
            scores: Vec::new(),
            comment: None,
            name: None,
            marks: Vec::new(),
            extras: Vec::new(),
            wthor: None,
        }
    }

    /// Reads a game from the standard start: `f5d6c3`, also with blanks, move numbers and passes.
    ///
    /// # Errors
    ///
    /// Says which move is none, or cannot be made.
    ///
    /// ```
    /// use outflank_records::Record;
    ///
    /// let record = Record::from_transcript("1. f5 d6 2. c3")?;
    /// assert_eq!(record.transcript(), "f5d6c3");
    /// # Ok::<(), outflank_records::RecordError>(())
    /// ```
    pub fn from_transcript(text: &str) -> Result<Record, RecordError> {
        let mut record = Record::new(Position::start());
        record.push_transcript(text)?;
        Ok(record)
    }

    /// Adds the moves of a transcript, first supplying passes it left out.
    ///
    /// # Errors
    ///
    /// Says which move is none, or cannot be made; those before it are added.
    pub fn push_transcript(&mut self, text: &str) -> Result<(), RecordError> {
        transcript::play(self, text.as_bytes())
            .map_err(|PieceFault { at, problem }| RecordError { offset: Some(at as u64), ..problem.into() })
    }

    /// Returns the position the game starts from.
    #[must_use]
    pub fn start(&self) -> Position {
        self.start
    }

    /// Returns the position after all plies.
    #[must_use]
    pub fn last_position(&self) -> Position {
        self.last
    }

    /// Returns the plies, passes included.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Returns a ply whose notes may be changed.
    pub fn ply_mut(&mut self, index: usize) -> Option<&mut Ply> {
        self.plies.get_mut(index)
    }

    /// Returns the moves, passes included.
    pub fn moves(&self) -> impl Iterator<Item = Move> + Clone + '_ {
        self.plies.iter().map(Ply::played)
    }

    /// Tells whether this is a bare position.
    #[must_use]
    pub fn is_position(&self) -> bool {
        self.plies.is_empty()
    }

    /// Adds a ply, first supplying a pass the source left out.
    ///
    /// # Errors
    ///
    /// Says why the move cannot be made; the record is then unchanged.
    pub fn push(&mut self, ply: Ply) -> Result<(), IllegalMove> {
        if ply.played != Move::Pass && self.last.must_pass() {
            let passed = self.last.play(Move::Pass)?;
            let last = passed.play(ply.played)?;
            self.plies.push(Ply::new(Move::Pass));
            self.last = last;
        } else {
            self.last = self.last.play(ply.played)?;
        }
        self.plies.push(ply);
        Ok(())
    }

    /// Adds a ply that its file attributes to a side.
    pub(crate) fn push_as(&mut self, said: Color, ply: Ply) -> Result<(), Problem> {
        let (number, played) = (self.plies.len() + 1, ply.played);
        let illegal = |reason| Problem::IllegalMove { ply: number, played, reason };
        if said == self.last.side_to_move() {
            // Here a missing pass must not be supplied: it would make the move the other side's.
            self.last = self.last.play(played).map_err(illegal)?;
            self.plies.push(ply);
            return Ok(());
        }
        if played.is_pass() || !(self.last.must_pass() || self.last.is_finished()) {
            return Err(Problem::WrongSide { ply: number, played, said });
        }
        self.push(ply).map_err(illegal)
    }

    /// Adds a ply and calls a refusal by its number.
    pub(crate) fn push_numbered(&mut self, ply: Ply) -> Result<(), Problem> {
        let (number, played) = (self.plies.len() + 1, ply.played);
        self.push(ply).map_err(|reason| Problem::IllegalMove { ply: number, played, reason })
    }

    /// Adds a remark to the last ply, or to the whole before the first.
    pub(crate) fn remark(&mut self, text: &str) {
        let comment = match self.plies.last_mut() {
            Some(ply) => &mut ply.comment,
            None => &mut self.comment,
        };
        match comment {
            Some(comment) => {
                comment.push('\n');
                comment.push_str(text);
            }
            None if text.is_empty() => {}
            None => *comment = Some(text.to_owned()),
        }
    }

    /// Replays the record as a game, placed at its end.
    #[must_use]
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.start);
        for played in self.moves() {
            // Every ply was checked when it was added.
            if game.play(played).is_err() {
                break;
            }
        }
        game
    }

    /// Returns the moves as `f5d6c3`, passes left out.
    #[must_use]
    pub fn transcript(&self) -> String {
        self.moves().filter_map(Move::square).map(|square: Square| square.to_string()).collect()
    }
}

impl From<&Game> for Record {
    /// Records a game up to its current position.
    fn from(game: &Game) -> Record {
        let mut record = Record::new(game.start());
        record.plies = game.plies().iter().map(|&played| Ply::new(played)).collect();
        record.last = game.position();
        record
    }
}
