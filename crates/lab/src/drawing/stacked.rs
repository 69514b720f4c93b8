//! Rows of stacked bars.

use std::fmt::Write as _;

use super::{begin, escaped};

/// The colours of the parts of a bar, from harmless to grave.
const COLOURS: [&str; 6] = ["#2b7750", "#7fb069", "#d9d27e", "#e8a04c", "#cf5c36", "#8c1c13"];

const LABELS: u32 = 150;
const BAR: u32 = 640;
const ROW: u32 = 34;
const TOP: u32 = 84;

/// Draws a row for each name, divided by the shares of up to six classes.
#[must_use]
pub fn stacked_bars(title: &str, classes: &[&str], rows: &[(String, Vec<f64>)]) -> String {
    let height = TOP + ROW * rows.len() as u32 + 20;
    let width = LABELS + BAR + 30;
    let mut out = begin(title, f64::from(width), f64::from(height));
    for (index, (class, colour)) in classes.iter().zip(COLOURS).enumerate() {
        let x = LABELS + 105 * index as u32;
        let class = escaped(class);
        let _infallible = writeln!(
            out,
            "<rect x=\"{x}\" y=\"50\" width=\"14\" height=\"14\" fill=\"{colour}\"/>\
             <text x=\"{}\" y=\"62\">{class}</text>",
            x + 20
        );
    }
    for (row, (name, shares)) in rows.iter().enumerate() {
        let y = TOP + ROW * row as u32;
        let name = escaped(name);
        let _infallible =
            writeln!(out, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text>", LABELS - 12, y + 18);
        let mut x = f64::from(LABELS);
        for (index, (share, colour)) in shares.iter().zip(COLOURS).enumerate() {
            let length = share * f64::from(BAR);
            let _infallible = write!(
                out,
                "<rect x=\"{x:.1}\" y=\"{y}\" width=\"{length:.1}\" height=\"26\" fill=\"{colour}\"/>"
            );
            // A number where there is room for it.
            if length >= 30.0 {
                let ink = if (1..=3).contains(&index) { "#202427" } else { "#ffffff" };
                let _infallible = write!(
                    out,
                    "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\" font-size=\"12\" fill=\"{ink}\">{:.0} %</text>",
                    x + length / 2.0,
                    y + 18,
                    100.0 * share
                );
            }
            x += length;
        }
        out.push('\n');
    }
    out.push_str("</svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_drawn_in_full_width() {
        let rows = [("a < b".to_owned(), vec![0.5, 0.25, 0.25]), ("c".to_owned(), vec![1.0])];
        let svg = stacked_bars("title", &["x", "y", "z"], &rows);
        assert!(svg.contains("a &lt; b") && svg.contains("width=\"640.0\"") && svg.contains("50 %"), "{svg}");
        assert_eq!(svg.matches("<rect").count(), 1 + 3 + 4);
    }
}
