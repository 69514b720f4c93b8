//! Puzzles: which one comes next, whether a move is right, and where somebody stands, of what is kept of
//! them.

use std::collections::HashMap;

use outflank_engine::{Dice, Truth};
use outflank_keep::{CountedAttempt, EndgameRecord, PuzzleAttempt, PuzzleMode, PuzzleStanding, TriedPuzzle};
use outflank_puzzles::{
    ENDGAME_EMPTIES, Puzzle, PuzzleChoice, PuzzleGoal, PuzzleId, PuzzleSeeker, PuzzleSet, PuzzleTheme,
    PuzzleVerdict,
};
use outflank_ratings::PlayerRating;
use outflank_rules::{Move, Position};

use crate::puzzles::{
    CountedAttemptView, DailyPuzzleView, DailyPuzzlesView, EndgameCountView, NextPuzzle, PuzzleAnswerView,
    PuzzleMoveView, PuzzleStandingView, PuzzleTry, PuzzleVerdictView, PuzzleView, PuzzlesView,
    ThemeCountView,
};
use crate::{Malformed, view};

/// A day in milliseconds, and the longest time that is accepted.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// The maximum number of moves read.
const MOST_MOVES: usize = 128;

/// Finds a puzzle by its identifier in the path.
pub fn named(id: &str) -> Option<&'static Puzzle> {
    PuzzleSet::shipped().get(id.parse::<PuzzleId>().ok()?)
}

/// Converts a puzzle.
pub fn shown(puzzle: &Puzzle, tried: &[TriedPuzzle]) -> PuzzleView {
    PuzzleView {
        id: puzzle.id.to_string(),
        position: view::position(puzzle.position),
        goal: puzzle.goal.name(),
        margin: if let PuzzleGoal::Discs(margin) = puzzle.goal { Some(margin) } else { None },
        questions: puzzle.questions().len(),
        tried: tried.iter().any(|one| one.puzzle == puzzle.id.number()),
    }
}

/// Converts a person's standing; days are counted in UTC from 1970.
pub fn standing_view(standing: &PuzzleStanding, tried: &[TriedPuzzle], today: i64) -> PuzzleStandingView {
    PuzzleStandingView {
        rating: standing.rating.shown(),
        provisional: standing.rating.is_provisional(),
        attempts: standing.attempts,
        solved: standing.solved,
        streak: standing.streak,
        best_streak: standing.best_streak,
        today: tried.iter().filter(|one| one.moment.div_euclid(DAY) == today).count(),
    }
}

/// Returns a person's standing at a moment, today's puzzles, all themes and all endgames.
pub fn overview(
    standing: &PuzzleStanding,
    tried: &[TriedPuzzle],
    records: &[EndgameRecord],
    now: i64,
) -> PuzzlesView {
    let set = PuzzleSet::shipped();
    let solved: HashMap<u32, bool> = tried.iter().map(|one| (one.puzzle, one.solved)).collect();
    let result = |puzzle: &Puzzle| solved.get(&puzzle.id.number()).copied();
    let theme = |theme: PuzzleTheme| {
        let results = set.puzzles().iter().filter(|puzzle| puzzle.themes.contains(theme)).map(result);
        let results: Vec<Option<bool>> = results.collect();
        ThemeCountView {
            theme: theme.name(),
            puzzles: results.len(),
            tried: results.iter().flatten().count(),
            solved: results.iter().flatten().filter(|solved| **solved).count(),
        }
    };
    let today = now.div_euclid(DAY);
    let daily = set.daily(u32::try_from(today).unwrap_or(0)).into_iter().map(|puzzle| DailyPuzzleView {
        id: puzzle.id.to_string(),
        tried: result(puzzle).is_some(),
        solved: result(puzzle) == Some(true),
    });
    let endgame = |empties: u32| {
        let own = records.iter().filter(|record| record.empties == i64::from(empties));
        EndgameCountView {
            empties,
            puzzles: set.endgames(empties).count(),
            tries: own.clone().map(|record| record.tries).sum(),
            won: own.clone().map(|record| record.won).sum(),
            best: own.filter_map(|record| record.best).min(),
        }
    };
    PuzzlesView {
        puzzles: set.puzzles().len(),
        me: standing_view(standing, tried, today),
        themes: PuzzleTheme::ALL.map(theme).into(),
        daily: DailyPuzzlesView { day: today, puzzles: daily.collect() },
        endgames: ENDGAME_EMPTIES.map(endgame).collect(),
    }
}

/// What is known of a person who asks for a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Seeker<'a> {
    /// Their standing.
    pub standing: &'a PuzzleStanding,
    /// The puzzles they have tried.
    pub tried: &'a [TriedPuzzle],
    /// Their results in endgames.
    pub endgames: &'a [EndgameRecord],
    /// The measured difficulty of puzzles, by number.
    pub ratings: &'a HashMap<u32, PlayerRating>,
}

