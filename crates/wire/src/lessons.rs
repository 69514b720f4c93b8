//! Lessons: which there are, their steps, and how many of them somebody has done.

use outflank_keep::LessonRow;
use outflank_learn::{LessonPlan, LessonStep, LessonText};
use outflank_rules::{Bitboard, Position};

use crate::learn::{
    LessonDone, LessonListed, LessonMoveView, LessonPlanView, LessonShownView, LessonStepView, LessonTextView,
};
use crate::{LegalMove, view};

/// All lessons. Parsing cannot fail here: a test reads those that are shipped.
fn all() -> &'static [LessonPlan] {
    LessonPlan::all().unwrap_or_default()
}

/// Lists all lessons with the person's progress.
pub fn list(rows: &[LessonRow]) -> Vec<LessonListed> {
    let listed = |lesson: &LessonPlan| LessonListed {
        id: lesson.id.clone(),
        title: text(&lesson.title),
        about: text(&lesson.about),
        minutes: lesson.minutes,
        steps: lesson.steps.len(),
        done: steps_done(rows, lesson),
    };
    all().iter().map(listed).collect()
}

/// Returns a lesson; `None` if there is none of that name.
pub fn shown(id: &str, rows: &[LessonRow]) -> Option<LessonPlanView> {
    let place = all().iter().position(|lesson| lesson.id == id)?;
    let lesson = &all()[place];
    Some(LessonPlanView {
        id: lesson.id.clone(),
        title: text(&lesson.title),
        end: text(&lesson.end),
        done: steps_done(rows, lesson),
        next: all().get(place + 1).map(|next| next.id.clone()),
        steps: lesson.steps.iter().map(step).collect(),
    })
}

/// Records how many steps of a lesson are done at a moment; `None` if there is no lesson of that name.
pub fn done(id: &str, done: LessonDone, now: i64) -> Option<LessonRow> {
    let lesson = all().iter().find(|lesson| lesson.id == id)?;
    let steps = done.steps.min(lesson.steps.len());
    Some(LessonRow {
        lesson: lesson.id.clone(),
        steps: i64::try_from(steps).unwrap_or(0),
        done: (steps == lesson.steps.len()).then_some(now),
    })
}

fn steps_done(rows: &[LessonRow], lesson: &LessonPlan) -> usize {
    let row = rows.iter().find(|row| row.lesson == lesson.id);
    row.map_or(0, |row| usize::try_from(row.steps).unwrap_or(0).min(lesson.steps.len()))
}

fn text(text: &LessonText) -> LessonTextView {
    LessonTextView { en: text.en.clone(), ja: text.ja.clone() }
}

fn step(step: &LessonStep) -> LessonStepView {
    let position = step.position;
    let mut shown = Vec::new();
    let mut at = position;
    for square in &step.shown {
        // A test has played them all.
        let Ok(next) = at.play(*square) else { break };
        at = next;
        shown.push(LessonShownView { played: square.to_string(), board: at.to_string() });
    }
    let legal = view::position(position);
    let moves =
        legal.legal.iter().filter(|_| step.asks()).filter_map(|legal| outcome(step, &position, legal));
    LessonStepView {
        id: step.id.clone(),
        title: text(&step.title),
        ask: text(&step.ask),
        done: text(&step.done),
        miss: step.miss.as_ref().map(text),
        marks: step.marks.iter().map(ToString::to_string).collect(),
        shown,
        moves: moves.collect(),
        position: legal,
    }
}

fn outcome(step: &LessonStep, position: &Position, legal: &LegalMove) -> Option<LessonMoveView> {
    let square = legal.square.parse().ok()?;
    let next = position.play(square).ok()?;
    let says = step.misses.iter().find(|(at, _)| *at == square).map(|(_, says)| text(says));
    Some(LessonMoveView {
        played: legal.clone(),
        board: next.to_string(),
        right: step.answers.contains(&square),
        replies: next.legal_moves().len() as usize,
        corner: (next.legal_moves() & Bitboard::CORNERS).first().map(|corner| corner.to_string()),
        says,
    })
}
