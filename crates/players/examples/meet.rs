//! Players: anybody that the command line can name plays a game.

use std::time::Duration;

use outflank_players::{Dice, Entrant, Turn};
use outflank_rules::{Color, Game, Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let entrants: [Entrant; 2] = ["level:3".parse()?, "om-expert".parse()?];
    let mut players = [entrants[0].seat()?, entrants[1].seat()?];
    // The same seed gives the same game.
    let mut dice = Dice::new(7);
    let mut game = Game::new(Position::start());
    while !game.position().is_finished() {
        if game.position().must_pass() {
            game.play(outflank_rules::Move::Pass)?;
            continue;
        }
        let mover = usize::from(game.position().side_to_move() == Color::White);
        let turn = Turn::new(&game, Duration::from_millis(100));
        let chosen = players[mover].choose(turn, &mut dice)?;
        game.play(chosen)?;
    }
    println!("{} against {}: {:+}", entrants[0], entrants[1], game.position().score());
    println!("{}", game.transcript());

    // A name that nobody has is answered with the ones there are.
    println!("{}", "gredy".parse::<Entrant>().unwrap_err());
    Ok(())
}
