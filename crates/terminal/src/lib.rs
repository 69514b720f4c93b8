//! Othello in the terminal.
//!
//! [`command`] is what can be typed and [`Editor`] sets up positions: these serve a conversation in lines as
//! well as the whole screen. [`run`] is the whole screen: `app` is its state and changes by events alone,
//! `view` draws it, `driver` is the loop between them and the threads that play, look and keep ([`Archive`]).
//! Nothing here knows a database or a file format: whoever calls brings [`Services`].

mod analyst;
mod app;
mod archive;
pub mod command;
mod driver;
mod editor;
mod news;
mod opponents;
mod screen;
mod settings;
mod theme;
mod view;

pub use analyst::value_moves;
pub use archive::{Archive, ArchivedGame, SavedGame};
pub use driver::{SessionEnd, run};
pub use editor::Editor;
pub use screen::Screen;
pub use settings::{Papers, Services, SessionSettings, Show, Start};
pub use theme::{Colours, is_ascii_locale};
