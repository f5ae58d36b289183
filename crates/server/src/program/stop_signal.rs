//! Signals that end the program.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{CtrlC, CtrlClose, CtrlShutdown, ctrl_c, ctrl_close, ctrl_shutdown};

/// Signals that end the program: Ctrl-C, the request of a supervisor, and the end of the terminal or window it was started
/// in. None is missed from the moment on that this exists.
#[cfg(unix)]
#[derive(Debug)]
pub(super) struct StopSignals {
    interrupt: Signal,
    terminate: Signal,
    /// End of the terminal; `None` for a program started with `nohup`, which should outlive it.
    hangup: Option<Signal>,
}

#[cfg(unix)]
impl StopSignals {
    /// Begins to listen for the signals.
    pub(super) fn listen() -> io::Result<Self> {
        let hangup = (!is_hangup_ignored()).then(|| signal(SignalKind::hangup()));
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: hangup.transpose()?,
        })
    }

    /// Waits for the next signal.
    pub(super) async fn wait(&mut self) {
        let hangup = async {
            match &mut self.hangup {
                Some(hangup) => hangup.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
            _ = hangup => {}
        }
    }
}

/// Whether this program was started so that it ignores the hangup signal. Known on Linux only.
#[cfg(unix)]
fn is_hangup_ignored() -> bool {
    /// Bit of the signal SIGHUP in the mask of ignored signals.
    const HANGUP: u64 = 1;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    ignored.is_some_and(|bits| bits & HANGUP != 0)
}

/// Signals that end the program: Ctrl-C, the end of its window, and that of the system. None is missed from the moment on
/// that this exists.
#[cfg(windows)]
#[derive(Debug)]
pub(super) struct StopSignals {
    interrupt: CtrlC,
    close: CtrlClose,
    shutdown: CtrlShutdown,
}

#[cfg(windows)]
impl StopSignals {
    /// Begins to listen for the signals.
    pub(super) fn listen() -> io::Result<Self> {
        Ok(Self {
            interrupt: ctrl_c()?,
            close: ctrl_close()?,
            shutdown: ctrl_shutdown()?,
        })
    }

    /// Waits for the next signal.
    pub(super) async fn wait(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.close.recv() => {}
            _ = self.shutdown.recv() => {}
        }
    }
}
