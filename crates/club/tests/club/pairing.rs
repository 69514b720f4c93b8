//! Swiss pairings: what holds in every round, and that none is better.

use std::time::{Duration, Instant};

use outflank_club::{
    BoardResult, ClubBoard, ClubRound, ClubRules, ClubTournament, EntrantNumber, PairingCost, RoundEntry,
    pairing_cost,
};
use outflank_rules::Color;
use proptest::prelude::*;

use crate::field::{Dice, club, everybody, play};

/// Lists every way to pair those who play, colours aside.
fn all_rounds(playing: &[EntrantNumber]) -> Vec<ClubRound> {
    let Some((&first, rest)) = playing.split_first() else { return vec![ClubRound::default()] };
    let without = |left_out: usize| -> Vec<EntrantNumber> {
        rest.iter().enumerate().filter(|&(index, _)| index != left_out).map(|(_, &number)| number).collect()
    };
    let mut found = Vec::new();
    for (index, &second) in rest.iter().enumerate() {
        for mut round in all_rounds(&without(index)) {
            round.boards.push(ClubBoard { black: first, white: second, result: None });
            found.push(round);
        }
    }
    if playing.len() % 2 == 1 {
        for mut round in all_rounds(rest).into_iter().filter(|round| round.bye.is_none()) {
            round.bye = Some(first);
            found.push(round);
        }
    }
    found
}

/// Returns the least that any pairing of the next round costs.
fn least_cost(club: &ClubTournament) -> PairingCost {
    let playing: Vec<EntrantNumber> = club.active().collect();
    all_rounds(&playing).iter().map(|round| pairing_cost(club, round).unwrap()).min().unwrap()
}

/// Counts how often two met at a board where both played.
fn meetings(club: &ClubTournament) -> Vec<((usize, usize), usize)> {
    let mut pairs: Vec<(usize, usize)> = club
        .rounds
        .iter()
        .flat_map(|round| &round.boards)
        .filter(|board| board.result.is_none_or(BoardResult::is_played))
        .map(|board| (board.black.0.min(board.white.0), board.black.0.max(board.white.0)))
        .collect();
    pairs.sort_unstable();
    pairs.chunk_by(|one, other| one == other).map(|same| (same[0], same.len())).collect()
}

/// Returns the colours of somebody, round by round.
fn colors(club: &ClubTournament, entrant: EntrantNumber) -> Vec<Color> {
    let of_round = |round| match club.round_of(round, entrant) {
        RoundEntry::Board { color, .. } => Some(color),
        _ => None,
    };
    (0..club.rounds.len()).filter_map(of_round).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Small fields are compared with all their pairings, far beyond the rounds that such a field has room
    /// for, with people who come late, leave, return and do not appear.
    #[test]
    fn no_pairing_of_a_small_field_is_better(entrants in 2_usize..8, seed in any::<u64>()) {
        let (mut dice, mut club) = (Dice(seed), club(ClubRules::swiss(12), entrants));
        for round in 0..9 {
            let least = least_cost(&club);
            let paired = club.clone().pair().unwrap().clone();
            prop_assert_eq!(pairing_cost(&club, &paired), Some(least), "round {}", round + 1);
            club.pair().unwrap();
            let playing: Vec<EntrantNumber> = club.active().collect();
            prop_assert_eq!(everybody(&club.rounds[round]), playing);
            play(&mut club, &mut dice);
            if dice.below(4) == 0 && !club.rounds[round].boards.is_empty() {
                let side = if dice.below(2) == 0 { Color::Black } else { Color::White };
                club.set_result(round, 0, Some(BoardResult::Forfeit(side))).unwrap();
            }
            match dice.below(5) {
                0 if club.entrants.len() < 8 => drop(club.enter(&format!("late {round}")).unwrap()),
                1 if club.active().count() > 2 => {
                    let all: Vec<EntrantNumber> = club.active().collect();
                    club.withdraw(all[dice.below(all.len() as u64) as usize], true).unwrap();
                }
                2 => club.withdraw(EntrantNumber(0), false).unwrap(),
                _ => {}
            }
        }
    }

    /// Fields as clubs have them: nobody meets twice, sits out twice, or has a colour too often.
    #[test]
    fn a_swiss_tournament_keeps_its_rules(entrants in 8_usize..40, seed in any::<u64>()) {
        let rounds = 7.min(entrants / 2 + 1);
        let (mut dice, mut club) = (Dice(seed), club(ClubRules::swiss(rounds), entrants));
        for number in 0..rounds {
            club.pair().unwrap();
            let numbers: Vec<EntrantNumber> = (0..entrants).map(EntrantNumber).collect();
            prop_assert_eq!(everybody(&club.rounds[number]), numbers);
            play(&mut club, &mut dice);
        }
        prop_assert!(meetings(&club).iter().all(|&(_, times)| times == 1));
        for entrant in (0..entrants).map(EntrantNumber) {
            let byes = club.rounds.iter().filter(|round| round.bye == Some(entrant)).count();
            prop_assert!(byes <= 1, "{} sits out {} times", entrant, byes);
            let colors = colors(&club, entrant);
            let blacks = colors.iter().filter(|&&color| color == Color::Black).count();
            prop_assert!((2 * blacks).abs_diff(colors.len()) <= 2, "{}: {:?}", entrant, colors);
            prop_assert!(colors.windows(3).all(|three| three.iter().any(|&color| color != three[0])), "{}: {:?}", entrant, colors);
        }
    }
}

