//! The files for those who host a server say what the program understands, and name what is there.

use std::path::{Path, PathBuf};

use clap::Parser as _;

use crate::Cli;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns what follows a word at the beginning of lines.
fn after<'t>(text: &'t str, word: &str) -> Vec<&'t str> {
    text.lines().filter_map(|line| line.trim().strip_prefix(word)).map(str::trim).collect()
}

#[test]
fn every_command_of_a_unit_and_of_the_example_is_understood() {
    let mut commands = Vec::new();
    for unit in ["hosting/systemd/outflank.service", "hosting/systemd/outflank-worker.service"] {
        let text = read(unit);
        let started = after(&text, "ExecStart=");
        assert_eq!(started.len(), 1, "{unit}");
        commands.push(started[0].replace("/usr/local/bin/outflank", "outflank"));
    }
    let compose = read("hosting/container/compose.yaml");
    commands.extend(after(&compose, "command: ").iter().map(|words| format!("outflank {words}")));
    assert_eq!(commands.len(), 5, "two units, two servers, a worker: {commands:?}");
    for command in commands {
        let filled = command
            .replace("${OUTFLANK_PUBLIC_URL}", "https://othello.example")
            .replace("${OUTFLANK_DATABASE}", "postgres://outflank@db.internal/outflank");
        let words = shlex::split(&filled).expect("quotes are in pairs");
        if let Err(error) = Cli::try_parse_from(&words) {
            panic!("{command}: {error}");
        }
    }
    // Two servers never have the same folder.
    let folders: Vec<&str> = after(&compose, "volumes: [\"server-");
    assert_eq!(folders.len(), 2);
    assert_ne!(folders[0], folders[1]);
}

#[test]
fn units_give_away_what_a_server_does_not_need() {
    for unit in ["hosting/systemd/outflank.service", "hosting/systemd/outflank-worker.service"] {
        let text = read(unit);
        for line in [
            "DynamicUser=yes",
            "NoNewPrivileges=yes",
            "CapabilityBoundingSet=",
            "ProtectSystem=strict",
            "ProtectHome=yes",
            "PrivateTmp=yes",
            "PrivateDevices=yes",
            "RestrictNamespaces=yes",
            "MemoryDenyWriteExecute=yes",
            "SystemCallFilter=@system-service",
        ] {
            assert!(text.lines().any(|said| said == line), "{unit}: {line}");
        }
        assert!(!text.contains("User=root"), "{unit}");
    }
}

#[test]
fn the_image_is_made_of_what_is_there_and_runs_as_nobody_special() {
    let text = read("hosting/container/Containerfile").replace("\\\n", " ");
    let stages: Vec<&str> = text.split("\nFROM ").skip(1).collect();
    assert_eq!(stages.len(), 3, "pages, program, image");
    let mut copied = Vec::new();
    for line in after(&text, "COPY ").into_iter().filter(|line| !line.starts_with("--from")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (_target, sources) = words.split_last().unwrap();
        for source in sources {
            assert!(repository().join(source).exists(), "COPY {source}: there is nothing");
            copied.push((*source).to_owned());
        }
    }
    // All members of the workspace are needed to read it.
    let members = read("Cargo.toml");
    let members = members.lines().find_map(|line| line.strip_prefix("members = ")).unwrap();
    for member in members.trim_matches(['[', ']']).split(", ") {
        let folder = member.trim_matches('"').trim_end_matches("/*");
        assert!(copied.iter().any(|source| source == folder), "{folder} is missing");
    }
    let image = stages[2];
    let user = after(image, "USER ");
    assert!(user.len() == 1 && !user[0].starts_with('0') && user[0] != "root", "{user:?}");
    assert!(image.contains("COPY --from=program /source/target/release/outflank /usr/local/bin/outflank"));
    assert!(image.contains("ENTRYPOINT [\"/usr/local/bin/outflank\"]"));
    let ignored = read(".containerignore");
    for name in [".git", "target", "web/node_modules"] {
        assert!(ignored.lines().any(|line| line == name), "{name} would go along");
    }
}
