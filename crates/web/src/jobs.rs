//! Long work: started, watched, cancelled; found again after a reload.
//!
//! In: a question. Out: the name of a job, and a stream of events that reports its progress and ends with its answer.
//! A client that reloads the page watches the same job again; a job that no client has watched for a while is
//! cancelled.

use crate::answer::Answer;
use crate::limits::Limits;
use crate::pool::{Pool, Waiting};
use crate::problem::Problem;
use axum::http::StatusCode;
use grundy::request::SolverCache;
use grundy::{Budget, Report};
use grundy_message::message;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio_stream::Stream;
use tokio_stream::wrappers::WatchStream;

/// How long a job runs while no client watches it.
const UNWATCHED: Duration = Duration::from_secs(20);
/// How long a finished job is kept.
const KEPT: Duration = Duration::from_secs(600);
/// Like [`KEPT`], while the memory is full.
const KEPT_WHEN_FULL: Duration = Duration::from_secs(5);
/// Minimum time between two reports of progress.
const PAUSE: Duration = Duration::from_millis(100);

/// State of a job.
#[derive(Clone, Debug)]
pub enum Stage {
    /// In the queue.
    Waiting,
    /// Running; the latest report of its progress.
    Working(Report),
    /// Finished with this answer.
    Done(Arc<Value>),
    /// Finished without an answer, for this reason.
    Failed(Arc<Problem>),
}

impl Stage {
    /// Returns true if the job is finished.
    pub fn is_over(&self) -> bool {
        matches!(self, Stage::Done(_) | Stage::Failed(_))
    }

    /// Returns the name and the data of the event.
    pub fn event(&self) -> (&'static str, Value) {
        match self {
            Stage::Waiting => ("waiting", json!({})),
            Stage::Working(report) => {
                ("progress", json!({"done": report.done, "total": report.total, "what": report.what.text}))
            }
            Stage::Done(answer) => ("done", (**answer).clone()),
            Stage::Failed(problem) => ("failed", problem.data()),
        }
    }
}

struct Job {
    /// Serial number, in the order of arrival.
    number: u64,
    /// The client that started it.
    client: Option<IpAddr>,
    stage: watch::Sender<Stage>,
    cancelled: Arc<AtomicBool>,
    /// Since when the job is finished or no client watches it.
    idle_since: Instant,
}

/// All jobs of the server.
pub struct Jobs {
    pool: Pool<()>,
    limits: Limits,
    jobs: Mutex<BTreeMap<String, Job>>,
    count: AtomicU64,
    secret: RandomState,
}

