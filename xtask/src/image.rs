//! `cargo xtask prove image`: executes the `Dockerfile` without a container engine.
//!
//! The last stage runs as written, line by line, in a root made of Debian packages. Then the program is started there
//! as a container would start it: read-only except for its volume, and without capabilities.
//!
//! The stage before it compiles in an image with the Rust toolchain, which only an engine can fetch. Its one line that
//! matters is run here with the toolchain of this machine.

use crate::artifacts;
use crate::browsers::{run_as_root, succeeds};
use crate::cargo::read_output;
use crate::dockerfile::{Instruction, Stage, parse_dockerfile};
use crate::error::Failure;
use crate::progress::Steps;
use crate::target_dir::Claim;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Number of steps of [`prove`].
pub(crate) const STEPS: usize = artifacts::STEPS + 3;
/// Statement that the proof records when it passes.
pub(crate) const STATEMENT: &str = "the last stage of the Dockerfile, line by line in a root of Debian's packages; the \
                               program starts in it as nobody, without a right and with a read-only root, and is ready";
/// Search path that an engine sets.
const SEARCH_PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/// Folder of the project in the stage that compiles it.
const PROJECT_DIR: &str = "/coterie/";

/// Builds the root of the image and starts the program in it; returns sizes and start time for the record.
pub(crate) fn prove(claim: &Claim<'_>, steps: &mut Steps) -> Result<String, Failure> {
    let file = claim.root().join("Dockerfile");
    let text =
        fs::read_to_string(&file).map_err(|cause| Failure::file_error("read", &file, &cause))?;
    let mut stages = parse_dockerfile(&text)?;
    let last = stages
        .pop()
        .ok_or_else(|| Failure::new("the Dockerfile has no stage."))?;
    if read_output("id", &["-u"]).as_deref() != Some("0") {
        return Err(Failure::new(
            "only root can make a root folder of an image: run this as root, or in a container.",
        ));
    }
    let built = artifacts::build(claim, steps, true)?;
    let root = claim.own_path("image");
    steps.step("Making a root of Debian's packages", || {
        make_root(&last, &root)
    })?;
    let start = steps.step("Running the last stage", || {
        run_stage(&last, &root, claim, &built)
    })?;
    let ready = steps.step("Starting the program in it", || {
        start_and_check(&start, &root)
    })?;
    let size = |path: &Path| {
        let said = read_output("du", &["-sm", &path.display().to_string()]);
        said.and_then(|said| said.split_whitespace().next().map(str::to_owned))
            .unwrap_or_default()
    };
    let figures = format!(
        "{} MB, {} of them the program, ready after {} ms",
        size(&root),
        size(&built),
        ready.as_millis()
    );
    _ = fs::remove_dir_all(&root);
    Ok(figures)
}

/// Settings with which the program is started.
#[derive(Debug, Default)]
struct ContainerStart {
    env: Vec<(String, String)>,
    user: String,
    folder: String,
    volume: String,
    words: Vec<String>,
}

/// Creates a root folder like that of the stage's base image.
fn make_root(stage: &Stage, root: &Path) -> Result<(), Failure> {
    let suite = stage
        .from
        .strip_prefix("debian:")
        .and_then(|tag| tag.strip_suffix("-slim"));
    let suite = suite.ok_or_else(|| {
        Failure::new(format!(
            "the last stage begins with `{}`, and not with Debian.",
            stage.from
        ))
    })?;
    if !succeeds(
        Command::new("mmdebstrap")
            .arg("--version")
            .stdout(Stdio::null()),
    ) {
        eprintln!("No mmdebstrap here; fetching it.");
        _ = run_as_root("apt-get update");
        _ = run_as_root("apt-get install -y --no-install-recommends mmdebstrap");
    }
    // Left by a run that was cut short.
    _ = fs::remove_dir_all(root);
    let mut make = Command::new("mmdebstrap");
    make.args(["--quiet", "--variant=minbase", "--mode=root"]);
    // Like the slim image, leave out caches of apt and documentation.
    for cache in ["pkgcache", "srcpkgcache"] {
        make.arg(format!("--aptopt=Dir::Cache::{cache} \"\""));
    }
    for left_out in ["doc", "info", "man", "locale"] {
        make.arg(format!("--dpkgopt=path-exclude=/usr/share/{left_out}/*"));
    }
    match succeeds(make.arg(suite).arg(root)) {
        true => Ok(()),
        false => Err(Failure::new(
            "mmdebstrap could not make a root: its reason stands above; it needs Debian's packages and the network.",
        )),
    }
}

