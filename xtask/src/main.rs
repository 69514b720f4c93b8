//! Checks of the workspace.
fn main() {}
