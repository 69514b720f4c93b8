//! Colours: what each thing looks like, with as many colours as the terminal has.

use std::ffi::OsStr;

use ratatui::style::{Color as Paint, Modifier, Style};

/// How many colours there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// None: letters and shapes alone.
    None,
    /// The sixteen that every terminal has.
    Sixteen,
    /// The palette of 256.
    Palette,
    /// All.
    True,
}

impl Colours {
    /// Guesses from the variables of the environment: `NO_COLOR`, `COLORTERM` and `TERM`.
    #[must_use]
    pub fn of_environment(variable: impl Fn(&str) -> Option<std::ffi::OsString>) -> Colours {
        let holds = |name: &str, parts: &[&str]| {
            let value = variable(name).unwrap_or_default();
            parts.iter().any(|part| OsStr::to_string_lossy(&value).contains(part))
        };
        if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) {
            Colours::None
        } else if holds("COLORTERM", &["truecolor", "24bit"])
            || holds("TERM", &["direct", "kitty", "ghostty"])
        {
            Colours::True
        } else if holds("TERM", &["256"]) {
            Colours::Palette
        } else {
            Colours::Sixteen
        }
    }
}

/// Tells whether the locale of the environment says that only ASCII can be shown.
#[must_use]
pub fn is_ascii_locale(variable: impl Fn(&str) -> Option<std::ffi::OsString>) -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| variable(name).filter(|value| !value.is_empty()));
    set.is_some_and(|value| {
        let value = value.to_string_lossy().to_lowercase();
        !value.contains("utf-8") && !value.contains("utf8")
    })
}

/// Things that have a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    /// Every other square.
    Square,
    /// The squares between.
    SquareToo,
    /// The frame of the board.
    Frame,
    /// The letters and numbers on it.
    Coordinate,
    /// Black discs.
    Black,
    /// White discs.
    White,
    /// Discs that are being turned over.
    Turning,
    /// The mark of a legal move.
    Legal,
    /// The mark of the last move.
    Last,
    /// The square that the keyboard points at.
    Cursor,
    /// Values on squares.
    Value,
    /// What is to be noticed.
    Accent,
    /// What is said quietly.
    Quiet,
    /// The best.
    Best,
    /// A small loss.
    Inaccuracy,
    /// A loss.
    Mistake,
    /// A great loss, or a refusal.
    Blunder,
}

/// Every thing with its colour, and the one of sixteen that stands in for it.
const INKS: [(Ink, u32, Paint); 17] = [
    (Ink::Square, 0x2e_7d_4f, Paint::Green),
    (Ink::SquareToo, 0x2a_73_48, Paint::Green),
    (Ink::Frame, 0x16_24_1c, Paint::Black),
    (Ink::Coordinate, 0x9d_b5_a6, Paint::Gray),
    (Ink::Black, 0x12_14_13, Paint::Black),
    (Ink::White, 0xf1_f2_ec, Paint::White),
    (Ink::Turning, 0x86_8f_88, Paint::DarkGray),
    (Ink::Legal, 0x1c_51_33, Paint::Black),
    (Ink::Last, 0xe8_a8_3e, Paint::Red),
    (Ink::Cursor, 0x58_a8_7a, Paint::Cyan),
    (Ink::Value, 0xe4_f0_e7, Paint::White),
    (Ink::Accent, 0x4f_b3_8a, Paint::Cyan),
    (Ink::Quiet, 0x80_8a_84, Paint::DarkGray),
    (Ink::Best, 0x6c_c0_7a, Paint::Green),
    (Ink::Inaccuracy, 0xd9_b4_4a, Paint::Yellow),
    (Ink::Mistake, 0xe0_8a_3c, Paint::LightRed),
    (Ink::Blunder, 0xe0_5d_50, Paint::Red),
];

