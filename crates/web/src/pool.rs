//! Threads that answer questions, one at a time each, with solvers of their own.
//!
//! In: work with the key of its game. Out: its result, when its turn comes. Clients take turns, so that a client with
//! many questions waits for its own. A question goes to the thread that has the solver of its game, unless that thread
//! is busy and another is free. When the queue is full, the client with the most questions loses one to a client with
//! fewer. Work that no client waits for any more is skipped, or stopped if it has begun. A panic becomes an answer too,
//! and the thread goes on with new solvers.

use crate::problem::Problem;
use axum::http::StatusCode;
use grundy::Budget;
use grundy::request::SolverCache;
use grundy_message::message;
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;

/// Stack size of a thread. Rules may nest as deeply as the parser allows, and walking them needs more than the default.
const STACK_BYTES: usize = 256 << 20;

/// How often an idle thread checks whether the memory is full.
const IDLE_LOOK: Duration = Duration::from_millis(100);

type Work<T> = Box<dyn FnOnce(&mut SolverCache) -> Result<T, Problem> + Send>;

/// Threads and the queue of their work.
pub struct Pool<T> {
    inner: Arc<Inner<T>>,
    limits: Waiting,
}

/// Limits on the queue.
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    /// Maximum number of questions that wait.
    pub max: usize,
    /// Maximum number of questions of one client that wait.
    pub max_per_client: usize,
}

struct Inner<T> {
    line: Mutex<Line<T>>,
    changed: Condvar,
}

struct Line<T> {
    waiting: VecDeque<Entry<T>>,
    /// What each thread works on, and for which client.
    working: Vec<Option<Working>>,
    /// Clients whose questions were taken last, the latest at the end.
    served: VecDeque<Option<IpAddr>>,
    /// Cancellation flag of each thread.
    flags: Vec<Arc<AtomicBool>>,
}

#[derive(Clone)]
struct Working {
    given_up: Arc<AtomicBool>,
    client: Option<IpAddr>,
}

struct Entry<T> {
    /// Index of the thread that probably has the solver.
    index: usize,
    /// The client.
    client: Option<IpAddr>,
    /// Set when the client no longer waits for it.
    given_up: Arc<AtomicBool>,
    work: Work<T>,
    answer: oneshot::Sender<Result<T, Problem>>,
}

/// A client that waits for work; gives it up when dropped.
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
            if working.as_ref().is_some_and(|mine| Arc::ptr_eq(&mine.given_up, &self.given_up)) {
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
    /// Starts `threads` threads, each with this budget per question.
    ///
    /// # Errors
    /// Fails if the threads cannot be started.
    pub fn start(threads: usize, limits: Waiting, budget: &Budget) -> io::Result<Pool<T>> {
        let flags: Vec<Arc<AtomicBool>> = (0..threads.max(1)).map(|_| Arc::new(AtomicBool::new(false))).collect();
        let line = Line {
            waiting: VecDeque::new(),
            working: vec![None; flags.len()],
            served: VecDeque::new(),
            flags: flags.clone(),
        };
        let inner = Arc::new(Inner { line: Mutex::new(line), changed: Condvar::new() });
        for (index, flag) in flags.into_iter().enumerate() {
            let inner = inner.clone();
            let budget = Budget { cancelled: Some(flag), ..budget.clone() };
            std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || run(index, &inner, &budget))?;
        }
        Ok(Pool { inner, limits })
    }

    /// Waits for the result of this work on the game of this key, for this client. Dropping the future stops the work.
    ///
    /// # Errors
    /// Fails if the work fails or the queue is full.
    pub async fn ask(&self, client: Option<IpAddr>, key: &str, work: Work<T>) -> Result<T, Problem> {
        let given_up = Arc::new(AtomicBool::new(false));
        let (answer, answered) = oneshot::channel();
        {
            let mut line = self.inner.lock();
            line.waiting.retain(|entry| !entry.given_up.load(Ordering::Relaxed));
            if client.is_some() && line.count_of(client) >= self.limits.max_per_client
                || line.waiting.len() >= self.limits.max && !line.make_room_for(client)
            {
                return Err(Problem::busy());
            }
            let mut hasher = DefaultHasher::new();
            key.hash(&mut hasher);
            let index = (hasher.finish() % line.flags.len() as u64) as usize;
            line.waiting.push_back(Entry { index, client, given_up: given_up.clone(), work, answer });
        }
        self.inner.changed.notify_all();
        let waiter = Waiter { given_up, inner: self.inner.clone() };
        let result = answered.await.unwrap_or_else(|_| Err(broken()));
        drop(waiter);
        result
    }
}

impl<T> Line<T> {
    /// Returns how many questions of a client wait.
    fn count_of(&self, client: Option<IpAddr>) -> usize {
        self.waiting.iter().filter(|entry| entry.client == client).count()
    }

    /// Refuses the latest question of the client with the most, if `client` has fewer even with one more.
    fn make_room_for(&mut self, client: Option<IpAddr>) -> bool {
        let greatest = self.waiting.iter().map(|entry| (self.count_of(entry.client), entry.client)).max();
        let Some((_, greatest)) = greatest.filter(|(count, _)| *count > self.count_of(client) + 1) else {
            return false;
        };
        let latest = self.waiting.iter().rposition(|entry| entry.client == greatest);
        if let Some(entry) = latest.and_then(|index| self.waiting.remove(index)) {
            // The client may have stopped waiting.
            let _ = entry.answer.send(Err(Problem::busy()));
        }
        true
    }

