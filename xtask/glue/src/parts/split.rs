//! Splits a program into two modules: a first part that hydrates a page, and the rest, which is loaded a moment later.
//!
//! Both share the memory, the globals and the function table. In the first part, a function of the rest is replaced by
//! a trampoline that loads the rest if necessary and then calls the function through the table. The rest imports what
//! it needs from the first part, which exports it.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;
use walrus::ir::{Value, Visitor, dfs_in_order};
use walrus::{
    ConstExpr, DataKind, ElementItems, ElementKind, ExportItem, FunctionBuilder, FunctionId,
    FunctionKind, GlobalKind, ImportKind, ImportedFunction, Module, TableId, ValType, passes,
};

use super::deferred::{DEFERRED_MARK, ENTRY_MARK};
use crate::GlueError;

/// Name of the import by which the first part asks the script to load the rest.
pub(crate) const LOAD_IMPORT: &str = "need";
/// Name of the exported global that is 1 once the rest is loaded.
const LOADED_GLOBAL: &str = "whole";
/// Module name under which the rest imports from the first part.
const FIRST_MODULE: &str = "first";

/// The two modules of a split program, encoded.
pub(crate) struct SplitProgram {
    pub(crate) first: Vec<u8>,
    pub(crate) rest: Vec<u8>,
}

/// Splits a program whose functions are marked. `data` lists the address ranges that belong to the rest; `script` is
/// the module name of the script.
pub(crate) fn split_program(
    program: &[u8],
    data: &[Range<usize>],
    script: &str,
) -> Result<SplitProgram, GlueError> {
    let mut first = FirstModule::build(program, script)?;
    let rest = build_rest(program, &first, data)?;
    let rest = first.export_to_rest(rest);
    Ok(SplitProgram {
        first: first.strip_deferred(data).emit_wasm(),
        rest,
    })
}

/// The first part while it is built.
struct FirstModule {
    module: Module,
    functions: Vec<FunctionId>,
    /// Indexes of the functions of the rest.
    deferred: HashSet<usize>,
    /// The table for indirect calls.
    table: TableId,
    /// Table slots with the indexes of the functions of the rest that stand there.
    slots: Vec<(u64, usize)>,
}

impl FirstModule {
    /// Reads the program and replaces every function of the rest that the first part refers to by a trampoline.
    fn build(program: &[u8], script: &str) -> Result<Self, GlueError> {
        let mut module = Module::from_buffer(program)?;
        let functions = function_ids(&module);
        let marked = |mark: &str| -> HashSet<usize> {
            let name = |id: &FunctionId| module.funcs.get(*id).name.as_deref();
            let all = functions.iter().enumerate();
            let marked = all.filter(|(_, id)| name(id).is_some_and(|name| name.ends_with(mark)));
            marked.map(|(number, _)| number).collect()
        };
        let doors = marked(ENTRY_MARK);
        let late: HashSet<usize> = doors.iter().copied().chain(marked(DEFERRED_MARK)).collect();
        let known = find_referenced_deferred(&module, &functions, &doors, &late);
        let table = module.tables.main_function_table()?;
        let table = table.ok_or_else(|| GlueError("no table of functions".to_owned()))?;
        let whole =
            module
                .globals
                .add_local(ValType::I32, true, false, ConstExpr::Value(Value::I32(0)));
        module.exports.add(LOADED_GLOBAL, whole);
        let asked = module.types.add(&[], &[]);
        let (need, _) = module.add_import_func(script, LOAD_IMPORT, asked);
        let mut wait = FunctionBuilder::new(&mut module.types, &[], &[]);
        wait.func_body()
            .global_get(whole)
            .if_else(None, |_| {}, |missing| _ = missing.call(need));
        let wait = wait.finish(vec![], &mut module.funcs);
        let mut first = Self {
            slots: Vec::new(),
            module,
            functions,
            deferred: late,
            table,
        };
        first.collect_slots()?;
        for number in known {
            first.add_trampoline(number, wait)?;
        }
        Ok(first)
    }

    /// Records the table slots of functions of the rest. Slots of functions that the first part does not refer to get
    /// a function that traps.
    fn collect_slots(&mut self) -> Result<(), GlueError> {
        let mut stop = FunctionBuilder::new(&mut self.module.types, &[], &[]);
        stop.func_body().unreachable();
        let stop = stop.finish(vec![], &mut self.module.funcs);
        for element in self.module.elements.iter_mut() {
            let (ElementKind::Active { table, offset }, ElementItems::Functions(items)) =
                (&element.kind, &mut element.items)
            else {
                continue;
            };
            let ConstExpr::Value(Value::I32(offset)) = offset else {
                return Err(GlueError(
                    "functions without a place in the table".to_owned(),
                ));
            };
            if *table != self.table {
                continue;
            }
            for (at, id) in (u64::from(offset.cast_unsigned())..).zip(items) {
                let number = self.functions.iter().position(|function| function == id);
                if let Some(number) = number.filter(|number| self.deferred.contains(number)) {
                    self.slots.push((at, number));
                    let name = self.module.funcs.get(*id).name.as_deref();
                    if name.is_some_and(|name| name.ends_with(DEFERRED_MARK)) {
                        *id = stop;
                    }
                }
            }
        }
        Ok(())
    }

