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

use crate::BoxError;

/// Answer that accepts the upgrade.
const UPGRADE_ANSWER: &[u8] = b"HTTP/1.1 101 Switching Protocols\r\n\r\n";
/// Message with an empty snapshot.
const EMPTY_SNAPSHOT: &str = r#"{"snapshot":{}}"#;

/// Event of a socket.
enum SocketEvent {
    Joined(usize, OwnedWriteHalf),
    /// A command from this socket, with its id.
    Command(usize, String),
}

/// Serves until the process is killed.
pub(crate) async fn serve(port: u16, frame: &Path) -> Result<(), BoxError> {
    let frame = server_frame(&std::fs::read_to_string(frame)?);
    let socket = TcpSocket::new_v4()?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    socket.bind(address)?;
    let listener = socket.listen(4096)?;
    println!("The raw floor is at http://{address}");
    let (tell, news) = unbounded_channel();
    tokio::spawn(broadcast(news, frame));
    let mut number = 0;
    loop {
        number += 1;
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let (reading, writing) = stream.into_split();
        tokio::spawn(serve_socket(number, reading, writing, tell.clone()));
    }
}

/// Returns a text as a server's frame.
fn server_frame(text: &str) -> Arc<[u8]> {
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
async fn serve_socket(
    number: usize,
    mut reading: OwnedReadHalf,
    writing: OwnedWriteHalf,
    tell: UnboundedSender<SocketEvent>,
) -> Option<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(reading.read_u8().await.ok()?);
    }
    write_all(&writing, UPGRADE_ANSWER).await;
    let _hello = read_message(&mut reading).await?;
    write_all(&writing, &server_frame(EMPTY_SNAPSHOT)).await;
    tell.send(SocketEvent::Joined(number, writing)).ok()?;
    loop {
        let text = read_message(&mut reading).await?;
        // The id is the first string of 32 letters; the rest of the command does not matter.
        let id = text.split('"').find(|word| word.len() == 32);
        if let Some(id) = id {
            tell.send(SocketEvent::Command(number, id.to_owned()))
                .ok()?;
        }
    }
}

/// Reads the next message, whose mask is zero.
async fn read_message(reading: &mut OwnedReadHalf) -> Option<String> {
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
async fn broadcast(mut news: UnboundedReceiver<SocketEvent>, frame: Arc<[u8]>) {
    let mut sockets: Vec<(usize, OwnedWriteHalf)> = Vec::new();
    let mut come = Vec::new();
    while news.recv_many(&mut come, usize::MAX >> 1).await > 0 {
        let mut asked = Vec::new();
        for one in come.drain(..) {
            match one {
                SocketEvent::Joined(number, writing) => sockets.push((number, writing)),
                SocketEvent::Command(number, id) => asked.push((number, id)),
            }
        }
        let frames = frame.repeat(asked.len());
        for (_, socket) in &sockets {
            write_all(socket, &frames).await;
        }
        for (number, id) in asked {
            let answer = server_frame(&format!(r#"{{"ok":"{id}"}}"#));
            if let Some((_, socket)) = sockets.iter().find(|(other, _)| *other == number) {
                write_all(socket, &answer).await;
            }
        }
    }
}

/// Writes all bytes, waiting while the socket is full.
async fn write_all(socket: &OwnedWriteHalf, mut bytes: &[u8]) {
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
