//! Words that the window shows when the program has started.

use std::io::{IsTerminal as _, Write as _};

use fast_qr::QRBuilder;

use crate::network::NetworkWay;

/// Facts that the program prints about a server that has started.
#[derive(Debug)]
pub(super) struct Greeting<'a> {
    /// Address of the server on this computer, with its scheme.
    pub(super) url: &'a str,
    /// Address of the metrics, if they are shown.
    pub(super) metrics: Option<String>,
    /// Way for phones, if the network is open.
    pub(super) way: Option<&'a NetworkWay>,
    /// Whether the network was to be opened.
    pub(super) wants_network: bool,
    /// Folder where everything is kept and the words about it, where the server is for the person at this computer.
    pub(super) personal: Option<(String, Option<String>)>,
}

impl Greeting<'_> {
    /// Formats the greeting as lines for the program's output.
    pub(super) fn format(&self, is_terminal: bool) -> String {
        let mut said = format!("Coterie is at {}\n", self.url);
        if let Some(metrics) = &self.metrics {
            said += &format!("Its meters are at {metrics}\n");
        }
        match self.way {
            Some(way) => said += &format_way(way, is_terminal),
            None if self.wants_network => {
                said += "This computer is in no network that phones could be in too.\n";
            }
            None => {}
        }
        if let Some((folder, beside)) = &self.personal {
            said += &format!("Everything is kept in {folder}\n");
            said += beside.as_deref().unwrap_or_default();
            if self.way.is_none() {
                said += &format!("To let phones in this room join, open {}/here\n", self.url);
            }
            said += "To stop it, press Ctrl+C or close this window.\n";
        }
        said
    }
}

/// Formats how phones reach the server, as addresses, and the first of them as a QR code if a
/// person sees it.
pub(crate) fn format_way(way: &NetworkWay, is_terminal: bool) -> String {
    let mut said = String::new();
    let mut start = "Phones in the same network open";
    for url in &way.urls {
        said.push_str(&format!("{start} {url}\n"));
        start = "                             or";
    }
    let code = way.urls.first().filter(|_| is_terminal);
    if let Some(code) = code.and_then(|url| QRBuilder::new(url.as_str()).build().ok()) {
        said.push_str(&code.to_str());
        said.push('\n');
    }
    said
}

/// Prints a text to the program's output, which may be closed already.
pub(crate) fn print_text(text: &str) {
    let mut out = std::io::stdout();
    _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Whether the output is a terminal, so that a person reads it.
pub(crate) fn is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_where_phones_find_it() {
        let way = NetworkWay {
            urls: vec![
                "http://192.168.1.20:3000".into(),
                "http://coterie.local:3000".into(),
            ],
            can_close: true,
        };
        let mut greeting = Greeting {
            url: "http://127.0.0.1:3000",
            metrics: None,
            way: Some(&way),
            wants_network: true,
            personal: None,
        };
        let said = greeting.format(false);
        assert_eq!(
            said.lines().collect::<Vec<_>>(),
            [
                "Coterie is at http://127.0.0.1:3000",
                "Phones in the same network open http://192.168.1.20:3000",
                "                             or http://coterie.local:3000",
            ]
        );
        let seen = greeting.format(true);
        assert!(
            seen.starts_with(&said) && seen.lines().count() > 12,
            "{seen}"
        );
        greeting.way = None;
        assert!(greeting.format(false).contains("no network"));
        greeting.wants_network = false;
        assert_eq!(
            greeting.format(true),
            "Coterie is at http://127.0.0.1:3000\n"
        );
    }

    #[test]
    fn who_sits_here_is_told_where_everything_is_and_how_it_stops() {
        let greeting = Greeting {
            url: "http://127.0.0.1:3000",
            metrics: None,
            way: None,
            wants_network: false,
            personal: Some(("/home/sam/tables".into(), None)),
        };
        let said = greeting.format(true);
        for words in ["/home/sam/tables", "http://127.0.0.1:3000/here", "Ctrl+C"] {
            assert!(said.contains(words), "{said}");
        }
    }
}
