//! Several servers and workers on one PostgreSQL, as processes that are killed.

use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::served::{Served, ask, moves, two_people};
use super::{DATA, outflank, postgres, program};

/// A worker; it is killed with this value.
struct Working {
    process: Child,
    /// Where it tells what it does.
    metrics: String,
}

impl Working {
    fn start(database: &str) -> Working {
        let mut command = program();
        command.args(["work", "--threads", "1", "--metrics", "127.0.0.1:0", "--database", database]);
        let mut process = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut told = BufReader::new(process.stderr.take().unwrap());
        let mut line = String::new();
        told.read_line(&mut line).unwrap();
        assert!(line.contains("working"), "{line}");
        let (_, address) = line.trim().split_once("http://").expect("the address");
        let metrics = address.strip_suffix("/metrics").expect("the page").to_owned();
        thread::spawn(move || std::io::copy(&mut told, &mut std::io::sink()));
        Working { process, metrics }
    }

    /// Returns a number of what it has done.
    fn count(&self, name: &str) -> f64 {
        let (status, text) = ask(&self.metrics, "GET", "/metrics", &Value::Null).unwrap();
        assert_eq!(status, 200, "{text}");
        let mut lines = text.as_str().unwrap().lines();
        lines.find_map(|line| line.strip_prefix(name)?.trim().parse().ok()).unwrap_or(0.0)
    }

    /// Ends it as a crash would.
    fn kill(&mut self) {
        let _already_gone = self.process.kill();
        let _already_gone = self.process.wait();
    }

    /// Asks it to end, and returns its exit code.
    fn terminate(&mut self) -> Option<i32> {
        let asked = Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status();
        assert!(asked.unwrap().success());
        self.process.wait().unwrap().code()
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.kill();
    }
}

pub(crate) fn serve(database: &str, options: &[&str]) -> Served {
    serve_in_folder(database, options).0
}

/// As [`serve`], with the folder it runs in: that of its laboratory.
fn serve_in_folder(database: &str, options: &[&str]) -> (Served, PathBuf) {
    static STARTED: AtomicUsize = AtomicUsize::new(0);
    let number = STARTED.fetch_add(1, Ordering::Relaxed);
    let folder = DATA.with(|data| data.path().join(format!("server-{number}")));
    std::fs::create_dir_all(&folder).unwrap();
    let mut command = program();
    command.current_dir(&folder);
    (Served::start_with(command, database, None, options), folder)
}

fn play(served: &Served, id: &Value, ply: usize, played: &str) -> Value {
    served.good("POST", &format!("/api/games/{id}/moves"), &json!({ "ply": ply, "move": played }))
}

/// Asks until a game has so many plies or is over.
fn wait_for(served: &Served, id: &Value, plies: usize, limit: Duration) -> Value {
    let begin = Instant::now();
    loop {
        let game = served.game(id.as_i64().unwrap());
        if moves(&game).len() >= plies || !game["result"].is_null() {
            return game;
        }
        assert!(begin.elapsed() < limit, "{:?} without a move: {:?}", begin.elapsed(), moves(&game));
        thread::sleep(Duration::from_millis(30));
    }
}

#[test]
fn a_game_goes_on_through_another_server_when_one_is_killed() {
    let database = postgres::Server::start();
    let (mut first, second) = (serve(&database.url(), &[]), serve(&database.url(), &[]));
    let mut wish = two_people();
    wish["clock"] = json!({ "initial": 60 });
    let game = first.begin(&wish);
    let id = &game["id"];
    play(&first, id, 0, "f5");
    play(&second, id, 1, "d6");
    // The computer of another game is at it when its server dies.
    let slow = json!({ "black": { "player": "human" }, "white": { "player": "random" }, "pace": 1500 });
    let against = first.begin(&slow);
    play(&first, &against["id"], 0, "f5");
    let before = first.game(id.as_i64().unwrap())["clock"].clone();
    let began = Instant::now();
    thread::sleep(Duration::from_millis(300));
    first.kill();
    let killed = Instant::now();
    let after = play(&second, id, 2, "c3");
    assert!(killed.elapsed() < Duration::from_secs(3), "{:?}", killed.elapsed());
    let used = i64::try_from(began.elapsed().as_millis()).unwrap();
    let off = before["black"].as_i64().unwrap() - after["clock"]["black"].as_i64().unwrap() - used;
    assert!(off.abs() < 200, "the clock is off by {off} ms");
    // Its lease ends, and the other server moves.
    let answered = wait_for(&second, &against["id"], 2, Duration::from_secs(8));
    println!("the computer's move came {:?} after its server was killed", killed.elapsed());
    assert_eq!(moves(&answered).len(), 2);
}

