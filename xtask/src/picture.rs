//! A screen of a terminal as a drawing: what `tmux capture-pane -e -p` prints becomes SVG.
//!
//! Blocks are drawn as rectangles, so that a board looks the same with every font.

use std::fmt::Write as _;

/// How it is called.
pub(crate) const USAGE: &str = "       tmux capture-pane -e -p | cargo run -p xtask -- picture > screen.svg";

/// The size of a cell, in pixels.
const CELL: (f64, f64) = (9.0, 18.0);

/// The room around the screen.
const MARGIN: f64 = 12.0;

/// The terminal's own colours.
const INK: &str = "#d6dbd7";
const GROUND: &str = "#0f1412";

/// The sixteen colours.
const BASIC: [&str; 16] = [
    "#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#c5c8c6", "#666666",
    "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff",
];

/// How text looks.
#[derive(Clone, Default, PartialEq)]
struct Look {
    ink: Option<String>,
    ground: Option<String>,
    bold: bool,
    underlined: bool,
    reversed: bool,
    dim: bool,
}

/// Draws a captured screen.
pub(crate) fn draw(captured: &str) -> String {
    let rows: Vec<Vec<(char, Look)>> = {
        let mut look = Look::default();
        captured.trim_end_matches('\n').lines().map(|line| cells(line, &mut look)).collect()
    };
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let (width, height) = (columns as f64 * CELL.0 + 2.0 * MARGIN, rows.len() as f64 * CELL.1 + 2.0 * MARGIN);
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _infallible = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace\" font-size=\"15\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"{GROUND}\"/>\n<g shape-rendering=\"crispEdges\">\n"
    );
    let mut texts = String::new();
    for (y, row) in rows.iter().enumerate() {
        let top = MARGIN + y as f64 * CELL.1;
        let mut x = 0;
        while x < row.len() {
            let look = &row[x].1;
            let end = (x..row.len()).find(|&next| row[next].1 != *look).unwrap_or(row.len());
            draw_run(&mut svg, &mut texts, &row[x..end], (MARGIN + x as f64 * CELL.0, top));
            x = end;
        }
    }
    let _infallible = write!(svg, "</g>\n{texts}</svg>\n");
    svg
}

/// Draws cells that look alike.
fn draw_run(svg: &mut String, texts: &mut String, run: &[(char, Look)], (left, top): (f64, f64)) {
    let Some((_, look)) = run.first() else { return };
    let (mut ink, mut ground) = (look.ink.clone(), look.ground.clone());
    if look.reversed {
        let usual = (INK.to_owned(), GROUND.to_owned());
        (ink, ground) = (Some(ground.unwrap_or(usual.1)), Some(ink.unwrap_or(usual.0)));
    }
    let ink = ink.unwrap_or_else(|| INK.to_owned());
    if let Some(ground) = ground {
        rectangle(svg, (left, top), (run.len() as f64 * CELL.0, CELL.1), &ground);
    }
    let mut text = String::new();
    for (index, (letter, _)) in run.iter().enumerate() {
        let quarters = quarters(*letter);
        for (bit, (dx, dy)) in [(0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.5, 0.5)].into_iter().enumerate() {
            if quarters & (1 << bit) != 0 {
                let place = (left + (index as f64 + dx) * CELL.0, top + dy * CELL.1);
                rectangle(svg, place, (CELL.0 / 2.0, CELL.1 / 2.0), &ink);
            }
        }
        if *letter == '▇' {
            let place = (left + index as f64 * CELL.0, top + CELL.1 / 8.0);
            rectangle(svg, place, (CELL.0, CELL.1 * 7.0 / 8.0), &ink);
        }
        text.push(if quarters == 0 && *letter != '▇' { *letter } else { ' ' });
    }
    if text.trim().is_empty() {
        return;
    }
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut style = String::new();
    for (is_on, attribute) in [
        (look.bold, " font-weight=\"bold\""),
        (look.underlined, " text-decoration=\"underline\""),
        (look.dim, " opacity=\"0.6\""),
    ] {
        style.push_str(if is_on { attribute } else { "" });
    }
    let width = run.len() as f64 * CELL.0;
    let _infallible = writeln!(
        texts,
        "<text x=\"{left}\" y=\"{}\" fill=\"{ink}\" textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\" \
         xml:space=\"preserve\"{style}>{escaped}</text>",
        top + CELL.1 * 0.75
    );
}

