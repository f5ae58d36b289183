//! Empties functions that are linked but never called, and functions that end the program.
//!
//! `wasm-opt` then drops what only they called.

use std::collections::HashSet;
use walrus::ir::{Visitor, dfs_in_order};
use walrus::{
    ConstExpr, DataId, DataKind, FunctionBuilder, FunctionId, FunctionKind, LocalId, Module,
    TypeId, ir::Value,
};

/// Name fragments of functions that are linked but never called. Calling an emptied function traps with `unreachable`.
///
/// For every view type, leptos keeps pointers to each way of hydrating it. This page is hydrated in one pass
/// (`hydrate_from`). Async hydration and cloning from a template are not used, and would be a fifteenth of the
/// program. The page prints no fractions and streams nothing.
const NEVER_CALLED: [&str; 8] = [
    "hydrate_async",
    "hydrate_from_template",
    "new_with_async_value",
    "4core3fmt5float",
    "wasm_streams",
    "intounderlying",
    // Elements of a view: needed only to add attributes to a component from outside.
    "8elements17h",
    "AnyViewWithAttrs",
];

/// Name fragments of functions that end the program with a message. A release traps with `unreachable` instead: its
/// functions have no names, and for debugging there is the development build. The messages and source locations would
/// be a thirtieth of the program.
const PANIC_FUNCTIONS: [&str; 13] = [
    "4core9panicking",
    "13unwrap_failed",
    "13expect_failed",
    "slice_index_fail",
    "slice_error_fail",
    "assert_failed",
    "len_mismatch_fail",
    "panic_access_error",
    "panic_already",
    "handle_alloc_error",
    "12handle_error",
    "capacity_overflow",
    "console_error_panic_hook4hook",
];

/// Name fragments of functions that are always kept: `describe` functions run at build time and not in the browser,
/// and a drop function may be shared with other types.
const ALWAYS_KEPT: [&str; 2] = ["describe", "drop_in_place"];

/// Empties every function that can be removed; returns their ids.
pub(crate) fn empty_removable(module: &mut Module) -> HashSet<FunctionId> {
    let mut emptied = HashSet::new();
    for (id, ty, args) in find_removable(module) {
        let ty = module.types.get(ty);
        let (params, results) = (ty.params().to_vec(), ty.results().to_vec());
        let mut empty = FunctionBuilder::new(&mut module.types, &params, &results);
        empty.func_body().unreachable();
        module.funcs.get_mut(id).kind = FunctionKind::Local(empty.local_func(args));
        emptied.insert(id);
    }
    wipe_panic_locations(module);
    emptied
}

/// Returns the functions of [`PANIC_FUNCTIONS`], and those of [`NEVER`] that no other function calls. The compiler merges equal
/// functions, so a name may stand for several.
fn find_removable(module: &Module) -> Vec<(FunctionId, TypeId, Vec<LocalId>)> {
    let named = |parts: &[&str], id: &FunctionId| {
        let name = module.funcs.get(*id).name.as_deref().unwrap_or_default();
        let any = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
        any(parts) && !any(&ALWAYS_KEPT)
    };
    let calls: Vec<(FunctionId, Vec<FunctionId>)> = module
        .funcs
        .iter_local()
        .map(|(id, function)| {
            let mut calls = CalledFunctions::default();
            dfs_in_order(&mut calls, function, function.entry_block());
            (id, calls.0)
        })
        .collect();
    let ids = || calls.iter().map(|(id, _)| *id);
    let mut never: HashSet<FunctionId> = ids().filter(|id| named(&NEVER_CALLED, id)).collect();
    loop {
        let before = never.len();
        for (caller, called) in &calls {
            if !never.contains(caller) {
                called.iter().for_each(|id| _ = never.remove(id));
            }
        }
        if never.len() == before {
            break;
        }
    }
    never.extend(ids().filter(|id| named(&PANIC_FUNCTIONS, id)));
    let locals = module.funcs.iter_local();
    locals
        .filter(|(id, _)| never.contains(id))
        .map(|(id, function)| (id, function.ty(), function.args.clone()))
        .collect()
}

/// Zeroes the source locations that only functions of [`PANIC_FUNCTIONS`] would have printed: path, line and column in the
/// layout of `core::panic::Location`.
fn wipe_panic_locations(module: &mut Module) {
    let mut wiped = Vec::new();
    for data in module.data.iter() {
        let Some(start) = segment_start(&data.kind) else {
            continue;
        };
        // Locations are aligned to four bytes.
        let first = (4 - start % 4) % 4;
        for at in (first..data.value.len()).step_by(4) {
            let Some([path, length, line, column]) = read_words(&data.value, at) else {
                continue;
            };
            let text = module.data.iter().find_map(|data| {
                let from = path.checked_sub(self::segment_start(&data.kind)?)?;
                data.value.get(from..from.checked_add(length)?)
            });
            let is_path = text.is_some_and(|text| {
                text.ends_with(b".rs") && text.iter().all(u8::is_ascii_graphic)
            });
            if is_path && (1..100_000).contains(&line) && (1..1000).contains(&column) {
                wiped.push((start + at, 16));
                wiped.push((path, length));
            }
        }
    }
    let all: Vec<DataId> = module.data.iter().map(|data| data.id()).collect();
    for id in all {
        let data = module.data.get_mut(id);
        let Some(start) = segment_start(&data.kind) else {
            continue;
        };
        for (address, length) in &wiped {
            let bytes = address.checked_sub(start);
            let bytes = bytes.and_then(|from| data.value.get_mut(from..from + length));
            bytes.unwrap_or_default().fill(0);
        }
    }
}

/// Returns the address of an active data segment, or `None` for any other.
fn segment_start(kind: &DataKind) -> Option<usize> {
    match kind {
        DataKind::Active {
            offset: ConstExpr::Value(Value::I32(start)),
            ..
        } => usize::try_from(*start).ok(),
        _ => None,
    }
}

/// Reads four 32-bit words at a position.
fn read_words(bytes: &[u8], at: usize) -> Option<[usize; 4]> {
    let mut words = [0; 4];
    for (word, bytes) in words
        .iter_mut()
        .zip(bytes.get(at..at + 16)?.chunks_exact(4))
    {
        *word = usize::try_from(u32::from_le_bytes(bytes.try_into().ok()?)).ok()?;
    }
    Some(words)
}

/// Visitor that collects the functions a function refers to.
#[derive(Default)]
struct CalledFunctions(Vec<FunctionId>);

impl Visitor<'_> for CalledFunctions {
    fn visit_function_id(&mut self, id: &FunctionId) {
        self.0.push(*id);
    }
}
