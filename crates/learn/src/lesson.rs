//! Lessons as data: steps on real positions with texts in two languages, and claims that can be proven.

use std::sync::LazyLock;

use outflank_rules::{Color, Position, Square};
use serde::Deserialize;

/// The lessons in their order, as they are written.
const FILES: [(&str, &str); 7] = [
    ("outflank", include_str!("../data/lessons/1-outflank.toml")),
    ("corners", include_str!("../data/lessons/2-corners.toml")),
    ("mobility", include_str!("../data/lessons/3-mobility.toml")),
    ("edges", include_str!("../data/lessons/4-edges.toml")),
    ("parity", include_str!("../data/lessons/5-parity.toml")),
    ("counting", include_str!("../data/lessons/6-counting.toml")),
    ("traps", include_str!("../data/lessons/7-traps.toml")),
];

static LESSONS: LazyLock<Result<Vec<LessonPlan>, LessonError>> =
    LazyLock::new(|| FILES.iter().map(|(id, text)| LessonPlan::read(id, text)).collect());

/// A text in the languages of the lessons.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonText {
    /// English.
    pub en: String,
    /// Japanese.
    pub ja: String,
}

/// Why a lesson cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("lesson {lesson}: {reason}")]
pub struct LessonError {
    /// The lesson.
    pub lesson: String,
    /// What is wrong with it.
    pub reason: String,
}

/// A lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonPlan {
    /// What links call it.
    pub id: String,
    /// How long it takes, in minutes.
    pub minutes: u8,
    /// Its name.
    pub title: LessonText,
    /// What it is about, in a sentence.
    pub about: LessonText,
    /// What is said when all steps are done.
    pub end: LessonText,
    /// Its steps.
    pub steps: Vec<LessonStep>,
}

/// A step of a lesson: something is shown, or somebody is asked for a move.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonStep {
    /// Unique in the lesson.
    pub id: String,
    /// What it is called.
    pub title: LessonText,
    /// What stands on the board.
    pub position: Position,
    /// What is said first: what to see, or what to find.
    pub ask: LessonText,
    /// One sentence why, when the answer was found.
    pub done: LessonText,
    /// What is said of other moves.
    pub miss: Option<LessonText>,
    /// What is said of one other move in particular.
    pub misses: Vec<(Square, LessonText)>,
    /// Squares that are pointed at.
    pub marks: Vec<Square>,
    /// Moves that are shown one by one; empty if somebody is asked.
    pub shown: Vec<Square>,
    /// The moves that are accepted: all that reach the goal, and no others.
    pub answers: Vec<Square>,
    /// What a move has to do; `None` if something is shown.
    pub goal: Option<LessonGoal>,
    /// What the texts say, in a form that can be proven.
    pub claims: Vec<LessonClaim>,
}

/// What the move of a step has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LessonGoal {
    /// Be legal.
    Any,
    /// Turn over at least so many discs.
    Turns {
        /// How many.
        at_least: u32,
    },
    /// Leave the opponent without a move.
    Passes,
    /// End the game.
    Ends,
    /// Take a corner.
    Corner,
    /// Let the opponent take no corner.
    Safe,
    /// Leave the opponent the fewest moves.
    Fewest,
    /// Stand on an edge between two discs of the opponent.
    Wedge,
    /// Be among the best, by search.
    Best,
    /// Win against perfect play.
    Wins,
    /// Fill a region with an odd number of empty squares, and be among the best.
    OddRegion,
}

/// A square as lessons write it: `f5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct LessonSquare(pub Square);

impl TryFrom<String> for LessonSquare {
    type Error = String;

    fn try_from(name: String) -> Result<LessonSquare, String> {
        name.parse().map(LessonSquare).map_err(|error| format!("{name:?}: {error}"))
    }
}

