//! Puzzles on this device: one person tries them, and what they made of them is kept here.

use std::collections::HashMap;

use outflank_keep::{EndgameRecord, PuzzleRating, PuzzleStanding, TriedPuzzle};
use outflank_puzzles::Puzzle;
use outflank_ratings::PlayerRating;
use outflank_rules::{Color, Move, Position};
use outflank_wire::puzzles::{EndgameTry, EndgameView, NextPuzzle, PuzzleTry};
use outflank_wire::puzzling::{self, JudgedTry, Seeker};
use outflank_wire::view;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::reply::{Handled, Reply, now};
use super::request::DeskRequest;
use super::values::{known_version, read_json};
use super::{Desk, DeskRefusal, JobUrgency};

/// The key of all that is kept of puzzles.
const KEY: &str = "puzzles/all";

/// What was made of puzzles.
#[derive(Debug)]
pub(super) struct PuzzleTable {
    standing: PuzzleStanding,
    tried: Vec<TriedPuzzle>,
    ratings: HashMap<u32, PuzzleRating>,
    endgames: Vec<EndgameRecord>,
    /// Endgames that are being played: when they began, and all moves with the replies. They end with the
    /// page.
    runs: HashMap<u32, (i64, Vec<String>)>,
}

impl Default for PuzzleTable {
    fn default() -> PuzzleTable {
        let (tried, ratings, endgames, runs) = Default::default();
        PuzzleTable { standing: PuzzleStanding::NEW, tried, ratings, endgames, runs }
    }
}

/// A rating as it is kept: rating, deviation and volatility.
type RatingValue = [f64; 3];

/// What was made of puzzles, as it is kept.
#[derive(Debug, Serialize, Deserialize)]
struct PuzzlesValue {
    version: u8,
    rating: RatingValue,
    /// Attempts, solved, streak, best streak and when the last one was.
    counts: [i64; 5],
    /// Puzzle, solved, moment and the rating after it.
    tried: Vec<(u32, bool, i64, f64)>,
    /// Puzzle, rating, attempts and when the last one was.
    puzzles: Vec<(u32, RatingValue, i64, i64)>,
    /// Puzzle, empty squares, tries, won and the shortest time.
    endgames: Vec<(u32, i64, i64, i64, Option<i64>)>,
}

fn value_of(PlayerRating { rating, deviation, volatility }: PlayerRating) -> RatingValue {
    [rating, deviation, volatility]
}

fn rating_of([rating, deviation, volatility]: RatingValue) -> PlayerRating {
    PlayerRating { rating, deviation, volatility }
}

impl PuzzleTable {
    /// Returns all first attempts, and the endgames that were played.
    pub(super) fn tried(&self) -> (&[TriedPuzzle], &[EndgameRecord]) {
        (&self.tried, &self.endgames)
    }

    /// Returns where somebody stands at a moment.
    pub(super) fn standing_at(&self, now: i64) -> PuzzleStanding {
        self.standing.at(now)
    }

    fn value(&self) -> PuzzlesValue {
        let PuzzleStanding { rating, attempts, solved, streak, best_streak, updated } = self.standing;
        let tried = self.tried.iter().map(|one| (one.puzzle, one.solved, one.moment, one.rating));
        let mut puzzles: Vec<_> = self
            .ratings
            .iter()
            .map(|(&puzzle, one)| (puzzle, value_of(one.rating), one.attempts, one.updated))
            .collect();
        puzzles.sort_by_key(|one| one.0);
        let endgame = |one: &EndgameRecord| (one.puzzle, one.empties, one.tries, one.won, one.best);
        PuzzlesValue {
            version: 1,
            rating: value_of(rating),
            counts: [attempts, solved, streak, best_streak, updated],
            tried: tried.collect(),
            puzzles,
            endgames: self.endgames.iter().map(endgame).collect(),
        }
    }

