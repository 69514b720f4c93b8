//! For whom the engines work, passed along with the task that asks.

use std::sync::Arc;

use outflank_game::PersonId;

use crate::limits::SocketPlace;

tokio::task_local! {
    /// For whom the engines work in this task.
    static PAYER: Payer;
}

/// For whom the engines work: whoever has used them least lately is next.
#[derive(Clone, Default)]
pub(crate) struct Payer {
    key: Arc<str>,
    /// What a live connection is counted by, as long as something is asked for in it.
    _socket: Option<Arc<SocketPlace>>,
}

impl Payer {
    /// Makes somebody by what they are counted under.
    pub(crate) fn of(key: &str) -> Payer {
        Payer { key: key.into(), _socket: None }
    }

    /// Returns the same one with a live connection.
    pub(crate) fn with_socket(self, socket: Option<SocketPlace>) -> Payer {
        Payer { _socket: socket.map(Arc::new), ..self }
    }

    /// Returns this one, or the owner of a game if this is nobody in particular.
    pub(crate) fn or_owner(self, owner: Option<&PersonId>) -> Payer {
        if self.key.is_empty() { Payer::of(owner.map_or("", PersonId::as_str)) } else { self }
    }

    /// Returns whoever pays for what this task asks for; nobody in particular where one person uses the
    /// studio.
    pub(crate) fn present() -> Payer {
        PAYER.try_with(Clone::clone).unwrap_or_default()
    }

    /// Returns what this one is counted under; nothing if it is nobody in particular.
    pub(crate) fn name(&self) -> Option<String> {
        (!self.key.is_empty()).then(|| self.key.to_string())
    }

    /// Returns what this one is counted under.
    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    /// Lets somebody pay for all that is asked for in a future.
    pub(crate) fn pays<F: Future>(self, future: F) -> impl Future<Output = F::Output> {
        PAYER.scope(self, future)
    }
}
