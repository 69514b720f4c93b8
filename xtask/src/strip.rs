//! Blanks out comments, strings and characters of Rust code, so that a word found in the rest is code.

/// Returns the code with comments and literals replaced by blanks, newlines kept.
pub(crate) fn strip(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let end = literal_end(&chars, at);
        if end > at {
            code.extend(chars[at..end].iter().map(|&c| if c == '\n' { '\n' } else { ' ' }));
            at = end;
        } else {
            code.push(chars[at]);
            at += 1;
        }
    }
    code
}

/// Returns where the comment or literal that begins at `at` ends; `at` itself if none begins.
fn literal_end(chars: &[char], at: usize) -> usize {
    let next = chars.get(at + 1);
    let in_word = at > 0 && (chars[at - 1].is_alphanumeric() || chars[at - 1] == '_');
    match (chars[at], next) {
        ('/', Some('/')) => find(chars, at, |c| c == '\n'),
        ('/', Some('*')) => block_comment_end(chars, at),
        ('"', _) => quoted_end(chars, at, '"'),
        ('r', Some('"' | '#')) if !in_word => raw_string_end(chars, at),
        ('b', Some('r')) if !in_word && matches!(chars.get(at + 2), Some('"' | '#')) => {
            raw_string_end(chars, at + 1)
        }
        ('\'', Some('\\')) => quoted_end(chars, at, '\''),
        // A character, not a lifetime.
        ('\'', Some(_)) if chars.get(at + 2) == Some(&'\'') => at + 3,
        _ => at,
    }
}

fn find(chars: &[char], from: usize, matches: impl Fn(char) -> bool) -> usize {
    chars[from..].iter().position(|&c| matches(c)).map_or(chars.len(), |offset| from + offset)
}

fn block_comment_end(chars: &[char], at: usize) -> usize {
    let mut depth = 0;
    let mut here = at;
    while here + 1 < chars.len() {
        match (chars[here], chars[here + 1]) {
            ('/', '*') => (depth, here) = (depth + 1, here + 2),
            ('*', '/') => (depth, here) = (depth - 1, here + 2),
            _ => here += 1,
        }
        if depth == 0 {
            return here;
        }
    }
    chars.len()
}

fn quoted_end(chars: &[char], at: usize, quote: char) -> usize {
    let mut here = at + 1;
    while here < chars.len() {
        match chars[here] {
            '\\' => here += 2,
            c if c == quote => return here + 1,
            _ => here += 1,
        }
    }
    chars.len()
}

/// Returns where the raw string whose `r` stands at `at` ends; `at` if it is a raw identifier.
fn raw_string_end(chars: &[char], at: usize) -> usize {
    let open = find(chars, at + 1, |c| c != '#');
    let hashes = open - at - 1;
    if chars.get(open) != Some(&'"') {
        return at;
    }
    let mut here = open + 1;
    while here < chars.len() {
        let closes = chars[here] == '"'
            && chars.len() > here + hashes
            && chars[here + 1..=here + hashes].iter().all(|&c| c == '#');
        if closes {
            return here + 1 + hashes;
        }
        here += 1;
    }
    chars.len()
}

#[cfg(test)]
mod tests {
    use super::strip;

    #[test]
    fn comments_and_literals_vanish_and_code_stays() {
        for (text, kept) in [
            ("a // unsafe\nb", "a b"),
            ("a /* unsafe /* more */ unsafe */ b", "a b"),
            ("f(\"unsafe \\\" x\") + 1", "f( ) + 1"),
            ("f(r#\"unsafe \" x\"#) + 1", "f( ) + 1"),
            ("f(br\"unsafe\") + 1", "f( ) + 1"),
            ("let c = '\"'; unsafe", "let c = ; unsafe"),
            ("let c = '\\''; unsafe", "let c = ; unsafe"),
            ("fn f<'a>(x: &'a str) { unsafe }", "fn f<'a>(x: &'a str) { unsafe }"),
            ("r#type unsafe", "r#type unsafe"),
        ] {
            let words: Vec<String> = strip(text).split_whitespace().map(str::to_owned).collect();
            let expected: Vec<String> = kept.split_whitespace().map(str::to_owned).collect();
            assert_eq!(words, expected, "{text}");
        }
    }

    #[test]
    fn lines_keep_their_numbers() {
        let text = "/* a\nb */\n\"c\nd\"\ne";
        assert_eq!(strip(text).lines().count(), text.lines().count());
    }

    #[test]
    fn unfinished_literals_do_not_panic() {
        for text in ["\"a", "/* a", "r#\"a", "'", "'\\", "b", "br#", "/"] {
            assert_eq!(strip(text).chars().count(), text.chars().count());
        }
    }
}
