//! Reference graph of a program, from the relocations that the linker emits (`--emit-relocs`): which functions and
//! data each function and each data symbol refers to, by a call or by address.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use wasmparser::{
    DataKind, ExternalKind, KnownCustom, Linking, Operator, Parser, Payload, RelocSectionReader,
    RelocationType, SymbolInfo, TypeRef,
};

use crate::GlueError;

/// A node of the reference graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Symbol {
    /// A function, by its index in the file.
    Function(usize),
    /// A data symbol, by its index in the linker's symbol table.
    Data(usize),
}

/// References between functions and data.
#[derive(Debug, Default)]
pub(crate) struct References {
    targets: HashMap<Symbol, Vec<Symbol>>,
    /// Functions that are called from outside: exports and the start function.
    entries: Vec<usize>,
    /// Indexes of the functions that are not imported.
    own: Range<usize>,
    /// Address range of each data symbol.
    data: BTreeMap<usize, Range<usize>>,
}

/// A relocation: offset in its section, and index of the symbol it refers to.
struct Relocation {
    at: usize,
    symbol: usize,
}

impl References {
    /// Reads the reference graph from the sections of a program.
    ///
    /// # Errors
    /// The program was linked without `--emit-relocs`, or is malformed.
    pub(crate) fn read(program: &[u8]) -> Result<Self, GlueError> {
        let mut all = Self::default();
        let mut symbols = Vec::new();
        // File range of each function body, and of each data segment with its address in memory.
        let (mut bodies, mut segments) = (Vec::new(), Vec::new());
        let (mut code_at, mut data_at) = (0, 0);
        let (mut in_code, mut in_data) = (Vec::new(), Vec::new());
        for payload in Parser::new(0).parse_all(program) {
            match payload? {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        if let TypeRef::Func(_) = import?.ty {
                            all.own.start += 1;
                        }
                    }
                    all.own.end = all.own.start;
                }
                Payload::ExportSection(exports) => {
                    for export in exports {
                        let export = export?;
                        if export.kind == ExternalKind::Func {
                            all.entries.push(usize::try_from(export.index)?);
                        }
                    }
                }
                Payload::StartSection { func, .. } => all.entries.push(usize::try_from(func)?),
                Payload::CodeSectionStart { range, .. } => code_at = range.start,
                Payload::CodeSectionEntry(body) => {
                    bodies.push((body.range(), all.own.end));
                    all.own.end += 1;
                }
                Payload::DataSection(data) => {
                    data_at = data.range().start;
                    for segment in data {
                        let segment = segment?;
                        let end = segment.range.end;
                        let from = end - segment.data.len();
                        segments.push((from..end, segment_address(&segment.kind)?));
                    }
                }
                Payload::CustomSection(section) => match section.as_known() {
                    KnownCustom::Linking(linking) => symbols.extend(read_symbol_table(linking)?),
                    KnownCustom::Reloc(mentions) if section.name() == "reloc.CODE" => {
                        in_code = read_relocations(&mentions)?
                    }
                    KnownCustom::Reloc(mentions) if section.name() == "reloc.DATA" => {
                        in_data = read_relocations(&mentions)?
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        if symbols.is_empty() || in_code.is_empty() {
            return Err(GlueError("it was linked without --emit-relocs".to_owned()));
        }
        all.assign_relocations(
            &symbols,
            &segments,
            &bodies,
            [(code_at, in_code), (data_at, in_data)],
        )?;
        Ok(all)
    }

    /// Assigns each relocation to the function or data that contains it.
    fn assign_relocations(
        &mut self,
        symbols: &[Option<LinkerSymbol>],
        segments: &[(Range<usize>, usize)],
        bodies: &[(Range<usize>, usize)],
        mentions: [(usize, Vec<Relocation>); 2],
    ) -> Result<(), GlueError> {
        // File range of everything that can contain a relocation.
        let mut places: Vec<(Range<usize>, Symbol)> = Vec::new();
        places.extend(
            bodies
                .iter()
                .map(|(range, number)| (range.clone(), Symbol::Function(*number))),
        );
        for (number, symbol) in symbols.iter().enumerate() {
            if let Some(LinkerSymbol::Data {
                segment,
                offset,
                size,
            }) = *symbol
            {
                let (file, memory) = segments
                    .get(segment)
                    .ok_or_else(|| GlueError("data without a segment".to_owned()))?;
                let from = file.start + offset;
                places.push((from..from + size, Symbol::Data(number)));
                self.data
                    .insert(number, memory + offset..memory + offset + size);
            }
        }
        places.sort_by_key(|(range, _)| (range.start, range.end));
        for (start, all) in mentions {
            for Relocation { at, symbol } in all {
                let named = match symbols.get(symbol).copied().flatten() {
                    Some(LinkerSymbol::Function(number)) => Symbol::Function(number),
                    Some(LinkerSymbol::Data { .. }) => Symbol::Data(symbol),
                    None => continue,
                };
                let at = start + at;
                let before = places.partition_point(|(range, _)| range.start <= at);
                let around = places[..before]
                    .iter()
                    .rev()
                    .take(8)
                    .find(|(range, _)| range.contains(&at));
                let (_, from) = around.ok_or_else(|| {
                    GlueError(format!("nothing lies at {at:#x}, where {named:?} is named"))
                })?;
                self.targets.entry(*from).or_default().push(named);
            }
        }
        Ok(())
    }

    /// Returns everything that is reachable from outside, without following references of functions for which `stops`
    /// is true.
    pub(crate) fn reachable(&self, stops: impl Fn(usize) -> bool) -> HashSet<Symbol> {
        let mut reached = HashSet::new();
        let mut open: Vec<Symbol> = self
            .entries
            .iter()
            .map(|number| Symbol::Function(*number))
            .collect();
        while let Some(thing) = open.pop() {
            let goes_on = !matches!(thing, Symbol::Function(number) if stops(number));
            if reached.insert(thing) && goes_on {
                open.extend(self.targets.get(&thing).into_iter().flatten());
            }
        }
        reached
    }

    /// Returns the indexes of all functions that are not imported.
    pub(crate) fn functions(&self) -> Range<usize> {
        self.own.clone()
    }

    /// Returns each data symbol with its address range.
    pub(crate) fn data(&self) -> impl Iterator<Item = (Symbol, Range<usize>)> {
        self.data
            .iter()
            .map(|(number, range)| (Symbol::Data(*number), range.clone()))
    }
}

/// A symbol of the linker's symbol table.
#[derive(Clone, Copy)]
enum LinkerSymbol {
    Function(usize),
    Data {
        segment: usize,
        offset: usize,
        size: usize,
    },
}

/// Reads the symbol table; `None` for symbols that are neither functions nor data.
fn read_symbol_table(
    linking: wasmparser::LinkingSectionReader<'_>,
) -> Result<Vec<Option<LinkerSymbol>>, GlueError> {
    let mut symbols = Vec::new();
    for subsection in linking.subsections() {
        let Linking::SymbolTable(all) = subsection? else {
            continue;
        };
        for symbol in all {
            symbols.push(match symbol? {
                SymbolInfo::Func { index, .. } => {
                    Some(LinkerSymbol::Function(usize::try_from(index)?))
                }
                SymbolInfo::Data {
                    symbol: Some(it), ..
                } => Some(LinkerSymbol::Data {
                    segment: usize::try_from(it.index)?,
                    offset: usize::try_from(it.offset)?,
                    size: usize::try_from(it.size)?,
                }),
                _ => None,
            });
        }
    }
    Ok(symbols)
}

/// Reads the relocations of a section that refer to functions or data.
fn read_relocations(section: &RelocSectionReader<'_>) -> Result<Vec<Relocation>, GlueError> {
    use RelocationType as Kind;
    let mut mentions = Vec::new();
    for entry in section.entries() {
        let entry = entry?;
        // Types, globals and tables stay with the function that refers to them.
        if !matches!(
            entry.ty,
            Kind::TypeIndexLeb | Kind::GlobalIndexLeb | Kind::GlobalIndexI32 | Kind::TableNumberLeb
        ) {
            mentions.push(Relocation {
                at: usize::try_from(entry.offset)?,
                symbol: usize::try_from(entry.index)?,
            });
        }
    }
    Ok(mentions)
}

/// Returns the address of a data segment in memory.
fn segment_address(kind: &DataKind<'_>) -> Result<usize, GlueError> {
    if let DataKind::Active { offset_expr, .. } = kind
        && let Operator::I32Const { value } = offset_expr.get_operators_reader().read()?
    {
        return Ok(usize::try_from(value.cast_unsigned())?);
    }
    Err(GlueError("data without a place in memory".to_owned()))
}

#[cfg(test)]
impl References {
    /// Creates a graph of functions `0..functions`, the first of which is an entry, with these references and data
    /// ranges.
    pub(crate) fn for_test(
        functions: usize,
        named: &[(Symbol, Symbol)],
        data: &[Range<usize>],
    ) -> Self {
        let mut all = Self {
            entries: vec![0],
            own: 0..functions,
            data: data.iter().cloned().enumerate().collect(),
            ..Self::default()
        };
        for (from, to) in named {
            all.targets.entry(*from).or_default().push(*to);
        }
        all
    }
}
