//! A disk that can be filled and freed: a small file system of its own where one may be mounted, and a limit
//! on the size of files where not.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// A small file system that only the programs started on it see; it is gone with the last of them.
pub(crate) struct SmallDisk {
    folder: TempDir,
    /// Keeps the file system alive.
    holder: Child,
    /// What a user who is not root needs for a name space of their own.
    options: &'static [&'static str],
}

impl SmallDisk {
    /// Mounts a file system of so many MiB; `None` where that is not allowed.
    pub(crate) fn mount(mebibytes: u32) -> Option<SmallDisk> {
        // Root mounts as root; others as root of a user name space.
        let ways: [(&[&str], &[&str]); 2] =
            [(&[], &[]), (&["--user", "--map-root-user"], &["--user", "--preserve-credentials"])];
        ways.into_iter().find_map(|(unshared, options)| SmallDisk::mount_as(mebibytes, unshared, options))
    }

    fn mount_as(mebibytes: u32, unshared: &[&str], options: &'static [&'static str]) -> Option<SmallDisk> {
        let folder = tempfile::tempdir().unwrap();
        let script = format!(
            "mount -t tmpfs -o size={mebibytes}m,mode=777 tmpfs \"$0\" && echo ready && exec sleep 36000"
        );
        let mut holder = Command::new("unshare")
            .args(unshared)
            .args(["--mount", "--propagation", "private", "sh", "-c", &script])
            .arg(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut line = String::new();
        let _nothing_said = BufReader::new(holder.stdout.take()?).read_line(&mut line);
        let disk = SmallDisk { folder, holder, options };
        (line.trim() == "ready").then_some(disk)
    }

    /// Returns the folder, as programs started on the disk see it.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Starts a program that sees the disk.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new("nsenter");
        command.arg(format!("--target={}", self.holder.id())).arg("--mount").args(self.options);
        command.arg("--").arg(program).stdin(Stdio::null());
        command
    }

    /// Returns a file on the disk, as everybody else sees it.
    pub(crate) fn seen(&self, name: &str) -> PathBuf {
        let inside = self.folder.path().strip_prefix("/").unwrap();
        PathBuf::from(format!("/proc/{}/root", self.holder.id())).join(inside).join(name)
    }

    /// Fills the disk to the last byte.
    pub(crate) fn fill(&self) {
        let mut file = File::options().create(true).append(true).open(self.seen("filler")).unwrap();
        let mut piece: &[u8] = &[7; 65_536];
        while !piece.is_empty() {
            match file.write(piece) {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::StorageFull => piece = &piece[piece.len() / 2 + 1..],
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Frees what [`SmallDisk::fill`] took.
    pub(crate) fn free(&self) {
        fs::remove_file(self.seen("filler")).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _already_gone = self.holder.kill();
        let _already_gone = self.holder.wait();
    }
}

/// A limit on the size of the files that a process writes: what a quota does, without a file system of one's
/// own.
pub(crate) struct SizeLimit<'a> {
    folder: &'a Path,
}

impl<'a> SizeLimit<'a> {
    /// Limits the files in a folder.
    pub(crate) fn new(folder: &'a Path) -> SizeLimit<'a> {
        SizeLimit { folder }
    }

    /// Lets the log of a database that a process writes grow no more.
    pub(crate) fn fill(&self, process: u32) {
        let files = fs::read_dir(self.folder).unwrap().flatten();
        let mut logs = files.filter(|file| file.file_name().to_string_lossy().ends_with("-wal"));
        let size = logs.next().and_then(|log| log.metadata().ok()).map_or(0, |known| known.len());
        set_limit(process, &size.to_string());
    }

    /// Lets files grow again.
    pub(crate) fn free(&self, process: u32) {
        set_limit(process, "unlimited");
    }
}

fn set_limit(process: u32, limit: &str) {
    let status = Command::new("prlimit")
        .arg(format!("--pid={process}"))
        .arg(format!("--fsize={limit}:"))
        .status()
        .expect("prlimit is on the machine");
    assert!(status.success());
}
