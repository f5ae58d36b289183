//! Address of this site, as it stands in links for others.

use std::net::Ipv4Addr;

use axum::http::uri::Authority;
use axum::http::{HeaderMap, header};

use crate::App;
use crate::auth::browser::is_secure;

/// Returns the site's URL with scheme, host and port, from the options, or else from the reader's
/// request. For a reader at an address of this machine alone, returns one that others can open, if
/// the server listens there.
pub(crate) fn from_request(app: &App, headers: &HeaderMap) -> String {
    if let Some(public) = &app.options.public_url {
        return public.origin().to_owned();
    }
    let scheme = if is_secure(app, headers) {
        "https"
    } else {
        "http"
    };
    let host = headers.get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok()?.parse().ok());
    let host = host.unwrap_or_else(|| Authority::from_static("127.0.0.1"));
    let others = is_loopback_host(&host).then(|| app.network.address());
    let others = others.flatten();
    format_url(scheme, &host, others)
}

/// Whether only this very machine can open the host's address.
pub(crate) fn is_loopback_host(host: &Authority) -> bool {
    let name = host.host().trim_matches(['[', ']']);
    let is_loopback = name
        .parse()
        .is_ok_and(|ip: std::net::IpAddr| ip.is_loopback());
    is_loopback || name.eq_ignore_ascii_case("localhost")
}

/// Formats a URL of the site, with the address `others` in place of the host if it is given.
fn format_url(scheme: &str, host: &Authority, others: Option<Ipv4Addr>) -> String {
    match (others, host.port_u16()) {
        (None, _) => format!("{scheme}://{host}"),
        (Some(address), Some(port)) => format!("{scheme}://{address}:{port}"),
        (Some(address), None) => format!("{scheme}://{address}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_where_others_come_from() {
        let host = Authority::from_static;
        for (name, only_here) in [
            ("127.0.0.1:3000", true),
            ("localhost:3000", true),
            ("[::1]:3000", true),
            ("192.168.1.20:3000", false),
            ("table.example.org", false),
        ] {
            assert_eq!(is_loopback_host(&host(name)), only_here, "{name}");
        }
        let lan = Some([192, 168, 1, 20].into());
        let here = host("localhost:3000");
        assert_eq!(format_url("http", &here, lan), "http://192.168.1.20:3000");
        assert_eq!(format_url("http", &here, None), "http://localhost:3000");
        let usual = host("localhost");
        assert_eq!(format_url("http", &usual, lan), "http://192.168.1.20");
    }
}
