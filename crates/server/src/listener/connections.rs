//! The connections there are, and what each of them is at.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use tokio::task::AbortHandle;

/// How long the head of a request may take from its first byte on, or from the beginning of the connection.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// How long a connection may rest between requests.
const IDLE_TIME: Duration = Duration::from_secs(60);
/// How long [`STRIDE`] bytes of a body or an answer may take.
const STRIDE_TIME: Duration = Duration::from_secs(20);
/// How many bytes have to come or go in [`STRIDE_TIME`].
const STRIDE: u64 = 16 * 1024;
/// How long a connection that is closed may go on sending what nobody reads.
const CLOSING_TIME: Duration = Duration::from_secs(20);

/// What a connection is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConnectionPhase {
    /// The head of a request is awaited, or has come in part.
    Head,
    /// The body of a request is read.
    Body,
    /// The request is there: it is answered.
    Answering,
    /// Between requests.
    Idle,
    /// A live connection, which looks after itself.
    Upgraded,
    /// Closed by the server; what still comes is thrown away.
    Closing,
}

/// One connection.
pub(super) struct Connection {
    id: u64,
    all: Arc<Connections>,
    task: OnceLock<AbortHandle>,
    state: Mutex<ConnectionState>,
    /// Bytes read and written.
    bytes: AtomicU64,
    /// Whether the other side does not take what is written.
    is_blocked: AtomicBool,
}

struct ConnectionState {
    phase: ConnectionPhase,
    since: Instant,
    /// When how many bytes had come and gone, some time ago.
    stride: (Instant, u64),
    /// Whether a request was answered before all of it was read.
    is_unread: bool,
}

impl Connection {
    fn state(&self) -> MutexGuard<'_, ConnectionState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(&self, phase: ConnectionPhase, from: impl FnOnce(ConnectionPhase) -> bool) {
        let (now, bytes) = (Instant::now(), self.bytes.load(Ordering::Relaxed));
        let mut state = self.state();
        if from(state.phase) {
            (state.phase, state.since, state.stride) = (phase, now, (now, bytes));
        }
    }

    /// Sets the task that ends the connection when it is aborted.
    pub(super) fn set_task(&self, task: AbortHandle) {
        let _set_once = self.task.set(task);
    }

    /// Takes note of a request whose head is there.
    pub(super) fn begin_request(&self, has_body: bool) {
        self.enter(if has_body { ConnectionPhase::Body } else { ConnectionPhase::Answering }, |_| true);
    }

    /// Takes note that nothing more is read of a body; `is_whole` tells whether all of it was.
    pub(super) fn end_body(&self, is_whole: bool) {
        self.enter(ConnectionPhase::Answering, |phase| phase == ConnectionPhase::Body);
        if !is_whole {
            self.state().is_unread = true;
        }
    }

    /// Takes note that a request is answered.
    pub(super) fn end_answer(&self) {
        self.enter(ConnectionPhase::Idle, |phase| {
            matches!(phase, ConnectionPhase::Body | ConnectionPhase::Answering)
        });
    }

    /// Takes note that the connection is a live one from now on.
    pub(super) fn upgrade(&self) {
        self.enter(ConnectionPhase::Upgraded, |_| true);
    }

    /// Takes note that the connection is being closed, and tells whether something may still come in.
    pub(super) fn close(&self) -> bool {
        self.enter(ConnectionPhase::Closing, |phase| phase != ConnectionPhase::Closing);
        self.state().is_unread
    }

    /// Takes note of bytes that were read.
    pub(super) fn has_read(&self, bytes: usize) {
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
        self.enter(ConnectionPhase::Head, |phase| phase == ConnectionPhase::Idle);
    }

    /// Takes note of bytes that were written; `None`: the other side does not take them now.
    pub(super) fn has_written(&self, bytes: Option<usize>) {
        self.is_blocked.store(bytes.is_none(), Ordering::Relaxed);
        self.bytes.fetch_add(bytes.unwrap_or(0) as u64, Ordering::Relaxed);
        // The end of an answer is still on its way when its body is gone already.
        let mut state = self.state();
        if state.phase == ConnectionPhase::Idle {
            state.since = Instant::now();
        }
    }

    /// Tells whether the connection has kept the server waiting for too long.
    fn is_too_slow(&self, now: Instant) -> bool {
        let (bytes, is_blocked) =
            (self.bytes.load(Ordering::Relaxed), self.is_blocked.load(Ordering::Relaxed));
        let mut state = self.state();
        if !(is_blocked || state.phase == ConnectionPhase::Body) || bytes >= state.stride.1 + STRIDE {
            state.stride = (now, bytes);
        }
        let rested = now.duration_since(state.since);
        let is_too_long = match state.phase {
            ConnectionPhase::Head => rested > HEAD_TIME,
            ConnectionPhase::Idle => rested > IDLE_TIME,
            ConnectionPhase::Closing => rested > CLOSING_TIME,
            ConnectionPhase::Upgraded => return false,
            ConnectionPhase::Body | ConnectionPhase::Answering => false,
        };
        is_too_long || now.duration_since(state.stride.0) > STRIDE_TIME
    }

    /// Returns since when the server has been waiting; nothing if the other side waits.
    fn waiting_since(&self) -> Option<Instant> {
        let is_blocked = self.is_blocked.load(Ordering::Relaxed);
        let state = self.state();
        match state.phase {
            ConnectionPhase::Upgraded => None,
            ConnectionPhase::Body => Some(state.stride.0),
            _ if is_blocked => Some(state.stride.0),
            ConnectionPhase::Answering => None,
            ConnectionPhase::Head | ConnectionPhase::Idle | ConnectionPhase::Closing => Some(state.since),
        }
    }

    /// Leaves the others: its file is closed.
    pub(super) fn leave(&self) {
        self.all.remove(self.id);
    }
}

