//! The graph of the score: a column for each ply, black up.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::words;
use crate::theme::{Ink, Theme};

/// The plies that have room at least, so that a graph does not change its scale with every move.
const PLIES: usize = 60;

/// The scale is at least so many discs up and down, so that small differences look small.
const LEAST: f64 = 16.0;

/// The columns on the left with the scale.
const SCALE: u16 = 4;

/// Draws scores from black's view, that of the start first; `viewed` is marked. Returns where each ply is.
pub(super) fn draw(
    scores: &[Option<f64>],
    viewed: usize,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Vec<(Rect, usize)> {
    let field = Rect { x: area.x + SCALE, width: area.width.saturating_sub(SCALE), ..area };
    if field.width < 8 || field.height < 3 {
        return Vec::new();
    }
    let largest = scores.iter().flatten().fold(LEAST, |most, score| most.max(score.abs()));
    // An odd number of half rows, the middle one being even.
    let halves = i32::from(field.height) * 2;
    let middle = halves / 2;
    let quiet = theme.text(Ink::Quiet);
    let label = |discs: f64| {
        let text = words::score(discs.round() as i32);
        if theme.ascii { words::ascii(&text) } else { text }
    };
    buffer.set_string(area.x, field.y, label(largest), quiet);
    buffer.set_string(area.x, field.bottom() - 1, label(-largest), quiet);
    buffer.set_string(area.x, field.y + field.height / 2, "0", quiet);
    let count = scores.len().max(PLIES + 1);
    let column = |ply: usize| (ply * usize::from(field.width) / count) as u16;
    let mut places = Vec::new();
    for (ply, score) in scores.iter().enumerate() {
        let x = field.x + column(ply);
        let width = (field.x + column(ply + 1)).saturating_sub(x).max(1);
        places.push((Rect::new(x, field.y, width, field.height), ply));
        let Some(score) = score else { continue };
        let reach = (score / largest * f64::from(middle)).round() as i32;
        let ink = if *score >= 0.0 { Ink::Accent } else { Ink::Inaccuracy };
        for row in 0..field.height {
            // Half rows above the middle count up, below it down.
            let upper = middle - i32::from(row) * 2;
            let covers = |level: i32| (reach >= level && level > 0) || (reach < level && level <= 0);
            let block = match (covers(upper), covers(upper - 1)) {
                (true, true) => "█",
                (true, false) => "▀",
                (false, true) => "▄",
                (false, false) => continue,
            };
            let block = if theme.ascii { "#" } else { block };
            for x in x..(x + width).min(field.right()) {
                buffer.set_string(x, field.y + row, block, theme.text(ink));
            }
        }
    }
    mark(viewed, &column, theme, field, buffer);
    places
}

/// Marks the ply in view by a line, and the middle where nothing is drawn.
fn mark(viewed: usize, column: &dyn Fn(usize) -> u16, theme: Theme, field: Rect, buffer: &mut Buffer) {
    let zero = field.y + field.height / 2;
    for x in field.x..field.right() {
        if let Some(cell) = buffer.cell_mut((x, zero)).filter(|cell| cell.symbol() == " ") {
            cell.set_symbol(if theme.ascii { "-" } else { "─" }).set_style(theme.text(Ink::Quiet));
        }
    }
    let x = (field.x + column(viewed)).min(field.right() - 1);
    for y in field.y..field.bottom() {
        if let Some(cell) = buffer.cell_mut((x, y)) {
            if [" ", "─", "-"].contains(&cell.symbol()) {
                cell.set_symbol(if theme.ascii { "|" } else { "│" });
            }
            cell.set_style(theme.text(Ink::Last).add_modifier(Modifier::BOLD));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Colours;

    #[test]
    fn black_is_up_and_every_ply_can_be_clicked() {
        let area = Rect::new(0, 0, 65, 5);
        let mut buffer = Buffer::empty(area);
        let theme = Theme { colours: Colours::None, ascii: true };
        let scores = [Some(0.0), Some(16.0), Some(-16.0), None];
        let places = draw(&scores, 3, theme, area, &mut buffer);
        assert_eq!(places.len(), 4);
        let lines: Vec<String> = (0..5)
            .map(|y| (0..10).map(|x| buffer.cell((x, y)).map_or(" ", |cell| cell.symbol())).collect())
            .collect();
        assert_eq!(lines, ["+16  # |  ", "     # |  ", "0   -##|--", "      #|  ", "-16   #|  "]);
    }
}
