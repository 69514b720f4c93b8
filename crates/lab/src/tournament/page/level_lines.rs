//! A line for each player over its opponents, in the order of the plan: the other picture of a cross table.

use std::fmt::Write as _;

use super::plots::{MOST_LINES, WIDTH, open};
use super::words::{escaped, short, signed};
use crate::tournament::summary::TournamentSummary;

/// What the lines show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// The share of the points, in per cent.
    Points,
    /// The mean score in discs.
    Score,
}

/// The height of the lines, and where they begin.
const TALL: f64 = 210.0;
const LEFT: f64 = 46.0;
const TOP: f64 = 12.0;

impl Measure {
    fn table(self, summary: &TournamentSummary) -> &[Vec<Option<f64>>] {
        match self {
            Measure::Points => &summary.cross,
            Measure::Score => &summary.cross_score,
        }
    }

    /// Returns the ends of the scale and its steps, for a table of values.
    fn scale(self, values: &[Vec<Option<f64>>]) -> (f64, f64, f64) {
        match self {
            Measure::Points => (0.0, 1.0, 0.25),
            Measure::Score => {
                let most =
                    values.iter().flatten().flatten().fold(8.0_f64, |most, value| most.max(value.abs()));
                let steps = [4.0, 8.0, 16.0, 32.0];
                let step = steps.into_iter().find(|step| most <= 3.0 * step).unwrap_or(32.0);
                let end = (most / step).ceil() * step;
                (-end, end, step)
            }
        }
    }

    fn text(self, value: f64) -> String {
        match self {
            Measure::Points => format!("{:.0} %", 100.0 * value),
            Measure::Score => signed(value, if value.fract() == 0.0 { 0 } else { 1 }),
        }
    }
}

/// Draws a line for each player: what it reached with black against every player with white, both in the
/// order of the plan. `places` has the place of each player of the summary in that order, from 0.
pub(super) fn level_lines(summary: &TournamentSummary, places: &[usize], measure: Measure) -> String {
    let players = ordered(places);
    let values = measure.table(summary);
    let (low, high, step) = measure.scale(values);
    let wide = (WIDTH - LEFT - 46.0) / (players.len().max(2) - 1) as f64;
    let x = |place: usize| LEFT + 18.0 + wide * place as f64;
    let y = |value: f64| TOP + TALL * (high - value) / (high - low);
    let drawn = players.len().min(MOST_LINES);
    let rows = drawn.div_ceil(3) as f64;
    let mut svg = open(TOP + TALL + 34.0 + 20.0 * rows, "A line for each player over its opponents");
    let marks = (0..).map(|mark| low + step * f64::from(mark)).take_while(|mark| *mark <= high + 1e-9);
    for mark in marks {
        let at = y(mark);
        let class = if mark == (low + high) / 2.0 { "zero" } else { "rule" };
        let _infallible = write!(
            svg,
            "<path class=\"{class}\" d=\"M{LEFT} {at:.1}H{WIDTH}\"/><text class=\"soft\" x=\"{:.0}\" y=\"{:.1}\" \
             font-size=\"12\" text-anchor=\"end\">{}</text>",
            LEFT - 5.0,
            at + 4.0,
            measure.text(mark),
        );
    }
    let letters = (wide / 7.5) as usize;
    for (place, &player) in players.iter().enumerate() {
        let _infallible = write!(
            svg,
            "<text class=\"soft\" x=\"{:.1}\" y=\"{:.0}\" font-size=\"12\" text-anchor=\"middle\">{}</text>",
            x(place),
            TOP + TALL + 20.0,
            short(&summary.players[player].name, letters.max(4)),
        );
    }
    for (index, &player) in players.iter().take(MOST_LINES).enumerate() {
        let name = escaped(&summary.players[player].name);
        let met: Vec<(usize, f64)> =
            (0..).zip(&players).filter_map(|(place, &other)| Some((place, values[player][other]?))).collect();
        let points: Vec<String> =
            met.iter().map(|&(place, value)| format!("{:.1},{:.1}", x(place), y(value))).collect();
        let _infallible = writeln!(
            svg,
            "\n<polyline points=\"{}\" fill=\"none\" style=\"stroke:var(--c{index})\" stroke-width=\"2.4\" \
             stroke-linejoin=\"round\"><title>{name}</title></polyline>",
            points.join(" "),
        );
        for &(place, value) in &met {
            let other = escaped(&summary.players[players[place]].name);
            let _infallible = write!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.6\" style=\"fill:var(--c{index})\"><title>{name} against {other}: {}</title></circle>",
                x(place),
                y(value),
                measure.text(value),
            );
        }
        let (at, base) =
            (LEFT + (index % 3) as f64 * (WIDTH - LEFT) / 3.0, TOP + TALL + 44.0 + 20.0 * (index / 3) as f64);
        let _infallible = write!(
            svg,
            "<path d=\"M{at:.1} {:.1}h18\" style=\"stroke:var(--c{index})\" stroke-width=\"2.4\"/><text x=\"{:.1}\" y=\"{base:.1}\" font-size=\"12.5\">{}</text>",
            base - 4.0,
            at + 24.0,
            short(&summary.players[player].name, 15),
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// Returns the numbers of the players in the order of their places.
fn ordered(places: &[usize]) -> Vec<usize> {
    let mut players: Vec<usize> = (0..places.len()).collect();
    players.sort_by_key(|&player| places[player]);
    players
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_hold_all_values_in_round_steps() {
        let scale = |values: &[f64]| Measure::Score.scale(&[values.iter().copied().map(Some).collect()]);
        assert_eq!(scale(&[1.0, -3.0]), (-8.0, 8.0, 4.0));
        assert_eq!(scale(&[50.0, -36.0]), (-64.0, 64.0, 32.0));
        assert_eq!(scale(&[18.0]), (-24.0, 24.0, 8.0));
        assert_eq!(Measure::Points.text(0.25), "25 %");
    }

    #[test]
    fn players_come_in_the_order_of_their_places() {
        assert_eq!(ordered(&[2, 0, 1]), [1, 2, 0]);
    }
}
