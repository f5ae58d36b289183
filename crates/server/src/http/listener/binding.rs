//! Binding of sockets that listen.

use std::io;
use std::net::SocketAddr;

use tokio::net::{TcpListener, TcpSocket};

use crate::http::limits::BACKLOG;

/// Binds a listener to an address such as `127.0.0.1:3000`, with a backlog for bursts of connections.
///
/// # Errors
/// The address is invalid or in use.
pub async fn bind(address: &str) -> io::Result<TcpListener> {
    let mut result = Err(io::Error::other("there is no such address"));
    for address in tokio::net::lookup_host(address).await? {
        result = open_socket(address);
        if result.is_ok() {
            break;
        }
    }
    result
}

/// Opens a TCP socket that listens for connections at an address.
fn open_socket(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    // Allow reusing the port of a server that has just ended.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}
