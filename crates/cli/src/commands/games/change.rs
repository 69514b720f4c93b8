//! `outflank games delete`, `restore`, `tag` and `note`: what may be changed in the library.

use outflank_store::{Store, StoreError};

use super::refused;
use crate::failure::{Failure, counted, tell};

/// Games by their keys.
#[derive(Debug, clap::Args)]
pub(super) struct Keys {
    /// The keys of the games
    #[arg(value_name = "KEY", required = true)]
    keys: Vec<i64>,
}

/// Tag games, or remove a tag
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank games tag study 42 43
  outflank games tag study 42 --remove")]
pub(super) struct TagArgs {
    /// The tag
    #[arg(value_name = "TAG", value_parser = parse_tag)]
    tag: String,
    /// The keys of the games
    #[arg(value_name = "KEY", required = true)]
    keys: Vec<i64>,
    /// Remove the tag
    #[arg(long)]
    remove: bool,
}

/// Set the notes of a game
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank games note 42 'Lost the corner at move 31'
  outflank games note 42 ''")]
pub(super) struct NoteArgs {
    /// The key of the game
    #[arg(value_name = "KEY")]
    key: i64,
    /// The notes; an empty text removes them
    #[arg(value_name = "TEXT")]
    text: String,
}

fn parse_tag(text: &str) -> Result<String, String> {
    let tag = text.trim().trim_start_matches('#');
    let sound = !tag.is_empty() && tag.chars().count() <= 40 && !tag.chars().any(char::is_control);
    if sound { Ok(tag.to_owned()) } else { Err("a tag has 1 to 40 characters".to_owned()) }
}

pub(super) async fn delete(store: &Store, keys: &Keys, deleted: bool) -> Result<(), Failure> {
    let found = store.library_games(&keys.keys).await.map_err(refused)?;
    if let Some(&id) = keys.keys.iter().find(|key| !found.iter().any(|row| row.key == **key)) {
        return Err(Failure::input(StoreError::NoGame { id }));
    }
    let changed = store.set_deleted(&keys.keys, deleted).await.map_err(refused)?;
    let done = if deleted { "deleted (outflank games restore undoes it)" } else { "restored" };
    tell(&format!("{} {done}", counted(changed, "game")));
    Ok(())
}

pub(super) async fn tag(store: &Store, args: &TagArgs) -> Result<(), Failure> {
    store.set_tag(&args.keys, &args.tag, !args.remove).await.map_err(refused)
}

pub(super) async fn note(store: &Store, args: &NoteArgs) -> Result<(), Failure> {
    store.set_notes(args.key, &args.text).await.map_err(refused)
}
