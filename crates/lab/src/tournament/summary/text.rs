//! The figures as a text.

use std::fmt;

use super::{PlayerLine, TournamentSummary};

/// The longest name in a table; longer ones are cut.
const WIDEST: usize = 36;

impl fmt::Display for TournamentSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = if self.complete { String::new() } else { format!(" of {}", self.planned) };
        writeln!(f, "{} ({})", self.name.as_deref().unwrap_or("Tournament"), self.format)?;
        writeln!(f, "{}{of} games, {} forfeited\n", self.games, self.forfeits)?;
        self.ranking(f)?;
        self.cross_table(f)?;
        self.pairing_table(f)?;
        if let Some(test) = &self.sprt {
            writeln!(f, "\nSPRT: {test}")?;
        }
        Ok(())
    }
}

impl TournamentSummary {
    fn ranking(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width =
            self.players.iter().map(|one| shortened(&one.name).chars().count()).max().unwrap_or(0).max(6);
        let judged = self.judged.is_some();
        write!(
            f,
            "{:>3} {:width$} {:>6} {:>7} {:>6} {:>8} {:>17} {:>8} {:>10} {:>11}",
            "#", "player", "games", "points", "%", "Elo", "95 % interval", "discs", "s a move", "nodes"
        )?;
        writeln!(f, "{}", if judged { "  lost: opening midgame endgame" } else { "" })?;
        for one in &self.players {
            let interval = match (one.elo_low, one.elo_high) {
                (Some(low), Some(high)) => format!("{low:+.0} to {high:+.0}"),
                _ => "?".to_owned(),
            };
            write!(
                f,
                "{:>3} {:width$} {:>6} {:>7} {:>6} {:>8} {interval:>17} {:>8} {:>10} {:>11}",
                one.rank,
                shortened(&one.name),
                one.games,
                one.points,
                shown(one.percent, |value| format!("{value:.1}")),
                elo(one),
                shown(one.mean_score, |value| format!("{value:+.2}")),
                shown(one.seconds_per_move, |value| format!("{value:.5}")),
                shown(one.nodes_per_move, |value| format!("{value:.0}")),
            )?;
            if judged {
                let [opening, midgame, endgame] =
                    one.loss.map(|loss| shown(loss, |value| format!("{value:.2}")));
                write!(f, "  {opening:>13} {midgame:>7} {endgame:>7}")?;
            }
            writeln!(f)?;
        }
        if self.players.iter().any(|one| one.elo.is_some() && !one.elo_firm) {
            writeln!(
                f,
                "~ won or lost everything against the others: one drawn game is assumed in every pairing"
            )?;
        }
        Ok(())
    }

    fn cross_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let black = if self.format == "matrix" { ", black in rows, white in columns" } else { "" };
        writeln!(f, "\nPoints in % and mean score{black}:")?;
        write!(f, "{:>3}", "")?;
        self.players.iter().try_for_each(|one| write!(f, " {:>11}", one.rank))?;
        writeln!(f)?;
        for ((one, row), scores) in self.players.iter().zip(&self.cross).zip(&self.cross_score) {
            write!(f, "{:>3}", one.rank)?;
            for (share, score) in row.iter().zip(scores) {
                match (share, score) {
                    (Some(share), Some(score)) => write!(f, " {:>5.1} {score:>+5.1}", 100.0 * share)?,
                    _ => write!(f, " {:>11}", "-")?,
                }
            }
            writeln!(f, "  {}", shortened(&one.name))?;
        }
        Ok(())
    }

    fn pairing_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = self.pairings.iter().any(|one| one.pairs.iter().any(|&count| count > 0));
        let explained = if pairs { " (pairs of games with 0, 1/2, 1, 3/2, 2 points)" } else { "" };
        writeln!(f, "\nPairings{explained}:")?;
        for one in &self.pairings {
            let interval = match (one.elo_low, one.elo_high) {
                (None, None) => String::new(),
                (low, high) => {
                    let end = |end| shown(end, |value| format!("{value:+.0}"));
                    format!(" ({} to {})", end(low), end(high))
                }
            };
            writeln!(
                f,
                "{} - {}: {} games, +{} ={} -{}, Elo {}{interval}, {} discs{}",
                shortened(&one.first),
                shortened(&one.second),
                one.games,
                one.wins,
                one.draws,
                one.losses,
                one.elo.map_or_else(|| "no bound".to_owned(), |elo| format!("{elo:+.0}")),
                shown(one.mean_score, |value| format!("{value:+.2}")),
                if pairs { format!(", pairs {:?}", one.pairs) } else { String::new() },
            )?;
        }
        Ok(())
    }
}

fn elo(one: &PlayerLine) -> String {
    let sign = if one.elo_firm { "" } else { "~" };
    shown(one.elo, |value| format!("{sign}{value:+.0}"))
}

fn shown(value: Option<f64>, write: impl Fn(f64) -> String) -> String {
    value.map_or_else(|| "?".to_owned(), write)
}

/// Cuts a long name.
pub(super) fn shortened(name: &str) -> String {
    if name.chars().count() <= WIDEST {
        return name.to_owned();
    }
    name.chars().take(WIDEST - 3).chain("...".chars()).collect()
}
