//! The rules of themes, one function each.

use outflank_rules::{Bitboard, Position, Square};

use super::PuzzleTheme;
use super::regions::regions;
use super::scene::Scene;

/// A rule that says whether a move has a theme.
type Rule = fn(&Scene) -> bool;

/// The themes that a move has by itself, in the order of [`PuzzleTheme`].
pub(super) const RULES: [(PuzzleTheme, Rule); 13] = [
    (PuzzleTheme::CornerSacrifice, corner_sacrifice),
    (PuzzleTheme::XSquare, x_square),
    (PuzzleTheme::CSquare, c_square),
    (PuzzleTheme::CornerCanWait, corner_can_wait),
    (PuzzleTheme::Wedge, wedge),
    (PuzzleTheme::Parity, parity),
    (PuzzleTheme::Swindle, swindle),
    (PuzzleTheme::ForcedPass, forced_pass),
    (PuzzleTheme::Quiet, quiet),
    (PuzzleTheme::Zugzwang, zugzwang),
    (PuzzleTheme::EdgeCreeping, edge_creeping),
    (PuzzleTheme::FewReplies, few_replies),
    (PuzzleTheme::Diagonal, diagonal),
];

/// The opponent can take a corner that it could not take before the move.
fn corner_sacrifice(scene: &Scene) -> bool {
    !((scene.replies() - scene.could_before) & Bitboard::CORNERS).is_empty()
}

/// The square is diagonally beside an empty corner.
fn x_square(scene: &Scene) -> bool {
    scene.edge_distances() == (1, 1) && scene.after.empty().contains(scene.corner())
}

/// The square is on an edge beside an empty corner.
fn c_square(scene: &Scene) -> bool {
    scene.edge_distances() == (0, 1) && scene.after.empty().contains(scene.corner())
}

/// The solver could take a corner and plays elsewhere.
fn corner_can_wait(scene: &Scene) -> bool {
    !(scene.before.legal_moves() & Bitboard::CORNERS).is_empty() && !scene.square.is_corner()
}

/// Both neighbours on the edge are discs of the opponent, also after the move.
fn wedge(scene: &Scene) -> bool {
    scene.edge_neighbours().is_some_and(|two| two.iter().all(|&one| scene.theirs().contains(one)))
}

/// The region is odd, there are others, and a move into an even one was possible.
fn parity(scene: &Scene) -> bool {
    let legal = scene.before.legal_moves();
    let even = |region: &Bitboard| region.len().is_multiple_of(2) && !(*region & legal).is_empty();
    scene.region().len() % 2 == 1 && regions(scene.before.empty()).iter().any(even)
}

/// The region has two squares; after the move the opponent cannot play the other, and the solver could.
fn swindle(scene: &Scene) -> bool {
    let left = scene.region() - scene.square.bitboard();
    left.len() == 1 && (scene.replies() & left).is_empty() && !(scene.could_after & left).is_empty()
}

/// The opponent has no move, and the solver has.
fn forced_pass(scene: &Scene) -> bool {
    scene.after.must_pass()
}

/// One or two discs turn over, and none of them touches an empty square afterwards.
fn quiet(scene: &Scene) -> bool {
    scene.flips.len() <= 2 && (scene.after.empty().neighbours() & scene.flips).is_empty()
}

/// The opponent has a choice of replies, and after each the solver can take a corner it could not take.
fn zugzwang(scene: &Scene) -> bool {
    let gives_corner = |reply: Square| {
        let gained = |next: Position| (next.legal_moves() - scene.could_after) & Bitboard::CORNERS;
        scene.after.play(reply).is_ok_and(|next| !gained(next).is_empty())
    };
    !scene.replies().is_empty() && scene.replies().squares().all(gives_corner)
}

/// A neighbour on the edge was the solver's before the move, and the opponent has at most three replies.
fn edge_creeping(scene: &Scene) -> bool {
    let own = scene.before.board().own();
    let extends = scene.edge_neighbours().is_some_and(|two| two.iter().any(|&one| own.contains(one)));
    extends && (1..=3).contains(&scene.replies().len())
}

/// One or two replies are left of four or more.
fn few_replies(scene: &Scene) -> bool {
    (1..=2).contains(&scene.replies().len()) && scene.could_before.len() >= 4
}

/// On a main diagonal with an empty corner and at least four discs, all are the solver's now, and were not.
fn diagonal(scene: &Scene) -> bool {
    let (down, up) = (Bitboard(0x8040_2010_0804_0201), Bitboard(0x0102_0408_1020_4080));
    [down, up].into_iter().any(|line| {
        let taken = !(scene.flips & line).is_empty() && (scene.theirs() & line).is_empty();
        taken
            && (scene.own() & line).len() >= 4
            && !(scene.after.empty() & line & Bitboard::CORNERS).is_empty()
    })
}

#[cfg(test)]
mod tests {
    use super::super::regions::region_of;
    use super::*;

    #[test]
    fn regions_hang_together_by_sides_and_corners() {
        let empty: Bitboard = [Square::A1, Square::B2, Square::H8, Square::H7].into_iter().collect();
        assert_eq!(regions(empty).len(), 2);
        assert_eq!(region_of(empty, Square::A1).len(), 2);
    }
}
