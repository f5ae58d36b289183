//! Byte stream of a connection with a time limit: a client that does not read its response is cut off.

use std::future::Future as _;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use super::places::Place;
use crate::http::limits::WRITE_TIME;
use crate::meters::OneMore;

/// Stream of one connection. It holds its slot for as long as it is open, also as a websocket.
#[derive(Debug)]
pub(super) struct Watched {
    stream: TcpStream,
    place: Arc<Place>,
    /// Counts the connection in the metrics while it is open.
    _open: OneMore,
    /// Timer for the client to read more of the response.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Watched {
    /// Wraps an accepted stream.
    pub(super) fn new(stream: TcpStream, place: Arc<Place>, open: OneMore) -> Self {
        Self {
            stream,
            place,
            _open: open,
            stalled: None,
        }
    }

    /// Handles the result of a write and applies the time limit. A websocket limits each of its messages itself.
    fn wrote<T>(
        &mut self,
        wrote: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if wrote.is_ready() || self.place.is_socket() {
            self.stalled = None;
            if wrote.is_ready() {
                self.place.stir();
            }
            return wrote;
        }
        let stalled = self
            .stalled
            .get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + WRITE_TIME)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.place.stir();
        }
        read
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wrote(wrote, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.wrote(wrote, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
