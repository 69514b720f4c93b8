//! Hand-made boards for every theme: one that has it, and one next to it that has not.

use outflank_engine::{Truth, Value};
use outflank_rules::{Position, Square};

use super::{PuzzleTheme, ThemeSet};
use crate::MoveProof;

/// Puts discs on an otherwise empty board, Black (`X`) to move: `b2 c3 / e5` are Black's and White's.
fn board(discs: &str) -> Position {
    let (black, white) = discs.split_once('/').unwrap();
    let mut squares = ['-'; 64];
    for (names, letter) in [(black, 'X'), (white, 'O')] {
        for name in names.split_whitespace() {
            squares[name.parse::<Square>().unwrap().index() as usize] = letter;
        }
    }
    rows(&squares.iter().collect::<String>())
}

fn rows(text: &str) -> Position {
    format!("{}X", text.replace([' ', '\n'], "")).parse().unwrap()
}

fn themes(position: &Position, square: &str) -> Vec<PuzzleTheme> {
    let square: Square = square.parse().unwrap();
    assert!(position.legal_moves().contains(square), "{square} is not legal in {position}");
    ThemeSet::of_move(position, square).iter().collect()
}

#[track_caller]
fn has(position: &Position, square: &str, theme: PuzzleTheme) {
    assert!(themes(position, square).contains(&theme), "{:?}", themes(position, square));
}

#[track_caller]
fn lacks(position: &Position, square: &str, theme: PuzzleTheme) {
    assert!(!themes(position, square).contains(&theme), "{:?}", themes(position, square));
}

#[test]
fn a_corner_sacrifice_opens_a_corner_that_was_closed() {
    // White gets a1 over b2, c3 and d4 because of e5.
    has(&board("d4 / c3 e5"), "b2", PuzzleTheme::CornerSacrifice);
    lacks(&board("d4 / c3"), "b2", PuzzleTheme::CornerSacrifice);
    // White could take h1 before: nothing is sacrificed.
    lacks(&board("d4 g1 / c3 f1"), "b2", PuzzleTheme::CornerSacrifice);
}

#[test]
fn an_x_square_is_diagonally_beside_an_empty_corner() {
    has(&board("d4 / c3"), "b2", PuzzleTheme::XSquare);
    lacks(&board("d4 a1 / c3"), "b2", PuzzleTheme::XSquare);
    lacks(&board("e5 / d4"), "c3", PuzzleTheme::XSquare);
}

#[test]
fn a_c_square_is_on_the_edge_beside_an_empty_corner() {
    has(&board("d1 / c1"), "b1", PuzzleTheme::CSquare);
    has(&board("h5 / h6"), "h7", PuzzleTheme::CSquare);
    lacks(&board("d1 a1 / c1"), "b1", PuzzleTheme::CSquare);
    lacks(&board("e1 / d1"), "c1", PuzzleTheme::CSquare);
}

#[test]
fn a_corner_can_wait_if_it_could_be_taken() {
    let position = board("c8 d4 / b8 c3");
    has(&position, "b2", PuzzleTheme::CornerCanWait);
    lacks(&position, "a8", PuzzleTheme::CornerCanWait);
    lacks(&board("d4 / c3"), "b2", PuzzleTheme::CornerCanWait);
}

#[test]
fn a_wedge_stands_between_two_discs_of_the_opponent_on_an_edge() {
    has(&board("d3 / c1 e1 d2"), "d1", PuzzleTheme::Wedge);
    has(&board("c4 / a3 a5 b4"), "a4", PuzzleTheme::Wedge);
    // c1 turns over: the disc stands beside Black's own.
    lacks(&board("d3 b1 / c1 e1 d2"), "d1", PuzzleTheme::Wedge);
    lacks(&board("d3 / c1 d2"), "d1", PuzzleTheme::Wedge);
    // The same in the second row is no wedge.
    lacks(&board("d4 / c2 e2 d3"), "d2", PuzzleTheme::Wedge);
}

/// One empty square in the corner h1, two beside a8; Black can play h1 and b8.
const REGIONS: &str = "
    X O O O O O O -
    X X X X X X X X
    X X X X X X X X
    X X X X X X X X
    X X X X X X X X
    X X X X X X X X
    O X X X X X X X
    - - O O O O O X";

#[test]
fn parity_is_the_odd_region_where_an_even_one_could_be_entered() {
    let position = rows(REGIONS);
    has(&position, "h1", PuzzleTheme::Parity);
    lacks(&position, "b8", PuzzleTheme::Parity);
    // One region alone has no parity to choose.
    lacks(&board("d4 / c3"), "b2", PuzzleTheme::Parity);
}

#[test]
fn a_swindle_takes_one_of_two_squares_and_keeps_the_other() {
    let position = rows(REGIONS);
    has(&position, "b8", PuzzleTheme::Swindle);
    lacks(&position, "h1", PuzzleTheme::Swindle);
    // With a4 White's, White can take a8 over a7, a6 and a5: the second square is not kept.
    let open = rows(&REGIONS.replacen(
        "X X X X X X X X\n    X X X X X X X X\n    X X X X X X X X\n    X X X X X X X X\n    X X X X X X X X\n    O X",
        "X X X X X X X X\n    X X X X X X X X\n    O X X X X X X X\n    X X X X X X X X\n    X X X X X X X X\n    X X",
        1,
    ));
    lacks(&open, "b8", PuzzleTheme::Swindle);
}

