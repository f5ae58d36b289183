//! Orders the functions of a WebAssembly program by likeness. What repeats is then close by, and the compressor says so
//! in fewer bits. Nothing else of the program changes.

use std::collections::BTreeMap;
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{
    BinaryReaderError, CodeSectionReader, CustomSectionReader, FunctionSectionReader, Parser,
    Payload, TypeRef,
};

/// Length of the runs of bytes by which functions are compared.
const RUN_LENGTH: usize = 5;

/// Number of functions from which a run says nothing any more about which of them are alike.
const COMMON_RUN: usize = 1000;

/// What the likeness to a function counts for the function after the next, in relation to the next.
const FADING: f64 = 0.5;

/// Number of runs that is added to the length of a function when its likeness is weighed, so that the shortest ones do
/// not always come first.
const SHORT_FUNCTION: f64 = 40.0;

/// Writes a program anew with similar functions beside each other, and without custom sections.
///
/// # Errors
/// The program is malformed.
pub(crate) fn order_functions(program: &[u8]) -> Result<Vec<u8>, Error> {
    let (imported, bodies) = read_functions(program)?;
    let order = order_by_likeness(&bodies);
    let mut places = vec![0; order.len()];
    for (place, function) in (imported..).zip(&order) {
        places[*function] = place;
    }
    let mut writer = OrderedWriter {
        imported,
        order,
        places,
    };
    let mut module = Module::new();
    writer.parse_core_module(&mut module, Parser::new(0), program)?;
    Ok(module.finish())
}

/// Reads the number of imported functions and the bytes of all others.
fn read_functions(program: &[u8]) -> Result<(u32, Vec<&[u8]>), BinaryReaderError> {
    let (mut imported, mut bodies) = (0, Vec::new());
    for payload in Parser::new(0).parse_all(program) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
            _ => {}
        }
    }
    Ok((imported, bodies))
}

/// Returns the indexes of functions in an order in which each resembles those before it: the longest first, then always
/// the one that shares the most runs of bytes with the last ones, in relation to its own length.
fn order_by_likeness(bodies: &[&[u8]]) -> Vec<usize> {
    let mut holders: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
    for (function, body) in bodies.iter().enumerate() {
        for run in body.windows(RUN_LENGTH) {
            let known = holders.entry(run).or_default();
            if known.last() != Some(&function) {
                known.push(function);
            }
        }
    }
    holders.retain(|_, functions| (2..COMMON_RUN).contains(&functions.len()));
    let mut runs = vec![Vec::new(); bodies.len()];
    for functions in holders.values() {
        for function in functions {
            runs[*function].push(functions);
        }
    }
    let weight = |function: usize| (SHORT_FUNCTION + bodies[function].len() as f64).sqrt();
    let mut likeness = vec![0.0; bodies.len()];
    let mut waiting: Vec<usize> = (0..bodies.len()).collect();
    let mut order: Vec<usize> = Vec::with_capacity(bodies.len());
    let mut next = (0..bodies.len()).max_by_key(|function| bodies[*function].len());
    while let Some(function) = next {
        order.push(function);
        waiting.retain(|other| *other != function);
        likeness.iter_mut().for_each(|value| *value *= FADING);
        for other in runs[function].iter().copied().flatten() {
            likeness[*other] += 1.0;
        }
        let worth = |function: usize| likeness[function] / weight(function);
        next = waiting
            .iter()
            .copied()
            .max_by(|one, other| worth(*one).total_cmp(&worth(*other)));
    }
    order
}

/// Writer of a program with its functions in another order.
struct OrderedWriter {
    /// Number of imported functions, which stay where they are.
    imported: u32,
    /// Functions in their new order, by their position in the program that is read.
    order: Vec<usize>,
    /// New index of each function.
    places: Vec<u32>,
}

