//! Who can be chosen in a dialog.

use outflank_engine::LEVELS;
use outflank_players::{Entrant, FAMILIES};

/// A player who can be chosen.
#[derive(Clone, Debug)]
pub(crate) struct PlayerChoice {
    /// The player.
    pub(crate) entrant: Entrant,
    /// A short name.
    pub(crate) title: String,
    /// How it plays.
    pub(crate) description: String,
}

/// Families that need more than a name, or are listed otherwise.
const OTHERS: [&str; 4] = ["human", "level", "engine", "exec"];

/// Lists the players: people, levels, then all that can play without being told more.
pub(crate) fn choices() -> Vec<PlayerChoice> {
    let person = PlayerChoice {
        entrant: Entrant::human(),
        title: "a person".to_owned(),
        description: "You, or somebody beside you, at this keyboard.".to_owned(),
    };
    let levels = LEVELS.iter().map(|level| {
        let title = format!("level {:2}  {}", level.number, level.name);
        (format!("level:{}", level.number), title, super::act::capital(&level.description()))
    });
    let families = FAMILIES
        .iter()
        .filter(|family| !OTHERS.contains(&family.id))
        .map(|family| (family.id.to_owned(), family.id.to_owned(), family.description.to_owned()));
    let named = levels.chain(families).filter_map(|(text, title, description)| {
        Some(PlayerChoice { entrant: text.parse().ok()?, title, description })
    });
    std::iter::once(person).chain(named).collect()
}

/// Returns the place of a player among the choices, adding one who is not there.
pub(crate) fn place_of(entrant: &Entrant, choices: &mut Vec<PlayerChoice>) -> usize {
    let text = entrant.to_string();
    if let Some(place) = choices.iter().position(|choice| choice.entrant.to_string() == text) {
        return place;
    }
    let description = "A player of your choice.".to_owned();
    choices.push(PlayerChoice { entrant: entrant.clone(), title: text, description });
    choices.len() - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_all_levels_and_every_heritage_player_can_be_chosen() {
        let mut choices = choices();
        for text in ["human", "level:1", "level:20", "random", "nea", "om-master", "agent", "scout"] {
            let place = place_of(&text.parse().unwrap(), &mut choices);
            assert!(!choices[place].description.is_empty(), "{text}");
        }
        let before = choices.len();
        place_of(&"engine:depth=3".parse().unwrap(), &mut choices);
        assert_eq!(choices.len(), before + 1);
    }
}
