//! What an endpoint is told: who it is, and the facts of engine and coach, so that it need not guess.

use std::fmt::Write;

use outflank_rules::{Color, Square};

use super::facts::{ExplainedFact, Facts};
use super::topics::AnswerLanguage;
use crate::wire::coaching::DetailView;
use crate::wire::review::ValueView;

/// Writes the message that comes before all others.
pub(super) fn write(facts: &Facts, language: AnswerLanguage) -> String {
    let mut text = format!(
        "You are the assistant of Outflank, an Othello studio. Answer questions about the rules of Othello, the position \
         and the engine, in {}, briefly and as plain text without markup. The facts below were found by the engine and \
         checked by the rules: rely on them, and invent no values, legal moves or lines. If they do not answer the \
         question, say that you do not know.\n\n",
        language.name()
    );
    // Writing to a text does not fail.
    let _never = position(&mut text, facts);
    let _never = values(&mut text, facts);
    for (who, explained) in [("The last move", &facts.last), ("The move asked about", &facts.asked)] {
        if let Some(explained) = explained {
            let _never = mistake(&mut text, who, explained);
        }
    }
    text
}

fn position(text: &mut String, facts: &Facts) -> std::fmt::Result {
    let position = facts.position;
    let [black, white] = [Color::Black, Color::White].map(|color| position.discs(color));
    writeln!(text, "Position (X black, O white, - empty):\n  a b c d e f g h")?;
    for row in 0..8 {
        let squares = (0..8).filter_map(|column| Square::at(column, row));
        let letters: Vec<&str> = squares
            .map(|square| match (black.contains(square), white.contains(square)) {
                (true, _) => "X",
                (_, true) => "O",
                _ => "-",
            })
            .collect();
        writeln!(text, "{} {}", row + 1, letters.join(" "))?;
    }
    writeln!(
        text,
        "Discs: black {}, white {}; {} squares empty.",
        black.len(),
        white.len(),
        position.empty().len()
    )?;
    if let Some(opening) = facts.opening {
        writeln!(text, "Opening: {opening}.")?;
    }
    if position.is_finished() {
        return writeln!(text, "The game is over.");
    }
    let side = if position.side_to_move() == Color::Black { "Black" } else { "White" };
    let legal: Vec<String> = position.legal_moves().squares().map(|square| square.to_string()).collect();
    match legal.is_empty() {
        true => writeln!(text, "{side} is to move and has to pass."),
        false => writeln!(text, "{side} is to move. Legal moves: {}.", legal.join(", ")),
    }
}

fn values(text: &mut String, facts: &Facts) -> std::fmt::Result {
    if facts.moves.is_empty() {
        return Ok(());
    }
    writeln!(
        text,
        "What every move is worth to the side to move: the expected score at the end in discs, best first, found by a \
         search of depth {} (exact: proven; upper: proven to be no more; estimate: expected):",
        facts.depth
    )?;
    for ValueView { played, score, kind, loss, label, line } in &facts.moves {
        writeln!(
            text,
            "{played}: {score:+} ({kind}), loses {loss}, {label}; expected play {}",
            line.join(" ")
        )?;
    }
    Ok(())
}

fn mistake(text: &mut String, who: &str, explained: &ExplainedFact) -> std::fmt::Result {
    let side = if explained.position.side_to_move() == Color::Black { "black" } else { "white" };
    let (played, mistake) = (explained.played, &explained.mistake);
    if mistake.loss == 0 {
        return writeln!(text, "{who}, {side} {played}, loses nothing.");
    }
    let how = if mistake.exact { "proven" } else { "estimated" };
    let better = mistake.better.join(" ");
    let after = mistake.played.join(" ");
    writeln!(text, "{who}, {side} {played}, loses {} discs ({how}).", mistake.loss)?;
    writeln!(text, "Best play with it: {after}. Best play with the better move: {better}.")?;
    for claim in &mistake.claims {
        let details = claim.details.iter().map(|(name, detail)| match detail {
            DetailView::Square(square) => format!("{name} {square}"),
            DetailView::Number(number) => format!("{name} {number}"),
        });
        writeln!(text, "Checked reason: {} ({}).", claim.cause, details.collect::<Vec<_>>().join(", "))?;
    }
    Ok(())
}
