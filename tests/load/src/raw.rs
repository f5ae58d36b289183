//! Raw TCP baseline: the least work that brings the same frames to the same sockets.
//!
//! This is a program of its own. It answers a request with the head of a websocket without reading it, finds frames by
//! their lengths, and combines all frames for a socket into one write.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use tokio::io::AsyncReadExt as _;
use tokio::net::TcpSocket;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::Trouble;

/// Answer that accepts the upgrade.
const HEAD: &[u8] = b"HTTP/1.1 101 Switching Protocols\r\n\r\n";
/// Message with an empty snapshot.
const PICTURE: &str = r#"{"snapshot":{}}"#;

/// Event of a socket.
enum News {
    Came(usize, OwnedWriteHalf),
    /// A command from this socket, with its id.
    Said(usize, String),
}

/// Serves until the process is killed.
pub(crate) async fn serve(port: u16, frame: &Path) -> Result<(), Trouble> {
    let frame = framed(&std::fs::read_to_string(frame)?);
    let socket = TcpSocket::new_v4()?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    socket.bind(address)?;
    let listener = socket.listen(4096)?;
    println!("The raw floor is at http://{address}");
    let (tell, news) = unbounded_channel();
    tokio::spawn(fan(news, frame));
    let mut number = 0;
    loop {
        number += 1;
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let (reading, writing) = stream.into_split();
        tokio::spawn(attend(number, reading, writing, tell.clone()));
    }
}

/// Returns a text as a server's frame.
fn framed(text: &str) -> Arc<[u8]> {
    let length = u16::try_from(text.len()).unwrap_or(u16::MAX);
    let [high, low] = length.to_be_bytes();
    let mut frame = match length {
        0..126 => vec![0x81, low],
        126.. => vec![0x81, 126, high, low],
    };
    frame.extend(text.as_bytes());
    frame.into()
}

/// Answers the handshake of a socket, then forwards its commands.
async fn attend(
    number: usize,
    mut reading: OwnedReadHalf,
    writing: OwnedWriteHalf,
    tell: UnboundedSender<News>,
) -> Option<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(reading.read_u8().await.ok()?);
    }
    all(&writing, HEAD).await;
    let _hello = said(&mut reading).await?;
    all(&writing, &framed(PICTURE)).await;
    tell.send(News::Came(number, writing)).ok()?;
    loop {
        let text = said(&mut reading).await?;
        // The id is the first string of 32 letters; the rest of the command does not matter.
        let id = text.split('"').find(|word| word.len() == 32);
        if let Some(id) = id {
            tell.send(News::Said(number, id.to_owned())).ok()?;
        }
    }
}

/// Reads the next message, whose mask is zero.
async fn said(reading: &mut OwnedReadHalf) -> Option<String> {
    let _kind = reading.read_u8().await.ok()?;
    let length = match reading.read_u8().await.ok()? & 0x7f {
        126 => reading.read_u16().await.ok()?.into(),
        short => usize::from(short),
    };
    let mut bytes = vec![0; length + 4];
    reading.read_exact(&mut bytes).await.ok()?;
    String::from_utf8(bytes.split_off(4)).ok()
}

/// Sends a frame for every waiting command to every socket, with one write each.
async fn fan(mut news: UnboundedReceiver<News>, frame: Arc<[u8]>) {
    let mut sockets: Vec<(usize, OwnedWriteHalf)> = Vec::new();
    let mut come = Vec::new();
    while news.recv_many(&mut come, usize::MAX >> 1).await > 0 {
        let mut asked = Vec::new();
        for one in come.drain(..) {
            match one {
                News::Came(number, writing) => sockets.push((number, writing)),
                News::Said(number, id) => asked.push((number, id)),
            }
        }
        let frames = frame.repeat(asked.len());
        for (_, socket) in &sockets {
            all(socket, &frames).await;
        }
        for (number, id) in asked {
            let answer = framed(&format!(r#"{{"ok":"{id}"}}"#));
            if let Some((_, socket)) = sockets.iter().find(|(other, _)| *other == number) {
                all(socket, &answer).await;
            }
        }
    }
}

/// Writes all bytes, waiting while the socket is full.
async fn all(socket: &OwnedWriteHalf, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        match socket.try_write(bytes) {
            Ok(written) => bytes = bytes.get(written..).unwrap_or_default(),
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                if socket.writable().await.is_err() {
                    return;
                }
            }
            Err(_) => return,
        }
    }
}
