//! Promises of games between people who do not sit together, kept whatever the two do.

use std::time::Duration;

use outflank_game::{
    ClaimRefused, Ending, FairClock, GameInPlay, GameResult, KeptGame, LagQuota, MoveRefused, OfferKind,
    OfferMoment, OfferRefused, Offered, Offers, RemotePlay, Seat, TimeControl, away_limit, first_move_limit,
};
use outflank_rules::{Color, Game, Move, Position};
use proptest::prelude::*;

const NO_TIME: Duration = Duration::ZERO;

fn seconds(number: u64) -> Duration {
    Duration::from_secs(number)
}

fn control(initial: u64, increment: u64) -> TimeControl {
    TimeControl { initial: seconds(initial), increment: seconds(increment) }
}

fn game(control: Option<TimeControl>) -> GameInPlay {
    GameInPlay::new(Game::new(Position::start()), [Seat::person("Ann"), Seat::person("Ben")])
        .with_time_control(control)
        .with_fair_clock(FairClock::new(0, control))
}

fn kept(game: GameInPlay) -> KeptGame {
    KeptGame {
        id: 1,
        name: String::new(),
        created: 0,
        updated: 0,
        revision: 1,
        saved: true,
        key: None,
        opening: 0,
        pace: NO_TIME,
        keys: [Some("a".to_owned()), Some("b".to_owned())],
        turn_began: 0,
        deadline: None,
        rights: Default::default(),
        accounts: [None, None],
        remote: RemotePlay::default(),
        game,
    }
}

fn at(name: &str) -> Move {
    name.parse().unwrap()
}

#[test]
fn first_moves_take_no_time_and_a_late_one_aborts_the_game() {
    let clock = Some(control(60, 0));
    let mut fair = game(clock);
    assert_eq!((fair.clock_running(), fair.has_begun()), (None, false));
    assert_eq!(fair.flag_falls_in(NO_TIME), first_move_limit(clock));
    fair.play(at("f5"), seconds(20)).unwrap();
    fair.play(at("d6"), seconds(29)).unwrap();
    assert!(fair.has_begun());
    assert_eq!(Color::BOTH.map(|side| fair.left(side)), [Some(seconds(60)); 2]);
    assert_eq!(fair.clock_running(), Some(Color::Black));
    fair.play(at("c3"), seconds(10)).unwrap();
    assert_eq!(fair.left(Color::Black), Some(seconds(50)));
    assert!(fair.flag_if_fallen(seconds(61)));
    assert_eq!(fair.result(), Some(GameResult::lost_by(Ending::TimeOut, Color::White)));

    let aborted = Some(GameResult { ending: Ending::Aborted, winner: None });
    let mut late = game(clock);
    late.play(at("f5"), seconds(1)).unwrap();
    assert_eq!(late.play(at("d6"), seconds(31)), Err(MoveRefused::OutOfTime(Color::White)));
    assert_eq!(late.result(), aborted);
    let mut unseen = game(clock);
    assert!(!unseen.flag_if_fallen(seconds(30)) && unseen.flag_if_fallen(seconds(31)));
    assert_eq!((unseen.result(), unseen.score()), (aborted, 0));
    let mut given_up = game(None);
    given_up.play(at("f5"), NO_TIME).unwrap();
    assert!(given_up.resign(Color::Black));
    assert_eq!((given_up.result(), given_up.winner()), (aborted, None));
}

#[test]
fn limits_grow_with_the_clock_and_never_exceed_a_short_game() {
    let limit = |initial, increment| first_move_limit(Some(control(initial, increment))).unwrap();
    assert_eq!([limit(5, 0), limit(60, 0), limit(300, 0)], [5, 30, 45].map(seconds));
    assert_eq!([limit(900, 0), limit(900, 30)], [60, 120].map(seconds));
    assert_eq!(first_move_limit(None), None);
    let away = |initial| away_limit(Some(control(initial, 0)));
    assert_eq!([away(8), away(60), away(300)], [2, 10, 30].map(seconds));
    assert_eq!([away(900), away(7200)], [90, 150].map(seconds));
    assert!(away_limit(None) > seconds(24 * 3600));
}

#[test]
fn taking_back_gives_no_time_back() {
    let mut fair = game(Some(control(60, 0)));
    for (played, took) in [("f5", 3), ("d6", 3), ("c3", 7), ("d3", 9)] {
        fair.play(at(played), seconds(took)).unwrap();
    }
    let shown = Color::BOTH.map(|side| fair.clock_reading(side, seconds(4)));
    assert_eq!(shown, [Some(seconds(49)), Some(seconds(51))]);
    // White takes its last move back while black thinks.
    assert_eq!(fair.take_back_without_time(3, seconds(4)), 1);
    assert_eq!(Color::BOTH.map(|side| fair.clock_reading(side, NO_TIME)), shown);
    assert_eq!(fair.turn(), Some(Color::White));
}

