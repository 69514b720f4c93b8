//! Every family at its deepest settings, stopped in mid-thought.

use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use outflank_players::{Dice, Entrant, FAMILIES, Player, PlayerFault, Stopper, Turn};
use outflank_rules::{Game, Position};

/// How soon a player has to return.
const PROMPT: Duration = Duration::from_millis(50);

/// How long the players think before they are stopped: long enough that none of them is still setting out.
const THINKING: Duration = Duration::from_millis(60);

/// How often a stop that seems late is tried again: a busy machine may keep a thread waiting for longer than
/// that.
const TRIES: u32 = 5;

/// Players that would think for minutes or for ever, one at least of every family that thinks at all.
const DEEP: [&str; 15] = [
    "level:1,depth=60,solves=60,time=600",
    "level:15,depth=40,time=600",
    "level:20,time=600",
    "engine:time=600",
    "engine:depth=60",
    "engine:time=600,threads=2",
    "nea:depth=9",
    "nea:depth=9,search=minimax",
    "client-expert:search=minimax",
    "agent:time=600,depth=60",
    "scout:depth=60",
    "scout:time=600,depth=60,transposition=on,entries=10000000",
    "scout:depth=60,search=alphabeta",
    "om-expert:depth=14,noise=5",
    "om-premaster",
];

/// Players that are through before anybody could stop them.
const INSTANT: [&str; 9] = [
    "random",
    "greedy",
    "client-beginner",
    "client-easy",
    "client-medium",
    "client-hard",
    "om-beginner",
    "om-novice",
    "om-master",
];

fn seat(text: &str) -> Box<dyn Player> {
    text.parse::<Entrant>().unwrap().seat().unwrap()
}

/// A position with many moves for both sides in the middle of a game.
fn game() -> Game {
    let moves = "f5d6c3d3c4f4f6f3e6e7d7c5b6g5e3";
    let moves = moves.as_bytes().chunks(2).map(|two| std::str::from_utf8(two).unwrap().parse().unwrap());
    Game::replay(Position::start(), moves).unwrap()
}

/// What became of a stop.
struct Stopped {
    /// How long the player took to return, without what the machine itself took to wake a thread.
    delay: Duration,
    /// Whether it was still thinking.
    was_thinking: bool,
    player: Box<dyn Player>,
}

/// Lets a player think on a thread of its own, stops it and waits for it. A second thread wakes at the same
/// moment and does nothing else: what it takes is the machine's share.
fn stop(mut player: Box<dyn Player>, text: &str) -> Stopped {
    let (stopper, game) = (Stopper::new(), game());
    let (begun, heard) = channel();
    let thinking = {
        let stopper = stopper.clone();
        thread::spawn(move || {
            let turn = Turn::new(&game, Duration::from_secs(600)).stopped_by(&stopper);
            begun.send(()).unwrap();
            let chosen = player.choose(turn, &mut Dice::new(1));
            (chosen, Instant::now(), player, game)
        })
    };
    heard.recv().unwrap();
    thread::sleep(THINKING);
    let was_thinking = !thinking.is_finished();
    let (wake, woken) = channel::<Instant>();
    let control = thread::spawn(move || woken.recv().unwrap().elapsed());
    let asked = Instant::now();
    stopper.stop();
    wake.send(asked).unwrap();
    let (chosen, returned, player, game) = thinking.join().expect("no panic");
    let slack = control.join().unwrap();
    match chosen {
        Ok(played) => assert!(game.position().is_legal(played), "{text}: {played}"),
        Err(fault) => assert!(matches!(fault, PlayerFault::Stopped), "{text}: {fault}"),
    }
    let delay = returned.saturating_duration_since(asked).saturating_sub(slack);
    Stopped { delay, was_thinking, player }
}

#[test]
fn every_family_stops_in_mid_thought_and_can_be_asked_again_at_once() {
    for text in DEEP {
        let mut player = seat(text);
        let mut delays = Vec::new();
        loop {
            let stopped = stop(player, text);
            player = stopped.player;
            if stopped.was_thinking || text.starts_with("om-") || text.starts_with("client-") {
                delays.push(stopped.delay);
            } else {
                panic!("{text} was through before it was stopped");
            }
            if stopped.delay < PROMPT {
                break;
            }
            assert!(delays.len() < TRIES as usize, "{text} took {delays:?}");
        }
        // Nothing is held: the same player answers a question it can answer.
        let late: Position = format!("-OX-----XOOOOOO-{}X", "-".repeat(48)).parse().unwrap();
        let (stopper, late) = (Stopper::new(), Game::new(late));
        thread::scope(|scope| {
            let asked = scope.spawn(|| {
                let turn = Turn::new(&late, Duration::from_millis(10)).stopped_by(&stopper);
                player.choose(turn, &mut Dice::new(1))
            });
            thread::sleep(Duration::from_millis(20));
            stopper.stop();
            match asked.join().unwrap() {
                Ok(played) => assert!(late.position().is_legal(played), "{text}"),
                Err(fault) => assert!(matches!(fault, PlayerFault::Stopped), "{text}: {fault}"),
            }
        });
    }
}

