//! Puzzles: which one comes next, whether a move is right, and endgames against perfect play.
//!
//! The answer stays here until somebody has found it or gone wrong. An attempt is not kept while it goes
//! on: the page sends the moves so far, which must be the beginning of the solution. The first one that is
//! over counts.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use outflank_engine::{Dice, Stopper, Truth};
use outflank_puzzles::{
    ENDGAME_EMPTIES, Puzzle, PuzzleChoice, PuzzleGoal, PuzzleId, PuzzleSeeker, PuzzleSet, PuzzleTheme,
    PuzzleVerdict,
};
use outflank_ratings::PlayerRating;
use outflank_rules::{Move, Position};
use outflank_store::{PuzzleAttempt, PuzzleMode, PuzzleStanding, TriedPuzzle};

use super::StudioState;
use crate::engines::StopOnDrop;
use crate::error::ApiError;
use crate::people::Caller;
use crate::request::{ApiJson, ApiPath, ApiQuery};
use crate::seats::Viewer;
use crate::view;
use crate::wire::Refusal;
use crate::wire::puzzles::{
    CountedAttemptView, DailyPuzzleView, DailyPuzzlesView, EndgameCountView, EndgameTry, EndgameView,
    NextPuzzle, PuzzleAnswerView, PuzzleMoveView, PuzzleStandingView, PuzzleTry, PuzzleVerdictView,
    PuzzleView, PuzzlesView, ThemeCountView,
};

/// A day in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// The longest time that is believed: a day.
const LONGEST: i64 = DAY;

/// Finds a puzzle by what its path calls it.
fn named(id: &str) -> Result<&'static Puzzle, ApiError> {
    let missing = || ApiError::missing(format!("there is no puzzle called {id:?}"));
    let id: PuzzleId = id.parse().map_err(|_| missing())?;
    PuzzleSet::shipped().get(id).ok_or_else(missing)
}

fn shown(puzzle: &Puzzle, tried: &[TriedPuzzle]) -> PuzzleView {
    PuzzleView {
        id: puzzle.id.to_string(),
        position: view::position(puzzle.position),
        goal: puzzle.goal.name(),
        margin: if let PuzzleGoal::Discs(margin) = puzzle.goal { Some(margin) } else { None },
        questions: puzzle.questions().len(),
        tried: tried.iter().any(|one| one.puzzle == puzzle.id.number()),
    }
}

