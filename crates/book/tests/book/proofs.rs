//! Proofs of others: read, spread to the positions above, compared and adopted.

use outflank_book::{Book, BookRecord, Destination, Origin, ProofTable, ProvenBounds};

use super::{after, random_records, start};

/// Bounds of every position with so few discs, all of them -2 to +4.
fn table(plies: u32) -> String {
    let mut level = vec![start()];
    for _ in 0..plies {
        let next = level.iter().flat_map(|key| key.moves()).map(|found| match found.to {
            Destination::Position { key, .. } => key,
            Destination::End(_) => unreachable!("far from the end"),
        });
        level = next.collect();
        level.sort_unstable();
        level.dedup();
    }
    level.iter().map(|key| format!("{}\t-2\t+4\n", key.position())).collect()
}

#[test]
fn what_is_proven_below_holds_above() {
    let mut proofs = ProofTable::read(table(3).as_bytes()).unwrap();
    assert_eq!(proofs.len(), 14);
    // An odd number of plies: the other side's bounds.
    assert_eq!(proofs.bounds_of(start()).unwrap(), ProvenBounds::new(-4, 2).unwrap());
    assert_eq!(proofs.bounds_of(after("f5")).unwrap(), ProvenBounds::new(-2, 4).unwrap());
    assert_eq!(proofs.bounds_of(after("f5d6c3")).unwrap(), ProvenBounds::new(-2, 4).unwrap());
    assert_eq!(proofs.bounds_of(after("f5d6c3d3")).unwrap(), ProvenBounds::OPEN);
}

#[test]
fn late_proofs_speak_for_themselves_alone() {
    let late = super::random_key(&mut super::Numbers(1), 30);
    let file = format!("{}\t+2\t+2\n", late.position());
    let mut proofs = ProofTable::read(file.as_bytes()).unwrap();
    assert_eq!(proofs.bounds_of(late).unwrap(), ProvenBounds::exact(2));
    assert_eq!(proofs.bounds_of(start()).unwrap(), ProvenBounds::OPEN);
}

#[test]
fn contradictions_and_estimates_outside_are_told_apart_and_adopted() {
    let mut book = Book::new();
    book.join(&random_records(3, 60, 5)).unwrap();
    let mut proofs = ProofTable::read(table(3).as_bytes()).unwrap();
    let report = proofs.compare(&book).unwrap();
    assert!(report.positions > 10 && report.contradictions.is_empty() && !report.outside.is_empty());
    let news = proofs.news_for(&book).unwrap();
    assert!(book.join(&news).unwrap().is_empty());
    let report = proofs.compare(&book).unwrap();
    assert!(report.outside.is_empty(), "{:?}", report.outside);
    assert!(proofs.news_for(&book).unwrap().is_empty());
    let mut wrong = BookRecord::new(after("f5d6c3"), Origin::Unknown);
    assert!(wrong.prove(ProvenBounds::exact(20)));
    let mut other = Book::new();
    other.join(&[wrong]).unwrap();
    assert_eq!(proofs.compare(&other).unwrap().contradictions.len(), 1);
}

#[test]
fn a_bad_line_is_named() {
    let start = start().position().to_string();
    for (line, what) in [
        ("x", "not a board"),
        (&format!("{start}\t0"), "not a board and two bounds"),
        (&format!("{start}\t2\t0"), "2 and 0"),
        (&format!("{start}\tzero\t0"), "\"zero\""),
        (&format!("{}\t0\t0", "-".repeat(64) + " X"), "no legal move"),
    ] {
        let text = format!("# remark\n{line}\n");
        let error = ProofTable::read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("line 2") && error.contains(what), "{error}");
    }
}

/// The bounds of the weak solution of Othello, if the file is at hand: they make the start a draw.
#[test]
fn the_weak_solution_makes_the_start_a_draw() {
    let Some(folder) = std::env::var_os("OUTFLANK_DATA") else {
        println!("skipped: OUTFLANK_DATA not set");
        return;
    };
    let file = std::fs::read(std::path::Path::new(&folder).join("proof50.tsv")).unwrap();
    let mut proofs = ProofTable::read(&file[..]).unwrap();
    assert_eq!(proofs.len(), 2587);
    assert_eq!(proofs.bounds_of(start()).unwrap(), ProvenBounds::exact(0));
    for drawn in ["f5d6", "f5d6c3", "f5d6c3d3c4", "f5d6c3d3c4f4f6", "f5d6c3d3c4f4f6f3"] {
        assert_eq!(proofs.bounds_of(after(drawn)).unwrap(), ProvenBounds::exact(0), "{drawn}");
    }
    // Parallel and Diagonal are no worse than a draw for Black.
    for good in ["f5f4", "f5f6"] {
        assert!(proofs.bounds_of(after(good)).unwrap().lower() >= 0, "{good}");
    }
}
