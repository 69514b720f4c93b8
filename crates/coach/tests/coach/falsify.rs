//! Makes false claims out of true ones, each false in one respect that looks alike.

use crate::checker::Told;
use crate::games::Dice;
use crate::naive::{Board, CORNERS};

/// Returns a false variant of a true claim: another number, a corner that is long taken, another square,
/// another move of the line it rests on, or the other line.
pub(crate) fn falsify(told: &Told, dice: &mut Dice) -> Told {
    let mut lie = told.clone();
    // The same numbers may be true a turn later as well.
    let is_time = |name: &&String| ["turn", "plies"].contains(&name.as_str());
    let names: Vec<String> = told.details.keys().filter(|name| !is_time(name)).cloned().collect();
    if names.is_empty() || dice.below(8) == 0 {
        // Of a game that is solved another value; of others another line.
        if told.exact && dice.below(2) == 0 {
            lie.value_played -= 2 * (1 + dice.below(4)) as i32;
        } else {
            lie.branch = if told.branch == "played" { "better" } else { "played" }.to_owned();
        }
        return lie;
    }
    let name = &names[dice.below(names.len())];
    let said = &told.details[name];
    let false_one = match said.parse::<usize>() {
        Ok(number) if number > 0 && dice.below(2) == 0 => (number - 1).to_string(),
        Ok(number) => (number + 1 + dice.below(2)).to_string(),
        Err(_) => another_square(told, name, said, dice),
    };
    lie.details.insert(name.clone(), false_one);
    lie
}

/// A square of which the same cannot be true: it has a disc before the mistake is made, so nobody plays
/// there.
fn another_square(told: &Told, name: &str, said: &str, dice: &mut Dice) -> String {
    let board = Board::read(&told.position).expect("claims are about boards");
    let squares = (0..64).map(|index| format!("{}{}", (b'a' + index % 8) as char, index / 8 + 1));
    let taken: Vec<String> = squares.filter(|square| board.on(square) != '-' && square != said).collect();
    let corners: Vec<String> =
        taken.iter().filter(|square| CORNERS.contains(&square.as_str())).cloned().collect();
    let choice = if name == "corner" && !corners.is_empty() { corners } else { taken };
    choice[dice.below(choice.len())].clone()
}