/// Executes the instructions of the stage, in order.
fn run_stage(
    stage: &Stage,
    root: &Path,
    claim: &Claim<'_>,
    built: &Path,
) -> Result<ContainerStart, Failure> {
    let mut start = ContainerStart {
        user: "0:0".into(),
        folder: "/".into(),
        ..ContainerStart::default()
    };
    _ = fs::copy("/etc/resolv.conf", root.join("etc/resolv.conf"));
    for order in &stage.instructions {
        match order {
            Instruction::Run(line) => {
                println!("RUN {line}");
                let mut shell = Command::new("chroot");
                shell.arg(root).args(["/bin/sh", "-c", line]).env_clear();
                shell
                    .env("PATH", SEARCH_PATH)
                    .envs(start.env.iter().cloned());
                if !succeeds(&mut shell) {
                    return Err(Failure::new(format!(
                        "in the image, `{line}` failed: its reason stands above."
                    )));
                }
            }
            Instruction::Copy { from, to, .. } => {
                let made = local_path(from, claim.root());
                if made.as_deref() != Some(built) {
                    return Err(Failure::new(format!(
                        "the image copies `{from}`, and what is built is {}.",
                        built.display()
                    )));
                }
                println!("COPY {from} {to}");
                let to = path_in_root(root, to);
                fs::copy(built, &to).map_err(|cause| Failure::file_error("write", &to, &cause))?;
            }
            Instruction::Env(pairs) => start.env.extend(pairs.iter().cloned()),
            Instruction::User(user) => start.user.clone_from(user),
            Instruction::Workdir(folder) => {
                let inside = path_in_root(root, folder);
                fs::create_dir_all(&inside)
                    .map_err(|cause| Failure::file_error("make", &inside, &cause))?;
                start.folder.clone_from(folder);
            }
            Instruction::Volume(folder) => start.volume.clone_from(folder),
            Instruction::Expose(_) => {}
            Instruction::Entrypoint(words) => start.words.clone_from(words),
        }
    }
    Ok(start)
}

/// Returns the local path of a file in the stage that compiles.
fn local_path(path: &str, root: &Path) -> Option<PathBuf> {
    path.strip_prefix(PROJECT_DIR).map(|path| root.join(path))
}

/// Returns a path below the root of the image.
fn path_in_root(root: &Path, path: &str) -> PathBuf {
    root.join(path.trim_start_matches('/'))
}

/// Shell script that starts a program as an engine would, with the rights that its arguments name.
const START_SCRIPT: &str = r#"
root=$1 volume=$2 folder=$3 user=$4 group=$5
shift 5
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs -o "uid=$user,gid=$group,mode=0700" tmpfs "$root$volume"
exec chroot "$root" setpriv --reuid="$user" --regid="$group" --clear-groups --no-new-privs \
    --bounding-set=-all --inh-caps=-all sh -c 'cd "$1" && shift && exec "$@"' sh "$folder" "$@"
"#;

/// A child process that is killed on drop.
struct RunningProgram(Child);

