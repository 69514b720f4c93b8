//! Learning: what there is today, how somebody gets on, and all that was learned, of what is kept of it.

use outflank_keep::{
    AnswerRow, CardRow, EndgameRecord, LearnedGameRow, LessonRow, RepertoireRow, TriedPuzzle,
};
use outflank_learn::{
    DAY, DayBoundary, HabitCount, OpponentTally, PlayedGame, ProgressPoint, ProgressSum, opponent_tallies,
    rating_curve, streak, suggested_level,
};
use outflank_puzzles::PuzzleId;
use outflank_ratings::PlayerRating;

use crate::cards::{frequent_habits, is_asked, next_due, schedule_of, shown};
use crate::learn::{
    ExportedAnswer, HabitView, LearnDayView, LearnExport, LearnView, OpponentRecordView, PlayedEndgameView,
    ProgressBrief, ProgressGameView, ProgressView, PuzzlePointView,
};
use crate::person::RecordView;
use crate::puzzles::PuzzleStandingView;
use crate::{lessons, training};

/// How many days of answers are read to compute the streak.
pub const LOOK_BACK: i64 = 400;
/// How many of the latest games determine current strength.
const LATEST: usize = 10;

/// All stored learning data of a person; cards are sorted by due time.
#[derive(Clone, Copy, Debug)]
pub struct AllLearned<'k> {
    /// The positions to review.
    pub cards: &'k [CardRow],
    /// The answers to them, oldest first.
    pub answers: &'k [AnswerRow],
    /// Progress in lessons.
    pub lessons: &'k [LessonRow],
    /// The person's repertoires.
    pub repertoires: &'k [RepertoireRow],
    /// The reviewed games, oldest first.
    pub games: &'k [LearnedGameRow],
    /// The first attempts at puzzles.
    pub tried: &'k [TriedPuzzle],
    /// The endgames played.
    pub endgames: &'k [EndgameRecord],
}

impl AllLearned<'_> {
    /// Returns what is due for learning today.
    pub fn today(&self, puzzles: PuzzleStandingView, days: DayBoundary, now: i64) -> LearnView {
        let due: Vec<&CardRow> = self.cards.iter().filter(|card| is_asked(card, now)).collect();
        let answered = self.answers.iter().map(|answer| answer.moment);
        let lately = answered.filter(|&moment| moment >= now - LOOK_BACK * DAY);
        let moments = lately.chain(self.lessons.iter().filter_map(|lesson| lesson.done));
        let moments = moments.chain(self.tried.iter().map(|puzzle| puzzle.moment));
        let learned: Vec<i64> = moments.map(|moment| days.day(moment)).collect();
        let today = days.day(now);
        let week = (today - 6..=today)
            .map(|day| LearnDayView { weekday: DayBoundary::weekday(day), learned: learned.contains(&day) });
        LearnView {
            due: due.len(),
            cards: self.cards.len(),
            next_due: next_due(self.cards, now).filter(|_| due.is_empty()),
            first: due.first().and_then(|card| shown(card, days, now)),
            streak: streak(&learned, today),
            week: week.collect(),
            lessons: lessons::list(self.lessons),
            habits: frequent_habits(self.cards).into_iter().map(habit).collect(),
            repertoires: self.repertoires.iter().map(|row| training::listed(row, self.cards, now)).collect(),
            progress: brief(self.games),
            puzzles,
        }
    }

    /// Returns the person's progress.
    pub fn progress(&self, puzzles: PuzzleStandingView) -> ProgressView {
        let mut strengths = [0; 6];
        for card in self.cards {
            strengths[usize::from(schedule_of(card).strength()).min(5)] += 1;
        }
        ProgressView {
            brief: brief(self.games),
            games: games_of(self.games),
            opponents: opponents(self.games),
            puzzles,
            puzzle_curve: self.tried.iter().map(puzzle_point).collect(),
            answers: self.answers.len(),
            right: self.answers.iter().filter(|answer| answer.grade > 1).count(),
            strengths,
        }
    }

    /// Exports everything learned.
    pub fn export(&self, now: i64) -> LearnExport {
        let answer = |answer: &AnswerRow| ExportedAnswer {
            card: answer.card,
            moment: answer.moment,
            grade: answer.grade,
            milliseconds: answer.milliseconds,
            played: answer.played.clone(),
        };
        let endgame = |one: &EndgameRecord| PlayedEndgameView {
            puzzle: puzzle_name(one.puzzle),
            empties: one.empties,
            tries: one.tries,
            won: one.won,
            best: one.best,
        };
        let repertoire = |row: &RepertoireRow| training::listed(row, self.cards, now);
        LearnExport {
            puzzles: self.tried.iter().map(puzzle_point).collect(),
            endgames: self.endgames.iter().map(endgame).collect(),
            games: games_of(self.games),
            cards: self.cards.iter().filter_map(|card| shown(card, DayBoundary::default(), now)).collect(),
            answers: self.answers.iter().map(answer).collect(),
            lessons: lessons::list(self.lessons),
            repertoires: self.repertoires.iter().map(repertoire).collect(),
        }
    }
}

