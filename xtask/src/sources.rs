//! What a source file may contain.

use std::path::Path;

use crate::Findings;
use crate::strip::strip;

/// Files longer than this fail.
const LINE_LIMIT: usize = 400;

/// Comment lines have at most so many characters, as code has by rustfmt. Rows of tables are left alone.
const COMMENT_WIDTH: usize = 110;

/// Where `unsafe` may live.
const UNSAFE_HERE: [&str; 2] = ["crates/kernels/", "crates/wasm/src/abi/"];

/// Crates that print nothing: they report through return values.
const SILENT: [&str; 17] = [
    "crates/kernels/src/",
    "crates/rules/src/",
    "crates/game/src/",
    "crates/book/src/",
    "crates/club/src/",
    "crates/puzzles/src/",
    "crates/ratings/src/",
    "crates/records/src/",
    "crates/engine/src/",
    "crates/coach/src/",
    "crates/review/src/",
    "crates/learn/src/",
    "crates/protocol/src/",
    "crates/players/src/",
    "crates/lab/src/",
    "crates/store/src/",
    "crates/library/src/",
];

/// The macros that print.
const PRINTING: [&str; 5] = ["println", "print", "eprintln", "eprint", "dbg"];

/// Folders of particular machines, which have no place in the project. Split, so that this file passes.
const MACHINE_PATHS: [&str; 4] =
    [concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/wo", "rk/"), concat!("/Us", "ers/")];

/// Tells whether a file is text of ours that is checked.
pub(crate) fn is_checked(path: &Path) -> bool {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
    let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
    matches!(extension, "rs" | "toml" | "md" | "sh" | "mk") || name == "Makefile" || path.ends_with(".ci/run")
}

/// Checks one file, named relative to the root of the workspace.
pub(crate) fn check(name: &str, text: &str, findings: &mut Findings) {
    let mut error = |line: usize, message: &str| findings.errors.push(format!("{name}:{line}: {message}"));
    let is_makefile = name.ends_with("Makefile") || name.ends_with(".mk");
    for (index, line) in text.lines().enumerate() {
        if line.ends_with([' ', '\t']) {
            error(index + 1, "blanks at the end of the line");
        }
        if line.contains('\t') && !is_makefile {
            error(index + 1, "a tab");
        }
        if MACHINE_PATHS.iter().any(|path| line.contains(path)) {
            error(index + 1, "names a folder of some machine");
        }
    }
    if !text.is_empty() && !text.ends_with('\n') {
        error(text.lines().count(), "no newline at the end of the file");
    }
    if name.ends_with(".rs") {
        check_rust(name, text, findings);
    }
}

/// Checks Rust code.
fn check_rust(name: &str, text: &str, findings: &mut Findings) {
    let lines = text.lines().count();
    if lines > LINE_LIMIT {
        findings.errors.push(format!("{name}: {lines} lines, more than {LINE_LIMIT}: split it by duty"));
    }
    for (index, line) in text.lines().enumerate().filter(|(_, line)| is_long_comment(line)) {
        let width = line.chars().count();
        findings.errors.push(format!(
            "{name}:{}: a comment line of {width} characters, more than {COMMENT_WIDTH}",
            index + 1
        ));
    }
    if !text.starts_with("//!") {
        findings.errors.push(format!("{name}:1: the file does not begin with `//!` and what it is for"));
    }
    let code = strip(text);
    if !UNSAFE_HERE.iter().any(|folder| name.starts_with(folder)) {
        for (number, line) in lines_with(&code, |word| matches!(word, "unsafe" | "unsafe_code")) {
            findings
                .errors
                .push(format!("{name}:{number}: unsafe belongs in the kernels and in abi: {}", line.trim()));
        }
    }
    if SILENT.iter().any(|folder| name.starts_with(folder)) {
        let silent_part = code.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in lines_with(silent_part, |word| PRINTING.contains(&word)) {
            if line.contains('!') {
                findings.errors.push(format!("{name}:{number}: this crate prints nothing: {}", line.trim()));
            }
        }
    }
}

/// Tells whether a line is nothing but a comment, and too wide.
fn is_long_comment(line: &str) -> bool {
    let Some(comment) = line.trim_start().strip_prefix("//") else { return false };
    let is_table_row = comment.trim_start_matches(['/', '!', ' ']).starts_with('|');
    line.chars().count() > COMMENT_WIDTH && !is_table_row
}

/// Returns the lines of some code that contain a matching word, with their numbers.
fn lines_with(code: &str, matches: impl Fn(&str) -> bool) -> Vec<(usize, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let has = |line: &str| line.split(|c| !is_part(c)).any(&matches);
    code.lines().enumerate().filter(|(_, line)| has(line)).map(|(index, line)| (index + 1, line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(name: &str, text: &str) -> Findings {
        let mut findings = Findings::default();
        check(name, text, &mut findings);
        findings
    }

    fn is_refused(name: &str, text: &str) -> bool {
        !findings(name, text).errors.is_empty()
    }

    const RULES: &str = "crates/rules/src/a.rs";

    #[test]
    fn a_clean_file_passes() {
        assert_eq!(findings(RULES, "//! A.\n\nfn f() {}\n"), Findings::default());
    }

    #[test]
    fn unsafe_is_refused_outside_the_kernels() {
        let code = "//! A.\nfn f() { unsafe { g() } }\n";
        assert!(is_refused(RULES, code));
        assert!(!is_refused("crates/kernels/src/a.rs", code));
        assert!(!is_refused(RULES, "//! A.\n// unsafe\nfn f() { g(\"unsafe\") }\n"));
        assert!(is_refused(RULES, "//! A.\n#![allow(unsafe_code)]\n"));
    }

    #[test]
    fn printing_is_refused_in_silent_crates_but_not_in_their_tests() {
        assert!(is_refused(RULES, "//! A.\nfn f() { println!(\"x\"); }\n"));
        assert!(!is_refused("crates/cli/src/a.rs", "//! A.\nfn f() { println!(\"x\"); }\n"));
        assert!(!is_refused(RULES, "//! A.\n#[cfg(test)]\nmod tests { fn f() { println!(\"x\"); } }\n"));
        assert!(!is_refused(RULES, "//! A.\n/// Does not println!\nfn f() {}\n"));
    }

    #[test]
    fn long_files_are_refused() {
        let file = |lines: usize| format!("//! A.\n{}", "fn f() {}\n".repeat(lines - 1));
        assert_eq!(findings(RULES, &file(400)), Findings::default());
        assert!(is_refused(RULES, &file(401)));
    }

    #[test]
    fn long_comments_are_refused_but_tables_and_code_are_not() {
        let words = "word ".repeat(22);
        let lib = "crates/lab/src/a.rs";
        assert!(is_refused(lib, &format!("//! A.\n/// {words}.\nfn f() {{}}\n")));
        assert!(is_refused(lib, &format!("//! A {words}.\n")));
        assert!(!is_refused(lib, &format!("//! A.\n/// | {words} |\nfn f() {{}}\n")));
        assert!(!is_refused(lib, &format!("//! A.\nconst A: &str = \"{words}\";\n")));
    }

    #[test]
    fn a_module_says_what_it_is_for() {
        assert!(is_refused(RULES, "fn f() {}\n"));
    }

    #[test]
    fn tabs_blanks_at_line_ends_and_missing_newlines_are_refused() {
        assert!(is_refused("README.md", "a\tb\n"));
        assert!(is_refused("README.md", "a \n"));
        assert!(is_refused("README.md", "a"));
        assert!(!is_refused("Makefile", "run:\n\tcargo run\n"));
    }

    #[test]
    fn folders_of_machines_are_refused() {
        for path in MACHINE_PATHS {
            assert!(is_refused("README.md", &format!("see {path}x\n")), "{path}");
        }
    }
}
