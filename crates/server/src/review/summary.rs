//! What is known of a whole game: the graph, the losses, the accuracy.

use outflank_coach::{Choice, Phase, accuracy};
use outflank_rules::{Color, Position};

use super::coaching::lessons_of;
use super::desk::Desk;
use super::knowledge::Kind;
use super::wire::{PlyJudged, ScoreView, SideView, SummaryView};

/// Sums up what a desk knows of its game.
pub(crate) fn summary(desk: &Desk) -> SummaryView {
    let line = desk.line();
    let scores: Vec<Option<ScoreView>> = line.iter().map(|&(position, _)| score(desk, position)).collect();
    let mut choices: Vec<(Color, Choice)> = Vec::new();
    let mut plies = Vec::new();
    for &(position, played) in line {
        let Some(played) = played else { continue };
        let side = position.side_to_move();
        let known = desk.known(position).and_then(|known| Some((known, known.of_move(played)?)));
        let Some((known, one)) = known.filter(|_| !played.is_pass()) else {
            plies.push(None);
            continue;
        };
        let choice = known.choice(position, one);
        choices.push((side, choice));
        // Of moves worth the same the one that was played is called the best.
        let best = known.moves.first().filter(|best| best.score > one.score).unwrap_or(one);
        plies.push(Some(PlyJudged {
            side: side.into(),
            score: one.score,
            best: best.played.to_string(),
            best_score: best.score,
            loss: choice.loss() as i32,
            exact: best.kind == Kind::Exact && one.kind == Kind::Exact,
            label: choice.label().name(),
        }));
    }
    let inexact = scores.iter().rposition(|score| !score.as_ref().is_some_and(|score| score.exact));
    let exact_from = inexact.map_or(0, |last| last + 1);
    SummaryView {
        black: of_side(desk, &choices, Color::Black),
        white: of_side(desk, &choices, Color::White),
        exact_from: (exact_from < scores.len()).then_some(exact_from),
        done: line.iter().filter(|(position, _)| desk.is_done(*position)).count(),
        total: line.len(),
        scores,
        plies,
    }
}

fn score(desk: &Desk, position: Position) -> Option<ScoreView> {
    if position.is_finished() {
        return Some(ScoreView { score: position.score(), exact: true });
    }
    let best = desk.known(position)?.moves.first()?;
    let score = position.side_to_move().for_black(best.score);
    Some(ScoreView { score, exact: best.kind == Kind::Exact })
}

fn of_side(desk: &Desk, choices: &[(Color, Choice)], side: Color) -> SideView {
    let own = || choices.iter().filter(|(color, _)| *color == side).map(|(_, choice)| choice);
    let costs: Vec<f64> = own().map(Choice::cost).collect();
    let phases = Phase::ALL.map(|phase| {
        let costs: Vec<f64> =
            own().filter(|choice| Phase::of(choice.empties) == phase).map(Choice::cost).collect();
        accuracy(&costs)
    });
    let loss = own().map(Choice::loss).sum::<f64>() as i32;
    SideView { moves: costs.len(), loss, accuracy: accuracy(&costs), phases, lessons: lessons_of(desk, side) }
}