/// Shows where somebody stands; the day is one of Greenwich, from 1970.
pub(super) fn standing_view(
    standing: &PuzzleStanding,
    tried: &[TriedPuzzle],
    today: i64,
) -> PuzzleStandingView {
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

/// Shows where one stands, today's puzzles, all themes and all endgames.
#[utoipa::path(get, path = "/api/puzzles", responses((status = 200, body = PuzzlesView)))]
pub(super) async fn overview(
    State(studio): StudioState,
    caller: Caller,
) -> Result<Json<PuzzlesView>, ApiError> {
    let (set, person) = (PuzzleSet::shipped(), caller.person());
    let standing = studio.store.puzzle_standing(person).await?;
    let tried = studio.store.tried_puzzles(person).await?;
    let records = studio.store.endgame_records(person).await?;
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
    let today = studio.store.now().div_euclid(DAY);
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
    Ok(Json(PuzzlesView {
        puzzles: set.puzzles().len(),
        me: standing_view(&standing, &tried, today),
        themes: PuzzleTheme::ALL.map(theme).into(),
        daily: DailyPuzzlesView { day: today, puzzles: daily.collect() },
        endgames: ENDGAME_EMPTIES.map(endgame).collect(),
    }))
}

/// Chooses a puzzle that one has not tried, near one's rating; once all were tried, one of those.
#[utoipa::path(get, path = "/api/puzzles/next", params(NextPuzzle), responses(
    (status = 200, body = PuzzleView), (status = 404, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn next(
    State(studio): StudioState,
    caller: Caller,
    ApiQuery(wish): ApiQuery<NextPuzzle>,
) -> Result<Json<PuzzleView>, ApiError> {
    let theme = wish.theme.as_deref().map(theme_named).transpose()?;
    let choice = match (wish.mode.as_deref().unwrap_or("rated"), theme) {
        ("rated", _) | ("theme", None) => PuzzleChoice::Rated,
        ("theme", Some(theme)) => PuzzleChoice::Theme(theme),
        ("endgame", _) => PuzzleChoice::Endgame(wish.empties),
        (mode, _) => {
            let why = format!("{mode:?} is no way to choose; there are rated, theme and endgame");
            return Err(ApiError::bad(why));
        }
    };
    let person = caller.person();
    let tried = studio.store.tried_puzzles(person).await?;
    let played = studio.store.endgame_records(person).await?;
    let known: HashMap<u32, PlayerRating> = studio.store.puzzle_ratings().await?.into_iter().collect();
    let standing = studio.store.puzzle_standing(person).await?;
    let is_new = |puzzle: &Puzzle| {
        let number = puzzle.id.number();
        match choice {
            PuzzleChoice::Endgame(_) => played.iter().all(|one| one.puzzle != number || one.won == 0),
            _ => tried.iter().all(|one| one.puzzle != number),
        }
    };
    let rated = |puzzle: &Puzzle| {
        known.get(&puzzle.id.number()).map_or(f64::from(puzzle.rating), |known| known.rating)
    };
    let last = wish.after.as_deref().and_then(|last| last.parse().ok());
    let seeker = PuzzleSeeker { rating: standing.rating.rating, rated: &rated, is_new: &is_new, last };
    let mut dice = Dice::of_words(&[studio.store.now() as u64, tried.len() as u64, rand::random()]);
    let drawn = PuzzleSet::shipped().choose(choice, &seeker, &mut dice);
    let puzzle = drawn.ok_or_else(|| ApiError::missing("there is no such puzzle"))?;
    Ok(Json(shown(puzzle, &tried)))
}

fn theme_named(name: &str) -> Result<PuzzleTheme, ApiError> {
    let known = || PuzzleTheme::ALL.map(PuzzleTheme::name).join(", ");
    PuzzleTheme::of_name(name)
        .ok_or_else(|| ApiError::bad(format!("{name:?} is no theme; there are {}", known())))
}

/// Shows a puzzle.
#[utoipa::path(get, path = "/api/puzzles/{id}", params(("id" = String, Path)), responses(
    (status = 200, body = PuzzleView), (status = 404, body = Refusal)))]
