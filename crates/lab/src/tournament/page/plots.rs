//! The drawings of the page, as SVG that takes its colours from the page.

use std::fmt::Write as _;

use super::words::{escaped, short, signed};
use crate::tournament::summary::{PlayerLine, TournamentSummary};

/// The width of every drawing, in its own units.
pub(super) const WIDTH: f64 = 460.0;

/// Begins a drawing of a height.
pub(super) fn open(height: f64, title: &str) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{}\">\n", escaped(title))
}

/// Draws the ratings: a bar from zero for each player, its interval as a whisker.
pub(super) fn elo_bars(players: &[PlayerLine]) -> String {
    const ROW: f64 = 46.0;
    let rated: Vec<(&PlayerLine, f64)> = players.iter().filter_map(|one| Some((one, one.elo?))).collect();
    let ends = |one: &PlayerLine| [one.elo, one.elo_low, one.elo_high];
    let all = || rated.iter().flat_map(|(one, _)| ends(one)).flatten();
    let (low, high) = (all().fold(-1.0_f64, f64::min), all().fold(1.0_f64, f64::max));
    let x = |elo: f64| 6.0 + (WIDTH - 12.0) * (elo - low) / (high - low);
    let mut svg = open(ROW * rated.len() as f64 + 4.0, "Ratings in Elo with 95 % intervals");
    for (row, (one, elo)) in rated.iter().enumerate() {
        let y = ROW * row as f64;
        let interval = match (one.elo_low, one.elo_high) {
            (Some(low), Some(high)) => format!("{} to {}", signed(low, 0), signed(high, 0)),
            _ => "interval unknown".to_owned(),
        };
        let about = if one.elo_firm { "" } else { "≈ " };
        let (from, to) = (x(elo.min(0.0)), x(elo.max(0.0)));
        let class = if *elo < 0.0 { "bar under" } else { "bar" };
        let _infallible = write!(
            svg,
            "<g><title>{}: {about}{} Elo, {interval}</title>\
             <text x=\"4\" y=\"{:.1}\" font-size=\"13.5\"><tspan class=\"soft\">{}</tspan>  {}</text>\
             <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13.5\" text-anchor=\"end\"><tspan class=\"soft\" font-size=\"12\">{interval}  </tspan>\
             <tspan font-weight=\"640\">{about}{}</tspan></text>\
             <rect class=\"track\" x=\"4\" y=\"{:.1}\" width=\"{:.1}\" height=\"14\" rx=\"4\"/>\
             <rect class=\"{class}\" x=\"{from:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"14\" rx=\"2\"/>",
            escaped(&one.name),
            signed(*elo, 0),
            y + 15.0,
            one.rank,
            short(&one.name, 27),
            WIDTH - 4.0,
            y + 15.0,
            signed(*elo, 0),
            y + 22.0,
            WIDTH - 8.0,
            y + 22.0,
            (to - from).max(1.0),
        );
        if let (Some(low), Some(high)) = (one.elo_low, one.elo_high) {
            let (from, to, middle) = (x(low), x(high), y + 29.0);
            let (top, bottom) = (middle - 4.0, middle + 4.0);
            let _infallible = write!(
                svg,
                "<path class=\"whisker\" d=\"M{from:.1} {middle:.1}H{to:.1}M{from:.1} {top:.1}V{bottom:.1}M{to:.1} {top:.1}V{bottom:.1}\"/>"
            );
        }
        svg.push_str("</g>\n");
    }
    let (zero, bottom) = (x(0.0), ROW * rated.len() as f64);
    let _infallible = writeln!(svg, "<path class=\"zero\" d=\"M{zero:.1} 20V{bottom:.1}\"/></svg>");
    svg
}