#[test]
fn workers_do_the_work_and_one_that_is_killed_loses_nothing() {
    let refused = outflank(&["work", "--database", "sqlite:games.db"]).refused();
    assert!(refused.contains("PostgreSQL") && refused.contains("sqlite:games.db"), "{refused}");
    let database = postgres::Server::start();
    let server = serve(&database.url(), &["--front-end"]);
    let game = server.begin(&json!({ "black": { "player": "human" }, "white": { "player": "level:3" } }));
    let id = &game["id"];
    let moved = play(&server, id, 0, "f5");
    assert_eq!(moved["thinking"], true, "somebody will do it");
    thread::sleep(Duration::from_millis(500));
    assert_eq!(moves(&server.game(id.as_i64().unwrap())).len(), 1, "nobody is there to do it");
    let mut worker = Working::start(&database.url());
    let game = wait_for(&server, id, 2, Duration::from_secs(20));
    let hint = server.good("POST", &format!("/api/games/{id}/hint"), &Value::Null);
    assert!(hint["best"].is_string() && hint["idea"].is_string(), "{hint}");
    // It tells what it has done, and nothing else.
    for (kind, least) in [("move", 1.0), ("hint", 1.0)] {
        let name = format!("outflank_jobs_done_total{{kind=\"{kind}\",end=\"done\"}}");
        let begin = Instant::now();
        while worker.count(&name) < least {
            assert!(begin.elapsed() < Duration::from_secs(10), "{name}");
            thread::sleep(Duration::from_millis(20));
        }
    }
    for (path, status) in [("/healthz", 200), ("/readyz", 200), ("/api/players", 404), ("/", 404)] {
        assert_eq!(ask(&worker.metrics, "GET", path, &Value::Null).unwrap().0, status, "{path}");
    }
    // Killed in the middle of a move that takes long, another worker does it.
    let patch = json!({ "pace": 1200 });
    server.good("PATCH", &format!("/api/games/{id}"), &patch);
    let reply = game["position"]["legal"][0]["square"].as_str().unwrap().to_owned();
    play(&server, id, 2, &reply);
    thread::sleep(Duration::from_millis(500));
    worker.kill();
    let mut other = Working::start(&database.url());
    let game = wait_for(&server, id, 4, Duration::from_secs(15));
    // Asked to end in the middle of one, it gives it back at once.
    let reply = game["position"]["legal"][0]["square"].as_str().unwrap().to_owned();
    play(&server, id, 4, &reply);
    thread::sleep(Duration::from_millis(300));
    assert_eq!(other.terminate(), Some(0));
    let _third = Working::start(&database.url());
    wait_for(&server, id, 6, Duration::from_secs(15));
}

/// Reads the games that a tournament has so far: moves and score by number.
fn games_of(lab: &Path, id: &str) -> BTreeMap<u64, (String, i64)> {
    let journal = std::fs::read_to_string(lab.join(id).join("games.jsonl")).unwrap_or_default();
    let read = |line: &str| {
        let game: Value = serde_json::from_str(line).ok()?;
        Some((game["game"].as_u64()?, (game["moves"].as_str()?.to_owned(), game["score"].as_i64()?)))
    };
    let games: Vec<_> = journal.lines().filter_map(read).collect();
    let found: BTreeMap<_, _> = games.iter().cloned().collect();
    assert_eq!(found.len(), games.len(), "no game is there twice");
    found
}

