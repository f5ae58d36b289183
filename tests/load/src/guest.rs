//! HTTP client that acts as a guest's browser.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::BoxError;

/// A browser with its cookies.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    address: SocketAddr,
    cookies: BTreeMap<String, String>,
}

/// Answer of a server: redirect target and body.
pub(crate) struct Answer {
    pub(crate) location: String,
    pub(crate) body: String,
}

impl Guest {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self {
            address,
            cookies: BTreeMap::new(),
        }
    }

    /// Returns the same browser, with another address of the same service.
    pub(crate) fn with_address(&self, address: SocketAddr) -> Self {
        let cookies = self.cookies.clone();
        Self { address, cookies }
    }

    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the number of body bytes of a resource, compressed where the server does so.
    pub(crate) async fn download_size(&self, path: &str) -> Result<usize, BoxError> {
        let mut stream = TcpStream::connect(self.address).await?;
        let head = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\naccept-encoding: br\r\nconnection: close\r\n\r\n",
            self.address
        );
        stream.write_all(head.as_bytes()).await?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await?;
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        match bytes.starts_with(b"HTTP/1.1 200 ") {
            true => Ok(bytes.len() - end.ok_or("half an answer")? - 4),
            false => Err(format!("{path} is not there").into()),
        }
    }

    /// Sends a GET request.
    pub(crate) async fn get(&mut self, path: &str) -> Result<Answer, BoxError> {
        self.send_request(&format!("GET {path} HTTP/1.1\r\n"), "")
            .await
    }

    /// Sends a form with a POST request.
    pub(crate) async fn post(&mut self, path: &str, form: &str) -> Result<Answer, BoxError> {
        let first = format!(
            "POST {path} HTTP/1.1\r\norigin: http://{}\r\n\
             content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n",
            self.address,
            form.len()
        );
        self.send_request(&first, form).await
    }

    /// Sends a request and stores the cookies of the answer.
    ///
    /// # Errors
    /// The status is neither 200 nor 303.
    async fn send_request(&mut self, first: &str, body: &str) -> Result<Answer, BoxError> {
        let mut stream = TcpStream::connect(self.address).await?;
        let head = format!(
            "{first}host: {}\r\ncookie: {}\r\nconnection: close\r\n\r\n{body}",
            self.address,
            self.cookie_header()
        );
        stream.write_all(head.as_bytes()).await?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await?;
        let text = String::from_utf8(bytes)?;
        let (head, body) = text.split_once("\r\n\r\n").ok_or("half an answer")?;
        let mut location = String::new();
        for (name, value) in head.lines().filter_map(|line| line.split_once(": ")) {
            match name.to_lowercase().as_str() {
                "location" => value.clone_into(&mut location),
                "set-cookie" => {
                    let pair = value
                        .split(';')
                        .next()
                        .and_then(|pair| pair.split_once('='));
                    let (name, value) = pair.ok_or("half a cookie")?;
                    self.cookies.insert(name.to_owned(), value.to_owned());
                }
                _ => {}
            }
        }
        let status = head.split(' ').nth(1).unwrap_or_default();
        if !matches!(status, "200" | "303") {
            return Err(format!("{} was answered {status}", first.trim_end()).into());
        }
        Ok(Answer {
            location,
            body: body.to_owned(),
        })
    }

    /// Returns the value of the `Cookie` header.
    pub(crate) fn cookie_header(&self) -> String {
        let pairs = self.cookies.iter();
        let pairs: Vec<String> = pairs
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        pairs.join("; ")
    }

    /// Returns the id of the encounter from the page of a table.
    pub(crate) async fn encounter_id(&mut self, table: &str) -> Result<String, BoxError> {
        let page = self.get(table).await?.body;
        let (_, rest) = page
            .split_once("\"encounter\":\"")
            .ok_or("no table's page")?;
        let (encounter, _) = rest.split_once('"').ok_or("half a page")?;
        Ok(encounter.to_owned())
    }

    /// Returns the invite links of a table by role.
    pub(crate) async fn invite_links(
        &mut self,
        table: &str,
    ) -> Result<serde_json::Value, BoxError> {
        let answer = self.post(&format!("{table}/invite"), "").await?;
        Ok(serde_json::from_str(&answer.body)?)
    }

    /// Returns the request that opens a websocket.
    pub(crate) fn upgrade_request(&self, encounter: &str) -> String {
        format!(
            "GET /ws/{encounter} HTTP/1.1\r\nhost: {0}\r\nconnection: Upgrade\r\n\
             upgrade: websocket\r\norigin: http://{0}\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\ncookie: {1}\r\n\r\n",
            self.address,
            self.cookie_header()
        )
    }
}
