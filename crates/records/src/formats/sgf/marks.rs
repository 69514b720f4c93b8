//! Marks on the board: `CR`, `MA`, `SQ` and `TR` are shapes on squares, `LB` labels, `AR` arrows.

use outflank_game::{MarkShape, StudyMark};

use super::reader::{square, squares};
use crate::properties::{Property, spell_value};

const SHAPES: [(&str, MarkShape); 4] = [
    ("CR", MarkShape::Circle),
    ("MA", MarkShape::Cross),
    ("SQ", MarkShape::Square),
    ("TR", MarkShape::Triangle),
];

/// Reads the marks of a property; `None` if it has others, or a value that is no mark.
pub(super) fn read(property: &Property) -> Option<Vec<StudyMark>> {
    let pair = |value: &str| -> Option<StudyMark> {
        let (one, other) = value.split_once(':')?;
        match property.key.as_str() {
            "AR" => StudyMark::arrow(square(one)?, square(other)?),
            _ => StudyMark::label(square(one)?, other),
        }
    };
    match property.key.as_str() {
        "AR" | "LB" => property.values.iter().map(|value| pair(value)).collect(),
        key => {
            let (_, shape) = SHAPES.into_iter().find(|(name, _)| *name == key)?;
            let mut marks = Vec::new();
            for value in &property.values {
                marks.extend(squares(value).ok()?.squares().map(|square| StudyMark::Shape(shape, square)));
            }
            Some(marks)
        }
    }
}

/// Writes marks.
pub(super) fn spell(out: &mut String, marks: &[StudyMark]) {
    let key = |mark: &StudyMark| match mark {
        StudyMark::Shape(wanted, _) => {
            SHAPES.into_iter().find(|(_, shape)| shape == wanted).map_or("CR", |(name, _)| name)
        }
        StudyMark::Arrow(..) => "AR",
        StudyMark::Label(..) => "LB",
    };
    let mut last = "";
    for mark in marks {
        if key(mark) != last {
            last = key(mark);
            out.push_str(last);
        }
        match mark {
            StudyMark::Shape(_, square) => spell_value(out, &square.to_string()),
            StudyMark::Arrow(from, to) => spell_value(out, &format!("{from}:{to}")),
            StudyMark::Label(square, text) => spell_value(out, &format!("{square}:{text}")),
        }
    }
}
