//! `outflank serve` as a process: how it ends, what it leaves behind, what it writes to its log.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStderr, Stdio};
use std::time::Duration;

use serde_json::Value;

use super::many_games::many_games;
use super::served::ask;
use super::{outflank, program};

/// How long a server may take for anything: machines may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server with a database and a folder for temporary files of its own.
struct Server {
    process: Child,
    address: String,
    log: BufReader<ChildStderr>,
}

impl Server {
    fn start(folder: &Path, options: &[&str]) -> Server {
        let (database, temporary) = (folder.join("games.db"), folder.join("tmp"));
        std::fs::create_dir_all(&temporary).unwrap();
        let mut command = program();
        command.args(["serve", "--bind", "127.0.0.1:0", "--lab"]).arg(folder).args(options);
        command.arg("--database").arg(format!("sqlite:{}", database.display()));
        command.env("TMPDIR", temporary).env_remove("OUTFLANK_LOG");
        let mut process = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(process.stderr.take().unwrap());
        let mut line = String::new();
        log.read_line(&mut line).unwrap();
        let (_, rest) = line.split_once("http://").expect("the address");
        Server { process, address: rest.split_whitespace().next().unwrap().to_owned(), log }
    }

    /// Sends a request and returns status and body.
    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        (status, answer.split_once("\r\n\r\n").unwrap().1.to_owned())
    }

    fn json(&self, method: &str, path: &str, body: &str) -> Value {
        serde_json::from_str(&self.ask(method, path, body).1).unwrap()
    }

    /// Begins an import and starts to read it; returns its path.
    fn import(&self, games: &str) -> String {
        let path = format!("/api/library/imports/{}", self.json("POST", "/api/library/imports", "{}")["id"]);
        assert_eq!(self.ask("PUT", &format!("{path}/games.txt"), games).0, 200);
        assert_eq!(self.ask("POST", &path, "{}").0, 202);
        path
    }

    #[cfg(unix)]
    fn terminate(&self) {
        let pid = self.process.id().to_string();
        assert!(std::process::Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    }

    /// Waits for the end; returns the exit code and the rest of the log.
    fn end(mut self) -> (Option<i32>, String) {
        let mut log = String::new();
        self.log.read_to_string(&mut log).unwrap();
        (self.process.wait().unwrap().code(), log)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ended_already = self.process.kill();
        let _waited = self.process.wait();
    }
}

fn entries(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder.join("tmp")).unwrap().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn a_killed_import_loses_and_doubles_nothing_and_its_folder_is_cleared() {
    let folder = tempfile::tempdir().unwrap();
    let games = many_games(0..10_000);
    let mut pause = Duration::ZERO;
    for _ in 0..3 {
        let mut server = Server::start(folder.path(), &[]);
        server.import(&games);
        std::thread::sleep(pause);
        pause += Duration::from_millis(150);
        server.process.kill().unwrap();
        server.process.wait().unwrap();
        assert!(!entries(folder.path()).is_empty(), "a killed process cannot clear up");
    }
    let server = Server::start(folder.path(), &[]);
    assert_eq!(entries(folder.path()), [""; 0], "cleared before anybody is told the address");
    let path = server.import(&games);
    let progress = loop {
        let progress = server.json("GET", &path, "");
        if !["reading", "indexing"].contains(&progress["state"].as_str().unwrap()) {
            break progress;
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    assert_eq!((&progress["state"], progress["read"].as_u64()), (&"done".into(), Some(10_000)), "{progress}");
    assert_eq!(server.json("GET", "/api/library?limit=1", "")["total"], 10_000);
    assert_eq!(server.json("GET", "/api/explorer", "")["results"]["games"], 10_000);
    assert_eq!(entries(folder.path()), [""; 0], "nothing is left of an import that is over");
}

#[cfg(unix)]
#[test]
fn sigterm_ends_a_server_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--log", "info"]);
    assert_eq!(server.ask("GET", "/readyz", "").0, 200);
    server.json("POST", "/api/library/imports", "{}");
    server.terminate();
    let (code, log) = server.end();
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("INFO") && log.contains("ending"), "{log}");
    assert_eq!(entries(folder.path()), [""; 0], "the folder of the import is gone");
    // The database was closed: nothing is left beside it.
    assert!(!folder.path().join("games.db-wal").exists());
}

