//! The results in figures, for people and programs.

use serde::Serialize;

use crate::sprt::SprtReport;
use crate::standings::Standings;
use crate::tally::Tally;
use crate::tournament::judged::{Losses, PHASES};
use crate::tournament::plan::{Form, TournamentPlan};
use crate::tournament::results::TournamentResults;

mod text;

/// The figures of a tournament. The fields are a promise; more may follow.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TournamentSummary {
    /// What it is called.
    pub name: Option<String>,
    /// Who met whom.
    pub format: &'static str,
    /// Games played.
    pub games: u64,
    /// Games planned, at most.
    pub planned: u64,
    /// Whether there is nothing left to play.
    pub complete: bool,
    /// Games forfeited.
    pub forfeits: u64,
    /// The players, from the best to the last.
    pub players: Vec<PlayerLine>,
    /// The pairings that have met, the better player first.
    pub pairings: Vec<PairingLine>,
    /// For each player in the same order, the share of the points against each: `None` where they have not
    /// met. In a matrix with black alone.
    pub cross: Vec<Vec<Option<f64>>>,
    /// For each player in the same order, the mean score against each.
    pub cross_score: Vec<Vec<Option<f64>>>,
    /// The test, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtReport>,
    /// How deep the engine looked to judge moves, and how many games it judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged: Option<(u32, u64)>,
}

/// The figures of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerLine {
    /// Its rank, from 1.
    pub rank: usize,
    /// What it is called.
    pub name: String,
    /// What it is.
    pub player: String,
    /// Games against others.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games it forfeited.
    pub forfeits: u64,
    /// Points: a win 1, a draw 1/2.
    pub points: f64,
    /// Its share of the points.
    pub percent: Option<f64>,
    /// Its rating; the mean of all is 0.
    pub elo: Option<f64>,
    /// The lower end of the 95 % interval.
    pub elo_low: Option<f64>,
    /// The upper end of the 95 % interval.
    pub elo_high: Option<f64>,
    /// Whether the games alone fix the rating; if not, one drawn game is assumed in every pairing.
    pub elo_firm: bool,
    /// The mean score in discs.
    pub mean_score: Option<f64>,
    /// The mean time for a move.
    pub seconds_per_move: Option<f64>,
    /// The longest time for a move.
    pub longest_move: Option<f64>,
    /// The mean number of boards visited for a move.
    pub nodes_per_move: Option<f64>,
    /// Discs lost with a move in opening, midgame and endgame.
    pub loss: [Option<f64>; 3],
}

/// The figures of a pairing, from the first player's view.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairingLine {
    /// The first player.
    pub first: String,
    /// The second player.
    pub second: String,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points.
    pub points: f64,
    /// The difference in Elo; `None` if unbounded.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval.
    pub elo_low: Option<f64>,
    /// The upper end of its 95 % interval.
    pub elo_high: Option<f64>,
    /// The mean score in discs.
    pub mean_score: Option<f64>,
    /// Pairs of games with 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u64; 5],
}

/// Rounds for printing.
fn rounded(value: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    // No minus before a zero.
    (value * scale).round() / scale + 0.0
}

impl TournamentSummary {
    /// Computes the figures.
    #[must_use]
    pub fn new(plan: &TournamentPlan, results: &TournamentResults) -> TournamentSummary {
        let specs: Vec<String> = plan.entrants.iter().map(ToString::to_string).collect();
        let field = Field {
            names: &plan.names,
            specs: &specs,
            standings: &results.standings,
            losses: results.losses.as_ref(),
        };
        let mut summary = field.summary(plan.form == Form::Matrix);
        summary.name = plan.name.clone();
        summary.format = plan.form.name();
        summary.games = results.games.len() as u64;
        summary.planned = results.planned;
        summary.complete = results.complete;
        summary.forfeits = results.games.iter().filter(|entry| entry.forfeit.is_some()).count() as u64;
        summary.judged = plan.judge.zip(results.losses.as_ref().map(|losses| losses.games));
        summary.sprt = plan.sprt.map(|test| test.report(&results.standings.between(0, 1)));
        summary
    }

