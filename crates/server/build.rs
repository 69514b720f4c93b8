//! Watches the web pages, which are part of this crate, and refuses to build a package without them.
//!
//! It builds no pages: `make web` does. In the repository the program can be built without them; it then
//! shows a page that says how to build them. A package from which they were left out could never show
//! anything else.

use std::path::Path;

fn main() {
    // Only a release build embeds the pages. A debug build reads them when it is asked for one, so it need
    // not be compiled again when they change: `make test` builds pages and program side by side.
    let embeds = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    println!("cargo::rerun-if-changed={}", if embeds { "pages" } else { "build.rs" });
    let in_repository = Path::new("../../web/package.json").exists();
    if !in_repository && !Path::new("pages/index.html").exists() {
        println!(
            "cargo::error=this package of outflank-server has no web pages: `make package` builds a complete one"
        );
    }
}
