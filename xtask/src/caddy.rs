//! Finds or brings Caddy, the proxy of `compose.yaml`, behind which tests put real servers.

use crate::browsers::{ALL_ENGINES, as_root, run};
use crate::debian::unpack;
use crate::need::Failure;
use crate::target_dir::Claim;
use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

/// What the tests read: where the program is, when it is not on the search path.
const VARIABLE: &str = "COTERIE_CADDY";

/// Lets these tests find it. Its package would start a server of its own when it is installed: it is unpacked and no
/// more. Where it cannot be had the tests say what they did not try; where everything is to be tried, that is a failure.
pub(crate) fn lend(claim: &Claim<'_>, tests: &mut Command) -> Result<(), Failure> {
    let is_named = env::var_os(VARIABLE).is_some_and(|named| !named.is_empty());
    if is_named || answers(Path::new("caddy")) {
        return Ok(());
    }
    let kept = claim.shared().join("caddy");
    let program = kept.join("usr/bin/caddy");
    if cfg!(target_os = "linux") && !answers(&program) {
        eprintln!("No Caddy here; fetching it.");
        // Its list may be old, which only root can change; it may also be new enough.
        _ = as_root("apt-get update");
        if let Err(cause) = unpack(&["caddy"], &kept) {
            eprintln!("Caddy could not be unpacked: {cause}.");
        }
    }
    if answers(&program) {
        tests.env(VARIABLE, program);
        return Ok(());
    }
    if env::var_os(ALL_ENGINES).is_some_and(|all| !all.is_empty()) {
        return Err(Failure::caddy());
    }
    eprintln!("skipped: {}", Failure::caddy());
    Ok(())
}

fn answers(program: &Path) -> bool {
    let mut asked = Command::new(program);
    asked
        .arg("version")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    run(&mut asked)
}
