//! A line between a node and something it needs: good, slow, hanging, or cut.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, split};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// How a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mood {
    Good,
    /// Everything on it takes so much longer.
    Slow(Duration),
    /// Nothing comes through, and nobody is told.
    Hangs,
    /// What was open is closed, and nobody comes in.
    Cut,
}

/// Where a line leads.
#[derive(Clone, Debug)]
pub(crate) enum End {
    Port(SocketAddr),
    Socket(PathBuf),
}

/// The line.
pub(crate) struct Link {
    pub(crate) address: SocketAddr,
    mood: watch::Sender<Mood>,
    serving: JoinHandle<()>,
}

impl Link {
    pub(crate) async fn to(end: End) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (mood, watched) = watch::channel(Mood::Good);
        let serving = tokio::spawn(serve(listener, end, watched));
        Self {
            address,
            mood,
            serving,
        }
    }

    /// From now on it is so.
    pub(crate) fn is(&self, mood: Mood) {
        self.mood.send_replace(mood);
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.serving.abort();
        // Connections are tasks of their own.
        self.is(Mood::Cut);
    }
}

async fn serve(listener: TcpListener, end: End, mood: watch::Receiver<Mood>) {
    while let Ok((near, _)) = listener.accept().await {
        if *mood.borrow() == Mood::Cut {
            continue;
        }
        _ = near.set_nodelay(true);
        let (end, mood) = (end.clone(), mood.clone());
        tokio::spawn(async move {
            match end {
                End::Port(port) => {
                    if let Ok(far) = TcpStream::connect(port).await {
                        _ = far.set_nodelay(true);
                        carry_both(near, far, mood).await;
                    }
                }
                End::Socket(path) => {
                    if let Ok(far) = UnixStream::connect(path).await {
                        carry_both(near, far, mood).await;
                    }
                }
            }
        });
    }
}

/// Both ways of one connection, until it is cut or one side ends.
async fn carry_both(
    near: TcpStream,
    far: impl AsyncRead + AsyncWrite,
    mood: watch::Receiver<Mood>,
) {
    let (from_near, to_near) = split(near);
    let (from_far, to_far) = split(far);
    let mut cut = mood.clone();
    tokio::select! {
        () = carry(from_near, to_far, mood.clone()) => {}
        () = carry(from_far, to_near, mood) => {}
        _ = cut.wait_for(|mood| *mood == Mood::Cut) => {}
    }
}

async fn carry(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut mood: watch::Receiver<Mood>,
) {
    let mut bytes = vec![0; 16 * 1024];
    loop {
        let Ok(read @ 1..) = from.read(&mut bytes).await else {
            return;
        };
        let now = mood.wait_for(|mood| *mood != Mood::Hangs).await;
        let Ok(now) = now.map(|mood| *mood) else {
            return;
        };
        if let Mood::Slow(by) = now {
            sleep(by).await;
        }
        if to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}

#[tokio::test]
async fn a_line_is_as_it_is_told_to_be() {
    use tokio::time::timeout;
    let far = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let link = Link::to(End::Port(far.local_addr().expect("an address"))).await;
    let mut near = TcpStream::connect(link.address).await.expect("a line");
    let (mut far_end, _) = far.accept().await.expect("a line");
    let mut bytes = [0; 4];
    near.write_all(b"fog.").await.expect("a line");
    far_end.read_exact(&mut bytes).await.expect("a line");
    link.is(Mood::Hangs);
    near.write_all(b"more").await.expect("a line");
    let short = Duration::from_millis(50);
    assert!(
        timeout(short, far_end.read_exact(&mut bytes))
            .await
            .is_err()
    );
    link.is(Mood::Slow(short));
    far_end
        .read_exact(&mut bytes)
        .await
        .expect("it comes later");
    assert_eq!(&bytes, b"more");
    link.is(Mood::Cut);
    assert_eq!(near.read(&mut bytes).await.unwrap_or(0), 0);
    let mut again = TcpStream::connect(link.address).await.expect("a port");
    assert_eq!(
        again.read(&mut bytes).await.unwrap_or(0),
        0,
        "nobody comes in"
    );
}