    fn of(value: PuzzlesValue) -> PuzzleTable {
        let [attempts, solved, streak, best_streak, updated] = value.counts;
        let rating = rating_of(value.rating);
        let tried = value.tried.into_iter();
        let puzzles = value.puzzles.into_iter();
        let endgames = value.endgames.into_iter();
        PuzzleTable {
            standing: PuzzleStanding { rating, attempts, solved, streak, best_streak, updated },
            tried: tried
                .map(|(puzzle, solved, moment, rating)| TriedPuzzle { puzzle, solved, moment, rating })
                .collect(),
            ratings: puzzles
                .map(|(puzzle, rating, attempts, updated)| {
                    (puzzle, PuzzleRating { rating: rating_of(rating), attempts, updated })
                })
                .collect(),
            endgames: endgames
                .map(|(puzzle, empties, tries, won, best)| EndgameRecord {
                    puzzle,
                    empties,
                    tries,
                    won,
                    best,
                })
                .collect(),
            runs: HashMap::new(),
        }
    }
}

fn named(id: &str) -> Result<&'static Puzzle, DeskRefusal> {
    puzzling::named(id).ok_or_else(|| DeskRefusal::missing(format!("there is no puzzle called {id:?}")))
}

impl Desk {
    /// Reads what was made of puzzles.
    pub(super) fn load_puzzles(&mut self, value: &[u8]) -> Result<(), String> {
        let value: PuzzlesValue = read_json(value)?;
        known_version(value.version)?;
        self.puzzles = PuzzleTable::of(value);
        Ok(())
    }

    fn keep_puzzles(&mut self) {
        self.out.put_json(KEY, &self.puzzles.value());
    }

    /// Answers requests about puzzles: the parts of the path after `puzzles`.
    pub(super) fn route_puzzles(&mut self, request: &DeskRequest, parts: &[&str]) -> Handled {
        match (request.method.as_str(), parts) {
            ("GET", []) => {
                let table = &self.puzzles;
                let standing = table.standing.at(self.now);
                now(&puzzling::overview(&standing, &table.tried, &table.endgames, self.now))
            }
            ("GET", ["next"]) => self.next_puzzle(request),
            ("GET", [id]) => now(&puzzling::shown(named(id)?, &self.puzzles.tried)),
            ("POST", [id, "attempts"]) => self.try_puzzle(named(id)?, request),
            ("POST", [id, "endgame"]) => self.play_endgame(named(id)?, request),
            _ => Err(DeskRefusal::needs_server(&request.path)),
        }
    }

    fn next_puzzle(&mut self, request: &DeskRequest) -> Handled {
        let wish: NextPuzzle = request.query()?;
        let mut dice = self.dice();
        let table = &self.puzzles;
        let ratings = table.ratings.iter().map(|(&puzzle, one)| (puzzle, one.rating)).collect();
        let standing = table.standing.at(self.now);
        let seeker =
            Seeker { standing: &standing, tried: &table.tried, endgames: &table.endgames, ratings: &ratings };
        let drawn = puzzling::draw(&wish, seeker, &mut dice)?;
        let puzzle = drawn.ok_or_else(|| DeskRefusal::missing("there is no such puzzle"))?;
        now(&puzzling::shown(puzzle, &table.tried))
    }

    /// Judges a move. The first attempt that is over counts, for the puzzle as well.
    fn try_puzzle(&mut self, puzzle: &Puzzle, request: &DeskRequest) -> Handled {
        let wish: PuzzleTry = request.json()?;
        let judged = JudgedTry::of(puzzle, &wish)?;
        let table = &mut self.puzzles;
        let is_new = |number: u32| table.tried.iter().all(|one| one.puzzle != number);
        let counted = judged.attempt.filter(|attempt| is_new(attempt.puzzle)).map(|attempt| {
            let stored = table.ratings.get(&attempt.puzzle).copied();
            let stored = stored.unwrap_or(PuzzleRating::predicted(attempt.predicted));
            let (counted, after) = table.standing.after(&attempt, &stored, self.now);
            table.standing = counted.standing;
            table.ratings.insert(attempt.puzzle, after);
            let rating = counted.standing.rating.rating;
            let (puzzle, solved, moment) = (attempt.puzzle, attempt.solved, self.now);
            table.tried.push(TriedPuzzle { puzzle, solved, moment, rating });
            counted
        });
        if counted.is_some() {
            self.keep_puzzles();
        }
        now(&judged.view(puzzle, counted))
    }