impl Jobs {
    /// Starts the threads, without any job.
    ///
    /// # Errors
    /// Fails if the threads cannot be started.
    pub fn start(limits: &Limits) -> io::Result<Arc<Jobs>> {
        let waiting = Waiting { max: limits.jobs, max_per_client: limits.client_waiting };
        let budget = Budget { full: limits.full.clone(), ..Budget::default() };
        let pool = Pool::start(limits.jobs_at_once, waiting, &budget)?;
        let jobs = Arc::new(Jobs {
            pool,
            limits: limits.clone(),
            jobs: Mutex::new(BTreeMap::new()),
            count: AtomicU64::new(0),
            secret: RandomState::new(),
        });
        let weak = Arc::downgrade(&jobs);
        tokio::spawn(async move {
            while let Some(jobs) = weak.upgrade() {
                jobs.tidy();
                drop(jobs);
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        });
        Ok(jobs)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Job>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a job and returns its name.
    ///
    /// # Errors
    /// Fails if there are too many jobs.
    pub fn begin(
        self: &Arc<Jobs>,
        client: Option<IpAddr>,
        question: String,
        request: Value,
    ) -> Result<String, Problem> {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let name = format!("{:016x}", self.secret.hash_one(number));
        let (stage, _) = watch::channel(Stage::Waiting);
        let cancelled = Arc::new(AtomicBool::new(false));
        {
            let mut jobs = self.lock();
            // Half of the slots are reserved for other clients.
            let is_open = |job: &&Job| client.is_some() && job.client == client && !job.stage.borrow().is_over();
            if jobs.values().filter(is_open).count() >= self.limits.jobs.div_ceil(2) {
                return Err(Problem::busy());
            }
            if jobs.len() >= self.limits.jobs {
                // The oldest finished job is dropped.
                let over =
                    jobs.iter().filter(|(_, job)| job.stage.borrow().is_over()).min_by_key(|(_, job)| job.number);
                match over.map(|(name, _)| name.clone()) {
                    Some(name) => drop(jobs.remove(&name)),
                    None => return Err(Problem::busy()),
                }
            }
            let (stage, cancelled) = (stage.clone(), cancelled.clone());
            let job = Job { number, client, stage, cancelled, idle_since: Instant::now() };
            jobs.insert(name.clone(), job);
        }
        let (jobs, limits, key) = (self.clone(), self.limits.clone(), name.clone());
        tokio::spawn(async move {
            let (progress, flag) = (stage.clone(), cancelled.clone());
            let work = Box::new(move |_: &mut SolverCache| {
                let mut cache = SolverCache::new(budget(&limits, flag, &progress));
                cache.begin();
                let answer = Answer::new(&question, &request, &mut cache, &limits)?;
                progress.send_replace(Stage::Done(Arc::new(match answer {
                    Answer::Json(data) => data,
                    Answer::Csv(text) => json!({"csv": text}),
                })));
                Ok(())
            });
            if let Err(problem) = jobs.pool.ask(client, &key, work).await {
                stage.send_replace(Stage::Failed(Arc::new(problem)));
            }
        });
        Ok(name)
    }

    /// Watches a job.
    ///
    /// # Errors
    /// Fails if there is no job of that name.
    pub fn watch(&self, name: &str) -> Result<Stages, Problem> {
        let jobs = self.lock();
        let job = jobs.get(name).ok_or_else(unknown)?;
        Ok(Stages { stream: WatchStream::new(job.stage.subscribe()), over: false })
    }

    /// Returns the state of a job.
    ///
    /// # Errors
    /// Fails if there is no job of that name.
    pub fn stage(&self, name: &str) -> Result<Stage, Problem> {
        Ok(self.lock().get(name).ok_or_else(unknown)?.stage.borrow().clone())
    }

    /// Cancels a job; what it has found until now becomes its answer.
    ///
    /// # Errors
    /// Fails if there is no job of that name.
    pub fn cancel(&self, name: &str) -> Result<(), Problem> {
        self.lock().get(name).ok_or_else(unknown)?.cancelled.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Cancels jobs that no client watches, and drops jobs that finished long ago.
    fn tidy(&self) {
        let is_full = self.limits.full.as_ref().is_some_and(|full| full.load(Ordering::Relaxed));
        self.lock().retain(|_, job| {
            let over = job.stage.borrow().is_over();
            if job.stage.receiver_count() > 0 {
                job.idle_since = Instant::now();
            }
            let idle = job.idle_since.elapsed();
            if !over && idle > UNWATCHED {
                job.cancelled.store(true, Ordering::Relaxed);
            }
            // While the memory is full, answers are dropped as soon as clients have had time to fetch them.
            let max_idle = if is_full { KEPT_WHEN_FULL } else { KEPT };
            !(over && idle > max_idle)
        });
    }
}

/// Stream of the states of a job, up to the last one.
pub struct Stages {
    stream: WatchStream<Stage>,
    over: bool,
}

impl Stream for Stages {
    type Item = Stage;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Stage>> {
        if self.over {
            return Poll::Ready(None);
        }
        let polled = Pin::new(&mut self.stream).poll_next(context);
        if let Poll::Ready(Some(stage)) = &polled {
            self.over = stage.is_over();
        }
        polled
    }
}

fn unknown() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "unknown-job", message!("there is no such job"))
        .hint(message!("begin it again"))
}

/// Returns the budget of a job, which reports its progress to `stage`.
fn budget(limits: &Limits, cancelled: Arc<AtomicBool>, stage: &watch::Sender<Stage>) -> Budget {
    let (stage, last) = (stage.clone(), Mutex::new(None::<Instant>));
    let progress = move |report: Report| {
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_none_or(|last| last.elapsed() > PAUSE) {
            *last = Some(Instant::now());
            stage.send_replace(Stage::Working(report));
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Budget {
        max_seconds: Some(limits.job_seconds),
        max_bytes: limits.table_bytes / 2 / limits.jobs_at_once.max(1) as u64,
        max_packed_positions: limits.job_positions.saturating_mul(1000),
        max_packed_moves: u64::MAX,
        cancelled: Some(cancelled),
        progress: Some(Arc::new(progress)),
        full: limits.full.clone(),
        threads: cores,
        ..Budget::positions(limits.job_positions)
    }
}
