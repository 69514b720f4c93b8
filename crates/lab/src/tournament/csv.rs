//! Results as tables for programs.

use std::fmt::Write as _;

use crate::entry::GameEntry;
use crate::tournament::results::TournamentResults;
use crate::tournament::summary::TournamentSummary;

/// Puts a text between quotation marks where it needs them.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Writes a number, or nothing.
fn number(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// Writes one line for each game; the score gap, black minus white, is the last column.
pub(super) fn games(entries: &[GameEntry]) -> String {
    let mut text = "game,black,white,opening,moves,reason,forfeit,seconds_black,seconds_white,nodes_black,nodes_white,discs_black,discs_white,score\n".to_owned();
    for entry in entries {
        let GameEntry { game, seconds_black, seconds_white, score, .. } = entry;
        let words =
            [&entry.black, &entry.white, &entry.opening, &entry.moves, &entry.reason].map(|text| field(text));
        let forfeit = entry.forfeit.as_deref().unwrap_or_default();
        let [nodes_black, nodes_white] = entry.nodes.map(|nodes| number(nodes.map(|nodes| nodes as f64)));
        let [black, white] = entry.discs();
        let _infallible = writeln!(
            text,
            "{game},{},{forfeit},{seconds_black},{seconds_white},{nodes_black},{nodes_white},{black},{white},{score}",
            words.join(",")
        );
    }
    text
}

/// Writes one line for each position that has a value: the ply is the number of plies before it.
pub(super) fn curves(results: &TournamentResults) -> String {
    let mut text = "game,ply,score\n".to_owned();
    for entry in &results.games {
        let curve = results.curves.get(&entry.game).map_or(&[][..], Vec::as_slice);
        for (ply, score) in (entry.opening_plies..).zip(curve) {
            let _infallible = writeln!(text, "{},{ply},{score}", entry.game);
        }
    }
    text
}

/// Writes one line for each player, from the best to the last.
pub(super) fn players(summary: &TournamentSummary) -> String {
    let mut text = "rank,name,player,games,wins,draws,losses,forfeits,points,percent,elo,elo_low,elo_high,mean_score,seconds_per_move,longest_move,nodes_per_move,loss_opening,loss_midgame,loss_endgame\n".to_owned();
    for one in &summary.players {
        let [opening, midgame, endgame] = one.loss.map(number);
        let _infallible = writeln!(
            text,
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{opening},{midgame},{endgame}",
            one.rank,
            field(&one.name),
            field(&one.player),
            one.games,
            one.wins,
            one.draws,
            one.losses,
            one.forfeits,
            one.points,
            number(one.percent),
            number(one.elo),
            number(one.elo_low),
            number(one.elo_high),
            number(one.mean_score),
            number(one.seconds_per_move),
            number(one.longest_move),
            number(one.nodes_per_move),
        );
    }
    text
}

/// Writes one line for each pairing.
pub(super) fn pairings(summary: &TournamentSummary) -> String {
    let mut text = "first,second,games,wins,draws,losses,points,elo,elo_low,elo_high,mean_score,pairs_0,pairs_1,pairs_2,pairs_3,pairs_4\n".to_owned();
    for one in &summary.pairings {
        let pairs: Vec<String> = one.pairs.iter().map(ToString::to_string).collect();
        let _infallible = writeln!(
            text,
            "{},{},{},{},{},{},{},{},{},{},{},{}",
            field(&one.first),
            field(&one.second),
            one.games,
            one.wins,
            one.draws,
            one.losses,
            one.points,
            number(one.elo),
            number(one.elo_low),
            number(one.elo_high),
            number(one.mean_score),
            pairs.join(",")
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must() {
        assert_eq!(field("level:1"), "level:1");
        assert_eq!(field("engine:depth=1,hash=1"), "\"engine:depth=1,hash=1\"");
        assert_eq!(field("a \"b\""), "\"a \"\"b\"\"\"");
    }
}
