//! `outflank learn review`: positions that come back.

use std::io::{BufRead, Write};
use std::time::Instant;

use outflank_learn::{CardQuestion, Grade, Habit, MemoryModel};
use outflank_server::learning::{is_asked, question_of, schedule_of, with_schedule};
use outflank_store::{AnswerRow, CardRow};

use super::console::{Console, TypedAnswer};
use super::desk::{LearnDesk, comes_back, named};
use crate::failure::{Failure, counted, tell};

/// Repeat the positions that are due: your own mistakes and the moves of your openings.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A position answered right comes back after days, one answered wrong after ten minutes, with the line that refutes \
the answer. An answer after a hint or after more than 45 seconds counts as hard, one within 4 seconds as easy.

Examples:
  outflank learn review
  outflank learn review --day-begins 0")]
pub(super) struct Args {}

/// Asks everything that is due. Tells whether to go on: nobody said quit.
pub(super) fn ask_all(
    desk: &LearnDesk,
    console: &mut Console<impl BufRead, impl Write>,
) -> Result<bool, Failure> {
    let cards = desk.wait(desk.store.cards(None, None))?;
    let now = desk.now();
    let due: Vec<CardRow> = cards.into_iter().filter(|card| is_asked(card, now)).collect();
    if due.is_empty() {
        console.say("Nothing is due.")?;
        return Ok(true);
    }
    let mut right = 0;
    for (index, card) in due.iter().enumerate() {
        let place = format!("Position {} of {}", index + 1, due.len());
        match ask(desk, console, card, &place)? {
            CardOutcome::Right => right += 1,
            CardOutcome::Wrong | CardOutcome::Skipped => {}
            CardOutcome::Left => return Ok(false),
        }
    }
    console.say(&format!("Done for now: {right} of {} right.", counted(due.len() as u64, "position")))?;
    Ok(true)
}

/// What came of a card.
enum CardOutcome {
    Right,
    Wrong,
    Skipped,
    Left,
}

fn ask(
    desk: &LearnDesk,
    console: &mut Console<impl BufRead, impl Write>,
    card: &CardRow,
    place: &str,
) -> Result<CardOutcome, Failure> {
    let Ok(question) = question_of(card) else {
        tell(&format!("warning: card {} is damaged", card.id));
        return Ok(CardOutcome::Skipped);
    };
    let position = question.position;
    let kept = &card.card;
    let from = match (kept.kind.as_str(), kept.opponent.as_str()) {
        ("opening", _) => format!("your openings, move {}", kept.ply + 1),
        (_, "") => format!("your game, move {}", kept.ply + 1),
        (_, opponent) => format!("your game against {opponent}, move {}", kept.ply + 1),
    };
    console.say(&format!("{place}, from {from}."))?;
    console.draw(position, None)?;
    let cost = counted(kept.loss.unsigned_abs(), "disc");
    let wanted = match question.played {
        Some(played) => format!("You played {played} here, which cost {cost}. Find a better move."),
        None => "What do you play here?".to_owned(),
    };
    console.say(&format!("{} to play. {wanted}", named(position.side_to_move())))?;
    let (begun, mut hinted) = (Instant::now(), false);
    loop {
        match console.ask(position)? {
            TypedAnswer::Quit => return Ok(CardOutcome::Left),
            TypedAnswer::Skip => return Ok(CardOutcome::Skipped),
            TypedAnswer::Forget => {
                desk.wait(desk.store.delete_card(None, card.id))?;
                console.say("It will not be asked again.")?;
                return Ok(CardOutcome::Skipped);
            }
            TypedAnswer::Hint => {
                hinted = true;
                let squares: Vec<String> = question.hint().iter().map(ToString::to_string).collect();
                console.say(&format!("It is one of {}.", squares.join(", ")))?;
            }
            TypedAnswer::Move(played) => {
                let took = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
                let right = question.accepts(played);
                let grade = Grade::of_answer(right, hinted, took);
                let days = keep(desk, card, grade, took, &played.to_string())?;
                tell_verdict(desk, console, &question, card, (played, right, days))?;
                return Ok(if right { CardOutcome::Right } else { CardOutcome::Wrong });
            }
        }
    }
}

/// Keeps an answer, and returns in how many days the card comes back; `None` if it was answered elsewhere
/// meanwhile.
fn keep(
    desk: &LearnDesk,
    card: &CardRow,
    grade: Grade,
    took: u64,
    played: &str,
) -> Result<Option<u32>, Failure> {
    let now = desk.now();
    let next = schedule_of(card).after(&MemoryModel::default(), desk.days, now, grade);
    let answer = AnswerRow {
        card: card.id,
        moment: now,
        grade: i64::from(grade.number()),
        milliseconds: i64::try_from(took).unwrap_or(i64::MAX),
        played: played.to_owned(),
    };
    let after = with_schedule(card, &next);
    let counted = desk.wait(desk.store.answer_card(None, card.reviews, &after, &answer))?;
    Ok(counted.then(|| next.days_until(desk.days, now)))
}

fn tell_verdict(
    desk: &LearnDesk,
    console: &mut Console<impl BufRead, impl Write>,
    question: &CardQuestion,
    card: &CardRow,
    (played, right, days): (outflank_rules::Move, bool, Option<u32>),
) -> Result<(), Failure> {
    let returns =
        days.map_or_else(|| "It has been answered elsewhere in the meantime.".to_owned(), comes_back);
    if right {
        let others: Vec<String> =
            question.answers.iter().filter(|one| **one != played).take(4).map(ToString::to_string).collect();
        let others =
            if others.is_empty() { String::new() } else { format!(" Also right: {}.", others.join(", ")) };
        console.say(&format!("Right. {returns}{others}\n"))?;
        return Ok(());
    }
    let best = question.answers.first();
    let better = best.map_or(String::new(), |best| format!(" {best} is better."));
    console.say(&format!("{played} is not the move.{better} {returns}"))?;
    for line in desk.refutation(question.position, played, best.copied()) {
        console.say(&format!("  {line}"))?;
    }
    if let Some(habit) = Habit::named(&card.card.habit) {
        console.say(&format!("  The studio's lesson {:?} is about this.", habit.lesson()))?;
    }
    console.say("")?;
    Ok(())
}
