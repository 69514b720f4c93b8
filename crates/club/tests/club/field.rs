//! Tournaments to test with.

use outflank_club::{BoardResult, ClubRound, ClubRules, ClubTournament, EntrantNumber};

/// Makes a tournament with so many entrants, called by their numbers.
pub(crate) fn club(rules: ClubRules, entrants: usize) -> ClubTournament {
    let mut club = ClubTournament::new(rules);
    for number in 1..=entrants {
        club.enter(&format!("P{number}")).unwrap();
    }
    club
}

/// Gives every board of the last round a result; who is stronger, by number, mostly wins.
pub(crate) fn play(club: &mut ClubTournament, dice: &mut Dice) {
    let round = club.rounds.len() - 1;
    for board in 0..club.rounds[round].boards.len() {
        let ClubRound { boards, .. } = &club.rounds[round];
        let edge = boards[board].white.0 as i32 - boards[board].black.0 as i32;
        let black = (32 + edge.clamp(-12, 12) + dice.below(41) as i32 - 20).clamp(0, 64);
        let result = BoardResult::of_score(2 * black - 64).unwrap();
        club.set_result(round, board, Some(result)).unwrap();
    }
}

/// Lists everybody who is in a round, as often as they are.
pub(crate) fn everybody(round: &ClubRound) -> Vec<EntrantNumber> {
    let boards = round.boards.iter().flat_map(|board| [board.black, board.white]);
    let mut all: Vec<EntrantNumber> = boards.chain(round.bye).collect();
    all.sort_unstable();
    all
}

/// Numbers that look drawn by lot, the same for the same seed (SplitMix64).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (word ^ (word >> 31)) % bound
    }
}
