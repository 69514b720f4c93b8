//! The built-in answerer: finds what a question is about, and answers from texts and facts. What it does not
//! know it says.

use std::sync::Arc;

use outflank_coach::SHIPPED;
use outflank_rules::{Color, Move, Position, Square};

use super::facts::{ExplainedFact, Facts, FactsWish, QuestionLine};
use super::square_in;
use super::topics::{AnswerLanguage, Matter, Meant, find, say};
use crate::engines::Engines;
use crate::wire::review::ValueView;

/// How many of the next best moves are named.
const OTHERS: usize = 3;
/// How much of a line is told.
const PLIES: usize = 10;

/// An answer.
pub(crate) struct BuiltinAnswer {
    pub(crate) text: String,
    /// What the question was taken to be about; `unknown` if that is not known.
    pub(crate) topic: String,
    /// What a move lost, if the answer is about one that did.
    pub(crate) explained: Option<ExplainedFact>,
}

/// Answers a question about a position, or about anything else.
pub(crate) async fn answer(
    engines: &Arc<Engines>,
    line: &QuestionLine,
    question: &str,
    language: AnswerLanguage,
) -> BuiltinAnswer {
    let square = square_in(question);
    let plain = |topic: &str, text: String| BuiltinAnswer { text, topic: topic.to_owned(), explained: None };
    match (find(question, square.is_some()), square) {
        (Some(Meant::Topic(topic)), _) => plain(&topic.id, topic.text(language).to_owned()),
        (Some(Meant::Matter(matter)), _) => about_position(engines, line, matter, language).await,
        (None, Some(square)) => about_move(engines, line, square, language).await,
        (None, None) => plain("unknown", say("unknown", language, &[])),
    }
}

async fn about_position(
    engines: &Arc<Engines>,
    line: &QuestionLine,
    matter: Matter,
    language: AnswerLanguage,
) -> BuiltinAnswer {
    let position = line.position();
    let topic = format!("{matter:?}").to_lowercase();
    let told = |text: String| BuiltinAnswer { text, topic: topic.clone(), explained: None };
    if matter == Matter::Opening {
        let name =
            line.opening(language).map(|name| say("opening", language, &[("opening", name.to_owned())]));
        return told(name.unwrap_or_else(|| say("opening-none", language, &[])));
    }
    if matter == Matter::Last {
        let facts = Facts::gather(engines, line, FactsWish { last: true, ..FactsWish::default() }).await;
        let Some(last) = facts.last else { return told(say("last-none", language, &[])) };
        return BuiltinAnswer { topic, ..about_mistake(last, "last", language) };
    }
    if let Some(text) = without_choice(position, language) {
        return told(text);
    }
    let side = ("side", side_of(position, language));
    match matter {
        Matter::Count => return told(say("count", language, &[&counts(position)[..], &[side]].concat())),
        Matter::Legal => return told(say("legal", language, &[side, ("moves", legal(position))])),
        _ => {}
    }
    let facts = Facts::gather(engines, line, FactsWish { values: true, ..FactsWish::default() }).await;
    let Some(best) = facts.moves.first() else { return told(say("unknown", language, &[])) };
    let value = ("value", value(best, facts.depth, language));
    let expected = || say("line", language, &[("line", spelled(&best.line))]);
    told(match matter {
        Matter::Standing => {
            let chance = SHIPPED.chance(best.score.into(), position.empty().len());
            let percent = ("percent", format!("{:.0}", 100.0 * chance));
            say("standing", language, &[&counts(position)[..], &[side, value, percent]].concat())
        }
        Matter::Line => expected(),
        _ => {
            let key = if facts.moves.len() == 1 { "alone" } else { "best" };
            let first = say(key, language, &[("best", best.played.clone()), side, value]);
            let others: Vec<String> = facts.moves[1..]
                .iter()
                .take(OTHERS)
                .map(|one| format!("{} ({})", one.played, marked(one)))
                .collect();
            let others = match others.is_empty() {
                true => String::new(),
                false => say("others", language, &[("others", others.join(", "))]),
            };
            format!("{first}{others} {}", expected())
        }
    })
}

