//! Marks on the board of a study.

use std::fmt;
use std::str::FromStr;

use outflank_rules::Square;

/// The shape of a mark on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MarkShape {
    /// A circle.
    Circle,
    /// A cross.
    Cross,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
}

impl MarkShape {
    /// All shapes.
    pub const ALL: [MarkShape; 4] =
        [MarkShape::Circle, MarkShape::Cross, MarkShape::Square, MarkShape::Triangle];

    /// Returns the word for the shape.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MarkShape::Circle => "circle",
            MarkShape::Cross => "cross",
            MarkShape::Square => "square",
            MarkShape::Triangle => "triangle",
        }
    }
}

/// A mark on the board.
///
/// ```
/// use outflank_game::StudyMark;
///
/// let mark: StudyMark = "arrow c3 e5".parse()?;
/// assert_eq!(mark.to_string(), "arrow c3 e5");
/// assert!("arrow c3".parse::<StudyMark>().is_err());
/// # Ok::<(), outflank_game::ParseMarkError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StudyMark {
    /// A shape on a square, written `circle f5`.
    Shape(MarkShape, Square),
    /// An arrow from one square to another, written `arrow c3 e5`.
    Arrow(Square, Square),
    /// A short text on a square, written `label f5 A`.
    Label(Square, String),
}

impl StudyMark {
    /// The longest text of a label, in letters.
    pub const LABEL_LIMIT: usize = 16;

    /// Makes a label; `None` if the text is empty, too long, or has control characters or blanks around it.
    #[must_use]
    pub fn label(square: Square, text: &str) -> Option<StudyMark> {
        let sound = !text.is_empty()
            && text.trim() == text
            && text.chars().count() <= StudyMark::LABEL_LIMIT
            && !text.contains(char::is_control);
        sound.then(|| StudyMark::Label(square, text.to_owned()))
    }

    /// Makes an arrow; `None` if it would lead nowhere.
    #[must_use]
    pub fn arrow(from: Square, to: Square) -> Option<StudyMark> {
        (from != to).then_some(StudyMark::Arrow(from, to))
    }
}

impl fmt::Display for StudyMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StudyMark::Shape(shape, square) => write!(f, "{} {square}", shape.name()),
            StudyMark::Arrow(from, to) => write!(f, "arrow {from} {to}"),
            StudyMark::Label(square, text) => write!(f, "label {square} {text}"),
        }
    }
}

/// Says that a text is not a mark.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a mark; marks are written circle f5, cross f5, square f5, triangle f5, arrow c3 e5 or label f5 A"
)]
pub struct ParseMarkError(pub String);

impl FromStr for StudyMark {
    type Err = ParseMarkError;

    fn from_str(text: &str) -> Result<StudyMark, ParseMarkError> {
        let read = || {
            let (word, rest) = text.split_once(' ')?;
            if let Some(shape) = MarkShape::ALL.into_iter().find(|shape| shape.name() == word) {
                return Some(StudyMark::Shape(shape, rest.parse().ok()?));
            }
            let (square, more) = rest.split_once(' ')?;
            let square: Square = square.parse().ok()?;
            match word {
                "arrow" => StudyMark::arrow(square, more.parse().ok()?),
                "label" => StudyMark::label(square, more),
                _ => None,
            }
        };
        read().ok_or_else(|| ParseMarkError(text.chars().take(40).collect()))
    }
}
