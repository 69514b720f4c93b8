//! The tables of the page.

use std::fmt::Write as _;

use super::plots;
use super::words::{escaped, grouped, seconds, signed};
use crate::adjudicator::Ahead;
use crate::tournament::judged::PHASES;
use crate::tournament::plan::TournamentPlan;
use crate::tournament::results::TournamentResults;
use crate::tournament::summary::TournamentSummary;

/// How many games the page lists; the other files have all of them.
const MOST_GAMES: usize = 400;

/// How many pairings are shown without being asked for.
const MOST_PAIRINGS: usize = 10;

/// A cell with the name of its column, which a narrow page shows beside it.
fn cell(name: &str, value: &str) -> String {
    format!("<td data-n=\"{name}\">{value}</td>")
}

fn head(columns: &[&str]) -> String {
    let mut text = "<table class=\"stack\"><thead><tr>".to_owned();
    for (index, column) in columns.iter().enumerate() {
        let class = if index == 0 { " class=\"l\"" } else { "" };
        let _infallible = write!(text, "<th{class}>{column}</th>");
    }
    text.push_str("</tr></thead><tbody>\n");
    text
}

fn or_dash(value: Option<f64>, write: impl Fn(f64) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), write)
}

/// Lists the players.
pub(super) fn players(summary: &TournamentSummary) -> String {
    let judged = summary.judged.is_some();
    let mut columns = vec![
        "Player",
        "Games",
        "Won",
        "Drawn",
        "Lost",
        "Points",
        "Discs",
        "Time per move",
        "Longest",
        "Positions per move",
    ];
    let phases = PHASES.map(|phase| format!("Loss, {}", phase.name));
    if judged {
        columns.extend(phases.iter().map(String::as_str));
    }
    let mut text = head(&columns);
    for one in &summary.players {
        let kind = if one.player == one.name {
            String::new()
        } else {
            format!("<br><small>{}</small>", escaped(&one.player))
        };
        let faults = match one.forfeits {
            0 => String::new(),
            count => format!(" <small class=\"fault\">{count} forfeited</small>"),
        };
        let mut cells = vec![
            one.games.to_string(),
            one.wins.to_string(),
            one.draws.to_string(),
            one.losses.to_string(),
            format!(
                "<b>{}</b> <small>{}</small>",
                one.points,
                or_dash(one.percent, |value| format!("{value:.1} %"))
            ),
            or_dash(one.mean_score, |value| signed(value, 2)),
            or_dash(one.seconds_per_move, seconds),
            or_dash(one.longest_move, seconds),
            or_dash(one.nodes_per_move, |value| grouped(value.round() as u64)),
        ];
        if judged {
            cells.extend(one.loss.map(|loss| or_dash(loss, |value| format!("{value:.2}"))));
        }
        let cells: String = columns[1..].iter().zip(&cells).map(|(name, value)| cell(name, value)).collect();
        let _infallible = writeln!(
            text,
            "<tr><td class=\"l\">{} <b>{}</b>{faults}{kind}</td>{cells}</tr>",
            one.rank,
            escaped(&one.name)
        );
    }
    text.push_str("</tbody></table>\n");
    text
}

/// Lists the pairings.
pub(super) fn pairings(summary: &TournamentSummary) -> String {
    let columns = ["Pairing", "Games", "Won", "Drawn", "Lost", "Elo", "95 % interval", "Discs", "Pairs"];
    let mut text = head(&columns);
    for one in &summary.pairings {
        let end = |end: Option<f64>| end.map_or_else(|| "?".to_owned(), |end| signed(end, 0));
        let interval = match (one.elo_low, one.elo_high) {
            (None, None) => "–".to_owned(),
            (low, high) => format!("{} to {}", end(low), end(high)),
        };
        let pairs = one.pairs.map(|count| count.to_string()).join(" · ");
        let cells = [
            one.games.to_string(),
            one.wins.to_string(),
            one.draws.to_string(),
            one.losses.to_string(),
            one.elo.map_or_else(|| "no bound".to_owned(), |elo| format!("<b>{}</b>", signed(elo, 0))),
            interval,
            or_dash(one.mean_score, |value| signed(value, 2)),
            pairs,
        ];
        let cells: String = columns[1..].iter().zip(&cells).map(|(name, value)| cell(name, value)).collect();
        let (first, second) = (escaped(&one.first), escaped(&one.second));
        let _infallible = writeln!(text, "<tr><td class=\"l\"><b>{first}</b> – {second}</td>{cells}</tr>");
    }
    text.push_str("</tbody></table>\n");
    match summary.pairings.len() {
        count if count > MOST_PAIRINGS => {
            format!("<details><summary>Show the {count} pairings</summary>{text}</details>\n")
        }
        _ => text,
    }
}

