//! `cargo xtask prove dist`: starts what `cargo xtask dist` made as people would, stops it, and starts it again.
//!
//! The archive for this machine runs as it is, the one for arm64 under qemu, the one for Windows under Wine in a root of
//! Debian's packages. The package is installed in another such root, and the image is unpacked into a root of its own.

use crate::browsers::{run_as_root, succeeds};
use crate::cargo::read_output;
use crate::dist::{FOLDER, SYSTEMS, System};
use crate::dist_starts::{compare_starts, start_once, start_twice};
use crate::error::Failure;
use crate::progress::Steps;
use crate::target_dir::Claim;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Number of steps of [`prove`].
pub(crate) const STEPS: usize = SYSTEMS.len() + 4;
/// Statement that the proof records when it passes.
pub(crate) const STATEMENT: &str = "what `cargo xtask dist` made, unpacked by the tools of its system: each starts, is \
                               ready, makes a demonstration, is stopped, starts again and has kept it; the sums are right, \
                               and a start takes at most four times that of a server with one page";

/// Starts and restarts everything that was made; returns sizes and start times for the record.
pub(crate) fn prove(claim: &Claim<'_>, steps: &mut Steps) -> Result<String, Failure> {
    let made = claim.own_path(FOLDER);
    let place = claim.own_path("dist-proof");
    _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).map_err(|cause| Failure::file_error("make", &place, &cause))?;
    steps.step("Sums", || check_sums(&made))?;
    let mut figures = Vec::new();
    for system in &SYSTEMS {
        figures.push(steps.step(system.proving, || prove_archive(&made, &place, system))?);
    }
    figures.push(steps.step("The package", || prove_package(&made, &place))?);
    figures.push(steps.step("The image", || prove_image(&made, &place))?);
    figures.push(
        steps.step("Starts beside those of a server with one page", || {
            compare_starts(claim, &place)
        })?,
    );
    _ = fs::remove_dir_all(&place);
    Ok(figures.join("; "))
}

/// Checks the sums with the usual tool.
fn check_sums(made: &Path) -> Result<(), Failure> {
    let mut check = Command::new("sha256sum");
    check.args(["--check", "--strict", "--quiet", "SHA256SUMS"]);
    match succeeds(check.current_dir(made)) {
        true => Ok(()),
        false => Err(Failure::new(
            "the sums are not right, or nothing was made yet: `cargo xtask dist` comes first.",
        )),
    }
}

/// Finds the one file that was made whose name has this beginning and this end.
fn find_made(made: &Path, start: &str, end: &str) -> Result<PathBuf, Failure> {
    let all = fs::read_dir(made).into_iter().flatten().flatten();
    let mut names = all.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let found = names.find(|name| name.starts_with(start) && name.ends_with(end));
    found.map(|name| made.join(name)).ok_or_else(|| {
        Failure::new(format!(
            "there is no {start}…{end} in {}: `cargo xtask dist` makes it.",
            made.display()
        ))
    })
}

/// Returns a program of a Debian package, after installing it if need be.
fn ensure_program(name: &str, package: &str) -> Result<(), Failure> {
    let there = || read_output(name, &["--version"]).is_some();
    if !there() {
        eprintln!("No {name} here; fetching it.");
        _ = run_as_root(&format!(
            "apt-get install -y --no-install-recommends {package}"
        ));
    }
    match there() {
        true => Ok(()),
        false => Err(Failure::new(format!(
            "{name} is missing and could not be installed: `apt-get install {package}`."
        ))),
    }
}

/// Unpacks an archive, and starts the program twice.
fn prove_archive(made: &Path, place: &Path, system: &System) -> Result<String, Failure> {
    let end = match system.architecture {
        Some(_) => format!("{}.tar.gz", system.name),
        None => format!("{}.zip", system.name),
    };
    let archive = find_made(made, "coterie-", &end)?;
    let folder = place.join(system.name);
    fs::create_dir_all(&folder).map_err(|cause| Failure::file_error("make", &folder, &cause))?;
    let unpacked = match system.architecture {
        Some(_) => {
            let mut tar = Command::new("tar");
            tar.arg("-xzf").arg(&archive).arg("-C").arg(&folder);
            succeeds(tar.arg("--strip-components=1"))
        }
        None => unzip(&archive, &folder),
    };
    if !unpacked {
        return Err(Failure::new(format!(
            "{} could not be unpacked.",
            archive.display()
        )));
    }
    let start = |start: Command, program: &str| {
        let mut start = start;
        start.arg(folder.join(program)).current_dir(&folder);
        start.args(["--listen", "127.0.0.1:0", "--data", "kept"]);
        start
    };
    let ready = match system.name {
        "linux-arm64" => {
            let qemu = "qemu-aarch64-static";
            ensure_program(qemu, "qemu-user-static")?;
            start_twice(&|| start(Command::new(qemu), system.program))?
        }
        "windows-x86_64" => start_under_wine(&folder, place, system.program)?,
        _ => {
            let (ready, made) = start_once(&|| start(Command::new("env"), system.program), None)?;
            // The second time by what a double click starts for phones in the room.
            start_once(&|| start(Command::new("env"), STARTER), Some(&made))?;
            ready
        }
    };
    Ok(describe(system.name, &archive, ready))
}

