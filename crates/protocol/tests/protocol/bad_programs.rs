//! Scripted programs that misbehave: every fault is named, and nothing they started survives.
#![cfg(unix)]

use std::time::{Duration, Instant};

use outflank_protocol::{Driver, Fault, FaultKind, Launch, ProgramLimits, Protocol, Wait};
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
    Launch { words: ["sh", "-c", script].map(str::to_owned).to_vec(), folder: None, init: Vec::new() }
}

fn start(protocol: Protocol, launch: &Launch) -> Result<Box<dyn Driver>, Fault> {
    protocol.start(launch, ProgramLimits::default(), &Wait::new(WAIT))
}

fn ask(protocol: Protocol, launch: &Launch) -> Result<String, FaultKind> {
    let mut driver = start(protocol, launch).map_err(|fault| fault.kind())?;
    let answer = driver.choose(&Game::new(Position::start()), &Wait::new(WAIT));
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
        ("echo resign", FaultKind::Resigned),
        ("echo '0-1 {White resigns}'", FaultKind::Resigned),
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
        ("printf '= resign\\n\\n'", FaultKind::Resigned),
        ("printf '= RESIGN\\n\\n'", FaultKind::Resigned),
        ("printf '= resigned\\n\\n'", FaultKind::Garbage),
        ("printf '? tired\\n\\n'", FaultKind::Garbage),
    ] {
        assert_eq!(ask(Protocol::Gtp, &gtp(on_genmove)), Err(kind), "{on_genmove}");
    }
}

#[test]
fn start_up_lines_are_sent_before_the_first_question() {
    // Programs that have no move unless the line `hello there` has come before.
    let greeted = |answer: &str| format!("[ \"$hello\" = there ] && {answer}");
    let programs = [
        (Protocol::Gtp, "printf '=\\n\\n'", gtp(&greeted("printf '= f5\\n\\n'"))),
        (Protocol::NBoard, ":", nboard(&greeted("echo '=== F5'"))),
        (Protocol::XBoard, ":", xboard(&greeted("echo move P@f5"))),
    ];
    for (protocol, answer, mut launch) in programs {
        let hello = format!("case $word in hello) hello=$rest; {answer};;");
        launch.words[2] = launch.words[2].replacen("case $word in", &hello, 1);
        assert_eq!(ask(protocol, &launch), Err(FaultKind::Hang), "{protocol}");
        launch.init = vec!["hello there".to_owned()];
        assert_eq!(ask(protocol, &launch), Ok("f5".to_owned()), "{protocol}");
    }
    // A GTP program that refuses such a line cannot be used as wanted.
    let mut refuses = gtp("printf '= f5\\n\\n'");
    let no = "case $word in bad) printf '? no\\n\\n';;";
    refuses.words[2] = refuses.words[2].replacen("case $word in", no, 1);
    refuses.init = vec!["bad command".to_owned()];
    let fault = start(Protocol::Gtp, &refuses).err().unwrap();
    assert!(fault.to_string().contains("bad command"), "{fault}");
}

#[test]
fn programs_that_do_not_start_are_told_apart() {
    let missing = Launch { words: vec!["/no/such/program".to_owned()], folder: None, init: Vec::new() };
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
    let fault = driver.choose(&Game::new(position), &Wait::new(WAIT)).unwrap_err();
    assert_eq!(fault.kind(), FaultKind::Unusable);
}

/// Stops a program that does not answer, asks again for another position, and returns both outcomes: how long
/// the first took to return, whether the conversation went on, and the second answer.
fn stop_and_ask_again(protocol: Protocol, launch: &Launch) -> (Duration, bool, Result<String, FaultKind>) {
    let mut driver = start(protocol, launch).unwrap();
    let stopped = std::sync::atomic::AtomicBool::new(false);
    let is_stopped = || stopped.load(std::sync::atomic::Ordering::Relaxed);
    let mut game = Game::new(Position::start());
    let asked = std::thread::scope(|scope| {
        let wish = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(150));
            stopped.store(true, std::sync::atomic::Ordering::Relaxed);
            Instant::now()
        });
        let fault = driver.choose(&game, &Wait::unless(Duration::from_secs(60), &is_stopped)).unwrap_err();
        assert_eq!(fault.kind(), FaultKind::Stopped, "{fault}");
        wish.join().unwrap()
    });
    let goes_on = driver.interrupt();
    let delay = asked.elapsed();
    let again = if goes_on {
        game.play("f5".parse().unwrap()).unwrap();
        driver.choose(&game, &Wait::new(Duration::from_secs(10)))
    } else {
        Err(Fault::Crash { asked: String::new(), how: "killed".to_owned() })
    };
    (delay, goes_on, again.map(|played| played.to_string()).map_err(|fault| fault.kind()))
}

#[test]
fn a_stopped_program_is_not_waited_for_and_its_late_answer_is_never_taken_for_a_new_one() {
    // Each is silent at first; told to stop it answers the old question (d6 would be legal in the new one)
    // and then the new.
    let old_nboard = "while read -r word rest; do case $word in
           ping) [ -n \"$late\" ] && echo '=== d6'; late=; echo \"pong $rest\";;
           go) if [ -n \"$asked\" ]; then echo '=== f4'; else asked=1; late=1; fi;;
           quit) exit 0;;
         esac; done";
    let old_xboard = "while read -r word rest; do case $word in
           protover) echo 'feature ping=1 usermove=1 variants=\"reversi\" done=1';;
           '?') echo move P@d6;;
           ping) echo \"pong $rest\";;
           go) if [ -n \"$asked\" ]; then echo move P@f4; else asked=1; fi;;
           quit) exit 0;;
         esac; done";
    let old_cassio = "while read -r prefix word board side rest; do case $word in
           *-search) if [ -n \"$asked\" ]; then
                 echo \"$board, move f4, depth 9, @73%, B+1.00 <= v <= B+1.00, f4, node 7, time 0.1\"; echo ready.
               else asked=1; old=$board; fi;;
           stop) echo \"$old, move d3, depth 9, @73%, B+1.00 <= v <= B+1.00, d3, node 7, time 0.1\"; echo ready.; echo ready.;;
           quit) exit 0;;
           *) echo ready.;;
         esac; done";
    for (protocol, script) in
        [(Protocol::NBoard, old_nboard), (Protocol::XBoard, old_xboard), (Protocol::Cassio, old_cassio)]
    {
        let (delay, goes_on, again) = stop_and_ask_again(protocol, &shell(script));
        assert!(goes_on && delay < Duration::from_secs(1), "{protocol:?}: {delay:?}");
        assert_eq!(again, Ok("f4".to_owned()), "{protocol:?}");
    }
    // The others cannot be told, and are killed.
    for (protocol, launch) in [(Protocol::Gtp, gtp("sleep 20")), (Protocol::Referee, referee("sleep 20"))] {
        let (delay, goes_on, _) = stop_and_ask_again(protocol, &launch);
        assert!(!goes_on && delay < Duration::from_secs(1), "{protocol:?}: {delay:?}");
    }
}

#[test]
fn a_program_that_does_not_stop_is_a_fault_when_it_is_asked_again() {
    let deaf = nboard("sleep 20");
    let started = Instant::now();
    let (_, goes_on, again) = stop_and_ask_again(Protocol::NBoard, &deaf);
    assert_eq!((goes_on, again), (true, Err(FaultKind::Hang)));
    assert!(started.elapsed() < Duration::from_secs(10), "it was not waited for in vain");
}
