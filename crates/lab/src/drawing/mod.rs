//! Drawings as SVG that stands by itself: lines over numbers, and rows of stacked bars.
//!
//! The drawings of a tournament's page take their colours from that page and are beside it.

mod chart;
mod stacked;

pub use chart::Chart;
pub use stacked::stacked_bars;

/// Begins a drawing of a size in pixels: the ground and the title.
fn begin(title: &str, width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"13\" fill=\"#202427\">\n\
         <title>{title}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fbfbf8\"/>\n\
         <text x=\"18\" y=\"26\" font-size=\"16\">{title}</text>\n",
        title = escaped(title)
    )
}

/// Makes a text safe inside elements and attributes.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
