//! The rules: a game chosen by the data, properties checked on the way.

use outflank_rules::{
    Bitboard, Game, Move, PassRule, Position, Setup, Symmetry, Tier, frontier, perft, perft_with,
};

/// More plies than any game has.
const LONGEST: usize = 128;

/// Plays a game whose moves are chosen by the data, from the start or from a board in the data.
pub fn play_game(data: &[u8]) {
    let Some((&flag, data)) = data.split_first() else { return };
    let (start, choices) = if flag % 2 == 0 { (Position::start(), data) } else { board(data) };
    let mut position = start;
    let mut undos = Vec::new();
    let mut moves = Vec::new();
    for (ply, &choice) in choices.iter().take(LONGEST).enumerate() {
        if ply % 8 == usize::from(flag) / 2 % 8 {
            check(position);
        }
        let legal = position.legal_moves();
        let played = match legal.len() {
            0 => Move::Pass,
            count => Move::Place(
                legal.squares().nth(usize::from(choice) % count as usize).expect("below the count"),
            ),
        };
        let after = position.play(played);
        assert_eq!(after.is_err(), position.is_finished());
        let Ok(after) = after else { break };
        undos.push((position, position.make(played).expect("just played")));
        assert_eq!(position, after);
        moves.push(played);
    }
    let game = Game::replay(start, moves.iter().copied()).expect("legal moves");
    assert_eq!(game.position(), position);
    let placed = moves.iter().copied().filter(|played| !played.is_pass());
    assert_eq!(Game::replay(start, placed).expect("passes are supplied").transcript(), game.transcript());
    while let Some((before, undo)) = undos.pop() {
        position.unmake(undo);
        assert_eq!(position, before);
    }
}

/// Reads a position out of the data; some may be nonsense to players, none to the rules.
fn board(data: &[u8]) -> (Position, &[u8]) {
    let Some((words, rest)) = data.split_first_chunk::<16>() else { return (Position::start(), data) };
    let word = |from: usize| words[from..from + 8].iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let (black, white) = (word(0), word(8));
    let side = if words[0] % 2 == 0 { outflank_rules::Color::Black } else { outflank_rules::Color::White };
    let setup = Setup { black: Bitboard(black), white: Bitboard(white), side };
    assert_eq!(Position::try_from(setup).is_err(), black & white != 0);
    let disjoint = Setup { white: Bitboard(white & !black), ..setup };
    (Position::try_from(disjoint).expect("disjoint"), rest)
}

/// Checks what holds for every position.
fn check(position: Position) {
    assert_eq!(position.to_string().parse(), Ok(position));
    let (canonical, to) = position.canonical();
    assert_eq!(to.position(position), canonical);
    let leaves = perft(position, 2, PassRule::OnePly);
    for symmetry in Symmetry::ALL {
        let image = symmetry.position(position);
        assert_eq!(image.canonical().0, canonical);
        assert_eq!(symmetry.inverse().position(image), position);
        assert_eq!(image.legal_moves(), symmetry.bitboard(position.legal_moves()));
        assert_eq!((image.score(), image.is_finished()), (position.score(), position.is_finished()));
    }
    assert_eq!(perft_with(Tier::Portable, position, 2, PassRule::OnePly), leaves);
    for rule in [PassRule::OnePly, PassRule::Free] {
        let shared = frontier(position, 3, 2, rule);
        let below: u64 = shared.nodes.iter().map(|&(position, depth)| perft(position, depth, rule)).sum();
        assert_eq!(below + shared.ended, perft(position, 3, rule));
    }
}
