//! Every form of every kernel against the naive reference, on millions of random and adversarial boards.

mod network;

use outflank_kernels::{EdgeTable, Isa, PatternPlan, Routine, Tier, reference};

/// How many boards each test of this file tries.
const BOARDS: u64 = 1_000_000;

/// A small generator, so that a failure can be repeated from its number.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

/// Returns two disjoint disc sets of many kinds: the last bits of `seed` choose the kind.
fn board(seed: u64) -> (u64, u64) {
    let mut random = Random(seed);
    let (a, b, c, d) = (random.next(), random.next(), random.next(), random.next());
    match seed % 8 {
        // Evenly mixed, sparse, crowded.
        0 => (a & b, !b & a),
        1 => (a & b & c, !a & b & c),
        2 => (a & (b | c), !a & (b | c | d)),
        // Full boards, and boards full but for a few squares.
        3 => (a, !a),
        4 => (a & !(b & c & d), !a & !(b & c & d)),
        // The opponent nearly everywhere: long runs in all directions.
        5 => (a & b & c & d, !(a & b & c & d) & !(random.next() & random.next())),
        // Own discs on the border only, the opponent inside: runs that end at the very edge.
        6 => (a & 0xff81_8181_8181_81ff, 0x007e_7e7e_7e7e_7e00 & (b | c)),
        // The opponent on the border: nothing may leak around it.
        _ => (a & 0x003c_7e7e_7e7e_3c00, 0xffc3_8181_8181_c3ff & (b | c)),
    }
}

/// All answers of a tier about one board, folded into comparable words.
struct Answers {
    own: u64,
    opp: u64,
}

impl Routine for Answers {
    type Output = (u64, [u64; 64], [u32; 64], [u64; 4]);

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Self::Output {
        let (mut flips, mut last) = ([0; 64], [0; 64]);
        for square in 0..64 {
            flips[square as usize] = isa.flips(square, self.own, self.opp);
            last[square as usize] = isa.last_flips(square, self.own & !(1 << square));
        }
        (isa.legal_moves(self.own, self.opp), flips, last, isa.full_lines(self.own | self.opp))
    }
}

/// What filling the last square turns over, for whoever can fill it.
struct LastOfEither {
    square: u32,
    own: u64,
}

impl Routine for LastOfEither {
    type Output = (u32, u32);

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Self::Output {
        isa.last_flips_of_either(self.square, self.own & !(1 << self.square))
    }
}

fn tiers() -> Vec<Tier> {
    Tier::ALL.into_iter().filter(|tier| tier.is_available()).collect()
}

#[test]
fn every_tier_agrees_with_the_reference() {
    for seed in 0..BOARDS {
        let (own, opp) = board(seed);
        let moves = reference::legal_moves(own, opp);
        for tier in tiers() {
            let (tier_moves, flips, last, _) = tier.run(Answers { own, opp });
            assert_eq!(tier_moves, moves, "legal moves, {tier}, seed {seed}: {own:#x} {opp:#x}");
            // Two squares a board against the reference; the tiers are compared on all 64 below.
            for square in [(seed % 64) as u32, (seed / 64 % 64) as u32] {
                let expected = reference::flips(square, own, opp);
                assert_eq!(flips[square as usize], expected, "flips at {square}, {tier}: {own:#x} {opp:#x}");
                let expected = reference::last_flips(square, own);
                assert_eq!(last[square as usize], expected, "last flips at {square}, {tier}: {own:#x}");
                let other = if expected == 0 { reference::last_flips(square, !own) } else { 0 };
                let found = tier.run(LastOfEither { square, own });
                assert_eq!(found, (expected, other), "of either at {square}, {tier}: {own:#x}");
            }
        }
    }
}

#[test]
fn every_tier_agrees_with_the_portable_one_on_all_squares() {
    for seed in BOARDS..2 * BOARDS {
        let (own, opp) = board(seed);
        let portable = Tier::Portable.run(Answers { own, opp });
        for tier in tiers() {
            assert!(tier.run(Answers { own, opp }) == portable, "{tier}, seed {seed}: {own:#x} {opp:#x}");
        }
    }
}