    /// Replaces a function of the rest by a trampoline, with a new table slot for the function itself.
    fn add_trampoline(&mut self, number: usize, wait: FunctionId) -> Result<(), GlueError> {
        let id = self.functions[number];
        let FunctionKind::Local(function) = &self.module.funcs.get(id).kind else {
            return Err(GlueError("a function of the rest is imported".to_owned()));
        };
        let (ty, args) = (function.ty(), function.args.clone());
        let table = self.module.tables.get_mut(self.table);
        let slot = table.initial;
        table.initial += 1;
        table.maximum = table.maximum.map(|most| most + 1);
        self.slots.push((slot, number));
        let (params, results) = (
            self.module.types.get(ty).params().to_vec(),
            self.module.types.get(ty).results().to_vec(),
        );
        let mut way = FunctionBuilder::new(&mut self.module.types, &params, &results);
        let mut body = way.func_body();
        body.call(wait);
        for arg in &args {
            body.local_get(*arg);
        }
        body.i32_const(i32::try_from(slot)?);
        body.call_indirect(ty, self.table);
        self.module.funcs.get_mut(id).kind = FunctionKind::Local(way.local_func(args));
        Ok(())
    }

    /// Exports from the first part what the rest imports, under short names in both; returns the encoded rest.
    fn export_to_rest(&mut self, mut rest: Module) -> Vec<u8> {
        let tables: Vec<TableId> = self.module.tables.iter().map(|it| it.id()).collect();
        let memories: Vec<_> = self.module.memories.iter().map(|it| it.id()).collect();
        let globals: Vec<_> = self.module.globals.iter().map(|it| it.id()).collect();
        for (number, import) in rest.imports.iter_mut().enumerate() {
            let short = format!("_{number:x}");
            let at: usize = import.name.parse().unwrap_or_default();
            let item = match import.kind {
                ImportKind::Function(_) => ExportItem::Function(self.functions[at]),
                ImportKind::Table(_) => ExportItem::Table(tables[at]),
                ImportKind::Memory(_) => ExportItem::Memory(memories[at]),
                ImportKind::Global(_) => ExportItem::Global(globals[at]),
                ImportKind::Tag(_) => continue,
            };
            self.module.exports.add(&short, item);
            import.name = short;
        }
        rest.emit_wasm()
    }

    /// Removes the data of the rest and every function that is no longer referenced.
    fn strip_deferred(mut self, data: &[Range<usize>]) -> Module {
        for_each_data_range(&mut self.module, data, |bytes, _| bytes.fill(0));
        passes::gc::run(&mut self.module);
        self.module
    }
}

/// Returns the functions of the rest that the first part refers to: the entry functions, and those that gluing made
/// reachable.
fn find_referenced_deferred(
    module: &Module,
    functions: &[FunctionId],
    doors: &HashSet<usize>,
    late: &HashSet<usize>,
) -> BTreeSet<usize> {
    let mut named = ReferencedFunctions::default();
    for (number, id) in functions.iter().enumerate() {
        if let FunctionKind::Local(function) = &module.funcs.get(*id).kind
            && !late.contains(&number)
        {
            dfs_in_order(&mut named, function, function.entry_block());
        }
    }
    named.0.extend(module.start);
    named.0.extend(
        module
            .exports
            .iter()
            .filter_map(|export| match export.item {
                ExportItem::Function(id) => Some(id),
                _ => None,
            }),
    );
    let called = functions
        .iter()
        .enumerate()
        .filter(|(_, id)| named.0.contains(id));
    let called = called
        .map(|(number, _)| number)
        .filter(|number| late.contains(number));
    called.chain(doors.iter().copied()).collect()
}

