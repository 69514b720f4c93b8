//! What a session does while its engine thinks: a wish to stop is heard at once, in every protocol.

use std::time::{Duration, Instant};

use crate::support::{Greedy, Patient, Session};
use outflank_protocol::Protocol;

/// The search under test never ends by itself; whatever comes within this time came because it was stopped.
const AT_ONCE: Duration = Duration::from_secs(5);

/// Starts a session and a search in it, and waits for the line that shows that it is under way.
#[track_caller]
fn thinking(protocol: Protocol, lines: &[&str], under_way: &str) -> Session {
    let mut session = Session::start(protocol, Patient);
    for line in lines {
        session.send(line);
    }
    if !under_way.is_empty() {
        session.until(under_way);
    }
    session
}

#[track_caller]
fn soon(session: &mut Session, wanted: &str) -> Vec<String> {
    let started = Instant::now();
    let heard = session.until(wanted);
    assert!(started.elapsed() < AT_ONCE, "{wanted} after {:?}", started.elapsed());
    heard
}

#[test]
fn nboard_answers_a_ping_and_the_move_before_it() {
    let mut session = thinking(Protocol::NBoard, &["nboard 2", "go"], "search D3 1.00 0 1@73%");
    session.send("ping 7");
    let heard = soon(&mut session, "pong 7");
    assert!(heard.contains(&"=== D3/1.00/0.00".to_owned()), "{heard:?}");
    for command in ["set depth 3", "move F5", "set game (;GM[Othello];)", "hint 2", "go", "analyze", "learn"]
    {
        session.send("go");
        session.send(command);
        session.send("ping 8");
        let heard = soon(&mut session, "pong 8");
        assert!(heard.iter().any(|line| line.starts_with("=== ")), "{command}: {heard:?}");
    }
    session.send("hint 4");
    session.send("quit");
    assert!(session.end().1.is_ok());
}

#[test]
fn nboard_ends_hints_and_analyses_without_an_answer() {
    let mut session = thinking(Protocol::NBoard, &["nboard 2", "move F5"], "set myname Patient");
    for command in ["hint 3", "analyze"] {
        session.send(command);
        session.send("ping 1");
        let heard = soon(&mut session, "pong 1");
        assert!(
            !heard.iter().any(|line| line.starts_with("===") || line.starts_with("analysis")),
            "{heard:?}"
        );
    }
    assert!(session.end().1.is_ok());
}

#[test]
fn gtp_keeps_the_order_and_an_interrupt_ends_the_search() {
    let mut session = thinking(Protocol::Gtp, &["1 genmove b", "2 name", "3 genmove w"], "");
    assert_eq!(session.soon(Duration::from_millis(200)), None, "answers keep their order");
    session.send("# interrupt");
    assert_eq!(soon(&mut session, "=2 Patient"), ["=1 D3", ""]);
    session.send("# interrupt");
    assert_eq!(session.until("=3 C3"), [""]);
    assert!(session.end().1.is_ok());
}

#[test]
fn gtp_with_thousands_of_commands_in_advance_moves_in_haste() {
    let mut session = thinking(Protocol::Gtp, &["genmove b"], "");
    for _ in 0..5000 {
        session.send("komi 0");
    }
    soon(&mut session, "= D3");
    session.send("9 name");
    soon(&mut session, "=9 Patient");
    assert!(session.end().1.is_ok());
}

#[test]
fn cassio_stops_without_an_answer_and_tells_that_it_lives() {
    let board = "---------------------------OX------XO---------------------------X";
    let search = format!("ENGINE-PROTOCOL midgame-search {board} -64 64 20 100");
    let mut session = thinking(Protocol::Cassio, &["ENGINE-PROTOCOL init", &search], "ready.");
    session.send("");
    assert_eq!(session.line(), "ok.");
    session.send("ENGINE-PROTOCOL get-search-infos");
    assert!(session.line().starts_with("node 0, time "));
    session.send("ENGINE-PROTOCOL dance");
    assert!(session.line().starts_with("ERROR: "));
    session.send("ENGINE-PROTOCOL stop");
    assert_eq!(soon(&mut session, "ready."), [""; 0]);
    session.send(&search);
    session.send(&search);
    session.send("ENGINE-PROTOCOL quit");
    assert_eq!(soon(&mut session, "bye bye."), [""; 0]);
    assert!(session.end().1.is_ok());
}

#[test]
fn xboard_moves_at_once_and_answers_pings_after_the_move() {
    let mut session = thinking(Protocol::XBoard, &["new", "post", "usermove P@f5"], "1 100 0 0 P@f4");
    session.send("ping 1");
    session.send("usermove P@d6");
    assert_eq!(session.line(), "Illegal move (it is my turn): P@d6");
    session.send("?");
    assert_eq!(soon(&mut session, "pong 1"), ["move P@f4"]);
    for command in ["force", "new", "undo", "result *", "setboard 8/8/8/3Pp3/3pP3/8/8/8 w"] {
        session.send("go");
        session.send("ping 2");
        session.send(command);
        let heard = soon(&mut session, "pong 2");
        assert!(!heard.iter().any(|line| line.starts_with("move ")), "{command}: {heard:?}");
    }
    assert!({
        session.send("go");
        session.send("quit");
        session.end().1.is_ok()
    });
}

#[test]
fn xboard_analyses_until_something_else_comes() {
    let mut session = thinking(Protocol::XBoard, &["new", "force", "analyze"], "1 100 0 0 P@d3");
    session.send("ping 1");
    soon(&mut session, "pong 1");
    session.send(".");
    assert_eq!(session.line(), "stat01: 0 0 1 0 0");
    session.send("usermove P@f5");
    soon(&mut session, "1 100 0 0 P@f4");
    session.send("undo");
    soon(&mut session, "1 100 0 0 P@d3");
    session.send("exit");
    session.send("ping 2");
    soon(&mut session, "pong 2");
    session.send("analyze");
    // The end of the input ends a search that has no end.
    let started = Instant::now();
    assert!(session.end().1.is_ok());
    assert!(started.elapsed() < AT_ONCE);
}

#[test]
fn a_referee_may_end_the_game_while_the_engine_thinks() {
    let mut session = thinking(Protocol::Referee, &["I B", "C hello"], "R B");
    session.send("n");
    let started = Instant::now();
    assert!(session.end().1.is_ok());
    assert!(started.elapsed() < AT_ONCE);
    let mut session = thinking(Protocol::Referee, &["I B"], "R B");
    session.send("W d 6");
    let (rest, result) = session.end();
    assert_eq!(rest, ["C illegal W d 6: it is my turn"]);
    assert!(result.is_err());
}

#[test]
fn the_end_of_the_input_comes_after_the_answers() {
    for (protocol, lines, answer) in [
        (Protocol::NBoard, &["go"][..], "=== D3/1.00/0.00"),
        (Protocol::Gtp, &["1 genmove b", "2 genmove w"], "=2 C3"),
        (Protocol::Referee, &["I B"], "B d 3"),
        (Protocol::XBoard, &["go"], "move P@d3"),
    ] {
        let mut session = Session::start(protocol, Greedy);
        for line in lines {
            session.send(line);
        }
        let (rest, result) = session.end();
        assert!(rest.contains(&answer.to_owned()) && result.is_ok(), "{protocol}: {rest:?}");
    }
}
