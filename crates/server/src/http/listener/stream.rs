//! Byte stream of a connection with a time limit: a client that does not read its response is cut off.

use std::future::Future as _;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use super::slots::ConnectionSlot;
use super::transport::Transport;
use crate::http::limits::WRITE_TIME;
use crate::metrics::GaugeGuard;

/// Byte stream of one accepted connection, which records its activity and counts in the metrics. It holds its slot
/// for as long as it is open, also as a websocket.
#[derive(Debug)]
pub(super) struct MonitoredStream {
    stream: Transport,
    slot: Arc<ConnectionSlot>,
    /// Counts the connection in the metrics while it is open.
    _open: GaugeGuard,
    /// Timer for the client to read more of the response.
    write_timeout: Option<Pin<Box<Sleep>>>,
}

impl MonitoredStream {
    /// Wraps an accepted stream with its connection slot and its count in the metrics.
    pub(super) fn new(stream: Transport, place: Arc<ConnectionSlot>, open: GaugeGuard) -> Self {
        Self {
            stream,
            slot: place,
            _open: open,
            write_timeout: None,
        }
    }

    /// Handles the result of a write to the connection and applies the time limit. A websocket
    /// limits each of its messages itself.
    fn on_write<T>(
        &mut self,
        wrote: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if wrote.is_ready() || self.slot.is_socket() {
            self.write_timeout = None;
            if wrote.is_ready() {
                self.slot.mark_active();
            }
            return wrote;
        }
        let stalled = self
            .write_timeout
            .get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + WRITE_TIME)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for MonitoredStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.slot.mark_active();
        }
        read
    }
}

impl AsyncWrite for MonitoredStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.on_write(wrote, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.on_write(wrote, context)
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
