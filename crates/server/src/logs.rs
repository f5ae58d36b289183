//! Logging: `RUST_LOG`, read once at start and refused if it is not a valid filter.

use std::io::{self, IsTerminal as _};

use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::filter::{FilterExt as _, LevelFilter, filter_fn};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Registry};

/// Error for a `RUST_LOG` that is not a valid filter.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` in RUST_LOG says nothing about how much is logged; it must look like `debug` or \
     `server=debug,sqlx=warn` (off, error, warn, info, debug, trace)"
)]
pub struct UnreadableFilter(String);

/// Whether a log event holds no secret; at `trace` the NATS client logs what it sends, including the password. Such
/// events are not logged, whatever `RUST_LOG` says.
fn holds_no_secret(line: &Metadata<'_>) -> bool {
    let of_the_news = line.target().split("::").next() == Some("async_nats");
    !(of_the_news && *line.level() == Level::TRACE)
}

/// Parses the filter in `RUST_LOG`; `info` when it is not set or empty.
///
/// # Errors
///
/// [`UnreadableFilter`] with the invalid part.
pub fn parse_filter(wanted: Option<&str>) -> Result<EnvFilter, UnreadableFilter> {
    let parts = wanted.unwrap_or_default().split(',').map(str::trim);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    if parts.is_empty() {
        return Ok(EnvFilter::new("info"));
    }
    // The library takes a lone word that is no level for the name of a target, and logs nothing else: a typing
    // mistake would turn the log off.
    let lone = |part: &&str| !part.contains(['=', '[', ']', '{', '}']);
    let mut lone = parts.iter().copied().filter(lone);
    if let Some(part) = lone.find(|part| part.parse::<LevelFilter>().is_err()) {
        return Err(UnreadableFilter(part.into()));
    }
    let wanted = parts.join(",");
    EnvFilter::builder()
        .parse(&wanted)
        .map_err(|_| UnreadableFilter(wanted))
}

/// Starts the program's log on standard error, as lines for people or one JSON object each.
pub fn start_log(filter: EnvFilter, json: bool) {
    log_subscriber(filter, json, io::stderr).init();
}

/// Builds the subscriber that writes the log to `to`, as JSON if `json`.
fn log_subscriber<W>(filter: EnvFilter, json: bool, to: W) -> impl Subscriber + Send + Sync
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let log = tracing_subscriber::fmt::layer()
        // Colors are for terminals; a file or a journal gets plain lines.
        .with_ansi(io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none())
        .with_writer(to);
    let log = match json {
        // The spans around an event are listed in it, the outermost first.
        true => log
            .json()
            .flatten_event(true)
            .with_current_span(false)
            .boxed(),
        false => log.with_target(false).boxed(),
    };
    let told = filter.and(filter_fn(holds_no_secret));
    Registry::default().with(log.with_filter(told))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[test]
    fn what_the_help_shows_is_understood() {
        for (wanted, understood) in [
            (None, "info"),
            (Some(""), "info"),
            (Some("debug"), "debug"),
            (Some("OFF"), "off"),
            (Some("trace"), "trace"),
            (Some("server=debug,sqlx=warn"), "server=debug,sqlx=warn"),
            (Some("warn, server=trace"), "server=trace,warn"),
        ] {
            let filter = parse_filter(wanted).map(|filter| filter.to_string());
            assert_eq!(filter.as_deref(), Ok(understood), "{wanted:?}");
        }
    }

    #[test]
    fn the_client_of_the_news_tells_no_password() {
        /// Bytes of the captured log.
        #[derive(Clone, Default)]
        struct Page(Arc<Mutex<Vec<u8>>>);
        impl io::Write for Page {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                crate::lock(&self.0).extend(bytes);
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        for wanted in ["trace", "info,async_nats=trace", "[news]=trace"] {
            let page = Page::default();
            let to = page.clone();
            let filter = parse_filter(Some(wanted)).expect("it is read");
            let log = log_subscriber(filter, false, move || to.clone());
            tracing::subscriber::with_default(log, || {
                let _within = tracing::info_span!("news").entered();
                tracing::trace!(target: "async_nats::connection", "PASS=wharf");
                tracing::info!(target: "async_nats", "connected");
                tracing::info!(target: "server", "it starts");
            });
            let page = String::from_utf8_lossy(&crate::lock(&page.0)).into_owned();
            assert!(page.contains("connected"), "{wanted}: {page}");
            assert!(!page.contains("wharf"), "{wanted}: {page}");
        }
    }

    #[test]
    fn what_means_nothing_is_refused_and_named() {
        for (wanted, named) in [
            ("loud", "loud"),
            ("server=debug,quiet", "quiet"),
            ("server=loud", "server=loud"),
        ] {
            let refused = parse_filter(Some(wanted)).map(|filter| filter.to_string());
            assert_eq!(refused, Err(UnreadableFilter(named.into())));
        }
    }
}
