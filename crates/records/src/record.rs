//! The neutral model: what a game or a position says, whatever file it came from.
//!
//! Texts that files write as numbers (evaluations, times, ratings) stay texts, so that `12.50` does not become
//! `12.5` on its way through; [`Number::as_f64`] gives the value to those who want to compute.

use std::fmt;
use std::str::FromStr;

use outflank_rules::{Color, Game, IllegalMove, Move, Position, Square};

use crate::Format;

/// A number as its file spelled it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Number(String);

impl Number {
    /// Keeps a spelling, blanks at its ends excepted.
    #[must_use]
    pub fn new(text: impl AsRef<str>) -> Number {
        Number(text.as_ref().trim().to_owned())
    }

    /// Returns the spelling.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the value, or `None` if the spelling is no finite number.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        self.0.parse().ok().filter(|value: &f64| value.is_finite())
    }

    /// Returns the value if it is a whole number.
    #[must_use]
    pub fn as_i32(&self) -> Option<i32> {
        let value = self.as_f64()?;
        (value.fract() == 0.0 && value.abs() < 1e9).then_some(value as i32)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl From<i32> for Number {
    /// Spells a score with its sign: `+18`, `+0`, `-4`.
    fn from(value: i32) -> Number {
        Number(format!("{value:+}"))
    }
}

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
}

impl Ply {
    /// Makes a ply without notes.
    #[must_use]
    pub fn new(played: impl Into<Move>) -> Ply {
        Ply { played: played.into(), eval: None, time: None, comment: None }
    }

    /// Returns the move.
    #[must_use]
    pub fn played(&self) -> Move {
        self.played
    }
}

/// A player as a file knows them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
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

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ending {
    /// On the board, or the file does not say.
    #[default]
    Played,
    /// A side resigned.
    Resigned,
    /// A side ran out of time.
    TimedOut,
    /// Both sides agreed on the score.
    Agreed,
    /// A side broke the rules or did not appear.
    Forfeited,
}

impl Ending {
    /// All endings.
    pub const ALL: [Ending; 5] =
        [Ending::Played, Ending::Resigned, Ending::TimedOut, Ending::Agreed, Ending::Forfeited];

    /// Returns the ending in a word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Played => "played",
            Ending::Resigned => "resigned",
            Ending::TimedOut => "timed-out",
            Ending::Agreed => "agreed",
            Ending::Forfeited => "forfeited",
        }
    }
}

/// The result a file states. It is kept even if the board disagrees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// The score from black's view, if stated.
    pub score: Option<Number>,
    /// How the game ended.
    pub ending: Ending,
}

impl Outcome {
    /// Makes an outcome of a score from black's view.
    #[must_use]
    pub fn of_score(score: Number, ending: Ending) -> Outcome {
        let value = score.as_f64().unwrap_or(0.0);
        let winner = if value > 0.0 {
            Some(Color::Black)
        } else if value < 0.0 {
            Some(Color::White)
        } else {
            None
        };
        Outcome { winner, score: Some(score), ending }
    }

    /// Returns both sides' discs, black first, of a whole score that a full board can end with.
    #[must_use]
    pub fn discs(&self) -> Option<(i32, i32)> {
        let score = self.score.as_ref()?.as_i32()?;
        (score.abs() <= 64 && score % 2 == 0).then_some(((64 + score) / 2, (64 - score) / 2))
    }
}

impl fmt::Display for Outcome {
    /// Writes winner, score and ending: `black +12.000 played`, `white - resigned`, `draw +0 played`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = self.score.as_ref().map_or("-", Number::as_str);
        write!(f, "{} {score} {}", self.winner.map_or("draw", Color::name), self.ending.name())
    }
}

impl FromStr for Outcome {
    type Err = ();

    /// Parses what `Display` writes.
    fn from_str(text: &str) -> Result<Outcome, ()> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [winner, score, ending] = words[..] else { return Err(()) };
        let winner = match winner {
            "draw" => None,
            name => Some(Color::BOTH.into_iter().find(|color| color.name() == name).ok_or(())?),
        };
        let ending = Ending::ALL.into_iter().find(|one| one.name() == ending).ok_or(())?;
        Ok(Outcome { winner, score: (score != "-").then(|| Number::new(score)), ending })
    }
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
/// Written as seven numbers with blanks between, in the order of the fields.
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
}

impl fmt::Display for WthorFields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WthorFields { tournament, black, white, black_discs, theoretical, depth, year } = self;
        write!(f, "{tournament} {black} {white} {black_discs} {theoretical} {depth} {year}")
    }
}

impl FromStr for WthorFields {
    type Err = ();

    /// Parses what `Display` writes.
    fn from_str(text: &str) -> Result<WthorFields, ()> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [tournament, black, white, black_discs, theoretical, depth, year] = words[..] else {
            return Err(());
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
    /// The player of the black discs.
    pub black: Player,
    /// The player of the white discs.
    pub white: Player,
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
    /// Properties without a field here, in the order of the file.
    pub extras: Vec<Extra>,
    /// The fields of a WTHOR game.
    pub wthor: Option<WthorFields>,
}

impl Record {
    /// Makes the record of a bare position.
    #[must_use]
    pub fn new(start: Position) -> Record {
        Record {
            start,
            plies: Vec::new(),
            last: start,
            black: Player::default(),
            white: Player::default(),
            event: None,
            place: None,
            date: None,
            round: None,
            clocks: TimeControls::default(),
            komi: None,
            outcome: None,
            scores: Vec::new(),
            comment: None,
            extras: Vec::new(),
            wthor: None,
        }
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
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
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