fn played_game(game: &LearnedGameRow) -> PlayedGame<'_> {
    PlayedGame { moment: game.moment, opponent: &game.opponent, score: game.score }
}

/// Returns the reviewed games in the form used for ratings and records.
#[must_use]
pub fn played_games(games: &[LearnedGameRow]) -> Vec<PlayedGame<'_>> {
    games.iter().map(played_game).collect()
}

/// Writes the reviewed games as CSV with a header; names are quoted.
pub fn csv(games: &[LearnedGameRow]) -> String {
    let mut text =
        "game,moment,side,opponent,score,accuracy,lost_opening,lost_midgame,lost_endgame,rating\n".to_owned();
    for game in games_of(games) {
        let accuracy = game.accuracy.map_or(String::new(), |accuracy| format!("{accuracy:.1}"));
        let rating = game.rating.map_or(String::new(), |rating| rating.to_string());
        // A program that opens the table takes a text that begins so for a formula.
        let formula = game.opponent.starts_with(['=', '+', '-', '@']);
        let opponent = format!("{}{}", if formula { "'" } else { "" }, game.opponent).replace('"', "\"\"");
        let [opening, midgame, endgame] = game.losses;
        text += &format!(
            "{},{},{},\"{opponent}\",{},{accuracy},{opening},{midgame},{endgame},{rating}\n",
            game.game, game.moment, game.side, game.score
        );
    }
    text
}

/// Converts a frequent mistake.
fn habit(one: HabitCount) -> HabitView {
    HabitView {
        habit: one.habit.name(),
        mistakes: one.mistakes,
        loss: one.loss,
        lesson: one.habit.lesson(),
        theme: one.habit.theme(),
    }
}

fn point(game: &LearnedGameRow) -> ProgressPoint {
    let small = |numbers: [i64; 3]| numbers.map(|number| u32::try_from(number).unwrap_or(0));
    ProgressPoint {
        moment: game.moment,
        accuracy: game.accuracy,
        losses: small(game.losses),
        moves: small(game.moves),
    }
}

fn brief(games: &[LearnedGameRow]) -> ProgressBrief {
    let points: Vec<ProgressPoint> = games.iter().rev().take(LATEST).map(point).collect();
    let sum = ProgressSum::of(&points);
    let rating = rating_curve(&played_games(games)).into_iter().flatten().next_back();
    let rating = rating.map(|rating| rating.rating);
    ProgressBrief {
        games: games.len(),
        rating: rating.map(|rating| rating.round() as i32),
        accuracy: sum.accuracy,
        level: rating.and_then(suggested_level),
        losses: sum.losses,
    }
}

fn games_of(games: &[LearnedGameRow]) -> Vec<ProgressGameView> {
    let curve = rating_curve(&played_games(games));
    let view = |(game, rating): (&LearnedGameRow, &Option<PlayerRating>)| ProgressGameView {
        game: game.game,
        moment: game.moment,
        side: game.side.clone(),
        opponent: game.opponent.clone(),
        score: game.score,
        accuracy: game.accuracy,
        losses: game.losses,
        rating: rating.map(|rating| rating.shown()),
    };
    games.iter().zip(&curve).map(view).collect()
}

fn opponents(games: &[LearnedGameRow]) -> Vec<OpponentRecordView> {
    let view = |one: OpponentTally| OpponentRecordView {
        opponent: one.opponent,
        results: RecordView { won: one.won, drawn: one.drawn, lost: one.lost },
    };
    opponent_tallies(&played_games(games)).into_iter().map(view).collect()
}

fn puzzle_name(number: u32) -> String {
    PuzzleId::of_number(number).to_string()
}

fn puzzle_point(tried: &TriedPuzzle) -> PuzzlePointView {
    PuzzlePointView {
        puzzle: puzzle_name(tried.puzzle),
        moment: tried.moment,
        solved: tried.solved,
        rating: tried.rating.round() as i32,
    }
}
