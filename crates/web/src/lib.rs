//! The page of grundy and its HTTP interface.
//!
//! In: [`Options`]. Out: a server that answers questions about games with the same JSON as the command line, and hands out
//! the page that asks them. The page is built from `web/ui` and lies inside the program; no other service is needed.
//!
//! It is safe by default: it listens on loopback, looks at `Host` and `Origin`, limits what a request may cost, cancels
//! what nobody waits for, and touches no file of the machine. Nothing is kept on the server that a user would miss: what
//! is saved is in the browser or in a file of the user's.
//!
//! Wrong tool for the open internet: there are no accounts and no encryption.

mod ask;
mod asked;
mod bench;
mod describe;
mod guard;
mod jobs;
mod languages;
mod options;
mod page;
mod pool;
mod problem;
mod router;

pub use options::{Limits, Options, USUAL_PORT};

use axum::Router;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

/// How long a connection may take to send the head of a request, or stay silent between two.
const HEAD_PATIENCE: Duration = Duration::from_secs(30);
/// How long a reader may leave what was written unread.
const WRITE_PATIENCE: Duration = Duration::from_secs(30);

/// Serves until the program ends. `ready` is told the address once connections are accepted.
///
/// # Errors
/// The address cannot be listened on, or the machine has no room for the threads.
pub fn serve(options: Options, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async move {
        let listener = TcpListener::bind(options.address).await?;
        let address = listener.local_addr()?;
        let most = options.limits.connections;
        let router = router::router(Arc::new(options))?;
        ready(address);
        accept(listener, router, most).await
    })
}

/// Takes connections one after the other, each served by a task of its own, so many at once.
async fn accept(listener: TcpListener, router: Router, most: usize) -> io::Result<()> {
    let places = Arc::new(Semaphore::new(most));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return Ok(()) };
        match listener.accept().await {
            Ok((stream, _)) => {
                let router = router.clone();
                tokio::spawn(async move {
                    connection(stream, router).await;
                    drop(place);
                });
            }
            // Out of descriptors, or the other side has gone again: others are served meanwhile.
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

async fn connection(stream: TcpStream, router: Router) {
    // Answers are short and waited for.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_PATIENCE));
    let io = TokioIo::new(Box::pin(stream) as Pin<Box<TimeoutStream<TcpStream>>>);
    let service = TowerToHyperService::new(router);
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_PATIENCE).max_buf_size(64 << 10);
    // What goes wrong with a connection is its own affair: a broken pipe, words that are not HTTP.
    let _ = builder.serve_connection(io, service).await;
}
