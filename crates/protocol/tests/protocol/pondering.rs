//! Thinking on the opponent's time: it begins after the own move, ends with the next line, and keeps nobody
//! waiting.

use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::support::{Pondered, Ponderer, Session, WAIT};
use outflank_protocol::Protocol;

/// The pondering under test never ends by itself; whatever comes within this time came because it was
/// stopped.
const AT_ONCE: Duration = Duration::from_secs(5);

fn start(protocol: Protocol, ponders: bool) -> (Session, Receiver<Pondered>) {
    let (told, heard) = channel();
    (Session::start(protocol, Ponderer { ponders, told }), heard)
}

#[track_caller]
fn expect(heard: &Receiver<Pondered>, wanted: &[Pondered]) {
    for one in wanted {
        assert_eq!(heard.recv_timeout(WAIT).as_ref(), Ok(one));
    }
}

/// Expects that nothing is pondered on.
#[track_caller]
fn expect_rest(heard: &Receiver<Pondered>) {
    assert!(heard.recv_timeout(Duration::from_millis(100)).is_err());
}

/// Waits for a line that begins so, and returns the rest of it.
#[track_caller]
fn until(session: &mut Session, start: &str) -> String {
    loop {
        if let Some(rest) = session.line().strip_prefix(start) {
            return rest.to_owned();
        }
    }
}

/// Ends a session that ponders: it waits for the engine to go.
#[track_caller]
fn expect_end(session: Session, heard: &Receiver<Pondered>) {
    let started = Instant::now();
    assert!(session.end().1.is_ok());
    assert!(started.elapsed() < AT_ONCE);
    let told: Vec<Pondered> = heard.try_iter().collect();
    assert_eq!(told, [Pondered::Ended, Pondered::Gone], "no thread is left when the session is over");
}

use Pondered::{Asked, Begun, Ended};

#[test]
fn gtp_ponders_after_a_move_until_a_command_and_again_while_the_position_stands() {
    let (mut session, heard) = start(Protocol::Gtp, true);
    session.send("1 name");
    session.until("=1 Ponderer");
    expect_rest(&heard);
    session.send("2 genmove b");
    session.until("=2 D3");
    expect(&heard, &[Asked, Begun(1)]);
    for (line, answer) in [("3 showboard", "=3"), ("4 time_left b 10 0", "=4")] {
        session.send(line);
        until(&mut session, answer);
        expect(&heard, &[Ended, Begun(1)]);
    }
    session.send("5 play w c3");
    session.send("6 genmove b");
    let started = Instant::now();
    let played = until(&mut session, "=6 ");
    assert!(started.elapsed() < AT_ONCE);
    expect(&heard, &[Ended, Asked, Begun(3)]);
    session.send("7 undo");
    session.until("=7");
    expect(&heard, &[Ended]);
    expect_rest(&heard);
    session.send("8 reg_genmove b");
    assert_eq!(until(&mut session, "=8 "), played);
    expect(&heard, &[Asked]);
    expect_rest(&heard);
    session.send("9 genmove b");
    assert_eq!(until(&mut session, "=9 "), played);
    expect(&heard, &[Asked, Begun(3)]);
    expect_end(session, &heard);
}

#[test]
fn nboard_ponders_when_its_move_was_made() {
    let (mut session, heard) = start(Protocol::NBoard, true);
    session.send("nboard 2");
    session.send("go");
    session.until("=== D3/1.00/0.00");
    expect(&heard, &[Asked]);
    expect_rest(&heard);
    session.send("move D3");
    expect(&heard, &[Begun(1)]);
    session.send("ping 3");
    session.until("pong 3");
    expect(&heard, &[Ended, Begun(1)]);
    session.send("hint 1");
    expect(&heard, &[Ended, Asked, Begun(1)]);
    session.send("move C3");
    expect(&heard, &[Ended]);
    expect_rest(&heard);
    // Another move than its own: it does not know whose turn it is.
    session.send("go");
    expect(&heard, &[Asked]);
    session.send("move E3");
    session.send("ping 4");
    session.until("pong 4");
    expect_rest(&heard);
    assert!(session.end().1.is_ok());
}

#[test]
fn a_referee_hosts_an_engine_that_ponders() {
    let (mut session, heard) = start(Protocol::Referee, true);
    session.send("I B");
    session.until("B d 3");
    expect(&heard, &[Asked, Begun(1)]);
    session.send("C your opponent thinks");
    expect(&heard, &[Ended, Begun(1)]);
    session.send("W c 3");
    until(&mut session, "B ");
    expect(&heard, &[Ended, Asked, Begun(3)]);
    expect_end(session, &heard);
}

#[test]
fn xboard_says_hard_and_easy() {
    let (mut session, heard) = start(Protocol::XBoard, false);
    session.send("new");
    session.send("usermove P@f5");
    session.until("move P@f4");
    expect(&heard, &[Asked]);
    expect_rest(&heard);
    session.send("hard");
    expect(&heard, &[Begun(2)]);
    for line in ["time 1000", "otim 1000", "ping 1"] {
        session.send(line);
        expect(&heard, &[Ended, Begun(2)]);
    }
    session.send("usermove P@c3");
    expect(&heard, &[Ended, Asked, Begun(4)]);
    session.send("force");
    expect(&heard, &[Ended]);
    expect_rest(&heard);
    session.send("new");
    session.send("ping 2");
    session.until("pong 2");
    expect_rest(&heard);
    session.send("usermove P@f5");
    expect(&heard, &[Asked, Begun(2)]);
    session.send("easy");
    expect(&heard, &[Ended]);
    expect_rest(&heard);
    session.send("hard");
    expect(&heard, &[Begun(2)]);
    session.send("analyze");
    expect(&heard, &[Ended, Asked]);
    expect_rest(&heard);
    assert!(session.end().1.is_ok());
}

#[test]
fn nobody_ponders_who_was_not_told_and_cassio_says_itself_what_to_think_about() {
    for (protocol, lines, answer) in [
        (Protocol::Gtp, &["genmove b"][..], "= D3"),
        (Protocol::NBoard, &["go", "move D3", "ping 1"], "pong 1"),
        (Protocol::Referee, &["I B"], "B d 3"),
        (Protocol::XBoard, &["go"], "move P@d3"),
    ] {
        let (mut session, heard) = start(protocol, false);
        lines.iter().for_each(|line| session.send(line));
        session.until(answer);
        expect(&heard, &[Asked]);
        expect_rest(&heard);
        assert!(session.end().1.is_ok());
    }
    let (mut session, heard) = start(Protocol::Cassio, true);
    let board = "---------------------------OX------XO---------------------------X";
    session.send(&format!("ENGINE-PROTOCOL midgame-search {board} -64 64 2 100"));
    session.until("ready.");
    expect(&heard, &[Asked]);
    expect_rest(&heard);
    assert!(session.end().1.is_ok());
}
