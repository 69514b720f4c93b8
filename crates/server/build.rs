//! Watches the web pages, which are part of this crate, and refuses to build a package without them.
//!
//! It builds no pages: `make web` does. In the repository the program can be built without them; it then
//! shows a page that says how to build them. A package from which they were left out could never show
//! anything else.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=pages");
    let in_repository = Path::new("../../web/package.json").exists();
    if !in_repository && !Path::new("pages/index.html").exists() {
        println!(
            "cargo::error=this package of outflank-server has no web pages: `make package` builds a complete one"
        );
    }
}
