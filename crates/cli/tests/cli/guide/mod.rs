//! Every command of README.md and the guide in `docs/` is run, and its output compared where it is shown.
//!
//! A page is run from its first block to its last in an empty folder of its own, with `data` and a copy of
//! `experiments` in it. ```` ```sh ```` is a script that must succeed; ```` ```console ```` has commands
//! after `$ ` and what they print. Comments before a block ([`markdown::Note`]) replace a long job by a small
//! one or say why nobody can run it. CONTRIBUTING.md describes them.

mod markdown;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;

use self::markdown::{Block, Note, blocks, exchanges, is_shown};

/// What a block may be; those after the first two are not run.
const LANGUAGES: [&str; 8] = ["sh", "console", "text", "toml", "json", "rust", "ini", "html"];
/// How a line begins that should have been in a block that is run.
const COMMANDS: [&str; 7] = ["$ ", "outflank", "make ", "cargo ", "curl ", "target/", "npm "];
/// Where the studio is, as the guide says.
const ADDRESS: &str = "127.0.0.1:4664";

#[test]
fn every_command_of_the_guide_works() {
    let root = root();
    let mut pages: Vec<PathBuf> =
        fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|kind| kind == "md"));
    pages.push(root.join("README.md"));
    // The longest first, so that two threads end together.
    pages.sort_by_key(|path| std::cmp::Reverse(fs::metadata(path).unwrap().len()));
    let queue = Mutex::new(pages.into_iter());
    let errors = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(path) = queue.lock().unwrap().next() else { return };
                    let name = path.strip_prefix(&root).unwrap().display().to_string();
                    let began = std::time::Instant::now();
                    let found = Page::new(&root).run(&fs::read_to_string(&path).unwrap());
                    println!("{name}: {:.1} s", began.elapsed().as_secs_f64());
                    errors.lock().unwrap().extend(found.into_iter().map(|error| format!("{name}:{error}")));
                }
            });
        }
    });
    let errors = errors.into_inner().unwrap();
    assert!(errors.is_empty(), "{}", errors.join("\n\n"));
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A page being run.
struct Page<'a> {
    root: &'a Path,
    folder: tempfile::TempDir,
    studio: Option<Studio>,
}

