//! The first lesson says nothing that is not true: every claim of its data is checked by the rules, and what
//! it calls good by a search.

use std::collections::BTreeSet;

use outflank_engine::eval::Weights;
use outflank_engine::{Engine, Limits};
use outflank_rules::{Bitboard, Color, Move, Position, Square};
use serde_json::Value;

/// How deep moves are compared.
const DEPTH: u32 = 10;

fn lesson() -> Option<Value> {
    let path = format!("{}/../../web/src/learn/lesson.json", env!("CARGO_MANIFEST_DIR"));
    // A packed crate has its pages, but not their sources.
    Some(serde_json::from_str(&std::fs::read_to_string(path).ok()?).unwrap())
}

fn square(value: &Value) -> Square {
    value.as_str().unwrap().parse().unwrap()
}

fn squares(value: &Value) -> BTreeSet<Square> {
    value.as_array().unwrap().iter().map(square).collect()
}

fn all(set: Bitboard) -> BTreeSet<Square> {
    set.squares().collect()
}

/// Returns the corners that the side to move can take.
fn corners(position: &Position) -> BTreeSet<Square> {
    all(position.legal_moves() & Bitboard::CORNERS)
}

/// Tells whether a claim about a position is true.
fn holds(position: &Position, claim: &Value) -> bool {
    let after = || position.play(square(&claim["move"])).unwrap();
    match claim["kind"].as_str().unwrap() {
        "legal" => all(position.legal_moves()) == squares(&claim["squares"]),
        "turns" => all(position.flips(square(&claim["move"]))) == squares(&claim["squares"]),
        "most" => {
            let turned = |at| position.flips(at).len();
            let most = turned(square(&claim["move"]));
            position.legal_moves().squares().all(|at| turned(at) <= most)
        }
        "passes" => after().must_pass() && !after().is_finished(),
        "ends" => {
            let discs = |side| u64::from(after().discs(side).len());
            after().is_finished()
                && Some(discs(Color::Black)) == claim["black"].as_u64()
                && Some(discs(Color::White)) == claim["white"].as_u64()
        }
        // No line runs through a corner.
        "stable" => {
            let at = square(&claim["square"]);
            at.is_corner() && after().discs(position.side_to_move()).contains(at)
        }
        "gives" => corners(&after()) == BTreeSet::from([square(&claim["corner"])]),
        "safe" => {
            let safe = |at: &Square| corners(&position.play(*at).unwrap()).is_empty();
            let found: BTreeSet<Square> = position.legal_moves().squares().filter(safe).collect();
            found == squares(&claim["moves"])
        }
        "best" => {
            let engine = Engine::new(1, Weights::embedded()).unwrap();
            let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
            let best = engine.search(*position).limits(&limits).analyze().best.and_then(Move::square);
            best.is_some_and(|best| squares(&claim["moves"]).contains(&best))
        }
        other => panic!("nothing is known of claims of the kind {other:?}"),
    }
}

/// Tells whether a move reaches the goal of a step, as the page judges it.
fn reaches(position: &Position, goal: &Value, at: Square) -> bool {
    let after = position.play(at).unwrap();
    match goal["kind"].as_str().unwrap() {
        "any" => true,
        "turns" => u64::from(position.flips(at).len()) >= goal["at_least"].as_u64().unwrap(),
        "passes" => after.must_pass() && !after.is_finished(),
        "ends" => after.is_finished(),
        "corner" => at.is_corner(),
        "safe" => corners(&after).is_empty(),
        other => panic!("nothing is known of goals of the kind {other:?}"),
    }
}

#[test]
fn every_claim_of_the_first_lesson_is_true() {
    let Some(lesson) = lesson() else { return };
    let mut steps = 0;
    for step in lesson["steps"].as_array().unwrap() {
        let id = &step["id"];
        let position: Position = step["position"].as_str().unwrap().parse().unwrap();
        assert_eq!(position.side_to_move(), Color::Black, "{id}");
        for claim in step["claims"].as_array().unwrap() {
            assert!(holds(&position, claim), "{id}: {claim}");
        }
        let good = |at: &Square| reaches(&position, &step["goal"], *at);
        assert!(position.legal_moves().squares().any(|at| good(&at)), "{id} can be solved");
        if step["mark"].is_string() {
            assert!(good(&square(&step["mark"])), "{id}: the marked square is an answer");
        }
        steps += 1;
    }
    assert_eq!(steps, 7);
}

#[test]
fn every_step_of_the_first_lesson_has_texts_in_both_languages() {
    let Some(lesson) = lesson() else { return };
    for language in ["en", "ja"] {
        let path = format!("{}/../../web/src/i18n/{language}-learn.ts", env!("CARGO_MANIFEST_DIR"));
        let texts = std::fs::read_to_string(&path).unwrap();
        for step in lesson["steps"].as_array().unwrap() {
            for part in ["title", "ask", "done"] {
                let key = format!("\"lesson-{}-{part}\":", step["id"].as_str().unwrap());
                assert!(texts.contains(&key), "{path} has no {key}");
            }
        }
    }
}
