//! Splits a program into a first part, which hydrates a page, and the rest, which a page loads a moment later.
//!
//! [`references`] reads from the linker which function refers to which, [`deferred`] has the list of functions at which
//! the rest begins and finds what belongs to it, and [`split`] writes the two modules. `docs/design/first-load.md` has
//! the reasons and numbers, and lists everything outside of this folder that knows of the two parts.

mod deferred;
mod references;
mod split;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, io};
use walrus::{FunctionId, Module, ModuleConfig};

use self::references::References;
use crate::GlueError;
use crate::script::strip_comments::strip_comments;
use crate::strip;

pub(crate) use self::deferred::DeferredModule;

/// Code that loads the rest of the program, appended to the script.
const LOADER: &str = include_str!("rest.js");

/// Start of the import object in the script.
const IMPORT_OBJECT_START: &str = "const import0 = {\n__proto__: null,\n";

/// Empties the program of functions that are never called, and determines the rest; the functions of the rest are
/// marked in their names.
pub(crate) fn mark_rest(input: &[u8]) -> Result<(Vec<u8>, DeferredModule), GlueError> {
    let (mut module, functions) = read_module(input)?;
    let emptied = strip::empty_removable(&mut module);
    let name = |number: usize| {
        let id = functions.get(number).copied();
        let id = id.filter(|id| !emptied.contains(id));
        id.and_then(|id| module.funcs.get(id).name.as_deref())
    };
    let rest = DeferredModule::find(&References::read(input)?, name);
    for (number, mark) in rest.marked_functions() {
        if let Some(id) = functions.get(number) {
            let name = module.funcs.get_mut(*id).name.get_or_insert_default();
            name.push_str(mark);
        }
    }
    for section in ["linking", "reloc.CODE", "reloc.DATA"] {
        _ = module.customs.remove_raw(section);
    }
    Ok((module.emit_wasm(), rest))
}

/// Splits a glued program whose functions are marked: `NAME_bg.wasm` becomes the first part, `NAME_rest.wasm` beside it
/// the rest, which the script then loads.
pub(crate) fn split_files(
    script: &Path,
    program: &Path,
    rest: &DeferredModule,
) -> Result<(), GlueError> {
    let file = script.file_stem().unwrap_or_default().to_string_lossy();
    let module = format!("./{file}_bg.js");
    let parts = split::split_program(&fs::read(program)?, &rest.data, &module)?;
    fs::write(program, parts.first)?;
    fs::write(
        program.with_file_name(format!("{file}_rest.wasm")),
        parts.rest,
    )?;
    Ok(add_loader(script)?)
}

/// Reads a program; returns the module and its functions by their index in the file.
fn read_module(input: &[u8]) -> Result<(Module, Vec<FunctionId>), GlueError> {
    let functions = Arc::new(Mutex::new(Vec::new()));
    let mut config = ModuleConfig::new();
    let found = Arc::clone(&functions);
    config.on_parse(move |module, numbers| {
        let count = u32::try_from(module.funcs.iter().count())?;
        let all = (0..count).map(|number| numbers.get_func(number));
        *found.lock().unwrap_or_else(PoisonError::into_inner) = all.collect::<Result<_, _>>()?;
        Ok(())
    });
    let module = config.parse(input)?;
    let functions = std::mem::take(&mut *functions.lock().unwrap_or_else(PoisonError::into_inner));
    Ok((module, functions))
}

/// Appends the loader of the rest to the script, and adds its function to the import object.
fn add_loader(script: &Path) -> io::Result<()> {
    let text = fs::read_to_string(script)?;
    if text.matches(IMPORT_OBJECT_START).count() != 1 {
        return Err(io::Error::other(
            "the script says in other words what the program may ask of it",
        ));
    }
    let asked = format!("{IMPORT_OBJECT_START}{NEED},\n", NEED = split::LOAD_IMPORT);
    let loader = strip_comments(LOADER);
    fs::write(script, text.replace(IMPORT_OBJECT_START, &asked) + &loader)
}