#[test]
fn whoever_is_stopped_before_it_begins_returns_at_once() {
    let stopper = Stopper::new();
    stopper.stop();
    let game = game();
    for text in DEEP.into_iter().chain(INSTANT) {
        let started = Instant::now();
        match seat(text)
            .choose(Turn::new(&game, Duration::from_secs(600)).stopped_by(&stopper), &mut Dice::new(1))
        {
            Ok(played) => assert!(game.position().is_legal(played), "{text}"),
            Err(fault) => assert!(matches!(fault, PlayerFault::Stopped), "{text}: {fault}"),
        }
        // Far more than it should take, far less than any of them would think.
        assert!(started.elapsed() < Duration::from_secs(10), "{text} thought on");
    }
}

#[test]
fn no_family_is_left_out() {
    let tried: Vec<&str> = DEEP.iter().chain(&INSTANT).filter_map(|text| text.split(':').next()).collect();
    for family in FAMILIES {
        // People are asked elsewhere; programs have tests of their own.
        let elsewhere = ["human", "exec"].contains(&family.id);
        assert!(elsewhere || tried.contains(&family.id), "{}", family.id);
    }
}

#[test]
fn a_stopper_that_stays_silent_changes_no_move() {
    let game = game();
    for text in
        ["nea:depth=4", "client-expert", "agent:time=600,depth=4", "scout:depth=5", "om-premaster", "level:9"]
    {
        let plain = seat(text).choose(Turn::new(&game, Duration::from_secs(9)), &mut Dice::new(3)).unwrap();
        let mut heard = 0;
        let mut observe = |_: &outflank_players::Thought| heard += 1;
        let stopper = Stopper::new();
        let turn = Turn::new(&game, Duration::from_secs(9)).stopped_by(&stopper).observed_by(&mut observe);
        assert_eq!(seat(text).choose(turn, &mut Dice::new(3)).unwrap(), plain, "{text}");
        assert!(heard > 0 || text.starts_with("om-"), "{text} says nothing while it thinks");
    }
}

#[test]
fn learning_stops_in_mid_thought_and_keeps_what_it_knows() {
    for text in ["scout:depth=14,killers=off", "client-expert:search=minimax"] {
        let mut pupil = text.parse::<Entrant>().unwrap().pupil().unwrap();
        let before = pupil.notes();
        let stopper = Stopper::new();
        stopper.stop();
        let started = Instant::now();
        pupil.lesson(&mut Dice::new(1), &stopper);
        assert!(started.elapsed() < Duration::from_secs(10), "{text} learned on");
        assert_eq!(pupil.notes(), before, "{text}");
    }
}

/// An external program that thinks for ever about its first move and answers f5 from then on, also when it is
/// started again.
#[cfg(unix)]
fn program(protocol: &str, folder: &std::path::Path) -> String {
    let been = folder.join(protocol).display().to_string();
    let turn = |answer: &str| format!("if [ -e {been} ]; then {answer}; else touch {been}; sleep 600; fi");
    let words = match protocol {
        "nboard" => format!("ping) echo pong $rest;; go) {};;", turn("echo === f5")),
        "gtp" => format!("genmove) {};; *) echo =; echo;;", turn("echo = f5; echo")),
        _ => format!(
            "protover) echo feature ping=1 usermove=1 done=1;; ping) echo pong $rest;; go) {};;",
            turn("echo move P@f5")
        ),
    };
    let script = format!("while read -r word rest; do case $word in {words} esac; done");
    format!("exec:{protocol}:sh -c '{script}'")
}

#[test]
#[cfg(unix)]
fn external_programs_are_not_waited_for_and_play_on() {
    let folder = tempfile::tempdir().unwrap();
    for protocol in ["nboard", "gtp", "xboard"] {
        let mut player = seat(&program(protocol, folder.path()));
        let (start, stopper) = (Game::new(Position::start()), Stopper::new());
        let begun = || folder.path().join(protocol).exists();
        let (fault, delay) = thread::scope(|scope| {
            let asked = scope.spawn(|| {
                let turn = Turn::new(&start, Duration::from_secs(600)).stopped_by(&stopper);
                (player.choose(turn, &mut Dice::new(1)).unwrap_err(), Instant::now())
            });
            while !begun() {
                thread::sleep(Duration::from_millis(1));
            }
            let (wake, woken) = channel::<Instant>();
            let control = scope.spawn(move || woken.recv().unwrap().elapsed());
            let wish = Instant::now();
            stopper.stop();
            wake.send(wish).unwrap();
            let (fault, returned) = asked.join().unwrap();
            (fault, returned.saturating_duration_since(wish).saturating_sub(control.join().unwrap()))
        });
        assert!(matches!(fault, PlayerFault::Stopped), "{protocol}: {fault}");
        // Generous for machines that are busy, little beside ten minutes.
        assert!(delay < 10 * PROMPT, "{protocol} took {delay:?}");
        let turn = Turn::new(&start, Duration::from_secs(600));
        assert_eq!(player.choose(turn, &mut Dice::new(1)).unwrap().to_string(), "f5", "{protocol}");
    }
}
