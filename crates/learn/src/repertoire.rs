//! What somebody wants to play in the opening: a tree of own moves, each with the replies it prepares for.

use std::collections::BTreeMap;

use outflank_rules::{Color, Move, Position};

use crate::card::CardPosition;

/// How many own moves a repertoire has at most.
pub const MOST_CARDS: usize = 400;

/// What opponents play in positions, and how often. The library's games are one, names of openings another,
/// a book a third.
pub trait ReplySource {
    /// Returns the moves that were played in a position with how often each was, in any order.
    fn replies(&self, position: &Position) -> Vec<(Move, u64)>;
}

/// A position in which somebody has a move ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepertoireCard {
    /// The moves that lead there from the usual start.
    pub way: Vec<Move>,
    /// The position.
    pub position: Position,
    /// What is to be played.
    pub answer: Move,
}

/// What somebody wants to play with one colour: in every position up to symmetry one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepertoireTree {
    side: Color,
    cards: BTreeMap<String, RepertoireCard>,
}

/// How much of what opponents play a repertoire answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RepertoireCoverage {
    /// The share of games that are still in the repertoire after so many own moves.
    pub own_moves: usize,
    /// From 0 to 1.
    pub share: f64,
}

/// What the trainer plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainerReply {
    /// The move.
    pub played: Move,
    /// The position after it.
    pub next: Position,
    /// The share of games in which it is played; `None` if none is known.
    pub share: Option<f64>,
}

impl RepertoireTree {
    /// Makes an empty repertoire of a side.
    #[must_use]
    pub fn new(side: Color) -> RepertoireTree {
        RepertoireTree { side, cards: BTreeMap::new() }
    }

