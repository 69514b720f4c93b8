//! Whole games of the heritage players.

use std::time::{Duration, Instant};

use outflank_players::{Dice, Entrant, FAMILIES, Player, Turn};
use outflank_rules::{Color, Game, Move, Position};

/// Every heritage player, with settings that make it fast.
const FAST: [&str; 15] = [
    "nea:depth=2",
    "client-beginner",
    "client-easy",
    "client-medium",
    "client-hard",
    "client-expert",
    "om-beginner",
    "om-novice:noise=5",
    "om-expert",
    "om-expert:depth=6,lines=0,mobility=2,noise=5,seed=7",
    "om-premaster",
    "om-master",
    "agent:depth=3",
    "scout:depth=2,transposition=on,entries=100",
    "scout:time=0.001",
];

fn seat(text: &str) -> Box<dyn Player> {
    text.parse::<Entrant>().unwrap().seat().unwrap()
}

/// Plays a game after some random moves and returns black's score; the slowest move of the first player is
/// kept.
fn play(players: [&mut dyn Player; 2], first: Color, seed: u64, slowest: &mut Duration) -> i32 {
    let mut dice = Dice::new(seed);
    let mut game = Game::new(Position::start());
    let [one, other] = players;
    one.new_game();
    other.new_game();
    while !game.position().is_finished() {
        let position = game.position();
        let moves = position.legal_moves();
        let played = if moves.is_empty() {
            Move::Pass
        } else if game.plies().len() < 6 {
            Move::Place(moves.squares().nth(dice.below(moves.len()) as usize).unwrap())
        } else {
            let turn = Turn::new(&game, Duration::from_millis(1));
            let started = Instant::now();
            if position.side_to_move() == first {
                let played = one.choose(turn, &mut dice).unwrap();
                *slowest = started.elapsed().max(*slowest);
                played
            } else {
                other.choose(turn, &mut dice).unwrap()
            }
        };
        game.play(played).unwrap();
    }
    game.position().score()
}

/// Plays games against another player with both colours and returns the wins and the slowest move.
fn contest(one: &str, other: &str, games: u64) -> (usize, Duration) {
    let (mut one, mut other) = (seat(one), seat(other));
    let mut slowest = Duration::ZERO;
    let won = |number: &u64| {
        let first = if number.is_multiple_of(2) { Color::Black } else { Color::White };
        let score = play([one.as_mut(), other.as_mut()], first, 1 + number / 2, &mut slowest);
        if first == Color::Black { score > 0 } else { score < 0 }
    };
    let wins = (0..games).filter(won).count();
    (wins, slowest)
}

#[test]
fn every_heritage_player_plays_a_hundred_legal_games() {
    for text in FAST {
        contest(text, "random", 100);
    }
    let fast: Vec<&str> = FAST.iter().filter_map(|text| text.split(':').next()).collect();
    let heritage = FAMILIES.iter().filter(|family| family.description.starts_with("Heritage"));
    let ids: Vec<&str> = heritage.map(|family| family.id).collect();
    assert_eq!(ids.len(), 13);
    assert!(ids.iter().all(|id| fast.contains(id)), "{ids:?}");
}

#[test]
fn stronger_players_win_more() {
    for (one, other) in
        [("nea:depth=3", "client-easy"), ("client-hard", "random"), ("scout:depth=3", "om-beginner")]
    {
        let (wins, _) = contest(one, other, 40);
        assert!(wins >= 32, "{one} won {wins} of 40 against {other}");
    }
}

#[test]
fn nea_at_depth_seven_wins_95_of_100_against_easy_and_is_quick() {
    let (wins, slowest) = contest("nea:depth=7", "client-easy", 100);
    assert!(wins >= 95, "{wins}");
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
}
