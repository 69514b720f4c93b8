//! Scripted programs that misbehave: every fault is named, and nothing they started survives.
#![cfg(unix)]

use std::time::{Duration, Instant};

use outflank_protocol::{Driver, Fault, FaultKind, Launch, Limits, Protocol};
use outflank_rules::{Game, Position};

/// How long the drivers wait in these tests.
const WAIT: Duration = Duration::from_millis(700);

/// A program that greets an NBoard referee properly and then does `on_go`.
fn nboard(on_go: &str) -> Launch {
    let script = format!(
        "while read -r word rest; do case $word in
           ping) echo \"pong $rest\";;
           go) {on_go};;
           quit) exit 0;;
         esac; done"
    );
    shell(&script)
}

/// A program that answers every GTP command with success and `genmove` with `answer`.
fn gtp(on_genmove: &str) -> Launch {
    let script = format!(
        "while read -r word rest; do case $word in
           genmove) {on_genmove};;
           quit) exit 0;;
           known_command) printf '= true\\n\\n';;
           *) printf '=\\n\\n';;
         esac; done"
    );
    shell(&script)
}

/// A program that is ready for a referee as black and then does `on_turn`.
fn referee(on_turn: &str) -> Launch {
    shell(&format!("read -r colour; echo C hello; echo R B; {on_turn}"))
}

/// A program that greets Cassio properly and answers a search with `on_search`; `$1` is the board.
fn cassio(on_search: &str) -> Launch {
    let script = format!(
        "answer() {{ {on_search}; }}
         while read -r prefix word rest; do case $word in
           *-search) answer $rest;;
           quit) exit 0;;
           *) echo ready.;;
         esac; done"
    );
    shell(&script)
}

/// A program that greets `XBoard` properly and then does `on_go`.
fn xboard(on_go: &str) -> Launch {
    let script = format!(
        "while read -r word rest; do case $word in
           protover) echo 'feature ping=1 usermove=1 variants=\"reversi\" done=1';;
           ping) echo \"pong $rest\";;
           go) {on_go};;
           quit) exit 0;;
         esac; done"
    );
    shell(&script)
}

fn shell(script: &str) -> Launch {
    Launch { words: ["sh", "-c", script].map(str::to_owned).to_vec(), folder: None }
}

fn start(protocol: Protocol, launch: &Launch) -> Result<Box<dyn Driver>, Fault> {
    protocol.start(launch, Limits::default(), WAIT)
}

fn ask(protocol: Protocol, launch: &Launch) -> Result<String, FaultKind> {
    let mut driver = start(protocol, launch).map_err(|fault| fault.kind())?;
    let answer = driver.choose(&Game::new(Position::start()), WAIT);
    answer.map(|played| played.to_string()).map_err(|fault| fault.kind())
}

#[test]
fn good_answers_are_moves() {
    assert_eq!(ask(Protocol::NBoard, &nboard("echo searching; echo '=== F5/1.0/0.1'")), Ok("f5".to_owned()));
    assert_eq!(ask(Protocol::Gtp, &gtp("printf '= F5\\n\\n'")), Ok("f5".to_owned()));
    assert_eq!(ask(Protocol::Referee, &referee("echo C thinking; echo B f 5")), Ok("f5".to_owned()));
    let answer =
        "echo \"$1, move F5, depth 9, @73%, B+1.00 <= v <= B+1.00, F5d6, node 7, time 0.1\"; echo ready.";
    assert_eq!(ask(Protocol::Cassio, &cassio(answer)), Ok("f5".to_owned()));
    assert_eq!(ask(Protocol::XBoard, &xboard("echo 1 100 0 4 f5; echo move P@f5")), Ok("f5".to_owned()));
}

