//! What a match came to, for people and programs.

use std::io::{self, Write};

use outflank_lab::{Contest, ContestResult, Sprt, SprtReport};
use serde::Serialize;

/// The last JSON line.
#[derive(Debug, Serialize)]
pub(super) struct JsonSummary {
    pub(super) summary: MatchSummary,
}

/// The JSON form of the results. The fields and their order are a promise.
#[derive(Debug, Serialize)]
pub(super) struct MatchSummary {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    mean_score: Option<f64>,
    percent: Option<f64>,
    percent_low: Option<f64>,
    percent_high: Option<f64>,
    pairs: [u64; 5],
    forfeits: u64,
    seconds_per_move: [f64; 2],
    seconds_per_game: [f64; 2],
    longest_move: [f64; 2],
    nodes_per_move: [Option<f64>; 2],
    ponder_hits: [Option<f64>; 2],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clocks: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtReport>,
}

impl MatchSummary {
    pub(super) fn new(outcome: &ContestResult, sprt: Option<Sprt>) -> MatchSummary {
        let tally = &outcome.tally;
        let elo = tally.elo();
        let share = tally.share();
        let interval = share.and_then(|share| share.interval);
        let percent = |share: f64| rounded(100.0 * share, 2);
        let tenth = |value: f64| rounded(value, 1);
        MatchSummary {
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            points: tally.points(),
            elo: elo.difference.map(tenth),
            elo_low: elo.low.map(tenth),
            elo_high: elo.high.map(tenth),
            mean_score: tally.mean_score().map(|mean| rounded(mean, 3)),
            percent: share.map(|share| percent(share.mean)),
            percent_low: interval.map(|(low, _)| percent(low)),
            percent_high: interval.map(|(_, high)| percent(high)),
            pairs: tally.pairs,
            forfeits: tally.forfeits,
            seconds_per_move: outcome
                .thinking
                .map(|spent| rounded(spent.total.as_secs_f64() / f64::from(spent.moves.max(1)), 6)),
            seconds_per_game: outcome
                .thinking
                .map(|spent| rounded(spent.total.as_secs_f64() / tally.games().max(1) as f64, 4)),
            longest_move: outcome.thinking.map(|spent| rounded(spent.longest.as_secs_f64(), 4)),
            nodes_per_move: outcome
                .thinking
                .map(|spent| Some(rounded(spent.nodes? as f64 / f64::from(spent.moves.max(1)), 1))),
            ponder_hits: outcome.thinking.map(|spent| {
                spent.pondered.map(|one| percent(f64::from(one.hits) / f64::from(one.moves.max(1))))
            }),
            clocks: outcome.clocks.iter().map(|&clock| rounded(clock, 4)).collect(),
            sprt: sprt.map(|test| test.report(tally)),
        }
    }

    /// Writes the results for people.
    pub(super) fn write(&self, out: &mut impl Write, contest: &Contest) -> io::Result<()> {
        let [first, second] = &contest.entrants;
        let MatchSummary { games, wins, draws, losses, points, .. } = self;
        let range = |low: Option<f64>, high: Option<f64>| match (low, high) {
            (None, None) => String::new(),
            _ => {
                let end = |end: Option<f64>| end.map_or_else(|| "?".to_owned(), |end| end.to_string());
                format!(" ({} to {}, 95 %)", end(low), end(high))
            }
        };
        writeln!(out, "{first} against {second}")?;
        writeln!(
            out,
            "games:   {games}: {wins} won, {draws} drawn, {losses} lost, {} forfeited",
            self.forfeits
        )?;
        if let Some(percent) = self.percent {
            let interval = range(self.percent_low, self.percent_high);
            writeln!(out, "points:  {points}, {percent} %{interval}")?;
        }
        match self.elo {
            // Adding zero turns a negative zero into a plain one.
            Some(elo) => writeln!(out, "Elo:     {:+}{}", elo + 0.0, range(self.elo_low, self.elo_high))?,
            None => writeln!(out, "Elo:     no bound")?,
        }
        if let Some(mean) = self.mean_score {
            writeln!(out, "discs:   {mean:+} a game")?;
        }
        let [mine, theirs] = self.seconds_per_move;
        let [my_longest, their_longest] = self.longest_move;
        writeln!(out, "seconds: {mine} and {theirs} a move, {my_longest} and {their_longest} at most")?;
        if !self.clocks.is_empty() {
            let [mine, theirs] = self.seconds_per_game;
            let clocks: Vec<String> = self.clocks.iter().map(ToString::to_string).collect();
            writeln!(out, "clock:   {mine} and {theirs} s a game; clock set to {} s", clocks.join(", "))?;
        }
        if self.nodes_per_move.iter().any(Option::is_some) {
            let count = |nodes: Option<f64>| nodes.map_or_else(|| "?".to_owned(), |nodes| nodes.to_string());
            let [mine, theirs] = self.nodes_per_move.map(count);
            writeln!(out, "nodes:   {mine} and {theirs} a move")?;
        }
        if self.ponder_hits.iter().any(Option::is_some) {
            let share =
                |hits: Option<f64>| hits.map_or_else(|| "none".to_owned(), |hits| format!("{hits} %"));
            let [mine, theirs] = self.ponder_hits.map(share);
            writeln!(out, "ponder:  {mine} and {theirs} of the replies expected")?;
        }
        if let Some(test) = &self.sprt {
            writeln!(out, "SPRT:    {test}")?;
        }
        Ok(())
    }
}

/// Rounds for printing.
fn rounded(value: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    (value * scale).round() / scale
}
