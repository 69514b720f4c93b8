//! Numbers and texts as the page writes them.

pub(super) use crate::drawing::escaped;

/// Cuts a text that is too long for its place, and makes it safe.
pub(super) fn short(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return escaped(text);
    }
    escaped(&text.chars().take(most.saturating_sub(1)).chain(['…']).collect::<String>())
}

/// Writes a number with its sign, a real minus.
pub(super) fn signed(value: f64, digits: usize) -> String {
    let size = format!("{:.digits$}", value.abs());
    match value {
        _ if size.chars().all(|one| matches!(one, '0' | '.')) => size,
        ..0.0 => format!("−{size}"),
        _ => format!("+{size}"),
    }
}

/// Writes a large number with thin spaces between the thousands.
pub(super) fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// Writes a time for a move.
pub(super) fn seconds(value: f64) -> String {
    match value {
        ..5e-7 => "&lt; 1 µs".to_owned(),
        5e-7..1e-3 => format!("{:.0} µs", value * 1e6),
        1e-3..1.0 => format!("{:.1} ms", value * 1e3),
        _ => format!("{value:.2} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_signs_and_texts_are_safe() {
        assert_eq!([signed(3.0, 0), signed(-3.25, 1), signed(-0.01, 1)], ["+3", "−3.2", "0.0"]);
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!([1e-7, 2e-6, 0.0123, 2.0].map(seconds), ["&lt; 1 µs", "2 µs", "12.3 ms", "2.00 s"]);
        assert_eq!(escaped("<a href=\"x\">&"), "&lt;a href=&quot;x&quot;&gt;&amp;");
        assert_eq!(short("abcdef", 4), "abc…");
    }
}
