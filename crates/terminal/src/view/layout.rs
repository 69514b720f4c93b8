//! Where everything is, for a screen of any size.

use outflank_rules::Square;
use ratatui::layout::Rect;

use crate::app::KeyAction;

/// The smallest screen there is room on.
pub(crate) const SMALLEST: (u16, u16) = (22, 13);

/// The least and the greatest width of the panel beside the board.
const PANEL: (u16, u16) = (27, 56);

/// The rows of a panel under the board, at least.
const PANEL_ROWS: u16 = 7;

/// Rows that are neither board nor panel: the title, what is said, the keys.
const OTHER_ROWS: u16 = 3;

/// Where everything is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The whole screen.
    pub(crate) area: Rect,
    /// The title.
    pub(crate) title: Rect,
    /// The board with its frame.
    pub(crate) frame: Rect,
    /// The 64 squares.
    pub(crate) board: Rect,
    /// How wide and high a square is.
    pub(crate) square: (u16, u16),
    /// What goes with the board; empty on a small screen.
    pub(crate) panel: Rect,
    /// What is said.
    pub(crate) status: Rect,
    /// The keys.
    pub(crate) keys: Rect,
    /// What can be clicked.
    pub(crate) buttons: Vec<(Rect, KeyAction)>,
    /// The rows of a dialog that can be clicked.
    pub(crate) rows: Vec<(Rect, usize)>,
    /// The plies of graph and list that can be clicked.
    pub(crate) plies: Vec<(Rect, usize)>,
}

impl Layout {
    /// Divides a screen; `None` if it is too small.
    pub(crate) fn of(area: Rect) -> Option<Layout> {
        for height in (1..=4).rev() {
            let frame = (16 * height + 4, 8 * height + 2);
            let rest = area.height.saturating_sub(OTHER_ROWS);
            if frame.1 > rest || frame.0 > area.width {
                continue;
            }
            let beside = area.width.saturating_sub(frame.0 + 2);
            if beside >= PANEL.0 {
                let panel = beside.min(PANEL.1);
                let left = area.x + (area.width - frame.0 - 2 - panel) / 2;
                let board = Rect::new(left, area.y + 1, frame.0, frame.1);
                let panel = Rect::new(left + frame.0 + 2, area.y + 1, panel, rest);
                return Some(Layout::with(area, height, board, panel));
            }
            let under = rest - frame.1;
            let left = area.x + (area.width - frame.0) / 2;
            let board = Rect::new(left, area.y + 1, frame.0, frame.1);
            if under >= PANEL_ROWS {
                let width = area.width.min(PANEL.1);
                let side = area.x + (area.width - width) / 2;
                let panel = Rect::new(side, board.bottom(), width, under);
                return Some(Layout::with(area, height, board, panel));
            }
            if height == 1 && area.width >= SMALLEST.0 {
                return Some(Layout::with(area, height, board, Rect::default()));
            }
        }
        None
    }

    fn with(area: Rect, height: u16, frame: Rect, panel: Rect) -> Layout {
        let row = |from_bottom: u16| Rect::new(area.x, area.bottom() - from_bottom, area.width, 1);
        Layout {
            area,
            title: Rect::new(area.x, area.y, area.width, 1),
            frame,
            board: Rect::new(frame.x + 2, frame.y + 1, 16 * height, 8 * height),
            square: (2 * height, height),
            panel,
            status: row(2),
            keys: row(1),
            ..Layout::default()
        }
    }

    /// Returns where a square is.
    pub(crate) fn square(&self, square: Square, flipped: bool) -> Rect {
        let (width, height) = self.square;
        let place = |index: u32| if flipped { 7 - index as u16 } else { index as u16 };
        let (column, row) = (place(square.column()), place(square.row()));
        Rect::new(self.board.x + column * width, self.board.y + row * height, width, height)
    }

    /// Returns the square at a place of the screen.
    pub(crate) fn square_at(&self, at: (u16, u16), flipped: bool) -> Option<Square> {
        Square::all().find(|&square| self.square(square, flipped).contains(at.into()))
    }

    /// Returns what a click there does.
    pub(crate) fn action_at(&self, at: (u16, u16)) -> Option<KeyAction> {
        find(&self.buttons, at)
    }

    /// Returns the row of a dialog at a place of the screen.
    pub(crate) fn row_at(&self, at: (u16, u16)) -> Option<usize> {
        find(&self.rows, at)
    }

    /// Returns the ply of graph or list at a place of the screen.
    pub(crate) fn ply_at(&self, at: (u16, u16)) -> Option<usize> {
        find(&self.plies, at)
    }
}

fn find<T: Copy>(list: &[(Rect, T)], at: (u16, u16)) -> Option<T> {
    list.iter().find(|(place, _)| place.contains(at.into())).map(|(_, what)| *what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_on_the_screen_whatever_its_size() {
        for width in 0..=240 {
            for height in 0..=80 {
                let area = Rect::new(0, 0, width, height);
                let Some(layout) = Layout::of(area) else {
                    assert!(width < SMALLEST.0 || height < SMALLEST.1, "{width} x {height}");
                    continue;
                };
                for part in
                    [layout.frame, layout.board, layout.panel, layout.status, layout.keys, layout.title]
                {
                    assert_eq!(part.intersection(area), part, "{width} x {height}: {part:?}");
                }
                assert!(layout.frame.intersection(layout.panel).is_empty());
                assert!(layout.frame.bottom() <= layout.status.y && layout.panel.bottom() <= layout.status.y);
            }
        }
    }

    #[test]
    fn a_usual_terminal_has_real_discs_beside_a_panel_and_a_large_one_larger_discs() {
        let square = |width, height| Layout::of(Rect::new(0, 0, width, height)).unwrap().square;
        assert_eq!(square(80, 24), (4, 2));
        assert_eq!(square(120, 40), (8, 4));
        assert_eq!(square(100, 30), (6, 3));
        assert_eq!(square(44, 40), (4, 2));
        assert_eq!(square(30, 14), (2, 1));
    }

    #[test]
    fn clicks_find_their_square_also_on_a_board_turned_round() {
        let layout = Layout::of(Rect::new(0, 0, 80, 24)).unwrap();
        for flipped in [false, true] {
            for square in Square::all() {
                let place = layout.square(square, flipped);
                assert_eq!(layout.square_at((place.x, place.y), flipped), Some(square));
                assert_eq!(layout.square_at((place.right() - 1, place.bottom() - 1), flipped), Some(square));
            }
        }
        assert_eq!(layout.square_at((0, 0), false), None);
    }
}
