//! Threads that answer questions, one at a time each, with a bench of solvers of their own.
//!
//! In: work with the key of its game. Out: its result, when its turn comes. A question goes to the thread that has the
//! solver of its game, unless that thread is at work and another is free. Work that nobody waits for any more is
//! skipped, or stopped where it has begun. What panics is an answer too, and the thread goes on with a new bench.

use crate::bench::Bench;
use crate::problem::Problem;
use axum::http::StatusCode;
use grundy::Budget;
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;

/// Rules may nest as deeply as the parser allows; walking them needs more stack than threads usually have.
const STACK_BYTES: usize = 256 << 20;

/// How often a thread without work looks whether the memory is full.
const IDLE_LOOK: Duration = Duration::from_millis(100);

type Work<T> = Box<dyn FnOnce(&mut Bench) -> Result<T, Problem> + Send>;

/// Threads and what waits for them.
pub struct Pool<T> {
    inner: Arc<Inner<T>>,
    limits: Waiting,
}

/// How many may wait.
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    /// All together.
    pub max: usize,
    /// Of one client.
    pub max_per_client: usize,
}

struct Inner<T> {
    line: Mutex<Line<T>>,
    changed: Condvar,
}

struct Line<T> {
    waiting: VecDeque<Entry<T>>,
    /// What each thread works on.
    working: Vec<Option<Arc<AtomicBool>>>,
    /// What stops the work of each thread.
    flags: Vec<Arc<AtomicBool>>,
}

struct Entry<T> {
    /// The thread that probably has the solver.
    place: usize,
    /// Who asks.
    client: Option<IpAddr>,
    /// Set when nobody waits for it.
    given_up: Arc<AtomicBool>,
    work: Work<T>,
    answer: oneshot::Sender<Result<T, Problem>>,
}

/// Somebody who waits for work; gives it up when dropped.
struct Waiter<T> {
    given_up: Arc<AtomicBool>,
    inner: Arc<Inner<T>>,
}

impl<T> Drop for Waiter<T> {
    fn drop(&mut self) {
        self.given_up.store(true, Ordering::Relaxed);
        let line = self.inner.lock();
        for (working, flag) in line.working.iter().zip(&line.flags) {
            // Only this work is to stop: the thread may have gone on to another.
            if working.as_ref().is_some_and(|mine| Arc::ptr_eq(mine, &self.given_up)) {
                flag.store(true, Ordering::Relaxed);
            }
        }
    }
}

impl<T> Inner<T> {
    fn lock(&self) -> MutexGuard<'_, Line<T>> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Send + 'static> Pool<T> {
    /// So many threads, each with this budget a question.
    ///
    /// # Errors
    /// The machine has no room for them.
    pub fn start(threads: usize, limits: Waiting, budget: &Budget) -> io::Result<Pool<T>> {
        let flags: Vec<Arc<AtomicBool>> = (0..threads.max(1)).map(|_| Arc::new(AtomicBool::new(false))).collect();
        let line = Line { waiting: VecDeque::new(), working: vec![None; flags.len()], flags: flags.clone() };
        let inner = Arc::new(Inner { line: Mutex::new(line), changed: Condvar::new() });
        for (place, flag) in flags.into_iter().enumerate() {
            let inner = inner.clone();
            let budget = Budget { cancelled: Some(flag), ..budget.clone() };
            std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || run(place, &inner, &budget))?;
        }
        Ok(Pool { inner, limits })
    }

    /// Waits for the result of this work about the game of this key, asked by this client. Who stops waiting stops the work.
    ///
    /// # Errors
    /// What the work says, or too much is waiting already.
    pub async fn ask(&self, client: Option<IpAddr>, key: &str, work: Work<T>) -> Result<T, Problem> {
        let given_up = Arc::new(AtomicBool::new(false));
        let (answer, answered) = oneshot::channel();
        {
            let mut line = self.inner.lock();
            line.waiting.retain(|entry| !entry.given_up.load(Ordering::Relaxed));
            let of_client = line.waiting.iter().filter(|entry| client.is_some() && entry.client == client).count();
            if line.waiting.len() >= self.limits.max || of_client >= self.limits.max_per_client {
                return Err(Problem::busy());
            }
            let mut hasher = DefaultHasher::new();
            key.hash(&mut hasher);
            let place = (hasher.finish() % line.flags.len() as u64) as usize;
            line.waiting.push_back(Entry { place, client, given_up: given_up.clone(), work, answer });
        }
        self.inner.changed.notify_all();
        let waiter = Waiter { given_up, inner: self.inner.clone() };
        let result = answered.await.unwrap_or_else(|_| Err(broken()));
        drop(waiter);
        result
    }
}