/// Builds the module of the rest: its functions and data, with everything else imported from the first part by index.
fn build_rest(
    program: &[u8],
    first: &FirstModule,
    data: &[Range<usize>],
) -> Result<Module, GlueError> {
    let mut module = Module::from_buffer(program)?;
    let exports: Vec<_> = module.exports.iter().map(|it| it.id()).collect();
    exports.into_iter().for_each(|id| module.exports.delete(id));
    module.start = None;
    let functions = function_ids(&module);
    for (number, id) in functions.iter().enumerate() {
        if first.deferred.contains(&number) {
            continue;
        }
        let ty = module.funcs.get(*id).ty();
        if let FunctionKind::Import(import) = &module.funcs.get(*id).kind {
            let import = import.import;
            module.imports.delete(import);
        }
        let import = module.imports.add(FIRST_MODULE, &number.to_string(), *id);
        module.funcs.get_mut(*id).kind = FunctionKind::Import(ImportedFunction { import, ty });
    }
    let mut parts = Vec::new();
    for_each_data_range(&mut module, data, |bytes, at| {
        parts.push((at, bytes.to_vec()))
    });
    import_memory(&mut module, parts)?;
    let elements: Vec<_> = module.elements.iter().map(|it| it.id()).collect();
    elements
        .into_iter()
        .for_each(|id| module.elements.delete(id));
    let tables: Vec<_> = module.tables.iter().map(|it| it.id()).collect();
    for (number, id) in tables.iter().enumerate() {
        let import = module.imports.add(FIRST_MODULE, &number.to_string(), *id);
        let table = module.tables.get_mut(*id);
        table.import = Some(import);
        // The table of the first part is longer by the trampolines' slots.
        table.maximum = None;
        table.elem_segments.clear();
    }
    let globals: Vec<_> = module.globals.iter().map(|it| it.id()).collect();
    for (number, id) in globals.into_iter().enumerate() {
        let import = module.imports.add(FIRST_MODULE, &number.to_string(), id);
        module.globals.get_mut(id).kind = GlobalKind::Import(import);
    }
    let table = module
        .tables
        .main_function_table()?
        .ok_or_else(|| GlueError("no table of functions".to_owned()))?;
    // Adjacent slots are written as one segment.
    let mut slots = first.slots.clone();
    slots.sort_unstable();
    for run in slots.chunk_by(|(one, _), (next, _)| one + 1 == *next) {
        let offset = ConstExpr::Value(Value::I32(i32::try_from(run[0].0)?));
        let items = run.iter().map(|(_, number)| functions[*number]).collect();
        let element = module.elements.add(
            ElementKind::Active { table, offset },
            ElementItems::Functions(items),
        );
        module.tables.get_mut(table).elem_segments.insert(element);
    }
    passes::gc::run(&mut module);
    Ok(module)
}

/// Imports the memory from the first part and replaces its data by the data of the rest.
fn import_memory(module: &mut Module, parts: Vec<(usize, Vec<u8>)>) -> Result<(), GlueError> {
    let data: Vec<_> = module.data.iter().map(|it| it.id()).collect();
    data.into_iter().for_each(|id| module.data.delete(id));
    let memories: Vec<_> = module.memories.iter().map(|it| it.id()).collect();
    for (number, id) in memories.iter().enumerate() {
        let import = module.imports.add(FIRST_MODULE, &number.to_string(), *id);
        let memory = module.memories.get_mut(*id);
        memory.import = Some(import);
        memory.data_segments.clear();
    }
    let [memory] = memories.as_slice() else {
        return Err(GlueError("not one memory".to_owned()));
    };
    for (at, bytes) in parts {
        let offset = ConstExpr::Value(Value::I32(i32::try_from(at)?));
        let kind = DataKind::Active {
            memory: *memory,
            offset,
        };
        let id = module.data.add(kind, bytes);
        module.memories.get_mut(*memory).data_segments.insert(id);
    }
    Ok(())
}

/// Calls `show` with the bytes of each address range and its start.
fn for_each_data_range(
    module: &mut Module,
    places: &[Range<usize>],
    mut show: impl FnMut(&mut [u8], usize),
) {
    let all: Vec<_> = module.data.iter().map(|it| it.id()).collect();
    for data in all {
        let data = module.data.get_mut(data);
        let DataKind::Active {
            offset: ConstExpr::Value(Value::I32(start)),
            ..
        } = data.kind
        else {
            continue;
        };
        let start = usize::try_from(start).unwrap_or_default();
        for place in places {
            let (from, until) = (place.start.checked_sub(start), place.end.checked_sub(start));
            if let (Some(from), Some(until)) = (from, until)
                && let Some(bytes) = data.value.get_mut(from..until)
            {
                show(bytes, place.start);
            }
        }
    }
}

/// Returns all functions in file order; the position identifies a function in every copy of the program.
fn function_ids(module: &Module) -> Vec<FunctionId> {
    module.funcs.iter().map(|function| function.id()).collect()
}

/// Visitor that collects the functions that are referred to, by a call or by address.
#[derive(Default)]
struct ReferencedFunctions(HashSet<FunctionId>);

impl Visitor<'_> for ReferencedFunctions {
    fn visit_function_id(&mut self, id: &FunctionId) {
        self.0.insert(*id);
    }
}
