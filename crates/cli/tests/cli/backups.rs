//! Copies that are made while people play, and what is found in them.

use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::served::{Acknowledged, Served};
use super::{outflank, postgres, program};

/// Plays on a server while something is done, and returns what was acknowledged before that began.
fn while_playing(served: &Served, copy: impl FnOnce()) -> Acknowledged {
    let stop = AtomicBool::new(false);
    let mut before = Acknowledged::default();
    let enough = AtomicBool::new(false);
    thread::scope(|scope| {
        // One has played some games; another goes on playing during the copy.
        let others = scope.spawn(|| {
            let mut others = Acknowledged::default();
            others.play(&served.address, 3, &stop);
            others
        });
        let timer = scope.spawn(|| {
            thread::sleep(Duration::from_millis(1500));
            enough.store(true, Ordering::Relaxed);
        });
        before.play(&served.address, 7, &enough);
        timer.join().unwrap();
        copy();
        stop.store(true, Ordering::Relaxed);
        let others = others.join().unwrap();
        assert!(others.moves > 10 && others.wrong.is_empty(), "{others:?}");
        others.check(served);
    });
    assert!(before.moves > 10, "{} moves", before.moves);
    before
}

#[test]
fn a_copy_made_during_play_has_everything_that_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("games.db").display());
    let copy = folder.path().join("copy.db");
    let served = Served::start(program(), &url, None);
    let name = copy.to_str().unwrap();
    let before = while_playing(&served, || {
        let told = outflank(&["backup", name, "--database", &url]).good();
        assert!(told.is_empty(), "{told}");
    });
    // Nothing is written over, and what is no file is not copied like this.
    let refused = outflank(&["backup", name, "--database", &url]).failed();
    assert!(refused.contains("copy.db"), "{refused}");
    let refused = outflank(&["backup", "x.db", "--database", "postgres://localhost/games"]).refused();
    assert!(refused.contains("pg_dump"), "{refused}");
    let refused = outflank(&["backup", "x.db", "--database", "sqlite:missing.db"]).refused();
    assert!(refused.contains("missing.db"), "{refused}");
    // The old server is gone with its file; another one goes on from the copy, in a new place.
    drop(served);
    let place = tempfile::tempdir().unwrap();
    let restored = place.path().join("games.db");
    std::fs::copy(&copy, &restored).unwrap();
    drop(folder);
    let served = Served::start(program(), &format!("sqlite:{}", restored.display()), None);
    before.check(&served);
    while_playing(&served, || {});
}

fn postgres_tool(name: &str, url: &str, arguments: &[&str]) {
    let output =
        Command::new(postgres::program(name)).args(arguments).args(["--dbname", url]).output().unwrap();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_dump_of_postgresql_made_during_play_has_everything_that_was_acknowledged() {
    let (database, folder) = (postgres::Server::start(), tempfile::tempdir().unwrap());
    let dump = folder.path().join("games.dump");
    let mut command = program();
    command.current_dir(folder.path());
    let served = Served::start(command, &database.url(), None);
    let before = while_playing(&served, || {
        let file = dump.to_str().unwrap();
        postgres_tool(
            "pg_dump",
            &database.url(),
            &[
                "--format=custom",
                "--exclude-table-data=explorer_chunks",
                "--exclude-table-data=explorer_indexes",
                "--file",
                file,
            ],
        );
    });
    drop(served);
    drop(database);
    let other = postgres::Server::start();
    let file = dump.to_str().unwrap();
    postgres_tool("pg_restore", &other.url(), &["--no-owner", "--exit-on-error", file]);
    let mut command = program();
    command.current_dir(folder.path());
    let served = Served::start(command, &other.url(), None);
    before.check(&served);
    // New games get numbers of their own, and the explorer makes its index again.
    while_playing(&served, || {});
    let explored = served.good("GET", "/api/explorer", &serde_json::Value::Null);
    assert!(explored["results"]["games"].is_i64(), "{explored}");
}
