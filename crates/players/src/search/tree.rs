//! A board game as a search sees it.

use std::hash::Hash;

/// A game of two sides that move in turn, and what its positions are worth.
pub trait GameTree {
    /// A position, with whatever the order of the moves depends on.
    type Node: Copy;
    /// A move.
    type Move: Copy + PartialEq;
    /// The moves of a position, in the order they are tried.
    type Moves: IntoIterator<Item = Self::Move>;
    /// What positions that are searched alike have in common.
    type Key: Copy + Eq + Hash;

    /// Returns the moves of the side to move; `None` if it has none.
    fn moves(&self, at: Self::Node) -> Option<Self::Moves>;

    /// Returns how many moves there are.
    fn width(&self, moves: &Self::Moves) -> u32;

    /// Makes a move: the other side is to move.
    fn after(&self, at: Self::Node, played: Self::Move) -> Self::Node;

    /// Returns the position with the other side to move where the side to move has no move; `None` if the
    /// game is over. Unless told there are no passes.
    fn passed(&self, _at: Self::Node) -> Option<Self::Node> {
        None
    }

    /// Values a position for the side to move, whose moves these are.
    fn value(&self, at: Self::Node, moves: Option<&Self::Moves>) -> f64;

    /// Values a finished game for the side that would be to move.
    fn end(&self, at: Self::Node) -> f64;

    /// Returns what a table of positions knows the position by.
    fn key(&self, at: Self::Node) -> Self::Key;
}

/// What positions at the end of the depth are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// A finished game is worth its result wherever it is met, and whoever cannot move passes first.
    Results,
    /// All are valued as games under way, before anybody asks whether the game is over.
    Static,
}
