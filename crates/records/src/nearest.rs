//! Which of some known words was meant, for messages about unknown ones.

/// Returns the known word that is nearest to `word`, if it is near enough to have been meant.
///
/// ```
/// use outflank_records::nearest;
///
/// assert_eq!(nearest("gff", ["ggf", "sgf", "pgn"]), Some("ggf"));
/// assert_eq!(nearest("docx", ["ggf", "sgf", "pgn"]), None);
/// ```
#[must_use]
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.trim().to_lowercase().chars().take(LONGEST + 1).collect();
    if word.len() > LONGEST {
        return None;
    }
    let distances = known
        .into_iter()
        .map(|name| (distance(&word, &name.to_lowercase().chars().collect::<Vec<_>>()), name));
    let (distance, name) = distances.min_by_key(|(distance, _)| *distance)?;
    // A slip in every third letter, at least one.
    (distance <= (word.len() / 3).max(1)).then_some(name)
}

/// Returns the end of a message: `; did you mean "ggf"?`, or nothing if no known word is near.
#[must_use]
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map_or_else(String::new, |name| format!("; did you mean {name:?}?"))
}

/// Longer words are no slips.
const LONGEST: usize = 40;

/// Counts the letters to add, remove, change or swap with their neighbour to make one word of the other.
fn distance(one: &[char], other: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (row, letter) in one.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, wanted) in other.iter().enumerate() {
            let changed = last[column] + usize::from(letter != wanted);
            let mut best = changed.min(last[column + 1] + 1).min(current[column] + 1);
            let swapped = row > 0 && column > 0 && *letter == other[column - 1] && one[row - 1] == *wanted;
            if swapped {
                best = best.min(before_last[column - 1] + 1);
            }
            current.push(best);
        }
        before_last = std::mem::replace(&mut last, current);
    }
    last[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(one: &str, other: &str) -> usize {
        distance(&one.chars().collect::<Vec<_>>(), &other.chars().collect::<Vec<_>>())
    }

    #[test]
    fn slips_are_counted() {
        assert_eq!(between("", ""), 0);
        assert_eq!(between("", "abc"), 3);
        assert_eq!(between("greedy", "greedy"), 0);
        assert_eq!(between("gredy", "greedy"), 1);
        assert_eq!(between("depht", "depth"), 1);
        assert_eq!(between("kitten", "sitting"), 3);
    }

    #[test]
    fn only_near_words_are_meant_and_any_text_may_be_asked_about() {
        assert_eq!(nearest("Randon", ["random", "greedy"]), Some("random"));
        assert_eq!(nearest("deep-blue", ["random", "greedy"]), None);
        assert_eq!(nearest("", ["random"]), None);
        assert_eq!(nearest("x", []), None);
        assert_eq!(nearest(&"é".repeat(10_000), ["random"]), None);
        assert_eq!(did_you_mean("ggff", ["ggf"]), "; did you mean \"ggf\"?");
    }
}
