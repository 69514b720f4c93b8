//! Sharing work between threads so that results never depend on how many there are.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};

/// Applies `work` to chunks of `items` and returns the results in the order of the chunks.
///
/// `work` receives the place of its chunk's first item. Threads take chunks as they become free.
pub fn map_chunks<T: Sync, R: Send>(
    items: &[T],
    chunk: usize,
    threads: usize,
    work: impl Fn(usize, &[T]) -> R + Sync,
) -> Vec<R> {
    let chunk = chunk.max(1);
    let chunks = items.len().div_ceil(chunk);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, chunks.max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some(items) = items.chunks(chunk).nth(n) else { break };
                    // The receiver outlives the scope.
                    let _ = sender.send((n, work(n * chunk, items)));
                }
            });
        }
    });
    drop(sender);
    let mut results: Vec<(usize, R)> = receiver.into_iter().collect();
    results.sort_by_key(|&(n, _)| n);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Lets threads work on all `items`, each item being changed by the thread that took it.
pub fn for_each_mut<T: Send>(items: &mut [T], threads: usize, work: impl Fn(usize, &mut T) + Sync) {
    let threads = threads.min(items.len());
    if threads <= 1 {
        return items.iter_mut().enumerate().for_each(|(n, item)| work(n, item));
    }
    let rest = Mutex::new(items.iter_mut().enumerate());
    // A poisoned lock means that another thread panicked; the scope passes that on.
    let take = || rest.lock().ok().and_then(|mut rest| rest.next());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (take, work) = (&take, &work);
            scope.spawn(move || {
                while let Some((n, item)) = take() {
                    work(n, item);
                }
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_come_back_in_order_for_any_number_of_threads() {
        let items: Vec<u32> = (0..1000).collect();
        for threads in [1, 2, 7] {
            let sums = map_chunks(&items, 33, threads, |first, some| (first, some.iter().sum::<u32>()));
            assert_eq!(sums.len(), 31);
            assert!(sums.windows(2).all(|two| two[0].0 + 33 == two[1].0));
            assert_eq!(sums.iter().map(|&(_, sum)| sum).sum::<u32>(), 499_500);
            let mut changed = items.clone();
            for_each_mut(&mut changed, threads, |n, item| *item += n as u32);
            assert!(changed.iter().enumerate().all(|(n, &item)| item == 2 * n as u32));
        }
    }
}
