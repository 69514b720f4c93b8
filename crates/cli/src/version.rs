//! Which program this is: its version, and the weights that are built into it.

use std::sync::LazyLock;

use outflank_engine::eval::MANIFEST;
use serde::Deserialize;

/// What is written about the shipped weights.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct WeightsManifest {
    /// Their number in `weights/HISTORY.md` of the engine.
    pub(crate) generation: u32,
    /// The hash of the packed file; its beginning names the weights.
    pub(crate) sha256: String,
    /// The hash of the file unpacked.
    pub(crate) unpacked_sha256: String,
}

impl WeightsManifest {
    /// Returns the name of the weights: the first characters of the hash.
    pub(crate) fn id(&self) -> &str {
        self.sha256.get(..12).unwrap_or(&self.sha256)
    }
}

#[derive(Deserialize)]
struct Manifest {
    network: WeightsManifest,
}

/// Returns what is written about the shipped weights; `None` if it is unreadable, which a test rules out.
pub(crate) fn weights() -> Option<&'static WeightsManifest> {
    static WEIGHTS: LazyLock<Option<WeightsManifest>> = LazyLock::new(|| {
        let manifest: Manifest = toml::from_str(MANIFEST).ok()?;
        Some(manifest.network)
    });
    WEIGHTS.as_ref()
}

/// Returns the version as `outflank --version` prints it.
pub(crate) fn text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let program = env!("CARGO_PKG_VERSION");
        match weights() {
            Some(weights) => {
                format!("{program} (weights: generation {}, {})", weights.generation, weights.id())
            }
            None => program.to_owned(),
        }
    });
    &TEXT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_names_the_weights() {
        let weights = weights().expect("the manifest can be read");
        assert_eq!((weights.sha256.len(), weights.unpacked_sha256.len()), (64, 64));
        assert!(text().contains(weights.id()), "{}", text());
    }
}