    /// Makes a repertoire of lines from the usual start. Of two lines that disagree the first counts; a line
    /// ends where it cannot be played.
    #[must_use]
    pub fn of_lines<'l>(side: Color, lines: impl IntoIterator<Item = &'l [Move]>) -> RepertoireTree {
        let mut tree = RepertoireTree::new(side);
        for line in lines {
            tree.add(line);
        }
        tree
    }

    /// Returns the side.
    #[must_use]
    pub fn side(&self) -> Color {
        self.side
    }

    /// Returns the own moves, by the keys of their positions.
    pub fn cards(&self) -> impl Iterator<Item = (&String, &RepertoireCard)> {
        self.cards.iter()
    }

    /// Returns how many own moves there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Tells whether there is no own move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// Adds a line.
    pub fn add(&mut self, line: &[Move]) {
        let mut position = Position::start();
        for (ply, &played) in line.iter().enumerate() {
            let Ok(next) = position.play(played) else { return };
            if position.side_to_move() == self.side && !played.is_pass() && self.cards.len() < MOST_CARDS {
                let way = line.get(..ply).unwrap_or_default().to_vec();
                let card = RepertoireCard { way, position, answer: played };
                self.cards.entry(CardPosition::of(&position).key()).or_insert(card);
            }
            position = next;
        }
    }

    /// Returns what is to be played in a position, seen as that position has it.
    #[must_use]
    pub fn answer(&self, position: &Position) -> Option<Move> {
        let here = CardPosition::of(position);
        let card = self.cards.get(&here.key())?;
        Some(here.seen(CardPosition::of(&card.position).kept(card.answer)))
    }

    /// Extends every line by what opponents play often: each reply with at least a share of the games gets an
    /// own move from `advise`, until there are `most` own moves or none is missing up to a number of plies.
    pub fn grow(
        &mut self,
        source: &dyn ReplySource,
        least_share: f64,
        plies: usize,
        most: usize,
        advise: &mut dyn FnMut(&Position) -> Option<Move>,
    ) {
        let mut open = vec![(Position::start(), Vec::new())];
        while let Some((position, way)) = open.pop() {
            if way.len() >= plies || self.cards.len() >= most.min(MOST_CARDS) {
                continue;
            }
            for (played, next) in self.steps(source, least_share, &position, &way, advise) {
                let mut longer = way.clone();
                longer.push(played);
                open.insert(0, (next, longer));
            }
        }
    }

    fn steps(
        &mut self,
        source: &dyn ReplySource,
        least_share: f64,
        position: &Position,
        way: &[Move],
        advise: &mut dyn FnMut(&Position) -> Option<Move>,
    ) -> Vec<(Move, Position)> {
        if position.side_to_move() != self.side {
            let replies = distinct(position, source.replies(position));
            let all: u64 = replies.iter().map(|(_, games)| games).sum();
            let often = |games: u64| games as f64 >= least_share * all as f64 && games > 0;
            let often = replies.into_iter().filter(|(_, games)| often(*games));
            return often.filter_map(|(reply, _)| Some((reply, position.play(reply).ok()?))).collect();
        }
        let answer = self.answer(position).or_else(|| advise(position));
        let Some((answer, next)) = answer.and_then(|answer| Some((answer, position.play(answer).ok()?)))
        else {
            return Vec::new();
        };
        let card = RepertoireCard { way: way.to_vec(), position: *position, answer };
        self.cards.entry(CardPosition::of(position).key()).or_insert(card);
        vec![(answer, next)]
    }

    /// Chooses one of the replies that the repertoire answers, as often as people play it; those that nobody
    /// plays come seldom, but they come. `draw` returns a number below its argument. `None` if it is not the
    /// trainer's turn, or nothing that it could play is answered.
    pub fn reply(
        &self,
        position: &Position,
        source: &dyn ReplySource,
        draw: &mut dyn FnMut(u64) -> u64,
    ) -> Option<TrainerReply> {
        if position.side_to_move() == self.side || position.is_finished() {
            return None;
        }
        let replies = source.replies(position);
        let all: u64 = replies.iter().map(|(_, games)| games).sum();
        let games =
            |played: Move| replies.iter().find(|(one, _)| *one == played).map_or(0, |(_, games)| *games);
        let answered = |&(_, next): &(Move, Position)| self.answer(&next).is_some();
        let known: Vec<(Move, Position)> = position.children().filter(answered).collect();
        let weight = |played: Move| 1 + 10 * games(played);
        let sum: u64 = known.iter().map(|(played, _)| weight(*played)).sum();
        let mut place = if sum == 0 { return None } else { draw(sum) };
        for (played, next) in known {
            if place < weight(played) {
                let share = (all > 0).then(|| games(played) as f64 / all as f64);
                return Some(TrainerReply { played, next, share });
            }
            place -= weight(played);
        }
        None
    }

    /// Returns how much of what opponents play is answered: after each own move, the share of games that the
    /// repertoire has not left.
    #[must_use]
    pub fn coverage(&self, source: &dyn ReplySource, most: usize) -> Vec<RepertoireCoverage> {
        let mut share_of = vec![0.0; most + 1];
        self.follow(source, Position::start(), 1.0, 0, &mut share_of);
        let told = share_of.into_iter().enumerate().skip(1);
        told.take_while(|(_, share)| *share > 0.0)
            .map(|(own_moves, share)| RepertoireCoverage { own_moves, share })
            .collect()
    }

    fn follow(
        &self,
        source: &dyn ReplySource,
        position: Position,
        share: f64,
        own: usize,
        found: &mut [f64],
    ) {
        if position.side_to_move() == self.side {
            let next = self.answer(&position).and_then(|answer| position.play(answer).ok());
            let (Some(next), Some(here)) = (next, found.get_mut(own + 1)) else { return };
            *here += share;
            return self.follow(source, next, share, own + 1, found);
        }
        let replies = distinct(&position, source.replies(&position));
        let all: u64 = replies.iter().map(|(_, games)| games).sum();
        for (reply, games) in replies {
            if let Ok(next) = position.play(reply) {
                self.follow(source, next, share * games as f64 / all.max(1) as f64, own, found);
            }
        }
    }
}

