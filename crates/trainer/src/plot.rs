//! A plot of error by empty squares, as an SVG file.

use std::fmt::Write;

/// A line of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve<'n> {
    /// What it is called.
    pub name: &'n str,
    /// Its colour, as SVG writes colours.
    pub color: &'n str,
    /// Empty squares and values.
    pub points: Vec<(u32, f64)>,
}

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 50.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 45.0;

/// Draws curves of values not below zero; the game goes from left to right, from 60 empty squares to none.
#[must_use]
pub fn plot(title: &str, unit: &str, curves: &[Curve<'_>]) -> String {
    let highest = curves.iter().flat_map(|curve| &curve.points).map(|&(_, value)| value).fold(1.0, f64::max);
    let step = [0.5, 1.0, 2.0, 5.0, 10.0].into_iter().find(|step| highest / step <= 8.0).unwrap_or(20.0);
    let top = (highest / step).ceil() * step;
    let x = |empties: f64| LEFT + (60.0 - empties) / 60.0 * (WIDTH - LEFT - RIGHT);
    let y = |value: f64| HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM);
    let (left, right, bottom) = (x(60.0), x(0.0), y(0.0));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let mut text = |x: f64, y: f64, anchor: &str, words: &str| {
        // Writing to a string cannot fail.
        let words = words.replace('&', "&amp;").replace('<', "&lt;");
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>");
    };
    text(WIDTH / 2.0, 22.0, "middle", title);
    text(WIDTH / 2.0, HEIGHT - 8.0, "middle", "empty squares");
    text(left, TOP - 8.0, "middle", unit);
    for empties in (0..=60).step_by(10) {
        text(x(f64::from(empties)), bottom + 18.0, "middle", &empties.to_string());
    }
    for n in 0..=(top / step).round() as u32 {
        text(left - 6.0, y(f64::from(n) * step) + 4.0, "end", &format!("{}", f64::from(n) * step));
    }
    for (n, curve) in curves.iter().enumerate() {
        text(right - 10.0, TOP + 16.0 * (n as f64 + 1.0), "end", curve.name);
    }
    for n in 0..=(top / step).round() as u32 {
        let at = y(f64::from(n) * step);
        let _ = writeln!(svg, "<path d=\"M{left:.1} {at:.1}H{right:.1}\" stroke=\"#ccc\"/>");
    }
    for (n, Curve { color, points, .. }) in curves.iter().enumerate() {
        let at = TOP + 16.0 * (n as f64 + 1.0) - 4.0;
        let _ = writeln!(svg, "<path d=\"M{right:.1} {at:.1}h-8\" stroke=\"{color}\" stroke-width=\"3\"/>");
        let places: Vec<String> = points
            .iter()
            .map(|&(empties, value)| format!("{:.1},{:.1}", x(f64::from(empties)), y(value)))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>",
            places.join(" ")
        );
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_has_its_words_and_a_place_inside_for_every_point() {
        let points: Vec<(u32, f64)> = (0..=60).map(|empties| (empties, f64::from(empties) / 5.0)).collect();
        let curve = Curve { name: "RMSE", color: "#c00", points };
        let svg = plot("a < b", "discs", &[curve]);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("a &lt; b") && svg.contains(">RMSE</text>"));
        let places = svg.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
        assert_eq!(places.split(' ').count(), 61);
        for place in places.split(' ') {
            let (x, y) = place.split_once(',').unwrap();
            let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
            assert!((LEFT..=WIDTH - RIGHT).contains(&x) && (TOP..=HEIGHT - BOTTOM).contains(&y), "{place}");
        }
    }
}
