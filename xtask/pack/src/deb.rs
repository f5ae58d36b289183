//! Debian package: the program, its service, its settings file, and its papers.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use ar::{Builder, Header};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::papers::Papers;
use crate::tree::Tree;
use crate::{Done, VERSION};

/// Folder of the project with the service and the scripts of the package.
const SOURCES: &str = "deploy/debian";
/// Scripts that the package manager runs.
const SCRIPTS: [&str; 3] = ["postinst", "prerm", "postrm"];
/// Settings file, which an upgrade leaves as the host has made it.
const SETTINGS: &str = "/etc/coterie/settings.toml";

/// Writes the package for an architecture of Debian's, such as `amd64`; returns its path.
pub(crate) fn write(
    architecture: &str,
    program: &Path,
    papers: &Papers,
    root: &Path,
    out: &Path,
    time: u64,
) -> Done<PathBuf> {
    let sources = root.join(SOURCES);
    let data = gather_data(program, papers, &sources)?;
    let control = gather_control(architecture, &data, &sources)?;
    let path = out.join(format!("coterie_{VERSION}_{architecture}.deb"));
    let mut package = Builder::new(File::create(&path)?);
    for (name, content) in [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", control.to_tar_gz(time)?),
        ("data.tar.gz", data.to_tar_gz(time)?),
    ] {
        let size = u64::try_from(content.len())?;
        let mut header = Header::new(name.as_bytes().to_vec(), size);
        header.set_mode(0o100_644);
        header.set_mtime(time);
        package.append(&header, content.as_slice())?;
    }
    Ok(path)
}

/// Gathers the files that are installed.
fn gather_data(program: &Path, papers: &Papers, sources: &Path) -> Done<Tree> {
    let mut tree = Tree::default();
    let doc = "./usr/share/doc/coterie";
    let settings = fs::read(sources.join("settings.toml"))?;
    let service = fs::read(sources.join("coterie.service"))?;
    tree.add_file(format!(".{SETTINGS}"), settings);
    tree.add_program("./usr/bin/coterie", fs::read(program)?);
    tree.add_file("./usr/lib/systemd/system/coterie.service", service);
    let manual = compress(&papers.manual)?;
    tree.add_file("./usr/share/man/man1/coterie.1.gz", manual);
    for (path, text) in [
        ("bash-completion/completions/coterie", &papers.bash),
        ("fish/vendor_completions.d/coterie.fish", &papers.fish),
        ("zsh/vendor-completions/_coterie", &papers.zsh),
    ] {
        tree.add_file(format!("./usr/share/{path}"), text.clone());
    }
    tree.add_file(format!("{doc}/changelog.gz"), compress(&papers.changelog)?);
    let mut copyright =
        b"Coterie is licensed under either of Apache-2.0 or MIT, at your option.\n".to_vec();
    for (name, text) in &papers.licenses {
        copyright.extend(format!("\n--- {name} ---\n\n").into_bytes());
        copyright.extend(text);
    }
    tree.add_file(format!("{doc}/copyright"), copyright);
    Ok(tree)
}

/// Gathers what the package manager reads.
fn gather_control(architecture: &str, data: &Tree, sources: &Path) -> Done<Tree> {
    let bytes = data.entries().iter().filter_map(|it| it.content.as_ref());
    let kilobytes = bytes.map(Vec::len).sum::<usize>().div_ceil(1024);
    let mut tree = Tree::default();
    let control = format!(
        "Package: coterie\nVersion: {VERSION}\nArchitecture: {architecture}\nMaintainer: The makers of Coterie\n\
         Installed-Size: {kilobytes}\nRecommends: ca-certificates\nSection: games\nPriority: optional\n\
         Description: tabletop for storytelling games in the browser\n \
         Everyone's phone or laptop shows the same fight: initiative, health boxes and\n \
         dice, always in step. The service listens on 127.0.0.1:3000 until\n \
         {SETTINGS} says otherwise.\n"
    );
    tree.add_file("./control", control);
    tree.add_file("./conffiles", format!("{SETTINGS}\n"));
    for script in SCRIPTS {
        tree.add_program(format!("./{script}"), fs::read(sources.join(script))?);
    }
    Ok(tree)
}

/// Compresses a text as the package manager expects its papers.
fn compress(text: &[u8]) -> Done<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(text)?;
    Ok(packed.finish()?)
}
