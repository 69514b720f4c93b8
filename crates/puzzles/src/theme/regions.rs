//! Regions of empty squares.

use outflank_rules::{Bitboard, Square};

/// Returns the empty squares that hang together with one of them, sides and corners touching.
pub(super) fn region_of(empty: Bitboard, square: Square) -> Bitboard {
    let mut region = square.bitboard();
    loop {
        let grown = (region | region.neighbours()) & empty;
        if grown == region {
            return region;
        }
        region = grown;
    }
}

/// Returns all regions of empty squares.
pub(super) fn regions(empty: Bitboard) -> Vec<Bitboard> {
    let mut left = empty;
    let mut found = Vec::new();
    while let Some(square) = left.first() {
        let region = region_of(empty, square);
        left -= region;
        found.push(region);
    }
    found
}