#[test]
fn a_run_may_reach_every_square_from_every_other_on_its_lines() {
    for from in 0..64 {
        for to in 0..64 {
            let (own, opp) = (1 << to, !(1 << to) & !(1 << from));
            let expected = reference::flips(from, own, opp);
            for tier in tiers() {
                let (moves, flips, last, _) = tier.run(Answers { own, opp });
                assert_eq!(flips[from as usize], expected, "{tier} {from} {to}");
                assert_eq!(last[from as usize], expected.count_ones(), "{tier} {from} {to}");
                assert_eq!(moves, if expected == 0 { 0 } else { 1 << from }, "{tier} {from} {to}");
            }
        }
    }
}

struct EightMoves {
    own: u64,
    opp: u64,
    squares: [u32; 8],
}

impl Routine for EightMoves {
    type Output = ([u64; 8], [u64; 8]);

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> ([u64; 8], [u64; 8]) {
        let moves = self.squares.map(|square| 1_u64.checked_shl(square).unwrap_or(0));
        (isa.flips_of_8(&moves, self.own, self.opp), moves)
    }
}

#[test]
fn eight_moves_at_once_turn_what_each_turns() {
    for seed in 0..BOARDS / 4 {
        let (own, opp) = board(seed);
        let mut random = Random(!seed);
        // One lane in nine holds no move.
        let squares = std::array::from_fn(|_| (random.next() % 72) as u32);
        for tier in tiers() {
            let (flips, moves) = tier.run(EightMoves { own, opp, squares });
            for lane in 0..8 {
                let square = squares[lane];
                let expected = if square < 64 { reference::flips(square, own, opp) } else { 0 };
                assert_eq!(flips[lane], expected, "{tier}, seed {seed}, move {:#x}", moves[lane]);
            }
        }
    }
}

struct Eight {
    own: [u64; 8],
    opp: [u64; 8],
}

impl Routine for Eight {
    type Output = [u64; 8];

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> [u64; 8] {
        isa.legal_moves_of_8(&self.own, &self.opp)
    }
}

#[test]
fn eight_boards_at_once_have_the_moves_of_each() {
    for seed in (0..BOARDS).step_by(8) {
        let boards: [(u64, u64); 8] = std::array::from_fn(|lane| board(seed + lane as u64));
        let expected = boards.map(|(own, opp)| Tier::Portable.run(Answers { own, opp }).0);
        for tier in tiers() {
            let moves = tier.run(Eight { own: boards.map(|b| b.0), opp: boards.map(|b| b.1) });
            assert_eq!(moves, expected, "{tier}, seed {seed}");
        }
    }
}

struct Least([u16; 8]);

impl Routine for Least {
    type Output = (u16, usize);

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> (u16, usize) {
        isa.least_of_8(&self.0)
    }
}

#[test]
fn the_least_of_eight_is_the_first_of_equals() {
    for seed in 0..BOARDS / 4 {
        let mut random = Random(seed);
        // Few different numbers for many ties, or all that there are.
        let modulus = if seed % 2 == 0 { 4 } else { 1 << 16 };
        let numbers: [u16; 8] = std::array::from_fn(|_| (random.next() % modulus) as u16 ^ u16::MAX);
        let least = numbers.into_iter().min().unwrap();
        let expected = (least, numbers.iter().position(|&number| number == least).unwrap());
        for tier in tiers() {
            assert_eq!(tier.run(Least(numbers)), expected, "{tier} {numbers:?}");
        }
    }
}

#[test]
fn full_lines_agree_with_the_reference() {
    for seed in 0..BOARDS / 20 {
        let mut random = Random(seed);
        let occupied = !(random.next() & random.next() & random.next() & random.next());
        for occupied in [occupied, occupied | random.next(), board(seed).0] {
            let expected = reference::full_lines(occupied).map(|lines| lines & occupied);
            for tier in tiers() {
                let lines = tier.run(Answers { own: occupied, opp: 0 }).3;
                assert_eq!(lines.map(|line| line & occupied), expected, "{tier} {occupied:#x}");
            }
        }
    }
}

struct Gathered {
    word: u64,
    mask: u64,
}

impl Routine for Gathered {
    type Output = u64;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u64 {
        isa.gather(self.word, self.mask)
    }
}