/// Draws a puzzle the person has not tried, near their rating; once all have been tried, one of those.
pub fn draw(
    wish: &NextPuzzle,
    seeker: Seeker<'_>,
    dice: &mut Dice,
) -> Result<Option<&'static Puzzle>, Malformed> {
    let theme = wish.theme.as_deref().map(theme_named).transpose()?;
    let choice = match (wish.mode.as_deref().unwrap_or("rated"), theme) {
        ("rated", _) | ("theme", None) => PuzzleChoice::Rated,
        ("theme", Some(theme)) => PuzzleChoice::Theme(theme),
        ("endgame", _) => PuzzleChoice::Endgame(wish.empties),
        (mode, _) => {
            let why = format!("{mode:?} is no way to choose; there are rated, theme and endgame");
            return Err(Malformed(why));
        }
    };
    let is_new = |puzzle: &Puzzle| {
        let number = puzzle.id.number();
        match choice {
            PuzzleChoice::Endgame(_) => {
                seeker.endgames.iter().all(|one| one.puzzle != number || one.won == 0)
            }
            _ => seeker.tried.iter().all(|one| one.puzzle != number),
        }
    };
    let rated = |puzzle: &Puzzle| {
        seeker.ratings.get(&puzzle.id.number()).map_or(f64::from(puzzle.rating), |known| known.rating)
    };
    let last = wish.after.as_deref().and_then(|last| last.parse().ok());
    let seeker = PuzzleSeeker { rating: seeker.standing.rating.rating, rated: &rated, is_new: &is_new, last };
    Ok(PuzzleSet::shipped().choose(choice, &seeker, dice))
}

fn theme_named(name: &str) -> Result<PuzzleTheme, Malformed> {
    let known = || PuzzleTheme::ALL.map(PuzzleTheme::name).join(", ");
    PuzzleTheme::of_name(name)
        .ok_or_else(|| Malformed(format!("{name:?} is not a theme; the themes are {}", known())))
}

/// Parses moves.
pub fn moves_of(texts: &[String]) -> Result<Vec<Move>, Malformed> {
    if texts.len() > MOST_MOVES {
        return Err(Malformed(format!("{} moves are too many", texts.len())));
    }
    texts.iter().map(|text| text.parse().map_err(|error| Malformed(format!("{error}")))).collect()
}

/// Returns the time if it is plausible.
pub fn believed(milliseconds: Option<i64>) -> Option<i64> {
    milliseconds.filter(|time| (0..=DAY).contains(time))
}

/// A judged move in a puzzle.
#[derive(Clone, Debug)]
pub struct JudgedTry {
    /// Whether the move was right.
    pub right: bool,
    /// The attempt, if this move ends it.
    pub attempt: Option<PuzzleAttempt>,
    so_far: usize,
    reply: Vec<Move>,
    asked: Position,
    positions: Vec<Position>,
}

impl JudgedTry {
    /// Judges a move in a puzzle.
    pub fn of(puzzle: &Puzzle, wish: &PuzzleTry) -> Result<JudgedTry, Malformed> {
        let mode = match wish.mode.as_deref().unwrap_or("rated") {
            "rated" => PuzzleMode::Rated,
            "theme" => PuzzleMode::Theme,
            "daily" => PuzzleMode::Daily,
            other => return Err(Malformed(format!("{other:?} is none of rated, theme and daily"))),
        };
        let so_far = moves_of(&wish.line)?;
        let played: Move = wish.played.parse().map_err(|error| Malformed(format!("{error}")))?;
        let refused = || {
            let message = format!("{} does not follow {:?} in puzzle {}", wish.played, wish.line, puzzle.id);
            Malformed(message)
        };
        let (right, over, reply) = match puzzle.judge(&so_far, played).ok_or_else(refused)? {
            PuzzleVerdict::Right { reply, solved } => (true, solved, reply),
            PuzzleVerdict::Wrong { .. } => (false, true, Vec::new()),
        };
        let asked = so_far.iter().try_fold(puzzle.position, |now, &played| now.play(played).ok());
        let asked = asked.ok_or_else(refused)?;
        let (mut now, mut positions) = (asked, Vec::new());
        for &next in std::iter::once(&played).chain(&reply) {
            now = now.play(next).map_err(|error| Malformed(error.to_string()))?;
            positions.push(now);
        }
        let attempt = over.then(|| PuzzleAttempt {
            puzzle: puzzle.id.number(),
            predicted: f64::from(puzzle.rating),
            mode,
            solved: right,
            milliseconds: believed(wish.milliseconds),
        });
        Ok(JudgedTry { right, attempt, so_far: so_far.len(), reply, asked, positions })
    }

    /// Returns the verdict on the move, and what the attempt changed if it counted.
    pub fn view(self, puzzle: &Puzzle, counted: Option<CountedAttempt>) -> PuzzleVerdictView {
        let over = self.attempt.is_some();
        let rating = counted.map_or(f64::from(puzzle.rating), |counted| counted.puzzle.rating);
        PuzzleVerdictView {
            right: self.right,
            over,
            answer: over.then(|| answer(puzzle, self.asked, self.so_far, rating)),
            reply: spelled(&self.reply),
            positions: self.positions.into_iter().map(view::position).collect(),
            counted: counted.map(|counted| CountedAttemptView {
                before: counted.before.shown(),
                rating: counted.standing.rating.shown(),
                provisional: counted.standing.rating.is_provisional(),
                streak: counted.standing.streak,
            }),
        }
    }
}

/// Formats moves.
pub fn spelled(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

fn answer(puzzle: &Puzzle, asked: Position, ply: usize, rating: f64) -> PuzzleAnswerView {
    let kind = |truth: Truth| match truth {
        Truth::AtLeast => "lower",
        Truth::AtMost => "upper",
        Truth::Exact | Truth::Estimate { .. } => "exact",
    };
    let moves = puzzle.moves.iter().map(|proof| PuzzleMoveView {
        square: proof.square.to_string(),
        score: proof.value.score,
        kind: kind(proof.value.truth),
    });
    PuzzleAnswerView {
        line: spelled(&puzzle.line),
        moves: moves.collect(),
        themes: puzzle.themes.iter().map(PuzzleTheme::name).collect(),
        rating: rating.round() as i32,
        asked: asked.to_string(),
        best: puzzle.line.get(ply).map(ToString::to_string).unwrap_or_default(),
    }
}