impl<T> Line<T> {
    /// The next work for this thread: its own, or that of a thread which is at work.
    fn next(&mut self, place: usize) -> Option<Entry<T>> {
        self.waiting.retain(|entry| !entry.given_up.load(Ordering::Relaxed));
        let mine = |entry: &Entry<T>| entry.place == place || self.working[entry.place].is_some();
        let found = self.waiting.iter().position(mine)?;
        self.waiting.remove(found)
    }
}

fn run<T>(place: usize, inner: &Inner<T>, budget: &Budget) {
    let mut bench = Bench::new(budget.clone());
    loop {
        let entry = {
            let mut line = inner.lock();
            loop {
                if let Some(entry) = line.next(place) {
                    line.working[place] = Some(entry.given_up.clone());
                    line.flags[place].store(entry.given_up.load(Ordering::Relaxed), Ordering::Relaxed);
                    break entry;
                }
                let waited = inner.changed.wait_timeout(line, IDLE_LOOK).unwrap_or_else(PoisonError::into_inner);
                line = waited.0;
                // What nobody asks for makes room for what is asked.
                if waited.1.timed_out() && bench.is_full() {
                    drop(line);
                    bench.clear();
                    line = inner.lock();
                }
            }
        };
        bench.make_room();
        // Others may take what waits for this thread now.
        inner.changed.notify_all();
        let result = catch_unwind(AssertUnwindSafe(|| (entry.work)(&mut bench))).unwrap_or_else(|_| {
            bench.clear();
            Err(broken())
        });
        inner.lock().working[place] = None;
        // Nobody may be waiting any more.
        let _ = entry.answer.send(result);
    }
}

fn broken() -> Problem {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", "the work broke off because of a mistake in the program")
        .hint("please report the game and the position")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;
    use std::time::Instant;

    const WAITING: Waiting = Waiting { max: 8, max_per_client: 8 };

    fn in_time<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
    }

    #[test]
    fn work_that_panics_is_answered_and_the_thread_goes_on() {
        in_time(async {
            let pool: Pool<u32> = Pool::start(1, WAITING, &Budget::default()).unwrap();
            let broken = pool.ask(None, "a", Box::new(|_| panic!("on purpose"))).await.unwrap_err();
            assert_eq!(broken.kind, "broken");
            assert_eq!(pool.ask(None, "a", Box::new(|_| Ok(7))).await.unwrap(), 7);
        });
    }

    #[test]
    fn work_that_nobody_waits_for_is_stopped() {
        in_time(async {
            let pool: Pool<u32> = Pool::start(1, WAITING, &Budget::default()).unwrap();
            let endless = pool.ask(
                None,
                "a",
                Box::new(|bench| {
                    while !bench.is_cancelled() {
                        std::thread::yield_now();
                    }
                    Ok(0)
                }),
            );
            assert!(tokio::time::timeout(Duration::from_millis(50), endless).await.is_err());
            let began = Instant::now();
            assert_eq!(pool.ask(None, "b", Box::new(|bench| Ok(u32::from(bench.is_cancelled())))).await.unwrap(), 0);
            assert!(began.elapsed() < Duration::from_secs(5));
        });
    }

    #[test]
    fn more_than_may_wait_are_told_to_come_back() {
        in_time(async {
            let pool: Pool<u32> = Pool::start(1, Waiting { max: 0, ..WAITING }, &Budget::default()).unwrap();
            assert_eq!(pool.ask(None, "a", Box::new(|_| Ok(1))).await.unwrap_err().kind, "busy");
        });
    }

    #[test]
    fn one_client_does_not_fill_the_line() {
        in_time(async {
            let pool: Pool<u32> = Pool::start(1, Waiting { max: 8, max_per_client: 2 }, &Budget::default()).unwrap();
            let (one, other) = (IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2)));
            let (release, held) = std::sync::mpsc::channel::<()>();
            let (begun, begins) = oneshot::channel();
            let first = pool.ask(
                Some(one),
                "a",
                Box::new(move |_| {
                    begun.send(()).unwrap();
                    held.recv().unwrap();
                    Ok(0)
                }),
            );
            let rest = async {
                begins.await.unwrap();
                let ask = |client| pool.ask(Some(client), "a", Box::new(|_| Ok(1)));
                let (second, third) = (ask(one), ask(one));
                let refused = async {
                    // Two wait by now.
                    tokio::task::yield_now().await;
                    let refused = ask(one).await.map_err(|problem| problem.kind);
                    release.send(()).unwrap();
                    (refused, ask(other).await.unwrap())
                };
                tokio::join!(second, third, refused).2
            };
            let (_, told) = tokio::join!(first, rest);
            assert_eq!(told, (Err("busy"), 1));
        });
    }
}
