//! Image of the static program and nothing else of a system, as an archive of the OCI's layout.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::tree::{ROOT, Tree};
use crate::{Done, VERSION};

/// User who runs the program in the image, and its group: those of the Dockerfile.
const USER: u64 = 10_001;
/// Certificates of this machine, for a database or news elsewhere.
const CERTIFICATES: &str = "/etc/ssl/certs/ca-certificates.crt";

/// Blobs of an image, by the digest of their content.
#[derive(Default)]
struct Blobs(Tree);

impl Blobs {
    /// Adds a blob; returns its description in the place that refers to it.
    fn add(&mut self, kind: &str, content: Vec<u8>) -> Value {
        let digest = hex::encode(Sha256::digest(&content));
        let size = content.len();
        self.0.add_file(format!("blobs/sha256/{digest}"), content);
        json!({"mediaType": kind, "digest": format!("sha256:{digest}"), "size": size})
    }
}

/// Writes the image for an architecture such as `amd64`; returns its path.
pub(crate) fn write(
    architecture: &str,
    program: &Path,
    root: &Path,
    out: &Path,
    time: u64,
) -> Done<PathBuf> {
    let layer = gather_layer(program, root)?;
    let mut plain = Vec::new();
    plain = layer.write_tar(plain, time)?;
    let plain = format!("sha256:{}", hex::encode(Sha256::digest(&plain)));
    let mut blobs = Blobs::default();
    let layer = blobs.add(
        "application/vnd.oci.image.layer.v1.tar+gzip",
        layer.to_tar_gz(time)?,
    );
    let config = json!({
        "architecture": architecture,
        "os": "linux",
        "config": {
            "User": format!("{USER}:{USER}"),
            "ExposedPorts": {"3000/tcp": {}},
            "Env": [
                "PATH=/usr/local/bin",
                "COTERIE_LISTEN=0.0.0.0:3000",
                "COTERIE_DATA=/data",
                "SQLITE_TMPDIR=/data",
            ],
            "Entrypoint": ["/usr/local/bin/coterie"],
            "Volumes": {"/data": {}},
            "WorkingDir": "/data",
            "Labels": {
                "org.opencontainers.image.title": "coterie",
                "org.opencontainers.image.version": VERSION,
                "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
            },
        },
        "rootfs": {"type": "layers", "diff_ids": [plain]},
    });
    let config = blobs.add(
        "application/vnd.oci.image.config.v1+json",
        serde_json::to_vec(&config)?,
    );
    let manifest = json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": config,
        "layers": [layer],
    });
    let mut manifest = blobs.add(
        "application/vnd.oci.image.manifest.v1+json",
        serde_json::to_vec(&manifest)?,
    );
    manifest["platform"] = json!({"architecture": architecture, "os": "linux"});
    manifest["annotations"] = json!({"org.opencontainers.image.ref.name": VERSION});
    let index = json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.index.v1+json",
        "manifests": [manifest],
    });
    let mut layout = blobs.0;
    layout.add_file("oci-layout", br#"{"imageLayoutVersion":"1.0.0"}"#.to_vec());
    layout.add_file("index.json", serde_json::to_vec(&index)?);
    let path = out.join(format!("coterie-{VERSION}-image-{architecture}.tar"));
    fs::write(&path, layout.write_tar(Vec::new(), time)?)?;
    Ok(path)
}

/// Gathers the files of the image.
fn gather_layer(program: &Path, root: &Path) -> Done<Tree> {
    let mut tree = Tree::default();
    let users = format!("root:x:0:0::/:/\ncoterie:x:{USER}:{USER}::/data:/\n");
    tree.add_file("etc/passwd", users);
    tree.add_file("etc/group", format!("root:x:0:\ncoterie:x:{USER}:\n"));
    if let Ok(certificates) = fs::read(CERTIFICATES) {
        tree.add_file(CERTIFICATES.trim_start_matches('/'), certificates);
    }
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let text = fs::read(root.join(name))?;
        tree.add_file(format!("usr/share/doc/coterie/{name}"), text);
    }
    tree.add_program("usr/local/bin/coterie", fs::read(program)?);
    tree.add_folder("tmp", 0o1777, ROOT);
    tree.add_folder("data", 0o700, (USER, USER));
    Ok(tree)
}
