//! Lines over numbers.

use std::fmt::Write as _;

use super::{begin, escaped};

/// The colours of the lines, readable on light ground.
const COLOURS: [&str; 6] = ["#16805a", "#2f77a8", "#8f6b00", "#bd6113", "#7d4aa0", "#b93a3a"];

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 330.0;
const LEFT: f64 = 64.0;
const TOP: f64 = 52.0;
const BOTTOM: f64 = 46.0;
/// The room for the names of the lines.
const NAMES: f64 = 150.0;

/// A drawing of lines.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// What the numbers below stand for.
    pub across: String,
    /// What the numbers at the side stand for.
    pub upwards: String,
    /// Names and points of the lines.
    pub lines: Vec<(String, Vec<(f64, f64)>)>,
}

impl Chart {
    /// Draws it.
    #[must_use]
    pub fn svg(&self) -> String {
        let scale = Scale::of(self.lines.iter().flat_map(|(_, points)| points));
        let mut out = begin(&self.title, WIDTH, HEIGHT);
        self.draw_axes(&scale, &mut out);
        self.draw_lines(&scale, &mut out);
        out.push_str("</svg>\n");
        out
    }

    fn draw_axes(&self, scale: &Scale, out: &mut String) {
        for mark in marks(scale.y) {
            let y = scale.y(mark);
            let _infallible = writeln!(
                out,
                "<path d=\"M{LEFT} {y:.1}H{:.1}\" stroke=\"#dde2dc\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                WIDTH - NAMES,
                LEFT - 7.0,
                y + 4.5,
                plain(mark)
            );
        }
        for mark in marks(scale.x) {
            let _infallible = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                scale.x(mark),
                HEIGHT - BOTTOM + 18.0,
                plain(mark)
            );
        }
        let _infallible = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#56635d\">{}</text>\
             <text x=\"18\" y=\"{:.1}\" fill=\"#56635d\">{}</text>",
            WIDTH - NAMES,
            HEIGHT - 10.0,
            escaped(&self.across),
            TOP - 8.0,
            escaped(&self.upwards)
        );
    }

    /// Draws the lines. Names stand at their ends, one below the other where those are close.
    fn draw_lines(&self, scale: &Scale, out: &mut String) {
        let end = |points: &[(f64, f64)]| Some(scale.y(points.last()?.1));
        let lines = self.lines.iter().enumerate();
        let mut ends: Vec<(usize, f64)> =
            lines.filter_map(|(index, (_, points))| Some((index, end(points)?))).collect();
        ends.sort_by(|one, other| one.1.total_cmp(&other.1));
        let mut lowest_free = TOP;
        for (index, end) in ends {
            let (name, points) = &self.lines[index];
            let colour = COLOURS[index % COLOURS.len()];
            let places: Vec<String> =
                points.iter().map(|&(x, y)| format!("{:.1},{:.1}", scale.x(x), scale.y(y))).collect();
            let at = end.max(lowest_free);
            lowest_free = at + 16.0;
            let _infallible = writeln!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" \
                 stroke-linejoin=\"round\"/><text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{}</text>",
                places.join(" "),
                WIDTH - NAMES + 8.0,
                at + 4.5,
                escaped(name)
            );
        }
    }
}

/// The numbers a drawing reaches over, lowest and highest.
struct Scale {
    x: (f64, f64),
    y: (f64, f64),
}

impl Scale {
    fn of<'p>(points: impl Iterator<Item = &'p (f64, f64)> + Clone) -> Scale {
        if points.clone().next().is_none() {
            return Scale { x: (0.0, 1.0), y: (0.0, 1.0) };
        }
        Scale { x: reach(points.clone().map(|point| point.0)), y: reach(points.map(|point| point.1)) }
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + (WIDTH - LEFT - NAMES) * (value - self.x.0) / (self.x.1 - self.x.0)
    }

    fn y(&self, value: f64) -> f64 {
        TOP + (HEIGHT - TOP - BOTTOM) * (self.y.1 - value) / (self.y.1 - self.y.0)
    }
}

/// Returns the lowest and the highest value; limits around a single one.
fn reach(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low < high { (low, high) } else { (low.min(0.0), low.max(0.0) + 1.0) }
}

/// Returns round numbers within limits, three to seven of them.
fn marks((low, high): (f64, f64)) -> Vec<f64> {
    let rough = (high - low) / 6.0;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|part| part * power).find(|step| *step >= rough);
    let step = step.unwrap_or(10.0 * power);
    let first = (low / step).ceil();
    (0..10)
        .map(|count| (first + f64::from(count)) * step)
        .take_while(|mark| *mark <= high + step * 1e-9)
        .collect()
}

/// Writes a round number without the noise of its arithmetic.
fn plain(value: f64) -> String {
    let text = format!("{value:.6}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_drawn_and_named() {
        let line = |name: &str, end: f64| (name.to_owned(), vec![(0.0, 1.0), (10.0, end)]);
        let chart = Chart {
            title: "a < b".to_owned(),
            lines: vec![line("one", 2.0), line("two", 2.0)],
            ..Chart::default()
        };
        let svg = chart.svg();
        assert_eq!(svg.matches("<polyline").count(), 2);
        assert!(svg.contains("a &lt; b") && svg.contains(">one<") && svg.contains(">two<"), "{svg}");
        assert!(!svg.contains("NaN") && !Chart::default().svg().contains("NaN"));
        let flat = Chart { lines: vec![("x".to_owned(), vec![(1.0, 3.0)])], ..Chart::default() };
        assert!(!flat.svg().contains("NaN"));
    }

    #[test]
    fn marks_are_round() {
        assert_eq!(marks((0.0, 30.0)), [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0]);
        assert_eq!(marks((0.42, 0.68)).len(), 5);
        assert_eq!([plain(0.1 + 0.2), plain(-0.0), plain(20.0)], ["0.3", "0", "20"]);
    }
}
