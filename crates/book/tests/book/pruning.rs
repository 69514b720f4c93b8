//! A pruned book: smaller, consistent, and worth the same.

use outflank_book::{Book, BookKey, Confidence, PrunePlan};
use proptest::prelude::*;

use super::{all, random_records, start};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn values_and_proofs_survive(seed: u64, within in 0..20_i32, fewest in 50_u32..58) {
        let mut book = Book::new();
        book.join(&random_records(seed, 150, 9)).unwrap();
        prop_assume!(book.contains(start()).unwrap());
        let plan = PrunePlan { within, fewest_empties: fewest };
        let mut pruned = plan.pruned(&book, start()).unwrap();
        prop_assert!(pruned.len() <= book.len());
        prop_assert_eq!(pruned.check().unwrap().problems, Vec::<String>::new());
        for record in all(&pruned) {
            let before = book.get(record.key).unwrap().unwrap();
            prop_assert_eq!(record.bounds, before.bounds);
            let value = |found: &outflank_book::BookRecord| found.estimate.map(|found| found.value);
            prop_assert_eq!(value(&record), value(&before), "{}", record.key.position());
            prop_assert!(record.key == start() || record.key.empties() >= fewest);
        }
        prop_assert!(pruned.derive_all().unwrap().is_empty());
    }
}

#[test]
fn what_good_play_never_reaches_goes_and_the_best_of_it_becomes_the_leaf() {
    let mut book = Book::new();
    book.join(&random_records(11, 400, 7)).unwrap();
    assert!(book.contains(start()).unwrap());
    let best = PrunePlan { within: 0, fewest_empties: 0 }.pruned(&book, start()).unwrap();
    let wide = PrunePlan { within: 128, fewest_empties: 0 }.pruned(&book, start()).unwrap();
    assert!(best.len() < wide.len() && wide.len() <= book.len());
    let lost: Vec<BookKey> =
        all(&book).iter().map(|record| record.key).filter(|key| !best.contains(*key).unwrap()).collect();
    assert!(!lost.is_empty());
    let root = PrunePlan { within: 0, fewest_empties: 60 }.pruned(&book, start()).unwrap();
    let record = root.get(start()).unwrap().unwrap();
    assert_eq!(root.len(), 1);
    assert!(record.leaf.is_some_and(|leaf| leaf.estimate.confidence != Confidence::Proven));
}
