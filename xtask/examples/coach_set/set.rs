//! Splits the labelled set into its two halves, and checks them by the rules alone.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::board::{Board, square};
use crate::causes::{CAUSES, Mistake, follow};
use crate::games::Dice;

/// Reads a file of JSON lines.
fn entries(path: &Path) -> Result<Vec<Value>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    text.lines()
        .map(|line| {
            serde_json::from_str(line).map_err(|error| format!("{}: {line}: {error}", path.display()))
        })
        .collect()
}

/// Divides every cause between two files in the same folder, half and half, at random.
pub(crate) fn split(file: &Path, seed: u64) -> Result<(), String> {
    let mut dice = Dice::new(seed);
    let mut by_cause: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for entry in entries(file)? {
        by_cause.entry(entry["cause"].as_str().unwrap_or_default().to_owned()).or_default().push(entry);
    }
    let mut halves = [Vec::new(), Vec::new()];
    let mut turn = 0;
    for mut group in by_cause.into_values() {
        dice.shuffle(&mut group);
        for entry in group {
            halves[turn].push(entry);
            turn = 1 - turn;
        }
    }
    for (name, mut half) in ["seen.jsonl", "unseen.jsonl"].into_iter().zip(halves) {
        dice.shuffle(&mut half);
        let text: String = half.iter().map(|entry| format!("{entry}\n")).collect();
        let path = file.with_file_name(name);
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// Checks both files: fields, legality of every move and line, sums, that the cause told is the first that
/// holds, and that no position occurs twice, not even mirrored. Reports all that is wrong.
pub(crate) fn check(folder: &Path) -> Result<(), String> {
    let mut seen = BTreeMap::new();
    let mut wrong = 0;
    for file in ["seen.jsonl", "unseen.jsonl"] {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for entry in entries(&folder.join(file))? {
            let text = |name: &str| entry[name].as_str().unwrap_or_default();
            if let Err(error) = check_entry(&entry) {
                println!("{file}: {}: {error}", text("id"));
                wrong += 1;
            }
            *counts.entry(text("cause").to_owned()).or_default() += 1;
            if let Some(other) = seen.insert(canonical(text("position")), text("id").to_owned()) {
                println!("{file}: {} and {other} are the same position", text("id"));
                wrong += 1;
            }
        }
        println!("{file}: {} positions, {counts:?}", counts.values().sum::<usize>());
    }
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} are wrong")) }
}

/// Checks one position.
fn check_entry(entry: &Value) -> Result<(), String> {
    let text = |name: &str| entry[name].as_str().unwrap_or_default();
    let number = |name: &str| entry[name].as_i64().ok_or(format!("no {name}"));
    let board = Board::parse(text("position")).ok_or("not a position")?;
    if !CAUSES.contains(&text("cause")) {
        return Err(format!("unknown cause {:?}", text("cause")));
    }
    if number("value_better")? - number("value_played")? != number("loss")? || number("loss")? < 6 {
        return Err("the loss does not fit".into());
    }
    for (first, line) in [("played", "line_played"), ("better", "line_better")] {
        let words: Vec<&str> = text(line).split(' ').collect();
        let moves: Vec<_> = words.iter().map(|word| square(word)).collect();
        let plies = follow(&board, &moves);
        let legal_passes = plies.iter().enumerate().all(|(at, ply)| {
            let before = if at == 0 { &board } else { &plies[at - 1].board };
            ply.square.is_some() || before.legal(before.side).is_empty()
        });
        if plies.len() != words.len() || !legal_passes || words.first() != Some(&text(first)) {
            return Err(format!("{line} is not legal"));
        }
        let solved = text("loss_from") == "solved";
        if let Some(last) = plies.last().filter(|_| solved) {
            let value = number(if first == "played" { "value_played" } else { "value_better" })?;
            let (own, other) =
                (last.board.count(board.side) as i64, last.board.count(board.side.other()) as i64);
            let score = own - other + (own - other).signum() * (64 - own - other);
            if !last.board.over() || score != value {
                return Err(format!("{line} ends with {score}, not with the proved value {value}"));
            }
        }
    }
    let line = |name: &str| follow(&board, &text(name).split(' ').map(square).collect::<Vec<_>>());
    let mistake = Mistake {
        board: board.clone(),
        played: square(text("played")).ok_or("no played move")?,
        better: square(text("better")).ok_or("no better move")?,
        value_played: number("value_played")?,
        value_better: number("value_better")?,
        exact: text("loss_from") == "solved",
        line_played: line("line_played"),
        line_better: line("line_better"),
    };
    match mistake.causes().first() {
        Some((cause, evidence)) if *cause == text("cause") && evidence == text("evidence") => Ok(()),
        other => Err(format!("{} is told, but {other:?} holds", text("cause"))),
    }
}

/// The smallest of the eight mirror images of a position, with the side to move written as black.
fn canonical(text: &str) -> String {
    let own = text.as_bytes().get(64).copied().unwrap_or(b'X');
    let normal: Vec<char> = text
        .bytes()
        .take(64)
        .map(|c| {
            if c == b'-' {
                '-'
            } else if c == own {
                'X'
            } else {
                'O'
            }
        })
        .collect();
    let image = |which: usize| -> String {
        (0..64)
            .map(|at| {
                let (mut x, mut y) = (at % 8, at / 8);
                if which & 1 != 0 {
                    x = 7 - x;
                }
                if which & 2 != 0 {
                    y = 7 - y;
                }
                if which & 4 != 0 {
                    (x, y) = (y, x);
                }
                normal.get(y * 8 + x).copied().unwrap_or('-')
            })
            .collect()
    };
    (0..8).map(image).min().unwrap_or_default()
}
