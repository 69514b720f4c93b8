//! Repertoires: every reply is met, the value is held, and nothing is remembered twice.

use std::collections::{HashMap, HashSet};

use outflank_book::{Book, BookKey, RepertoirePlan};
use outflank_rules::{Color, Move, Position};

use super::random_records;

fn random_book(seed: u64) -> Book {
    let mut book = Book::new();
    assert!(book.join(&random_records(seed, 1500, 7)).unwrap().is_empty());
    book
}

/// The least number of moves to remember, by trying everything; `None` if the value cannot be held.
fn naive(book: &Book, plan: &RepertoirePlan, least: i32, position: Position, plies: u32) -> Option<u32> {
    let Some((key, _)) = BookKey::of_position(&position).filter(|_| plies > 0) else { return Some(0) };
    if book.get(key).unwrap().is_none() {
        return Some(0);
    }
    let moves = book.moves_of(&position).unwrap();
    if position.side_to_move() == plan.side {
        // Where a proof says more than all moves, the best one will do.
        let values = moves.iter().map(|moved| i32::from(moved.estimate.unwrap().value));
        let here = values.max().map_or(least, |most| most.min(least));
        let held = moves.iter().filter(|moved| i32::from(moved.estimate.unwrap().value) >= here);
        let costs = held.filter_map(|moved| {
            let next = position.play(moved.played).unwrap();
            if moved.is_linked { naive(book, plan, least, next, plies - 1) } else { Some(0) }
        });
        return costs.min().map(|cost| cost + u32::from(position.legal_moves().len() > 1));
    }
    let best = moves.iter().map(|moved| moved.estimate.unwrap().value).max()?;
    let mut seen = HashSet::new();
    let mut sum = 0;
    for moved in moves.iter().filter(|moved| moved.is_linked) {
        let next = position.play(moved.played).unwrap();
        let loss = i32::from(best) - i32::from(moved.estimate.unwrap().value);
        if loss <= plan.within && seen.insert(next.board().canonical().0) {
            sum += naive(book, plan, least, next, plies - 1)?;
        }
    }
    Some(sum)
}

#[test]
fn difficulty_is_the_least_of_all_ways_to_hold_the_value() {
    let (mut compared, mut largest) = (0, 0);
    for seed in 0..6 {
        let book = random_book(seed);
        for side in [Color::Black, Color::White] {
            for (plies, within) in [(3, 64), (5, 64), (6, 8)] {
                let plan = RepertoirePlan { side, within, plies, ..RepertoirePlan::default() };
                let start = Position::start();
                let Some(record) = book.find(&start).unwrap() else { continue };
                let value = i32::from(record.estimate.unwrap().value);
                let least = if side == Color::Black { value } else { -value };
                let found = plan.difficulty(&book, &start).unwrap();
                assert_eq!(found, naive(&book, &plan, least, start, plies), "{seed} {side} {plies}");
                (compared, largest) = (compared + 1, largest.max(found.unwrap_or(0)));
            }
        }
    }
    assert!(compared >= 20 && largest >= 5, "{compared} compared, {largest} the most");
}

#[test]
fn a_repertoire_meets_every_reply_holds_its_value_and_keeps_its_size() {
    let mut found_some = 0;
    for seed in 0..6 {
        let book = random_book(seed);
        for side in [Color::Black, Color::White] {
            let plan = RepertoirePlan { side, most: 12, plies: 8, ..RepertoirePlan::default() };
            let Some(found) = plan.find(&book, &Position::start()).unwrap() else { continue };
            found_some += 1;
            assert!(found.to_remember() <= 12, "{}", found.to_remember());
            let mut answers: HashMap<BookKey, Move> = HashMap::new();
            for entry in &found.entries {
                let position = entry.line.iter().fold(Position::start(), |at, one| at.play(*one).unwrap());
                assert_eq!(position, entry.position);
                assert_eq!(position.side_to_move(), side);
                assert!(i32::from(entry.estimate.value) >= found.least, "{entry:?}");
                let key = BookKey::of_position(&position).unwrap().0;
                assert!(answers.insert(key, entry.played).is_none(), "remembered twice");
            }
            // Whatever the other side plays of the book, there is an answer, as deep as it goes.
            let mut waiting = vec![(Position::start(), found.plies)];
            while let Some((position, plies)) = waiting.pop() {
                if plies == 0 || book.find(&position).unwrap().is_none() {
                    continue;
                }
                if position.side_to_move() == side {
                    let (key, symmetry) = BookKey::of_position(&position).unwrap();
                    assert!(answers.contains_key(&key), "{position} has no answer");
                    let entry = found
                        .entries
                        .iter()
                        .find(|entry| BookKey::of_position(&entry.position).unwrap().0 == key);
                    let entry = entry.unwrap();
                    let turn = BookKey::of_position(&entry.position).unwrap().1;
                    let played = symmetry.inverse().mv(turn.mv(entry.played));
                    waiting.push((position.play(played).unwrap(), plies - 1));
                } else {
                    for moved in book.moves_of(&position).unwrap().iter().filter(|moved| moved.is_linked) {
                        waiting.push((position.play(moved.played).unwrap(), plies - 1));
                    }
                }
            }
        }
    }
    assert!(found_some >= 6, "{found_some}");
}

#[test]
fn what_cannot_be_held_or_is_not_known_has_no_repertoire() {
    let book = random_book(1);
    let plan = RepertoirePlan { least: Some(64), ..RepertoirePlan::default() };
    assert!(plan.find(&book, &Position::start()).unwrap().is_none());
    let empty = Book::new();
    assert!(RepertoirePlan::default().find(&empty, &Position::start()).unwrap().is_none());
    assert_eq!(RepertoirePlan::default().difficulty(&empty, &Position::start()).unwrap(), None);
}
