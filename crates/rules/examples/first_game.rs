//! The rules: play moves, look at the board, refuse what is illegal.

use outflank_rules::{Color, Diagram, Game, Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Game::new(Position::start());
    for square in ["f5", "d6", "c3", "d3", "c4"] {
        game.place(square.parse()?)?;
    }
    let position = game.position();
    println!("{}", Diagram::new(position));
    println!(
        "after {}: black {}, white {}",
        game.transcript(),
        position.discs(Color::Black).len(),
        position.discs(Color::White).len()
    );
    println!(
        "{} may play {}",
        position.side_to_move(),
        position.legal_moves().squares().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
    );

    // Whatever is illegal is an error that says why, never a panic.
    let refused = game.place("a1".parse()?).unwrap_err();
    println!("a1: {refused}");
    let refused = "k9".parse::<outflank_rules::Square>().unwrap_err();
    println!("k9: {refused}");
    Ok(())
}
