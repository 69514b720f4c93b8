//! Promises of games in play, kept whatever people and programs do.

use std::time::Duration;

use outflank_game::{Ending, GameInPlay, GameResult, Seat, TimeControl, ViewedGame};
use outflank_rules::{Color, Game, Move, Position};
use proptest::prelude::*;

/// What somebody does with a game.
#[derive(Clone, Copy, Debug)]
enum Deed {
    /// Plays the legal move with this number, after so many milliseconds.
    Play(usize, u64),
    Undo,
    Redo,
    Resign(bool),
    LookAt(usize),
    Wait(u64),
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let deed = prop_oneof![
        12 => (any::<usize>(), 0_u64..3_000).prop_map(|(number, took)| Deed::Play(number, took)),
        2 => Just(Deed::Undo),
        2 => Just(Deed::Redo),
        1 => any::<bool>().prop_map(Deed::Resign),
        1 => (0_usize..70).prop_map(Deed::LookAt),
        1 => (0_u64..70_000).prop_map(Deed::Wait),
    ];
    prop::collection::vec(deed, 0..160)
}

prop_compose! {
    fn beginnings()(
        people in any::<[bool; 2]>(),
        manual_pass in any::<bool>(),
        clock in prop::option::of((1_u64..60, 0_u64..3)),
    ) -> GameInPlay {
        let seats = people.map(|person| if person { Seat::person("") } else { Seat::program("greedy") });
        let control = clock.map(|(initial, increment)| TimeControl {
            initial: Duration::from_secs(initial),
            increment: Duration::from_secs(increment),
        });
        let game = GameInPlay::new(Game::new(Position::start()), seats);
        game.with_time_control(control).with_manual_pass(manual_pass)
    }
}

/// Returns a legal ply, by a number.
fn choice(position: Position, number: usize) -> Move {
    let legal: Vec<Move> = position.legal_moves().squares().map(Move::Place).collect();
    if legal.is_empty() { Move::Pass } else { legal[number % legal.len()] }
}

fn act(game: &mut ViewedGame, deed: Deed) {
    match deed {
        Deed::Play(number, took) => {
            let _refused_or_made = game.play(choice(game.position(), number), Duration::from_millis(took));
            let _passed = game.pass_if_forced();
        }
        Deed::Undo => {
            let _steps = game.undo();
        }
        Deed::Redo => {
            let _steps = game.redo();
        }
        Deed::Resign(black) => {
            let _resigned = game.resign(if black { Color::Black } else { Color::White });
        }
        Deed::LookAt(ply) => game.look_at(ply),
        Deed::Wait(time) => {
            let _fallen = game.flag_if_fallen(Duration::from_millis(time));
        }
    }
}

/// What must hold at any moment.
fn check(game: &ViewedGame) {
    assert_eq!(game.times().len(), game.history().all_plies().len());
    let movers: Vec<Color> = game.history().positions().map(|position| position.side_to_move()).collect();
    assert!(movers.iter().enumerate().all(|(ply, &side)| game.mover(ply) == side));
    let made = game.plies().len();
    for side in Color::BOTH {
        let own = (0..made).filter(|&ply| movers[ply] == side);
        let spent: Duration = own.clone().map(|ply| game.times()[ply]).sum();
        assert_eq!(game.spent(side), spent);
        let moves = own.filter(|&ply| !game.plies()[ply].is_pass()).count() as u32;
        let left = game.time_control().map(|clock| {
            // A move that would take more than what is left is never made: the clock cannot be below zero.
            (clock.initial + clock.increment * moves).checked_sub(spent).unwrap()
        });
        assert_eq!(game.left(side), left);
    }
    // Nobody waits for a pass, unless a person has to say it; a game is over if and only if it is nobody's
    // turn.
    let position = game.position();
    let turn = game.turn();
    assert_eq!(turn.is_none(), game.is_over());
    assert_eq!(game.verdict().is_some(), game.is_over());
    if position.is_finished() {
        assert!(game.is_over());
    }
    if let Some(GameResult { ending, winner }) = game.result() {
        assert_eq!(ending == Ending::Discs, game.result() == GameResult::by_discs(position));
        match winner {
            Some(Color::Black) => assert!(game.score() > 0),
            Some(Color::White) => assert!(game.score() < 0),
            None => assert_eq!(game.score(), 0),
        }
    }
    assert!(game.viewed_ply() <= made);
}

proptest! {
    #[test]
    fn clocks_turns_and_endings_agree_whatever_is_done(game in beginnings(), deeds in deeds()) {
        let mut game = ViewedGame::from(game);
        for deed in deeds {
            act(&mut game, deed);
            check(&game);
        }
    }

    #[test]
    fn undo_then_redo_is_the_same_game(game in beginnings(), deeds in deeds()) {
        let mut game = ViewedGame::from(game);
        for deed in deeds {
            // A game that was cut short goes on after undo: there is nothing to play again.
            let before = game.clone();
            let turn = |game: &ViewedGame| game.is_person(game.position().side_to_move());
            let at_turn = !game.is_over() && turn(&game) && !game.position().must_pass();
            if (at_turn || game.position().is_finished()) && !game.is_looking_back()
                && let Some(steps) = game.undo()
            {
                prop_assert!(turn(&game) && game.plies().len() + steps == before.plies().len());
                let mut again = 0;
                while again < steps {
                    again += game.redo().unwrap();
                }
                prop_assert_eq!(&game, &before);
            }
            act(&mut game, deed);
        }
    }

    #[test]
    fn forced_passes_are_made_at_once(game in beginnings(), numbers in prop::collection::vec(any::<usize>(), 60)) {
        let mut game = game.with_time_control(None);
        let by_hand = game.has_manual_pass();
        for number in numbers {
            while game.pass_if_forced().is_some() {}
            let Some(side) = game.turn() else { break };
            let waits = game.position().must_pass();
            prop_assert!(!waits || (by_hand && game.is_person(side)));
            game.play(choice(game.position(), number), Duration::ZERO).unwrap();
        }
        prop_assert!(!game.is_over() || game.result().unwrap().ending == Ending::Discs);
    }

    #[test]
    fn a_game_set_up_again_from_what_is_kept_is_the_same(game in beginnings(), deeds in deeds()) {
        let mut viewed = ViewedGame::from(game);
        for deed in deeds {
            act(&mut viewed, deed);
        }
        let game: &GameInPlay = &viewed;
        let mut history = Game::new(game.history().start());
        for &played in game.history().all_plies() {
            history.play(played).unwrap();
        }
        history.go_to(game.plies().len());
        let again = GameInPlay::new(history, game.seats().clone())
            .with_time_control(game.time_control())
            .with_manual_pass(game.has_manual_pass())
            .with_past(game.times(), game.result());
        prop_assert_eq!(&again, game);
    }
}
