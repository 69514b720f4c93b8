//! `outflank learn today`: what there is to learn.

use std::io::{BufRead, Write};

use outflank_learn::{DAY, Habit, LessonPlan, rating_curve, streak, suggested_level};
use outflank_server::learning::{frequent_habits, is_asked, next_due, played_games};
use serde_json::json;

use super::console::Console;
use super::desk::LearnDesk;
use crate::failure::{Failure, counted};

/// How many days back answers are looked at for the row of days.
const LOOK_BACK: i64 = 400;

/// Show what is due, how you are doing, and what often goes wrong.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
JSON, one object: due, cards, next_due (milliseconds since 1970, or null), streak (days in a row), lessons (done, all), puzzles (rating, \
provisional, attempts, solved), games (reviewed), rating (against the levels, or null), level (for an even game, or null), habits \
(habit, mistakes, loss, lesson, theme).

Examples:
  outflank learn today
  outflank learn today --json")]
pub(super) struct Args {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What there is today.
struct TodaySheet {
    due: usize,
    cards: usize,
    next_due: Option<i64>,
    streak: u32,
    lessons: [usize; 2],
    puzzles: outflank_store::PuzzleStanding,
    games: usize,
    rating: Option<i32>,
    level: Option<String>,
    habits: Vec<outflank_learn::HabitCount>,
}

impl TodaySheet {
    fn of(desk: &LearnDesk) -> Result<TodaySheet, Failure> {
        let (store, now) = (&desk.store, desk.now());
        let cards = desk.wait(store.cards(None, None))?;
        let due = cards.iter().filter(|card| is_asked(card, now)).count();
        let done = desk.wait(store.lessons(None))?;
        let answers = desk.wait(store.answers(None, now - LOOK_BACK * DAY))?;
        let moments = answers.iter().map(|answer| answer.moment);
        let tried = desk.wait(store.tried_puzzles(None))?;
        let moments = moments.chain(done.iter().filter_map(|lesson| lesson.done));
        let moments = moments.chain(tried.iter().map(|puzzle| puzzle.moment));
        let learned: Vec<i64> = moments.map(|moment| desk.days.day(moment)).collect();
        let games = desk.wait(store.learned_games(None))?;
        let rating = rating_curve(&played_games(&games)).into_iter().flatten().next_back();
        Ok(TodaySheet {
            due,
            cards: cards.len(),
            next_due: next_due(&cards, now).filter(|_| due == 0),
            streak: streak(&learned, desk.days.day(now)),
            lessons: [
                done.iter().filter(|lesson| lesson.done.is_some()).count(),
                LessonPlan::all().map_err(Failure::other)?.len(),
            ],
            puzzles: desk.wait(store.puzzle_standing(None))?,
            games: games.len(),
            rating: rating.map(|rating| rating.shown()),
            level: rating.and_then(|rating| suggested_level(rating.rating)),
            habits: frequent_habits(&cards),
        })
    }
}

/// Tells what a habit is called in a sentence.
fn sentence(habit: Habit) -> &'static str {
    match habit {
        Habit::CornersWhenShort => "You give corners away when you are short of moves.",
        Habit::CornersGiven => "You give corners away even though you have other moves.",
        Habit::CornersMissed => "You leave corners that you could take, or take them too early.",
        Habit::MovesRunOut => "You run out of moves.",
        Habit::MovesGiven => "You give your opponent moves.",
        Habit::WeakEdges => "Your edges are weak: you miss wedges or allow attacks.",
        Habit::ParityLost => "Your opponent gets the last moves.",
        Habit::WipedOut => "You leave too few discs to survive.",
    }
}

/// Tells it to people.
pub(super) fn tell(desk: &LearnDesk, console: &mut Console<impl BufRead, impl Write>) -> Result<(), Failure> {
    let sheet = TodaySheet::of(desk)?;
    let due = format!("{} due", counted(sheet.due as u64, "position"));
    let row = format!("{} in a row", counted(sheet.streak, "day"));
    let [done, all] = sheet.lessons;
    console.say(&format!("Today: {due}, {row}, {done} of {} done.", counted(all as u64, "lesson")))?;
    let puzzles = &sheet.puzzles;
    let tried = counted(puzzles.attempts.unsigned_abs(), "puzzle");
    console.say(&format!("Puzzles: rating {}, {} of {tried} solved.", puzzles.rating, puzzles.solved))?;
    if let (Some(rating), Some(level)) = (sheet.rating, &sheet.level) {
        let games = counted(sheet.games as u64, "reviewed game");
        console.say(&format!("Games: rating {rating} after {games}; {level} makes an even game."))?;
    }
    for one in &sheet.habits {
        let cost = format!("{}, {}", counted(one.mistakes as u64, "mistake"), counted(one.loss, "disc"));
        let helps = format!("lesson {}, puzzles --theme {}", one.habit.lesson(), one.habit.theme());
        console.say(&format!("{} ({cost}; {helps})", sentence(one.habit)))?;
    }
    console.say("")?;
    Ok(())
}

/// Runs the command.
pub(super) fn run(
    desk: &LearnDesk,
    console: &mut Console<impl BufRead, impl Write>,
    args: &Args,
) -> Result<(), Failure> {
    if !args.json {
        return tell(desk, console);
    }
    let sheet = TodaySheet::of(desk)?;
    let [done, all] = sheet.lessons;
    let habit = |one: &outflank_learn::HabitCount| {
        json!({ "habit": one.habit.name(), "mistakes": one.mistakes, "loss": one.loss,
            "lesson": one.habit.lesson(), "theme": one.habit.theme() })
    };
    let habits: Vec<_> = sheet.habits.iter().map(habit).collect();
    let puzzles = &sheet.puzzles;
    let object = json!({
        "due": sheet.due, "cards": sheet.cards, "next_due": sheet.next_due, "streak": sheet.streak,
        "lessons": { "done": done, "all": all },
        "puzzles": { "rating": puzzles.rating.shown(), "provisional": puzzles.rating.is_provisional(),
            "attempts": puzzles.attempts, "solved": puzzles.solved },
        "games": sheet.games, "rating": sheet.rating, "level": sheet.level, "habits": habits,
    });
    console.say(&object.to_string())?;
    Ok(())
}