async fn about_move(
    engines: &Arc<Engines>,
    line: &QuestionLine,
    square: Square,
    language: AnswerLanguage,
) -> BuiltinAnswer {
    let position = line.position();
    let played = Move::Place(square);
    let told = |text| BuiltinAnswer { text, topic: "move".to_owned(), explained: None };
    if let Some(text) = without_choice(position, language) {
        return told(text);
    }
    let (named, side) = (("move", square.to_string()), ("side", side_of(position, language)));
    if !position.empty().contains(square) {
        return told(say("move-occupied", language, &[named]));
    }
    if !position.is_legal(played) {
        return told(say("move-illegal", language, &[named, side, ("moves", legal(position))]));
    }
    let wish = FactsWish { values: true, last: false, square: Some(square) };
    let facts = Facts::gather(engines, line, wish).await;
    let (Some(one), Some(best)) = (facts.of_move(played), facts.moves.first()) else {
        return told(say("unknown", language, &[]));
    };
    let value = ("value", value(one, facts.depth, language));
    if one.loss == 0 {
        return told(say("move-good", language, &[named, side, value]));
    }
    let label = ("label", say(&format!("label-{}", one.label), language, &[]));
    let loses = [named, side, value, ("loss", one.loss.to_string()), ("best", best.played.clone()), label];
    let explained = facts.asked.filter(|asked| asked.mistake.loss > 0);
    let reasons = explained.as_ref().map_or_else(String::new, |asked| reasons(asked, language));
    let text = say("move-loses", language, &loses) + &reasons;
    BuiltinAnswer { text, topic: "move".to_owned(), explained }
}

/// Says what a move that was made lost.
fn about_mistake(explained: ExplainedFact, key: &str, language: AnswerLanguage) -> BuiltinAnswer {
    let (topic, named) = (key.to_owned(), ("move", explained.played.to_string()));
    if explained.mistake.loss == 0 {
        return BuiltinAnswer {
            text: say(&format!("{key}-good"), language, &[named]),
            topic,
            explained: None,
        };
    }
    let best = explained.mistake.better.first().cloned().unwrap_or_default();
    let values = [named, ("loss", explained.mistake.loss.to_string()), ("best", best)];
    let text = say(&format!("{key}-loses"), language, &values) + &reasons(&explained, language);
    BuiltinAnswer { text, topic, explained: Some(explained) }
}

fn reasons(explained: &ExplainedFact, language: AnswerLanguage) -> String {
    say(if explained.mistake.claims.is_empty() { "no-reasons" } else { "reasons" }, language, &[])
}

/// Says that there is nothing to choose, if there is not.
fn without_choice(position: Position, language: AnswerLanguage) -> Option<String> {
    if position.is_finished() {
        return Some(say("over", language, &counts(position)));
    }
    let side = ("side", side_of(position, language));
    position.must_pass().then(|| say("must-pass", language, &[side]))
}

fn counts(position: Position) -> [(&'static str, String); 3] {
    let count = |color| position.discs(color).len().to_string();
    let empties = position.empty().len().to_string();
    [("black", count(Color::Black)), ("white", count(Color::White)), ("empties", empties)]
}

fn side_of(position: Position, language: AnswerLanguage) -> String {
    say(if position.side_to_move() == Color::Black { "black" } else { "white" }, language, &[])
}

fn legal(position: Position) -> String {
    position.legal_moves().squares().map(|square| square.to_string()).collect::<Vec<_>>().join(", ")
}

fn spelled(line: &[String]) -> String {
    line[..line.len().min(PLIES)].join(" ")
}

fn marked(one: &ValueView) -> String {
    match one.kind.as_str() {
        "estimate" => format!("≈{}", signed(one.score)),
        "upper" => format!("≤{}", signed(one.score)),
        _ => signed(one.score),
    }
}

/// Writes a score as the pages do: with its sign, and with a real minus.
fn signed(score: i32) -> String {
    if score == 0 { "0".to_owned() } else { format!("{score:+}").replace('-', "−") }
}

/// Writes what a move is worth, and how sure that is.
fn value(one: &ValueView, depth: u32, language: AnswerLanguage) -> String {
    let values = [("score", signed(one.score)), ("depth", depth.to_string())];
    say(&one.kind, language, &values)
}
