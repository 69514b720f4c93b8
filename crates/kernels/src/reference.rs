//! The rules square by square, slow and obvious: what all kernels are tested against.
//!
//! Nothing here shares a table or a trick with the kernels.

/// The eight directions as steps (row, column).
const DIRECTIONS: [(i32, i32); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// Returns the bit of a square, or `None` beyond the board.
fn bit(row: i32, column: i32) -> Option<u64> {
    ((0..8).contains(&row) && (0..8).contains(&column)).then(|| 1 << (8 * row + column))
}

/// Returns the discs turned over when `own` plays on `square`, walking each direction.
#[must_use]
pub fn flips(square: u32, own: u64, opp: u64) -> u64 {
    let (row, column) = ((square / 8) as i32, (square % 8) as i32);
    let mut all = 0;
    for (dr, dc) in DIRECTIONS {
        let mut run = 0;
        let mut step = 1;
        while let Some(here) = bit(row + step * dr, column + step * dc) {
            if opp & here != 0 {
                run |= here;
            } else {
                if own & here != 0 {
                    all |= run;
                }
                break;
            }
            step += 1;
        }
    }
    all
}

/// Returns the empty squares on which `own` would turn something over.
#[must_use]
pub fn legal_moves(own: u64, opp: u64) -> u64 {
    (0..64)
        .filter(|&square| (own | opp) >> square & 1 == 0 && flips(square, own, opp) != 0)
        .fold(0, |moves, square| moves | 1 << square)
}

/// Counts the discs turned over by filling the last empty `square`.
#[must_use]
pub fn last_flips(square: u32, own: u64) -> u32 {
    let own = own & !(1 << square);
    flips(square, own, !own & !(1 << square)).count_ones()
}

/// Returns the squares of full rows, columns, a8-h1 diagonals and a1-h8 diagonals, occupied squares only.
#[must_use]
pub fn full_lines(occupied: u64) -> [u64; 4] {
    let axes = [(0, 1), (1, 0), (-1, 1), (1, 1)];
    axes.map(|(dr, dc)| {
        let mut full = 0;
        for square in 0..64 {
            let (row, column) = (square / 8, square % 8);
            let mut on_line = (-7..=7).filter_map(|step| bit(row + step * dr, column + step * dc));
            if on_line.all(|here| occupied & here != 0) {
                full |= 1 << square;
            }
        }
        full
    })
}

/// Returns the discs of `own` that some continuation can turn over, both sides playing (and passing) freely.
///
/// Exponential in the number of empty squares: for tests with few of them.
#[must_use]
pub fn turnable_discs(own: u64, opp: u64) -> u64 {
    fn explore(mover: u64, waiter: u64, watched: u64, watched_moves: bool, passed: bool, turned: &mut u64) {
        let moves = legal_moves(mover, waiter);
        if moves == 0 {
            if !passed {
                explore(waiter, mover, watched, !watched_moves, true, turned);
            }
            return;
        }
        for square in (0..64).filter(|square| moves >> square & 1 != 0) {
            let flipped = flips(square, mover, waiter);
            if !watched_moves {
                *turned |= flipped & watched;
            }
            let (mine, theirs) = (mover | flipped | 1 << square, waiter & !flipped);
            explore(theirs, mine, watched & !flipped, !watched_moves, false, turned);
        }
    }
    let mut turned = 0;
    explore(own, opp, own, true, false, &mut turned);
    explore(opp, own, own, false, false, &mut turned);
    turned
}
