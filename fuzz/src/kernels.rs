//! Kernels of every instruction set against the slow and obvious reference.

use outflank_kernels::{EdgeTable, Isa, Routine, Tier, reference};

/// Reads a few boards out of the data and compares all kernels on them.
pub fn compare_kernels(data: &[u8]) {
    for chunk in data.chunks_exact(17).take(4) {
        let word =
            |from: usize| chunk[from..from + 8].iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        let (own, opp) = (word(0), word(8) & !word(0));
        let board = Board { own, opp, square: u32::from(chunk[16]) % 64 };
        let expected = board.by_the_reference();
        for tier in Tier::ALL.into_iter().filter(|tier| tier.is_available()) {
            let found = tier.run(board);
            assert_eq!(found.words, expected.words, "{}", tier.name());
            assert_eq!(found.stable & !own, 0);
            assert_eq!(found.stable & expected.stable, 0, "{}: a stable disc was turned over", tier.name());
        }
    }
}

/// One board for all kernels of one instruction set.
#[derive(Clone, Copy)]
struct Board {
    own: u64,
    opp: u64,
    square: u32,
}

/// What the kernels say about a board.
#[derive(Debug)]
struct Answers {
    words: Vec<u64>,
    /// The stable discs; of the reference, the discs that can be turned over where those are known.
    stable: u64,
}

impl Board {
    /// Returns eight boards for the kernels that take eight.
    fn eight(self) -> ([u64; 8], [u64; 8]) {
        let Board { own, opp, square } = self;
        let boards = [own, opp, own >> 8, own << 1, opp >> 9, opp << 7, own ^ opp, 0];
        (boards, boards.map(|board| !board & opp.rotate_left(square)))
    }

    /// Returns eight moves, some of them none.
    fn moves(self) -> [u64; 8] {
        let occupied = self.own | self.opp;
        std::array::from_fn(|lane| (1u64 << (lane * 8)).rotate_left(self.square) & !occupied)
    }

    /// Answers slowly.
    fn by_the_reference(self) -> Answers {
        let Board { own, opp, square } = self;
        let mut words = vec![
            reference::legal_moves(own, opp),
            reference::flips(square, own, opp),
            u64::from(reference::last_flips(square, own)),
        ];
        words.extend(reference::full_lines(own | opp));
        let (boards, others) = self.eight();
        words.extend(boards.iter().zip(others).map(|(&own, opp)| reference::legal_moves(own, opp)));
        let flips = |bit: u64| if bit == 0 { 0 } else { reference::flips(bit.trailing_zeros(), own, opp) };
        words.extend(self.moves().map(flips));
        let few_empty = (own | opp).count_zeros() <= 4;
        Answers { words, stable: if few_empty { reference::turnable_discs(own, opp) } else { 0 } }
    }
}

impl Routine for Board {
    type Output = Answers;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Answers {
        let Board { own, opp, square } = self;
        let mut words = vec![
            isa.legal_moves(own, opp),
            isa.flips(square, own, opp),
            u64::from(isa.last_flips(square, own)),
        ];
        words.extend(isa.full_lines(own | opp));
        let (boards, others) = self.eight();
        words.extend(isa.legal_moves_of_8(&boards, &others));
        words.extend(isa.flips_of_8(&self.moves(), own, opp));
        Answers { words, stable: isa.stable_discs(EdgeTable::get(), own, opp) }
    }
}
