//! The report as one page that needs nothing else: plain words first, then drawings, then tables.

mod level_lines;
mod plots;
mod tables;
mod words;

use std::fmt::Write as _;

use crate::adjudicator::Ahead;
use crate::openings::OpeningSource;
use crate::tournament::plan::{Form, TournamentPlan};
use crate::tournament::results::TournamentResults;
use crate::tournament::summary::TournamentSummary;
use level_lines::{Measure, level_lines};
use words::{escaped, grouped, signed};

/// Writes the page.
pub(super) fn write(
    plan: &TournamentPlan,
    results: &TournamentResults,
    summary: &TournamentSummary,
) -> String {
    let title = escaped(summary.name.as_deref().unwrap_or("Tournament"));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <title>{title} - Outflank</title>\n<style>\n{}</style></head><body>\n\
         <header><svg style=\"width:26px\" viewBox=\"0 0 26 26\" aria-hidden=\"true\"><circle cx=\"10\" cy=\"13\" r=\"9\" fill=\"#0c0e10\" stroke=\"#7a8289\"/>\
         <path d=\"M16 4a9 9 0 0 1 0 18a9 9 0 0 0 0-18z\" fill=\"#f1f2ee\" stroke=\"#7a8289\" stroke-width=\".6\"/></svg>Outflank <span>Lab</span></header>\n\
         <main><h1>{title}</h1>\n<p class=\"lead\">{}</p>\n",
        include_str!("style.css"),
        lead(summary),
    );
    page.push_str(&facts(plan, summary));
    page.push_str("<div class=\"grid\">\n");
    let mut card = |wide: bool, title: &str, say: &str, content: &str| {
        let class = if wide { "card wide" } else { "card" };
        let _infallible = write!(
            page,
            "<section class=\"{class}\"><h2>{title}</h2>\n<p class=\"say\">{say}</p>\n{content}</section>\n"
        );
    };
    if summary.games > 0 {
        card(
            false,
            "Ratings",
            "Elo; the mean of all players is 0. The whiskers are 95 % intervals.",
            &plots::elo_bars(&summary.players),
        );
        let say = match plan.form {
            Form::Matrix => {
                "Percentage of the points that the row took with black against the column with white, and the mean \
                 score in discs."
            }
            _ => {
                "Percentage of the points that the row took against the column, and the mean score in discs."
            }
        };
        let places = places(plan, summary);
        card(false, "Cross table", say, &plots::heat_map(summary, &places));
        if plan.form == Form::Matrix {
            let score =
                "One line per player with black: its mean score in discs against every player with white.";
            card(false, "Scores, player by player", score, &level_lines(summary, &places, Measure::Score));
            let points =
                "One line per player with black: its share of the points against every player with white.";
            card(false, "Points, player by player", points, &level_lines(summary, &places, Measure::Points));
        }
        let (say, drawing) = score_gaps(plan, results);
        card(false, "Scores", &say, &drawing);
        if let Some((say, drawing)) = losses(summary, plan, results) {
            card(false, "Loss by move", &say, &drawing);
        }
        card(true, "Players", "From first to last.", &tables::players(summary));
        card(
            true,
            "Pairings",
            "From the first player’s view. Pairs: how many openings brought 0, ½, 1, 1½ and 2 points.",
            &tables::pairings(summary),
        );
        let say = match results.curves.is_empty() {
            true => "The score is Black’s discs minus White’s.",
            false => {
                "The score is Black’s discs minus White’s. The curve is the score the engine expected before every \
                 move, upwards for black; near zero it shows small differences enlarged."
            }
        };
        card(true, "Games", say, &tables::games(results));
    }
    card(
        true,
        "How this was measured",
        "What the numbers mean, and what they are based on.",
        &tables::method(plan),
    );
    page.push_str("</div>\n<footer>The same figures for programs: summary.json, players.csv, pairings.csv, games.csv; the games: games.ggf, games.jsonl.</footer></main></body></html>\n");
    page
}

/// Returns drawings that stand by themselves, with the names of their files.
pub(super) fn drawings(plan: &TournamentPlan, summary: &TournamentSummary) -> Vec<(&'static str, String)> {
    let places = places(plan, summary);
    let mut drawings = vec![
        ("ratings.svg", plots::elo_bars(&summary.players)),
        ("cross-table.svg", plots::heat_map(summary, &places)),
    ];
    if plan.form == Form::Matrix && summary.games > 0 {
        drawings.push(("score-lines.svg", level_lines(summary, &places, Measure::Score)));
        drawings.push(("point-lines.svg", level_lines(summary, &places, Measure::Points)));
    }
    drawings.into_iter().map(|(name, drawing)| (name, plots::standing_alone(&drawing))).collect()
}

/// Returns the place of each player of a summary in its tables, from 0: in a matrix, where levels are
/// compared, as the plan has them, else from the best to the last.
fn places(plan: &TournamentPlan, summary: &TournamentSummary) -> Vec<usize> {
    let of_plan = |name: &String| plan.names.iter().position(|one| one == name);
    let place = |(rank, name)| match plan.form {
        Form::Matrix => of_plan(name).unwrap_or(rank),
        _ => rank,
    };
    summary.players.iter().map(|one| &one.name).enumerate().map(place).collect()
}

