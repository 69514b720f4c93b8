//! Which squares the evaluation looks at together, and how their contents become an index.
//!
//! A *pattern* is a shape with one table of weights per stage; an *instance* is one placement of the shape on
//! the board. The squares of an instance are listed in the order in which they make up a base-3 number
//! (first square = most significant digit; 0 empty, 1 own, 2 opponent's), so that symmetric instances give
//! symmetric boards the same number. Shapes with a mirror symmetry of their own have equal weights for
//! mirrored contents; the fitting sees to that.

use outflank_rules::{Square, Symmetry};

/// How many shapes there are.
pub const PATTERNS: usize = 12;

/// How many placements there are in all.
pub const INSTANCES: usize = 50;

/// Shapes, written for one corner or edge; all symmetric placements follow.
const SHAPES: [&str; PATTERNS] = [
    // Corner block of nine.
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    // Corner two by five.
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    // Edge with both X squares.
    "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
    // Edge block: both corners, inner edge and the discs behind it.
    "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2",
    // Corner triangle.
    "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    // The three inner rows.
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    // Diagonals of eight, seven, six and five.
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "a2 b3 c4 d5 e6 f7 g8",
    "a3 b4 c5 d6 e7 f8",
    "a4 b5 c6 d7 e8",
];

/// What the shapes are called, in words for programs.
pub const PATTERN_NAMES: [&str; PATTERNS] = [
    "corner-block",
    "corner-strip",
    "edge-x",
    "edge-block",
    "triangle",
    "row-2",
    "row-3",
    "row-4",
    "diagonal-8",
    "diagonal-7",
    "diagonal-6",
    "diagonal-5",
];

/// One placement of a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The number of the shape.
    pub pattern: usize,
    /// The squares, most significant digit first.
    pub squares: Vec<Square>,
}

/// Returns the number of squares of each shape.
#[must_use]
pub fn pattern_sizes() -> [usize; PATTERNS] {
    SHAPES.map(|shape| shape.split(' ').count())
}

/// Returns where the weights of each shape start in a stage's table, and the table's length.
#[must_use]
pub fn pattern_offsets() -> ([usize; PATTERNS], usize) {
    let mut offsets = [0; PATTERNS];
    let mut total = 0;
    for (offset, size) in offsets.iter_mut().zip(pattern_sizes()) {
        *offset = total;
        total += 3_usize.pow(size as u32);
    }
    (offsets, total)
}

/// Returns all placements, each set of squares once, shape by shape.
#[must_use]
pub fn instances() -> Vec<Instance> {
    let mut found: Vec<Instance> = Vec::with_capacity(INSTANCES);
    for (pattern, shape) in SHAPES.iter().enumerate() {
        let squares: Vec<Square> = shape.split(' ').filter_map(|name| name.parse().ok()).collect();
        for symmetry in Symmetry::ALL {
            let squares: Vec<Square> = squares.iter().map(|&square| symmetry.square(square)).collect();
            let same_squares = |other: &Instance| {
                other.pattern == pattern && squares.iter().all(|square| other.squares.contains(square))
            };
            if !found.iter().any(same_squares) {
                found.push(Instance { pattern, squares });
            }
        }
    }
    found
}

/// For each shape that is its own mirror image, the order in which its squares come when mirrored.
///
/// Contents and mirrored contents must have equal weights. `None`: the shape has no mirror symmetry.
#[must_use]
pub fn mirrors() -> [Option<Vec<usize>>; PATTERNS] {
    std::array::from_fn(|pattern| {
        let squares: Vec<Square> = SHAPES[pattern].split(' ').filter_map(|name| name.parse().ok()).collect();
        Symmetry::ALL[1..].iter().find_map(|symmetry| {
            squares
                .iter()
                .map(|&square| squares.iter().position(|&other| other == symmetry.square(square)))
                .collect::<Option<Vec<usize>>>()
                .filter(|order| order.iter().enumerate().any(|(n, &place)| n != place))
        })
    })
}

/// Returns, for every content of every shape, the number of its class, and how many classes there are.
///
/// A content and its mirror image are one class; classes are numbered by their first content.
#[must_use]
pub fn tied_contents() -> (Vec<u32>, usize) {
    let mut class_of: Vec<u32> = Vec::with_capacity(pattern_offsets().1);
    let mut classes = 0;
    for (size, mirror) in pattern_sizes().into_iter().zip(mirrors()) {
        let start = class_of.len();
        // What one more at each place adds to the number of the mirrored content.
        let mut worth: Vec<usize> = (0..size).map(|place| 3_usize.pow((size - 1 - place) as u32)).collect();
        for (place, &from) in mirror.iter().flatten().enumerate() {
            worth[from] = 3_usize.pow((size - 1 - place) as u32);
        }
        // The digits are counted up instead of divided out: every start of the program waits for this.
        let (mut digits, mut mirrored) = (vec![0; size], 0);
        for content in 0..3_usize.pow(size as u32) {
            if mirrored < content {
                class_of.push(class_of[start + mirrored]);
            } else {
                class_of.push(classes);
                classes += 1;
            }
            for (digit, worth) in digits.iter_mut().zip(&worth).rev() {
                if *digit < 2 {
                    *digit += 1;
                    mirrored += worth;
                    break;
                }
                *digit = 0;
                mirrored -= 2 * worth;
            }
        }
    }
    (class_of, classes as usize)
}

/// Returns how many classes [`tied_contents`] finds, without looking at every content.
#[must_use]
pub(crate) fn count_of_classes() -> usize {
    let count = |(size, mirror): (usize, Option<Vec<usize>>)| {
        let contents = 3_usize.pow(size as u32);
        // Contents that are their own mirror image are a class each, the others one for two.
        mirror.map_or(contents, |order| {
            let fixed = order.iter().enumerate().filter(|&(place, &from)| place == from).count();
            (contents + 3_usize.pow((fixed + (size - fixed) / 2) as u32)) / 2
        })
    };
    pattern_sizes().into_iter().zip(mirrors()).map(count).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_is_found_once() {
        let instances = instances();
        assert_eq!(instances.len(), INSTANCES);
        let count = |pattern| instances.iter().filter(|instance| instance.pattern == pattern).count();
        let counts: Vec<usize> = (0..PATTERNS).map(count).collect();
        assert_eq!(counts, [4, 8, 4, 4, 4, 4, 4, 4, 2, 4, 4, 4]);
        assert_eq!(instances.iter().map(|i| i.squares.len()).max(), Some(10));
    }

    #[test]
    fn mirrored_contents_share_a_class() {
        let (class_of, classes) = tied_contents();
        assert_eq!((class_of.len(), classes), (pattern_offsets().1, 173_367));
        assert_eq!(count_of_classes(), classes);
        // The corner block of nine: b1 and a2 are mirror images, a1 and c3 are not.
        let content = |place: u32| class_of[3_usize.pow(8 - place)];
        assert_eq!(content(1), content(3));
        assert_ne!(content(0), content(8));
    }

    #[test]
    fn all_shapes_but_the_two_by_five_are_their_own_mirror_image() {
        let symmetric: Vec<bool> = mirrors().iter().map(Option::is_some).collect();
        let expected: Vec<bool> = (0..PATTERNS).map(|pattern| pattern != 1).collect();
        assert_eq!(symmetric, expected);
    }
}