impl<'a> Page<'a> {
    fn new(root: &'a Path) -> Page<'a> {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("experiments")).unwrap();
        for entry in fs::read_dir(root.join("experiments")).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), folder.path().join("experiments").join(entry.file_name())).unwrap();
        }
        std::os::unix::fs::symlink(root.join("data"), folder.path().join("data")).unwrap();
        Page { root, folder, studio: None }
    }

    /// Runs all blocks; each error begins with the number of a line.
    fn run(mut self, text: &str) -> Vec<String> {
        let blocks = match blocks(text) {
            Ok(blocks) => blocks,
            Err(error) => return vec![error],
        };
        let errors = blocks.iter().filter_map(|block| {
            let began = std::time::Instant::now();
            let result = self.block(block);
            let seconds = began.elapsed().as_secs_f64();
            if seconds > 2.0 {
                println!("{}: {seconds:.1} s", block.text);
            }
            Some(format!("{}: {}", block.line, result.err()?))
        });
        errors.collect()
    }

    fn block(&mut self, block: &Block) -> Result<(), String> {
        if !LANGUAGES.contains(&&*block.language) {
            return Err(format!("{:?} is none of {}", block.language, LANGUAGES.join(", ")));
        }
        let mut text = block.text.clone();
        let mut code = 0;
        for note in &block.notes {
            match note {
                Note::NotRun(_reason) => return Ok(()),
                Note::File(name) => fs::write(self.folder.path().join(name), &text).unwrap(),
                Note::SameAs(path) => {
                    let file = fs::read_to_string(self.root.join(path))
                        .map_err(|error| format!("{path}: {error}"))?;
                    if file != text {
                        return Err(format!("is not the same as {path}"));
                    }
                }
                Note::Toy(old, new) if text.contains(old) => text = text.replace(old, new),
                Note::Toy(old, _) => return Err(format!("{old:?} does not occur")),
                Note::Setup(command) => drop(self.shell(command, 0)?),
                Note::Studio => self.studio = Some(Studio::start(self.command("outflank"))),
                Note::Exit(wanted) => code = *wanted,
            }
        }
        match &*block.language {
            "sh" => self.shell(&text, code).map(drop),
            "console" => self.console(&text, code),
            _ => match text.lines().find(|line| COMMANDS.iter().any(|word| line.starts_with(word))) {
                Some(line) if block.language == "text" => Err(format!("a command that is not run: {line}")),
                _ => Ok(()),
            },
        }
    }

    fn console(&self, text: &str, code: i32) -> Result<(), String> {
        for exchange in exchanges(text)? {
            let output = self.shell(&exchange.command, code)?;
            if !is_shown(&exchange.output, &output) {
                let (command, shown) = (exchange.command, exchange.output);
                return Err(format!("$ {command}\nis shown with\n{shown}but prints\n{output}"));
            }
        }
        Ok(())
    }

    /// Runs a script and returns what it printed, messages among it.
    fn shell(&self, script: &str, code: i32) -> Result<String, String> {
        let script = match &self.studio {
            Some(studio) => script.replace(ADDRESS, &studio.address),
            None => script.to_owned(),
        };
        let mut shell = self.command("timeout");
        let output = shell
            .args(["100", "bash", "-euo", "pipefail", "-c", &format!("exec 2>&1\n{script}")])
            .output()
            .map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.code() == Some(code) {
            Ok(text)
        } else {
            Err(format!("{script}\nended with {}, not {code}:\n{text}", output.status))
        }
    }

    /// Returns a command in the folder of the page that finds our program and keeps its files there.
    fn command(&self, program: &str) -> Command {
        let bin = Path::new(env!("CARGO_BIN_EXE_outflank")).parent().unwrap();
        let path = std::env::var("PATH").unwrap_or_default();
        let home = self.folder.path().join("home");
        let mut command =
            Command::new(if program == "outflank" { env!("CARGO_BIN_EXE_outflank") } else { program });
        command
            .current_dir(self.folder.path())
            .env("PATH", format!("{}:{path}", bin.display()))
            .env("XDG_DATA_HOME", home.join(".local/share"))
            .env("HOME", home)
            .env("TERM", "dumb")
            .stdin(Stdio::null());
        command
    }
}

/// A studio on a free port.
struct Studio {
    child: Child,
    address: String,
}

impl Studio {
    fn start(mut command: Command) -> Studio {
        command.args(["serve", "--bind", "127.0.0.1:0"]).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the studio starts");
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let address =
            line.split_once("http://").and_then(|(_, rest)| rest.split_once(' ')).map(|(address, _)| address);
        let address = address.unwrap_or_else(|| panic!("no address: {line}")).to_owned();
        Studio { child, address }
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _gone_already = self.child.kill();
        let _status = self.child.wait();
    }
}

#[test]
fn what_does_not_work_is_found() {
    let run = |page: &str| Page::new(&root()).run(page);
    for good in [
        "```sh\noutflank show start\n```\n",
        "```console\n$ echo a; echo b >&2\na\nb\n```\n",
        "<!-- guide: exit 2 -->\n```sh\noutflank show nonsense\n```\n",
        "<!-- guide: file a.txt -->\n```text\nf5d6\n```\n\n```sh\noutflank show a.txt\n```\n",
    ] {
        assert_eq!(run(good), Vec::<String>::new(), "{good}");
    }
    for bad in [
        "```\noutflank show start\n```\n",
        "```text\noutflank show start\n```\n",
        "```sh\noutflank show nonsense\n```\n",
        "```sh\noutflank show nonsense | cat\n```\n",
        "```console\n$ echo a\nb\n```\n",
        "<!-- guide: toy --games 9 => --games 2 -->\n```sh\noutflank show start\n```\n",
        "<!-- guide: same as crates/rules/examples/first_game.rs -->\n```rust\nfn main() {}\n```\n",
    ] {
        assert_eq!(run(bad).len(), 1, "{bad}");
    }
}
