//! Open connections. They are limited, all together and for each client, and one that has not sent a whole request is
//! dropped for the next, so that silent clients block no other.

use crate::problem::Problem;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::StatusCode;
use axum::response::Response;
use std::io;
use std::net::{IpAddr, Ipv6Addr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;

/// The open connections.
pub struct Connections {
    max: usize,
    max_per_client: usize,
    /// Oldest first.
    open: Mutex<Vec<Arc<Connection>>>,
}

/// One connection, shared with the handlers of its requests.
pub struct Connection {
    client: IpAddr,
    /// Number of requests that have arrived whole and are not fully answered.
    requests: AtomicUsize,
    /// True if the end of an answer may not have been sent yet.
    is_writing: AtomicBool,
    dropped: Notify,
}

impl Connection {
    /// Returns the client's address.
    pub fn client(&self) -> IpAddr {
        self.client
    }

    /// Returns true if it can be dropped without losing a request or an answer.
    fn is_silent(&self) -> bool {
        self.requests.load(Ordering::Acquire) == 0 && !self.is_writing.load(Ordering::Acquire)
    }

    /// Notes that everything written so far has been sent.
    fn flushed(&self) {
        self.is_writing.store(false, Ordering::Release);
    }
}

/// A slot among the open connections, released when dropped.
pub struct Admitted {
    connections: Arc<Connections>,
    connection: Arc<Connection>,
}

impl Connections {
    /// Creates an empty set of at most `max` connections.
    pub fn new(max: usize, max_per_client: usize) -> Arc<Connections> {
        let (max, max_per_client) = (max.max(1), max_per_client.max(1));
        Arc::new(Connections { max, max_per_client, open: Mutex::new(Vec::new()) })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Connection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a client, replacing a silent connection if there is no slot; `None` if all connections are busy.
    pub fn admit(self: &Arc<Self>, client: IpAddr) -> Option<Admitted> {
        let client = network(client);
        let mut open = self.lock();
        let of_client =
            |open: &[Arc<Connection>], client| open.iter().filter(|connection| connection.client == client).count();
        if of_client(&open, client) >= self.max_per_client && !drop_oldest(&mut open, Some(client)) {
            return None;
        }
        if open.len() >= self.max {
            // The client with the most connections loses one first.
            let greatest =
                open.iter().map(|connection| connection.client).max_by_key(|client| of_client(&open, *client));
            if !drop_oldest(&mut open, greatest) && !drop_oldest(&mut open, None) {
                return None;
            }
        }
        let connection = Arc::new(Connection {
            client,
            requests: AtomicUsize::new(0),
            is_writing: AtomicBool::new(false),
            dropped: Notify::new(),
        });
        open.push(connection.clone());
        Some(Admitted { connections: self.clone(), connection })
    }

    /// Drops a silent connection when the machine has no room for another.
    pub fn drop_a_silent_one(&self) {
        drop_oldest(&mut self.lock(), None);
    }
}

/// Drops the oldest silent connection, of `client` if given; returns false if there is none.
fn drop_oldest(open: &mut Vec<Arc<Connection>>, client: Option<IpAddr>) -> bool {
    let is_silent = |connection: &Arc<Connection>| {
        client.is_none_or(|client| connection.client == client) && connection.is_silent()
    };
    match open.iter().position(is_silent) {
        Some(index) => {
            open.remove(index).dropped.notify_one();
            true
        }
        None => false,
    }
}

/// Returns what counts as one client: an address, or its network in IPv6, where a client has many addresses.
fn network(client: IpAddr) -> IpAddr {
    match client.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        address => address,
    }
}

impl Admitted {
    /// Returns the connection.
    pub fn connection(&self) -> &Arc<Connection> {
        &self.connection
    }

    /// Waits until another connection takes this slot.
    pub async fn dropped(&self) {
        self.connection.dropped.notified().await;
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.connections.lock().retain(|connection| !Arc::ptr_eq(connection, &self.connection));
    }
}

/// A request that has arrived whole, until it is fully answered.
pub struct Answering(Arc<Connection>);

impl Answering {
    /// Marks the connection as not silent.
    pub fn begin(connection: &Arc<Connection>) -> Answering {
        connection.requests.fetch_add(1, Ordering::Relaxed);
        Answering(connection.clone())
    }

    /// Keeps the mark until the last byte of this response is taken.
    pub fn until_the_end_of(self, response: Response) -> Response {
        response.map(|body| Body::new(Answer { body, _answering: self }))
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        // The last bytes are handed over, but not sent yet.
        self.0.is_writing.store(true, Ordering::Release);
        self.0.requests.fetch_sub(1, Ordering::Release);
    }
}

/// Stream of a connection that notes when everything written to it has been sent. It gives the refusals of hyper, which
/// have no body, the body of a problem.
pub struct Watched<S> {
    stream: S,
    connection: Arc<Connection>,
    /// What is left to send of a refusal.
    refusal: Vec<u8>,
}

impl<S> Watched<S> {
    /// Wraps the stream of this connection.
    pub fn new(stream: S, connection: Arc<Connection>) -> Watched<S> {
        Watched { stream, connection, refusal: Vec::new() }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if self.refusal.is_empty() {
            match refusal(bytes) {
                Some(problem) => self.refusal = problem.last_response(),
                None => return Pin::new(&mut self.stream).poll_write(context, bytes),
            }
        }
        while !self.refusal.is_empty() {
            let Watched { stream, refusal, .. } = &mut *self;
            match ready!(Pin::new(stream).poll_write(context, refusal))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                sent => drop(refusal.drain(..sent)),
            }
        }
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if let Some(first) = pieces.first().filter(|first| !self.refusal.is_empty() || refusal(first).is_some()) {
            return self.poll_write(context, first);
        }
        Pin::new(&mut self.stream).poll_write_vectored(context, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // The writer flushes the stream when its own buffers are empty.
        let polled = Pin::new(&mut self.stream).poll_flush(context);
        if polled.is_ready() {
            self.connection.flushed();
        }
        polled
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// Returns the problem of a refusal that hyper writes itself: a head without a body. Ours all have one.
fn refusal(head: &[u8]) -> Option<Problem> {
    let status = head.strip_prefix(b"HTTP/1.")?.get(2..5)?;
    let problem = Problem::unreadable(StatusCode::from_bytes(status).ok()?)?;
    const NO_BODY: &[u8] = b"content-length: 0\r\n";
    head.windows(NO_BODY.len()).any(|header| header == NO_BODY).then_some(problem)
}

struct Answer {
    body: Body,
    _answering: Answering,
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> http_body::SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(last: u8) -> IpAddr {
        IpAddr::from([127, 0, 0, last])
    }

    #[test]
    fn a_silent_connection_makes_room_for_the_next_of_its_client() {
        let connections = Connections::new(10, 3);
        let mut admitted: Vec<Admitted> = (0..3).map(|_| connections.admit(client(1)).unwrap()).collect();
        let answering = Answering::begin(admitted[0].connection());
        admitted.push(connections.admit(client(1)).unwrap());
        let still = |index: usize| {
            connections.lock().iter().any(|connection| Arc::ptr_eq(connection, admitted[index].connection()))
        };
        assert_eq!([still(0), still(1), still(2), still(3)], [true, false, true, true]);
        let busy: Vec<Answering> = [2, 3].map(|index| Answering::begin(admitted[index].connection())).into();
        assert!(connections.admit(client(1)).is_none());
        assert!(connections.admit(client(2)).is_some());
        drop((answering, busy));
        assert!(connections.admit(client(1)).is_none(), "the ends of three answers are still being written");
        admitted[2].connection().flushed();
        assert!(connections.admit(client(1)).is_some());
    }

    #[test]
    fn the_client_with_the_most_connections_loses_one_first() {
        let connections = Connections::new(4, 3);
        let few = connections.admit(client(1)).unwrap();
        let many: Vec<Admitted> = (0..3).map(|_| connections.admit(client(2)).unwrap()).collect();
        let _new = connections.admit(client(3)).unwrap();
        let open = connections.lock();
        assert!(open.iter().any(|connection| Arc::ptr_eq(connection, few.connection())));
        assert_eq!(
            many.iter().filter(|admitted| open.iter().any(|other| Arc::ptr_eq(other, admitted.connection()))).count(),
            2
        );
        assert_eq!(open.len(), 4);
    }

    #[test]
    fn addresses_of_one_network_are_one_client() {
        let parse = |text: &str| network(text.parse().unwrap());
        assert_eq!(parse("2001:db8::1"), parse("2001:db8::ffff"));
        assert_ne!(parse("2001:db8::1"), parse("2001:db8:0:1::1"));
        assert_eq!(parse("::ffff:127.0.0.1"), client(1));
    }
}
