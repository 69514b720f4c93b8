//! What the moves of a tournament lost, judged by the engine and kept beside the games.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use outflank_rules::Color;
use serde::{Deserialize, Serialize};

use crate::losses::LossJudge;
use crate::tournament::journal::{self, Journal};
use crate::tournament::results::TournamentResults;
use crate::tournament::venue::{Venue, VenueError};

/// A part of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LossPhase {
    /// What it is called.
    pub name: &'static str,
    /// How many squares are empty before a move.
    pub empties: RangeInclusive<usize>,
}

/// The parts of the game.
pub const PHASES: [LossPhase; 3] = [
    LossPhase { name: "opening", empties: 41..=60 },
    LossPhase { name: "midgame", empties: 21..=40 },
    LossPhase { name: "endgame", empties: 0..=20 },
];

/// The moves of a game that were judged: empty squares, 0 for black and 1 for white, discs lost.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct JudgedGame {
    game: u32,
    depth: u32,
    losses: Vec<(u8, u8, u8)>,
    /// What the engine expects before each ply after the opening, and at the end: black's discs minus
    /// white's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    curve: Vec<i8>,
}

/// How many moves were judged and what they lost, by empty squares before the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Losses {
    players: Vec<[(u64, u64); 61]>,
    /// How many games were judged.
    pub games: u64,
}

impl Losses {
    /// Returns what a player lost with a move in a part of the game, on average; `None` if none was judged.
    #[must_use]
    pub fn mean(&self, player: usize, empties: RangeInclusive<usize>) -> Option<f64> {
        let (count, sum) = self.players.get(player)?[empties]
            .iter()
            .fold((0, 0), |(count, sum), &(moves, discs)| (count + moves, sum + discs));
        (count > 0).then(|| sum as f64 / count as f64)
    }
}

/// The name of the journal of judged games.
const LOSSES: &str = "losses.jsonl";

impl Venue {
    /// Judges the moves of all games that have not been judged yet, if the plan wants that. `progress` hears
    /// how many of how many are done.
    ///
    /// # Errors
    ///
    /// If there is no memory for the judges, or their findings cannot be kept.
    pub fn judge(
        &self,
        results: &TournamentResults,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(), VenueError> {
        let Some(depth) = self.plan.judge else { return Ok(()) };
        let (mut journal, known) = Journal::open::<JudgedGame>(&self.folder.join(LOSSES))?;
        let curves = self.plan.curves;
        let is_done = |one: &&JudgedGame| one.depth == depth && !(curves && one.curve.is_empty());
        let known: HashSet<u32> = known.iter().filter(is_done).map(|one| one.game).collect();
        let missing: Vec<_> = results.games.iter().filter(|entry| !known.contains(&entry.game)).collect();
        let (next, enough) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, reports) = channel();
        let work = |sender: std::sync::mpsc::Sender<Result<JudgedGame, VenueError>>| {
            let judge = match LossJudge::new(depth) {
                Ok(judge) => judge,
                Err(error) => {
                    let _nobody_listens = sender.send(Err(error.into()));
                    return;
                }
            };
            while !stop.load(Ordering::Relaxed)
                && !enough.load(Ordering::Relaxed)
                && let Some(entry) = missing.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let game = entry.replay();
                let found = game.as_ref().map(|game| judge.losses(game, entry.opening_plies));
                let wanted = game.as_ref().filter(|_| curves);
                let curve = wanted.map(|game| judge.curve(game, entry.opening_plies)).unwrap_or_default();
                let curve = curve.into_iter().map(|score| i8::try_from(score).unwrap_or(0)).collect();
                let small = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
                let losses = found.unwrap_or_default().into_iter();
                let losses =
                    losses.map(|loss| (small(loss.empties), loss.side as u8, small(loss.discs))).collect();
                let _nobody_listens = sender.send(Ok(JudgedGame { game: entry.game, depth, losses, curve }));
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.plan.boards.clamp(1, missing.len().max(1)) {
                let sender = sender.clone();
                scope.spawn(|| work(sender));
            }
            drop(sender);
            let mut done = known.len() as u64;
            let mut failure = None;
            while let Ok(first) = reports.recv() {
                let batch: Result<Vec<JudgedGame>, VenueError> =
                    std::iter::once(first).chain(reports.try_iter()).collect();
                let kept = batch.and_then(|games| {
                    done += games.len() as u64;
                    Ok(journal.add(&games)?)
                });
                if let Err(error) = kept {
                    enough.store(true, Ordering::Relaxed);
                    failure.get_or_insert(error);
                }
                progress(done, results.games.len() as u64);
            }
            failure.map_or(Ok(()), Err)
        })
    }

    /// Adds what is known about the losses to the results.
    pub(crate) fn add_losses(&self, results: &mut TournamentResults) -> Result<(), VenueError> {
        let Some(depth) = self.plan.judge else { return Ok(()) };
        let judged: Vec<JudgedGame> = journal::read(&self.folder.join(LOSSES))?;
        let mut losses = Losses { players: vec![[(0, 0); 61]; self.plan.names.len()], games: 0 };
        let mut seen = HashSet::new();
        for one in judged.iter().filter(|one| one.depth == depth) {
            let entry = results.games.binary_search_by_key(&one.game, |entry| entry.game);
            let Some(entry) = entry.ok().map(|index| &results.games[index]) else { continue };
            if self.plan.curves && !one.curve.is_empty() {
                results.curves.insert(one.game, one.curve.clone());
            }
            if !seen.insert(one.game) {
                continue;
            }
            losses.games += 1;
            let player = |side: Color| {
                let name = if side == Color::Black { &entry.black } else { &entry.white };
                self.plan.names.iter().position(|one| one == name)
            };
            let players = Color::BOTH.map(player);
            for &(empties, seat, discs) in &one.losses {
                let Some(&Some(player)) = players.get(usize::from(seat)) else { continue };
                let (count, sum) = &mut losses.players[player][usize::from(empties).min(60)];
                *count += 1;
                *sum += u64::from(discs);
            }
        }
        results.losses = (losses.games > 0).then_some(losses);
        Ok(())
    }
}
