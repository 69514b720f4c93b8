//! PostgreSQL on a disk that is full: nothing that was acknowledged is lost, and play goes on by itself.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::full_disk::fill_again_and_again;
use super::program;
use super::served::Served;
use super::small_disk::SmallDisk;

/// Small pieces of the log, so that a full disk is met soon.
const LOG_OPTIONS: [&str; 4] =
    ["-cmax_wal_size=4MB", "-cmin_wal_size=2MB", "-clisten_addresses=", "-ccheckpoint_timeout=30s"];

/// A PostgreSQL whose data is on a small disk. Whenever it ends, as it may when its log cannot be written, it
/// is started again, as the system's manager of services does.
struct KeptAlive {
    ends: Arc<AtomicBool>,
    process: Arc<Mutex<Option<Child>>>,
    keeper: Option<JoinHandle<()>>,
}

impl KeptAlive {
    fn start(disk: &SmallDisk, socket: &Path) -> KeptAlive {
        let data = disk.folder().join("data");
        let made = as_postgres(disk, "initdb")
            .args([
                "--auth=trust",
                "--username=postgres",
                "--encoding=UTF8",
                "--no-sync",
                "--wal-segsize=1",
                "-D",
            ])
            .arg(&data)
            .output()
            .unwrap();
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        let (ends, process) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(None)));
        let start = {
            let mut command = as_postgres(disk, "postgres");
            command.arg("-D").arg(&data).args(LOG_OPTIONS).arg("-k").arg(socket);
            command.stdout(Stdio::null()).stderr(Stdio::null());
            Mutex::new(command)
        };
        let keeper = {
            let (ends, process) = (Arc::clone(&ends), Arc::clone(&process));
            thread::spawn(move || {
                while !ends.load(Ordering::Relaxed) {
                    let mut running = process.lock().unwrap();
                    let has_ended = |child: &mut Child| child.try_wait().unwrap().is_some();
                    if running.as_mut().is_none_or(has_ended) {
                        *running = Some(start.lock().unwrap().spawn().unwrap());
                    }
                    drop(running);
                    thread::sleep(Duration::from_millis(200));
                }
            })
        };
        let alive = KeptAlive { ends, process, keeper: Some(keeper) };
        let begin = Instant::now();
        let is_ready = || Command::new(tool("pg_isready")).arg("-q").arg("-h").arg(socket).status();
        while !is_ready().unwrap().success() {
            assert!(begin.elapsed() < Duration::from_secs(60), "PostgreSQL did not start");
            thread::sleep(Duration::from_millis(100));
        }
        alive
    }
}

impl Drop for KeptAlive {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        let _ended = self.keeper.take().map(JoinHandle::join);
        if let Some(mut process) = self.process.lock().unwrap().take() {
            let _asked = Command::new("kill").args(["-s", "INT"]).arg(process.id().to_string()).status();
            let _ended = process.wait();
        }
    }
}

/// A program of PostgreSQL, run by its own user on the disk.
fn as_postgres(disk: &SmallDisk, name: &str) -> Command {
    let mut command = disk.command("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(tool(name)).current_dir("/");
    command
}

/// Finds a program of PostgreSQL, which Debian keeps off the path.
fn tool(name: &str) -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let installed =
        versions.map(|version| version.path().join("bin").join(name)).filter(|path| path.exists());
    installed.max().unwrap_or_else(|| PathBuf::from(name))
}

fn postgres_on_a_full_disk(moments: u32) {
    let is_root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
    let Some(disk) = SmallDisk::mount(72).filter(|_| is_root) else {
        return println!("skipped: only root mounts a disk and starts PostgreSQL as its own user there");
    };
    let socket = tempfile::tempdir().unwrap();
    let everybody = std::os::unix::fs::PermissionsExt::from_mode(0o777);
    std::fs::set_permissions(socket.path(), everybody).unwrap();
    let _server = KeptAlive::start(&disk, socket.path());
    let url = format!("postgres://postgres@localhost/postgres?host={}", socket.path().display());
    let start = |address: Option<&str>| Served::start(program(), &url, address);
    // When its log cannot be written PostgreSQL ends, and cannot start before there is room.
    fill_again_and_again(moments, &disk, start, &["disk-full", "database-unreachable"]);
}

#[test]
#[ignore = "takes a minute: PostgreSQL on a disk of its own, 3 moments"]
fn postgresql_on_a_full_disk_loses_nothing() {
    postgres_on_a_full_disk(3);
}

#[test]
#[ignore = "takes minutes: 20 moments"]
fn postgresql_on_a_full_disk_at_many_moments_loses_nothing() {
    postgres_on_a_full_disk(20);
}
