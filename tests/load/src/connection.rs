//! Minimal websocket client: says hello, sends commands and reads messages.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use rules::wire::PROTOCOL_VERSION;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpSocket, TcpStream};

use crate::BoxError;

/// Size of the read buffer for clients that only join.
const SMALL_BUFFER: usize = 2048;

/// A websocket that has received its snapshot.
pub(crate) struct Connection {
    stream: BufReader<TcpStream>,
}

/// Position up to which a client has seen the feed: epoch and sequence number.
pub(crate) type FeedPosition = (u64, u64);

impl Connection {
    /// Opens a websocket, says hello, and returns it with the snapshot message.
    pub(crate) async fn join(
        address: SocketAddr,
        request: &str,
    ) -> Result<(Self, String), BoxError> {
        Self::join_over(
            TcpStream::connect(address).await?,
            request,
            SMALL_BUFFER,
            None,
        )
        .await
    }

    /// Opens a websocket with a large read buffer.
    pub(crate) async fn join_wide(
        address: SocketAddr,
        request: &str,
    ) -> Result<(Self, String), BoxError> {
        Self::join_over(TcpStream::connect(address).await?, request, 64 * 1024, None).await
    }

    /// Opens a websocket and resumes from a position.
    ///
    /// # Errors
    /// The server sends a snapshot instead of what was missed.
    pub(crate) async fn rejoin(
        address: SocketAddr,
        request: &str,
        seen: FeedPosition,
    ) -> Result<Self, BoxError> {
        let stream = TcpStream::connect(address).await?;
        let (line, text) = Self::join_over(stream, request, SMALL_BUFFER, Some(seen)).await?;
        match text.starts_with(r#"{"resumed""#) {
            true => Ok(line),
            false => Err("a whole picture came instead of what was missed".into()),
        }
    }

    /// Opens a websocket with a small receive buffer in the kernel.
    pub(crate) async fn join_narrow(address: SocketAddr, request: &str) -> Result<Self, BoxError> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(4096)?;
        let stream = socket.connect(address).await?;
        Ok(Self::join_over(stream, request, SMALL_BUFFER, None)
            .await?
            .0)
    }

    /// Opens a websocket on a TCP stream; returns the message that answers the hello.
    async fn join_over(
        stream: TcpStream,
        request: &str,
        wide: usize,
        seen: Option<FeedPosition>,
    ) -> Result<(Self, String), BoxError> {
        stream.set_nodelay(true)?;
        let mut line = Self {
            stream: BufReader::with_capacity(wide, stream),
        };
        line.stream.write_all(request.as_bytes()).await?;
        line.read_upgrade_answer().await?;
        let mut hello = json!({"hello": {"protocol": PROTOCOL_VERSION}});
        if let Some((epoch, seq)) = seen {
            hello["hello"]["seen"] = json!({"epoch": epoch, "seq": seq});
        }
        line.send_text(&hello.to_string()).await?;
        loop {
            let text = line.next_message().await?;
            if text.starts_with(r#"{"snapshot""#) || text.starts_with(r#"{"resumed""#) {
                return Ok((line, text));
            }
        }
    }

    /// Reads the head of the answer, which must accept the upgrade.
    async fn read_upgrade_answer(&mut self) -> Result<(), BoxError> {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(self.stream.read_u8().await?);
        }
        match head.starts_with(b"HTTP/1.1 101 ") {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&head).into()),
        }
    }

    /// Returns the local port.
    pub(crate) fn local_port(&self) -> Result<u16, BoxError> {
        Ok(self.stream.get_ref().local_addr()?.port())
    }

    /// Sends a text message.
    pub(crate) async fn send_text(&mut self, text: &str) -> Result<(), BoxError> {
        Ok(self.stream.write_all(&masked_frame(text)).await?)
    }

    /// Sends a command; returns its id.
    pub(crate) async fn send_command(&mut self, command: &Value) -> Result<String, BoxError> {
        let id = fresh_command_id();
        self.send_text(&json!({"do": {"id": id, "command": command}}).to_string())
            .await?;
        Ok(id)
    }

    /// Sends a command and waits for its acknowledgement. Returns the messages that came before it.
    ///
    /// # Errors
    /// The command was refused.
    pub(crate) async fn send_and_wait(&mut self, command: &Value) -> Result<Vec<String>, BoxError> {
        let id = self.send_command(command).await?;
        let mut before = Vec::new();
        loop {
            let text = self.next_message().await?;
            if text.contains(&id) {
                return match text.starts_with(r#"{"ok""#) {
                    true => Ok(before),
                    false => Err(format!("{command} was answered {text}").into()),
                };
            }
            before.push(text);
        }
    }

    /// Returns the next text message.
    pub(crate) async fn next_message(&mut self) -> Result<String, BoxError> {
        loop {
            let (kind, payload) = self.read_frame().await?;
            match kind & 0x0f {
                1 => return Ok(String::from_utf8(payload)?),
                8 => return Err("the socket was closed".into()),
                _ => {}
            }
        }
    }

    /// Returns opcode byte and payload of the next frame.
    async fn read_frame(&mut self) -> Result<(u8, Vec<u8>), BoxError> {
        let kind = self.stream.read_u8().await?;
        let length = match self.stream.read_u8().await? {
            126 => self.stream.read_u16().await?.into(),
            127 => usize::try_from(self.stream.read_u64().await?)?,
            short => short.into(),
        };
        let mut payload = vec![0; length];
        self.stream.read_exact(&mut payload).await?;
        Ok((kind, payload))
    }

    /// Passes the bytes that have arrived to `show`; returns `false` once the connection is closed.
    pub(crate) async fn read_available(&mut self, show: impl FnOnce(&[u8])) -> bool {
        let Ok(bytes) = self.stream.fill_buf().await else {
            return false;
        };
        let count = bytes.len();
        show(bytes);
        self.stream.consume(count);
        count > 0
    }

    /// Reads until the connection is closed.
    pub(crate) async fn read_until_closed(mut self) {
        while self.read_available(|_| ()).await {}
    }
}

/// Returns a text as a masked frame; the mask is zero.
fn masked_frame(text: &str) -> Vec<u8> {
    let length = u16::try_from(text.len()).unwrap_or(u16::MAX);
    let [high, low] = length.to_be_bytes();
    let mut frame = match length {
        0..126 => vec![0x81, 0x80 | low],
        126.. => vec![0x81, 0xfe, high, low],
    };
    frame.extend([0; 4]);
    frame.extend(text.as_bytes());
    frame
}

/// Returns a new command id.
fn fresh_command_id() -> String {
    /// Number of ids that were returned.
    static GIVEN: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let begun = now.map_or(0, |now| now.as_nanos());
    let number = GIVEN.fetch_add(1, Ordering::Relaxed);
    format!("{:016x}{number:016x}", begun & u128::from(u64::MAX))
}
