//! What the studio needs: pages, a place for games, an address, a browser.

use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::{Path, PathBuf};

use outflank_store::{Store, StoreError};

use super::{Diagnosis, machine};
use crate::commands::serve::{DEFAULT_ADDRESS, default_file};
use crate::failure::{Failure, counted};

/// Whether the web pages are in the program.
pub(super) fn pages() -> Diagnosis {
    if outflank_server::has_pages() {
        Diagnosis::ok("web pages", "in the program")
    } else {
        let advice = "`make build` builds a program with them; the command line does not need them";
        Diagnosis::warn("web pages", "not in this program", advice)
    }
}

/// Where games are kept.
pub(super) struct Home {
    url: String,
    file: Option<PathBuf>,
}

impl Home {
    /// Understands an address; none means the usual file.
    pub(super) fn of(url: Option<&str>) -> Result<Home, Failure> {
        let url = match url {
            Some(url) => url.to_owned(),
            None => format!("sqlite:{}", default_file()?.display()),
        };
        let file = Store::file_of(&url).map(PathBuf::from);
        Ok(Home { url, file })
    }

    /// Looks at the folder, the room in it and the database.
    pub(super) fn check(&self) -> Result<Vec<Diagnosis>, Failure> {
        let mut findings = Vec::new();
        if let Some(file) = &self.file {
            let folder =
                file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            findings.push(data_folder(folder));
            if let Some(there) = folder.ancestors().find(|folder| folder.is_dir()) {
                findings.push(machine::space(there));
            }
            if !file.exists() {
                let detail = format!(
                    "{} does not exist yet; it is created when the first game is saved",
                    file.display()
                );
                findings.push(Diagnosis::ok("database", detail));
                return Ok(findings);
            }
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let answer = runtime.block_on(async {
            let store = Store::open(&self.url).await?;
            let checked = store.check().await;
            store.close().await;
            checked
        });
        findings.push(match answer {
            Ok(games) => {
                let games = counted(games, "game");
                Diagnosis::ok("database", format!("{games} in the library, and more can be stored"))
            }
            Err(error @ StoreError::Address { .. }) => return Err(Failure::input(error)),
            Err(error) => Diagnosis::fail(
                "database",
                error.to_string(),
                "--database URL names another one; see `outflank serve --help`",
            ),
        });
        Ok(findings)
    }
}

/// Whether files can be made in a folder, or the folder itself.
fn data_folder(folder: &Path) -> Diagnosis {
    let name = folder.display();
    let Some(there) = folder.ancestors().find(|folder| folder.is_dir()) else {
        return Diagnosis::fail(
            "data folder",
            format!("{name} cannot be created"),
            "use --database sqlite:FILE",
        );
    };
    match tempfile::tempfile_in(there) {
        Ok(_removed_at_once) if there == folder => Diagnosis::ok("data folder", format!("{name}, writable")),
        Ok(_removed_at_once) => Diagnosis::ok("data folder", format!("{name}, created when needed")),
        Err(error) => Diagnosis::fail(
            "data folder",
            format!("{name} cannot be written to: {error}"),
            "use --database sqlite:FILE, with a FILE in a folder you can write to",
        ),
    }
}

/// Whether the usual address is free.
pub(super) fn address() -> Diagnosis {
    match TcpListener::bind(DEFAULT_ADDRESS) {
        Ok(_closed_at_once) => Diagnosis::ok("address", format!("{DEFAULT_ADDRESS} is free")),
        Err(error) if error.kind() == ErrorKind::AddrInUse => Diagnosis::warn(
            "address",
            format!("{DEFAULT_ADDRESS} is taken"),
            "a studio may be running already; `outflank serve --bind 127.0.0.1:0` picks a free port",
        ),
        Err(error) => Diagnosis::warn(
            "address",
            format!("{DEFAULT_ADDRESS}: {error}"),
            "use `outflank serve --bind ADDRESS`",
        ),
    }
}

/// Whether there is a program that opens the browser.
pub(super) fn browser() -> Diagnosis {
    let commands = open::commands(format!("http://{DEFAULT_ADDRESS}"));
    let found =
        commands.iter().map(|command| PathBuf::from(command.get_program())).find(|program| is_there(program));
    let advice = format!("start `outflank serve` and open http://{DEFAULT_ADDRESS} by hand");
    match found {
        Some(program) if is_launcher(&program) && !has_browser() => {
            let detail = format!("{} is installed, but finds no browser to open", program.display());
            Diagnosis::warn("browser", detail, advice)
        }
        Some(program) => Diagnosis::ok("browser", format!("opened by {}", program.display())),
        None => Diagnosis::warn("browser", "no program that opens one was found", advice),
    }
}

/// Tells whether a program opens no page itself but starts a browser, if there is one.
fn is_launcher(program: &Path) -> bool {
    let name = program.file_stem().and_then(|name| name.to_str()).unwrap_or("");
    ["xdg-open", "gio", "gnome-open", "kde-open"].contains(&name)
}

/// Tells whether there is a browser and a screen to show it on; or what `BROWSER` names.
fn has_browser() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let browsers = [
        "x-www-browser",
        "firefox",
        "firefox-esr",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "microsoft-edge",
        "brave-browser",
        "opera",
        "vivaldi",
        "epiphany",
        "konqueror",
        "falkon",
    ];
    let has_screen = is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
    is_set("BROWSER") || (has_screen && browsers.iter().any(|name| is_there(Path::new(name))))
}

/// Tells whether a program can be started by its name or path.
fn is_there(program: &Path) -> bool {
    if program.components().count() > 1 {
        return program.is_file();
    }
    let names = [program.to_owned(), program.with_extension("exe")];
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| names.iter().any(|name| folder.join(name).is_file()))
}