#[test]
fn an_adjourned_game_rests_and_goes_on_with_the_time_there_was() {
    let mut fair = game(Some(control(60, 0)));
    for played in ["f5", "d6"] {
        fair.play(at(played), seconds(1)).unwrap();
    }
    assert!(fair.adjourn(seconds(8)) && !fair.adjourn(seconds(8)));
    assert_eq!((fair.flag_falls_in(NO_TIME), fair.clock_running()), (None, None));
    assert_eq!(fair.clock_reading(Color::Black, seconds(500)), Some(seconds(52)));
    assert!(!fair.flag_if_fallen(seconds(500)));
    assert_eq!(fair.play(at("c3"), seconds(1)), Err(MoveRefused::Adjourned));
    assert!(fair.resume() && !fair.resume());
    assert_eq!(fair.flag_falls_in(seconds(2)), Some(seconds(50)));
}

#[test]
fn the_network_is_forgiven_within_a_quota() {
    let clock = Some(control(300, 0));
    let quota = LagQuota::of(clock);
    // 0.15 s and one part in 250 of 300 s is over a second: a second a move.
    assert_eq!(quota.left, seconds(3));
    assert_eq!([quota.credit(seconds(1)), quota.credit(seconds(9))], [1, 3].map(seconds));
    let mut fair = game(clock);
    for played in ["f5", "d6"] {
        fair.play_with_lag(at(played), seconds(1), seconds(1)).unwrap();
    }
    fair.play_with_lag(at("c3"), seconds(10), Duration::from_millis(400)).unwrap();
    assert_eq!(fair.left(Color::Black), Some(seconds(300) - Duration::from_millis(9600)));
    assert_eq!(fair.fair_clock().unwrap().lag(Color::Black).last, Duration::from_millis(400));
    // A move that was made in time and came late counts, and the flag stands as long as it may be on its way.
    fair.play_with_lag(at("d3"), seconds(299), Duration::from_millis(500)).unwrap();
    fair.play_with_lag(at("c4"), seconds(1), NO_TIME).unwrap();
    assert_eq!(fair.flag_falls_in(NO_TIME), Some(seconds(2)));
    assert_eq!(fair.clock_reading(Color::White, seconds(2)), Some(NO_TIME));
    fair.play_with_lag(at("f4"), Duration::from_millis(1900), Duration::from_millis(600)).unwrap();
    assert!(!fair.is_over());
}

#[test]
fn an_absent_opponent_can_be_claimed_against_after_the_limit_and_no_sooner() {
    let mut fair = kept(game(Some(control(60, 0))));
    let limit = 10_000;
    assert_eq!(fair.may_claim(Color::White, Some(0), limit), Err(ClaimRefused::NotOn));
    for played in ["f5", "d6"] {
        fair.game.play(at(played), NO_TIME).unwrap();
    }
    assert_eq!(fair.may_claim(Color::Black, Some(0), limit), Err(ClaimRefused::OwnTurn));
    assert_eq!(fair.may_claim(Color::White, None, limit), Err(ClaimRefused::Present));
    assert_eq!(fair.may_claim(Color::White, Some(0), 4_000), Err(ClaimRefused::TooSoon(seconds(6))));
    assert_eq!(fair.may_claim(Color::White, Some(0), limit), Ok(()));
    assert!(fair.game.adjourn(NO_TIME));
    assert_eq!(fair.may_claim(Color::White, Some(0), limit), Err(ClaimRefused::NotOn));
    fair.keys = [None, None];
    assert!(fair.game.resume());
    assert_eq!(fair.may_claim(Color::White, Some(0), limit), Err(ClaimRefused::NotOn));
}

