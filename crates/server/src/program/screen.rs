//! Browser of the person at this computer: whether there is one to open, and its opening.

use std::ffi::OsString;

/// Surroundings of the program, as far as they tell whether a person sees a browser that it opens.
struct Surroundings<E> {
    env: E,
    is_root: bool,
    is_service: bool,
}

impl<E: Fn(&str) -> Option<OsString>> Surroundings<E> {
    /// Whether a browser that is opened is seen by the person who started the program.
    fn have_screen(&self) -> bool {
        let is_set = |name: &str| (self.env)(name).is_some_and(|value| !value.is_empty());
        if self.is_root || self.is_service || is_set("CI") || is_set("SSH_CONNECTION") {
            return false;
        }
        match std::env::consts::OS {
            "windows" => is_set("SESSIONNAME"),
            "macos" => true,
            _ => is_set("DISPLAY") || is_set("WAYLAND_DISPLAY"),
        }
    }
}

/// Opens a URL in the browser, unless nobody would see it, and returns whether it did. Nobody sees
/// it without a display, as root, as a service, or where `CI` is set.
pub(super) fn open_browser(url: &str) -> bool {
    let surroundings = Surroundings {
        env: |name: &str| std::env::var_os(name),
        is_root: is_root(),
        is_service: is_service(),
    };
    surroundings.have_screen() && open::that_detached(url).is_ok()
}

/// Whether the program runs as root, the user who may do everything.
#[cfg(unix)]
fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Returns false, because this system has no Unix users.
#[cfg(not(unix))]
const fn is_root() -> bool {
    false
}

/// Whether a service manager stores the error output, as it says in the environment.
#[cfg(unix)]
fn is_service() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let told = std::env::var("JOURNAL_STREAM").unwrap_or_default();
    let stream = std::fs::metadata("/proc/self/fd/2");
    stream.is_ok_and(|file| told == format!("{}:{}", file.dev(), file.ino()))
}

/// Returns false, because on this system the session tells whether a person sees the program.
#[cfg(not(unix))]
const fn is_service() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_opens_only_where_somebody_sees_it() {
        let screen = |set: &[&str], is_root, is_service| {
            let surroundings = Surroundings {
                env: |name: &str| set.contains(&name).then(|| OsString::from("1")),
                is_root,
                is_service,
            };
            surroundings.have_screen()
        };
        let seen = ["DISPLAY", "SESSIONNAME"];
        assert!(screen(&seen, false, false));
        assert!(!screen(&seen, true, false) && !screen(&seen, false, true));
        for more in ["CI", "SSH_CONNECTION"] {
            assert!(!screen(&[seen[0], seen[1], more], false, false), "{more}");
        }
        assert_eq!(screen(&[], false, false), cfg!(target_os = "macos"));
    }
}