#[test]
fn a_field_has_room_for_as_many_rounds_as_there_are_opponents() {
    let (mut dice, mut club) = (Dice(1), club(ClubRules::swiss(20), 6));
    for _ in 0..5 {
        club.pair().unwrap();
        play(&mut club, &mut dice);
    }
    // Swiss rounds may end in a dead end before that; then somebody meets twice, and nobody three times.
    assert!(meetings(&club).iter().all(|&(_, times)| times <= 2));
    club.pair().unwrap();
    assert_eq!(everybody(&club.rounds[5]).len(), 6, "a round always exists");
}

#[test]
fn the_first_round_folds_the_field_and_changes_colours_from_board_to_board() {
    let mut club = club(ClubRules::swiss(3), 8);
    let boards: Vec<(usize, usize)> =
        club.pair().unwrap().boards.iter().map(|board| (board.black.0, board.white.0)).collect();
    assert_eq!(boards, [(0, 4), (5, 1), (2, 6), (7, 3)]);
}

#[test]
fn the_lowest_without_a_bye_sits_out() {
    let mut club = club(ClubRules::swiss(4), 5);
    let mut dice = Dice(3);
    let mut byes = Vec::new();
    for _ in 0..4 {
        let standings = club.standings();
        let bye = club.pair().unwrap().bye.unwrap();
        let lowest = standings.iter().rev().find(|row| !byes.contains(&row.entrant)).unwrap();
        assert_eq!(bye, lowest.entrant);
        byes.push(bye);
        play(&mut club, &mut dice);
    }
}

#[test]
fn two_hundred_are_paired_in_well_under_a_second() {
    let (mut dice, mut club) = (Dice(7), club(ClubRules::swiss(11), 200));
    let mut longest = Duration::ZERO;
    for _ in 0..11 {
        let begin = Instant::now();
        club.pair().unwrap();
        longest = longest.max(begin.elapsed());
        play(&mut club, &mut dice);
    }
    println!("the longest pairing took {longest:?}");
    assert!(longest < Duration::from_secs(3), "a loaded machine has some room: {longest:?}");
    assert!(meetings(&club).iter().all(|&(_, times)| times == 1));
    let groups: u32 = club.rounds.iter().map(|round| round.boards.len() as u32).sum();
    assert_eq!(groups, 1100);
}