#[test]
fn what_can_be_offered_depends_on_the_game() {
    let possible = |kept: &KeptGame, by| {
        let kinds = OfferKind::ALL.into_iter().filter(|&kind| kept.may_offer(by, kind, 0).is_ok());
        kinds.map(OfferKind::name).collect::<Vec<_>>().join(" ")
    };
    let mut fair = kept(game(None));
    fair.remote.open_seat = Some(Color::White);
    assert_eq!(possible(&fair, Color::Black), "");
    fair.remote.open_seat = None;
    assert_eq!(possible(&fair, Color::Black), "adjourn");
    for played in ["f5", "d6"] {
        fair.game.play(at(played), NO_TIME).unwrap();
    }
    assert_eq!(possible(&fair, Color::White), "take-back draw adjourn");
    assert_eq!((fair.taken_back_to(Color::White), fair.taken_back_to(Color::Black)), (Some(1), Some(0)));
    assert!(fair.game.adjourn(NO_TIME));
    assert_eq!(possible(&fair, Color::White), "resume");
    assert!(fair.game.resume() && fair.game.resign(Color::White));
    assert_eq!(possible(&fair, Color::White), "rematch");
    assert!(fair.may_offer(Color::White, OfferKind::Rematch, 3_600_001).is_err());
    fair.remote.rematch = Some(2);
    assert_eq!(possible(&fair, Color::White), "");
    fair.remote.rematch = None;
    fair.keys = [None, None];
    assert_eq!(possible(&fair, Color::White), "");
}

#[test]
fn in_a_rated_game_moves_stand_and_nobody_gets_help() {
    let mut played = game(Some(control(60, 0)));
    for name in ["f5", "d6", "c3"] {
        played.play(at(name), NO_TIME).unwrap();
    }
    let mut casual = kept(played);
    assert_eq!(casual.may_offer(Color::Black, OfferKind::TakeBack, 0), Ok(()));
    casual.remote.is_rated = true;
    let refused = OfferRefused::Impossible(OfferKind::TakeBack);
    assert_eq!(casual.may_offer(Color::Black, OfferKind::TakeBack, 0), Err(refused));
    assert_eq!(casual.may_offer(Color::Black, OfferKind::Draw, 0), Ok(()));
    // Also against a level, where no seat has a key.
    casual.keys = [None, None];
    assert!(casual.is_contest());
    assert!(casual.game.resign(Color::Black) && !casual.is_contest());
}

#[test]
fn who_is_refused_waits_longer_each_time() {
    let mut offers = Offers::default();
    let mut now = 0;
    for wait in [10_000, 40_000, 90_000] {
        let moment = |now| OfferMoment { ply: 9, now };
        assert_eq!(offers.offer(Color::Black, OfferKind::TakeBack, moment(now)), Ok(Offered::Stands));
        offers.decline(Color::White, OfferKind::TakeBack, moment(now)).unwrap();
        let soon = offers.offer(Color::Black, OfferKind::TakeBack, moment(now + wait - 1));
        assert!(matches!(soon, Err(OfferRefused::TooSoon { .. })), "{soon:?}");
        // The other side may ask meanwhile.
        assert!(offers.clone().offer(Color::White, OfferKind::TakeBack, moment(now)).is_ok());
        now += wait;
    }
    let draw = |ply, now| OfferMoment { ply, now };
    offers.offer(Color::Black, OfferKind::Draw, draw(10, now)).unwrap();
    offers.lapse();
    let again = offers.offer(Color::Black, OfferKind::Draw, draw(15, now + 60_000));
    assert_eq!(again, Err(OfferRefused::TooFewMoves(5)));
    assert_eq!(offers.offer(Color::Black, OfferKind::Draw, draw(20, now + 60_000)), Ok(Offered::Stands));
    assert_eq!(offers.offer(Color::White, OfferKind::Draw, draw(20, now + 60_000)), Ok(Offered::Agreed));
    assert_eq!(Color::BOTH.map(|side| offers.standing(side)), [None, None]);
}

#[derive(Clone, Copy, Debug)]
enum Deed {
    Offer(bool, usize),
    Accept(bool, usize),
    Decline(bool, usize),
    Withdraw(bool, usize),
    GoOn,
    Wait(i64),
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let any_offer = || (any::<bool>(), 0_usize..5);
    let deed = prop_oneof![
        6 => any_offer().prop_map(|(black, kind)| Deed::Offer(black, kind)),
        3 => any_offer().prop_map(|(black, kind)| Deed::Accept(black, kind)),
        3 => any_offer().prop_map(|(black, kind)| Deed::Decline(black, kind)),
        2 => any_offer().prop_map(|(black, kind)| Deed::Withdraw(black, kind)),
        2 => Just(Deed::GoOn),
        3 => (0_i64..70_000).prop_map(Deed::Wait),
    ];
    prop::collection::vec(deed, 0..80)
}

/// What the two do with a clock.
#[derive(Clone, Copy, Debug)]
enum Turn {
    Play(usize, u64, u64),
    TakeBack(u64),
    Adjourn(u64),
    Resume,
}