    /// Computes the figures of games that belong to no tournament of ours.
    #[must_use]
    pub fn of_games(names: &[String], standings: &Standings) -> TournamentSummary {
        Field { names, specs: names, standings, losses: None }.summary(false)
    }
}

/// Who took part, and what came of it.
struct Field<'a> {
    names: &'a [String],
    specs: &'a [String],
    standings: &'a Standings,
    losses: Option<&'a Losses>,
}

impl Field<'_> {
    fn summary(&self, by_colour: bool) -> TournamentSummary {
        let standings = self.standings;
        let ranking = standings.ranking();
        let cell = |one: usize, other: usize| match by_colour {
            true => standings.with_black(one, other).clone(),
            false => standings.between(one, other),
        };
        let met = |tally: &Tally| tally.games() > 0;
        let table = |value: &dyn Fn(&Tally) -> f64| -> Vec<Vec<Option<f64>>> {
            let shown =
                |one: usize, other: usize| Some(cell(one, other)).filter(met).map(|tally| value(&tally));
            ranking.iter().map(|&one| ranking.iter().map(|&other| shown(one, other)).collect()).collect()
        };
        let mut pairings = Vec::new();
        for (place, &one) in ranking.iter().enumerate() {
            for &other in &ranking[place + 1..] {
                let tally = standings.between(one, other);
                if tally.games() > 0 {
                    pairings.push(self.pairing([one, other], &tally));
                }
            }
        }
        let games = || {
            ranking.iter().flat_map(|&one| ranking.iter().map(move |&other| standings.with_black(one, other)))
        };
        let count = games().map(Tally::games).sum();
        TournamentSummary {
            name: None,
            format: "games",
            games: count,
            planned: count,
            complete: true,
            forfeits: games().map(|tally| tally.forfeits).sum(),
            players: ranking.iter().enumerate().map(|(place, &player)| self.player(place, player)).collect(),
            pairings,
            cross: table(&|tally| rounded(tally.points() / tally.games() as f64, 4)),
            cross_score: table(&|tally| rounded(tally.mean_score().unwrap_or(0.0), 2)),
            sprt: None,
            judged: None,
        }
    }

    fn player(&self, place: usize, player: usize) -> PlayerLine {
        let standing = &self.standings.players()[player];
        let (tally, spent) = (&standing.tally, &standing.thinking);
        let rating = standing.rating;
        let end = |sign: f64| rating.and_then(|rating| Some(rounded(rating.elo + sign * rating.reach?, 1)));
        let per_move =
            |sum: f64, digits: i32| (spent.moves > 0).then(|| rounded(sum / f64::from(spent.moves), digits));
        let loss = |phase: usize| {
            let mean = self.losses?.mean(player, PHASES[phase].empties.clone())?;
            Some(rounded(mean, 3))
        };
        PlayerLine {
            rank: place + 1,
            name: self.names[player].clone(),
            player: self.specs[player].clone(),
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            forfeits: standing.forfeited,
            points: tally.points(),
            percent: tally.share().map(|share| rounded(100.0 * share.mean, 1)),
            elo: rating.map(|rating| rounded(rating.elo, 1)),
            elo_low: end(-1.0),
            elo_high: end(1.0),
            elo_firm: rating.is_some_and(|rating| rating.firm),
            mean_score: tally.mean_score().map(|mean| rounded(mean, 2)),
            seconds_per_move: per_move(spent.total.as_secs_f64(), 9),
            longest_move: (spent.moves > 0).then(|| rounded(spent.longest.as_secs_f64(), 6)),
            nodes_per_move: spent.nodes.and_then(|nodes| per_move(nodes as f64, 1)),
            loss: [loss(0), loss(1), loss(2)],
        }
    }

    fn pairing(&self, [one, other]: [usize; 2], tally: &Tally) -> PairingLine {
        let elo = tally.elo();
        let tenth = |value: f64| rounded(value, 1);
        PairingLine {
            first: self.names[one].clone(),
            second: self.names[other].clone(),
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            points: tally.points(),
            elo: elo.difference.map(tenth),
            elo_low: elo.low.map(tenth),
            elo_high: elo.high.map(tenth),
            mean_score: tally.mean_score().map(|mean| rounded(mean, 2)),
            pairs: tally.pairs,
        }
    }
}
