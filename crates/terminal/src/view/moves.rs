//! The list of moves.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::words;
use crate::app::App;
use crate::theme::{Ink, Theme};

/// Draws the moves in numbered pairs, so that the one in view is there. Returns where each ply is.
pub(super) fn draw(app: &App, theme: Theme, area: Rect, buffer: &mut Buffer) -> Vec<(Rect, usize)> {
    let signs = app.show.engine;
    let pair = if signs { 14 } else { 10 };
    let columns = usize::from(area.width / pair).max(1);
    let plies = app.game.plies();
    let rows = plies.len().div_ceil(2).div_ceil(columns);
    let viewed = app.game.viewed_ply();
    let row_of = |ply: usize| ply / 2 / columns;
    let shown = usize::from(area.height);
    // The row of the ply in view, and as many before it as there is room for.
    let first = (row_of(viewed.saturating_sub(1)) + 1).saturating_sub(shown).min(rows.saturating_sub(shown));
    let mut places = Vec::new();
    for (index, played) in plies.iter().enumerate() {
        let row = row_of(index);
        if row < first || row - first >= shown {
            continue;
        }
        let y = area.y + (row - first) as u16;
        let left = area.x + (index / 2 % columns) as u16 * pair;
        if index % 2 == 0 {
            buffer.set_string(left, y, format!("{:2}", index / 2 + 1), theme.text(Ink::Quiet));
        }
        let x = left + 3 + if index % 2 == 0 { 0 } else { (pair - 4) / 2 };
        let name = if played.is_pass() { "--".to_owned() } else { played.to_string() };
        let judged = app.review.ply(index).filter(|ply| signs && !ply.played.is_pass());
        let (sign, ink) = judged.map_or(("", Ink::Quiet), |judged| words::sign(judged.label));
        let place = Rect::new(x, y, 4, 1).intersection(area);
        let style = if index + 1 == viewed {
            Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED)
        } else {
            Style::new()
        };
        buffer.set_stringn(x, y, &name, place.width.into(), style);
        buffer.set_stringn(x + 2, y, sign, usize::from(place.width.saturating_sub(2)), theme.text(ink));
        places.push((place, index + 1));
    }
    places
}
