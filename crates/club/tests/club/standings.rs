//! Points, Brightwell quotient and ranks.

use outflank_club::{BoardResult, ClubBoard, ClubRound, ClubRules, ClubTournament, EntrantNumber, LateEntry};
use outflank_rules::Color;

use crate::field::{Dice, club, play};

fn board(black: usize, white: usize, discs: u32) -> ClubBoard {
    let result = Some(BoardResult::counted(discs, 64 - discs).unwrap());
    ClubBoard { black: EntrantNumber(black), white: EntrantNumber(white), result }
}

/// Three rounds of five, worked out by hand.
fn by_hand(late: LateEntry) -> ClubTournament {
    let rules = ClubRules { brightwell: Some(6), late, ..ClubRules::swiss(3) };
    let mut club = club(rules, 4);
    club.rounds.push(ClubRound { boards: vec![board(0, 2, 40), board(3, 1, 30)], bye: None });
    club.enter("late").unwrap();
    club.rounds
        .push(ClubRound { boards: vec![board(1, 0, 32), board(4, 3, 64)], bye: Some(EntrantNumber(2)) });
    club.rounds
        .push(ClubRound { boards: vec![board(0, 4, 50), board(2, 1, 20)], bye: Some(EntrantNumber(3)) });
    club
}

#[test]
fn a_small_tournament_counts_as_by_hand() {
    let club = by_hand(LateEntry::Zero);
    let rows: Vec<(usize, usize, String, u32, String)> = club
        .standings()
        .iter()
        .map(|row| (row.rank, row.entrant.0, row.points.to_string(), row.discs, row.brightwell.to_string()))
        .collect();
    // 0: 40 + 32 + 50 discs; met 2 (1 point), 1 (2.5), 4 (1): 122 + 6 x 4.5
    // 1: 34 + 32 + 44 discs; met 3 (1), 0 (2.5), 2 (1): 110 + 6 x 4.5
    // 2: 24 + 32 + 20 discs; met 0 (2.5), itself (1), 1 (2.5): 76 + 6 x 6
    // 3: 30 + 0 + 32 discs; met 1 (2.5), 4 (1), itself (1): 62 + 6 x 4.5
    // 4: 32 + 64 + 14 discs; missed one (1), met 3 (1), 0 (2.5): 110 + 6 x 4.5
    let wanted = [
        (1, 0, "2.5", 122, "149"),
        (2, 1, "2.5", 110, "137"),
        (3, 4, "1", 110, "137"),
        (4, 2, "1", 76, "112"),
        (5, 3, "1", 62, "89"),
    ];
    let wanted = wanted.map(|(rank, entrant, points, discs, quotient)| {
        (rank, entrant, points.to_owned(), discs, quotient.to_owned())
    });
    assert_eq!(rows, wanted);
}

#[test]
fn a_late_entrant_may_get_half_points() {
    let late = by_hand(LateEntry::Half);
    let row = late.standings().into_iter().find(|row| row.entrant.0 == 4).unwrap();
    // Half a point more, which counts against oneself, too: 110 + 6 x (1.5 + 1 + 2.5)
    assert_eq!((row.points.to_string(), row.brightwell.to_string()), ("1.5".into(), "140".into()));
}

#[test]
fn whoever_met_somebody_who_left_has_drawn_against_oneself() {
    let mut club = by_hand(LateEntry::Zero);
    club.withdraw(EntrantNumber(1), true).unwrap();
    let standings = club.standings();
    let quotient = |entrant: usize| {
        standings.iter().find(|row| row.entrant.0 == entrant).map(|row| row.brightwell.to_string()).unwrap()
    };
    // 0: 40 + 32 + 50; 2 (1), itself (2.5), 4 (1). 2: 24 + 32 + 32; 0 (2.5), itself twice (2).
    assert_eq!((quotient(0).as_str(), quotient(2).as_str()), ("149", "115"));
}

#[test]
fn forfeits_give_the_point_and_no_discs() {
    let mut club = club(ClubRules { brightwell: Some(6), ..ClubRules::swiss(1) }, 4);
    club.pair().unwrap();
    club.set_result(0, 0, Some(BoardResult::Forfeit(Color::White))).unwrap();
    club.set_result(0, 1, Some(BoardResult::DoubleForfeit)).unwrap();
    let rows = club.standings();
    let told: Vec<(String, String)> =
        rows.iter().map(|row| (row.points.to_string(), row.brightwell.to_string())).collect();
    let text = |points: &str, quotient: &str| (points.to_owned(), quotient.to_owned());
    assert_eq!(told, [text("1", "38"), text("0", "32"), text("0", "32"), text("0", "32")]);
    assert_eq!(rows.iter().map(|row| row.rank).collect::<Vec<_>>(), [1, 2, 2, 2], "equals share a rank");
}

#[test]
fn everybody_is_ranked_and_all_points_and_discs_are_given() {
    for entrants in [6, 9, 30] {
        let mut club = club(ClubRules::swiss(5), entrants);
        let mut dice = Dice(11);
        for round in 1..=5_u32 {
            club.pair().unwrap();
            play(&mut club, &mut dice);
            let rows = club.standings();
            assert_eq!(rows.len(), entrants);
            let byes = if entrants % 2 == 1 { round } else { 0 };
            let boards = round * (entrants as u32 / 2);
            let halves: u32 = rows.iter().map(|row| row.points.halves()).sum();
            assert_eq!(halves, 2 * (boards + byes));
            assert_eq!(rows.iter().map(|row| row.discs).sum::<u32>(), 64 * boards + 32 * byes);
            assert!(rows.windows(2).all(|two| two[0].points >= two[1].points));
        }
    }
}

#[test]
fn the_constant_follows_the_number_of_rounds_unless_it_is_given() {
    let constant = |rounds| ClubTournament::new(ClubRules::swiss(rounds)).brightwell_constant();
    assert_eq!([1, 5, 7, 11, 13, 40].map(constant), [64, 13, 9, 6, 5, 2]);
    assert_eq!(club(ClubRules { brightwell: Some(0), ..ClubRules::swiss(3) }, 2).brightwell_constant(), 0);
}
