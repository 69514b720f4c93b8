//! What goes into a package: version, completions, manual pages, the archive of a release; and `outflank
//! doctor`.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{Run, arg, outflank, program};

#[test]
fn the_version_names_the_weights() {
    let manifest = include_str!("../../../engine/weights/MANIFEST.toml");
    let hash = manifest.lines().find_map(|line| line.strip_prefix("sha256 = \"")).unwrap();
    let version = outflank(&["--version"]).good();
    assert!(
        version.contains(concat!("outflank ", env!("CARGO_PKG_VERSION"))) && version.contains(&hash[..12]),
        "{version}"
    );
}

#[test]
fn completions_are_made_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = outflank(&["completions", shell]).good();
        assert!(script.contains("doctor") && script.contains("openings"), "{shell}");
    }
    let bash = outflank(&["completions", "bash"]).good();
    let checked = super::feed(Command::new("bash").args(["-n"]), bash.as_bytes());
    assert_eq!((checked.code, &*checked.err), (0, ""));
    assert!(outflank(&["completions", "bsh"]).refused().contains("bash"));
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man/man1");
    assert_eq!(outflank(&["man", arg(&pages)]).good(), "");
    for name in ["outflank", "outflank-play", "outflank-games-explore", "outflank-lab-run", "outflank-doctor"]
    {
        let page = std::fs::read_to_string(pages.join(format!("{name}.1"))).unwrap();
        assert!(page.starts_with(".") && page.contains(".SH"), "{name}: {page}");
    }
    let beneath_a_file = pages.join("outflank.1/x");
    let run = outflank(&["man", arg(&beneath_a_file)]);
    assert_eq!(run.code, 1, "{}", run.err);
}

/// Lets the doctor look at a database.
fn doctor(database: &str) -> (i32, Vec<Value>) {
    let run = outflank(&["doctor", "--json", "--database", database]);
    let lines = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (run.code, lines)
}

fn verdict<'a>(findings: &'a [Value], check: &str) -> &'a str {
    findings.iter().find(|finding| finding["check"] == check).unwrap()["verdict"].as_str().unwrap()
}

#[test]
fn the_doctor_finds_a_sound_machine_sound_and_makes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new/games.db");
    let url = format!("sqlite:{}", file.display());
    let (code, findings) = doctor(&url);
    assert_eq!(code, 0, "{findings:?}");
    for check in ["program", "threads", "weights", "data folder", "free space", "database"] {
        assert_eq!(verdict(&findings, check), "ok", "{findings:?}");
    }
    assert!(!file.exists() && !file.parent().unwrap().exists());
    outflank(&["games", "list", "--database", &url]).good();
    let (code, findings) = doctor(&url);
    assert_eq!((code, verdict(&findings, "database")), (0, "ok"));
    let words = outflank(&["doctor", "--database", &url]).good();
    assert!(words.lines().any(|line| line.starts_with("ok    weights")), "{words}");
}

#[test]
fn the_doctor_names_what_is_broken() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    std::fs::write(&file, "this is no database, whatever its name says; it is a text of some length")
        .unwrap();
    let (code, findings) = doctor(&format!("sqlite:{}", file.display()));
    assert_eq!((code, verdict(&findings, "database")), (1, "fail"), "{findings:?}");
    assert!(findings.iter().any(|finding| finding["advice"].is_string()));
    let refused = outflank(&["doctor", "--database", "mysql://me:secret@host/games"]).refused();
    assert!(refused.contains("mysql") && !refused.contains("secret"), "{refused}");
}

#[test]
fn without_a_way_to_open_a_browser_the_doctor_warns() {
    let folder = tempfile::tempdir().unwrap();
    let run =
        program().args(["doctor", "--json"]).env("PATH", "").env("XDG_DATA_HOME", folder.path()).output();
    let run = Run::of(run.unwrap());
    let line = run.out.lines().find(|line| line.contains("\"browser\"")).unwrap();
    assert!(line.contains("\"warn\"") && line.contains("by hand"), "{line}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_opens_pages_is_no_browser_where_there_is_no_screen() {
    let folder = tempfile::tempdir().unwrap();
    let opener = folder.path().join("xdg-open");
    std::fs::write(&opener, "#!/bin/sh\nexit 0\n").unwrap();
    assert!(Command::new("chmod").arg("755").arg(&opener).status().unwrap().success());
    let mut doctor = program();
    doctor.args(["doctor", "--json"]).env("PATH", folder.path()).env("XDG_DATA_HOME", folder.path());
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"] {
        doctor.env_remove(name);
    }
    let run = Run::of(doctor.output().unwrap());
    let line = run.out.lines().find(|line| line.contains("\"browser\"")).unwrap();
    assert!(line.contains("\"warn\"") && line.contains("finds no browser to open"), "{line}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_archive_of_a_release_has_the_same_bytes_every_time() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pack = || {
        let folder = tempfile::tempdir().unwrap();
        // A small program will do: what is packed is not looked at, but asked for its version and pages.
        let script = format!("#!/bin/sh\nexec {} \"$@\"\n", env!("CARGO_BIN_EXE_outflank"));
        let program = folder.path().join("outflank");
        std::fs::write(&program, script).unwrap();
        let made = Command::new("chmod").arg("755").arg(&program).status().unwrap();
        assert!(made.success());
        let packed = Command::new(root.join("xtask/release"))
            .args([&program, &folder.path().join("out")])
            .env("STRIP", "true")
            .output()
            .unwrap();
        Run::of(packed).good()
    };
    let (first, second) = (pack(), pack());
    assert_eq!(first, second);
    assert!(first.contains("outflank-0.1.0-linux-") && first.trim_end().ends_with(".tar.gz"), "{first}");
}
