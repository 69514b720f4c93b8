//! `outflank learn puzzles`: puzzles near one's rating, of a theme, or today's.

use std::collections::{HashMap, HashSet};
use std::io::{BufRead, Write};
use std::time::Instant;

use anyhow::anyhow;
use outflank_engine::Dice;
use outflank_learn::{CardQuestion, DAY};
use outflank_puzzles::{
    Puzzle, PuzzleChoice, PuzzleGoal, PuzzleId, PuzzleSeeker, PuzzleSet, PuzzleTheme, PuzzleVerdict,
};
use outflank_ratings::PlayerRating;
use outflank_rules::Move;
use outflank_store::{CountedAttempt, PuzzleAttempt, PuzzleMode};

use super::console::{Console, TypedAnswer};
use super::desk::{LearnDesk, named};
use crate::failure::{Failure, counted};

/// Solve puzzles: positions with exactly one right move, proven to be so.
#[derive(Debug, Default, clap::Args)]
#[command(after_help = "\
The first attempt at a puzzle is rated; a hint, or a theme, makes it count less when it is solved. Themes: corner-sacrifice, x-square, \
c-square, corner-can-wait, wedge, parity, swindle, forced-pass, quiet, zugzwang, edge-creeping, few-replies, diagonal, wipe-out, \
only-move.

Examples:
  outflank learn puzzles
  outflank learn puzzles --theme parity --count 10
  outflank learn puzzles --daily")]
pub(super) struct Args {
    /// Only puzzles of this theme
    #[arg(long, value_name = "THEME", value_parser = theme, conflicts_with = "daily")]
    theme: Option<PuzzleTheme>,

    /// Today's five, easy to hard; new at midnight UTC
    #[arg(long)]
    daily: bool,

    /// How many puzzles [default: until you type quit; with --daily all five]
    #[arg(long, value_name = "N")]
    count: Option<usize>,

    /// The random seed of the choice [default: a different one every time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

fn theme(name: &str) -> Result<PuzzleTheme, String> {
    let known = || PuzzleTheme::ALL.map(PuzzleTheme::name).join(", ");
    PuzzleTheme::of_name(name).ok_or_else(|| format!("there are {}", known()))
}

/// Asks one puzzle after the other.
pub(super) fn ask_all(
    desk: &LearnDesk,
    console: &mut Console<impl BufRead, impl Write>,
    args: &Args,
) -> Result<(), Failure> {
    let mut run = PuzzleRun::new(desk, args)?;
    let today = u32::try_from(desk.store.now().div_euclid(DAY)).unwrap_or(0);
    let mut daily = PuzzleSet::shipped().daily(today).into_iter();
    let (mut asked, mut solved) = (0_usize, 0_usize);
    while args.count.is_none_or(|count| asked < count) {
        let next = if args.daily { daily.next() } else { run.next(args)? };
        let Some(puzzle) = next else { break };
        match run.ask(console, puzzle)? {
            Some(PuzzleOutcome::Solved) => solved += 1,
            Some(PuzzleOutcome::Missed) => {}
            None => break,
        }
        asked += 1;
    }
    let rating = desk.wait(desk.store.puzzle_standing(None))?.rating;
    console
        .say(&format!("{solved} of {} solved. Your rating: {rating}.", counted(asked as u64, "puzzle")))?;
    Ok(())
}

/// What came of a puzzle.
enum PuzzleOutcome {
    Solved,
    Missed,
}

/// A run of puzzles.
struct PuzzleRun<'d> {
    desk: &'d LearnDesk,
    mode: PuzzleMode,
    dice: Dice,
    known: HashMap<u32, PlayerRating>,
    tried: HashSet<u32>,
    last: Option<PuzzleId>,
}

impl<'d> PuzzleRun<'d> {
    fn new(desk: &'d LearnDesk, args: &Args) -> Result<PuzzleRun<'d>, Failure> {
        let tried = desk.wait(desk.store.tried_puzzles(None))?;
        let seed = args.seed.unwrap_or_else(|| desk.store.now().unsigned_abs());
        let mode = match (args.daily, args.theme) {
            (true, _) => PuzzleMode::Daily,
            (false, Some(_)) => PuzzleMode::Theme,
            (false, None) => PuzzleMode::Rated,
        };
        Ok(PuzzleRun {
            desk,
            mode,
            dice: Dice::of_words(&[seed, tried.len() as u64]),
            known: desk.wait(desk.store.puzzle_ratings())?.into_iter().collect(),
            tried: tried.iter().map(|one| one.puzzle).collect(),
            last: None,
        })
    }

    fn next(&mut self, args: &Args) -> Result<Option<&'static Puzzle>, Failure> {
        let choice = args.theme.map_or(PuzzleChoice::Rated, PuzzleChoice::Theme);
        let standing = self.desk.wait(self.desk.store.puzzle_standing(None))?;
        let rated = |puzzle: &Puzzle| {
            let known = self.known.get(&puzzle.id.number());
            known.map_or(f64::from(puzzle.rating), |known| known.rating)
        };
        let is_new = |puzzle: &Puzzle| !self.tried.contains(&puzzle.id.number());
        let rating = standing.rating.rating;
        let seeker = PuzzleSeeker { rating, rated: &rated, is_new: &is_new, last: self.last };
        Ok(PuzzleSet::shipped().choose(choice, &seeker, &mut self.dice))
    }

