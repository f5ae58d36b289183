//! A connection byte by byte, for what no library would send.

use std::net::SocketAddr;

use rules::base::id::EncounterId;
use rules::wire::PROTOCOL_VERSION;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

use crate::client::{Guest, soon};

/// A proper key.
pub(crate) const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";

/// A connection.
pub(crate) struct Raw {
    pub(crate) stream: TcpStream,
}

impl Raw {
    pub(crate) async fn dial(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.expect("a server");
        Self { stream }
    }

    /// From another address of this machine, with a small buffer for what comes.
    pub(crate) async fn dial_from(from: [u8; 4], address: SocketAddr) -> std::io::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(4096)?;
        socket.bind((from, 0).into())?;
        let stream = socket.connect(address).await?;
        Ok(Self { stream })
    }

    pub(crate) async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        // Who is shown out may be hung up on before everything is sent.
        _ = self.stream.write_all(bytes.as_ref()).await;
    }

    /// Everything up to the end of the connection.
    pub(crate) async fn rest(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        _ = soon(self.stream.read_to_end(&mut bytes)).await;
        bytes
    }

    /// The head of an answer, as it came.
    pub(crate) async fn head(&mut self) -> String {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            match soon(self.stream.read_u8()).await {
                Ok(byte) => head.push(byte),
                Err(_) => break,
            }
        }
        String::from_utf8(head).expect("text")
    }

    /// A frame of the server: its first byte and what it holds; `None` when nothing comes.
    pub(crate) async fn frame(&mut self) -> Option<(u8, Vec<u8>)> {
        soon(async {
            let first = self.stream.read_u8().await.ok()?;
            let length = match self.stream.read_u8().await.ok()? {
                126 => usize::from(self.stream.read_u16().await.ok()?),
                127 => usize::try_from(self.stream.read_u64().await.ok()?).ok()?,
                short => usize::from(short),
            };
            let mut payload = vec![0; length];
            self.stream.read_exact(&mut payload).await.ok()?;
            Some((first, payload))
        })
        .await
    }

    /// The code the server closes with; `None` when it cuts the line.
    pub(crate) async fn close_code(&mut self) -> Option<u16> {
        loop {
            match self.frame().await? {
                (0x88, payload) => {
                    let code = payload.get(..2).map(|code| [code[0], code[1]]);
                    return Some(code.map_or(1005, u16::from_be_bytes));
                }
                (0x80..=0x8a, _) => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

/// What a browser's program says first.
pub(crate) fn hello() -> String {
    format!(r#"{{"hello":{{"protocol":{PROTOCOL_VERSION}}}}}"#)
}

/// The request for a websocket as a browser sends it, with other lines in the place of some.
pub(crate) fn upgrade(guest: &Guest, encounter: EncounterId, other: &[(&str, &str)]) -> String {
    let (host, origin) = (
        guest.address.to_string(),
        format!("http://{}", guest.address),
    );
    let cookies = guest.cookie_line().unwrap_or_default();
    let usual = [
        ("host", host.as_str()),
        ("connection", "Upgrade"),
        ("upgrade", "websocket"),
        ("origin", &origin),
        ("cookie", &cookies),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", KEY),
    ];
    let mut text = format!("GET /ws/{encounter} HTTP/1.1\r\n");
    let kept = usual.iter();
    let kept = kept.filter(|(name, _)| other.iter().all(|(instead, _)| instead != name));
    for (name, value) in kept.chain(other) {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text + "\r\n"
}

/// A frame of a browser: masked, and of the length it has.
pub(crate) fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match payload.len() {
        short @ 0..126 => bytes.push(0x80 | u8::try_from(short).expect("short")),
        middle @ 126..65_536 => {
            bytes.push(0x80 | 126);
            bytes.extend(u16::try_from(middle).expect("short").to_be_bytes());
        }
        long => {
            bytes.push(0x80 | 127);
            bytes.extend((long as u64).to_be_bytes());
        }
    }
    let mask = [7, 77, 17, 177];
    bytes.extend(mask);
    bytes.extend(payload.iter().zip(mask.iter().cycle()).map(|(a, b)| a ^ b));
    bytes
}
