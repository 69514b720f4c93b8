//! Which crate of the workspace may depend on which.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::Findings;

/// The arrows of the map in ARCHITECTURE.md: a crate, and all crates of the workspace it may name.
///
/// A new crate gets a line here. Arrows go one way; nothing depends on the command line.
const ALLOWED: [(&str, &[&str]); 25] = [
    ("outflank-kernels", &[]),
    ("outflank-rules", &["outflank-kernels"]),
    ("outflank-game", &["outflank-rules"]),
    ("outflank-book", &["outflank-rules"]),
    ("outflank-records", &["outflank-game", "outflank-rules"]),
    ("outflank-keep", &["outflank-game", "outflank-ratings", "outflank-records", "outflank-rules"]),
    ("outflank-engine", &["outflank-kernels", "outflank-rules"]),
    ("outflank-trainer", &["outflank-engine", "outflank-records", "outflank-rules"]),
    ("outflank-protocol", &["outflank-game", "outflank-records", "outflank-rules"]),
    (
        "outflank-players",
        &[
            "outflank-book",
            "outflank-engine",
            "outflank-game",
            "outflank-protocol",
            "outflank-records",
            "outflank-rules",
        ],
    ),
    (
        "outflank-lab",
        &[
            "outflank-keep",
            "outflank-players",
            "outflank-engine",
            "outflank-game",
            "outflank-records",
            "outflank-rules",
        ],
    ),
    ("outflank-puzzles", &["outflank-engine", "outflank-rules"]),
    ("outflank-ratings", &[]),
    ("outflank-club", &["outflank-rules"]),
    (
        "outflank-store",
        &["outflank-keep", "outflank-club", "outflank-game", "outflank-ratings", "outflank-rules"],
    ),
    (
        "outflank-library",
        &["outflank-keep", "outflank-store", "outflank-game", "outflank-records", "outflank-rules"],
    ),
    ("outflank-coach", &["outflank-engine", "outflank-rules"]),
    ("outflank-review", &["outflank-coach", "outflank-engine", "outflank-rules"]),
    (
        "outflank-learn",
        &["outflank-coach", "outflank-engine", "outflank-ratings", "outflank-review", "outflank-rules"],
    ),
    (
        "outflank-terminal",
        &[
            "outflank-review",
            "outflank-coach",
            "outflank-players",
            "outflank-engine",
            "outflank-game",
            "outflank-records",
            "outflank-rules",
        ],
    ),
    (
        "outflank-wire",
        &[
            "outflank-book",
            "outflank-keep",
            "outflank-review",
            "outflank-learn",
            "outflank-puzzles",
            "outflank-coach",
            "outflank-players",
            "outflank-ratings",
            "outflank-engine",
            "outflank-game",
            "outflank-records",
            "outflank-rules",
        ],
    ),
    (
        "outflank-wasm",
        &[
            "outflank-book",
            "outflank-learn",
            "outflank-keep",
            "outflank-game",
            "outflank-records",
            "outflank-puzzles",
            "outflank-ratings",
            "outflank-wire",
            "outflank-review",
            "outflank-coach",
            "outflank-players",
            "outflank-engine",
            "outflank-rules",
        ],
    ),
    (
        "outflank-server",
        &[
            // In tests alone: both must answer alike.
            "outflank-wasm",
            "outflank-wire",
            "outflank-learn",
            "outflank-library",
            "outflank-puzzles",
            "outflank-ratings",
            "outflank-store",
            "outflank-club",
            "outflank-review",
            "outflank-coach",
            "outflank-lab",
            "outflank-players",
            "outflank-book",
            "outflank-engine",
            "outflank-game",
            "outflank-records",
            "outflank-rules",
        ],
    ),
    (
        "outflank",
        &[
            "outflank-rules",
            "outflank-game",
            "outflank-book",
            "outflank-records",
            "outflank-engine",
            "outflank-players",
            "outflank-protocol",
            "outflank-coach",
            "outflank-review",
            "outflank-lab",
            "outflank-learn",
            "outflank-library",
            "outflank-puzzles",
            "outflank-ratings",
            "outflank-store",
            "outflank-server",
            "outflank-terminal",
            "outflank-trainer",
        ],
    ),
    ("xtask", &[]),
];

/// The crates of the workspace with the workspace crates each one names.
pub(crate) type Edges = BTreeMap<String, Vec<String>>;

/// Asks cargo for the edges of a workspace.
pub(crate) fn of_workspace(root: &Path) -> Result<Edges, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let metadata =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    of_metadata(&metadata).ok_or_else(|| "cargo metadata: not the expected form".to_owned())
}

