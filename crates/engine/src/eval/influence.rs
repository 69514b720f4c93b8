//! What each pattern says: whom it favours, and by how much.
//!
//! The evaluation is no sum of its patterns: their numbers are added, cut and weighed again. So a pattern is
//! asked alone: how the value of the board changes when this pattern sees the colours of its squares
//! exchanged, and all others see them as they are. Half of that is its influence. Where values are sums, and
//! exchanged contents have the opposite weight, this is the weight of the content.

use outflank_kernels::Portable;
use outflank_rules::Board;

use super::features::{INSTANCES, Instance, instances};
use super::weights::{UNITS_PER_DISC, Weights};

/// What one placement of a pattern says.
#[derive(Clone, Debug, PartialEq)]
pub struct Influence {
    /// The placement.
    pub instance: Instance,
    /// How far it favours the side to move, in discs.
    pub discs: f64,
}

impl Weights {
    /// Says whom each pattern of a board favours, in the order of [`instances`].
    #[must_use]
    pub fn influences(&self, board: Board) -> Vec<Influence> {
        let (own, opp) = (board.own().0, board.opp().0);
        let empties = board.empty().len();
        let [seen, exchanged] =
            [(own, opp), (opp, own)].map(|(own, opp)| self.indexer().indices(Portable, own, opp));
        let value = self.value_of(&seen, empties);
        let alone = |number: usize| {
            let mut indices: [u32; INSTANCES] = seen;
            indices[number] = exchanged[number];
            f64::from(value - self.value_of(&indices, empties)) / f64::from(2 * UNITS_PER_DISC)
        };
        let all = instances().into_iter().enumerate();
        all.map(|(number, instance)| Influence { instance, discs: alone(number) }).collect()
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Position, Symmetry};

    use super::*;

    #[test]
    fn a_pattern_without_discs_says_nothing_and_a_corner_speaks_for_its_owner() {
        let start = Weights::embedded().influences(Position::start().board());
        assert_eq!(start.len(), INSTANCES);
        let empty = start.iter().filter(|one| {
            one.instance.squares.iter().all(|square| Position::start().empty().contains(*square))
        });
        assert!(empty.clone().count() > 20 && empty.clone().all(|one| one.discs == 0.0));
        // Black holds the corner a1 and the edge beside it; white has as many discs further in.
        let position: Position =
            "XXXX----OOX-----OOX--------XO------OX---------------------------O".parse().unwrap();
        let around = Weights::embedded().influences(position.board());
        let corner = around
            .iter()
            .find(|one| one.instance.pattern == 0 && one.instance.squares[0].to_string() == "a1");
        assert!(corner.unwrap().discs < 0.0, "white is to move: {corner:?}");
    }

    #[test]
    fn mirrored_boards_have_the_same_influences_elsewhere() {
        let position: Position =
            "XXXX----OOX-----OOX--------XO------OX---------------------------O".parse().unwrap();
        let sorted = |board| {
            let mut discs: Vec<f64> =
                Weights::embedded().influences(board).iter().map(|one| one.discs).collect();
            discs.sort_by(f64::total_cmp);
            discs
        };
        for symmetry in Symmetry::ALL {
            assert_eq!(sorted(symmetry.board(position.board())), sorted(position.board()));
        }
    }
}
