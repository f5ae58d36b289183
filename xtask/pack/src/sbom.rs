//! List of everything that is compiled into the program, as CycloneDX, from what cargo knows of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::{Done, VERSION};

/// Writes the list from the output of `cargo metadata`; returns its path.
pub(crate) fn write(metadata: &Path, out: &Path) -> Done<PathBuf> {
    let metadata: Value = serde_json::from_slice(&fs::read(metadata)?)?;
    let packages: BTreeMap<&str, &Value> = list(&metadata["packages"])
        .filter_map(|package| Some((package["id"].as_str()?, package)))
        .collect();
    let nodes: BTreeMap<&str, &Value> = list(&metadata["resolve"]["nodes"])
        .filter_map(|node| Some((node["id"].as_str()?, node)))
        .collect();
    let server = packages
        .iter()
        .find(|(_, package)| package["name"] == "server")
        .map(|(id, _)| *id)
        .ok_or("cargo knows of no server")?;
    let mut found = BTreeSet::new();
    let mut ahead = vec![server];
    let mut dependencies = Vec::new();
    while let Some(id) = ahead.pop() {
        if !found.insert(id) {
            continue;
        }
        let below: Vec<&str> = nodes.get(id).map(|node| normal(node)).unwrap_or_default();
        let names: Vec<String> = below
            .iter()
            .filter_map(|id| packages.get(id))
            .map(|package| reference(package))
            .collect();
        if let Some(package) = packages.get(id) {
            dependencies.push(json!({"ref": reference(package), "dependsOn": names}));
        }
        ahead.extend(below);
    }
    let components = found.iter().filter(|id| **id != server);
    let components: Vec<Value> = components
        .filter_map(|id| packages.get(id))
        .map(|package| component(package))
        .collect();
    let server = packages.get(server).map(|package| reference(package));
    let whole = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "name": "coterie",
                "version": VERSION,
                "bom-ref": server,
                "licenses": [{"expression": "MIT OR Apache-2.0"}],
            },
        },
        "components": components,
        "dependencies": dependencies,
    });
    let path = out.join(format!("coterie-{VERSION}.cdx.json"));
    fs::write(&path, serde_json::to_vec_pretty(&whole)?)?;
    Ok(path)
}

/// Returns the values of a list.
fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// Returns the packages that a package is compiled with, without those for tests and for building.
fn normal(node: &Value) -> Vec<&str> {
    let is_normal = |dependency: &&Value| {
        let mut kinds = list(&dependency["dep_kinds"]);
        kinds.any(|kind| kind["kind"].is_null())
    };
    let all = list(&node["deps"]).filter(is_normal);
    all.filter_map(|dependency| dependency["pkg"].as_str())
        .collect()
}

/// Returns the address of a package, by which lists of advisories know it.
fn reference(package: &Value) -> String {
    let text = |key: &str| package[key].as_str().unwrap_or_default();
    format!("pkg:cargo/{}@{}", text("name"), text("version"))
}

/// Returns the entry of a package.
fn component(package: &Value) -> Value {
    let mut entry = json!({
        "type": "library",
        "name": package["name"],
        "version": package["version"],
        "purl": reference(package),
        "bom-ref": reference(package),
    });
    if let Some(license) = package["license"].as_str() {
        // An older way to say "or".
        let license = license.replace('/', " OR ");
        entry["licenses"] = json!([{"expression": license}]);
    }
    entry
}