/// File of an archive that starts the program for phones in the same network, too.
const STARTER: &str = "coterie-with-phones";

/// Suite of Debian whose Wine has all that compilers of today link to: older ones lack `bcryptprimitives.dll`.
const WINE_SUITE: &str = "trixie";
/// Folder of the program in the root with Wine.
const WINE_FOLDER: &str = "unpacked";
/// Shell script that runs a program of Windows in a root with Wine, for a user who has nothing yet.
const WINE_SCRIPT: &str = r#"
root=$1
shift
mount -t proc proc "$root/proc"
exec chroot "$root" env -i HOME=/root PATH=/usr/bin:/bin WINEDEBUG=-all WINEDLLOVERRIDES='mscoree=;mshtml=' "$@"
"#;

/// Starts the program for Windows twice under Wine, in a root of Debian's packages; it keeps everything where Windows has it.
fn start_under_wine(folder: &Path, place: &Path, program: &str) -> Result<Duration, Failure> {
    let root = place.join("wine");
    ensure_program("mmdebstrap", "mmdebstrap")?;
    let mut make = Command::new("mmdebstrap");
    make.args(["--quiet", "--variant=minbase", "--mode=root"]);
    let is_made = succeeds(make.args(["--include=wine,wine64", WINE_SUITE]).arg(&root))
        && fs::rename(folder, root.join(WINE_FOLDER)).is_ok();
    let inside = |words: &[&str]| {
        let mut inside = Command::new("unshare");
        inside.args(["--mount", "--propagation=private", "sh", "-ec"]);
        inside.args([WINE_SCRIPT, "starts"]).arg(&root).args(words);
        inside
    };
    if !is_made || !succeeds(&mut inside(&["wine", "wineboot", "--init"])) {
        return Err(Failure::new(
            "a root with Wine could not be made: the reason stands above.",
        ));
    }
    let program = format!("/{WINE_FOLDER}/{program}");
    let ready = start_twice(&|| inside(&["wine", &program, "--listen", "127.0.0.1:0"]));
    succeeds(&mut inside(&["wine", "wineboot", "--kill"]));
    let kept = root.join("root/.wine/drive_c/users/root/AppData/Local/Coterie/coterie.sqlite3");
    match kept.exists() {
        true => ready,
        false => ready.and(Err(Failure::new(
            "under Wine nothing was kept in the user's own folder.",
        ))),
    }
}

/// Unpacks a zip archive, and moves its files up by the one folder they are in.
fn unzip(archive: &Path, folder: &Path) -> bool {
    let mut unzip = Command::new("python3");
    unzip.args(["-m", "zipfile", "-e"]).arg(archive).arg(folder);
    let inner = fs::read_dir(folder).into_iter().flatten().flatten();
    succeeds(&mut unzip)
        && inner
            .chain(fs::read_dir(folder).into_iter().flatten().flatten())
            .flat_map(|top| fs::read_dir(top.path()).into_iter().flatten().flatten())
            .all(|entry| fs::rename(entry.path(), folder.join(entry.file_name())).is_ok())
}

/// Describes what was started for the record.
fn describe(name: &str, file: &Path, ready: Duration) -> String {
    let bytes = fs::metadata(file).map_or(0, |file| file.len());
    let tenths = bytes / 100_000;
    format!(
        "{name} {}.{} MB, ready after {} ms",
        tenths / 10,
        tenths % 10,
        ready.as_millis()
    )
}