pub(super) async fn show(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<PuzzleView>, ApiError> {
    let puzzle = named(&id)?;
    let tried = studio.store.tried_puzzles(caller.person()).await?;
    Ok(Json(shown(puzzle, &tried)))
}

/// Reads moves.
fn moves_of(texts: &[String]) -> Result<Vec<Move>, ApiError> {
    if texts.len() > 128 {
        return Err(ApiError::bad(format!("{} moves are too many", texts.len())));
    }
    texts.iter().map(|text| text.parse().map_err(|error| ApiError::bad(format!("{error}")))).collect()
}

/// Returns a time that makes sense.
fn believed(milliseconds: Option<i64>) -> Option<i64> {
    milliseconds.filter(|time| (0..=LONGEST).contains(time))
}

/// Judges a move. The first attempt that is over counts, for the puzzle as well.
#[utoipa::path(post, path = "/api/puzzles/{id}/attempts", params(("id" = String, Path)), request_body = PuzzleTry,
    responses((status = 200, body = PuzzleVerdictView), (status = 404, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn attempt(
    State(studio): StudioState,
    caller: Caller,
    ApiPath(id): ApiPath<String>,
    ApiJson(wish): ApiJson<PuzzleTry>,
) -> Result<Json<PuzzleVerdictView>, ApiError> {
    let puzzle = named(&id)?;
    let mode = match wish.mode.as_deref().unwrap_or("rated") {
        "rated" => PuzzleMode::Rated,
        "theme" => PuzzleMode::Theme,
        "daily" => PuzzleMode::Daily,
        other => return Err(ApiError::bad(format!("{other:?} is none of rated, theme and daily"))),
    };
    let so_far = moves_of(&wish.line)?;
    let played: Move = wish.played.parse().map_err(|error| ApiError::bad(format!("{error}")))?;
    let refused = || ApiError::bad(format!("{} does not follow {:?} in puzzle {id}", wish.played, wish.line));
    let verdict = puzzle.judge(&so_far, played).ok_or_else(refused)?;
    let (right, over, reply) = match verdict {
        PuzzleVerdict::Right { reply, solved } => (true, solved, reply),
        PuzzleVerdict::Wrong { .. } => (false, true, Vec::new()),
    };
    let asked = so_far.iter().try_fold(puzzle.position, |now, &played| now.play(played).ok());
    let asked = asked.ok_or_else(refused)?;
    let mut now = asked;
    let mut positions = Vec::new();
    for &next in std::iter::once(&played).chain(&reply) {
        now = now.play(next).map_err(|error| ApiError::illegal(error.to_string()))?;
        positions.push(view::position(now));
    }
    let (mut counted, mut rating) = (None, f64::from(puzzle.rating));
    // Somebody without a cookie may never come back: there is nobody to count for.
    if over && (caller.is_at_home() || caller.known_person().is_some()) {
        let attempt = PuzzleAttempt {
            puzzle: puzzle.id.number(),
            predicted: f64::from(puzzle.rating),
            mode,
            solved: right,
            milliseconds: believed(wish.milliseconds),
        };
        counted = studio.store.count_attempt(caller.known_person(), &attempt).await?;
        rating = counted.map_or(rating, |counted| counted.puzzle.rating);
    }
    Ok(Json(PuzzleVerdictView {
        right,
        over,
        reply: spelled(&reply),
        positions,
        answer: over.then(|| answer(puzzle, asked, so_far.len(), rating)),
        counted: counted.map(|counted| CountedAttemptView {
            before: counted.before.shown(),
            rating: counted.standing.rating.shown(),
            provisional: counted.standing.rating.is_provisional(),
            streak: counted.standing.streak,
        }),
    }))
}

fn spelled(moves: &[Move]) -> Vec<String> {
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

/// Answers with a best move in an endgame that is to be won against perfect play, until it is one's turn
/// again. Without a move it begins, and time runs; what was played and answered is kept until it is over, and
/// counts only if all replies are those that were given.
#[utoipa::path(post, path = "/api/puzzles/{id}/endgame", params(("id" = String, Path)), request_body = EndgameTry,
    responses((status = 200, body = EndgameView), (status = 404, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn endgame(
    State(studio): StudioState,
    caller: Caller,
    viewer: Viewer,
    ApiPath(id): ApiPath<String>,
    ApiJson(wish): ApiJson<EndgameTry>,
) -> Result<Json<EndgameView>, ApiError> {
    let puzzle = named(&id)?;
    if !puzzle.is_endgame() {
        return Err(ApiError::bad(format!("puzzle {id} is no endgame to be won against perfect play")));
    }
    let moves = moves_of(&wish.moves)?;
    let mut now = puzzle.position;
    for &played in &moves {
        now = now.play(played).map_err(|error| ApiError::illegal(error.to_string()))?;
    }
    studio.require_not_in_contest(now, &viewer).await?;
    // Somebody without a cookie may never come back: there is nobody to count for.
    let counts = caller.is_at_home() || caller.known_person().is_some();
    let (person, number) = (caller.known_person(), puzzle.id.number());
    if moves.is_empty() {
        if counts {
            studio.store.begin_endgame(person, number).await?;
        }
        let score = puzzle.moves.first().map_or(0, |best| best.value.score);
        let positions = vec![view::position(now)];
        return Ok(Json(EndgameView { positions, score, ..EndgameView::default() }));
    }
    let _place = studio.engines.question()?;
    let stopper = Stopper::new();
    let _left_alone = StopOnDrop(stopper.clone());
    let outer = stopper.clone();
    // Somebody waits for the reply: unlike a review it does not give way to others.
    let answered = studio
        .engines
        .review(false, &outer, move |engine, _clock_that_rests| puzzle.endgame_reply(engine, &stopper, now));
    let reply = answered.await.flatten();
    let reply = reply.ok_or_else(|| ApiError::busy("the engines cannot answer at present"))?;
    // What was played and answered so far, and what is now.
    let before = spelled(&moves[..moves.len() - 1]).join(" ");
    let after = spelled(&[moves.as_slice(), &reply.moves].concat()).join(" ");
    let (over, won) = (reply.is_over(), reply.is_won());
    let mut took = None;
    let mut proven = false;
    if counts && over {
        took = studio.store.finish_endgame(person, number, &before, puzzle.empties(), won).await?;
        proven = took.is_some();
    } else if counts {
        proven = studio.store.continue_endgame(person, number, &before, &after).await?;
    }
    Ok(Json(EndgameView {
        reply: spelled(&reply.moves),
        positions: reply.positions.into_iter().map(view::position).collect(),
        over,
        won,
        score: reply.score,
        proven,
        milliseconds: took,
    }))
}
