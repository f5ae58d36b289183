//! Limit of open connections, by the limit of open files.

/// Returns the number of connections as it was asked for, because on systems like Windows
/// connections are no open files.
#[cfg(not(unix))]
pub(super) const fn limit_connections(wanted: usize) -> usize {
    wanted
}

/// Number of open files besides connections, for the database, the log, the program's own, and some spare for
/// connections that replace each other.
#[cfg(unix)]
const OTHER_FILES: u64 = 64;

/// Limits the number of connections to what the limit of open files allows, after raising that.
#[cfg(unix)]
pub(super) fn limit_connections(wanted: usize) -> usize {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(files) => {
            let room = files.saturating_sub(OTHER_FILES).max(1);
            let room = usize::try_from(room).unwrap_or(usize::MAX);
            if room < wanted {
                tracing::warn!(
                    "the limit of {files} open files leaves room for {room} of {wanted} connections: raise it to {} \
                     (LimitNOFILE= of systemd, `ulimit -n`), or ask for fewer with `--connections`",
                    OTHER_FILES.saturating_add(u64::try_from(wanted).unwrap_or(u64::MAX))
                );
            }
            room.min(wanted)
        }
        Err(error) => {
            tracing::warn!(%error, "the limit of open files is not known");
            wanted
        }
    }
}
