//! The page of grundy and its HTTP interface.
//!
//! In: [`Options`]. Out: a server that answers questions about games with the same JSON as the command line, and serves
//! the page that asks them. The page is built from `web/ui` and embedded in the program; no other service is needed.
//!
//! It is safe by default: it listens on loopback, checks `Host` and `Origin`, limits what a request may cost, cancels
//! work that no client waits for, and touches no file of the machine. The server stores nothing that a user would miss:
//! saved data is in the browser or in a file of the user.
//!
//! Wrong tool for the open internet: there are no accounts and no encryption.

mod answer;
mod authority;
mod connections;
mod guard;
mod jobs;
mod limits;
mod options;
mod page;
mod pool;
mod problem;
mod reader;
mod router;

pub use limits::Limits;
pub use options::{DEFAULT_PORT, Options};

use axum::Router;
use connections::{Connection, Connections, Watched};
use hyper::body::Incoming;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use problem::Problem;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;

/// How long a client may leave written data unread.
const WRITE_PATIENCE: Duration = Duration::from_secs(30);

/// Serves until the program ends. Calls `ready` with the address once connections are accepted.
///
/// # Errors
/// Fails if the address cannot be listened on or the threads cannot be started.
pub fn serve(mut options: Options, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async move {
        let listener = TcpListener::bind(options.address).await?;
        let address = listener.local_addr()?;
        options.address = address;
        let limits = options.limits.clone();
        let router = router::router(Arc::new(options))?;
        ready(address);
        accept(listener, router, &limits).await;
        Ok(())
    })
}

/// Accepts connections one after the other, each served by a task of its own.
async fn accept(listener: TcpListener, router: Router, limits: &Limits) {
    let connections = Connections::new(limits.connections, limits.client_connections);
    let head_patience = seconds(limits.head_seconds);
    loop {
        match listener.accept().await {
            Ok((stream, client)) => match connections.admit(client.ip()) {
                Some(admitted) => {
                    let router = router.clone();
                    tokio::spawn(async move {
                        tokio::select! {
                            () = connection(stream, router, admitted.connection(), head_patience) => {}
                            () = admitted.dropped() => {}
                        }
                    });
                }
                // All connections that it may have are busy.
                None => drop(tokio::spawn(tokio::time::timeout(BUSY_PATIENCE, refuse(stream)))),
            },
            // Out of file descriptors, or the peer has disconnected: others are served meanwhile.
            Err(_) => {
                connections.drop_a_silent_one();
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }
}

/// Time limit for refusing a connection.
const BUSY_PATIENCE: Duration = Duration::from_secs(1);

/// Refuses a connection because there are too many, and closes it.
async fn refuse(mut stream: TcpStream) {
    use tokio::io::AsyncWriteExt;
    // A write error means that the client has disconnected.
    let _ = stream.write_all(&Problem::crowded().last_response()).await;
    let _ = stream.shutdown().await;
}

/// Converts seconds to a duration; zero if they are not a valid one.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

async fn connection(stream: TcpStream, router: Router, connection: &Arc<Connection>, head_patience: Duration) {
    // Answers are short and waited for.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_PATIENCE));
    let stream = Box::pin(stream) as Pin<Box<TimeoutStream<TcpStream>>>;
    let io = TokioIo::new(Watched::new(stream, connection.clone()));
    let inner = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(connection.clone());
        inner.call(request)
    });
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(head_patience).max_buf_size(64 << 10);
    // Errors of a connection (a broken pipe, bytes that are not HTTP) concern no other.
    let _ = builder.serve_connection(io, service).await;
}
