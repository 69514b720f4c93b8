//! Everybody meets everybody.

use outflank_club::{BoardResult, ClubRefused, ClubRules, ClubSystem, EntrantNumber, RoundEntry};
use outflank_rules::Color;

use crate::field::{Dice, club, everybody, play};

#[test]
fn everybody_meets_everybody_with_fair_colours() {
    for system in [ClubSystem::RoundRobin, ClubSystem::DoubleRoundRobin] {
        for entrants in 2..=13 {
            let mut club = club(ClubRules { system, ..ClubRules::round_robin() }, entrants);
            let mut dice = Dice(5);
            let times = if system == ClubSystem::RoundRobin { 1 } else { 2 };
            assert_eq!(club.planned_rounds(), times * (entrants - 1 + entrants % 2));
            for _ in 0..club.planned_rounds() {
                let round = club.pair().unwrap().clone();
                assert_eq!(everybody(&round), (0..entrants).map(EntrantNumber).collect::<Vec<_>>());
                play(&mut club, &mut dice);
            }
            assert!(matches!(club.pair(), Err(ClubRefused::NoFurtherRound(_))));
            let mut met: Vec<(usize, usize)> = Vec::new();
            for board in club.rounds.iter().flat_map(|round| &round.boards) {
                met.push((board.black.0, board.white.0));
            }
            met.sort_unstable();
            met.dedup();
            assert_eq!(met.len(), times * entrants * (entrants - 1) / 2, "{entrants} {system:?}");
            for row in club.standings() {
                let colors: Vec<Color> = row
                    .rounds
                    .iter()
                    .filter_map(|round| match round {
                        RoundEntry::Board { color, .. } => Some(*color),
                        _ => None,
                    })
                    .collect();
                let blacks = colors.iter().filter(|&&color| color == Color::Black).count();
                assert!((2 * blacks).abs_diff(colors.len()) <= 1, "{entrants} {:?}", row.entrant);
                assert!(
                    colors.windows(3).all(|three| three.iter().any(|&color| color != three[0])),
                    "{entrants} {:?}",
                    row.entrant
                );
            }
        }
    }
}

#[test]
fn who_leaves_a_round_robin_forfeits_the_rest() {
    let mut club = club(ClubRules::round_robin(), 4);
    club.pair().unwrap();
    play(&mut club, &mut Dice(2));
    club.withdraw(EntrantNumber(3), true).unwrap();
    assert_eq!(club.enter("late"), Err(ClubRefused::TooLate));
    let round = club.pair().unwrap();
    let forfeits = round.boards.iter().filter(|board| matches!(board.result, Some(BoardResult::Forfeit(_))));
    assert_eq!((forfeits.count(), round.open_boards()), (1, 1));
}