fn turns() -> impl Strategy<Value = Vec<Turn>> {
    let turn = prop_oneof![
        9 => (any::<usize>(), 0_u64..4_000, 0_u64..900).prop_map(|(number, time, lag)| Turn::Play(number, time, lag)),
        2 => (0_u64..4_000).prop_map(Turn::TakeBack),
        1 => (0_u64..4_000).prop_map(Turn::Adjourn),
        1 => Just(Turn::Resume),
    ];
    prop::collection::vec(turn, 0..120)
}

proptest! {
    #[test]
    fn nothing_is_agreed_that_only_one_wants(deeds in deeds()) {
        let mut offers = Offers::default();
        let mut moment = OfferMoment { ply: 0, now: 0 };
        let side = |black| if black { Color::Black } else { Color::White };
        for deed in deeds {
            let before = offers.clone();
            let wanted = |by| before.standing(by);
            match deed {
                Deed::Offer(black, kind) => {
                    let (by, kind) = (side(black), OfferKind::ALL[kind]);
                    match offers.offer(by, kind, moment) {
                        Ok(Offered::Agreed) => prop_assert_eq!(wanted(!by), Some(kind)),
                        Ok(Offered::Stands) => prop_assert_eq!(offers.standing(by), Some(kind)),
                        Err(_) => prop_assert_eq!(&offers, &before),
                    }
                }
                Deed::Accept(black, kind) => {
                    let (by, kind) = (side(black), OfferKind::ALL[kind]);
                    let accepted = offers.accept(by, kind);
                    prop_assert_eq!(accepted.is_ok(), wanted(!by) == Some(kind));
                }
                Deed::Decline(black, kind) => {
                    let (by, kind) = (side(black), OfferKind::ALL[kind]);
                    let declined = offers.decline(by, kind, moment);
                    prop_assert_eq!(declined.is_ok(), wanted(!by) == Some(kind));
                    // Who was refused cannot ask again at once.
                    if declined.is_ok() {
                        prop_assert!(offers.clone().offer(!by, kind, moment).is_err());
                    }
                }
                Deed::Withdraw(black, kind) => {
                    let (by, kind) = (side(black), OfferKind::ALL[kind]);
                    let withdrawn = offers.withdraw(by, kind);
                    prop_assert_eq!(withdrawn.is_ok(), wanted(by) == Some(kind));
                }
                Deed::GoOn => {
                    offers.lapse();
                    moment.ply += 1;
                    prop_assert!(Color::BOTH.into_iter().all(|by| offers.standing(by).is_none()));
                }
                Deed::Wait(time) => moment.now += time,
            }
            // What is kept is read again as it was.
            prop_assert_eq!(offers.to_string().parse::<Offers>().unwrap(), offers.clone());
        }
    }

    #[test]
    fn no_text_breaks_the_offers(text in "[a-z0-9 ;-]{0,60}") {
        let _read_or_refused = text.parse::<Offers>();
    }

    #[test]
    fn no_clock_ever_goes_up_but_by_its_increment(increment in 0_u64..3, turns in turns()) {
        let clock = Some(control(60, increment));
        let mut fair = game(clock);
        for turn in turns {
            let before = Color::BOTH.map(|side| fair.left(side).unwrap());
            let mover = fair.turn();
            match turn {
                Turn::Play(number, time, lag) => {
                    let legal: Vec<Move> = fair.position().legal_moves().squares().map(Move::Place).collect();
                    let played = if legal.is_empty() { Move::Pass } else { legal[number % legal.len()] };
                    let (time, lag) = (Duration::from_millis(time), Duration::from_millis(lag));
                    let rested = fair.is_adjourned();
                    let made = fair.play_with_lag(played, time, lag);
                    prop_assert!(!rested || made.is_err());
                    if let Some(quota) = fair.fair_clock() {
                        prop_assert!(quota.lag.iter().all(|lag| lag.left <= seconds(7)));
                    }
                }
                Turn::TakeBack(waiting) if fair.result().is_none() => {
                    let to = fair.plies().len().saturating_sub(2);
                    fair.take_back_without_time(to, Duration::from_millis(waiting));
                }
                Turn::TakeBack(_) => {}
                Turn::Adjourn(waiting) => {
                    let _adjourned = fair.adjourn(Duration::from_millis(waiting));
                }
                Turn::Resume => {
                    let _resumed = fair.resume();
                }
            }
            for side in Color::BOTH {
                let gained = fair.left(side).unwrap().saturating_sub(before[side as usize]);
                let most = if Some(side) == mover { seconds(increment) } else { NO_TIME };
                prop_assert!(gained <= most, "{side} gained {gained:?} by {turn:?}");
            }
        }
    }
}