/// Begins a tournament and waits until it has so many games.
fn hold(
    served: &Served,
    lab: &Path,
    id: &str,
    games: usize,
    meanwhile: impl FnOnce(),
) -> BTreeMap<u64, (String, i64)> {
    let order = json!({ "kind": "tournament", "name": id, "players": ["level:8", "level:7", "level:6"],
        "games": games / 3, "openings": "random:6", "seed": 3 });
    served.good("POST", "/api/lab/runs", &order);
    let begin = Instant::now();
    let mut meanwhile = Some(meanwhile);
    loop {
        let found = games_of(lab, id);
        if found.len() >= games / 4
            && let Some(meanwhile) = meanwhile.take()
        {
            meanwhile();
        }
        if found.len() == games {
            return found;
        }
        assert!(begin.elapsed() < Duration::from_secs(120), "{} of {games} games", found.len());
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn workers_play_games_of_tournaments_and_one_that_is_killed_loses_none() {
    let database = postgres::Server::start();
    let (alone, own) = serve_in_folder("sqlite:alone.db", &[]);
    let expected = hold(&alone, &own.join("alone.lab"), "cup", 72, || {});
    let (server, lab) = serve_in_folder(&database.url(), &["--threads", "1"]);
    let (mut first, second) = (Working::start(&database.url()), Working::start(&database.url()));
    let played = |worker: &Working| worker.count("outflank_jobs_done_total{kind=\"game\",end=\"done\"}");
    // Workers say once in half a second that they are there.
    thread::sleep(Duration::from_secs(1));
    let mut before = 0.0;
    let found = hold(&server, &lab, "cup", 72, || {
        before = played(&first);
        first.kill();
    });
    assert_eq!(found, expected, "the games that one process plays");
    println!("of 72 games two workers played {} and {before} until it was killed", played(&second));
    // How many depends on how busy the machine is; that it is some does not.
    assert!(played(&second) >= 1.0, "the worker that was left played none");
    let begin = Instant::now();
    loop {
        let text = ask(&server.address, "GET", "/metrics", &Value::Null).unwrap().1;
        let count = |name: &str| {
            let mut lines = text.as_str().unwrap().lines();
            lines.find_map(|line| line.strip_prefix(name)?.trim().parse::<u32>().ok())
        };
        if (count("outflank_jobs_waiting"), count("outflank_jobs_running")) == (Some(0), Some(0)) {
            break;
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "jobs stay: {text}");
        thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn servers_and_workers_go_on_when_the_database_has_been_away() {
    let mut database = postgres::Server::start();
    let (server, _worker) = (serve(&database.url(), &["--front-end"]), Working::start(&database.url()));
    let computers = json!({ "black": { "player": "level:1" }, "white": { "player": "random" },
                            "clock": { "initial": 60 }, "pace": 100 });
    let id = server.begin(&computers)["id"].clone();
    wait_for(&server, &id, 3, Duration::from_secs(10));
    database.stop();
    thread::sleep(Duration::from_millis(300));
    database.start_again();
    let begin = Instant::now();
    let path = format!("/api/games/{id}");
    let back = loop {
        if let Ok((200, game)) = ask(&server.address, "GET", &path, &Value::Null) {
            break moves(&game).len();
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "the server does not come back");
        thread::sleep(Duration::from_millis(50));
    };
    wait_for(&server, &id, back + 3, Duration::from_secs(15));
}

/// Makes random moves in games between people and against a level on two servers, while servers and workers
/// are killed again and again; nothing that was acknowledged is lost, and every game goes on.
#[test]
#[ignore = "takes minutes: fifty kills"]
fn fifty_kills_lose_nothing() {
    let database = postgres::Server::start();
    let url = database.url();
    let mut servers = [serve(&url, &[]), serve(&url, &[])];
    let mut workers = [Working::start(&url), Working::start(&url)];
    let computer = json!({ "black": { "player": "human" }, "white": { "player": "level:2" } });
    let timed = json!({ "black": { "player": "level:1" }, "white": { "player": "level:2" },
                        "clock": { "initial": 600 }, "pace": 200 });
    let wishes = [two_people(), computer, timed];
    let mut games: Vec<(i64, Vec<String>)> = Vec::new();
    for wish in wishes.iter().cycle().take(12) {
        games.push((servers[0].begin(wish)["id"].as_i64().unwrap(), Vec::new()));
    }
    let (mut dice, mut acknowledged, mut last) = (7_u64, 0, HashMap::new());
    let mut random = |below: usize| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) as usize % below
    };
    for kill in 0..50 {
        let until = Instant::now() + Duration::from_millis(500 + random(1500) as u64);
        while Instant::now() < until {
            let (id, known) = &mut games[random(12)];
            let server = &servers[random(2)];
            let Ok((200, game)) = ask(&server.address, "GET", &format!("/api/games/{id}"), &Value::Null)
            else {
                continue;
            };
            let plies = moves(&game);
            assert!(plies.starts_with(known), "game {id}: {known:?} acknowledged, {plies:?} kept");
            let legal = game["position"]["legal"].as_array().cloned().unwrap_or_default();
            if legal.is_empty() || game["yours"] == json!([]) || !game["result"].is_null() {
                continue;
            }
            let wish = json!({ "ply": plies.len(), "move": legal[random(legal.len())]["square"] });
            match ask(&server.address, "POST", &format!("/api/games/{id}/moves"), &wish) {
                Ok((200, game)) => {
                    (*known, acknowledged) = (moves(&game), acknowledged + 1);
                    last.insert(*id, Instant::now());
                }
                Ok((409, _)) | Err(_) => {}
                Ok((status, answer)) => panic!("game {id}: {status} {answer}"),
            }
        }
        let victim = random(2);
        if kill % 2 == 0 {
            servers[victim].kill();
            servers[victim] = serve(&url, &[]);
        } else {
            workers[victim].kill();
            workers[victim] = Working::start(&url);
        }
    }
    // Every game goes on to its end: none is stuck.
    let begin = Instant::now();
    for (id, known) in &games {
        loop {
            let game = servers[0].game(*id);
            let plies = moves(&game);
            assert!(plies.starts_with(known), "game {id}: {known:?} acknowledged, {plies:?} kept");
            if !game["result"].is_null() {
                break;
            }
            assert!(begin.elapsed() < Duration::from_secs(240), "game {id} is stuck: {game}");
            let legal = game["position"]["legal"].as_array().cloned().unwrap_or_default();
            if game["yours"] != json!([]) && !legal.is_empty() {
                let wish = json!({ "ply": plies.len(), "move": legal[0]["square"] });
                let _refused_if_not_our_turn =
                    ask(&servers[0].address, "POST", &format!("/api/games/{id}/moves"), &wish);
            }
            thread::sleep(Duration::from_millis(10));
        }
    }
    println!("50 kills, {acknowledged} moves acknowledged, all there; all games came to their end");
}
