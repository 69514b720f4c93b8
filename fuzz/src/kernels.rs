//! Kernels of every instruction set against the slow and obvious reference.

use outflank_kernels::{EdgeTable, Isa, Routine, Tier, reference};

/// Reads a few boards out of the data and compares all kernels on them.
pub fn compare_kernels(data: &[u8]) {
    for chunk in data.chunks_exact(17).take(4) {
        let word = |from: usize| chunk[from..from + 8].iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        let (own, opp) = (word(0), word(8) & !word(0));
        let square = u32::from(chunk[16]) % 64;
        for tier in Tier::ALL.into_iter().filter(|tier| tier.is_available()) {
            tier.run(Compare { own, opp, square });
        }
    }
}

/// One board for all kernels of one instruction set.
struct Compare {
    own: u64,
    opp: u64,
    square: u32,
}

impl Routine for Compare {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Compare { own, opp, square } = self;
        let legal = reference::legal_moves(own, opp);
        assert_eq!(isa.legal_moves(own, opp), legal);
        assert_eq!(isa.flips(square, own, opp), reference::flips(square, own, opp));
        assert_eq!(isa.last_flips(square, own), reference::last_flips(square, own));
        assert_eq!(isa.full_lines(own | opp), reference::full_lines(own | opp));

        let boards = [own, opp, own >> 8, own << 1, opp >> 9, opp << 7, own ^ opp, 0];
        let others = boards.map(|board| !board & opp.rotate_left(square));
        let expected = std::array::from_fn(|lane| reference::legal_moves(boards[lane], others[lane]));
        assert_eq!(isa.legal_moves_of_8(&boards, &others), expected);

        let moves: [u64; 8] = std::array::from_fn(|lane| (1u64 << (lane * 8)).rotate_left(square) & !(own | opp));
        let flips = moves.map(|bit| if bit == 0 { 0 } else { reference::flips(bit.trailing_zeros(), own, opp) });
        assert_eq!(isa.flips_of_8(&moves, own, opp), flips);

        let stable = isa.stable_discs(EdgeTable::get(), own, opp);
        assert_eq!(stable & !own, 0);
        if (own | opp).count_zeros() <= 4 {
            assert_eq!(stable & reference::turnable_discs(own, opp), 0, "a stable disc was turned over");
        }
    }
}