#[test]
fn faults_are_named_by_their_kind_in_the_other_protocols() {
    for (on_turn, kind) in [
        ("exit 3", FaultKind::Crash),
        ("sleep 20", FaultKind::Hang),
        ("echo B a 1", FaultKind::Illegal),
        ("echo B", FaultKind::Illegal),
        ("echo W f 5", FaultKind::Garbage),
        ("echo banana", FaultKind::Garbage),
    ] {
        assert_eq!(ask(Protocol::Referee, &referee(on_turn)), Err(kind), "{on_turn}");
    }
    assert_eq!(ask(Protocol::Referee, &shell("read -r x; echo R W")), Err(FaultKind::Garbage));
    for (on_search, kind) in [
        ("exit 3", FaultKind::Crash),
        ("sleep 20", FaultKind::Hang),
        ("echo ready.", FaultKind::Garbage),
        ("echo ERROR: tired; echo ready.", FaultKind::Garbage),
        ("echo \"$1, move a1, depth 1\"; echo ready.", FaultKind::Illegal),
        ("echo \"$1, move banana, depth 1\"; echo ready.", FaultKind::Garbage),
        ("echo \"$1, move --, depth 1\"; echo ready.", FaultKind::Garbage),
    ] {
        assert_eq!(ask(Protocol::Cassio, &cassio(on_search)), Err(kind), "{on_search}");
    }
    for (on_go, kind) in [
        ("exit 3", FaultKind::Crash),
        ("sleep 20", FaultKind::Hang),
        ("echo move P@a1", FaultKind::Illegal),
        ("echo move @@@@", FaultKind::Illegal),
        ("echo move e2e4", FaultKind::Garbage),
        ("echo 'Error (tired): go'", FaultKind::Garbage),
        ("echo resign", FaultKind::Garbage),
    ] {
        assert_eq!(ask(Protocol::XBoard, &xboard(on_go)), Err(kind), "{on_go}");
    }
}

#[test]
fn faults_are_named_by_their_kind() {
    for (on_go, kind) in [
        ("exit 3", FaultKind::Crash),
        ("kill -9 $$", FaultKind::Crash),
        ("sleep 20", FaultKind::Hang),
        ("while :; do echo search f5 0 0 1; done", FaultKind::Hang),
        ("echo '=== A1'", FaultKind::Illegal),
        ("echo '=== PA'", FaultKind::Illegal),
        ("echo '=== banana'", FaultKind::Garbage),
        ("head -c 200000 /dev/zero; sleep 20", FaultKind::Garbage),
    ] {
        assert_eq!(ask(Protocol::NBoard, &nboard(on_go)), Err(kind), "{on_go}");
    }
    for (on_genmove, kind) in [
        ("exit 0", FaultKind::Crash),
        ("sleep 20", FaultKind::Hang),
        ("printf '= f5\\n'", FaultKind::Hang),
        ("printf '= a1\\n\\n'", FaultKind::Illegal),
        ("printf '= resign\\n\\n'", FaultKind::Garbage),
        ("printf '? tired\\n\\n'", FaultKind::Garbage),
    ] {
        assert_eq!(ask(Protocol::Gtp, &gtp(on_genmove)), Err(kind), "{on_genmove}");
    }
}

#[test]
fn programs_that_do_not_start_are_told_apart() {
    let missing = Launch { words: vec!["/no/such/program".to_owned()], folder: None };
    let fault = start(Protocol::Gtp, &missing).err().unwrap();
    assert!(fault.to_string().contains("/no/such/program"), "{fault}");
    assert_eq!(fault.kind(), FaultKind::Unusable);
    assert_eq!(
        start(Protocol::NBoard, &shell("sleep 20")).err().map(|fault| fault.kind()),
        Some(FaultKind::Hang)
    );
    assert_eq!(
        start(Protocol::NBoard, &shell("true")).err().map(|fault| fault.kind()),
        Some(FaultKind::Crash)
    );
}

#[test]
fn a_hanging_program_is_ended_with_all_it_has_started() {
    let folder = std::env::temp_dir().join(format!("outflank-bad-program-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let beat = folder.join("beat");
    let on_go = format!("(while :; do date +%s%N > '{}'; sleep 0.05; done) & sleep 20", beat.display());
    let started = Instant::now();
    assert_eq!(ask(Protocol::NBoard, &nboard(&on_go)), Err(FaultKind::Hang));
    assert!(started.elapsed() < Duration::from_secs(10));
    let last = std::fs::read(&beat).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(std::fs::read(&beat).unwrap(), last, "a child of the program is still alive");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn gtp_cannot_set_up_a_position_and_says_so() {
    let position: Position = format!("-OX-----XOOOOOO-{}X", "-".repeat(48)).parse().unwrap();
    let mut driver = start(Protocol::Gtp, &gtp("printf '= a1\\n\\n'")).unwrap();
    let fault = driver.choose(&Game::new(position), WAIT).unwrap_err();
    assert_eq!(fault.kind(), FaultKind::Unusable);
}