    /// Asks a puzzle to its end; `None` if somebody leaves.
    fn ask(
        &mut self,
        console: &mut Console<impl BufRead, impl Write>,
        puzzle: &'static Puzzle,
    ) -> Result<Option<PuzzleOutcome>, Failure> {
        self.last = Some(puzzle.id);
        let solver = named(puzzle.solver());
        let goal = match puzzle.goal {
            PuzzleGoal::Win => "Find the only move that wins.".to_owned(),
            PuzzleGoal::Draw => "Find the only move that does not lose.".to_owned(),
            PuzzleGoal::Discs(margin) => {
                format!("Find the move that ends at least {margin} discs better than every other one.")
            }
        };
        let (mut line, mut position): (Vec<Move>, _) = (Vec::new(), puzzle.position);
        console.say(&format!("Puzzle {}", puzzle.id))?;
        console.draw(position, None)?;
        console.say(&format!("{solver} to play. {goal}"))?;
        let (begun, mut hinted) = (Instant::now(), false);
        loop {
            let right = line_move(puzzle, &line)?;
            let played = match console.ask(position)? {
                TypedAnswer::Quit => return Ok(None),
                // Whoever wants to see the answer has not found it.
                TypedAnswer::Skip | TypedAnswer::Forget => {
                    self.conclude(console, puzzle, false, hinted, begun)?;
                    console.say(&format!("{right} was the move.\n"))?;
                    return Ok(Some(PuzzleOutcome::Missed));
                }
                TypedAnswer::Hint => {
                    hinted = true;
                    let question = CardQuestion { position, answers: vec![right], played: None };
                    let squares: Vec<String> = question.hint().iter().map(ToString::to_string).collect();
                    console.say(&format!("It is one of {}.", squares.join(", ")))?;
                    continue;
                }
                TypedAnswer::Move(played) => played,
            };
            match puzzle.judge(&line, played) {
                Some(PuzzleVerdict::Right { reply, solved }) => {
                    line.push(played);
                    line.extend(&reply);
                    if solved {
                        console.say("Solved.")?;
                        self.conclude(console, puzzle, true, hinted, begun)?;
                        return Ok(Some(PuzzleOutcome::Solved));
                    }
                    let answered: Vec<String> = reply.iter().map(ToString::to_string).collect();
                    console.say(&format!("Right. The reply is {}.", answered.join(" ")))?;
                    position = played_out(puzzle, &line)?;
                    console.draw(position, reply.iter().rev().find_map(|one| one.square()))?;
                    console.say(&format!("{solver} to play."))?;
                }
                Some(PuzzleVerdict::Wrong { right, .. }) => {
                    console.say(&format!("{played} is not the move; {right} was."))?;
                    for said in self.desk.refutation(position, played, Some(right)) {
                        console.say(&format!("  {said}"))?;
                    }
                    self.conclude(console, puzzle, false, hinted, begun)?;
                    return Ok(Some(PuzzleOutcome::Missed));
                }
                None => return Err(Failure::Other(anyhow!("puzzle {} is damaged", puzzle.id))),
            }
        }
    }

    /// Counts an attempt that is over, and says what that changed.
    fn conclude(
        &mut self,
        console: &mut Console<impl BufRead, impl Write>,
        puzzle: &Puzzle,
        solved: bool,
        hinted: bool,
        begun: Instant,
    ) -> Result<(), Failure> {
        let attempt = PuzzleAttempt {
            puzzle: puzzle.id.number(),
            predicted: f64::from(puzzle.rating),
            mode: if hinted { PuzzleMode::Theme } else { self.mode },
            solved,
            milliseconds: i64::try_from(begun.elapsed().as_millis()).ok(),
        };
        self.tried.insert(puzzle.id.number());
        let themes: Vec<&str> = puzzle.themes.iter().map(PuzzleTheme::name).collect();
        let themes =
            if themes.is_empty() { String::new() } else { format!(" Themes: {}.", themes.join(", ")) };
        match self.desk.wait(self.desk.store.count_attempt(None, &attempt))? {
            Some(CountedAttempt { before, standing, .. }) => {
                let change = standing.rating.shown() - before.shown();
                console.say(&format!("Your rating: {} ({change:+}).{themes}\n", standing.rating))?;
            }
            None => console.say(&format!("You have tried this one before, so nothing counts.{themes}\n"))?,
        }
        Ok(())
    }
}

/// Returns the move to be found after the beginning of the line.
fn line_move(puzzle: &Puzzle, line: &[Move]) -> Result<Move, Failure> {
    let next = puzzle.line.get(line.len()).copied();
    next.ok_or_else(|| Failure::Other(anyhow!("puzzle {} is damaged", puzzle.id)))
}

fn played_out(puzzle: &Puzzle, line: &[Move]) -> Result<outflank_rules::Position, Failure> {
    let now = line.iter().try_fold(puzzle.position, |now, &played| now.play(played).ok());
    now.ok_or_else(|| Failure::Other(anyhow!("puzzle {} is damaged", puzzle.id)))
}
