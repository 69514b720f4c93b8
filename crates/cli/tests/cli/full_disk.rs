//! A full disk loses nothing that was acknowledged, and play goes on by itself when there is room.

use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::program;
use super::served::{Acknowledged, Served, ask, two_people};
use super::small_disk::{SizeLimit, SmallDisk};

/// How many play at once.
const PEOPLE: u64 = 4;

/// Within what time play goes on when there is room.
const RESUMES: Duration = Duration::from_secs(5);

const BINARY: &str = env!("CARGO_BIN_EXE_outflank");

/// DiskSpace that can be taken away and given back.
pub(crate) trait DiskSpace {
    fn take(&self, served: &Served);
    fn give(&self, served: &Served);
}

impl DiskSpace for SmallDisk {
    fn take(&self, _: &Served) {
        self.fill();
    }

    fn give(&self, _: &Served) {
        self.free();
    }
}

impl DiskSpace for SizeLimit<'_> {
    fn take(&self, served: &Served) {
        self.fill(served.id());
    }

    fn give(&self, served: &Served) {
        self.free(served.id());
    }
}

/// Takes the room away at random moments while people play, and kills the studio after each. Whoever wants to
/// store something meanwhile is refused with one of the codes.
pub(crate) fn fill_again_and_again(
    moments: u32,
    room: &dyn DiskSpace,
    start: impl Fn(Option<&str>) -> Served,
    codes: &[&str],
) {
    let mut served = start(None);
    let address = served.address.clone();
    let mut people: Vec<Acknowledged> = (0..PEOPLE).map(|_| Acknowledged::default()).collect();
    let (mut longest, mut refusals) = (Duration::ZERO, 0);
    for moment in 0..moments {
        let stop = AtomicBool::new(false);
        let (refused, resumed) = thread::scope(|scope| {
            let playing: Vec<_> = people
                .iter_mut()
                .zip(1..)
                .map(|(told, seed)| {
                    told.refused = None;
                    let (address, stop) = (&address, &stop);
                    scope.spawn(move || told.play(address, u64::from(moment) * 100 + seed, stop))
                })
                .collect();
            thread::sleep(Duration::from_millis(100 + u64::from(moment * 7919 % 700)));
            room.take(&served);
            // Games are begun until one is refused; then it stays full for a while.
            let begin = Instant::now();
            let refused = loop {
                match ask(&address, "POST", "/api/games", &two_people()) {
                    Ok((507 | 503, refusal)) => break refusal,
                    _ if begin.elapsed() > Duration::from_secs(30) => break Value::Null,
                    // The database itself may have made room.
                    _ => room.take(&served),
                }
            };
            thread::sleep(Duration::from_millis(200 + u64::from(moment * 104_729 % 1500)));
            room.give(&served);
            let freed = Instant::now();
            let resumed = loop {
                match ask(&address, "POST", "/api/games", &two_people()) {
                    Ok((201, _)) => break freed.elapsed(),
                    _ if freed.elapsed() > 2 * RESUMES => break freed.elapsed(),
                    _ => thread::sleep(Duration::from_millis(20)),
                }
            };
            thread::sleep(Duration::from_millis(300));
            stop.store(true, Ordering::Relaxed);
            playing.into_iter().for_each(|each| each.join().unwrap());
            (refused, resumed)
        });
        assert!(codes.iter().any(|&code| refused["code"] == code), "moment {moment}: {refused}");
        assert!(resumed < RESUMES, "moment {moment}: {resumed:?} until play went on");
        longest = longest.max(resumed);
        refusals += people.iter().filter(|told| told.refused.is_some()).count();
        people.iter().for_each(|told| told.check(&served));
        served.kill();
        served = start(Some(&address));
        people.iter().for_each(|told| told.check(&served));
    }
    let moves: u64 = people.iter().map(|told| told.moves).sum();
    let games: usize = people.iter().map(|told| told.games.len()).sum();
    println!(
        "{moments} moments, {moves} moves and {games} games acknowledged, 0 lost; {refusals} times somebody who \
         played was refused; play went on after {longest:?} at most"
    );
    assert!(moves > u64::from(moments) * PEOPLE, "{moves} moves in {moments} moments");
}

/// SQLite on a small disk, or under a limit on the size of files where none may be mounted.
fn sqlite_on_a_full_disk(moments: u32) {
    match SmallDisk::mount(12) {
        Some(disk) => {
            let database = format!("sqlite:{}", disk.folder().join("games.db").display());
            let start = |address: Option<&str>| Served::start(disk.command(BINARY), &database, address);
            fill_again_and_again(moments, &disk, start, &["disk-full"]);
        }
        None => sqlite_under_a_limit(moments),
    }
}

fn sqlite_under_a_limit(moments: u32) {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let start = |address: Option<&str>| {
        // A write beyond the limit fails instead of ending the process.
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", BINARY]);
        Served::start(command, &database, address)
    };
    fill_again_and_again(moments, &SizeLimit::new(folder.path()), start, &["disk-full"]);
}

#[test]
fn a_full_disk_loses_no_acknowledged_move_and_play_goes_on() {
    sqlite_on_a_full_disk(3);
}

#[test]
fn a_limit_on_the_size_of_files_is_a_full_disk() {
    sqlite_under_a_limit(2);
}

#[test]
#[ignore = "takes minutes: 20 moments"]
fn a_full_disk_at_many_moments_loses_nothing() {
    sqlite_on_a_full_disk(20);
}

#[test]
fn a_database_that_cannot_be_opened_says_why_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let garbage = folder.path().join("garbage.db");
    std::fs::write(&garbage, "this is no database, but long enough to be taken for one").unwrap();
    let garbage = format!("sqlite:{}", garbage.display());
    let nobody = "postgres://ann:secret@127.0.0.1:1/games";
    let place = format!("sqlite:{}", folder.path().display());
    for (url, cause) in
        [(garbage.as_str(), "is not an SQLite database"), (nobody, "refused"), (&place, "directory")]
    {
        for command in [
            &["serve", "--bind", "127.0.0.1:0"][..],
            &["games", "list"],
            &["doctor"],
            &["analyze", "f5", "--json"],
        ] {
            let begin = Instant::now();
            let output = program().args(command).args(["--database", url]).output().unwrap();
            let said = format!(
                "{}{}",
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr)
            );
            assert!(said.contains(cause) && !said.contains("secret"), "{command:?} {url}: {said}");
            assert!(!said.contains("timed out"), "{command:?} {url}: {said}");
            // The doctor also measures the machine.
            let limit = Duration::from_secs(if command == ["doctor"] { 30 } else { 8 });
            assert!(begin.elapsed() < limit, "{command:?} {url}: {:?}", begin.elapsed());
        }
    }
}

#[test]
fn a_read_only_disk_is_named_as_the_cause() {
    let Some(disk) = SmallDisk::mount(4) else {
        return println!("skipped: no file system can be mounted here");
    };
    let database = format!("sqlite:{}", disk.folder().join("games.db").display());
    drop(Served::start(disk.command(BINARY), &database, None));
    let mut mount = disk.command("mount");
    assert!(mount.args(["-o", "remount,ro"]).arg(disk.folder()).status().unwrap().success());
    let mut list = disk.command(BINARY);
    let output = list.args(["games", "list", "--database", &database]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("Read-only file system") && said.contains("games.db"), "{said}");
}
