//! A PostgreSQL of its own for a test: a new cluster in a temporary folder, reached through a socket there.

use std::fs::File;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A running server; it ends with this value.
pub(crate) struct Server {
    folder: TempDir,
    process: Child,
}

impl Server {
    /// Makes a cluster and starts it.
    ///
    /// # Panics
    ///
    /// If PostgreSQL is not on the machine: then this test cannot say anything.
    pub(crate) fn start() -> Server {
        let folder = tempfile::tempdir().unwrap();
        let user = unprivileged_user();
        if let Some((uid, gid)) = user {
            chown(folder.path(), Some(uid), Some(gid)).unwrap();
        }
        let data = folder.path().join("data");
        copy(&new_cluster(user), &data);
        std::fs::write(data.join("postgresql.conf"), "listen_addresses = ''\n").unwrap();
        let process = run(folder.path());
        let server = Server { folder, process };
        server.wait_until_ready();
        server
    }

    /// Stops it; nobody answers any more.
    pub(crate) fn stop(&mut self) {
        let stopped = Command::new("kill").args(["-s", "INT"]).arg(self.process.id().to_string()).status();
        assert!(stopped.unwrap().success());
        let _ended = self.process.wait();
    }

    /// Starts it again.
    pub(crate) fn start_again(&mut self) {
        self.process = run(self.folder.path());
        self.wait_until_ready();
    }

    /// Returns its address.
    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@localhost/postgres?host={}", self.folder.path().display())
    }

    fn wait_until_ready(&self) {
        let begin = Instant::now();
        let ready = || {
            let answer =
                Command::new(program("pg_isready")).arg("-q").arg("-h").arg(self.folder.path()).status();
            answer.is_ok_and(|status| status.success())
        };
        while !ready() {
            assert!(begin.elapsed() < Duration::from_secs(60), "PostgreSQL did not start");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _already_gone = self.process.kill();
        let _already_gone = self.process.wait();
    }
}

/// Returns a cluster that was never started. It is made once for all tests of a build: a copy takes a fifth
/// of the time.
fn new_cluster(user: Option<(u32, u32)>) -> PathBuf {
    let version = Command::new(program("initdb")).arg("--version").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap().replace(|one: char| !one.is_alphanumeric(), "-");
    // Files of one user are nothing for another.
    let owner = user.map(|(uid, _)| uid).or_else(|| number_of(&["-u"])).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(folder).unwrap();
    let cluster = folder.join(format!("{version}-of-{owner}"));
    // One of the tests makes it, the others wait.
    let lock = File::create(folder.join("postgres.lock")).unwrap();
    lock.lock().unwrap();
    if !cluster.exists() {
        // The server's user may not look into the folder of the build.
        let workshop = tempfile::tempdir().unwrap();
        if let Some((uid, gid)) = user {
            chown(workshop.path(), Some(uid), Some(gid)).unwrap();
        }
        let data = workshop.path().join("data");
        let output = command("initdb", user)
            .args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-sync", "--pgdata"])
            .arg(&data)
            .output()
            .unwrap();
        assert!(output.status.success(), "initdb: {}", String::from_utf8_lossy(&output.stderr));
        // What an earlier run left when it was killed in mid-copy.
        let begun = cluster.with_extension("begun");
        let _nothing_there = std::fs::remove_dir_all(&begun);
        copy(&data, &begun);
        std::fs::rename(&begun, &cluster).unwrap();
    }
    cluster
}

/// Copies a folder with the owners of its files.
fn copy(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg("-a").arg(from).arg(to).output().unwrap();
    assert!(copied.status.success(), "cp: {}", String::from_utf8_lossy(&copied.stderr));
}

/// Starts the server of a cluster.
fn run(folder: &Path) -> Child {
    command("postgres", unprivileged_user())
        .arg("-D")
        .arg(folder.join("data"))
        .args(["-c", "fsync=off", "-k"])
        .arg(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// PostgreSQL refuses to run as root: then its own user is taken.
fn unprivileged_user() -> Option<(u32, u32)> {
    match number_of(&["-u"]) {
        Some(0) => Some((number_of(&["-u", "postgres"])?, number_of(&["-g", "postgres"])?)),
        _ => None,
    }
}

/// Asks `id` for the number of a user or a group.
fn number_of(arguments: &[&str]) -> Option<u32> {
    let output = Command::new("id").args(arguments).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

fn command(name: &str, user: Option<(u32, u32)>) -> Command {
    let mut command = Command::new(program(name));
    command.current_dir("/");
    if let Some((uid, gid)) = user {
        command.uid(uid).gid(gid);
    }
    command
}

/// Finds a program of PostgreSQL, which Debian keeps off the path.
pub(crate) fn program(name: &str) -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let installed =
        versions.map(|version| version.path().join("bin").join(name)).filter(|path| path.exists());
    let found = installed.max().unwrap_or_else(|| Path::new(name).to_owned());
    let exists = found.is_absolute() || Command::new(name).arg("--version").output().is_ok();
    assert!(exists, "PostgreSQL is missing ({name}); on Debian: apt-get install postgresql");
    found
}
