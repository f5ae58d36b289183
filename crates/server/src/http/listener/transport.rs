//! Bytes of a connection, in clear or by TLS, and the listener that accepts either.

use std::fs;
use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Instant;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, pem};
use tokio_rustls::rustls::{self, ServerConfig};
use tokio_rustls::server::TlsStream;

use crate::cli::options::TlsFiles;
use crate::lock;

/// Least time between two looks at the files of the certificate and its key.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Listener of the server: a TCP socket, and TLS on its connections where the server has a certificate.
#[derive(Debug)]
pub struct Listener {
    tcp: TcpListener,
    tls: Option<Tls>,
}

/// TLS certificate and key for new connections. Connections that begin after the files have changed
/// are served with the new ones; all clones share them.
#[derive(Clone)]
pub struct Tls {
    files: TlsFiles,
    loaded: Arc<Mutex<LoadedFiles>>,
}

/// Content of the certificate's file and of its key's.
type Pems = [Vec<u8>; 2];

/// TLS certificate and key as they were read last.
struct LoadedFiles {
    pems: Pems,
    acceptor: TlsAcceptor,
    looked: Instant,
    /// Reason why what the files hold now is not used, as the log has said it.
    trouble: Option<String>,
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tls(***)")
    }
}

/// Reason why a certificate and its key cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("`{}` cannot be read: {error}. Name a file that is there and that this user may read", path.display())]
    Unreadable {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        error: io::Error,
    },
    /// The first file holds no certificate.
    #[error("`{}` holds no certificate in PEM: name the certificate first, and then its key", _0.display())]
    NoCertificate(PathBuf),
    /// The second file holds no private key.
    #[error("`{}` holds no private key in PEM: name the certificate first, and then its key", _0.display())]
    NoKey(PathBuf),
    /// The certificate or its key is unusable, or they do not belong together.
    #[error(
        "the certificate cannot be used with this key: {0}. Name the two files that were issued together"
    )]
    Unusable(#[from] rustls::Error),
}

impl Tls {
    /// Loads a TLS certificate and its key from their files.
    ///
    /// # Errors
    ///
    /// [`TlsError`].
    pub fn load(files: &TlsFiles) -> Result<Self, TlsError> {
        let pems = read_files(files)?;
        let loaded = LoadedFiles {
            acceptor: build_acceptor(files, &pems)?,
            pems,
            looked: Instant::now(),
            trouble: None,
        };
        Ok(Self {
            files: files.clone(),
            loaded: Arc::new(Mutex::new(loaded)),
        })
    }

    /// Returns the TLS acceptor for a new connection, after a look for changed files unless the
    /// last was just now.
    async fn acceptor(&self) -> TlsAcceptor {
        let is_due = {
            let mut loaded = lock(&self.loaded);
            let is_due = loaded.looked.elapsed() > LOOK_EVERY;
            if is_due {
                loaded.looked = Instant::now();
            }
            is_due
        };
        if is_due {
            let tls = self.clone();
            _ = tokio::task::spawn_blocking(move || tls.reload()).await;
        }
        lock(&self.loaded).acceptor.clone()
    }

    /// Reads the files of certificate and key again. What cannot be used is logged once, and
    /// changes nothing.
    fn reload(&self) {
        let read = read_files(&self.files);
        if read
            .as_ref()
            .is_ok_and(|pems| *pems == lock(&self.loaded).pems)
        {
            return;
        }
        let built = read.and_then(|pems| Ok((build_acceptor(&self.files, &pems)?, pems)));
        let mut loaded = lock(&self.loaded);
        match built {
            Ok((acceptor, pems)) => {
                (loaded.acceptor, loaded.pems, loaded.trouble) = (acceptor, pems, None);
                tracing::info!("the new certificate counts from now on");
            }
            Err(error) => {
                let trouble = Some(error.to_string());
                if loaded.trouble != trouble {
                    tracing::warn!(%error, "the certificate from before stays in use");
                    loaded.trouble = trouble;
                }
            }
        }
    }
}

/// Reads the files of a certificate and its key.
fn read_files(files: &TlsFiles) -> Result<Pems, TlsError> {
    let read = |path: &Path| {
        fs::read(path).map_err(|error| TlsError::Unreadable {
            path: path.to_owned(),
            error,
        })
    };
    Ok([read(&files.certificate)?, read(&files.key)?])
}

/// Builds the TLS acceptor from a certificate and its key.
fn build_acceptor(files: &TlsFiles, [certificates, key]: &Pems) -> Result<TlsAcceptor, TlsError> {
    let certificates: Result<Vec<_>, pem::Error> =
        CertificateDer::pem_slice_iter(certificates).collect();
    let certificates = certificates.ok().filter(|all| !all.is_empty());
    let certificates =
        certificates.ok_or_else(|| TlsError::NoCertificate(files.certificate.clone()))?;
    let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| TlsError::NoKey(files.key.clone()))?;
    let builder = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?;
    let mut config = builder
        .with_no_client_auth()
        .with_single_cert(certificates, key)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

impl From<TcpListener> for Listener {
    fn from(tcp: TcpListener) -> Self {
        Self { tcp, tls: None }
    }
}

impl Listener {
    /// Creates a listener that speaks TLS if there is a certificate.
    #[must_use]
    pub const fn new(tcp: TcpListener, tls: Option<Tls>) -> Self {
        Self { tcp, tls }
    }

    /// Returns the address of the socket.
    ///
    /// # Errors
    ///
    /// Error of the operating system.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.tcp.local_addr()
    }

    /// Accepts the next TCP connection.
    pub(super) async fn accept(&self) -> io::Result<(TcpStream, SocketAddr)> {
        self.tcp.accept().await
    }

    /// Returns the certificate for TLS on accepted connections, if the listener has one.
    pub(crate) const fn tls(&self) -> Option<&Tls> {
        self.tls.as_ref()
    }
}

/// Byte stream of an accepted connection, in clear or by TLS.
#[derive(Debug)]
pub(super) enum Transport {
    Clear(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

impl Transport {
    /// Creates the stream of an accepted connection, with the TLS handshake where there is a
    /// certificate.
    pub(super) async fn begin(stream: TcpStream, tls: Option<&Tls>) -> io::Result<Self> {
        Ok(match tls {
            None => Self::Clear(stream),
            Some(tls) => Self::Tls(Box::new(tls.acceptor().await.accept(stream).await?)),
        })
    }
}

impl AsyncRead for Transport {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Clear(stream) => Pin::new(stream).poll_read(context, buffer),
            Self::Tls(stream) => Pin::new(stream).poll_read(context, buffer),
        }
    }
}

impl AsyncWrite for Transport {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Clear(stream) => Pin::new(stream).poll_write(context, bytes),
            Self::Tls(stream) => Pin::new(stream).poll_write(context, bytes),
        }
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Clear(stream) => Pin::new(stream).poll_write_vectored(context, parts),
            Self::Tls(stream) => Pin::new(stream).poll_write_vectored(context, parts),
        }
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            Self::Clear(stream) => stream.is_write_vectored(),
            Self::Tls(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Clear(stream) => Pin::new(stream).poll_flush(context),
            Self::Tls(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Clear(stream) => Pin::new(stream).poll_shutdown(context),
            Self::Tls(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}
