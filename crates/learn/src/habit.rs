//! What somebody often does wrong: kinds of mistakes with a name, a lesson and a theme of puzzles.

use outflank_coach::Cause;
use outflank_rules::{Bitboard, Position};

/// From how many mistakes on a habit is spoken of.
const LEAST: usize = 3;
/// How many habits are told at most.
const MOST: usize = 3;
/// With so many moves that give no corner somebody is short of moves.
const SHORT: u32 = 3;

/// A kind of mistake that people make again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Habit {
    /// Corners are given away when short of moves.
    CornersWhenShort,
    /// Corners are given away although there are other moves.
    CornersGiven,
    /// Corners are left that could be taken, or taken too early.
    CornersMissed,
    /// Moves run out.
    MovesRunOut,
    /// The opponent is given moves: walls are built.
    MovesGiven,
    /// Edges are weak: wedges are missed and attacks allowed.
    WeakEdges,
    /// The last moves go to the opponent.
    ParityLost,
    /// Every disc can be turned over.
    WipedOut,
}

/// A habit and how often it cost something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HabitCount {
    /// What is done wrong.
    pub habit: Habit,
    /// How often.
    pub mistakes: usize,
    /// What that cost, in discs.
    pub loss: u32,
}

impl Habit {
    /// All habits.
    pub const ALL: [Habit; 8] = [
        Habit::CornersWhenShort,
        Habit::CornersGiven,
        Habit::CornersMissed,
        Habit::MovesRunOut,
        Habit::MovesGiven,
        Habit::WeakEdges,
        Habit::ParityLost,
        Habit::WipedOut,
    ];

    /// Finds the habit that a mistake shows: its main cause, and the position in which it was made.
    #[must_use]
    pub fn of(cause: Cause, position: &Position) -> Habit {
        match cause {
            Cause::CornerGiven | Cause::CornerFalls | Cause::CornerThreatened
                if safe_moves(position) <= SHORT =>
            {
                Habit::CornersWhenShort
            }
            Cause::CornerGiven | Cause::CornerFalls | Cause::CornerThreatened => Habit::CornersGiven,
            Cause::PoisonedCorner | Cause::CornerMissed | Cause::CornerForgone => Habit::CornersMissed,
            Cause::WedgeMissed | Cause::EdgeAttack | Cause::StableGiven | Cause::FewerStable => {
                Habit::WeakEdges
            }
            Cause::ParityLost | Cause::LastMoveLost | Cause::PassForgone => Habit::ParityLost,
            Cause::MobilityCollapse
            | Cause::PassForced
            | Cause::FewerMoves
            | Cause::FewerSafe
            | Cause::Squeezed
            | Cause::SquareLost => Habit::MovesRunOut,
            Cause::TempoLost
            | Cause::FrontierOpened
            | Cause::MovesGiven
            | Cause::MovesOpened
            | Cause::FrontierGrown => Habit::MovesGiven,
            Cause::WipeOut => Habit::WipedOut,
        }
    }

    /// Returns the word for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Habit::CornersWhenShort => "corners-when-short",
            Habit::CornersGiven => "corners-given",
            Habit::CornersMissed => "corners-missed",
            Habit::MovesRunOut => "moves-run-out",
            Habit::MovesGiven => "moves-given",
            Habit::WeakEdges => "weak-edges",
            Habit::ParityLost => "parity-lost",
            Habit::WipedOut => "wiped-out",
        }
    }

    /// Finds a habit by its word for programs.
    #[must_use]
    pub fn named(name: &str) -> Option<Habit> {
        Habit::ALL.into_iter().find(|habit| habit.name() == name)
    }

    /// Returns the lesson that helps.
    #[must_use]
    pub fn lesson(self) -> &'static str {
        match self {
            Habit::CornersGiven => "corners",
            Habit::CornersWhenShort | Habit::MovesRunOut | Habit::MovesGiven => "mobility",
            Habit::WeakEdges => "edges",
            Habit::ParityLost => "parity",
            Habit::CornersMissed | Habit::WipedOut => "traps",
        }
    }

    /// Returns the theme of puzzles that trains it.
    #[must_use]
    pub fn theme(self) -> &'static str {
        match self {
            Habit::CornersWhenShort | Habit::CornersGiven => "corner-sacrifice",
            Habit::CornersMissed => "corner-can-wait",
            Habit::MovesRunOut | Habit::MovesGiven => "quiet",
            Habit::WeakEdges => "wedge",
            Habit::ParityLost => "parity",
            Habit::WipedOut => "only-move",
        }
    }

    /// Counts habits in mistakes and what each cost, and returns those worth speaking of, the dearest first.
    #[must_use]
    pub fn frequent(mistakes: &[(Habit, u32)]) -> Vec<HabitCount> {
        let count = |habit: Habit| {
            let own = mistakes.iter().filter(|(one, _)| *one == habit);
            HabitCount { habit, mistakes: own.clone().count(), loss: own.map(|(_, loss)| *loss).sum() }
        };
        let mut found: Vec<HabitCount> =
            Habit::ALL.into_iter().map(count).filter(|one| one.mistakes >= LEAST).collect();
        found.sort_by_key(|one| (std::cmp::Reverse(one.loss), one.habit));
        found.truncate(MOST);
        found
    }
}

/// Counts the moves that let the opponent take no corner at once.
fn safe_moves(position: &Position) -> u32 {
    let safe = |next: Position| (next.legal_moves() & Bitboard::CORNERS).is_empty();
    u32::try_from(position.children().filter(|(_, next)| safe(*next)).count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::LessonPlan;

    #[test]
    fn every_cause_is_a_habit_with_a_lesson_that_exists() {
        let lessons = LessonPlan::all().unwrap();
        for cause in Cause::ALL {
            let habit = Habit::of(cause, &Position::start());
            assert!(lessons.iter().any(|lesson| lesson.id == habit.lesson()), "{}", cause.name());
            assert_eq!(Habit::named(habit.name()), Some(habit));
        }
    }

    #[test]
    fn corners_given_with_few_safe_moves_are_another_habit() {
        // Three moves give no corner here; the start has four.
        let short: Position =
            "---------------------------OX------XO---------------------------X".parse().unwrap();
        assert_eq!(Habit::of(Cause::CornerGiven, &short), Habit::CornersGiven);
        let short: Position =
            "--------------------------XOOO----------------------------------X".parse().unwrap();
        assert_eq!(Habit::of(Cause::CornerGiven, &short), Habit::CornersWhenShort);
    }

    #[test]
    fn what_cost_most_is_told_first_and_what_happened_twice_is_no_habit() {
        let (corners, edges) = (Habit::CornersGiven, Habit::WeakEdges);
        let mut mistakes = vec![(corners, 4); 3];
        mistakes.extend([(edges, 9); 3]);
        mistakes.extend([(Habit::ParityLost, 30); 2]);
        let told: Vec<(Habit, usize, u32)> =
            Habit::frequent(&mistakes).iter().map(|one| (one.habit, one.mistakes, one.loss)).collect();
        assert_eq!(told, [(edges, 3, 27), (corners, 3, 12)]);
    }
}
