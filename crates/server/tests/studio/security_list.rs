//! Every test that docs/security.md names is there.

use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_attack_of_the_list_has_its_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let list = std::fs::read_to_string(root.join("docs/security.md")).unwrap();
    let mut files = Vec::new();
    for name in ["server", "store", "library", "cli"] {
        sources(&root.join("crates").join(name).join("src"), &mut files);
        sources(&root.join("crates").join(name).join("tests"), &mut files);
    }
    let texts: Vec<(String, String)> = files
        .iter()
        .map(|path| (path.display().to_string(), std::fs::read_to_string(path).unwrap()))
        .collect();
    let mut tests = 0;
    for row in list.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| **")) {
        let named: Vec<&str> = row.rsplit('|').nth(1).unwrap_or("").split('`').skip(1).step_by(2).collect();
        if row.starts_with("| attack") {
            continue;
        }
        assert!(!named.is_empty(), "{row}");
        for name in named.into_iter().filter(|name| !name.starts_with('…') && !name.starts_with("crates/"))
        {
            let last = name.rsplit("::").next().unwrap();
            let is_test = texts.iter().any(|(_, text)| text.contains(&format!("fn {last}(")));
            let module = name.trim_end_matches("::tests").rsplit("::").next().unwrap();
            let is_module = texts.iter().any(|(path, _)| {
                path.ends_with(&format!("/{module}.rs")) || path.contains(&format!("/{module}/"))
            });
            assert!(is_test || is_module, "there is no test {name}");
            tests += usize::from(is_test);
        }
    }
    assert!(tests > 45, "only {tests} tests are named");
}
