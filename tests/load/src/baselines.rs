//! Baseline servers that store nothing and decide nothing: the cost of the same frames alone.

use std::path::{Path, PathBuf};

use crate::BoxError;
use crate::audience::{MARK, remark_command};
use crate::connection::Connection;
use crate::guest::Guest;
use crate::program::{Program, free_port};
use crate::table::Table;

/// Kind of baseline server.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Baseline {
    /// A plain node loop with `ws` that sends each message to every socket.
    Plain,
    /// A node program that combines waiting messages into one write for each socket.
    Batched,
    /// Raw TCP with combined writes.
    Raw,
}

impl Baseline {
    /// Starts the baseline, which answers every command by sending the contents of the file `frame` to everybody.
    pub(crate) async fn start(self, programs: &Path, frame: &Path) -> Result<Program, BoxError> {
        let address = free_port()?;
        let fan = programs.join("fan.mjs").display().to_string();
        let own = std::env::current_exe()?.display().to_string();
        let mut words = match self {
            Self::Plain | Self::Batched => vec!["node".to_owned(), fan],
            Self::Raw => vec![own, "raw".to_owned()],
        };
        words.push(address.port().to_string());
        words.push(frame.display().to_string());
        match self {
            Self::Plain => words.push("plain".to_owned()),
            Self::Batched => words.push("batched".to_owned()),
            Self::Raw => {}
        }
        Program::start(words, address).await
    }
}

/// Returns the upgrade requests for `count` sockets at a baseline.
pub(crate) fn upgrade_requests(program: &Program, count: usize) -> Vec<String> {
    vec![Guest::new(program.address).upgrade_request("floor"); count]
}

/// Writes the message that our server sends for one remark into a file.
pub(crate) async fn record_frame(
    program: &Program,
    table: &Table,
    folder: &Path,
) -> Result<PathBuf, BoxError> {
    let [speaker, other] = &table.upgrade_requests(2)[..] else {
        return Err("nobody sits there".into());
    };
    let (mut line, _) = Connection::join(program.address, speaker).await?;
    let (mut listener, _) = Connection::join(program.address, other).await?;
    line.send_and_wait(&remark_command()).await?;
    loop {
        let text = listener.next_message().await?;
        if text.contains(MARK) {
            let path = folder.join("frame");
            std::fs::write(&path, text)?;
            return Ok(path);
        }
    }
}
