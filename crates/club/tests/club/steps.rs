//! What may be done when.

use outflank_club::{BoardResult, ClubRefused, ClubRules, ClubState, EntrantNumber, LateEntry};
use outflank_rules::Color;

use crate::field::{Dice, club, play};

#[test]
fn discs_are_checked_and_empty_squares_go_to_the_winner() {
    let counted = |black, white| BoardResult::counted(black, white).map(|result| result.discs(Color::Black));
    assert_eq!(counted(40, 24), Ok(Some(40)));
    assert_eq!(counted(40, 20), Ok(Some(44)));
    assert_eq!(counted(20, 40), Ok(Some(20)));
    assert_eq!(counted(30, 30), Ok(Some(32)));
    assert_eq!(counted(13, 0), Ok(Some(64)));
    for (black, white) in [(40, 25), (0, 0), (6, 6), (65, 0), (u32::MAX, 1), (u32::MAX, u32::MAX)] {
        let refused = BoardResult::counted(black, white).unwrap_err().to_string();
        assert!(refused.contains(&black.to_string()), "{refused}");
    }
    assert_eq!(BoardResult::of_score(-64), Ok(BoardResult::Discs { black: 0 }));
    for score in [3, 66, -66, i32::MAX - 64] {
        assert!(BoardResult::of_score(score).is_err(), "{score}");
    }
}

#[test]
fn a_tournament_goes_its_way() {
    let mut club = club(ClubRules::swiss(2), 1);
    assert_eq!(club.pair().unwrap_err(), ClubRefused::TooFew(1));
    assert_eq!(club.enter(" p1 "), Err(ClubRefused::NameTaken("p1".into())));
    assert_eq!(club.enter("  "), Err(ClubRefused::NoName));
    for name in ["Bob", "Cid", "Dora"] {
        club.enter(name).unwrap();
    }
    club.rename(EntrantNumber(0), "Ann").unwrap();
    club.rename(EntrantNumber(0), "ANN").unwrap();
    assert_eq!(club.rename(EntrantNumber(0), "bob"), Err(ClubRefused::NameTaken("bob".into())));
    assert_eq!(club.rename(EntrantNumber(9), "x"), Err(ClubRefused::NoEntrant(EntrantNumber(9))));
    assert_eq!(club.state(), ClubState::Open);
    club.pair().unwrap();
    assert_eq!(club.state(), ClubState::RoundRunning);
    assert_eq!(club.pair().unwrap_err(), ClubRefused::RoundRunning(1, 2));
    assert_eq!(club.end(), Err(ClubRefused::RoundRunning(1, 2)));
    let late = club.enter("late").unwrap();
    // Paired by mistake: the late one was to play.
    club.unpair().unwrap();
    assert_eq!(club.entrant(late).joined, 0);
    assert_eq!(club.unpair(), Err(ClubRefused::NotBegun));
    assert!(club.pair().unwrap().bye.is_some());
    let win = Some(BoardResult::counted(33, 31).unwrap());
    assert_eq!(club.set_result(0, 0, win), Ok(None));
    assert_eq!(club.unpair(), Err(ClubRefused::HasResults(1)));
    assert_eq!(club.set_result(0, 2, win), Err(ClubRefused::NoBoard { round: 1, board: 3 }));
    assert_eq!(club.set_result(1, 0, win), Err(ClubRefused::NoBoard { round: 2, board: 1 }));
    assert_eq!(club.set_result(0, 0, None), Ok(win));
    // Who leaves in the middle of a game loses it.
    let leaver = club.rounds[0].boards[1].white;
    club.withdraw(leaver, true).unwrap();
    assert_eq!(club.rounds[0].boards[1].result, Some(BoardResult::Forfeit(Color::White)));
    club.set_result(0, 0, win).unwrap();
    assert_eq!(club.state(), ClubState::BetweenRounds);
    club.pair().unwrap();
    assert_eq!(club.set_result(0, 0, None), Err(ClubRefused::RoundOver(1)));
    play(&mut club, &mut Dice(1));
    assert_eq!(club.pair().unwrap_err(), ClubRefused::NoFurtherRound(2));
    club.end().unwrap();
    assert_eq!(club.state(), ClubState::Over);
    assert_eq!(club.enter("too late"), Err(ClubRefused::Over));
    assert_eq!((club.end(), club.unpair()), (Err(ClubRefused::Over), Err(ClubRefused::Over)));
    assert_eq!(club.withdraw(EntrantNumber(0), true), Err(ClubRefused::Over));
    // A result can be corrected at any time.
    assert_eq!(club.set_result(0, 0, Some(BoardResult::DoubleForfeit)), Ok(win));
}

#[test]
fn late_entries_can_be_refused() {
    let mut club = club(ClubRules { late: LateEntry::Refused, ..ClubRules::swiss(3) }, 4);
    club.pair().unwrap();
    assert_eq!(club.enter("late"), Err(ClubRefused::TooLate));
}