/// Colours and shapes for a terminal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theme {
    /// How many colours there are.
    pub(crate) colours: Colours,
    /// Whether only the letters of ASCII can be shown.
    pub(crate) ascii: bool,
}

impl Theme {
    /// Tells whether the board is drawn with letters.
    pub(crate) fn has_letters(self) -> bool {
        self.ascii || self.colours == Colours::None
    }

    /// Returns a colour, or the terminal's own.
    pub(crate) fn paint(self, ink: Ink) -> Paint {
        let (_, rgb, basic) = INKS[ink as usize];
        let [_, red, green, blue] = rgb.to_be_bytes();
        match self.colours {
            Colours::None => Paint::Reset,
            Colours::Sixteen => basic,
            Colours::Palette => Paint::Indexed(nearest(red, green, blue)),
            Colours::True => Paint::Rgb(red, green, blue),
        }
    }

    /// Returns the style of text in a colour.
    pub(crate) fn text(self, ink: Ink) -> Style {
        match (self.colours, ink) {
            (Colours::None, Ink::Quiet) => Style::new().add_modifier(Modifier::DIM),
            (Colours::None, _) => Style::new(),
            _ => Style::new().fg(self.paint(ink)),
        }
    }

    /// Returns the style of text on a ground.
    pub(crate) fn on(self, ink: Ink, ground: Ink) -> Style {
        match self.colours {
            Colours::None => Style::new(),
            _ => Style::new().fg(self.paint(ink)).bg(self.paint(ground)),
        }
    }
}

/// Returns the colour of the palette of 256 that is nearest: one of its cube, or of its greys.
fn nearest(red: u8, green: u8, blue: u8) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance = |r: u8, g: u8, b: u8| {
        let square = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
        square(r, red) + square(g, green) + square(b, blue)
    };
    let step = |value: u8| (0..6).min_by_key(|&n| STEPS[n as usize].abs_diff(value)).unwrap_or(0);
    let (r, g, b) = (step(red), step(green), step(blue));
    let cube = (distance(STEPS[r as usize], STEPS[g as usize], STEPS[b as usize]), 16 + 36 * r + 6 * g + b);
    let greys = (0..24).map(|n| {
        let level = 8 + 10 * n;
        (distance(level, level, level), 232 + n)
    });
    greys.chain([cube]).min().map_or(16, |(_, index)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(variables: &[(&str, &str)]) -> Colours {
        Colours::of_environment(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).into())
        })
    }

    #[test]
    fn the_environment_says_how_many_colours_there_are() {
        assert_eq!(guess(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), Colours::True);
        assert_eq!(guess(&[("TERM", "screen-256color")]), Colours::Palette);
        assert_eq!(guess(&[("TERM", "linux")]), Colours::Sixteen);
        assert_eq!(guess(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]), Colours::None);
        assert_eq!(guess(&[("TERM", "xterm-256color"), ("NO_COLOR", "")]), Colours::Palette);
    }

    #[test]
    fn only_a_locale_that_says_so_is_taken_for_ascii() {
        let locale =
            |value: &'static str| is_ascii_locale(move |name| (name == "LANG").then(|| value.into()));
        assert!(locale("C") && locale("de_DE.ISO-8859-1"));
        assert!(!locale("en_GB.UTF-8") && !locale(""));
    }

    #[test]
    fn every_ink_stands_in_its_place_and_both_sides_differ_with_any_colours() {
        for (place, (ink, ..)) in INKS.iter().enumerate() {
            assert_eq!(*ink as usize, place);
        }
        for colours in [Colours::Sixteen, Colours::Palette, Colours::True] {
            let theme = Theme { colours, ascii: false };
            let paints = [Ink::Black, Ink::White, Ink::Square].map(|ink| theme.paint(ink));
            assert!(paints[0] != paints[1] && paints[1] != paints[2] && paints[0] != paints[2]);
        }
        assert_eq!((nearest(255, 255, 255), nearest(0, 0, 0)), (231, 16));
    }
}
