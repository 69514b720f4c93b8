//! Whether the server can do its work: `/readyz` asks the database to keep something.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use crate::error::ApiError;
use crate::studio::Studio;

/// How long an answer holds: whoever asks often does not keep the database busy.
const FRESH: Duration = Duration::from_secs(1);
/// How long the database may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// What was found last, and when.
#[derive(Debug, Default)]
pub(crate) struct Readiness(Mutex<Option<(Instant, Result<(), String>)>>);

impl Studio {
    /// Tells whether games can be kept.
    pub(crate) async fn is_ready(&self) -> Result<(), ApiError> {
        let mut last = self.readiness.0.lock().await;
        let known = last.take().filter(|(at, _)| at.elapsed() < FRESH);
        let (at, found) = match known {
            Some(known) => known,
            None => (Instant::now(), self.check_write().await),
        };
        *last = Some((at, found.clone()));
        found.map_err(|detail| ApiError::unready("the database cannot be written to", &detail))
    }

    async fn check_write(&self) -> Result<(), String> {
        match tokio::time::timeout(PATIENCE, self.store.check_write()).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_elapsed) => Err(format!("no answer within {} s", PATIENCE.as_secs())),
        }
    }
}
