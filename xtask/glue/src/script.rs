//! Post-processes the JavaScript beside the program: makes it small.

use std::collections::HashMap;
use std::path::Path;
use std::{fs, io};
use walrus::Module;

// The comment remover that the server applies to scripts.
#[path = "../../../crates/server/src/assets/strip_comments.rs"]
pub(crate) mod strip_comments;

/// Part of the names of what leptos exports for streaming, which no page does. Its functions are empty already.
const UNUSED_EXPORTS: &str = "intounderlying";

/// Removes comments and the classes for [`UNUSED_EXPORTS`] from the script.
pub(crate) fn shrink_script(script: &Path) -> io::Result<()> {
    let mut used = String::new();
    let mut is_unused = false;
    for line in fs::read_to_string(script)?.lines() {
        // A statement ends where another line begins at the margin.
        if !line.is_empty() && !line.starts_with([' ', '}']) {
            is_unused = line.to_lowercase().contains(UNUSED_EXPORTS);
        }
        if !is_unused {
            used.push_str(line);
            used.push('\n');
        }
    }
    fs::write(script, strip_comments::strip_comments(&used))
}

/// Gives imports, and exports with mangled names, short names in the script and in the program, and removes
/// [`UNUSED_EXPORTS`] from it. The long names contain hashes, which mean nothing to a browser and do not compress.
pub(crate) fn shorten_names(script: &Path, program: &Path) -> io::Result<()> {
    let broken = |cause| io::Error::other(format!("{cause:#}"));
    let mut module = Module::from_file(program).map_err(broken)?;
    let mut short = HashMap::new();
    for import in module.imports.iter_mut() {
        let next = format!("i{}", short.len());
        let name: &String = short.entry(import.name.clone()).or_insert(next);
        import.name.clone_from(name);
    }
    let exports: Vec<_> = module.exports.iter().map(|it| it.id()).collect();
    for id in exports {
        let name = &mut module.exports.get_mut(id).name;
        if name.contains(UNUSED_EXPORTS) {
            module.exports.delete(id);
        } else if name.starts_with("_ZN") {
            let next = format!("i{}", short.len());
            short.insert(std::mem::replace(name, next.clone()), next);
        }
    }
    module.emit_wasm_file(program).map_err(broken)?;
    let text = fs::read_to_string(script)?;
    let part_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let mut renamed = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        let inside = part_of_word(first);
        let end = rest
            .find(|c| part_of_word(c) != inside)
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        renamed.push_str(short.get(word).map_or(word, String::as_str));
        rest = after;
    }
    fs::write(script, renamed)
}
