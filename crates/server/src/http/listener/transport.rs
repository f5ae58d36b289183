//! Bytes of a connection, in clear or by TLS, and the listener that accepts either.

use std::fs;
use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, pem};
use tokio_rustls::rustls::{self, ServerConfig};
use tokio_rustls::server::TlsStream;

use crate::cli::options::TlsFiles;

/// Listener of the server: a TCP socket, and TLS on its connections where the server has a certificate.
#[derive(Debug)]
pub struct Listener {
    tcp: TcpListener,
    tls: Option<Tls>,
}

/// Certificate and key, ready to speak TLS with.
#[derive(Clone)]
pub struct Tls(TlsAcceptor);

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tls(***)")
    }
}

/// Reason why a certificate and its key cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("`{}` cannot be read: {error}", path.display())]
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
    /// Loads a certificate and its key.
    ///
    /// # Errors
    ///
    /// [`TlsError`].
    pub fn load(files: &TlsFiles) -> Result<Self, TlsError> {
        let read = |path: &Path| {
            fs::read(path).map_err(|error| TlsError::Unreadable {
                path: path.to_owned(),
                error,
            })
        };
        let (certificates, key) = (read(&files.certificate)?, read(&files.key)?);
        let certificates: Result<Vec<_>, pem::Error> =
            CertificateDer::pem_slice_iter(&certificates).collect();
        let certificates = certificates.ok().filter(|all| !all.is_empty());
        let certificates =
            certificates.ok_or_else(|| TlsError::NoCertificate(files.certificate.clone()))?;
        let key =
            PrivateKeyDer::from_pem_slice(&key).map_err(|_| TlsError::NoKey(files.key.clone()))?;
        let builder = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?;
        let mut config = builder
            .with_no_client_auth()
            .with_single_cert(certificates, key)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self(TlsAcceptor::from(Arc::new(config))))
    }
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

    /// Returns what is needed to speak TLS on accepted connections, if the listener has a certificate.
    pub(crate) const fn tls(&self) -> Option<&Tls> {
        self.tls.as_ref()
    }
}

/// Bytes of an accepted connection, in clear or by TLS.
#[derive(Debug)]
pub(super) enum Transport {
    Clear(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

impl Transport {
    /// Begins TLS on an accepted connection, where there is a certificate.
    pub(super) async fn begin(stream: TcpStream, tls: Option<&Tls>) -> io::Result<Self> {
        Ok(match tls {
            None => Self::Clear(stream),
            Some(Tls(acceptor)) => Self::Tls(Box::new(acceptor.accept(stream).await?)),
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