impl Drop for RunningProgram {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// Starts the program, checks its pages, user, rights and mounts, and stops it; returns the time until it was ready.
fn start_and_check(start: &ContainerStart, root: &Path) -> Result<Duration, Failure> {
    let wrong = |what: &str| Failure::new(format!("the program in the image {what}."));
    let (user, group) = start
        .user
        .split_once(':')
        .ok_or_else(|| wrong("has no number for its user and group"))?;
    let since = Instant::now();
    let mut starts = Command::new("unshare");
    starts.args([
        "--mount",
        "--propagation=private",
        "sh",
        "-ec",
        START_SCRIPT,
        "starts",
    ]);
    starts.arg(root);
    starts.args([&start.volume, &start.folder, user, group].map(|word| word.to_owned()));
    starts
        .args(&start.words)
        .env_clear()
        .env("PATH", SEARCH_PATH);
    starts.envs(start.env.iter().cloned());
    // A container has addresses of its own; here they are shared with the machine.
    starts.env("COTERIE_LISTEN", "127.0.0.1:0");
    let child = starts.stdout(Stdio::piped()).spawn();
    let mut child = RunningProgram(child.map_err(|cause| Failure::not_started(&starts, &cause))?);
    let stdout = child.0.stdout.take().ok_or_else(|| wrong("says nothing"))?;
    let mut said = String::new();
    _ = BufReader::new(stdout).read_line(&mut said);
    let address = said.trim().strip_prefix("Coterie is at http://");
    let address = address.ok_or_else(|| wrong("did not start"))?.to_owned();
    while !fetch_page(&address, "/readyz").starts_with("HTTP/1.1 200 ") {
        if since.elapsed() > Duration::from_secs(30) {
            return Err(wrong("is not ready after 30 seconds"));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let took = since.elapsed();
    if !fetch_page(&address, "/").contains("Coterie") {
        return Err(wrong("has no page"));
    }
    let about = |name: &str| {
        fs::read_to_string(format!("/proc/{}/{name}", child.0.id())).unwrap_or_default()
    };
    let status = about("status");
    let field = |name: &str| -> Vec<String> {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_default()
            .split_whitespace()
            .map(str::to_owned)
            .collect()
    };
    if user == "0"
        || field("Uid:").iter().any(|id| id != user)
        || field("Gid:").iter().any(|id| id != group)
    {
        return Err(wrong("is root, or not who the file says"));
    }
    for rights in ["CapPrm:", "CapEff:", "CapBnd:", "CapInh:", "CapAmb:"] {
        if field(rights) != ["0000000000000000"] {
            return Err(wrong("has a right it does not need"));
        }
    }
    if field("NoNewPrivs:") != ["1"] {
        return Err(wrong("could get rights it does not have"));
    }
    let mounts = about("mountinfo");
    let is_read_only = mounts.lines().any(|line| {
        let fields: Vec<&str> = line.split(' ').collect();
        fields.get(4) == Some(&"/")
            && fields
                .get(5)
                .is_some_and(|how| how.split(',').any(|it| it == "ro"))
    });
    if !is_read_only {
        return Err(wrong("may write outside its folder"));
    }
    for (file, what) in [
        ("etc/ssl/certs/ca-certificates.crt", "knows no certificates"),
        ("etc/passwd", "has no list of users"),
    ] {
        if !fs::metadata(root.join(file)).is_ok_and(|file| file.len() > 0) {
            return Err(wrong(what));
        }
    }
    let pid = child.0.id().to_string();
    succeeds(Command::new("kill").args(["-s", "TERM", &pid]));
    match child.0.wait() {
        Ok(status) if status.success() => Ok(took),
        _ => Err(wrong("did not end in order")),
    }
}

/// Requests a page over HTTP; returns the answer, or an empty text.
fn fetch_page(address: &str, path: &str) -> String {
    let mut answer = String::new();
    if let Ok(mut stream) = TcpStream::connect(address) {
        let asked = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        _ = stream.write_all(asked.as_bytes());
        _ = stream.read_to_string(&mut answer);
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cheap check of the Dockerfile, without `prove image`.
    #[test]
    fn each_line_of_the_dockerfile_is_one_that_can_be_tried() -> Result<(), Failure> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let file = root.join("Dockerfile");
        let text = fs::read_to_string(&file)
            .map_err(|cause| Failure::file_error("read", &file, &cause))?;
        let stages = parse_dockerfile(&text)?;
        let mut lines = 0;
        for order in stages.iter().flat_map(|stage| &stage.instructions) {
            if let Instruction::Run(line) = order {
                assert!(
                    succeeds(Command::new("sh").args(["-n", "-c", line])),
                    "{line}"
                );
                lines += 1;
            }
        }
        assert!(lines >= 3, "{stages:?}");
        let [.., build, last] = &stages[..] else {
            return Err(Failure::new("there is nothing to copy from."));
        };
        assert!(last.from.starts_with("debian:") && last.from.ends_with("-slim"));
        // The proof builds with the same command as the stage.
        let builds = build.instructions.iter().any(|order| match order {
            Instruction::Run(line) => line.ends_with("cargo xtask build --release"),
            _ => false,
        });
        assert!(
            builds
                && build.instructions.contains(&Instruction::Workdir(
                    PROJECT_DIR.trim_end_matches('/').into()
                ))
        );
        let copied = last.instructions.iter().find_map(|order| match order {
            Instruction::Copy { stage, from, .. } if *stage == build.name => {
                local_path(from, Path::new(""))
            }
            _ => None,
        });
        assert_eq!(
            copied.as_deref(),
            Some(Path::new("target/bin/release/coterie"))
        );
        let user = last
            .instructions
            .iter()
            .rev()
            .find_map(|order| match order {
                Instruction::User(user) => user.split_once(':'),
                _ => None,
            });
        assert!(
            user.is_some_and(|(user, group)| user != "0" && group != "0"),
            "{user:?}"
        );
        Ok(())
    }
}
