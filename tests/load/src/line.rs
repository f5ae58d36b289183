//! One websocket that says hello and listens: the least of a client.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use rules::wire::PROTOCOL;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpSocket, TcpStream};

use crate::Trouble;

/// Bytes that are read at once by those who only come in.
const LITTLE: usize = 2048;

/// A socket that was told everything.
pub(crate) struct Line {
    stream: BufReader<TcpStream>,
}

/// What a client has already: the epoch, and the number it followed to.
pub(crate) type Seen = (u64, u64);

impl Line {
    /// Asks for the socket, says hello, and hears the whole picture. Answers with it.
    pub(crate) async fn join(
        address: SocketAddr,
        request: &str,
    ) -> Result<(Self, String), Trouble> {
        Self::join_on(TcpStream::connect(address).await?, request, LITTLE, None).await
    }

    /// The same with room for much to be read at once.
    pub(crate) async fn join_wide(
        address: SocketAddr,
        request: &str,
    ) -> Result<(Self, String), Trouble> {
        Self::join_on(TcpStream::connect(address).await?, request, 64 * 1024, None).await
    }

    /// The same with what was seen already.
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

    /// The same for somebody whose machine takes little before it is read.
    pub(crate) async fn join_narrow(address: SocketAddr, request: &str) -> Result<Self, Trouble> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(4096)?;
        let stream = socket.connect(address).await?;
        Ok(Self::join_on(stream, request, LITTLE, None).await?.0)
    }

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

    /// The port of this machine that it goes out by.
    pub(crate) fn port(&self) -> Result<u16, Trouble> {
        Ok(self.stream.get_ref().local_addr()?.port())
    }

    /// Says something.
    pub(crate) async fn say(&mut self, text: &str) -> Result<(), Trouble> {
        Ok(self.stream.write_all(&masked(text)).await?)
    }

    /// Gives a command. Answers with its id.
    pub(crate) async fn give(&mut self, command: &Value) -> Result<String, Trouble> {
        let id = fresh_id();
        self.say(&json!({"do": {"id": id, "command": command}}).to_string())
            .await?;
        Ok(id)
    }

    /// Gives a command and waits until it is acknowledged. Answers with what came before that.
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

    /// What the next message says.
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

    /// What the next frame is, and holds.
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

    /// Takes what has come, and shows it; `false` when the line was cut.
    pub(crate) async fn take(&mut self, show: impl FnOnce(&[u8])) -> bool {
        let Ok(bytes) = self.stream.fill_buf().await else {
            return false;
        };
        let count = bytes.len();
        show(bytes);
        self.stream.consume(count);
        count > 0
    }

    /// Listens until the line is cut.
    pub(crate) async fn hold(mut self) {
        while self.take(|_| ()).await {}
    }
}

/// A text as a masked frame; a mask of nothing is a mask.
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

/// An id that no command had before.
fn fresh_id() -> String {
    static GIVEN: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let begun = now.map_or(0, |now| now.as_nanos());
    let number = GIVEN.fetch_add(1, Ordering::Relaxed);
    format!("{:016x}{number:016x}", begun & u128::from(u64::MAX))
}
