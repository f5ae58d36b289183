//! Minimal websocket client: says hello, sends commands and reads messages.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use rules::wire::PROTOCOL;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpSocket, TcpStream};

use crate::Trouble;

/// Size of the read buffer for clients that only join.
const LITTLE: usize = 2048;

/// A websocket that has received its snapshot.
pub(crate) struct Line {
    stream: BufReader<TcpStream>,
}

/// Position up to which a client has seen the feed: epoch and sequence number.
pub(crate) type Seen = (u64, u64);

impl Line {
    /// Opens a websocket, says hello, and returns it with the snapshot message.
    pub(crate) async fn join(
        address: SocketAddr,
        request: &str,
    ) -> Result<(Self, String), Trouble> {
        Self::join_on(TcpStream::connect(address).await?, request, LITTLE, None).await
    }

    /// Opens a websocket with a large read buffer.
    pub(crate) async fn join_wide(
        address: SocketAddr,
        request: &str,
    ) -> Result<(Self, String), Trouble> {
        Self::join_on(TcpStream::connect(address).await?, request, 64 * 1024, None).await
    }

    /// Opens a websocket and resumes from a position.
    ///
    /// # Errors
    /// The server sends a snapshot instead of what was missed.
    pub(crate) async fn rejoin(
        address: SocketAddr,
        request: &str,
        seen: Seen,
    ) -> Result<Self, Trouble> {
        let stream = TcpStream::connect(address).await?;
        let (line, text) = Self::join_on(stream, request, LITTLE, Some(seen)).await?;
        match text.starts_with(r#"{"resumed""#) {
            true => Ok(line),
            false => Err("a whole picture came instead of what was missed".into()),
        }
    }

    /// Opens a websocket with a small receive buffer in the kernel.
    pub(crate) async fn join_narrow(address: SocketAddr, request: &str) -> Result<Self, Trouble> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(4096)?;
        let stream = socket.connect(address).await?;
        Ok(Self::join_on(stream, request, LITTLE, None).await?.0)
    }

    /// Opens a websocket on a TCP stream; returns the message that answers the hello.
    async fn join_on(
        stream: TcpStream,
        request: &str,
        wide: usize,
        seen: Option<Seen>,
    ) -> Result<(Self, String), Trouble> {
        stream.set_nodelay(true)?;
        let mut line = Self {
            stream: BufReader::with_capacity(wide, stream),
        };
        line.stream.write_all(request.as_bytes()).await?;
        line.check_head().await?;
        let mut hello = json!({"hello": {"protocol": PROTOCOL}});
        if let Some((epoch, seq)) = seen {
            hello["hello"]["seen"] = json!({"epoch": epoch, "seq": seq});
        }
        line.say(&hello.to_string()).await?;
        loop {
            let text = line.heard().await?;
            if text.starts_with(r#"{"snapshot""#) || text.starts_with(r#"{"resumed""#) {
                return Ok((line, text));
            }
        }
    }

    /// Reads the head of the answer, which must accept the upgrade.
    async fn check_head(&mut self) -> Result<(), Trouble> {
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
    pub(crate) fn port(&self) -> Result<u16, Trouble> {
        Ok(self.stream.get_ref().local_addr()?.port())
    }

    /// Sends a text message.
    pub(crate) async fn say(&mut self, text: &str) -> Result<(), Trouble> {
        Ok(self.stream.write_all(&masked(text)).await?)
    }

    /// Sends a command; returns its id.
    pub(crate) async fn give(&mut self, command: &Value) -> Result<String, Trouble> {
        let id = fresh_id();
        self.say(&json!({"do": {"id": id, "command": command}}).to_string())
            .await?;
        Ok(id)
    }

    /// Sends a command and waits for its acknowledgement. Returns the messages that came before it.
    ///
    /// # Errors
    /// The command was refused.
    pub(crate) async fn done(&mut self, command: &Value) -> Result<Vec<String>, Trouble> {
        let id = self.give(command).await?;
        let mut before = Vec::new();
        loop {
            let text = self.heard().await?;
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
    pub(crate) async fn heard(&mut self) -> Result<String, Trouble> {
        loop {
            let (kind, payload) = self.frame().await?;
            match kind & 0x0f {
                1 => return Ok(String::from_utf8(payload)?),
                8 => return Err("the socket was closed".into()),
                _ => {}
            }
        }
    }

    /// Returns opcode byte and payload of the next frame.
    async fn frame(&mut self) -> Result<(u8, Vec<u8>), Trouble> {
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
    pub(crate) async fn take(&mut self, show: impl FnOnce(&[u8])) -> bool {
        let Ok(bytes) = self.stream.fill_buf().await else {
            return false;
        };
        let count = bytes.len();
        show(bytes);
        self.stream.consume(count);
        count > 0
    }

    /// Reads until the connection is closed.
    pub(crate) async fn hold(mut self) {
        while self.take(|_| ()).await {}
    }
}

/// Returns a text as a masked frame; the mask is zero.
fn masked(text: &str) -> Vec<u8> {
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
fn fresh_id() -> String {
    /// Number of ids that were returned.
    static GIVEN: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let begun = now.map_or(0, |now| now.as_nanos());
    let number = GIVEN.fetch_add(1, Ordering::Relaxed);
    format!("{:016x}{number:016x}", begun & u128::from(u64::MAX))
}