/// Something that a lesson says of its position.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LessonClaim {
    /// These are the legal moves.
    Legal {
        /// All of them.
        squares: Vec<LessonSquare>,
    },
    /// The side to move has so many moves.
    Moves {
        /// How many.
        count: u32,
    },
    /// A move turns over exactly these discs.
    Turns {
        /// The move.
        #[serde(rename = "move")]
        played: LessonSquare,
        /// All that it turns over.
        squares: Vec<LessonSquare>,
    },
    /// After a move the opponent has so many moves.
    Leaves {
        /// The move.
        #[serde(rename = "move")]
        played: LessonSquare,
        /// How many moves the opponent has.
        count: u32,
    },
    /// A move lets the opponent take a corner at once.
    Gives {
        /// The move.
        #[serde(rename = "move")]
        played: LessonSquare,
        /// The corner.
        corner: LessonSquare,
    },
    /// These moves, and no others, let the opponent take no corner.
    Safe {
        /// All of them.
        moves: Vec<LessonSquare>,
    },
    /// After a move these discs can never be turned over again.
    Stable {
        /// The move.
        #[serde(rename = "move")]
        played: LessonSquare,
        /// The discs.
        squares: Vec<LessonSquare>,
    },
    /// After a move the game is over with this count.
    Ends {
        /// The move.
        #[serde(rename = "move")]
        played: LessonSquare,
        /// Black's discs.
        black: u32,
        /// White's discs.
        white: u32,
    },
    /// A move leads to this score under perfect play, for the side that makes it.
    Value {
        /// The move.
        #[serde(rename = "move")]
        played: LessonSquare,
        /// The discs by which it wins, or loses if below zero.
        score: i32,
    },
    /// A move loses at least so many discs against the best one.
    Loses {
        /// The move.
        #[serde(rename = "move")]
        played: LessonSquare,
        /// How many.
        at_least: i32,
    },
    /// Empty squares that touch each other and no others: a region.
    Region {
        /// All of them.
        squares: Vec<LessonSquare>,
    },
    /// After a move the opponent cannot play on a square.
    Denies {
        /// The move.
        #[serde(rename = "move")]
        played: LessonSquare,
        /// The square.
        square: LessonSquare,
    },
    /// After a move and any reply the mover can take a corner.
    WinsCorner {
        /// The move.
        #[serde(rename = "move")]
        played: LessonSquare,
    },
    /// So many discs are on the board.
    Discs {
        /// Black's.
        black: u32,
        /// White's.
        white: u32,
    },
    /// After a move the opponent can turn over every disc of the mover.
    WipeOut {
        /// The move.
        #[serde(rename = "move")]
        played: LessonSquare,
    },
}

impl LessonPlan {
    /// Returns the lessons in their order.
    ///
    /// # Errors
    ///
    /// If one of them cannot be read; a test says that all can.
    pub fn all() -> Result<&'static [LessonPlan], LessonError> {
        LESSONS.as_deref().map_err(Clone::clone)
    }

    /// Reads a lesson.
    ///
    /// # Errors
    ///
    /// If the text is not a lesson, or a position is none.
    pub fn read(id: &str, text: &str) -> Result<LessonPlan, LessonError> {
        let refuse = |reason: String| LessonError { lesson: id.to_owned(), reason };
        let file: LessonFile = toml::from_str(text).map_err(|error| refuse(error.to_string()))?;
        let steps = file.steps.into_iter().map(|step| step.read().map_err(refuse));
        Ok(LessonPlan {
            id: id.to_owned(),
            minutes: file.minutes,
            title: file.title,
            about: file.about,
            end: file.end,
            steps: steps.collect::<Result<Vec<LessonStep>, LessonError>>()?,
        })
    }
}

impl LessonStep {
    /// Tells whether somebody is asked for a move.
    #[must_use]
    pub fn asks(&self) -> bool {
        self.goal.is_some()
    }

    /// Returns who moves.
    #[must_use]
    pub fn side(&self) -> Color {
        self.position.side_to_move()
    }
}

/// A lesson as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonFile {
    minutes: u8,
    title: LessonText,
    about: LessonText,
    end: LessonText,
    steps: Vec<StepFile>,
}

/// A step as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepFile {
    id: String,
    title: LessonText,
    position: String,
    ask: LessonText,
    done: LessonText,
    miss: Option<LessonText>,
    #[serde(default)]
    misses: Vec<MissFile>,
    #[serde(default)]
    marks: Vec<LessonSquare>,
    #[serde(default)]
    shown: Vec<LessonSquare>,
    #[serde(default)]
    answers: Vec<LessonSquare>,
    goal: Option<LessonGoal>,
    #[serde(default)]
    claims: Vec<LessonClaim>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MissFile {
    #[serde(rename = "move")]
    played: LessonSquare,
    en: String,
    ja: String,
}

impl StepFile {
    fn read(self) -> Result<LessonStep, String> {
        let position: String = self.position.split_whitespace().collect();
        let position = position.parse().map_err(|error| format!("step {}: {error}", self.id))?;
        let squares = |all: Vec<LessonSquare>| all.into_iter().map(|square| square.0).collect();
        let miss = |MissFile { played, en, ja }: MissFile| (played.0, LessonText { en, ja });
        Ok(LessonStep {
            id: self.id,
            title: self.title,
            position,
            ask: self.ask,
            done: self.done,
            miss: self.miss,
            misses: self.misses.into_iter().map(miss).collect(),
            marks: squares(self.marks),
            shown: squares(self.shown),
            answers: squares(self.answers),
            goal: self.goal,
            claims: self.claims,
        })
    }
}
