//! What lies over the board.

use outflank_game::{Ending, GameResult, Seat, final_discs};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Widget as _};

use super::layout::Layout;
use super::panel::{cut, paragraph};
use super::{help, words, write};
use crate::app::{App, Dialog, NewGameDialog, StoredGames};
use crate::archive::ArchivedGame;
use crate::command::HELP;
use crate::theme::{Ink, Theme};

/// Draws what lies over the board, if anything does.
pub(super) fn draw(app: &App, theme: Theme, layout: &mut Layout, buffer: &mut Buffer) {
    match &app.dialog {
        Some(Dialog::Help { scroll }) => show_help(*scroll, theme, layout, buffer),
        Some(Dialog::NewGame(new)) => new_game(new, theme, layout, buffer),
        Some(Dialog::Games(games)) => stored_games(games, theme, layout, buffer),
        _ => {}
    }
}

/// Draws a frame with a title in the middle of the screen and returns the room in it.
fn window(
    title: &str,
    (width, height): (u16, u16),
    theme: Theme,
    layout: &Layout,
    buffer: &mut Buffer,
) -> Rect {
    let room = Rect { height: layout.area.height.saturating_sub(2), ..layout.area };
    let (width, height) = (width.min(room.width), height.min(room.height));
    let area =
        Rect::new(room.x + (room.width - width) / 2, room.y + (room.height - height) / 2, width, height);
    Clear.render(area, buffer);
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(theme.text(Ink::Accent))
        .title(Span::styled(format!(" {title} "), Style::new().add_modifier(Modifier::BOLD)));
    let inner = block.inner(area);
    block.render(area, buffer);
    if theme.ascii {
        for y in area.y..area.bottom() {
            for x in area.x..area.right() {
                if let Some(cell) = buffer.cell_mut((x, y)) {
                    let symbol = words::ascii(cell.symbol());
                    cell.set_symbol(&symbol);
                }
            }
        }
    }
    inner
}

fn show_help(scroll: u16, theme: Theme, layout: &Layout, buffer: &mut Buffer) {
    let text = format!("{}COMMANDS\n{}", help::KEYS, HELP.split_once('\n').map_or("", |(_, rest)| rest));
    let lines: Vec<&str> = text.lines().collect();
    let inner = window("Help", (78, lines.len() as u16 + 2), theme, layout, buffer);
    let most = lines.len().saturating_sub(inner.height.into());
    let first = usize::from(scroll).min(most);
    for (row, text) in inner.rows().zip(lines.iter().skip(first)) {
        let is_heading = !text.is_empty() && !text.starts_with(' ');
        let style =
            if is_heading { theme.text(Ink::Accent).add_modifier(Modifier::BOLD) } else { Style::new() };
        write(Line::styled(format!(" {text}"), style), theme, row, buffer);
    }
}

fn new_game(new: &NewGameDialog, theme: Theme, layout: &mut Layout, buffer: &mut Buffer) {
    let inner = window("New game", (58, 14), theme, layout, buffer);
    let player =
        |side: usize| new.choices.get(new.players[side]).map_or(String::new(), |choice| choice.title.clone());
    let clock = new.controls.get(new.control).copied().flatten();
    let fields = [
        ("Black", player(0)),
        ("White", player(1)),
        ("Start", new.starts.get(new.start).cloned().unwrap_or_default()),
        ("Clocks", clock.map_or_else(|| "none".to_owned(), |clock| clock.to_string())),
    ];
    let mut rows = inner.rows();
    let room = usize::from(inner.width).saturating_sub(14);
    for (index, (name, value)) in fields.iter().enumerate() {
        let Some(row) = rows.next() else { return };
        let here = index == new.row;
        let style =
            if here { Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED) } else { Style::new() };
        let line = Line::from(vec![
            Span::styled(format!(" {name:7}"), theme.text(Ink::Quiet)),
            Span::styled(if here { "‹ " } else { "  " }, theme.text(Ink::Accent)),
            Span::styled(cut(value, room), style),
            Span::styled(if here { " ›" } else { "" }, theme.text(Ink::Accent)),
        ]);
        write(line, theme, row, buffer);
        layout.rows.push((row, index));
    }
    let _gap = rows.next();
    let text: Vec<Rect> = rows.by_ref().take(4).collect();
    if let (Some(first), Some(last)) = (text.first(), text.last()) {
        let area = first.union(*last).inner(ratatui::layout::Margin::new(1, 0));
        paragraph(new.description().to_owned(), theme.text(Ink::Quiet), theme, area, buffer);
    }
    let _gap = rows.next();
    if let Some(row) = rows.next() {
        let style = theme.text(Ink::Accent).add_modifier(Modifier::BOLD);
        write(Line::styled(" Enter: begin", style), theme, row, buffer);
        layout.rows.push((row, NewGameDialog::ROWS));
    }
}

fn stored_games(list: &StoredGames, theme: Theme, layout: &mut Layout, buffer: &mut Buffer) {
    let inner = window("Saved games", (76, 20), theme, layout, buffer);
    let Some(games) = &list.games else {
        return write(Line::styled(" Reading…", theme.text(Ink::Quiet)), theme, inner, buffer);
    };
    if games.is_empty() {
        let text = " No games are saved yet. Every game is saved from its first move on.";
        return paragraph(text.to_owned(), theme.text(Ink::Quiet), theme, inner, buffer);
    }
    let shown = usize::from(inner.height);
    let first = (list.row + 1).saturating_sub(shown);
    for (row, (index, game)) in inner.rows().zip(games.iter().enumerate().skip(first)) {
        let style =
            if index == list.row { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
        let text = format!(" {}", cut(&told(game), usize::from(row.width).saturating_sub(2)));
        write(
            Line::styled(format!("{text:width$}", width = usize::from(row.width)), style),
            theme,
            row,
            buffer,
        );
        layout.rows.push((row, index));
    }
}

/// Tells about a stored game in a line.
fn told(archived: &ArchivedGame) -> String {
    let game = &archived.kept.game;
    let [black, white] = game.seats().each_ref().map(Seat::called);
    let plies = game.plies().len();
    let result = match game.result() {
        None => format!("in progress, {plies} plies"),
        Some(GameResult { ending: Ending::Aborted, .. }) => "aborted".to_owned(),
        Some(GameResult { winner: None, .. }) => "a draw".to_owned(),
        Some(GameResult { ending: Ending::Discs, winner: Some(winner) }) => {
            let (x, o) = final_discs(game.position());
            format!("{winner} won {}:{}", x.max(o), x.min(o))
        }
        Some(GameResult { winner: Some(winner), .. }) => format!("{winner} won"),
    };
    format!(
        "{:>5}  {:16}  {:30}  {result}",
        archived.kept.id,
        archived.changed,
        cut(&format!("{black} – {white}"), 30)
    )
}