/// Installs the package in a root of Debian's packages, starts the program with its settings file, upgrades it, and starts
/// it again.
fn prove_package(made: &Path, place: &Path) -> Result<String, Failure> {
    let package = find_made(made, "coterie_", "_amd64.deb")?;
    let root = place.join("debian");
    ensure_program("mmdebstrap", "mmdebstrap")?;
    let mut make = Command::new("mmdebstrap");
    make.args(["--quiet", "--variant=minbase", "--mode=root", "bookworm"]);
    let inside = root.join("coterie.deb");
    let is_made = succeeds(make.arg(&root)) && fs::copy(&package, &inside).is_ok();
    let install = || {
        let mut install = Command::new("chroot");
        install
            .arg(&root)
            .args(["dpkg", "--install", "/coterie.deb"]);
        succeeds(&mut install)
    };
    if !is_made || !install() {
        return Err(Failure::new(
            "the package could not be installed in a root of Debian's packages: the reason stands above.",
        ));
    }
    let settings = root.join("etc/coterie/settings.toml");
    let text = fs::read_to_string(&settings).unwrap_or_default();
    // A free port, as a host would change it.
    let changed = text.replace("127.0.0.1:3000", "127.0.0.1:0");
    _ = fs::write(&settings, &changed);
    let service = fs::read_to_string(root.join("usr/lib/systemd/system/coterie.service"));
    let service = service.unwrap_or_default();
    let line = service
        .lines()
        .find_map(|line| line.strip_prefix("ExecStart="));
    let words: Vec<&str> = line.unwrap_or_default().split(' ').collect();
    let start = || {
        let mut start = Command::new("chroot");
        start.arg(&root).args(&words);
        start
    };
    let ready = start_once(&start, None)?;
    if !install() || fs::read_to_string(&settings).unwrap_or_default() != changed {
        return Err(Failure::new(
            "an upgrade of the package did not keep its settings file.",
        ));
    }
    start_once(&start, Some(&ready.1))?;
    Ok(describe("the package", &package, ready.0))
}

/// Shell script that starts a program as an engine would: read-only but for its volume, as nobody, without a right.
const START_SCRIPT: &str = r#"
root=$1 volume=$2 user=$3
shift 3
mount --bind "$root" "$root"
mount --bind "$volume" "$root/data"
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs --bounding-set=-all,+sys_chroot,+setuid,+setgid \
    chroot --userspec="$user" "$root" "$@"
"#;

/// Unpacks the image by the tool of its makers, and starts it in a root of its own.
fn prove_image(made: &Path, place: &Path) -> Result<String, Failure> {
    let image = find_made(made, "coterie-", "image-amd64.tar")?;
    ensure_program("umoci", "umoci")?;
    let (layout, bundle, volume) = (
        place.join("layout"),
        place.join("bundle"),
        place.join("volume"),
    );
    for folder in [&layout, &volume] {
        fs::create_dir_all(folder).map_err(|cause| Failure::file_error("make", folder, &cause))?;
    }
    let mut tar = Command::new("tar");
    tar.arg("-xf").arg(&image).arg("-C").arg(&layout);
    let mut unpack = Command::new("umoci");
    let version = env!("CARGO_PKG_VERSION");
    let named = format!("{}:{version}", layout.display());
    unpack.args(["unpack", "--image", &named]).arg(&bundle);
    if !succeeds(&mut tar) || !succeeds(&mut unpack) {
        return Err(Failure::new(
            "the image could not be unpacked: the reason stands above.",
        ));
    }
    let config = fs::read_to_string(bundle.join("config.json")).unwrap_or_default();
    for words in [
        "/usr/local/bin/coterie",
        "\"uid\": 10001",
        "COTERIE_DATA=/data",
    ] {
        let bare = |text: &str| text.replace(' ', "");
        if !bare(&config).contains(&bare(words)) {
            return Err(Failure::new(format!("the image does not say `{words}`.")));
        }
    }
    succeeds(Command::new("chown").arg("10001:10001").arg(&volume));
    let start = || {
        let mut start = Command::new("unshare");
        start.args(["--mount", "--propagation=private", "sh", "-ec"]);
        start.args([START_SCRIPT, "starts"]);
        start.arg(bundle.join("rootfs")).arg(&volume);
        start.args(["10001:10001", "/usr/local/bin/coterie"]);
        start
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default());
        start
            .env("COTERIE_DATA", "/data")
            .env("SQLITE_TMPDIR", "/data");
        start.env("COTERIE_LISTEN", "127.0.0.1:0");
        start
    };
    let ready = start_twice(&start)?;
    Ok(describe("the image", &image, ready))
}
