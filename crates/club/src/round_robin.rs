//! Everybody meets everybody, by the circle method.
//!
//! One player stays, the others go round by one place from round to round; those who stand opposite each
//! other meet. Board by board the colours alternate, so that everybody who goes round changes colour every
//! round but one, and nobody has a colour more than once more often than the other. Where everybody meets
//! twice, the second half begins with the second round and ends with the first, so that nobody has a colour
//! three times in a row when the colours are exchanged.

use crate::{ClubBoard, ClubRound, ClubSystem, EntrantNumber};

/// Returns how many rounds a field of so many needs.
pub(crate) fn table_rounds(field: usize, system: ClubSystem) -> usize {
    let once = (field + field % 2).saturating_sub(1);
    if system == ClubSystem::DoubleRoundRobin { 2 * once } else { once }
}

/// Returns a round, counted from zero; in the second half of a double one colours are exchanged.
pub(crate) fn round(field: &[EntrantNumber], number: usize) -> ClubRound {
    // In an odd field nobody is the one who stays: whoever would meet them sits out.
    let places = field.len() + field.len() % 2;
    let circle = places - 1;
    let is_second_half = number >= circle;
    let turn = (number + usize::from(is_second_half)) % circle;
    let mut found = ClubRound::default();
    for place in 0..places / 2 {
        let first = field[(turn + place) % circle];
        let second = if place == 0 { field.get(circle) } else { field.get((turn + circle - place) % circle) };
        let Some(&second) = second else {
            found.bye = Some(first);
            continue;
        };
        let first_is_black = if place == 0 { turn.is_multiple_of(2) } else { place % 2 == 1 };
        let (black, white) = if first_is_black != is_second_half { (first, second) } else { (second, first) };
        found.boards.push(ClubBoard { black, white, result: None });
    }
    found
}
