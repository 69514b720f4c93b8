//! Marks in comments, as chess programs write them: `[%csl Gf5,Rd6]` on squares, `[%cal Gc3e5]` arrows.

use outflank_game::{MarkShape, StudyMark};
use outflank_rules::Square;

use crate::sideline::sort_marks;

const SQUARES: &str = "[%csl ";
const ARROWS: &str = "[%cal ";

/// What the colours of other programs mean here.
const COLORS: [(u8, MarkShape); 4] = [
    (b'G', MarkShape::Circle),
    (b'R', MarkShape::Cross),
    (b'B', MarkShape::Square),
    (b'Y', MarkShape::Triangle),
];

/// Cuts the marks out of a comment; what is none of ours stays.
pub(super) fn take(text: &mut String, marks: &mut Vec<StudyMark>) {
    for opening in [SQUARES, ARROWS] {
        while let Some((from, length, found)) = find(text, opening) {
            text.replace_range(from..from + length, "");
            marks.extend(found);
        }
    }
    sort_marks(marks);
}

/// Finds the first list of marks that can be read: where it is, how long, and what it says.
fn find(text: &str, opening: &str) -> Option<(usize, usize, Vec<StudyMark>)> {
    for (from, _) in text.match_indices(opening) {
        let inside = &text[from + opening.len()..];
        let Some(end) = inside.find(']') else { continue };
        let found: Option<Vec<StudyMark>> = inside[..end].split(',').map(|mark| read(mark.trim())).collect();
        if let Some(found) = found {
            return Some((from, opening.len() + end + 1, found));
        }
    }
    None
}

fn read(mark: &str) -> Option<StudyMark> {
    let (&color, squares) = mark.as_bytes().split_first()?;
    let (_, shape) = COLORS.into_iter().find(|(letter, _)| *letter == color)?;
    match *squares {
        [letter, digit] => Some(StudyMark::Shape(shape, Square::from_bytes(letter, digit)?)),
        [a, b, c, d] => StudyMark::arrow(Square::from_bytes(a, b)?, Square::from_bytes(c, d)?),
        _ => None,
    }
}

/// Spells marks for a comment; labels have no place in it.
pub(super) fn spell(marks: &[StudyMark]) -> Vec<String> {
    let color = |wanted: MarkShape| {
        COLORS.into_iter().find(|(_, shape)| *shape == wanted).map_or('G', |(letter, _)| letter.into())
    };
    let (mut squares, mut arrows) = (Vec::new(), Vec::new());
    for mark in marks {
        match mark {
            StudyMark::Shape(shape, square) => squares.push(format!("{}{square}", color(*shape))),
            StudyMark::Arrow(from, to) => arrows.push(format!("G{from}{to}")),
            StudyMark::Label(..) => {}
        }
    }
    let listed = |opening: &str, marks: Vec<String>| {
        (!marks.is_empty()).then(|| format!("{opening}{}]", marks.join(",")))
    };
    [listed(SQUARES, squares), listed(ARROWS, arrows)].into_iter().flatten().collect()
}
