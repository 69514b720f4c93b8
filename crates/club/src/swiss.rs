//! Swiss rounds: those with equal points meet.
//!
//! What a round should be like is a list of costs in the order of their weight ([`PairingCost`]); the round
//! that is paired has the least of all. It is found as a matching of least cost in the complete graph of
//! those who play, with one vertex more in an odd field for the bye: a round always exists, and rules are
//! broken only where no round keeps them.

use outflank_rules::Color;

use crate::matching::least_cost_matching;
use crate::past::PastRounds;
use crate::{ClubBoard, ClubRound, ClubTournament, EntrantNumber};

/// What is wrong with a round, the gravest first:
///
/// 1. somebody sits out who has had a point without a game;
/// 2. people meet again;
/// 3. somebody sits out who is not the lowest: how many are lower;
/// 4. somebody has a colour for the third time in a row, or three times more often than the other;
/// 5. people with different points meet: the squares of the differences, in half points;
/// 6. somebody has a colour twice in a row, or twice more often than the other;
/// 7. within equal points the upper half does not meet the lower half in order.
pub type PairingCost = [u64; 7];

/// Those who play, the best first, with what counts for the pairing.
struct SwissField {
    order: Vec<EntrantNumber>,
    /// Half points, by place.
    points: Vec<u64>,
    /// By place.
    past: Vec<PastRounds>,
    /// The size of the group with the same points, by place.
    group: Vec<u64>,
}

impl SwissField {
    fn of(club: &ClubTournament) -> SwissField {
        let mut past = PastRounds::of_all(club);
        let playing = club.standings().into_iter().filter(|row| !club.entrant(row.entrant).withdrawn);
        let (order, points): (Vec<_>, Vec<_>) =
            playing.map(|row| (row.entrant, u64::from(row.points.halves()))).unzip();
        let size = |own: u64| points.iter().filter(|&&points| points == own).count() as u64;
        SwissField {
            past: order.iter().map(|number| std::mem::take(&mut past[number.0])).collect(),
            group: points.iter().map(|&points| size(points)).collect(),
            points,
            order,
        }
    }

    /// Returns what it costs that somebody sits out.
    fn bye_cost(&self, place: usize) -> PairingCost {
        let lower = (self.order.len() - 1 - place) as u64;
        [self.past[place].free_points as u64, 0, lower, 0, 0, 0, 0]
    }

    /// Returns what it costs that two meet, and which of them plays black; the first has the better place.
    fn board_cost(&self, first: usize, second: usize) -> (PairingCost, Color) {
        let costs = [Color::Black, Color::White].map(|color| {
            let [own, other] =
                [(first, color), (second, !color)].map(|(place, color)| self.past[place].color_cost(color));
            ([own[0] + other[0], own[1] + other[1]], color)
        });
        let [one, other] = costs;
        let (colors, color) = match one.0.cmp(&other.0) {
            std::cmp::Ordering::Less => one,
            std::cmp::Ordering::Greater => other,
            std::cmp::Ordering::Equal => (one.0, self.preferred(first, second)),
        };
        let apart = self.points[first].abs_diff(self.points[second]);
        let distance = (second - first) as u64;
        let fold = if apart == 0 { distance.abs_diff(self.group[first] / 2) } else { distance };
        let meetings = self.past[first].meetings(self.order[second]) as u64;
        ([0, meetings, 0, colors[0], apart * apart, colors[1], fold], color)
    }

    /// Returns the colour of the first of two whom either colour suits alike: the opposite of what came last,
    /// of the first one's if both had the same; in the first round it changes from board to board.
    fn preferred(&self, first: usize, second: usize) -> Color {
        let last = |place: usize| self.past[place].colors.last().copied();
        match (last(first), last(second)) {
            (Some(color), _) => !color,
            (None, Some(color)) => color,
            (None, None) if first.is_multiple_of(2) => Color::Black,
            (None, None) => Color::White,
        }
    }
}

/// Pairs the next round; at least two play.
pub(crate) fn pair(club: &ClubTournament) -> ClubRound {
    let field = SwissField::of(club);
    let count = field.order.len();
    let bye = (count % 2 == 1).then_some(count);
    let cost = |one: usize, other: usize| match (one.min(other), one.max(other)) {
        (place, last) if Some(last) == bye => field.bye_cost(place),
        (first, second) => field.board_cost(first, second).0,
    };
    let weights = weights(count, club.rounds.len());
    let weigh =
        |cost: PairingCost| cost.iter().zip(weights).map(|(&cost, weight)| i128::from(cost) * weight).sum();
    let partners = least_cost_matching(count + count % 2, |one, other| weigh(cost(one, other)));
    let mut round = ClubRound::default();
    for (first, &second) in partners.iter().enumerate().filter(|&(first, &second)| first < second) {
        if Some(second) == bye {
            round.bye = Some(field.order[first]);
            continue;
        }
        let (one, other) = (field.order[first], field.order[second]);
        let (black, white) = match field.board_cost(first, second).1 {
            Color::Black => (one, other),
            Color::White => (other, one),
        };
        round.boards.push(ClubBoard { black, white, result: None });
    }
    round
}

/// Returns what the next round would cost if it were paired like that: of two pairings the lesser is better.
/// The boards name those who play and the bye who sits out; `None` if that is not everybody once.
#[must_use]
pub fn pairing_cost(club: &ClubTournament, round: &ClubRound) -> Option<PairingCost> {
    let field = SwissField::of(club);
    let place = |number: EntrantNumber| field.order.iter().position(|&other| other == number);
    let mut seen = vec![false; field.order.len()];
    let mut costs = Vec::new();
    for board in &round.boards {
        let (one, other) = (place(board.black)?, place(board.white)?);
        costs.push(field.board_cost(one.min(other), one.max(other)).0);
        for place in [one, other] {
            (!std::mem::replace(&mut seen[place], true)).then_some(())?;
        }
    }
    if let Some(bye) = round.bye {
        let place = place(bye)?;
        costs.push(field.bye_cost(place));
        (!std::mem::replace(&mut seen[place], true)).then_some(())?;
    }
    let sum = |total: PairingCost, cost: &PairingCost| std::array::from_fn(|part| total[part] + cost[part]);
    seen.iter().all(|&seen| seen).then(|| costs.iter().fold([0; 7], sum))
}

/// Returns the weights of the costs: one of a kind outweighs all that the lighter kinds can come to.
fn weights(count: usize, rounds: usize) -> [i128; 7] {
    let (count, rounds) = (count as i128, rounds as i128);
    let boards = count / 2 + 1;
    // The most that a board can cost, and the bye.
    let most = [rounds, rounds, count, 4, 4 * rounds * rounds, 10, count];
    let mut weights = [1; 7];
    for part in (0..6).rev() {
        weights[part] = weights[part + 1] * (most[part + 1] * boards + 1);
    }
    weights
}
