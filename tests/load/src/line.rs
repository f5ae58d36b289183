//! One websocket that says hello and listens: the least of a client.

use std::net::SocketAddr;

use rules::wire::PROTOCOL;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

use crate::Trouble;

/// A socket that was told everything.
pub(crate) struct Line {
    stream: BufReader<TcpStream>,
}

impl Line {
    /// Asks for the socket, says hello, and hears the whole picture. Answers with it.
    pub(crate) async fn join(
        address: SocketAddr,
        request: &str,
    ) -> Result<(Self, String), Trouble> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let mut line = Self {
            stream: BufReader::with_capacity(2048, stream),
        };
        line.stream.write_all(request.as_bytes()).await?;
        line.check_head().await?;
        line.say(&format!(r#"{{"hello":{{"protocol":{PROTOCOL}}}}}"#))
            .await?;
        loop {
            let text = String::from_utf8(line.frame().await?)?;
            if text.starts_with(r#"{"snapshot""#) {
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

    /// What the next frame holds.
    async fn frame(&mut self) -> Result<Vec<u8>, Trouble> {
        let _kind = self.stream.read_u8().await?;
        let length = match self.stream.read_u8().await? {
            126 => self.stream.read_u16().await?.into(),
            127 => usize::try_from(self.stream.read_u64().await?)?,
            short => short.into(),
        };
        let mut payload = vec![0; length];
        self.stream.read_exact(&mut payload).await?;
        Ok(payload)
    }

    /// Says something, of at most 125 bytes.
    pub(crate) async fn say(&mut self, text: &str) -> Result<(), Trouble> {
        Ok(self.stream.write_all(&frame(text)).await?)
    }

    /// The next message.
    pub(crate) async fn hear(&mut self) -> Result<String, Trouble> {
        Ok(String::from_utf8(self.frame().await?)?)
    }

    /// Listens until the line is cut.
    pub(crate) async fn hold(mut self) {
        let mut bytes = [0; 256];
        while self
            .stream
            .read(&mut bytes)
            .await
            .is_ok_and(|read| read > 0)
        {}
    }
}

/// A short text as a masked frame; a mask of nothing is a mask.
fn frame(text: &str) -> Vec<u8> {
    let length = u8::try_from(text.len()).unwrap_or_default();
    [&[0x81, 0x80 | length, 0, 0, 0, 0], text.as_bytes()].concat()
}