    /// Answers with a best move in an endgame that is to be won against perfect play, until it is one's turn
    /// again. Without a move it begins, and time runs.
    fn play_endgame(&mut self, puzzle: &'static Puzzle, request: &DeskRequest) -> Handled {
        let wish: EndgameTry = request.json()?;
        if !puzzle.is_endgame() {
            let message = format!("puzzle {} is no endgame to be won against perfect play", puzzle.id);
            return Err(DeskRefusal::bad(message));
        }
        let moves = puzzling::moves_of(&wish.moves)?;
        let mut at = puzzle.position;
        for &played in &moves {
            at = at.play(played).map_err(|error| DeskRefusal::illegal(error.to_string()))?;
        }
        if moves.is_empty() {
            self.puzzles.runs.insert(puzzle.id.number(), (self.now, Vec::new()));
            let score = puzzle.moves.first().map_or(0, |best| best.value.score);
            let positions = vec![view::position(at)];
            return now(&EndgameView { positions, score, ..EndgameView::default() });
        }
        let solver = puzzle.solver();
        let task = json!({ "task": "endgame", "position": at.to_string(), "solver": solver.name() });
        let (id, played) = (request.id, puzzling::spelled(&moves));
        let job = self.begin_job(JobUrgency::Hint, task, None, move |desk, result| {
            let reply = match result.and_then(|result| endgame_view(at, solver, &result)) {
                Ok(mut view) => {
                    desk.follow_endgame(puzzle, &played, &mut view);
                    Reply::json(&view)
                }
                Err(reason) => DeskRefusal::internal(reason).into(),
            };
            desk.out.answer(id, reply);
        });
        self.wait_for(id, job);
        Ok(None)
    }

    /// Notes a move of an endgame and what answered it, if all replies before it are those that were given,
    /// and counts the endgame when it is over.
    fn follow_endgame(&mut self, puzzle: &Puzzle, played: &[String], view: &mut EndgameView) {
        let number = puzzle.id.number();
        let before = &played[..played.len() - 1];
        let Some((began, moves)) = self.puzzles.runs.get_mut(&number).filter(|(_, moves)| moves == before)
        else {
            return;
        };
        view.proven = true;
        if view.over {
            // A clock that was set back took no time at all.
            let took = (self.now - *began).max(0);
            view.milliseconds = Some(took);
            self.puzzles.runs.remove(&number);
            self.count_endgame(puzzle, view.won, took);
        } else {
            *moves = [played, &view.reply].concat();
        }
    }

    fn count_endgame(&mut self, puzzle: &Puzzle, won: bool, took: i64) {
        let (number, empties) = (puzzle.id.number(), i64::from(puzzle.empties()));
        let all = &mut self.puzzles.endgames;
        let place = all.iter().position(|one| one.puzzle == number).unwrap_or_else(|| {
            all.push(EndgameRecord { puzzle: number, empties, tries: 0, won: 0, best: None });
            all.len() - 1
        });
        let record = &mut all[place];
        record.tries += 1;
        record.won += i64::from(won);
        record.best = won.then_some(took).into_iter().chain(record.best).min();
        self.keep_puzzles();
    }
}

/// Shows how an endgame goes on after the replies that a thinker has found.
fn endgame_view(position: Position, solver: Color, result: &Value) -> Result<EndgameView, String> {
    let replies = result.get("reply").and_then(Value::as_array).ok_or("there is no reply")?;
    let score = result.get("score").and_then(Value::as_i64).ok_or("there is no score")?;
    let (mut at, mut reply) = (position, Vec::new());
    let mut positions = vec![view::position(at)];
    for text in replies.iter().filter_map(Value::as_str) {
        let played: Move = text.parse().map_err(|error| format!("{text:?}: {error}"))?;
        at = at.play(played).map_err(|error| format!("{text:?}: {error}"))?;
        reply.push(played);
        positions.push(view::position(at));
    }
    let over = at.is_finished();
    let sign = if solver == Color::Black { 1 } else { -1 };
    Ok(EndgameView {
        reply: puzzling::spelled(&reply),
        positions,
        over,
        won: over && at.score() * sign > 0,
        score: i32::try_from(score).unwrap_or(0),
        ..EndgameView::default()
    })
}
