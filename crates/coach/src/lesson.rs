//! What a game teaches: the two or three things that cost most.

use crate::explain::Cause;

/// How many lessons a game has.
const MOST_LESSONS: usize = 3;

/// A mistake of a game with its main cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The ply in which it was made, from 0.
    pub ply: usize,
    /// What was lost, in discs.
    pub loss: u32,
    /// The main cause.
    pub cause: Cause,
}

/// A cause with all that it cost in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The cause.
    pub cause: Cause,
    /// What was lost by it, in discs.
    pub loss: u32,
    /// The plies in which it was, in their order.
    pub plies: Vec<usize>,
}

/// Sums up the mistakes of one player: the causes that cost most, the dearest first.
#[must_use]
pub fn lessons(mistakes: &[Lost]) -> Vec<Lesson> {
    let mut lessons: Vec<Lesson> = Vec::new();
    for lost in mistakes {
        match lessons.iter_mut().find(|lesson| lesson.cause == lost.cause) {
            Some(lesson) => {
                lesson.loss += lost.loss;
                lesson.plies.push(lost.ply);
            }
            None => lessons.push(Lesson { cause: lost.cause, loss: lost.loss, plies: vec![lost.ply] }),
        }
    }
    lessons.sort_by_key(|lesson| (std::cmp::Reverse(lesson.loss), lesson.cause));
    lessons.truncate(MOST_LESSONS);
    lessons
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cost_most_comes_first_and_equal_causes_are_one_lesson() {
        let lost = |ply, loss, cause| Lost { ply, loss, cause };
        let found = lessons(&[
            lost(10, 6, Cause::CornerGiven),
            lost(14, 9, Cause::TempoLost),
            lost(20, 6, Cause::CornerGiven),
            lost(30, 2, Cause::FewerMoves),
            lost(40, 1, Cause::PassForced),
        ]);
        let told: Vec<(Cause, u32)> = found.iter().map(|lesson| (lesson.cause, lesson.loss)).collect();
        assert_eq!(told, [(Cause::CornerGiven, 12), (Cause::TempoLost, 9), (Cause::FewerMoves, 2)]);
        assert_eq!(found[0].plies, [10, 20]);
        assert!(lessons(&[]).is_empty());
    }
}