/// All connections.
pub(super) struct Connections {
    limit: usize,
    last: AtomicUsize,
    present: Mutex<HashMap<u64, Arc<Connection>>>,
    /// Wakes those who wait for a connection to end.
    left: Notify,
}

impl Connections {
    /// Makes room for so many.
    pub(super) fn new(limit: usize) -> Connections {
        let (last, present, left) = (AtomicUsize::new(0), Mutex::default(), Notify::new());
        Connections { limit, last, present, left }
    }

    fn present(&self) -> MutexGuard<'_, HashMap<u64, Arc<Connection>>> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many there are.
    pub(super) fn len(&self) -> usize {
        self.present().len()
    }

    /// Takes in a connection.
    pub(super) fn add(all: &Arc<Connections>) -> Arc<Connection> {
        let id = all.last.fetch_add(1, Ordering::Relaxed) as u64;
        let now = Instant::now();
        let state =
            ConnectionState { phase: ConnectionPhase::Head, since: now, stride: (now, 0), is_unread: false };
        let connection = Arc::new(Connection {
            id,
            all: Arc::clone(all),
            task: OnceLock::new(),
            state: Mutex::new(state),
            bytes: AtomicU64::new(0),
            is_blocked: AtomicBool::new(false),
        });
        all.present().insert(id, Arc::clone(&connection));
        connection
    }

    fn remove(&self, id: u64) {
        self.present().remove(&id);
        self.left.notify_waiters();
    }

    /// Waits until there is room for one more; whoever has kept the server waiting longest makes it.
    pub(super) async fn until_room(&self) {
        loop {
            let left = self.left.notified();
            if self.len() < self.limit || self.close_stalest() {
                return;
            }
            left.await;
        }
    }

    /// Waits until all have ended.
    pub(super) async fn until_empty(&self) {
        loop {
            let left = self.left.notified();
            if self.len() == 0 {
                return;
            }
            left.await;
        }
    }

    /// Closes the connection that has kept the server waiting longest; tells whether there was one.
    pub(super) fn close_stalest(&self) -> bool {
        let mut present = self.present();
        let waiting = present.values().filter_map(|one| Some((one.waiting_since()?, one.id)));
        let Some((_, id)) = waiting.min() else { return false };
        present.remove(&id).is_some_and(|connection| connection.abort())
    }

    /// Closes all connections that have no request under way.
    pub(super) fn close_waiting(&self) {
        let is_waiting =
            |one: &Connection| matches!(one.state().phase, ConnectionPhase::Head | ConnectionPhase::Idle);
        self.present().retain(|_, one| !is_waiting(one) || !one.abort());
        self.left.notify_waiters();
    }

    /// Closes all connections that are too slow, and returns how many.
    pub(super) fn sweep(&self) -> usize {
        let now = Instant::now();
        let mut present = self.present();
        let before = present.len();
        present.retain(|_, connection| !connection.is_too_slow(now) || !connection.abort());
        let closed = before - present.len();
        drop(present);
        if closed > 0 {
            self.left.notify_waiters();
        }
        closed
    }
}

impl Connection {
    /// Ends the task; tells whether there was one.
    fn abort(&self) -> bool {
        self.task.get().is_some_and(|task| {
            task.abort();
            true
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connections(limit: usize, count: usize) -> (Arc<Connections>, Vec<Arc<Connection>>) {
        let all = Arc::new(Connections::new(limit));
        let some = (0..count)
            .map(|_| {
                let connection = Connections::add(&all);
                connection.set_task(tokio::spawn(std::future::pending::<()>()).abort_handle());
                connection
            })
            .collect();
        (all, some)
    }

    fn ago(connection: &Connection, time: Duration) {
        let before = Instant::now().checked_sub(time).unwrap();
        let mut state = connection.state();
        (state.since, state.stride.0) = (before, before);
    }

    #[tokio::test]
    async fn what_is_slow_is_closed_and_what_is_answered_is_not() {
        let (all, some) = connections(10, 6);
        some[1].begin_request(true);
        some[2].begin_request(false);
        some[3].begin_request(false);
        some[3].end_answer();
        some[4].upgrade();
        some[5].begin_request(false);
        some[5].has_written(None);
        some.iter().for_each(|one| ago(one, STRIDE_TIME + Duration::from_secs(1)));
        assert_eq!(all.sweep(), 3, "the head, the body, and the answer that nobody takes");
        assert!(all.present().contains_key(&some[2].id) && all.present().contains_key(&some[4].id));
        ago(&some[3], IDLE_TIME + Duration::from_secs(1));
        assert_eq!((all.sweep(), all.len()), (1, 2));
    }

    #[tokio::test]
    async fn a_body_that_drips_is_closed_and_one_that_flows_is_not() {
        let (all, some) = connections(10, 2);
        for (one, bytes) in some.iter().zip([100, STRIDE as usize]) {
            one.begin_request(true);
            ago(one, STRIDE_TIME + Duration::from_secs(1));
            one.has_read(bytes);
        }
        assert_eq!((all.sweep(), all.present().contains_key(&some[1].id)), (1, true));
    }

    #[tokio::test]
    async fn who_waits_longest_for_its_request_makes_room() {
        let (all, some) = connections(3, 3);
        some[0].begin_request(false);
        ago(&some[2], Duration::from_secs(5));
        all.until_room().await;
        assert!(!all.present().contains_key(&some[2].id) && all.len() == 2);
        let (all, some) = connections(1, 1);
        some[0].begin_request(false);
        let full = tokio::time::timeout(Duration::from_millis(20), all.until_room()).await;
        assert!(full.is_err(), "nobody is cut off in an answer");
        some[0].leave();
        all.until_room().await;
        all.until_empty().await;
    }
}