impl Reencode for OrderedWriter {
    type Error = std::convert::Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error> {
        let own = function.checked_sub(self.imported);
        let place = own.and_then(|own| self.places.get(own as usize));
        Ok(place.copied().unwrap_or(function))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error> {
        let types = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
        for function in &self.order {
            functions.function(types[*function]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error> {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for function in self.order.clone() {
            self.parse_function_body(code, bodies[function].clone())?;
        }
        Ok(())
    }

    fn parse_custom_section(
        &mut self,
        _: &mut Module,
        _: CustomSectionReader<'_>,
    ) -> Result<(), Error> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{
        CodeSection, CustomSection, ElementSection, Elements, EntityType, ExportKind,
        ExportSection, Function, ImportSection, RefType, TableSection, TypeSection, ValType,
    };
    use wasmparser::{ElementItems, Operator};

    /// Kinds of functions, by their bytes: each constant begins with the number of a function.
    const KINDS: [i32; 2] = [0x0102_0304, 0x5060_7080];

    /// Builds a program with an import and six functions of two kinds in turns. Each returns a number of its own or, the
    /// last two, calls the first two; each is exported, and stands in a table.
    fn build_program() -> Vec<u8> {
        let (mut types, mut imports) = (TypeSection::new(), ImportSection::new());
        types.ty().function([], [ValType::I32]);
        imports.import("m", "f", EntityType::Function(0));
        let (mut functions, mut exports) = (FunctionSection::new(), ExportSection::new());
        let mut code = CodeSection::new();
        for number in 0..6 {
            functions.function(0);
            exports.export(&format!("f{number}"), ExportKind::Func, number + 1);
            let mut body = Function::new([]);
            let kind = KINDS[number as usize % 2];
            for _ in 0..10 + number {
                body.instructions().i32_const(kind).drop();
            }
            match number {
                4 | 5 => body.instructions().call(number - 3),
                _ => body.instructions().i32_const(number.cast_signed()),
            };
            body.instructions().end();
            code.function(&body);
        }
        let (mut tables, mut elements) = (TableSection::new(), ElementSection::new());
        tables.table(wasm_encoder::TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 7,
            maximum: None,
            shared: false,
        });
        let start = wasm_encoder::ConstExpr::i32_const(0);
        let all = Elements::Functions((0..7).collect::<Vec<u32>>().into());
        elements.active(None, &start, all);
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions);
        module.section(&tables).section(&exports).section(&elements);
        module.section(&code).section(&CustomSection {
            name: "producers".into(),
            data: (&[][..]).into(),
        });
        module.finish()
    }

    /// Reads what the functions are asked by: the number behind each export in order of names, and the number behind
    /// each slot of the table. A call counts as a hundred more than what it calls.
    fn read_numbers(program: &[u8]) -> (Vec<i32>, Vec<Option<i32>>) {
        let (imported, bodies) = read_functions(program).expect("functions");
        let number_of = |index: u32| -> Option<(bool, i64)> {
            let body = bodies.get(index.checked_sub(imported)? as usize)?;
            let reader = wasmparser::BinaryReader::new(body, 0);
            let body = wasmparser::FunctionBody::new(reader);
            let all = body.get_operators_reader().expect("operators");
            let all: Vec<Operator<'_>> = all.into_iter().map(|it| it.expect("one")).collect();
            match all[all.len() - 2] {
                Operator::I32Const { value } => Some((false, value.into())),
                Operator::Call { function_index } => Some((true, function_index.into())),
                _ => None,
            }
        };
        let number_of = |index: u32| match number_of(index)? {
            (false, value) => i32::try_from(value).ok(),
            (true, called) => {
                let (_, value) = number_of(u32::try_from(called).ok()?)?;
                Some(100 + i32::try_from(value).ok()?)
            }
        };
        let (mut exported, mut slots) = (Vec::new(), Vec::new());
        for payload in Parser::new(0).parse_all(program) {
            match payload.expect("a section") {
                Payload::ExportSection(exports) => {
                    let all = exports.into_iter().map(|it| it.expect("an export"));
                    exported.extend(all.map(|it| number_of(it.index).expect("a number")));
                }
                Payload::ElementSection(elements) => {
                    let first = elements.into_iter().next().expect("one").expect("elements");
                    let ElementItems::Functions(functions) = first.items else {
                        panic!("functions");
                    };
                    slots.extend(functions.into_iter().map(|it| number_of(it.expect("one"))));
                }
                _ => {}
            }
        }
        (exported, slots)
    }

    #[test]
    fn functions_that_resemble_each_other_come_together_and_are_called_as_before() {
        let program = build_program();
        let ordered = order_functions(&program).expect("a program");
        let numbers = (
            vec![0, 1, 2, 3, 100, 101],
            vec![
                None,
                Some(0),
                Some(1),
                Some(2),
                Some(3),
                Some(100),
                Some(101),
            ],
        );
        assert_eq!(read_numbers(&program), numbers);
        assert_eq!(read_numbers(&ordered), numbers);
        let kinds = |program: &[u8]| -> Vec<bool> {
            let (_, bodies) = read_functions(program).expect("functions");
            let first = bodies.iter().map(|body| body[2]);
            first.map(|byte| byte == bodies[0][2]).collect()
        };
        assert_eq!(kinds(&program), [true, false, true, false, true, false]);
        assert_eq!(kinds(&ordered), [true, true, true, false, false, false]);
    }

    #[test]
    fn what_nobody_reads_is_left_out_and_what_is_no_program_is_told() {
        let ordered = order_functions(&build_program()).expect("a program");
        let mut sections = Parser::new(0).parse_all(&ordered);
        assert!(!sections.any(|it| matches!(it, Ok(Payload::CustomSection(_)))));
        assert!(order_functions(b"no program").is_err());
    }
}
