//! `outflank games`: a library from import to export.

use std::path::Path;

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
    assert!(library.games(&["import", &file]).err.contains("2 games read, 2 added, 0 known already"));
    let again = library.games(&["import", &file]);
    assert_eq!(again.code, 0);
    assert!(again.err.contains("2 games read, 0 added, 2 known already"), "{}", again.err);

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