#[test]
fn a_forced_pass_leaves_the_opponent_no_move() {
    has(&rows(REGIONS), "h1", PuzzleTheme::ForcedPass);
    lacks(&board("d4 / c3 e5"), "b2", PuzzleTheme::ForcedPass);
}

#[test]
fn a_quiet_move_turns_over_few_discs_that_touch_nothing_empty() {
    let full = "-XXXXXXX XOXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXO";
    has(&rows(full), "a1", PuzzleTheme::Quiet);
    // The disc that turns over touches c1, which is empty.
    let open = "-X-XXXXX XOXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXO";
    lacks(&rows(open), "a1", PuzzleTheme::Quiet);
    // Three discs are not few.
    let three = "-XXXXXXX XOXXXXXX XXOXXXXX XXXOXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXO";
    lacks(&rows(three), "a1", PuzzleTheme::Quiet);
}

#[test]
fn zugzwang_leaves_only_replies_that_give_a_corner() {
    // White has b2 alone, which gives a1.
    has(&board("d2 c4 / c3 e2"), "c2", PuzzleTheme::Zugzwang);
    // With another White disc there is a reply that gives nothing: h4 over g5.
    lacks(&board("d2 c4 g5 / c3 e2 f6"), "c2", PuzzleTheme::Zugzwang);
}

#[test]
fn edge_creeping_extends_discs_along_an_edge_and_leaves_few_replies() {
    has(&board("d1 e3 / e2 f3"), "e1", PuzzleTheme::EdgeCreeping);
    // Nothing of Black's beside the square.
    lacks(&board("b1 e3 / e2 f3"), "e1", PuzzleTheme::EdgeCreeping);
    // More than three replies: around d6.
    let open = board("d1 e3 c5 c6 c7 d5 / e2 f3 d6");
    lacks(&open, "e1", PuzzleTheme::EdgeCreeping);
}

#[test]
fn few_replies_are_left_of_many() {
    has(&board("c4 c5 d5 e5 e4 g8 / d4 h8"), "d3", PuzzleTheme::FewReplies);
    // White could choose among three only before.
    lacks(&board("c4 d5 g8 / d4 h8"), "d3", PuzzleTheme::FewReplies);
}

#[test]
fn a_diagonal_is_taken_when_all_its_discs_are_ones_own() {
    has(&board("c3 d4 f6 e4 / e5"), "e6", PuzzleTheme::Diagonal);
    // g7 is White's.
    lacks(&board("c3 d4 f6 e4 / e5 g7"), "e6", PuzzleTheme::Diagonal);
    // Both corners are taken: the diagonal leads nowhere.
    lacks(&board("a1 h8 c3 d4 f6 e4 / e5"), "e6", PuzzleTheme::Diagonal);
}

fn proofs(values: &[(i32, Truth)]) -> Vec<MoveProof> {
    let squares = [Square::B2, Square::B3, Square::C2];
    let proof = |(&square, &(score, truth))| MoveProof { square, value: Value { score, truth } };
    squares.iter().zip(values).map(proof).collect()
}

#[test]
fn a_wipe_out_ends_with_all_discs() {
    let of = |values: &[(i32, Truth)]| ThemeSet::of(&board("d4 / c3"), &proofs(values));
    assert!(of(&[(64, Truth::Exact), (10, Truth::Exact)]).contains(PuzzleTheme::WipeOut));
    assert!(!of(&[(62, Truth::Exact), (10, Truth::Exact)]).contains(PuzzleTheme::WipeOut));
}

#[test]
fn an_only_move_does_not_lose_and_every_other_one_does() {
    let of = |values: &[(i32, Truth)]| ThemeSet::of(&board("d4 / c3"), &proofs(values));
    assert!(of(&[(2, Truth::Exact), (-2, Truth::Exact)]).contains(PuzzleTheme::OnlyMove));
    assert!(of(&[(0, Truth::Exact), (-2, Truth::AtMost)]).contains(PuzzleTheme::OnlyMove));
    assert!(!of(&[(2, Truth::Exact), (0, Truth::Exact)]).contains(PuzzleTheme::OnlyMove));
    assert!(!of(&[(-2, Truth::Exact), (-8, Truth::Exact)]).contains(PuzzleTheme::OnlyMove));
    assert!(!of(&[(2, Truth::Exact), (2, Truth::AtLeast)]).contains(PuzzleTheme::OnlyMove));
}

#[test]
fn names_and_bits_are_read_back() {
    for theme in PuzzleTheme::ALL {
        assert_eq!(PuzzleTheme::of_name(theme.name()), Some(theme));
        let set: ThemeSet = [theme].into_iter().collect();
        assert_eq!(ThemeSet::of_bits(set.bits()), Some(set));
        assert_eq!(set.iter().collect::<Vec<_>>(), [theme]);
    }
    assert_eq!(PuzzleTheme::of_name("fork"), None);
    assert_eq!(ThemeSet::of_bits(1 << PuzzleTheme::ALL.len()), None);
}
