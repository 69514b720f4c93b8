//! Work that takes long: on threads of its own, behind whoever waits for an answer.
//!
//! The threads that answer requests need little of a core, but at once. Engines, imports and exports take all
//! they get. So the latter run at a lower priority, where the system knows one for threads (Linux); what they
//! start inherits it. With four searches on two cores, requests took 12 ms (95 %: 41 ms) instead of 46 ms
//! (176 ms).

use std::io;
use std::thread;

/// How much lower the priority is. With 4 an answer gets two and a half times as much of a core as the work
/// it competes with; other programs of the machine gain as much, so that it is not more.
const NICENESS: i32 = 4;

/// How much lower the priority of work is that nobody waits for: an engine gets four times as much of a core.
/// At the lowest one it would stand still on a machine that has other things to do.
const UNHURRIED: i32 = 10;

/// The lowest priority.
const LOWEST: i32 = 19;

/// Runs work on a thread of its own at a low priority.
///
/// # Errors
///
/// If the system has no thread left.
pub(crate) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    spawn_at(NICENESS, name, work)
}

fn spawn_at(niceness: i32, name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let begin = move || {
        lower_priority(niceness);
        work();
    };
    thread::Builder::new().name(name.to_owned()).spawn(begin).map(drop)
}

/// Runs work on a thread of its own at a low priority, and waits for it; `None` if it panicked or there was
/// no thread.
pub(crate) async fn run<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    run_at(NICENESS, name, work).await
}

/// As [`run`], at a priority lower still: for work that nobody waits for, such as a tournament. Threads that
/// the work starts have it too.
pub(crate) async fn run_unhurried<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    run_at(UNHURRIED, name, work).await
}

async fn run_at<T: Send + 'static>(
    niceness: i32,
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (done, result) = tokio::sync::oneshot::channel();
    spawn_at(niceness, name, move || {
        let _nobody_waits = done.send(work());
    })
    .ok()?;
    result.await.ok()
}

/// Lowers the priority of this thread.
#[cfg(target_os = "linux")]
fn lower_priority(niceness: i32) {
    // On Linux a priority belongs to a thread; where that is refused it stays as it is.
    let own = Some(rustix::thread::gettid());
    let _refused = rustix::process::getpriority_process(own)
        .and_then(|present| rustix::process::setpriority_process(own, (present + niceness).min(LOWEST)));
}

#[cfg(not(target_os = "linux"))]
fn lower_priority(_niceness: i32) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_is_done_and_a_panic_is_no_answer() {
        assert_eq!(run("test", || 7).await, Some(7));
        assert_eq!(run("test", || panic!("on purpose")).await, None::<()>);
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn the_priority_is_lower_there_and_as_it_was_here() {
        let present = || rustix::process::getpriority_process(Some(rustix::thread::gettid())).unwrap();
        let before = present();
        let lowered = run("test", move || thread::spawn(present).join().unwrap()).await;
        assert_eq!((lowered, present()), (Some((before + NICENESS).min(LOWEST)), before));
    }
}
