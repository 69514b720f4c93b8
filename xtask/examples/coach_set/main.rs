//! Finds candidates for the labelled set of `data/coach`, and keeps the set in order:
//!
//! ```text
//! cargo run -p xtask --example coach_set -- \
//!     find --engine outflank --games DIR --seed 7 --each 40 > candidates.jsonl
//! cargo run -p xtask --example coach_set -- split labelled.jsonl --seed 7
//! cargo run -p xtask --example coach_set -- check data/coach
//! ```
//!
//! `split` writes seen.jsonl and unseen.jsonl, `check` confirms what can be confirmed by rules.
//!
//! `find` takes games in random order, looks for moves that lose six discs or more, and proposes a cause
//! where the same one holds ([`causes`]) in lines of depth 12 and of depth 18 (exact from 20 empty squares
//! on). What it prints is looked at by a person, who drops, corrects or confirms.

mod board;
mod causes;
mod engine;
mod games;
mod set;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use serde_json::json;

use board::{Board, Cell, name};
use causes::{CAUSES, Mistake, follow, is_possible, spell};
use engine::Engine;
use games::{Dice, random_position, read};

/// The smallest loss that counts, in discs.
const SIGNIFICANT: i64 = 6;
/// The origin of a mistake that was made in a game.
const GAME: &str = "game";
/// The cause that is looked for in games and positions of its own.
const WIPE: Option<&str> = Some("wipe-out");
/// What the better move must be worth: a game that is not decided yet.
const OPEN: std::ops::RangeInclusive<i64> = -24..=40;
/// A value at which a wipe-out is worth looking for.
const LOST: i64 = -60;
/// The largest loss of a move that nobody played but somebody might.
const PLAUSIBLE: i64 = 24;
/// From so many empty squares on values are exact.
const SOLVED: usize = 20;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option =
        |name: &str| arguments.iter().position(|word| word == name).and_then(|at| arguments.get(at + 1));
    let number =
        |name: &str, otherwise: usize| option(name).and_then(|n| n.parse().ok()).unwrap_or(otherwise);
    let seed = number("--seed", 7) as u64;
    let any_move = arguments.iter().any(|word| word == "--any-move");
    let result = match (arguments.first().map(String::as_str), arguments.get(1)) {
        (Some("find"), _) => match (option("--engine"), option("--games")) {
            (Some(engine), Some(games)) => {
                Finder::new(engine, seed, number("--each", 40)).and_then(|finder| {
                    finder.run(Path::new(games), option("--only").map(String::as_str), any_move)
                })
            }
            _ => Err("find needs --engine PROGRAM and --games DIR".into()),
        },
        (Some("split"), Some(file)) => set::split(Path::new(file), seed),
        (Some("check"), Some(folder)) => set::check(Path::new(folder)),
        _ => Err("usage: coach_set find|split|check, see the head of the source".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The search for candidates.
struct Finder {
    glance: Engine,
    middling: Engine,
    deep: Engine,
    solver: Engine,
    all: Engine,
    dice: Dice,
    each: usize,
    found: BTreeMap<&'static str, usize>,
}

impl Finder {
    /// Starts the engines.
    fn new(program: &str, seed: u64, each: usize) -> Result<Finder, String> {
        Ok(Finder {
            glance: Engine::start(program, 6, true)?,
            middling: Engine::start(program, 12, false)?,
            deep: Engine::start(program, 18, false)?,
            solver: Engine::start(program, 60, false)?,
            all: Engine::start(program, 14, true)?,
            dice: Dice::new(seed),
            each,
            found: BTreeMap::new(),
        })
    }

    /// Tells whether a cause has enough candidates.
    fn full(&self, cause: &str) -> bool {
        self.found.get(cause).is_some_and(|&count| count >= self.each)
    }

    /// Goes through games until every cause (or those asked for) has enough candidates or the games are at an
    /// end.
    fn run(mut self, folder: &Path, only: Option<&str>, any_move: bool) -> Result<(), String> {
        for cause in CAUSES {
            if only.is_some_and(|only| !only.split(',').any(|one| one == cause)) {
                self.found.insert(cause, self.each);
            }
        }
        let mut games = read(folder)?;
        self.dice.shuffle(&mut games);
        if !self.full("wipe-out") {
            for game in games.iter().filter(|game| game.wiped) {
                for (board, played) in &game.plies() {
                    if self.dooms(board, *played)? && self.consider(board, *played, GAME, WIPE)? {
                        break;
                    }
                }
            }
            self.construct_wipe_outs()?;
        }
        for game in &games {
            if CAUSES.iter().all(|cause| self.full(cause) || *cause == "wipe-out") {
                break;
            }
            for (board, played) in &game.plies() {
                if (8..=48).contains(&board.count(Cell::Empty)) && self.look(board, *played, any_move)? {
                    break;
                }
            }
        }
        eprintln!("{:?}", self.found);
        Ok(())
    }

    /// Looks at the move that was played in a game, or with `any_move` at up to three others that lose
    /// something but not everything; true if one became a candidate.
    fn look(&mut self, board: &Board, played: usize, any_move: bool) -> Result<bool, String> {
        let hope = |finder: &Finder, square: usize, best: Option<usize>| {
            CAUSES[1..].iter().any(|cause| !finder.full(cause) && is_possible(cause, board, square, best))
        };
        let hopeful = if any_move {
            self.dice.below(3) == 0 && board.legal(board.side).iter().any(|&square| hope(self, square, None))
        } else {
            hope(self, played, None)
        };
        if !hopeful {
            return Ok(false);
        }
        let answer = self.glance.ask(board)?;
        let Some(&(best, most)) = answer.moves.first() else { return Ok(false) };
        let bad: Vec<usize> = answer
            .moves
            .iter()
            .filter(|&&(square, value)| {
                let loss = most - value;
                let chosen = if any_move { square != played && loss <= PLAUSIBLE } else { square == played };
                chosen && loss >= SIGNIFICANT - 1 && hope(self, square, Some(best))
            })
            .map(|&(square, _)| square)
            .take(3)
            .collect();
        for square in bad {
            let origin = if any_move { "another move" } else { GAME };
            if self.consider(board, square, origin, None)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Makes positions by random moves in which one move lets the opponent turn every disc within five plies.
    fn construct_wipe_outs(&mut self) -> Result<(), String> {
        for _attempt in 1..200_000 {
            if self.full("wipe-out") {
                break;
            }
            let plies = 8 + self.dice.below(16);
            let Some(board) = random_position(&mut self.dice, plies) else { continue };
            let values = self.glance.ask(&board)?.moves;
            let (doomed, fine): (Vec<_>, Vec<_>) = values.into_iter().partition(|&(_, value)| value <= LOST);
            let (Some(&(played, _)), false) = (doomed.first(), fine.is_empty()) else { continue };
            self.consider(&board, played, "random moves", WIPE)?;
        }
        Ok(())
    }

    /// Tells whether a glance sees a move lose nearly everything, where another does not.
    fn dooms(&mut self, board: &Board, played: usize) -> Result<bool, String> {
        let answer = self.glance.ask(board)?;
        let value = answer.moves.iter().find(|&&(square, _)| square == played).map(|&(_, value)| value);
        Ok(answer.score > LOST && value.is_some_and(|value| value <= LOST))
    }

    /// Looks closely at one move, and prints it if a cause is found that has not enough candidates yet.
    fn consider(
        &mut self,
        board: &Board,
        played: usize,
        origin: &str,
        wanted: Option<&str>,
    ) -> Result<bool, String> {
        let close = board.count(Cell::Empty) <= SOLVED;
        let best = if close { self.solver.ask(board)? } else { self.middling.ask(board)? };
        let Some(Some(better)) = best.line.first().copied() else { return Ok(false) };
        if better == played || board.after(played).is_none() {
            return Ok(false);
        }
        let first =
            mistake(if close { &mut self.solver } else { &mut self.middling }, board, played, better)?;
        let Some(cause) = self.proposed(&first) else { return Ok(false) };
        if wanted.is_some_and(|wanted| wanted != cause) {
            return Ok(false);
        }
        let last = if close {
            first
        } else {
            let deeper = self.deep.ask(board)?;
            let Some(Some(better)) = deeper.line.first().copied() else { return Ok(false) };
            mistake(&mut self.deep, board, played, better)?
        };
        if self.proposed(&last) != Some(cause) {
            return Ok(false);
        }
        let values = if close { self.solver_values(board)? } else { self.all.ask(board)?.moves };
        *self.found.entry(cause).or_default() += 1;
        print(&last, cause, origin, &values);
        Ok(true)
    }

    /// The exact values of all moves.
    fn solver_values(&mut self, board: &Board) -> Result<Vec<(usize, i64)>, String> {
        let mut values = Vec::new();
        for square in board.legal(board.side) {
            if let Some(next) = board.after(square) {
                values.push((square, self.value(&next)?));
            }
        }
        values.sort_by_key(|&(_, value)| -value);
        Ok(values)
    }

    /// The exact value of a position for the side that has just moved.
    fn value(&mut self, next: &Board) -> Result<i64, String> {
        value(&mut self.solver, next).map(|(value, _, _)| value)
    }

    /// The cause to propose: the first that holds. The last three must hold alone.
    fn proposed(&self, mistake: &Mistake) -> Option<&'static str> {
        if mistake.value_better - mistake.value_played < SIGNIFICANT || !OPEN.contains(&mistake.value_better)
        {
            return None;
        }
        let causes = mistake.causes();
        let cause = causes.first()?.0;
        let alone = ["wedge-missed", "edge-attack", "parity-lost", "mobility-collapse"].contains(&cause)
            || ["wipe-out", "poisoned-corner", "corner-missed", "corner-given"].contains(&cause)
            || causes.len() == 1;
        (alone && !self.full(cause)).then_some(cause)
    }
}

/// The value of a position for the side that has just moved, whether it is proved, and the best play from
/// there.
fn value(engine: &mut Engine, next: &Board) -> Result<(i64, bool, Vec<Option<usize>>), String> {
    if next.over() {
        let (own, other) = (next.count(next.side.other()) as i64, next.count(next.side) as i64);
        let empties = 64 - own - other;
        return Ok((own - other + (own - other).signum() * empties, true, Vec::new()));
    }
    let answer = engine.ask(next)?;
    Ok((-answer.score, answer.exact, answer.line))
}

/// Values two moves and follows the best play after each: to the end where it is solved, else nine plies or
/// more.
fn mistake(engine: &mut Engine, board: &Board, played: usize, better: usize) -> Result<Mistake, String> {
    let mut line = |square: usize| -> Result<_, String> {
        let next = board.after(square).ok_or_else(|| format!("{} is not legal", name(square)))?;
        let (worth, exact, rest) = value(engine, &next)?;
        let mut moves = vec![Some(square)];
        moves.extend(rest);
        loop {
            let plies = follow(board, &moves);
            let Some(end) = plies.last() else { return Err(format!("{} is not legal", name(square))) };
            if end.board.over() || (!exact && moves.len() > 9) || plies.len() < moves.len() {
                return Ok((worth, exact, plies));
            }
            let (_, _, rest) = value(engine, &end.board)?;
            if rest.is_empty() {
                return Ok((worth, exact, plies));
            }
            moves.extend(rest);
        }
    };
    let (value_played, proved, line_played) = line(played)?;
    let (value_better, proved_too, line_better) = line(better)?;
    let exact = proved && proved_too;
    Ok(Mistake {
        board: board.clone(),
        played,
        better,
        value_played,
        value_better,
        exact,
        line_played,
        line_better,
    })
}

/// Prints a candidate as a line of JSON.
fn print(mistake: &Mistake, cause: &str, origin: &str, values: &[(usize, i64)]) {
    let causes = mistake.causes();
    let evidence = causes.iter().find(|one| one.0 == cause).map(|one| one.1.clone());
    let also: Vec<&str> = causes.iter().map(|one| one.0).filter(|&other| other != cause).collect();
    let values: Vec<String> =
        values.iter().map(|(square, value)| format!("{} {value:+}", name(*square))).collect();
    println!(
        "{}",
        json!({
            "position": mistake.board.text(),
            "side": if mistake.board.side == Cell::Black { "black" } else { "white" },
            "empties": mistake.board.count(Cell::Empty),
            "played": name(mistake.played),
            "better": name(mistake.better),
            "value_played": mistake.value_played,
            "value_better": mistake.value_better,
            "loss": mistake.value_better - mistake.value_played,
            "loss_from": if mistake.exact { "solved" } else { "depth 18" },
            "cause": cause,
            "also": also,
            "evidence": evidence,
            "line_played": spell(&mistake.line_played),
            "line_better": spell(&mistake.line_better),
            "values": values,
            "origin": origin,
        })
    );
}