/// Draws the cross table: the share of the points as a colour and a number, the mean score below it. `places`
/// has the row of each player of the summary, from 0.
pub(super) fn heat_map(summary: &TournamentSummary, places: &[usize]) -> String {
    let count = summary.players.len().max(1) as f64;
    let labels: f64 = if summary.players.len() > 9 { 96.0 } else { 132.0 };
    let cell = ((WIDTH - labels) / count).min(88.0);
    let (height, top) = (cell.clamp(22.0, 52.0), 22.0);
    let size = (cell * 0.34).clamp(7.0, 15.0);
    let mut svg =
        open(top + height * count + 2.0, "Cross table: share of the points of each player against each");
    for place in 0..places.len() {
        let x = labels + cell * (place as f64 + 0.5);
        let _infallible = write!(
            svg,
            "<text class=\"soft\" x=\"{x:.1}\" y=\"15\" font-size=\"12.5\" text-anchor=\"middle\">{}</text>",
            place + 1
        );
    }
    let rows = summary.players.iter().zip(places).zip(summary.cross.iter().zip(&summary.cross_score));
    for ((one, &place), (shares, scores)) in rows {
        let y = top + height * place as f64;
        let _infallible = writeln!(
            svg,
            "\n<text x=\"0\" y=\"{:.1}\" font-size=\"13\"><title>{}</title><tspan class=\"soft\">{}</tspan> {}</text>",
            y + height / 2.0 + 4.5,
            escaped(&one.name),
            place + 1,
            short(&one.name, (labels / 8.6) as usize),
        );
        for ((other, &column), (share, score)) in
            summary.players.iter().zip(places).zip(shares.iter().zip(scores))
        {
            let x = labels + cell * column as f64;
            let (width, tall) = (cell - 2.0, height - 2.0);
            let (Some(share), Some(score)) = (share, score) else {
                let _infallible = write!(
                    svg,
                    "<rect class=\"track\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{tall:.1}\" rx=\"4\"/>"
                );
                continue;
            };
            let (tone, strength) = if *share >= 0.5 { ("accent", share - 0.5) } else { ("low", 0.5 - share) };
            let percent = format!("{:.0}", 100.0 * share);
            let middle = x + width / 2.0;
            let _infallible = write!(
                svg,
                "<g><title>{} against {}: {percent} % of the points, {} discs</title>\
                 <rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{tall:.1}\" rx=\"4\" \
                 style=\"fill:color-mix(in oklab,var(--{tone}) {:.0}%,var(--panel2))\"/>",
                escaped(&one.name),
                escaped(&other.name),
                signed(*score, 1),
                100.0 * strength,
            );
            let two_lines = cell >= 44.0 && height >= 38.0;
            let base = if two_lines { y + height / 2.0 - 1.5 } else { y + height / 2.0 + size * 0.32 };
            let _infallible = write!(
                svg,
                "<text x=\"{middle:.1}\" y=\"{base:.1}\" font-size=\"{size:.1}\" font-weight=\"600\" text-anchor=\"middle\">{percent}</text>"
            );
            if two_lines {
                let _infallible = write!(
                    svg,
                    "<text x=\"{middle:.1}\" y=\"{:.1}\" font-size=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                    y + height / 2.0 + 13.5,
                    size * 0.8,
                    signed(*score, 1)
                );
            }
            svg.push_str("</g>");
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// Draws how often games ended with which score: 17 bars of eight discs each, the middle one for draws and
/// narrow games.
pub(super) fn histogram(scores: &[i32], left: &str, right: &str) -> String {
    const BINS: usize = 17;
    const TALL: f64 = 150.0;
    let mut bins = [0_u64; BINS];
    for score in scores {
        let bin = (f64::from(*score) / 8.0).round() as i64 + 8;
        bins[usize::try_from(bin.clamp(0, BINS as i64 - 1)).unwrap_or(0)] += 1;
    }
    let most = bins.iter().copied().max().unwrap_or(0).max(1) as f64;
    let step = (WIDTH - 8.0) / BINS as f64;
    let mut svg = open(TALL + 62.0, "How often games ended with each score");
    for (bin, &count) in bins.iter().enumerate() {
        let tall = TALL * count as f64 / most;
        let x = 4.0 + step * bin as f64;
        let middle = 8 * (bin as i32 - 8);
        let class = match middle {
            ..0 => "bar under",
            0 => "bar even",
            _ => "bar",
        };
        let _infallible = write!(
            svg,
            "<g><title>{count} games around {} discs</title><rect class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\" rx=\"2\"/>",
            signed(middle.into(), 0),
            18.0 + TALL - tall,
            step - 2.5,
        );
        if count > 0 {
            let _infallible = write!(
                svg,
                "<text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" font-size=\"11.5\" text-anchor=\"middle\">{count}</text>",
                x + step / 2.0 - 1.0,
                14.0 + TALL - tall,
            );
        }
        if bin % 4 == 0 {
            let _infallible = write!(
                svg,
                "<text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" font-size=\"12.5\" text-anchor=\"middle\">{}</text>",
                x + step / 2.0 - 1.0,
                TALL + 35.0,
                signed(middle.into(), 0)
            );
        }
        svg.push_str("</g>\n");
    }
    let base = 18.5 + TALL;
    let _infallible = writeln!(
        svg,
        "<path class=\"rule\" d=\"M0 {base}H{WIDTH}\"/><text x=\"4\" y=\"{y:.0}\" font-size=\"12.5\">← {}</text>\
         <text x=\"{:.0}\" y=\"{y:.0}\" font-size=\"12.5\" text-anchor=\"end\">{} →</text></svg>",
        short(left, 30),
        WIDTH - 4.0,
        short(right, 30),
        y = TALL + 56.0,
    );
    svg
}

/// How many lines a drawing can hold and still be read.
pub(super) const MOST_LINES: usize = 6;

/// Draws what moves lost on average, by the number of the move; at most [`MOST_LINES`] lines.
pub(super) fn loss_lines(lines: &[(String, Vec<(f64, f64)>)]) -> String {
    const TALL: f64 = 190.0;
    const LEFT: f64 = 34.0;
    let points = || lines.iter().flat_map(|(_, points)| points);
    let high = points().map(|&(_, loss)| loss).fold(0.5, f64::max) * 1.06;
    let x = |number: f64| LEFT + (WIDTH - LEFT - 8.0) * (number - 1.0) / 59.0;
    let y = |loss: f64| 10.0 + TALL * (1.0 - loss / high);
    let mut svg = open(TALL + 48.0, "Discs lost by a move, by its number");
    let step = [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0]
        .into_iter()
        .find(|step| high / step <= 5.5)
        .unwrap_or(20.0);
    let marks = (0..).map(|mark| f64::from(mark) * step).take_while(|&loss| loss <= high);
    for loss in marks {
        let y = y(loss);
        let _infallible = write!(
            svg,
            "<path class=\"rule\" d=\"M{LEFT} {y:.1}H{WIDTH}\"/><text class=\"soft\" x=\"{:.0}\" y=\"{:.1}\" font-size=\"12\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            y + 4.0,
            if step < 1.0 { format!("{loss:.1}") } else { format!("{loss:.0}") },
        );
    }
    for number in [1, 10, 20, 30, 40, 50, 60] {
        let _infallible = write!(
            svg,
            "<text class=\"soft\" x=\"{:.1}\" y=\"{:.0}\" font-size=\"12\" text-anchor=\"middle\">{number}</text>",
            x(number.into()),
            TALL + 28.0
        );
    }
    let _infallible = writeln!(
        svg,
        "<text class=\"soft\" x=\"{:.0}\" y=\"{:.0}\" font-size=\"12\" text-anchor=\"end\">move</text>",
        WIDTH - 4.0,
        TALL + 44.0
    );
    for (index, (name, points)) in lines.iter().take(MOST_LINES).enumerate() {
        let place: Vec<String> =
            points.iter().map(|&(number, loss)| format!("{:.1},{:.1}", x(number), y(loss))).collect();
        let _infallible = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" style=\"stroke:var(--c{index})\" stroke-width=\"2.4\" stroke-linejoin=\"round\"><title>{}</title></polyline>",
            place.join(" "),
            escaped(name)
        );
    }
    svg.push_str("</svg>\n<ul class=\"legend\">");
    for (index, (name, _)) in lines.iter().take(MOST_LINES).enumerate() {
        let _infallible =
            write!(svg, "<li><i style=\"border-color:var(--c{index})\"></i>{}</li>", short(name, 40));
    }
    svg.push_str("</ul>\n");
    svg
}

/// Draws the scores that were expected in the course of a game, upwards for black.
pub(super) fn curve(scores: &[i8]) -> String {
    const LONG: f64 = 120.0;
    const HALF: f64 = 16.0;
    // Small differences are what a curve is looked at for: they are drawn larger.
    let height = |score: i8| f64::from(score).signum() * (f64::from(score).abs() / 64.0).min(1.0).sqrt();
    let step = LONG / (scores.len().max(2) - 1) as f64;
    let places: Vec<String> = scores
        .iter()
        .enumerate()
        .map(|(ply, &score)| format!("{:.0},{:.1}", step * ply as f64, HALF - (HALF - 1.0) * height(score)))
        .collect();
    format!(
        "<svg style=\"width:{LONG}px\" viewBox=\"0 0 {LONG} {}\" role=\"img\" aria-label=\"Expected scores\">\
         <path class=\"rule\" d=\"M0 {HALF}H{LONG}\"/><polyline points=\"{}\" fill=\"none\" style=\"stroke:var(--c0)\" \
         stroke-width=\"1.5\" stroke-linejoin=\"round\"/></svg>",
        2.0 * HALF,
        places.join(" ")
    )
}

/// What a drawing takes from the page: colours on light ground, and the classes it uses.
const ALONE: &str = "svg{--panel2:#f0f2ee;--ink:#1c2421;--ink2:#56635d;--accent:#16805a;--low:#b93a3a;--grid:#dde2dc;\
    --c0:#16805a;--c1:#2f77a8;--c2:#8f6b00;--c3:#bd6113;--c4:#7d4aa0;--c5:#b93a3a;\
    font-family:system-ui,\"Segoe UI\",\"DejaVu Sans\",sans-serif}text{fill:var(--ink)}.soft{fill:var(--ink2)}\
    .track{fill:var(--panel2)}.bar{fill:var(--accent)}.bar.under{fill:var(--ink2);opacity:.55}\
    .whisker{stroke:var(--ink);stroke-width:1.6;fill:none}.zero{stroke:var(--ink2);stroke-dasharray:3 3}.rule{stroke:var(--grid)}";

/// Makes a drawing of the page one that stands by itself.
pub(super) fn standing_alone(svg: &str) -> String {
    let open = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" ", 1.4 * WIDTH);
    let svg = svg.replacen("<svg ", &open, 1);
    svg.replacen(
        ">\n",
        &format!(">\n<style>{ALONE}</style><rect width=\"100%\" height=\"100%\" fill=\"#fbfbf8\"/>\n"),
        1,
    )
}