/// Says in words what happened.
fn lead(summary: &TournamentSummary) -> String {
    let games = match summary.complete {
        true => format!("{} games have been played.", grouped(summary.games)),
        false => {
            format!(
                "{} of {} games have been played so far.",
                grouped(summary.games),
                grouped(summary.planned)
            )
        }
    };
    if let Some(test) = &summary.sprt {
        return format!("Sequential test: {test}. {games}");
    }
    let [first, second, ..] = &summary.players[..] else { return games };
    let (Some(elo), Some(next)) = (first.elo, second.elo) else { return games };
    let clear = match &summary.pairings[..] {
        [only] => only.elo.is_none() || only.elo_low.is_some_and(|low| low > 0.0),
        _ => first.elo_low.zip(second.elo_high).is_some_and(|(low, high)| low > high),
    };
    let percent = first.percent.unwrap_or(0.0);
    let (ahead, of) = ((elo - next).abs().round(), escaped(&second.name));
    let lead = match clear {
        true => format!(", {ahead} Elo ahead of <b>{of}</b>."),
        false => format!("; its lead of {ahead} Elo over <b>{of}</b> is within the margin of error."),
    };
    format!("<b>{}</b> leads with {percent:.0} % of the points{lead} {games}", escaped(&first.name))
}

/// Lists what was played.
fn facts(plan: &TournamentPlan, summary: &TournamentSummary) -> String {
    let openings = match &plan.openings {
        OpeningSource::Balanced => "balanced, 8 plies".to_owned(),
        OpeningSource::None => "none".to_owned(),
        OpeningSource::Random(plies) => format!("{plies} random plies"),
        OpeningSource::File(path, ply) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            ply.map_or_else(|| name.clone(), |ply| format!("{name} after {ply} plies"))
        }
    };
    let format = match plan.form {
        Form::RoundRobin => "round robin",
        Form::Gauntlet => "gauntlet: one against all others",
        Form::Matrix => "matrix by colour",
        Form::Sparse => "few pairings for many players",
        Form::Sprt => "sequential test",
    };
    let mut facts = vec![
        ("Players", summary.players.len().to_string()),
        ("Games", grouped(summary.games)),
        ("Format", format.to_owned()),
        ("Openings", openings),
        ("Time per move, unless limited", format!("{} s", plan.time.as_secs_f64())),
        ("Seed", plan.seed.to_string()),
        ("Forfeits", summary.forfeits.to_string()),
    ];
    if let Some(empties) = plan.adjudication.empties {
        facts.push(("Decided by the solver from", format!("{empties} empty squares")));
    }
    if let Some(Ahead { discs, plies }) = plan.adjudication.ahead {
        facts.push(("Decided when ahead", format!("by {discs} discs for {plies} plies")));
    }
    let items: String = facts
        .into_iter()
        .map(|(name, value)| format!("<div><dt>{name}</dt><dd>{}</dd></div>", escaped(&value)))
        .collect();
    format!("<dl class=\"facts\">{items}</dl>\n")
}

/// Draws the scores: of two players from the first one's view, of more from black's.
fn score_gaps(plan: &TournamentPlan, results: &TournamentResults) -> (String, String) {
    let games = results.games.iter();
    match &plan.names[..] {
        [first, second] => {
            let own = |black: &str, score: i32| if black == first { score } else { -score };
            let scores: Vec<i32> = games.map(|game| own(&game.black, game.score)).collect();
            (
                "How many games ended with each score, in discs.".to_owned(),
                plots::histogram(&scores, second, first),
            )
        }
        _ => {
            let scores: Vec<i32> = games.map(|game| game.score).collect();
            let mean = f64::from(scores.iter().sum::<i32>()) / scores.len().max(1) as f64;
            let say = format!(
                "How many games ended with each score, in discs. Black scored {} on average.",
                signed(mean, 1)
            );
            (say, plots::histogram(&scores, "white wins", "black wins"))
        }
    }
}

/// Draws what moves lost, in steps of three moves.
fn losses(
    summary: &TournamentSummary,
    plan: &TournamentPlan,
    results: &TournamentResults,
) -> Option<(String, String)> {
    let losses = results.losses.as_ref()?;
    let line = |name: &String| {
        let player = plan.names.iter().position(|one| one == name)?;
        let points: Vec<(f64, f64)> = (0..20)
            .filter_map(|step| {
                // Moves 1, 2, 3 are made with 60, 59, 58 squares empty.
                let (first, last) = (3 * step + 1, 3 * step + 3);
                Some((f64::from(first + 1), losses.mean(player, 61 - last as usize..=61 - first as usize)?))
            })
            .collect();
        Some((name.clone(), points))
    };
    let lines: Vec<_> =
        summary.players.iter().take(plots::MOST_LINES).filter_map(|one| line(&one.name)).collect();
    let more = match summary.players.len() {
        count if count > plots::MOST_LINES => format!(" The first {} players.", plots::MOST_LINES),
        _ => String::new(),
    };
    let depth = plan.judge.unwrap_or_default();
    let say = format!(
        "Discs lost per move on average, compared with the best move, as the engine sees it {depth} plies deep.{more}"
    );
    Some((say, plots::loss_lines(&lines)))
}