/// Lists the games, on demand.
pub(super) fn games(results: &TournamentResults) -> String {
    let entries = &results.games[..];
    let shown = entries.len().min(MOST_GAMES);
    let label = if shown == entries.len() {
        format!("Show the {shown} games")
    } else {
        format!("Show the first {shown} games")
    };
    let mut text = format!(
        "<details><summary>{label}</summary><table class=\"games\"><thead><tr><th>#</th><th class=\"l\">Black</th><th class=\"l\">White</th>\
         <th class=\"l moves\">Moves</th>{}<th>Score</th></tr></thead><tbody>\n",
        if results.curves.is_empty() { "" } else { "<th>Curve</th>" }
    );
    for entry in &entries[..shown] {
        let fault = match (entry.reason.as_str(), &entry.forfeit) {
            (reason, Some(side)) => {
                format!("<br><small class=\"fault\">{side} forfeits: {}</small>", escaped(reason))
            }
            ("adjudicated", None) => "<br><small>decided by the solver</small>".to_owned(),
            _ => String::new(),
        };
        let curve = match results.curves.get(&entry.game) {
            Some(curve) => format!("<td>{}</td>", plots::curve(curve)),
            None if results.curves.is_empty() => String::new(),
            None => "<td></td>".to_owned(),
        };
        let _infallible = writeln!(
            text,
            "<tr><td>{}</td><td class=\"l\">{}</td><td class=\"l\">{}</td><td class=\"l moves\"><small>{}</small></td>{curve}<td><b>{}</b>{fault}</td></tr>",
            entry.game,
            escaped(&entry.black),
            escaped(&entry.white),
            escaped(&entry.moves),
            signed(entry.score.into(), 0),
        );
    }
    text.push_str("</tbody></table></details>\n");
    text
}

/// Explains the numbers, on demand.
pub(super) fn method(plan: &TournamentPlan) -> String {
    let mut text = "<details><summary>Explain the numbers</summary>\n\
        <p>Every opening is played twice, with colours swapped. The two games are not independent, so the intervals \
         are computed from the points of pairs: 0, ½, 1, 1½ or 2.</p>\n
        <p>The ratings are those under which the results are most likely, by the Elo formula; the intervals come \
         from the scatter of the pairs around what the ratings predict. ≈ marks players that won or lost everything \
         against the others: their games set no bound, so one drawn game is assumed in every pairing.</p>\n
        <p>A game that a player forfeits counts as lost by 64 discs. Empty squares at the end count for the winner.</p>\n"
        .to_owned();
    if let Some(empties) = plan.adjudication.empties {
        let _infallible = writeln!(
            text,
            "<p>Games end when {empties} squares are empty, with the score under perfect play, as found by the solver.</p>"
        );
    }
    if let Some(Ahead { discs, plies }) = plan.adjudication.ahead {
        let _infallible = writeln!(
            text,
            "<p>Games end when one side is ahead by {discs} discs or more for {plies} plies in a row, as a short search sees it; \
             the score is what the search expects.</p>"
        );
    }
    if let Some(depth) = plan.judge {
        let _infallible = writeln!(
            text,
            "<p>What a move lost is the difference between the best move and the one played, both searched {depth} plies deep \
             (to the end where that is near); moves without a choice and those of the opening are left out. Opening, midgame and \
             endgame are moves with 60 to 41, 40 to 21 and 20 to 1 empty squares.</p>"
        );
    }
    text.push_str("</details>\n");
    text
}
