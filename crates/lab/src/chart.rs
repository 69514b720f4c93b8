//! A drawing: lines over numbers, as SVG that stands by itself.

use std::fmt::Write as _;

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
        let points = || self.lines.iter().flat_map(|(_, points)| points);
        let reach = |of: fn(&(f64, f64)) -> f64| {
            let (low, high) =
                points().map(of).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                    (low.min(value), high.max(value))
                });
            if low < high { (low, high) } else { (low.min(0.0), low.max(0.0) + 1.0) }
        };
        let ((x_low, x_high), (y_low, y_high)) = match points().next() {
            Some(_) => (reach(|point| point.0), reach(|point| point.1)),
            None => ((0.0, 1.0), (0.0, 1.0)),
        };
        let x = |value: f64| LEFT + (WIDTH - LEFT - NAMES) * (value - x_low) / (x_high - x_low);
        let y = |value: f64| TOP + (HEIGHT - TOP - BOTTOM) * (y_high - value) / (y_high - y_low);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"13\" fill=\"#202427\">\n<title>{title}</title>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fbfbf8\"/>\n\
             <text x=\"18\" y=\"26\" font-size=\"16\">{title}</text>\n",
            title = escaped(&self.title)
        );
        for mark in marks(y_low, y_high) {
            let y = y(mark);
            let _infallible = writeln!(
                out,
                "<path d=\"M{LEFT} {y:.1}H{:.1}\" stroke=\"#dde2dc\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                WIDTH - NAMES,
                LEFT - 7.0,
                y + 4.5,
                plain(mark)
            );
        }
        for mark in marks(x_low, x_high) {
            let _infallible = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                x(mark),
                HEIGHT - BOTTOM + 18.0,
                plain(mark)
            );
        }
        let _infallible = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#56635d\">{}</text><text x=\"18\" y=\"{:.1}\" fill=\"#56635d\">{}</text>",
            WIDTH - NAMES,
            HEIGHT - 10.0,
            escaped(&self.across),
            TOP - 8.0,
            escaped(&self.upwards)
        );
        let mut lowest_free = TOP;
        let mut ends: Vec<(usize, f64)> = self
            .lines
            .iter()
            .enumerate()
            .filter_map(|(index, (_, points))| Some((index, y(points.last()?.1))))
            .collect();
        ends.sort_by(|one, other| one.1.total_cmp(&other.1));
        for (index, end) in ends {
            let (name, points) = &self.lines[index];
            let colour = COLOURS[index % COLOURS.len()];
            let places: Vec<String> =
                points.iter().map(|&(across, up)| format!("{:.1},{:.1}", x(across), y(up))).collect();
            // Names stand at the ends of their lines, one below the other where those are close.
            let at = end.max(lowest_free);
            lowest_free = at + 16.0;
            let _infallible = writeln!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-linejoin=\"round\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{}</text>",
                places.join(" "),
                WIDTH - NAMES + 8.0,
                at + 4.5,
                escaped(name)
            );
        }
        out.push_str("</svg>\n");
        out
    }
}

/// Returns round numbers within limits, three to seven of them.
fn marks(low: f64, high: f64) -> Vec<f64> {
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

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
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
        assert_eq!(marks(0.0, 30.0), [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0]);
        assert_eq!(marks(0.42, 0.68).len(), 5);
        assert_eq!([plain(0.1 + 0.2), plain(-0.0), plain(20.0)], ["0.3", "0", "20"]);
    }
}
