//! Properties of positions and games that hold for every board, tried on random ones.

use outflank_rules::{Bitboard, Color, Game, Move, Position, Setup, Symmetry};
use proptest::prelude::*;

/// Any two disjoint disc sets with either side to move.
fn any_position() -> impl Strategy<Value = Position> {
    (any::<u64>(), any::<u64>(), any::<u64>(), any::<bool>()).prop_map(|(colours, taken, more, black)| {
        let taken = taken | more;
        let side = if black { Color::Black } else { Color::White };
        let setup = Setup { black: Bitboard(colours & taken), white: Bitboard(!colours & taken), side };
        Position::try_from(setup).unwrap()
    })
}

/// A game from the start, each number choosing among the legal moves.
fn any_game() -> impl Strategy<Value = Game> {
    prop::collection::vec(any::<u32>(), 0..64).prop_map(|choices| {
        let mut game = Game::new(Position::start());
        for choice in choices {
            let moves = game.position().legal_moves();
            if let Some(square) = moves.squares().nth(choice as usize % moves.len().max(1) as usize) {
                game.place(square).unwrap();
            } else if game.position().must_pass() {
                game.play(Move::Pass).unwrap();
            }
        }
        game
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_board_reads_back_from_its_text(position in any_position()) {
        prop_assert_eq!(position.to_string().parse::<Position>().unwrap(), position);
        prop_assert_eq!(format!("{position:#}").parse::<Position>().unwrap(), position);
    }

    #[test]
    fn making_and_unmaking_a_move_changes_nothing(position in any_position()) {
        let moves = position.legal_moves().squares().map(Move::Place).chain([Move::Pass]);
        for played in moves.filter(|&played| position.is_legal(played)) {
            let mut copy = position;
            let undo = copy.make(played).unwrap();
            prop_assert_ne!(copy, position);
            prop_assert_eq!(copy, position.play(played).unwrap());
            copy.unmake(undo);
            prop_assert_eq!(copy, position);
        }
    }

    #[test]
    fn a_move_adds_one_disc_and_turns_what_it_flips(position in any_position()) {
        for square in position.legal_moves() {
            let (side, flips) = (position.side_to_move(), position.flips(square));
            let after = position.play(square).unwrap();
            prop_assert_eq!(after.discs(side), position.discs(side) | flips | square.bitboard());
            prop_assert_eq!(after.discs(!side), position.discs(!side) - flips);
            prop_assert_eq!(after.side_to_move(), !side);
        }
    }

    #[test]
    fn exactly_the_squares_that_turn_something_are_legal(position in any_position()) {
        let turning: Bitboard = position.empty().squares().filter(|&s| !position.flips(s).is_empty()).collect();
        prop_assert_eq!(position.legal_moves(), turning);
        prop_assert_eq!(position.must_pass() || position.is_finished(), turning.is_empty());
    }

    #[test]
    fn the_rules_are_the_same_in_all_eight_views(position in any_position()) {
        for symmetry in Symmetry::ALL {
            let image = symmetry.position(position);
            prop_assert_eq!(image.legal_moves(), symmetry.bitboard(position.legal_moves()));
            prop_assert_eq!(image.score(), position.score());
            prop_assert_eq!(symmetry.inverse().position(image), position);
            prop_assert_eq!(image.canonical().0, position.canonical().0);
            for square in position.legal_moves() {
                let moved = symmetry.position(position.play(square).unwrap());
                prop_assert_eq!(image.play(symmetry.square(square)).unwrap(), moved);
            }
        }
        let (canonical, symmetry) = position.canonical();
        prop_assert_eq!(symmetry.position(position), canonical);
    }

    #[test]
    fn a_game_replays_from_its_transcript_at_every_prefix(game in any_game()) {
        for count in 0..=game.plies().len() {
            let text = game.transcript_of(count);
            let moves = text.as_bytes().chunks(2).map(|two| std::str::from_utf8(two).unwrap().parse().unwrap());
            let again = Game::replay(Position::start(), moves).unwrap();
            let expected = game.position_after(count).unwrap();
            // A trailing pass is not in the text: the replayed game then still has it to make.
            let ends_in_pass = count > 0 && game.plies()[count - 1] == Move::Pass;
            let reached = if ends_in_pass { again.position().play(Move::Pass).unwrap() } else { again.position() };
            prop_assert_eq!(reached, expected);
        }
    }

    #[test]
    fn undoing_everything_leads_back_and_redoing_forth(game in any_game()) {
        let mut walk = game.clone();
        let mut count = 0;
        while walk.undo().is_some() {
            count += 1;
        }
        prop_assert_eq!(count, game.plies().len());
        prop_assert_eq!(walk.position(), game.start());
        while walk.redo().is_some() {}
        prop_assert_eq!(walk, game);
    }

    #[test]
    fn scores_are_even_bounded_and_give_the_empties_to_the_winner(position in any_position()) {
        let (black, white) = (position.discs(Color::Black).len() as i32, position.discs(Color::White).len() as i32);
        let score = position.score();
        prop_assert_eq!(score.signum(), (black - white).signum());
        if black != white {
            prop_assert_eq!(score.abs(), (black - white).abs() + position.empty().len() as i32);
        }
    }
}

#[test]
fn hashes_of_the_positions_of_many_games_do_not_collide() {
    use std::collections::HashMap;
    let mut seen: HashMap<u64, Position> = HashMap::new();
    let mut state = 1_u64;
    for _ in 0..5_000 {
        let mut game = Game::new(Position::start());
        while let moves @ 1.. = game.position().legal_moves().len() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let square =
                game.position().legal_moves().squares().nth((state >> 33) as usize % moves as usize).unwrap();
            game.place(square).unwrap();
            if game.position().must_pass() {
                game.play(Move::Pass).unwrap();
            }
        }
        for position in game.positions() {
            assert_eq!(*seen.entry(position.hash()).or_insert(position), position);
        }
    }
    assert!(seen.len() > 250_000);
}
