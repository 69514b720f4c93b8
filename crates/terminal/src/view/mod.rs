//! Drawing: a state, a theme and a screen of some size make a picture.

mod board;
mod dialogs;
mod graph;
mod help;
mod layout;
mod moves;
mod panel;
#[cfg(test)]
mod tests;
pub(crate) mod words;

use std::time::Instant;

use outflank_rules::Color;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget as _;

pub(crate) use layout::Layout;

use crate::app::{App, Brush, Dialog, KeyAction};
use crate::theme::{Ink, Theme};

/// Draws everything and returns where it is.
pub(crate) fn draw(app: &App, theme: Theme, now: Instant, area: Rect, buffer: &mut Buffer) -> Layout {
    let Some(mut layout) = Layout::of(area) else {
        let (width, height) = layout::SMALLEST;
        let text = format!("Too small: {width}x{height} at least, this is {}x{}.", area.width, area.height);
        panel::paragraph(text, Style::new(), theme, area, buffer);
        return Layout::default();
    };
    title(app, theme, &layout, buffer);
    board::draw(app, theme, &layout, now, buffer);
    if layout.panel.is_empty() {
        panel::small(app, theme, layout.title, buffer);
    } else {
        panel::draw(app, theme, &mut layout, now, buffer);
    }
    status(app, theme, &layout, buffer);
    keys(app, theme, &mut layout, buffer);
    dialogs::draw(app, theme, &mut layout, buffer);
    layout
}

/// Writes a line, cut at the right.
fn write(line: Line<'_>, theme: Theme, area: Rect, buffer: &mut Buffer) {
    if theme.ascii {
        let spans = line.spans.iter().map(|span| Span::styled(words::ascii(&span.content), span.style));
        let plain = Line { spans: spans.collect(), ..line.clone() };
        plain.render(area, buffer);
    } else {
        line.render(area, buffer);
    }
}

fn title(app: &App, theme: Theme, layout: &Layout, buffer: &mut Buffer) {
    if layout.panel.is_empty() {
        return;
    }
    let left = Line::from(vec![
        Span::styled(" Outflank ", theme.text(Ink::Accent).add_modifier(Modifier::BOLD)),
        Span::styled(
            match app.stored {
                Some(id) => format!("game {id}"),
                None if app.keeps => String::new(),
                None => "not saved".to_owned(),
            },
            theme.text(Ink::Quiet),
        ),
    ]);
    write(left, theme, layout.title, buffer);
    let right = match &app.dialog {
        Some(Dialog::Editor { .. }) => {
            Span::styled("EDITING ", theme.text(Ink::Last).add_modifier(Modifier::BOLD))
        }
        _ => Span::styled("? help ", theme.text(Ink::Quiet)),
    };
    write(Line::from(right).right_aligned(), theme, layout.title, buffer);
}

/// Says what there is to say: what is being typed, or the last message.
fn status(app: &App, theme: Theme, layout: &Layout, buffer: &mut Buffer) {
    let line = match (&app.dialog, app.typed, &app.message) {
        (Some(Dialog::Prompt { text }), ..) => {
            let room = usize::from(layout.status.width).saturating_sub(4);
            let skipped = text.chars().count().saturating_sub(room);
            Line::from(format!(":{}█", text.chars().skip(skipped).collect::<String>()))
        }
        (Some(Dialog::ConfirmResign), ..) => Line::styled(" Resign this game? y or n", theme.text(Ink::Last)),
        (Some(Dialog::ConfirmQuit), ..) => {
            Line::styled(" Leave? The game is not saved. y or n", theme.text(Ink::Last))
        }
        (Some(Dialog::Editor { editor, brush }), ..) => {
            let side = if editor.side() == Color::Black { "Black" } else { "White" };
            let brush = match brush {
                Brush::Cycle => "each in turn",
                Brush::Always(Some(Color::Black)) => "black",
                Brush::Always(Some(Color::White)) => "white",
                Brush::Always(None) => "empty",
            };
            let mut text = format!(" {side} to move · space and clicks put {brush} (b changes)");
            for warning in editor.warnings() {
                text.push_str(&format!(" · {warning}"));
            }
            Line::styled(text, theme.text(Ink::Inaccuracy))
        }
        (_, Some(letter), _) => Line::from(format!(" Move: {letter}…")),
        (_, None, Some(message)) => {
            let style = if message.is_refusal { theme.text(Ink::Mistake) } else { Style::new() };
            Line::styled(format!(" {}", message.text), style)
        }
        _ => Line::default(),
    };
    write(line, theme, layout.status, buffer);
}

/// What the last row offers on the board, as far as there is room.
const KEYS: [(&str, &str, KeyAction); 10] = [
    ("u", "undo", KeyAction::Undo),
    ("i", "hint", KeyAction::Hint),
    ("v", "values", KeyAction::Values),
    ("t", "engine", KeyAction::Engine),
    ("<", "back", KeyAction::Look(-1)),
    (">", "ahead", KeyAction::Look(1)),
    ("n", "new", KeyAction::NewGame),
    ("o", "games", KeyAction::Games),
    ("?", "help", KeyAction::Help),
    ("q", "quit", KeyAction::Quit),
];

/// What the last row says while something lies over the board.
fn dialog_keys(dialog: &Dialog) -> &'static str {
    match dialog {
        Dialog::Help { .. } => "↑ ↓ scroll · any other key closes",
        Dialog::NewGame(_) => "↑ ↓ row · ← → change · x swap · Enter begin · o stored games · Esc close",
        Dialog::Games(_) => "↑ ↓ choose · Enter resume · n new game · Esc close",
        Dialog::Editor { .. } => {
            "x black · o white · - empty · t turn · c clear · r restart · Enter play · Esc"
        }
        Dialog::Prompt { .. } => "a move or a command such as save FILE · Enter · Esc",
        Dialog::ConfirmResign | Dialog::ConfirmQuit => "y yes · n no",
    }
}

fn keys(app: &App, theme: Theme, layout: &mut Layout, buffer: &mut Buffer) {
    if let Some(dialog) = &app.dialog {
        let line = Line::styled(format!(" {}", dialog_keys(dialog)), theme.text(Ink::Quiet));
        return write(line, theme, layout.keys, buffer);
    }
    let mut x = layout.keys.x + 1;
    for (key, word, action) in KEYS {
        let width = (key.len() + word.len() + 1) as u16;
        // The last two are always offered.
        let reserve = match action {
            KeyAction::Quit => 0,
            KeyAction::Help => 8,
            _ => 16,
        };
        if x + width + reserve > layout.keys.right() {
            continue;
        }
        buffer.set_string(x, layout.keys.y, key, theme.text(Ink::Accent).add_modifier(Modifier::BOLD));
        buffer.set_string(x + 2, layout.keys.y, word, theme.text(Ink::Quiet));
        layout.buttons.push((Rect::new(x, layout.keys.y, width, 1), action));
        x += width + 2;
    }
}