fn rectangle(svg: &mut String, (x, y): (f64, f64), (width, height): (f64, f64), fill: &str) {
    let _infallible =
        writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>");
}

/// Returns which quarters of a cell a block fills: upper left 1, upper right 2, lower left 4, lower right 8.
fn quarters(letter: char) -> u8 {
    let blocks = ['▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];
    blocks.iter().position(|block| *block == letter).map_or(0, |place| place as u8 + 1)
}

/// Divides a line into letters with their looks; a look lasts until it is changed.
fn cells(line: &str, look: &mut Look) -> Vec<(char, Look)> {
    let mut cells = Vec::new();
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        if letter != '\x1b' {
            cells.push((letter, look.clone()));
            continue;
        }
        let sequence: String =
            letters.by_ref().skip(1).take_while(|letter| !letter.is_ascii_alphabetic()).collect();
        let numbers: Vec<u8> = sequence.split([';', ':']).map(|part| part.parse().unwrap_or(0)).collect();
        change(look, &numbers);
    }
    cells
}

/// Changes a look as a sequence of numbers says.
fn change(look: &mut Look, mut numbers: &[u8]) {
    while let [first, rest @ ..] = numbers {
        numbers = rest;
        match *first {
            0 => *look = Look::default(),
            1 => look.bold = true,
            2 => look.dim = true,
            4 => look.underlined = true,
            7 => look.reversed = true,
            22 => (look.bold, look.dim) = (false, false),
            24 => look.underlined = false,
            27 => look.reversed = false,
            number @ (30..=37 | 90..=97) => look.ink = Some(basic(number)),
            number @ (40..=47 | 100..=107) => look.ground = Some(basic(number - 10)),
            39 => look.ink = None,
            49 => look.ground = None,
            number @ (38 | 48) => {
                let (color, used) = match rest {
                    [2, red, green, blue, ..] => (Some(format!("#{red:02x}{green:02x}{blue:02x}")), 4),
                    [5, index, ..] => (Some(indexed(*index)), 2),
                    _ => (None, rest.len()),
                };
                numbers = &rest[used.min(rest.len())..];
                if number == 38 { look.ink = color } else { look.ground = color }
            }
            _ => {}
        }
    }
}

/// Returns one of the sixteen colours by the number that sets it as ink.
fn basic(number: u8) -> String {
    let index = if number >= 90 { number - 90 + 8 } else { number - 30 };
    BASIC[usize::from(index) % 16].to_owned()
}

/// Returns one of the palette of 256.
fn indexed(index: u8) -> String {
    let step = |value: u8| if value == 0 { 0 } else { 55 + 40 * value };
    match index {
        0..=15 => BASIC[usize::from(index)].to_owned(),
        16..=231 => {
            let cube = index - 16;
            format!("#{:02x}{:02x}{:02x}", step(cube / 36), step(cube / 6 % 6), step(cube % 6))
        }
        _ => {
            let level = 8 + 10 * (index - 232);
            format!("#{level:02x}{level:02x}{level:02x}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_blocks_and_text_are_drawn() {
        let svg = draw("\x1b[38;2;1;2;3m\x1b[48;5;16m▀\x1b[0m a<b\n\x1b[1;7mz");
        assert!(svg.contains("height=\"9\" fill=\"#010203\""), "{svg}");
        assert!(svg.contains("height=\"18\" fill=\"#000000\""), "{svg}");
        assert!(svg.contains("> a&lt;b</text>"), "{svg}");
        assert!(
            svg.contains(&format!("fill=\"{GROUND}\" textLength")) && svg.contains("font-weight=\"bold\""),
            "{svg}"
        );
    }

    #[test]
    fn nonsense_is_drawn_as_far_as_it_goes() {
        for text in ["", "\x1b", "\x1b[38;2m", "\x1b[38m\x1b[", "\x1b[999;48;5mx"] {
            assert!(draw(text).ends_with("</svg>\n"));
        }
    }
}
