//! A PostgreSQL of its own for a test: a new cluster in a temporary folder, reached through a socket there.

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
        let output = command("initdb", user)
            .args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-sync", "--pgdata"])
            .arg(&data)
            .output()
            .unwrap();
        assert!(output.status.success(), "initdb: {}", String::from_utf8_lossy(&output.stderr));
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
            thread::sleep(Duration::from_millis(100));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _already_gone = self.process.kill();
        let _already_gone = self.process.wait();
    }
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
    let number = |arguments: &[&str]| -> Option<u32> {
        let output = Command::new("id").args(arguments).output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok()
    };
    match number(&["-u"]) {
        Some(0) => Some((number(&["-u", "postgres"])?, number(&["-g", "postgres"])?)),
        _ => None,
    }
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
