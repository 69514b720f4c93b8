//! A review as a page that needs nothing but a browser.

use std::fmt::Write as _;

use outflank_records::Record;
use outflank_rules::{Color, Position, Square};

use super::annotate::in_words;
use super::game::{GameReport, PlyJson};

/// What stands before the first game.
pub(super) const HEAD: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
<meta name=\"viewport\" content=\"width=device-width\">\n<title>Outflank review</title>\n<style>\n\
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\n\
table{border-collapse:collapse}th,td{padding:.15rem .6rem;text-align:right;vertical-align:top}\n\
td.text,th.text{text-align:left}tr.inaccuracy{background:#fff7d6}tr.mistake{background:#ffe3c2}\n\
tr.blunder{background:#ffd0cc}svg{display:block;margin:1rem 0}\n</style>\n";

/// What stands behind the last game.
pub(super) const FOOT: &str = "</html>\n";

/// Describes a game: who played, a graph, every move, the last position.
pub(super) fn game(record: &Record, report: &GameReport) -> String {
    let name = |name: &Option<String>, side: &str| escaped(name.as_deref().unwrap_or(side));
    let mut page = format!(
        "<h1>{} &ndash; {}</h1>\n",
        name(&record.black.name, "Black"),
        name(&record.white.name, "White")
    );
    let facts: Vec<String> = [&record.event, &record.place, &record.date]
        .into_iter()
        .flatten()
        .map(|text| escaped(text))
        .collect();
    if !facts.is_empty() {
        let _infallible = writeln!(page, "<p>{}</p>", facts.join(", "));
    }
    for line in report.sums_in_words() {
        let _infallible = writeln!(page, "<p>{}</p>", escaped(&line));
    }
    page.push_str(&graph(&report.plies));
    page.push_str("<table>\n<tr><th>ply</th><th>move</th><th>score</th><th>best</th><th>score</th><th>loss</th><th class=\"text\">remarks</th></tr>\n");
    for ply in &report.plies {
        page.push_str(&row(ply));
    }
    page.push_str("</table>\n");
    page.push_str(&board(record.last_position()));
    page
}

fn row(ply: &PlyJson) -> String {
    let loss = if ply.loss.discs() > 0.0 { ply.loss.plain() } else { String::new() };
    format!(
        "<tr class=\"{}\"><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{loss}</td><td class=\"text\">{}</td></tr>\n",
        ply.label,
        ply.ply,
        ply.played,
        ply.score,
        ply.best,
        ply.best_score,
        escaped(&in_words(ply))
    )
}

/// Draws the scores, black up.
fn graph(plies: &[PlyJson]) -> String {
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 160.0;
    let scores: Vec<f64> = plies.iter().map(PlyJson::black_score).collect();
    let largest = scores.iter().fold(8.0, |most: f64, score| most.max(score.abs()));
    let step = WIDTH / scores.len().max(1) as f64;
    let middle = HEIGHT / 2.0;
    let bars: String = scores
        .iter()
        .enumerate()
        .map(|(at, score)| {
            let height = score.abs() / largest * middle;
            let top = if *score > 0.0 { middle - height } else { middle };
            let fill = if *score > 0.0 { "#333" } else { "#bbb" };
            let (x, width) = (at as f64 * step, (step - 1.0).max(0.5));
            format!("<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\"/>")
        })
        .collect();
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" role=\"img\" aria-label=\"Score by ply, black up, up to {largest} discs\">{bars}<line x1=\"0\" x2=\"{WIDTH}\" y1=\"{middle}\" y2=\"{middle}\" stroke=\"#888\"/></svg>\n"
    )
}

/// Draws a position.
fn board(position: Position) -> String {
    let mut drawn = String::from(
        "<svg viewBox=\"0 0 8 8\" width=\"240\" role=\"img\" aria-label=\"The last position\"><rect width=\"8\" height=\"8\" fill=\"#2a7d4f\"/>",
    );
    for line in 0..=8 {
        let _infallible =
            write!(drawn, "<path d=\"M{line} 0V8M0 {line}H8\" stroke=\"#14402a\" stroke-width=\".04\"/>");
    }
    for square in Square::all() {
        if let Some(color) = position.disc(square) {
            let fill = if color == Color::Black { "#111" } else { "#f5f5f5" };
            let (x, y) = (f64::from(square.column()) + 0.5, f64::from(square.row()) + 0.5);
            let _infallible = write!(drawn, "<circle cx=\"{x}\" cy=\"{y}\" r=\".42\" fill=\"{fill}\"/>");
        }
    }
    drawn.push_str("</svg>\n");
    drawn
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_write_the_page() {
        assert_eq!(escaped("<b>\"a\" & b"), "&lt;b&gt;&quot;a&quot; &amp; b");
    }
}