/// Reads the edges out of cargo's metadata: dependencies of all kinds on crates of the workspace.
fn of_metadata(metadata: &Value) -> Option<Edges> {
    let packages = metadata.get("packages")?.as_array()?;
    let name_of = |value: &Value| Some(value.get("name")?.as_str()?.to_owned());
    let members: Vec<String> = packages.iter().map(name_of).collect::<Option<_>>()?;
    let mut edges = Edges::new();
    for package in packages {
        let dependencies = package.get("dependencies")?.as_array()?;
        let mut named: Vec<String> = dependencies.iter().map(name_of).collect::<Option<_>>()?;
        named.retain(|name| members.contains(name));
        edges.insert(name_of(package)?, named);
    }
    Some(edges)
}

/// Compares the edges with the table: no crate names one it may not name, and the table allows what is used.
pub(crate) fn check(edges: &Edges, findings: &mut Findings) {
    for (name, named) in edges {
        let Some((_, allowed)) = ALLOWED.iter().find(|(known, _)| known == name) else {
            findings.errors.push(format!("crate {name} is not in the table of xtask/src/edges.rs"));
            continue;
        };
        for other in named.iter().filter(|other| !allowed.contains(&other.as_str())) {
            findings.errors.push(format!("crate {name} may not depend on {other}"));
        }
        for other in allowed.iter().filter(|other| !named.iter().any(|name| name == *other)) {
            findings
                .errors
                .push(format!("crate {name} does not use {other}, which xtask/src/edges.rs allows"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is wrong with some edges, apart from arrows that are not used.
    fn errors(edges: &[(&str, &[&str])]) -> Vec<String> {
        all_errors(edges).into_iter().filter(|error| !error.contains("does not use")).collect()
    }

    fn all_errors(edges: &[(&str, &[&str])]) -> Vec<String> {
        let named = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        let edges = edges.iter().map(|(name, names)| ((*name).to_string(), named(names))).collect();
        let mut findings = Findings::default();
        check(&edges, &mut findings);
        findings.errors
    }

    #[test]
    fn an_arrow_against_the_map_is_an_error() {
        assert!(errors(&[("outflank-rules", &["outflank-kernels"])]).is_empty());
        let found = errors(&[("outflank-rules", &["outflank-records"])]);
        assert_eq!(found, ["crate outflank-rules may not depend on outflank-records"]);
        assert_eq!(errors(&[("outflank-kernels", &["outflank"])]).len(), 1);
    }

    #[test]
    fn an_arrow_of_the_map_that_nobody_uses_is_an_error() {
        assert!(all_errors(&[("outflank-rules", &["outflank-kernels"])]).is_empty());
        let found = all_errors(&[("outflank-rules", &[])]);
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("outflank-rules does not use outflank-kernels"), "{found:?}");
    }

    #[test]
    fn an_unknown_crate_is_an_error() {
        assert_eq!(errors(&[("outflank-new", &[])]).len(), 1);
    }

    #[test]
    fn metadata_gives_workspace_edges_only() {
        let metadata = serde_json::json!({ "packages": [
            { "name": "a", "dependencies": [{ "name": "b" }, { "name": "serde" }] },
            { "name": "b", "dependencies": [] },
        ]});
        let edges = of_metadata(&metadata).unwrap();
        assert_eq!(edges["a"], ["b"]);
        assert!(edges["b"].is_empty());
    }

    /// Returns the names of a cycle that is reached from `name`, if there is one.
    fn cycle<'a>(
        table: &[(&'a str, &[&'a str])],
        name: &'a str,
        way: &mut Vec<&'a str>,
    ) -> Option<Vec<&'a str>> {
        if let Some(first) = way.iter().position(|passed| *passed == name) {
            return Some(way[first..].to_vec());
        }
        way.push(name);
        let (_, allowed) = table.iter().find(|(known, _)| *known == name)?;
        let found = allowed.iter().find_map(|other| cycle(table, other, way));
        way.pop();
        found
    }

    #[test]
    fn the_table_has_no_circle() {
        for (name, allowed) in ALLOWED {
            assert_eq!(cycle(&ALLOWED, name, &mut Vec::new()), None);
            for other in allowed {
                assert!(ALLOWED.iter().any(|(known, _)| known == other), "{name} may depend on {other}?");
            }
        }
    }

    #[test]
    fn a_circle_of_any_length_is_found() {
        let table: [(&str, &[&str]); 4] = [("a", &["d", "b"]), ("b", &["c"]), ("c", &["a"]), ("d", &[])];
        assert_eq!(cycle(&table, "b", &mut Vec::new()), Some(vec!["b", "c", "a"]));
        assert_eq!(cycle(&table, "d", &mut Vec::new()), None);
    }
}
