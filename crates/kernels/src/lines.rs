//! Geometry shared by all forms: rays from every square, and flip counts along a line of eight.

/// For each square eight rays without the square itself: four toward the low bits (west, north, north-east,
/// north-west), then the opposite four toward the high bits, each group in the order row, column, rising and
/// falling diagonal.
#[repr(C, align(64))]
pub(crate) struct Rays(pub(crate) [[u64; 8]; 64]);

pub(crate) static RAYS: Rays = Rays(build_rays());

/// Steps (row, column) of the eight rays.
const STEPS: [(i32, i32); 8] = [(0, -1), (-1, 0), (-1, 1), (-1, -1), (0, 1), (1, 0), (1, -1), (1, 1)];

pub(crate) const fn build_rays() -> [[u64; 8]; 64] {
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut ray = 0;
        while ray < 8 {
            let (dr, dc) = STEPS[ray];
            let (mut r, mut c) = ((square / 8) as i32 + dr, (square % 8) as i32 + dc);
            while r >= 0 && r < 8 && c >= 0 && c < 8 {
                rays[square][ray] |= 1 << (8 * r + c);
                r += dr;
                c += dc;
            }
            ray += 1;
        }
        square += 1;
    }
    rays
}

/// `LINE_FLIPS[x][own]`: discs flipped in a line of eight by playing at `x` when `own` holds the line's own
/// discs and every other square is the opponent's.
pub(crate) static LINE_FLIPS: [[u8; 256]; 8] = build_line_flips();

const fn build_line_flips() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut x = 0;
    while x < 8 {
        let mut own = 0;
        while own < 256 {
            let mut count = 0;
            let mut at = x + 1;
            while at < 8 && own >> at & 1 == 0 {
                at += 1;
            }
            if at < 8 {
                count += at - x - 1;
            }
            let mut at = x as i32 - 1;
            while at >= 0 && own >> at & 1 == 0 {
                at -= 1;
            }
            if at >= 0 {
                count += x - at as usize - 1;
            }
            table[x][own] = count as u8;
            own += 1;
        }
        x += 1;
    }
    table
}

/// For each square the column and the two diagonals through it, the square included, column first,
/// then the rising and the falling diagonal.
pub(crate) static LINES: [[u64; 3]; 64] = build_lines();

const fn build_lines() -> [[u64; 3]; 64] {
    let rays = build_rays();
    let mut lines = [[0; 3]; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 3 {
            lines[square][line] = rays[square][line + 1] | rays[square][line + 5] | 1 << square;
            line += 1;
        }
        square += 1;
    }
    lines
}

/// How many entries [`EITHER_FLIPS`] has: for every length and place on a line of that length, all fillings;
/// 3,586, and up to a power of two.
#[cfg(target_arch = "x86_64")]
pub(crate) const FILLINGS: usize = 1 << 12;

/// Where in [`EITHER_FLIPS`] the fillings of a line begin, by its length and the place of the played square.
#[cfg(target_arch = "x86_64")]
const fn fillings_at(length: usize, x: usize) -> usize {
    let (mut start, mut shorter) = (0, 1);
    while shorter < length {
        start += shorter << shorter;
        shorter += 1;
    }
    start + (x << length)
}

/// Discs flipped in a line by playing at `x`, all other squares being taken: in the low byte if the discs of
/// the filling are the mover's, in the high byte if all others are. 7 KiB of it are used.
///
/// A line has its own length, other than in [`LINE_FLIPS`]: squares beyond the board would read as the
/// mover's to one of the two.
#[cfg(target_arch = "x86_64")]
pub(crate) static EITHER_FLIPS: [u16; FILLINGS] = build_either_flips();

#[cfg(target_arch = "x86_64")]
const fn build_either_flips() -> [u16; FILLINGS] {
    let line_flips = build_line_flips();
    let mut table = [0; FILLINGS];
    let mut length = 1;
    while length <= 8 {
        let mut x = 0;
        while x < length {
            let mut own = 0;
            while own < 1 << length {
                let other = !own & ((1 << length) - 1);
                let flips = line_flips[x][own] as u16 | (line_flips[x][other] as u16) << 8;
                table[fillings_at(length, x) + own] = flips;
                own += 1;
            }
            x += 1;
        }
        length += 1;
    }
    table
}

/// For each square where the fillings of its row, its column, its rising and its falling diagonal begin in
/// [`EITHER_FLIPS`], the lowest square of a line being the first.
#[cfg(target_arch = "x86_64")]
pub(crate) static EITHER_AT: [[u16; 4]; 64] = build_either_at();

#[cfg(target_arch = "x86_64")]
const fn build_either_at() -> [[u16; 4]; 64] {
    let lines = build_lines();
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        table[square][0] = fillings_at(8, square % 8) as u16;
        let mut line = 0;
        while line < 3 {
            let squares = lines[square][line];
            let below = squares & ((1 << square) - 1);
            let at = fillings_at(squares.count_ones() as usize, below.count_ones() as usize);
            table[square][line + 1] = at as u16;
            line += 1;
        }
        square += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rays_of_a_square_cover_exactly_its_queen_moves() {
        // From d3 (bit 19) a queen on an empty board reaches 25 squares.
        let all = RAYS.0[19].iter().fold(0, |sum, ray| sum | ray);
        assert_eq!(all.count_ones(), 25);
        assert_eq!(all >> 19 & 1, 0);
    }

    #[test]
    fn a_line_flips_between_the_played_square_and_the_nearest_own_disc() {
        assert_eq!(LINE_FLIPS[0][0b1000_0000], 6);
        assert_eq!(LINE_FLIPS[3][0b1000_0001], 2 + 3);
        assert_eq!(LINE_FLIPS[3][0b0001_0100], 0);
        assert_eq!(LINE_FLIPS[7][0], 0);
    }
}
