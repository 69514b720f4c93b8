//! Numbers and names as people read them.

use outflank_coach::Label;
use outflank_engine::{Truth, Value};

use crate::theme::Ink;

/// Writes a score with its sign, a real minus.
pub(crate) fn score(score: i32) -> String {
    match score {
        0 => "0".to_owned(),
        score if score < 0 => format!("−{}", -score),
        score => format!("+{score}"),
    }
}

/// Writes a value: `+4` if it is proven, `≈ +4` if it is expected, `≥ +4` for a bound.
pub(crate) fn value(value: Value) -> String {
    let score = score(value.score);
    match value.truth {
        Truth::Exact => score,
        Truth::AtLeast => format!("≥ {score}"),
        Truth::AtMost => format!("≤ {score}"),
        Truth::Estimate { .. } => format!("≈ {score}"),
    }
}

/// Returns the sign that goes with a label, and its colour.
pub(crate) fn sign(label: Label) -> (&'static str, Ink) {
    match label {
        Label::Only => ("!", Ink::Best),
        Label::Best | Label::Good | Label::Forced => ("", Ink::Best),
        Label::Inaccuracy => ("?!", Ink::Inaccuracy),
        Label::Mistake => ("?", Ink::Mistake),
        Label::Blunder => ("??", Ink::Blunder),
    }
}

/// Writes a text with the letters of ASCII.
pub(crate) fn ascii(text: &str) -> String {
    let letter = |letter: char| match letter {
        '−' | '─' | '–' => '-',
        '≈' => '~',
        '≥' => '>',
        '≤' => '<',
        '·' | '•' => '.',
        '▶' | '›' => '>',
        '◀' | '‹' => '<',
        '●' => 'X',
        '○' => 'O',
        '▀' | '▄' | '█' | '▌' | '▐' => '#',
        '│' => '|',
        '╭' | '╮' | '╰' | '╯' | '┌' | '┐' | '└' | '┘' => '+',
        '…' => '.',
        '↑' => '^',
        '↓' => 'v',
        '←' => '<',
        '→' => '>',
        other if other.is_ascii() => other,
        _ => '?',
    };
    text.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_say_how_true_they_are() {
        let of = |score, truth| value(Value { score, truth });
        assert_eq!(of(4, Truth::Exact), "+4");
        assert_eq!(of(-2, Truth::Estimate { depth: 8, percent: 100 }), "≈ −2");
        assert_eq!(ascii(&of(-2, Truth::AtMost)), "< -2");
        assert_eq!(score(0), "0");
    }
}
