//! What the coach says, in English: the sentences of `data/sentences.tsv`, which are those of the pages.

use outflank_rules::Color;

use crate::explain::{Cause, Claim, Detail, Mistake};

/// The texts: kind, cause, form, text, with tabs between.
const SENTENCES: &str = include_str!("../data/sentences.tsv");

/// Returns the texts of a kind for a cause, several if there are ways to say the same; `later` is for a turn
/// that is not the next.
fn texts(kind: &str, cause: Cause, later: bool) -> Vec<&'static str> {
    let form = if later { "other" } else { "one" };
    let fits = |line: &&'static str| {
        let mut cells = line.split('\t');
        cells.next() == Some(kind)
            && cells.next() == Some(cause.name())
            && cells.next().is_some_and(|told| told == "any" || told == form)
    };
    SENTENCES.lines().filter(fits).filter_map(|line| line.rsplit('\t').next()).collect()
}

impl Cause {
    /// Names the cause in a few words: `Corner given away`.
    #[must_use]
    pub fn title(self) -> &'static str {
        texts("why", self, false).first().copied().unwrap_or("")
    }
}

impl Claim {
    /// Returns a number that the claim speaks of.
    fn number(&self, name: &str) -> Option<u32> {
        match self.details.iter().find(|(known, _)| *known == name) {
            Some((_, Detail::Number(number))) => Some(*number),
            _ => None,
        }
    }
}

impl Mistake {
    /// Says a claim about the mistake in a sentence or two.
    #[must_use]
    pub fn sentence(&self, claim: &Claim) -> String {
        let number = |name: &str| claim.number(name);
        let texts = texts("say", claim.cause, number("turn") != Some(1));
        // The moves choose the way to say it, as the pages do.
        let moves = self.word(claim, "played") + &self.word(claim, "better");
        let chosen = moves.bytes().fold(0_u32, |sum, byte| (sum * 31 + u32::from(byte)) % 9973);
        let way = chosen as usize % texts.len().max(1);
        let mut said = String::new();
        let mut rest = texts.get(way).copied().unwrap_or("");
        while let Some((before, after)) = rest.split_once('{') {
            said.push_str(before);
            let Some((place, behind)) = after.split_once('}') else { break };
            if let Some((_, forms)) = place.split_once('~') {
                // Nobody here is "you": the first form speaks of somebody else.
                said.push_str(forms.split('~').next().unwrap_or(""));
            } else {
                let (name, forms) =
                    place.split_once('|').map_or((place, None), |(name, forms)| (name, Some(forms)));
                match (forms, number(name)) {
                    (Some(forms), Some(count)) => said.push_str(&counted(forms, count)),
                    _ => said.push_str(&self.word(claim, name)),
                }
            }
            rest = behind;
        }
        said.push_str(rest);
        said
    }

    /// Returns what stands for a name in a sentence.
    fn word(&self, claim: &Claim, name: &str) -> String {
        let side = self.position().side_to_move();
        let called = |color: Color| if color == Color::Black { "Black" } else { "White" }.to_owned();
        let first =
            |moves: &[outflank_rules::Move]| moves.first().map(ToString::to_string).unwrap_or_default();
        match name {
            "played" => first(self.played.moves()),
            "better" => first(self.better.moves()),
            "side" | "Side" => called(side),
            "other" | "Other" => called(!side),
            "sides" => called(side) + "'s",
            "others" => called(!side) + "'s",
            "turns" => match claim.number("turn") {
                Some(2) => "Two".to_owned(),
                Some(3) => "Three".to_owned(),
                turn => turn.unwrap_or_default().to_string(),
            },
            _ => claim
                .details
                .iter()
                .find(|(known, _)| *known == name)
                .map_or(String::new(), |(_, detail)| detail.to_string()),
        }
    }
}

/// Chooses among the forms `[none|]one|rest` of a counted thing, `#` being the number.
fn counted(forms: &str, count: u32) -> String {
    let forms: Vec<&str> = forms.split('|').collect();
    let (none, one, rest) = match forms[..] {
        [none, one, rest] => (none, one, rest),
        [one, rest] => (rest, one, rest),
        _ => return count.to_string(),
    };
    let form = match count {
        0 => none,
        1 => one,
        _ => rest,
    };
    form.replace('#', &count.to_string())
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Move, Position};

    use super::*;
    use crate::explain::{Branch, Variation};

    fn mistake() -> Mistake {
        let line = |moves: &str| {
            let moves: Vec<Move> = moves.split(' ').map(|name| name.parse().unwrap()).collect();
            Variation::follow(Position::start(), &moves)
        };
        Mistake {
            played: line("f5 d6 c3"),
            better: line("d3 c3 c4"),
            value_played: -8,
            value_better: 0,
            exact: false,
        }
    }

    fn claim(cause: Cause, details: &[(&'static str, u32)]) -> Claim {
        let details = details.iter().map(|&(name, number)| (name, Detail::Number(number))).collect();
        Claim { cause, details, branch: Branch::Played, plies: 2 }
    }

    #[test]
    fn numbers_names_and_plurals_stand_in_the_sentences() {
        let said = mistake().sentence(&claim(Cause::MovesGiven, &[("moves", 1), ("better_moves", 0)]));
        assert_eq!(said, "f5 leaves White 1 move; d3 would leave none.");
        let details = [("turn", 1), ("moves", 0), ("better_moves", 4)];
        let said = mistake().sentence(&claim(Cause::FewerMoves, &details));
        assert_eq!(said, "f5 leaves Black no move at all next turn; d3 would have left 4.");
        let details = [("turn", 3), ("moves", 2), ("better_moves", 4)];
        let said = mistake().sentence(&claim(Cause::FewerMoves, &details));
        assert_eq!(said, "Three turns later Black has 2 moves; after d3 it would have 4.");
    }

    #[test]
    fn the_moves_choose_the_way_to_say_it() {
        let turned = Mistake { better: mistake().played, played: mistake().better, ..mistake() };
        let lost = claim(Cause::LastMoveLost, &[]);
        let said = mistake().sentence(&lost);
        assert_eq!(said, "After f5 White makes the last move of the game; after d3 Black does.");
        let said = turned.sentence(&lost);
        assert_eq!(said, "d3 leaves the last move of the game to White; f5 would keep it for Black.");
    }

    #[test]
    fn every_cause_has_a_title_and_a_sentence() {
        for cause in Cause::ALL {
            assert!(!cause.title().is_empty(), "{cause:?}");
            for turn in [1, 2] {
                let said = mistake().sentence(&claim(cause, &[("turn", turn)]));
                assert!(said.ends_with('.') && !said.contains(['{', '}']), "{said}");
            }
        }
    }

    #[test]
    fn the_pages_say_the_same() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/i18n/en-coach.ts");
        let Ok(pages) = std::fs::read_to_string(path) else { return };
        for line in SENTENCES.lines().filter(|line| !line.starts_with('#')) {
            let text = line.rsplit('\t').next().unwrap();
            assert!(pages.contains(&format!("\"{text}\"")), "the pages do not say: {text}");
        }
    }
}
