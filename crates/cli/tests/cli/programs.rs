//! `outflank match` and `lab run` with external programs that fail, resign, or are told something first.
#![cfg(unix)]

use std::fs;

use serde_json::Value;

use super::{arg, outflank};

/// Runs a match and returns its JSON lines.
fn lines(arguments: &[&str]) -> Vec<Value> {
    let out = outflank(&[&["match", "--json"], arguments].concat()).good();
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A GTP program that answers `genmove` with the output of a shell command.
fn gtp(on_genmove: &str) -> String {
    format!(
        "exec:gtp:sh -c 'while read -r word rest; do case $word in genmove) {on_genmove};; \
         quit) exit;; *) printf \"=\\n\\n\";; esac; done'"
    )
}

#[test]
fn a_player_that_never_moves_ends_the_match() {
    let dead = "exec:gtp:sh -c 'exit 3'";
    let nonsense = gtp("printf \"= banana\\n\\n\"");
    for (program, why) in [(dead, "exit status: 3"), (&nonsense, "banana")] {
        for (games, named) in [("400", "3 games"), ("4", "3 games"), ("2", "2 games"), ("1", "first game")] {
            let run = outflank(&["match", "level:1", program, "--games", games]);
            assert!(!run.out.contains("Elo"), "{}", run.out);
            let message = run.failed();
            assert!(message.contains(named) && message.contains(why), "{games}: {message}");
            assert!(message.contains("exec:gtp:sh"), "{message}");
        }
    }
}

#[test]
fn a_resignation_is_no_forfeit() {
    let quitter = gtp("printf \"= resign\\n\\n\"");
    let found = lines(&["random", &quitter, "--games", "4"]);
    for game in &found[..4] {
        assert_eq!((&game["reason"], game.get("forfeit")), (&Value::from("resigned"), None));
        assert_eq!(game["score"], if game["black"] == "random" { 64 } else { -64 });
    }
    let summary = &found[4]["summary"];
    assert_eq!((&summary["wins"], &summary["forfeits"]), (&Value::from(4), &Value::from(0)));
    let said = outflank(&["match", "random", &quitter, "--games", "2"]).good();
    assert!(said.contains("(white resigns)") && said.contains("(black resigns)"), "{said}");
}

#[test]
fn a_program_is_told_lines_when_it_starts() {
    let folder = tempfile::tempdir().unwrap();
    let (script, init, heard) =
        (folder.path().join("p.sh"), folder.path().join("init"), folder.path().join("heard"));
    let loop_text = format!(
        "while read -r line; do echo \"$line\" >> {}; case $line in genmove*) printf '= resign\\n\\n';; \
         *) printf '=\\n\\n';; esac; done\n",
        arg(&heard)
    );
    fs::write(&script, loop_text).unwrap();
    fs::write(&init, "# options\n\nset_option book off\nset_option level 3\n").unwrap();
    let program = format!("exec:gtp[init={}]:sh {}", arg(&init), arg(&script));
    lines(&["random", &program, "--games", "2", "--concurrency", "1"]);
    let heard = fs::read_to_string(&heard).unwrap();
    assert!(heard.starts_with("set_option book off\nset_option level 3\nboardsize 8\n"), "{heard}");
    assert_eq!(heard.matches("set_option").count(), 2, "{heard}");
    let missing = outflank(&["match", "random", "exec:gtp[init=/no/such/file]:true"]).refused();
    assert!(missing.contains("/no/such/file"), "{missing}");
}

#[test]
fn a_tournament_stops_for_a_player_that_never_moves_and_goes_on_when_it_is_mended() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("p.sh"), "exit 3\n").unwrap();
    let player = format!("exec:gtp:sh {}", arg(&path("p.sh")));
    let text = format!(
        "players = ['random', 'greedy', {{ name = 'Mine', player = '{player}' }}]\ngames = 8\nconcurrency = 1\n"
    );
    fs::write(path("t.toml"), text).unwrap();
    let run = outflank(&["lab", "run", arg(&path("t.toml"))]);
    let message = run.failed();
    assert!(message.contains("Mine made no move in its first 3 games"), "{message}");
    assert!(message.contains("lab resume") && message.contains("exit status: 3"), "{message}");
    let games = || fs::read_to_string(path("t/games.jsonl")).unwrap();
    assert!(!games().contains("Mine"), "its forfeits do not count: {}", games());

    let engine = format!("exec {} engine --protocol gtp --player greedy\n", env!("CARGO_BIN_EXE_outflank"));
    fs::write(path("p.sh"), engine).unwrap();
    outflank(&["lab", "resume", arg(&path("t"))]).good();
    let games = games();
    assert_eq!(games.lines().count(), 24);
    assert!(games.contains("\"Mine\"") && !games.contains("\"forfeit\""), "{games}");
}
