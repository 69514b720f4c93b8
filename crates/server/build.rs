//! Tells cargo that the web pages are part of this crate. It builds nothing: `make web` does.

fn main() {
    println!("cargo::rerun-if-changed=../../web/dist");
}
