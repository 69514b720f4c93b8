//! `outflank games`: a library from import to export.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::{Run, outflank};

/// A library of its own.
struct Library {
    folder: tempfile::TempDir,
}

impl Library {
    fn new() -> Library {
        Library { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    fn file(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    fn games(&self, arguments: &[&str]) -> Run {
        let database = format!("sqlite:{}", self.path("games.db"));
        outflank(&[&["games", "--database", database.as_str()], arguments].concat())
    }

    /// The games of a list, as objects.
    fn list(&self, arguments: &[&str]) -> Vec<serde_json::Value> {
        let out = self.games(&[&["list", "--json", "--rising"], arguments].concat()).good();
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

const GAMES: &str = "\
(;GM[Othello]PC[x]DT[2001.02.03]PB[Ann]PW[Bob]RE[+10]TY[8]\
BO[8 ---------------------------O*------*O--------------------------- *]B[f5//1.5]W[d6//2];)
(;GM[Othello]PC[x]DT[2005.02.03]PB[Bob]PW[Cid]RE[-2]TY[8]\
BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[f6];)
";

#[test]
fn games_are_imported_once_listed_shown_and_exported() {
    let library = Library::new();
    let file = library.file("games.ggf", GAMES);
    assert!(library.games(&["import", &file]).err.contains("2 imported, 0 duplicates"));
    let again = library.games(&["import", &file]);
    assert_eq!(again.code, 0);
    assert!(again.err.contains("0 imported, 2 duplicates"), "{}", again.err);

    let listed = library.list(&[]);
    assert_eq!(listed.len(), 2);
    assert_eq!((&listed[0]["black"], &listed[0]["date"]), (&"Ann".into(), &"2001-02-03".into()));
    assert_eq!((&listed[0]["score"], &listed[0]["winner"]), (&10.into(), &"black".into()));
    assert_eq!(listed[0]["opening"], "Perpendicular Opening");
    assert_eq!(listed[0]["times"], serde_json::json!([1500, 2000]));
    assert_eq!(library.list(&["--player", "bob", "--outcome", "lost"]).len(), 2);
    assert_eq!(library.list(&["--player", "bob", "--colour", "black"]).len(), 1);
    assert_eq!(library.list(&["--since", "2004"])[0]["black"], "Bob");
    assert_eq!(library.list(&["--opening", "diagonal"]).len(), 1);

    let shown = library.games(&["show", "1"]).good();
    assert!(shown.contains("Ann - Bob") && shown.contains("f5d6"), "{shown}");
    let out = library.path("out.pgn");
    library.games(&["export", &out]).good();
    let text = std::fs::read_to_string(&out).unwrap();
    assert!(text.contains("[Black \"Ann\"]") && text.contains("[Black \"Bob\"]"), "{text}");
}

#[test]
fn bad_games_are_named_and_the_good_ones_kept() {
    let library = Library::new();
    let file = library.file("games.txt", "f5d6\nf5a1\nf5f6\n");
    let message = library.games(&["import", &file]).refused();
    assert!(message.contains("games.txt") && message.contains("a1"), "{message}");
    assert_eq!(library.list(&[]).len(), 2);
}

#[test]
fn deletion_tags_and_notes() {
    let library = Library::new();
    let file = library.file("games.txt", "f5d6\nf5f6\n");
    library.games(&["import", &file]).good();
    library.games(&["delete", "1"]).good();
    assert_eq!(library.list(&[]).len(), 1);
    assert_eq!(library.list(&["--deleted"]).len(), 1);
    library.games(&["restore", "1"]).good();
    assert_eq!(library.list(&[]).len(), 2);
    library.games(&["tag", "study", "1", "2"]).good();
    library.games(&["tag", "study", "2", "--remove"]).good();
    assert_eq!(library.list(&["--tag", "study"])[0]["key"], 1);
    library.games(&["note", "2", "look at this"]).good();
    assert_eq!(library.list(&["--search", "LOOK"])[0]["key"], 2);
    for wrong in [
        &["show", "99"][..],
        &["delete", "99"],
        &["tag", "x", "99"],
        &["note", "99", "x"],
        &["import", "no-such-file"],
        &["list", "--opening", "no such opening"],
        &["list", "--since", "yesterday"],
    ] {
        library.games(wrong).refused();
    }
}

#[test]
fn the_explorer_counts_in_every_symmetry() {
    let library = Library::new();
    let file = library.file("games.txt", "f5d6c3\nf5f6\nd3c5\n");
    library.games(&["import", &file]).good();
    let explored = |position: &str| -> serde_json::Value {
        serde_json::from_str(&library.games(&["explore", position, "--json"]).good()).unwrap()
    };
    let start = explored("start");
    assert_eq!((&start["games"], start["moves"].as_array().unwrap().len()), (&3.into(), 1));
    let after = explored("c4");
    assert_eq!(after["moves"][0]["games"], 2);
    assert_eq!(explored("f5d6")["opening"], "Perpendicular Opening");
    assert!(Path::new(&library.path("games.positions")).exists());
}

/// Writes so many games that differ in their players.
fn many(count: usize) -> String {
    let board = "8 ---------------------------O*------*O--------------------------- *";
    let game = |number: usize| {
        format!("(;GM[Othello]DT[2001]PB[P{number}]PW[Q]RE[+2]TY[8]BO[{board}]B[f5]W[d6]B[c3]W[d3]B[c4];)\n")
    };
    (0..count).map(game).collect()
}

#[test]
fn an_import_that_is_killed_leaves_a_sound_library_and_can_be_done_again() {
    const GAMES: usize = 9000;
    let library = Library::new();
    let text = many(GAMES);
    let file = library.file("games.ggf", &text);
    let database = format!("sqlite:{}", library.path("games.db"));
    let mut kept = 0;
    for (share, wait) in [(2, 0), (3, 300), (5, 0)] {
        let mut import = Command::new(env!("CARGO_BIN_EXE_outflank"))
            .args(["games", "--database", &database, "import", "-", "--from", "ggf"])
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // It never hears of the end of its input: it is killed amid its work, or while it waits for more.
        let mut input = import.stdin.take().unwrap();
        let part = text.as_bytes()[..text.len() * share / 6].to_vec();
        let writer = std::thread::spawn(move || {
            let _killed_meanwhile = input.write_all(&part);
            input
        });
        std::thread::sleep(Duration::from_millis(wait));
        while share == 5 && library.list(&["--limit", "1"]).is_empty() {
            std::thread::sleep(Duration::from_millis(50));
        }
        import.kill().unwrap();
        import.wait().unwrap();
        let _open_until_now = writer.join().unwrap();

        // What is there is whole, and nothing is lost that was there.
        let listed = library.list(&["--limit", "10000"]);
        assert!(listed.iter().all(|game| game["moves"] == "f5d6c3d3c4" && game["score"] == 2));
        assert!((kept..GAMES).contains(&listed.len()), "{} after {kept}", listed.len());
        assert_eq!(listed.len() % 2000, 0, "batches are stored as a whole");
        kept = listed.len();
        let explored = library.games(&["explore", "f5d6", "--json"]).good();
        let explored: serde_json::Value = serde_json::from_str(&explored).unwrap();
        assert_eq!(explored["games"], kept);
    }
    assert!(kept > 0);
    let told = library.games(&["import", &file]).err;
    let expected = format!("{} imported, {kept} duplicates", GAMES - kept);
    assert!(told.contains(&expected), "{told}");
    assert_eq!(library.list(&["--limit", "10000"]).len(), GAMES);
}

#[test]
fn days_that_do_not_exist_are_refused() {
    let library = Library::new();
    let file = library.file("games.ggf", GAMES);
    library.games(&["import", &file]).good();
    for day in ["2024-13-77", "2023-02-29", "abc", "24"] {
        for option in ["--since", "--until"] {
            let message = library.games(&["list", option, day]).refused();
            assert!(message.contains(day) && message.contains("YYYY-MM-DD"), "{message}");
        }
    }
    assert_eq!(library.list(&["--since", "2005-02"]).len(), 1);
    assert_eq!(library.list(&["--until", "2001.2.3"]).len(), 1);
}

#[test]
fn what_was_played_stands_under_headings() {
    let library = Library::new();
    let file = library.file("games.ggf", GAMES);
    library.games(&["import", &file]).good();
    let out = library.games(&["explore", "f5"]).good();
    let heading = out.lines().nth(1).unwrap();
    assert_eq!(
        heading.split_whitespace().collect::<Vec<_>>(),
        ["move", "games", "black", "draws", "white", "mean"]
    );
    assert!(out.lines().all(|line| line == line.trim_end()), "{out}");
    for option in ["--color", "--colour"] {
        library.games(&["explore", "f5", "--player", "ann", option, "black"]).good();
    }
}
