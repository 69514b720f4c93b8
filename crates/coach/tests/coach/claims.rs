//! Every claim over mistakes of real games is confirmed, every falsified one is caught.

use std::collections::BTreeMap;
use std::path::Path;

use outflank_coach::explain;
use outflank_engine::{Engine, Goal, Wanted};
use outflank_rules::{Move, Position};

use crate::checker::check;
use crate::falsify::falsify;
use crate::games::{Dice, plies, read};

/// The depth of a first look, and of the lines that claims rest on.
const GLANCE: u32 = 4;
const LINES: u32 = 12;
/// What a first look must see, and what counts.
const SUSPICIOUS: i32 = 5;
const SIGNIFICANT: i32 = 6;

fn loses(engine: &Engine, position: Position, played: Move) -> bool {
    let wanted = Wanted::best(1).and(played);
    let found = engine.search(position).depth(GLANCE).compare(wanted);
    let value = found.moves.iter().find(|one| one.played == played).map(|one| one.value.score);
    let best = found.moves.first().map(|one| one.value.score);
    value.zip(best).is_some_and(|(value, best)| best - value >= SUSPICIOUS)
}

/// Explains mistakes of games up to 2011 until there are enough, checks every claim and as many false ones.
fn over_games(wanted: usize) {
    let Some(data) = std::env::var_os("OUTFLANK_DATA") else {
        println!("skipped: OUTFLANK_DATA not set");
        return;
    };
    let mut dice = Dice(0x0dd5_1234_5678_9abc);
    let games = read(&Path::new(&data).join("wthor"), &mut dice);
    let engine = crate::engine();
    let prover = crate::engine();
    let mut solve = |text: &str| {
        let position: Position = text.parse().expect("a position");
        prover.search(position).solve(Goal::Exact).value.score
    };
    let (mut mistakes, mut explained, mut claims, mut lies) = (0, 0, 0, 0);
    let (mut wrong, mut uncaught) = (Vec::new(), Vec::new());
    let mut causes: BTreeMap<&str, usize> = BTreeMap::new();
    'all: for game in &games {
        for (board, played) in plies(game) {
            let position: Position = board.text().parse().expect("a position");
            let early = position.empty().len() > 50;
            if early || !loses(&engine, position, played.parse().expect("a move")) {
                continue;
            }
            let Some(mistake) = crate::examine(&engine, &board.text(), &played, None, LINES) else {
                continue;
            };
            if mistake.loss() < SIGNIFICANT {
                continue;
            }
            let found = explain(&mistake);
            mistakes += 1;
            explained += usize::from(!found.is_empty());
            *causes.entry(found.first().map_or("none", |claim| claim.cause.name())).or_default() += 1;
            for claim in &found {
                let told = crate::told(&mistake, claim);
                claims += 1;
                let unsaid = crate::texts::missing(&told);
                assert!(unsaid.is_empty(), "the sentence of {} asks for {unsaid:?}", told.cause);
                if let Err(why) = check(&told, &mut solve) {
                    wrong.push(format!("{why}: {told:?}"));
                }
                let lie = falsify(&told, &mut dice);
                lies += 1;
                if check(&lie, &mut solve).is_ok() {
                    uncaught.push(format!("{lie:?}"));
                }
            }
            if mistakes == wanted {
                break 'all;
            }
        }
    }
    println!(
        "{mistakes} mistakes, {explained} explained, {claims} claims, {lies} false ones; main causes {causes:?}"
    );
    assert_eq!(mistakes, wanted, "too few games");
    assert!(wrong.is_empty(), "{} of {claims} claims are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(uncaught.is_empty(), "{} of {lies} false ones pass:\n{}", uncaught.len(), uncaught.join("\n"));
    assert!(explained * 10 >= mistakes * 9, "{explained} of {mistakes} are explained");
}

#[test]
fn claims_over_some_mistakes_are_confirmed_and_false_ones_caught() {
    over_games(60);
}

#[test]
#[ignore = "takes minutes: make test-long"]
fn claims_over_a_thousand_mistakes_are_confirmed_and_false_ones_caught() {
    over_games(1000);
}
