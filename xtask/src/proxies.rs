//! Finds or brings Caddy, the proxy of `compose.yaml`, and nginx, of which the manual has a sample: behind both tests put
//! real servers.

use crate::browsers::{ALL_ENGINES, as_root, run};
use crate::debian::unpack;
use crate::need::Failure;
use crate::target_dir::Claim;
use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

/// A program that is used as it comes out of its package.
struct Proxy {
    name: &'static str,
    /// What the tests read: where the program is, when it is not on the search path.
    variable: &'static str,
    /// Where its package has it.
    place: &'static str,
    /// What it is asked to say that it runs.
    asked: &'static str,
    missing: fn() -> Failure,
}

const ALL: [Proxy; 2] = [
    Proxy {
        name: "caddy",
        variable: "COTERIE_CADDY",
        place: "usr/bin/caddy",
        asked: "version",
        missing: Failure::caddy,
    },
    Proxy {
        name: "nginx",
        variable: "COTERIE_NGINX",
        place: "usr/sbin/nginx",
        asked: "-v",
        missing: Failure::nginx,
    },
];

/// Lets these tests find them.
pub(crate) fn lend(claim: &Claim<'_>, tests: &mut Command) -> Result<(), Failure> {
    ALL.iter().try_for_each(|proxy| proxy.lend(claim, tests))
}

impl Proxy {
    /// Its package would start a server of its own when it is installed: it is unpacked and no more. Where it cannot be
    /// had the tests say what they did not try; where everything is to be tried, that is a failure.
    fn lend(&self, claim: &Claim<'_>, tests: &mut Command) -> Result<(), Failure> {
        let name = self.name;
        let is_named = env::var_os(self.variable).is_some_and(|named| !named.is_empty());
        if is_named || self.answers(Path::new(name)) {
            return Ok(());
        }
        let kept = claim.shared().join(name);
        let program = kept.join(self.place);
        if cfg!(target_os = "linux") && !self.answers(&program) {
            eprintln!("No {name} here; fetching it.");
            // Its list may be old, which only root can change; it may also be new enough.
            _ = as_root("apt-get update");
            if let Err(cause) = unpack(&[name], &kept) {
                eprintln!("{name} could not be unpacked: {cause}.");
            }
        }
        if self.answers(&program) {
            tests.env(self.variable, program);
            return Ok(());
        }
        let missing = (self.missing)();
        if env::var_os(ALL_ENGINES).is_some_and(|all| !all.is_empty()) {
            return Err(missing);
        }
        eprintln!("skipped: {missing}");
        Ok(())
    }

    fn answers(&self, program: &Path) -> bool {
        let mut asked = Command::new(program);
        asked
            .arg(self.asked)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        run(&mut asked)
    }
}
