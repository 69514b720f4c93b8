//! The workspace's own tools: `cargo run -p xtask -- tidy` checks that the rules ARCHITECTURE.md names are
//! kept, `cargo run -p xtask -- compare` times two programs on the same work ([`compare`]), `cargo run -p
//! xtask -- book` checks and builds the guide ([`mod@book`]), `cargo run -p xtask -- picture` draws a screen
//! of a terminal ([`picture`]).
//!
//! For `tidy`: what a compiler or clippy can check is left to them. Here: which crate may depend on which
//! ([`edges`]), what a source file may contain ([`sources`], on code with comments and strings removed by
//! [`strip`]), and that no type name has two meanings ([`names`]).

mod book;
mod compare;
mod edges;
mod names;
mod picture;
#[cfg(test)]
mod setup_tests;
mod sources;
mod strip;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What the checks found.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Findings {
    /// Broken rules: any of them fails the run.
    pub(crate) errors: Vec<String>,
    /// Worth knowing.
    pub(crate) notes: Vec<String>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.split_first() {
        Some((command, [])) if command == "tidy" => tidy().map(|findings| report(&findings)),
        Some((command, [])) if command == "book" => book(),
        Some((command, [])) if command == "picture" => {
            std::io::read_to_string(std::io::stdin()).map_err(|error| error.to_string()).map(|captured| {
                print!("{}", picture::draw(&captured));
                ExitCode::SUCCESS
            })
        }
        Some((command, rest)) if command == "compare" && rest != ["--help"] => {
            match compare::Comparison::of_arguments(rest) {
                Ok(comparison) => comparison.run().map(|()| ExitCode::SUCCESS),
                Err(message) => {
                    eprintln!("error: {message}\n{}", compare::USAGE);
                    return ExitCode::from(2);
                }
            }
        }
        _ => {
            eprintln!(
                "usage: cargo run -p xtask -- tidy\n       cargo run -p xtask -- book\n{}\n{}",
                compare::USAGE,
                picture::USAGE
            );
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the folder of the workspace this program was built in.
fn root() -> Result<&'static Path, String> {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or_else(|| "xtask has no parent folder".to_owned())
}

/// Checks the guide and builds its pages.
fn book() -> Result<ExitCode, String> {
    let root = root()?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let book = book::Book::read(root)?;
    let errors = book.check(root)?;
    if errors.is_empty() {
        let folder = target.join("book");
        book.build(&folder)?;
        println!("book: {} pages in {}", book.pages.len(), folder.display());
        return Ok(ExitCode::SUCCESS);
    }
    for error in &errors {
        println!("error: {error}");
    }
    println!("book: {} errors, nothing built", errors.len());
    Ok(ExitCode::FAILURE)
}

/// Runs all checks on the workspace this program was built in.
fn tidy() -> Result<Findings, String> {
    let root = root()?;
    let mut findings = Findings::default();
    edges::check(&edges::of_workspace(root)?, &mut findings);
    let mut files = Vec::new();
    collect(root, &mut files).map_err(|error| format!("{}: {error}", root.display()))?;
    files.sort();
    let mut definitions = names::Definitions::default();
    for path in files {
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
        sources::check(&name, &text, &mut findings);
        definitions.add(&name, &text);
    }
    definitions.check(&mut findings);
    Ok(findings)
}

/// Prints the findings; the exit code says whether there were errors.
fn report(findings: &Findings) -> ExitCode {
    for note in &findings.notes {
        println!("note: {note}");
    }
    for error in &findings.errors {
        println!("error: {error}");
    }
    if findings.errors.is_empty() {
        println!("tidy: all rules hold");
        ExitCode::SUCCESS
    } else {
        println!("tidy: {} broken", findings.errors.len());
        ExitCode::FAILURE
    }
}

/// Folders that hold no sources of ours.
const SKIPPED: [&str; 8] =
    ["target", "node_modules", "dist", "corpus", "artifacts", "seeds", "data", "shared"];

/// Collects the files whose text is checked.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            let hidden = name.starts_with('.') && name != ".ci";
            if !hidden && !SKIPPED.contains(&name.as_str()) {
                collect(&path, files)?;
            }
        } else if sources::is_checked(&path) {
            files.push(path);
        }
    }
    Ok(())
}