#[cfg(unix)]
#[test]
fn the_log_has_levels_and_no_keys() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--log", "debug", "--log-format", "json"]);
    server.ask("GET", "/api/games/1?key=verysecret", "");
    server.ask("GET", "/api/games/1/live?key=verysecret", "");
    server.terminate();
    let (_, log) = server.end();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let answered = lines.iter().find(|line| line["fields"]["route"] == "/api/games/{id}").expect(&log);
    assert_eq!((&answered["level"], &answered["fields"]["status"]), (&"DEBUG".into(), &404.into()), "{log}");
    assert!(!log.contains("verysecret"), "{log}");
    assert!(outflank(&["serve", "--log", "loud"]).refused().contains("loud"));
}

/// A public server whose messages go into a file, as to a log.
struct PublicServer {
    process: Child,
    folder: tempfile::TempDir,
    address: String,
}

impl PublicServer {
    fn start(options: &[&str]) -> PublicServer {
        let folder = tempfile::tempdir().unwrap();
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let address = format!("localhost:{}", free.port());
        let log = std::fs::File::create(folder.path().join("log")).unwrap();
        let mut command = program();
        command.args(["serve", "--bind", &free.to_string(), "--public-url", &format!("http://{address}")]);
        command.arg("--database").arg(format!("sqlite:{}", folder.path().join("games.db").display()));
        command.args(options).env_remove("OUTFLANK_LOG").current_dir(folder.path());
        let process = command.stdout(Stdio::null()).stderr(log).spawn().unwrap();
        let server = PublicServer { process, folder, address };
        let begin = std::time::Instant::now();
        while ask(&server.address, "GET", "/healthz", &Value::Null).is_err() {
            assert!(begin.elapsed() < PATIENCE, "{}", server.log());
            std::thread::sleep(Duration::from_millis(30));
        }
        server
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap()
    }

    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        ask(&self.address, "POST", path, body).unwrap()
    }
}

impl Drop for PublicServer {
    fn drop(&mut self) {
        let _ended_already = self.process.kill();
        let _waited = self.process.wait();
    }
}

#[cfg(unix)]
#[test]
fn the_first_admins_password_is_in_a_file_of_its_own() {
    use std::os::unix::fs::PermissionsExt as _;

    let server = PublicServer::start(&[]);
    let file = server.folder.path().join("games.admin-password");
    let password = std::fs::read_to_string(&file).unwrap();
    let password = password.trim();
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let log = server.log();
    assert!(log.contains("games.admin-password") && !log.contains(password), "{log}");
    let wish = serde_json::json!({ "name": "admin", "password": password });
    let (status, me) = server.post("/api/session", &wish);
    assert_eq!((status, &me["admin"]), (200, &Value::Bool(true)), "{me}");
}

#[test]
fn the_log_has_no_forged_lines_and_no_secrets() {
    let server = PublicServer::start(&["--log", "trace", "--log-format", "json"]);
    let forged = "\n{\"level\":\"ERROR\",\"fields\":{\"message\":\"forged\"}}\n";
    let secret = "correct horse battery";
    for name in ["Ada", forged] {
        server.post("/api/accounts", &serde_json::json!({ "name": name, "password": secret }));
        server.post("/api/session", &serde_json::json!({ "name": name, "password": "wrong verysecret" }));
    }
    let game = serde_json::json!({ "black": { "player": "human" }, "white": { "player": "human" },
        "invite": "white", "name": forged });
    let (_, created) = server.post("/api/games", &game);
    let invited = serde_json::json!({ "black": { "player": "human" }, "white": { "player": "human" },
        "invite": "white" });
    let (status, invited) = server.post("/api/games", &invited);
    assert_eq!(status, 201, "{invited}");
    for path in ["/api/games?search=%0a%7bforged%7d", "/%0d%0aforged", "/api/studies/%0aforged"] {
        let _refused = ask(&server.address, "GET", path, &Value::Null);
    }
    std::thread::sleep(Duration::from_millis(200));
    let log = server.log();
    let lines: Vec<&str> = log.lines().filter(|line| line.starts_with('{')).collect();
    assert!(lines.len() > 5, "{log}");
    for line in lines {
        let line: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_ne!(line["fields"]["message"], "forged", "{line}");
    }
    let keys = [&created["key"], &invited["key"], &invited["invitation"]];
    let secrets = keys.into_iter().filter_map(Value::as_str).chain([secret, "wrong verysecret"]);
    for secret in secrets {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}
