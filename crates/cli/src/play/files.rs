//! Games on disk during play: any format that is read, the format of the extension written.

use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use outflank_records::{Format, ReadOptions, Record, write, wthor};
use outflank_rules::Game;

use crate::failure::Failure;
use crate::replace::Target;
use crate::source::{Opened, Source};

/// Reads the first game or position of a file.
pub(crate) fn load(path: &Path) -> anyhow::Result<Game> {
    let opened = Opened::open(&Source::File(path.to_owned()), None).map_err(|failure| match failure {
        Failure::Input(error) | Failure::Other(error) => error,
        Failure::Told => anyhow!("it cannot be read"),
    })?;
    for item in opened.items(ReadOptions::default())? {
        if let Some(record) = item.map_err(|error| error.in_file(path.display().to_string()))?.record {
            return Ok(record.game());
        }
    }
    Err(anyhow!("{}: no game or position", path.display()))
}

/// Writes a game: a transcript, unless the extension says otherwise or the start is not the standard one.
pub(crate) fn save(path: &Path, game: &Game) -> anyhow::Result<()> {
    let standard = game.start() == outflank_rules::Position::start();
    let usual = if standard { Format::Transcript } else { Format::Ggf };
    let format = Format::of_path(path).unwrap_or(usual);
    if format == Format::Wthor {
        wthor::write_path(path, [Record::from(game)])?;
        return Ok(());
    }
    let mut target = Target::create(path).with_context(|| path.display().to_string())?;
    let mut sink = write(&mut target, format)?;
    sink.put(&Record::from(game))?;
    sink.finish()?;
    drop(sink);
    target.flush()?;
    target.commit().with_context(|| path.display().to_string())
}