#[test]
fn gathered_bits_lie_side_by_side_in_their_order() {
    for seed in 0..BOARDS / 4 {
        let mut random = Random(seed);
        let (word, a, b) = (random.next(), random.next(), random.next());
        // Lone bits, long runs, whole bytes, nothing and everything.
        let mask = match seed % 6 {
            0 => a & b,
            1 => a | b,
            2 => a & 0x0101_0101_0101_0101_u64.wrapping_mul(b % 256) | 0xff00_00ff,
            3 => (a & 0x0101_0101_0101_0101) * 0xff,
            4 => u64::MAX >> (a % 64) << (b % 64),
            _ => [0, u64::MAX, 1, 1 << 63][(a % 4) as usize],
        };
        let bits = (0..64).filter(|bit| mask >> bit & 1 != 0).enumerate();
        let expected = bits.fold(0, |sum, (place, bit)| sum | (word >> bit & 1) << place);
        for tier in tiers() {
            assert_eq!(tier.run(Gathered { word, mask }), expected, "{tier}: {word:#x} {mask:#x}");
        }
    }
}

struct Numbers<'p> {
    plan: &'p PatternPlan,
    own: u64,
    opp: u64,
}

impl Routine for Numbers<'_> {
    type Output = [u16; 64];

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> [u16; 64] {
        isa.pattern_numbers(self.plan, self.own, self.opp)
    }
}

#[test]
fn pattern_numbers_are_the_squares_read_as_base_3_digits() {
    for seed in 0..BOARDS / 200 {
        let mut random = Random(seed);
        // Groups of zero to ten distinct squares in any order, as many as there may be.
        let count = (random.next() % 65) as usize;
        let groups: Vec<Vec<u8>> = (0..count)
            .map(|_| {
                let mut squares: Vec<u8> = (0..64).collect();
                for n in 0..10 {
                    squares.swap(n, n + (random.next() % (64 - n as u64)) as usize);
                }
                // Few orders of squares have room: most groups are short.
                squares.truncate((random.next() % if seed % 2 == 0 { 6 } else { 9 }) as usize);
                squares
            })
            .chain((count == 0).then(|| (0..10).rev().collect()))
            .collect();
        let Some(plan) = PatternPlan::new(&groups) else { continue };
        let (own, opp) = board(seed);
        let digit = |&square: &u8| (own >> square & 1) as u16 + 2 * (opp >> square & 1) as u16;
        let mut expected = [0; 64];
        for (number, group) in expected.iter_mut().zip(&groups) {
            *number = group.iter().map(digit).fold(0, |sum, digit| 3 * sum + digit);
        }
        for tier in tiers() {
            assert_eq!(tier.run(Numbers { plan: &plan, own, opp }), expected, "{tier}, seed {seed}");
        }
    }
}

struct Stable {
    own: u64,
    opp: u64,
}

impl Routine for Stable {
    type Output = u64;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u64 {
        isa.stable_discs(EdgeTable::get(), self.own, self.opp)
    }
}

#[test]
fn no_continuation_turns_a_stable_disc() {
    let mut claimed = 0;
    for seed in 0..6_000 {
        // A random playout down to at most seven empty squares, so that all continuations can be tried.
        let mut random = Random(seed);
        let (mut own, mut opp) = (0x0000_0008_1000_0000_u64, 0x0000_0010_0800_0000_u64);
        while (own | opp).count_zeros() > 3 + (seed % 5) as u32 {
            let moves = reference::legal_moves(own, opp);
            if moves != 0 {
                let nth = random.next() % u64::from(moves.count_ones());
                let square = (0..nth).fold(moves, |rest, _| rest & (rest - 1)).trailing_zeros();
                let flips = reference::flips(square, own, opp);
                (own, opp) = (own | flips | 1 << square, opp & !flips);
            } else if reference::legal_moves(opp, own) == 0 {
                break;
            }
            (own, opp) = (opp, own);
        }
        if (own | opp).count_zeros() > 7 {
            continue;
        }
        let turnable = reference::turnable_discs(own, opp);
        for tier in tiers() {
            let stable = tier.run(Stable { own, opp });
            assert_eq!(stable & !own, 0, "{tier}: stable discs are own discs");
            assert_eq!(stable & turnable, 0, "{tier}, seed {seed}: {own:#x} {opp:#x}");
            claimed += u64::from(stable.count_ones());
        }
    }
    assert!(claimed > 20_000, "the bound finds stable discs at all: {claimed}");
}