    /// Returns the next work for this thread: its own, or that of a busy thread; of the client for whom the fewest
    /// threads work and who was served longest ago.
    fn next(&mut self, index: usize) -> Option<Entry<T>> {
        self.waiting.retain(|entry| !entry.given_up.load(Ordering::Relaxed));
        let turn = |client: Option<IpAddr>| {
            let working = self.working.iter().flatten().filter(|working| working.client == client).count();
            (working, self.served.iter().position(|served| *served == client).map_or(0, |turn| turn + 1))
        };
        let mine = self
            .waiting
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.index == index || self.working[entry.index].is_some());
        let (found, client) =
            mine.min_by_key(|(_, entry)| turn(entry.client)).map(|(found, entry)| (found, entry.client))?;
        self.served.retain(|served| *served != client && self.waiting.iter().any(|entry| entry.client == *served));
        self.served.push_back(client);
        self.waiting.remove(found)
    }
}

fn run<T>(index: usize, inner: &Inner<T>, budget: &Budget) {
    let mut cache = SolverCache::new(budget.clone());
    loop {
        let entry = {
            let mut line = inner.lock();
            loop {
                if let Some(entry) = line.next(index) {
                    line.working[index] = Some(Working { given_up: entry.given_up.clone(), client: entry.client });
                    line.flags[index].store(entry.given_up.load(Ordering::Relaxed), Ordering::Relaxed);
                    break entry;
                }
                let waited = inner.changed.wait_timeout(line, IDLE_LOOK).unwrap_or_else(PoisonError::into_inner);
                line = waited.0;
                // Solvers that are not in use are dropped to free memory.
                if waited.1.timed_out() && cache.is_full() {
                    drop(line);
                    cache.clear();
                    line = inner.lock();
                }
            }
        };
        cache.make_room();
        cache.begin();
        // Other threads may now take what is queued for this one.
        inner.changed.notify_all();
        let result = catch_unwind(AssertUnwindSafe(|| (entry.work)(&mut cache))).unwrap_or_else(|_| {
            cache.clear();
            Err(broken())
        });
        inner.lock().working[index] = None;
        // The client may have stopped waiting.
        let _ = entry.answer.send(result);
    }
}

fn broken() -> Problem {
    Problem::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "broken",
        message!("the work broke off because of a mistake in the program"),
    )
    .hint(message!("please report the game and the position"))
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
    fn work_without_a_waiting_client_is_stopped() {
        in_time(async {
            let pool: Pool<u32> = Pool::start(1, WAITING, &Budget::default()).unwrap();
            let endless = pool.ask(
                None,
                "a",
                Box::new(|cache| {
                    while !cache.budget().is_cancelled() {
                        std::thread::yield_now();
                    }
                    Ok(0)
                }),
            );
            assert!(tokio::time::timeout(Duration::from_millis(50), endless).await.is_err());
            let began = Instant::now();
            assert_eq!(
                pool.ask(None, "b", Box::new(|cache| Ok(u32::from(cache.budget().is_cancelled())))).await.unwrap(),
                0
            );
            assert!(began.elapsed() < Duration::from_secs(5));
        });
    }

    #[test]
    fn questions_beyond_the_limit_are_refused_as_busy() {
        in_time(async {
            let pool: Pool<u32> = Pool::start(1, Waiting { max: 0, ..WAITING }, &Budget::default()).unwrap();
            assert_eq!(pool.ask(None, "a", Box::new(|_| Ok(1))).await.unwrap_err().kind, "busy");
        });
    }

    #[test]
    fn clients_take_turns_and_the_one_with_most_waiting_loses_a_question() {
        let client = |last: u8| Some(IpAddr::V4(Ipv4Addr::new(127, 0, 0, last)));
        let mut line: Line<u32> = Line {
            waiting: VecDeque::new(),
            working: vec![None],
            served: VecDeque::new(),
            flags: vec![Arc::new(AtomicBool::new(false))],
        };
        let mut answers = Vec::new();
        for last in [1, 1, 1, 1, 2, 3] {
            let (answer, answered) = oneshot::channel();
            let given_up = Arc::new(AtomicBool::new(false));
            line.waiting.push_back(Entry {
                index: 0,
                client: client(last),
                given_up,
                work: Box::new(|_| Ok(0)),
                answer,
            });
            answers.push(answered);
        }
        assert!(line.make_room_for(client(2)));
        assert_eq!(answers[3].try_recv().unwrap().unwrap_err().kind, "busy");
        assert!(!line.make_room_for(client(1)));
        let order: Vec<Option<IpAddr>> = std::iter::from_fn(|| line.next(0)).map(|entry| entry.client).collect();
        assert_eq!(order, [1, 2, 3, 1, 1].map(client));
    }

    #[test]
    fn one_client_does_not_fill_the_queue() {
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
            let (_, results) = tokio::join!(first, rest);
            assert_eq!(results, (Err("busy"), 1));
        });
    }
}
