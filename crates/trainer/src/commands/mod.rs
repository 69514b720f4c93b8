//! The commands of `outflank-train`, one file each, and how they read what most of them need.

pub(crate) mod bootstrap;
pub(crate) mod calibrate;
pub(crate) mod eval;
pub(crate) mod generate;
pub(crate) mod merge;
pub(crate) mod network;
pub(crate) mod probcut;
pub(crate) mod quantise;
pub(crate) mod replies;
pub(crate) mod stats;
pub(crate) mod theory;

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use outflank_engine::eval::Weights;
use outflank_trainer::model::read_weights;
use outflank_trainer::network::FloatNetwork;

/// Reads the bytes of a file of weights.
fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    read_weights(path).with_context(|| path.display().to_string())
}

/// Reads weights from a file, or takes those of the engine.
fn load_weights(path: Option<&Path>) -> anyhow::Result<Arc<Weights>> {
    Ok(match path {
        Some(path) => {
            Arc::new(Weights::from_bytes(&read(path)?).with_context(|| path.display().to_string())?)
        }
        None => Weights::embedded(),
    })
}

/// Reads a network of floats.
fn read_network(path: &Path) -> anyhow::Result<FloatNetwork> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).with_context(|| name.clone())?;
    FloatNetwork::from_bytes(&bytes)
        .with_context(|| format!("{name}: {} bytes are not a network of this shape", bytes.len()))
}
