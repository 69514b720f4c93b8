//! A file that comes in: written as it comes, counted before it is written, and gone if it does not come
//! whole.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use axum::body::{Body, HttpBody};
use futures_util::StreamExt;
use tokio::fs::File;
use tokio::io::AsyncWriteExt;

use super::{BYTES, BYTES_OF_ALL, COMPLETE, FILES, FileImport};
use crate::error::ApiError;
use crate::wire::library::ImportState;

/// The longest name of a file, in bytes.
const NAME: usize = 200;
/// How much of a file is in memory before it is written.
const BUFFER: usize = 64 * 1024;

/// A file that comes in.
struct Upload {
    job: Arc<FileImport>,
    name: String,
    /// Where it is until it is whole.
    part: PathBuf,
    target: PathBuf,
    bytes: u64,
    is_whole: bool,
}

impl FileImport {
    /// Takes a file. What is refused is refused before anything of it is read.
    pub(crate) async fn take(self: &Arc<FileImport>, name: &str, body: Body) -> Result<(), ApiError> {
        let mut upload = self.begin_upload(name)?;
        if body.size_hint().lower() > BYTES {
            return Err(too_much());
        }
        let failed = |error: std::io::Error| ApiError::failed(format!("{name:?} cannot be stored"), &error);
        let mut file = File::create(&upload.part).await.map_err(failed)?;
        file.set_max_buf_size(BUFFER);
        let mut parts = body.into_data_stream();
        while let Some(part) = parts.next().await {
            let part =
                part.map_err(|_broken| ApiError::malformed(format!("{name:?} did not arrive complete")))?;
            upload.reserve(part.len() as u64)?;
            file.write_all(&part).await.map_err(failed)?;
        }
        file.flush().await.map_err(failed)?;
        upload.finish()
    }

    fn begin_upload(self: &Arc<FileImport>, name: &str) -> Result<Upload, ApiError> {
        require_plain(name)?;
        let mut present = self.present();
        let folder = present.folder.as_ref().filter(|_| present.state == ImportState::Collecting);
        let folder = folder.ok_or_else(begun)?.path().to_owned();
        if present.names.len() >= FILES {
            return Err(too_much());
        }
        if !present.names.insert(name.to_owned()) {
            return Err(ApiError::conflict("twice", format!("there are two files {name:?}")));
        }
        present.uploads += 1;
        Ok(Upload {
            job: Arc::clone(self),
            name: name.to_owned(),
            part: folder.join(format!("part-{}", present.uploads)),
            target: folder.join(COMPLETE).join(name),
            bytes: 0,
            is_whole: false,
        })
    }
}

impl Upload {
    /// Makes sure that there is room for some more bytes.
    fn reserve(&mut self, bytes: u64) -> Result<(), ApiError> {
        let mut present = self.job.present();
        if present.state != ImportState::Collecting {
            return Err(begun());
        }
        if present.bytes + bytes > BYTES {
            return Err(too_much());
        }
        let of_all = self.job.bytes_of_all.fetch_add(bytes, Ordering::Relaxed) + bytes;
        present.bytes += bytes;
        present.touched = Instant::now();
        self.bytes += bytes;
        if of_all > BYTES_OF_ALL {
            return Err(ApiError::busy("the files of all imports are too large together"));
        }
        Ok(())
    }

    /// Puts the file where it is read.
    fn finish(mut self) -> Result<(), ApiError> {
        let mut present = self.job.present();
        if present.state != ImportState::Collecting {
            return Err(begun());
        }
        let moved = std::fs::rename(&self.part, &self.target);
        moved.map_err(|error| ApiError::failed(format!("{:?} cannot be stored", self.name), &error))?;
        present.files += 1;
        present.touched = Instant::now();
        drop(present);
        self.is_whole = true;
        Ok(())
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        if self.is_whole {
            return;
        }
        let mut present = self.job.present();
        // An import that has begun or was stopped has given all its bytes back.
        if present.state == ImportState::Collecting {
            present.names.remove(&self.name);
            present.bytes -= self.bytes;
            self.job.bytes_of_all.fetch_sub(self.bytes, Ordering::Relaxed);
        }
        drop(present);
        // It goes with its folder in any case.
        let _gone_with_the_folder = std::fs::remove_file(&self.part);
    }
}

/// Refuses what is not the plain name of a file.
pub(super) fn require_plain(name: &str) -> Result<(), ApiError> {
    let plain = !name.is_empty()
        && name.len() <= NAME
        && !name.starts_with('.')
        && !name.contains(['/', '\\', ':'])
        && !name.chars().any(char::is_control);
    if plain { Ok(()) } else { Err(ApiError::bad(format!("{name:?} is not a plain file name"))) }
}

pub(super) fn begun() -> ApiError {
    ApiError::conflict("under-way", "the import has begun: files come before that")
}

pub(super) fn too_much() -> ApiError {
    let most = BYTES / (1024 * 1024);
    ApiError::bad(format!(
        "an import has at most {FILES} files of {most} MiB together; `outflank games import` has no limit"
    ))
}
