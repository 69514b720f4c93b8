//! Lessons say nothing but the truth, in both languages.

use outflank_engine::Engine;
use outflank_engine::eval::Weights;
use outflank_learn::{LessonPlan, LessonProver, LessonText};

#[test]
fn every_claim_and_every_accepted_answer_is_true() {
    let engine = Engine::new(16, Weights::embedded()).unwrap();
    let prover = LessonProver::new(&engine);
    let lessons = LessonPlan::all().unwrap();
    let wrong: Vec<String> = lessons.iter().flat_map(|lesson| prover.refute(lesson)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let said: usize = lessons.iter().map(LessonProver::count).sum();
    assert!(said >= 100, "{said} claims");
}

#[test]
fn a_lesson_that_lies_is_found_out() {
    let engine = Engine::new(1, Weights::embedded()).unwrap();
    let prover = LessonProver::new(&engine);
    let text = include_str!("../../data/lessons/6-counting.toml");
    for (truth, lie) in [
        ("score = 2 }", "score = 4 }"),
        ("answers = [\"a2\"]", "answers = [\"a3\"]"),
        ("count = 0 }", "count = 1 }"),
        ("black = 21", "black = 22"),
        ("squares = [\"g7\"]", "squares = [\"g7\", \"g8\"]"),
    ] {
        let lied = text.replacen(truth, lie, 1);
        assert_ne!(lied, text, "{truth}");
        let lesson = LessonPlan::read("counting", &lied).unwrap();
        assert_eq!(prover.refute(&lesson).len(), 1, "{lie}");
    }
}

#[test]
fn every_text_is_there_in_both_languages() {
    let japanese = |text: &str| text.chars().any(|letter| ('\u{3040}'..='\u{9fff}').contains(&letter));
    let check = |text: &LessonText, of: &str| {
        assert!(!text.en.trim().is_empty() && !japanese(&text.en), "{of}: {}", text.en);
        assert!(japanese(&text.ja), "{of}: {}", text.ja);
    };
    for lesson in LessonPlan::all().unwrap() {
        assert!((3..=7).contains(&lesson.minutes) && (4..=8).contains(&lesson.steps.len()), "{}", lesson.id);
        assert!(lesson.steps.iter().filter(|step| step.asks()).count() >= 3, "{}", lesson.id);
        for text in [&lesson.title, &lesson.about, &lesson.end] {
            check(text, &lesson.id);
        }
        for step in &lesson.steps {
            let misses = step.misses.iter().map(|(_, text)| text);
            for text in [&step.title, &step.ask, &step.done].into_iter().chain(&step.miss).chain(misses) {
                check(text, &format!("{}, {}", lesson.id, step.id));
            }
        }
    }
}