/// Counts moves that lead to mirror images of one position together.
fn distinct(position: &Position, replies: Vec<(Move, u64)>) -> Vec<(Move, u64)> {
    let mut found: Vec<(String, Move, u64)> = Vec::new();
    for (reply, games) in replies {
        let Ok(next) = position.play(reply) else { continue };
        let key = CardPosition::of(&next).key();
        match found.iter_mut().find(|(known, _, _)| *known == key) {
            Some((_, _, all)) => *all += games,
            None => found.push((key, reply, games)),
        }
    }
    found.sort_by_key(|(_, _, games)| std::cmp::Reverse(*games));
    found.into_iter().map(|(_, reply, games)| (reply, games)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Vec<Move> {
        text.as_bytes().chunks(2).map(|name| std::str::from_utf8(name).unwrap().parse().unwrap()).collect()
    }

    /// Three replies to f5 with shares of 60, 30 and 10 %, and no others.
    struct Perpendicular;

    impl ReplySource for Perpendicular {
        fn replies(&self, position: &Position) -> Vec<(Move, u64)> {
            match position.empty().len() {
                59 => ["d6", "f6", "f4"]
                    .into_iter()
                    .zip([60, 30, 10])
                    .map(|(name, games)| (name.parse().unwrap(), games))
                    .collect(),
                _ => Vec::new(),
            }
        }
    }

    #[test]
    fn a_repertoire_answers_in_every_symmetry() {
        let tree = RepertoireTree::of_lines(Color::Black, [line("f5d6c3").as_slice()]);
        assert_eq!(tree.len(), 2);
        let mirrored =
            line("c4e3").into_iter().fold(Position::start(), |at, played| at.play(played).unwrap());
        assert_eq!(tree.answer(&mirrored).map(|answer| answer.to_string()).as_deref(), Some("f6"));
        assert_eq!(tree.answer(&Position::start().play("f5".parse::<Move>().unwrap()).unwrap()), None);
    }

    #[test]
    fn coverage_is_the_share_of_replies_that_are_answered() {
        let tree = RepertoireTree::of_lines(Color::Black, [line("f5d6c3").as_slice()]);
        let shares: Vec<f64> = tree.coverage(&Perpendicular, 5).iter().map(|one| one.share).collect();
        assert_eq!(shares, [1.0, 0.6]);
    }

    #[test]
    fn the_trainer_plays_what_people_play_as_often_as_they_do() {
        let lines = ["f5d6c3", "f5f6e6", "f5f4c3"].map(line);
        let tree = RepertoireTree::of_lines(Color::Black, lines.iter().map(Vec::as_slice));
        let after = Position::start().play("f5".parse::<Move>().unwrap()).unwrap();
        let mut count = std::collections::HashMap::new();
        for place in 0..1003 {
            let reply =
                tree.reply(&after, &Perpendicular, &mut |sum| (assert_eq!(sum, 1003), place).1).unwrap();
            *count.entry(reply.played.to_string()).or_insert(0) += 1;
            assert_eq!(reply.share.map(|share| (share * 100.0).round() as i32 % 10), Some(0));
        }
        assert_eq!(["d6", "f6", "f4"].map(|name| count[name]), [601, 301, 101]);
        // Nothing at one's own turn, nothing that is not answered.
        assert_eq!(tree.reply(&Position::start(), &Perpendicular, &mut |_| 0), None);
        let only = RepertoireTree::of_lines(Color::Black, [line("f5").as_slice()]);
        assert_eq!(only.reply(&after, &Perpendicular, &mut |_| 0), None);
    }

    #[test]
    fn growing_answers_what_is_played_often() {
        let mut tree = RepertoireTree::of_lines(Color::Black, [line("f5").as_slice()]);
        let mut first = |position: &Position| position.legal_moves().first().map(Move::from);
        tree.grow(&Perpendicular, 0.2, 3, 50, &mut first);
        assert_eq!(tree.len(), 3);
        let shares: Vec<f64> = tree.coverage(&Perpendicular, 5).iter().map(|one| one.share).collect();
        assert!((shares[1] - 0.9).abs() < 1e-9, "{shares:?}");
    }
}
