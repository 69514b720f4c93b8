//! The studio in a page, as WebAssembly.
//!
//! One module has two faces. The [`desk`] is the studio without a server: events come in, effects go out, and
//! it neither waits nor searches. The [`thinker`] does one task, a search, and reports while it works. Each
//! runs in a Web Worker of its own; what is said between them and the page is JSON, in the words of
//! `outflank-wire`. Both are plain Rust and tested as such; `abi` is what the outside can call.

#[cfg(target_arch = "wasm32")]
mod abi;
pub mod desk;
pub mod thinker;
