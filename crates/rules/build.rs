//! Generates a Rust function or constant for each message in `messages/en/*.ftl`.
//!
//! The messages are written in the Fluent format and parsed by Fluent's own parser at build time. The libraries that
//! format them at run time would bring that parser and their formatter into the browser. A generated function costs as
//! much as a `format!`, and a message that nothing calls is not linked.
//!
//! A file becomes a module, a message without arguments a constant, a message with arguments a function. An argument
//! is a text unless the comment of the message says `# $name (Number)`; the argument of a selector is a number.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Message, Pattern, PatternElement, VariantKey,
};
use fluent_syntax::parser;

/// Folder that holds the message files.
const MESSAGES_DIR: &str = "messages/en";

/// Rust keywords that can be the first word of a message key.
const RUST_KEYWORDS: [&str; 34] = [
    "abstract", "as", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
    "extern", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match",
    "mod", "move", "override", "ref", "return", "struct", "try", "type", "use", "where", "while",
];

#[expect(
    clippy::disallowed_methods,
    reason = "this runs before the rules are compiled, not in them"
)]
fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={MESSAGES_DIR}");
    let mut files: Vec<PathBuf> = fs::read_dir(MESSAGES_DIR)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.sort();
    let (mut out, mut finds) = (String::new(), String::new());
    for file in files
        .iter()
        .filter(|file| file.extension().is_some_and(|ext| ext == "ftl"))
    {
        let module = file
            .file_stem()
            .and_then(|stem| stem.to_str())
            .ok_or("a name of letters")?;
        let source = fs::read_to_string(file)?;
        let messages = generate_module(module, &source)
            .map_err(|cause| format!("{}: {cause}", file.display()))?;
        out.push_str(&messages);
        writeln!(
            finds,
            "{module:?} => {}::find(key, arguments),",
            rust_name(module)
        )?;
    }
    write!(
        out,
        "/// Writes a message by the file it stands in, its key and its arguments.\n\
         #[cfg(not(target_arch = \"wasm32\"))]\n\
         fn find(file: &str, key: &str, arguments: &[Argument]) -> Option<Wording> {{\n\
         match file {{\n{finds}_ => None }}\n}}\n"
    )?;
    let path = Path::new(&env::var("OUT_DIR")?).join("messages.rs");
    fs::write(path, out)?;
    Ok(())
}

/// Generates the module for one message file.
fn generate_module(name: &str, source: &str) -> Result<String, Box<dyn Error>> {
    let resource = parser::parse(source).map_err(|(_, errors)| {
        let errors: Vec<String> = errors
            .iter()
            .map(|error| {
                let line = source
                    .get(..error.pos.start)
                    .map_or(0, |before| before.lines().count());
                format!("line {line}: {error}")
            })
            .collect();
        errors.join("; ")
    })?;
    let mut out = format!(
        "/// Messages of `{MESSAGES_DIR}/{name}.ftl`.\npub mod {} {{\n",
        rust_name(name)
    );
    let mut keys = BTreeSet::new();
    let (mut wordings, mut arms) = (String::new(), String::new());
    for entry in &resource.body {
        match entry {
            Entry::Message(message) => {
                if !keys.insert(message.id.name) {
                    return Err(format!("{} is there twice", message.id.name).into());
                }
                let item = generate_item(name, message)?;
                out.push_str(&item.code);
                wordings.push_str(&item.wording);
                arms.push_str(&item.arm);
            }
            Entry::Term(term) => {
                return Err(format!("-{}: there are no terms yet", term.id.name).into());
            }
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            Entry::Junk { content } => return Err(format!("not a message: {content}").into()),
        }
    }
    write!(
        out,
        "/// The messages with arguments that records keep: as a key and what stands in it.\n\
         pub mod wordings {{\n{wordings}}}\n\
         /// Writes a message by its key; `None` if there is none, or if it has other arguments.\n\
         #[cfg(not(target_arch = \"wasm32\"))]\n\
         pub(super) fn find(key: &str, arguments: &[super::Argument]) -> Option<super::Wording> {{\n\
         Some(match (key, arguments) {{\n{arms}_ => return None }})\n}}\n}}\n"
    )?;
    Ok(out)
}

/// Returns the name of the constant for a message key.
fn constant_name(key: &str) -> String {
    key.replace('-', "_").to_uppercase()
}

/// Type of a message argument.
#[derive(Clone, Copy, PartialEq)]
enum Argument {
    Text,
    Number,
}

/// Generated code for one message.
#[derive(Default)]
struct GeneratedItem {
    /// The constant or function that returns the text.
    code: String,
    /// The function that returns the message in its stored form, if the message has arguments.
    wording: String,
    /// The match arm that finds the message by its key and arguments.
    arm: String,
}

/// Generates the constant or function for one message, and its stored form.
fn generate_item(module: &str, message: &Message<&str>) -> Result<GeneratedItem, Box<dyn Error>> {
    let key = message.id.name;
    let pattern = message
        .value
        .as_ref()
        .ok_or_else(|| format!("{key} has no value"))?;
    if !message.attributes.is_empty() {
        return Err(format!("{key} has attributes, which nothing reads").into());
    }
    let mut arguments = BTreeMap::new();
    let mut order = Vec::new();
    collect_arguments(pattern, &mut arguments, &mut order);
    let comment = message
        .comment
        .as_ref()
        .map(|comment| comment.content.join("\n"))
        .unwrap_or_default();
    for line in comment
        .lines()
        .filter_map(|line| line.trim().strip_prefix('$'))
    {
        if let Some((name, "(Number)")) =
            line.split_once(' ').map(|(name, kind)| (name, kind.trim()))
        {
            let argument = arguments
                .get_mut(name)
                .ok_or_else(|| format!("{key} has no ${name}"))?;
            *argument = Argument::Number;
        }
    }
    let shown = doc_text(pattern).replace('\n', " ");
    if order.is_empty() {
        let (plain, made_up) = (plain_text(pattern)?, pseudo_localize(&plain_text(pattern)?));
        let constant = constant_name(key);
        return Ok(GeneratedItem {
            code: format!(
                "/// “{shown}”\npub const {constant}: super::Text = super::Text::new(super::entry!(\"{module}.{key}\", {plain:?}, {made_up:?}));\n",
            ),
            arm: format!("({key:?}, []) => {constant}.into(),\n"),
            ..GeneratedItem::default()
        });
    }
    let function = rust_name(key);
    let [
        mut parameters,
        mut owned,
        mut given,
        mut kept,
        mut found,
        mut handed,
    ] = [const { String::new() }; 6];
    for name in &order {
        let name = &(rust_name(name), arguments[name.as_str()]);
        let (name, is_number) = (&name.0, name.1 == Argument::Number);
        let kind = if is_number {
            "i64"
        } else {
            "&impl std::fmt::Display"
        };
        write!(parameters, "{name}: {kind}, ")?;
        let kind = if is_number {
            "i64"
        } else {
            "impl Into<super::super::Wording>"
        };
        write!(owned, "{name}: {kind}, ")?;
        if is_number {
            write!(given, "{name}, ")?;
            write!(kept, "super::super::Argument::Number({name}), ")?;
            write!(found, "super::Argument::Number({name}), ")?;
            write!(handed, "*{name}, ")?;
        } else {
            write!(given, "&{name}, ")?;
            write!(kept, "super::super::Argument::Words({name}), ")?;
            write!(found, "super::Argument::Words({name}), ")?;
            write!(handed, "{name}.clone(), ")?;
        }
    }
    let texts = order
        .iter()
        .filter(|name| arguments[name.as_str()] == Argument::Text);
    let texts = texts.map(|name| rust_name(name));
    let converted: String = texts
        .map(|name| format!("let {name}: super::super::Wording = {name}.into();\n"))
        .collect();
    Ok(GeneratedItem {
        code: format!(
            "/// “{shown}”\n#[must_use]\npub fn {function}({}) -> String {{\n#[cfg(debug_assertions)]\nif super::made_up::is_on() {{ return {}; }}\n{}\n}}\n",
            parameters.trim_end_matches(", "),
            format_expression(pattern, &arguments, &pseudo_localize)?,
            format_expression(pattern, &arguments, &str::to_owned)?,
        ),
        wording: format!(
            "/// “{shown}”\n#[must_use]\npub fn {function}({}) -> super::super::Wording {{\n{converted}super::super::phrase!(\"{module}.{key}\", [{kept}], super::{function}({}))\n}}\n",
            owned.trim_end_matches(", "),
            given.trim_end_matches(", "),
        ),
        arm: format!(
            "({key:?}, [{}]) => wordings::{function}({}),\n",
            found.trim_end_matches(", "),
            handed.trim_end_matches(", "),
        ),
    })
}

/// Collects the arguments of a pattern in order of first appearance. The argument of a selector is a number.
fn collect_arguments(
    pattern: &Pattern<&str>,
    found: &mut BTreeMap<String, Argument>,
    order: &mut Vec<String>,
) {
    let mut add = |name: &str, kind| {
        if !found.contains_key(name) {
            order.push(name.to_owned());
            found.insert(name.to_owned(), kind);
        } else if kind == Argument::Number {
            found.insert(name.to_owned(), kind);
        }
    };
    let mut inner = Vec::new();
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else {
            continue;
        };
        match expression {
            Expression::Inline(InlineExpression::VariableReference { id }) => {
                add(id.name, Argument::Text)
            }
            Expression::Select {
                selector: InlineExpression::VariableReference { id },
                variants,
            } => {
                add(id.name, Argument::Number);
                inner.extend(variants.iter().map(|variant| &variant.value));
            }
            Expression::Inline(_) | Expression::Select { .. } => {}
        }
    }
    for pattern in inner {
        collect_arguments(pattern, found, order);
    }
}

/// Returns the text of a pattern without arguments.
///
/// # Errors
/// The pattern contains something other than text.
fn plain_text(pattern: &Pattern<&str>) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => text.push_str(value),
            PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::StringLiteral { value }),
            } => text.push_str(value),
            PatternElement::Placeable { .. } => return Err("only texts stand in a text".into()),
        }
    }
    Ok(text)
}

/// Returns the `format!` expression that writes a pattern, with `turn` applied to each piece of text.
fn format_expression(
    pattern: &Pattern<&str>,
    arguments: &BTreeMap<String, Argument>,
    turn: &dyn Fn(&str) -> String,
) -> Result<String, Box<dyn Error>> {
    let (mut format, mut values, mut named_values) = (String::new(), String::new(), String::new());
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => push_escaped(&mut format, &turn(value)),
            PatternElement::Placeable { expression } => match expression {
                Expression::Inline(InlineExpression::StringLiteral { value }) => {
                    push_escaped(&mut format, value)
                }
                Expression::Inline(InlineExpression::VariableReference { id }) => {
                    let name = rust_name(id.name);
                    write!(format, "{{{name}}}")?;
                    // Dereferences the argument, so that the macro does not format a reference to a reference.
                    let is_text = arguments.get(id.name) == Some(&Argument::Text);
                    let named = format!(", {name} = *{name}");
                    if is_text && !named_values.contains(&named) {
                        named_values.push_str(&named);
                    }
                }
                Expression::Select {
                    selector: InlineExpression::VariableReference { id },
                    variants,
                } => {
                    format.push_str("{}");
                    write!(values, ", match {} {{", rust_name(id.name))?;
                    for variant in variants {
                        let arm = match &variant.key {
                            _ if variant.default => "_".to_owned(),
                            VariantKey::NumberLiteral { value } => (*value).to_owned(),
                            VariantKey::Identifier { name: "one" } => "1".to_owned(),
                            VariantKey::Identifier { name } => {
                                return Err(format!("English has no plural called {name}").into());
                            }
                        };
                        write!(
                            values,
                            "{arm} => {},",
                            format_expression(&variant.value, arguments, turn)?
                        )?;
                    }
                    values.push('}');
                }
                Expression::Inline(_) | Expression::Select { .. } => {
                    return Err("only arguments, texts and plurals can be put in".into());
                }
            },
        }
    }
    let text = |format: &str| format.replace("{{", "{").replace("}}", "}");
    Ok(match values.strip_prefix(", ") {
        Some(one) if format == "{}" => one.to_owned(),
        None if !has_arguments(pattern) => format!("{:?}.to_owned()", text(&format)),
        _ => format!("format!({format:?}{values}{named_values})"),
    })
}

/// Whether a pattern contains any argument.
fn has_arguments(pattern: &Pattern<&str>) -> bool {
    let mut order = Vec::new();
    collect_arguments(pattern, &mut BTreeMap::new(), &mut order);
    !order.is_empty()
}

/// Appends text to a format string with its braces escaped.
fn push_escaped(format: &mut String, text: &str) {
    format.push_str(&text.replace('{', "{{").replace('}', "}}"));
}

/// Returns the message text for the doc comment of the generated item, with arguments as `$name`.
fn doc_text(pattern: &Pattern<&str>) -> String {
    let mut shown = String::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => shown.push_str(value),
            PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::StringLiteral { value }),
            } => {
                shown.push_str(value);
            }
            PatternElement::Placeable {
                expression:
                    Expression::Inline(InlineExpression::VariableReference { id })
                    | Expression::Select {
                        selector: InlineExpression::VariableReference { id },
                        ..
                    },
            } => {
                shown.push('$');
                shown.push_str(id.name);
            }
            PatternElement::Placeable { .. } => shown.push('…'),
        }
    }
    shown.replace(['[', ']', '<', '>', '`', '*', '_'], "")
}

/// Returns the text in a made-up language: accented letters, and about 40 % longer. Tests use it to find words of a
/// page that are not messages, and layouts that cut off longer words.
fn pseudo_localize(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        let accented = match letter {
            'a' => 'å',
            'e' => 'é',
            'i' => 'î',
            'o' => 'ö',
            'u' => 'ü',
            'y' => 'ý',
            'A' => 'Å',
            'E' => 'É',
            'I' => 'Î',
            'O' => 'Ö',
            'U' => 'Ü',
            'Y' => 'Ý',
            'c' => 'ç',
            'n' => 'ñ',
            's' => 'š',
            'r' => 'ř',
            't' => 'ţ',
            'd' => 'ď',
            'l' => 'ļ',
            other => other,
        };
        out.push(accented);
        if matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u' | 'y') {
            out.push(accented);
        }
    }
    out
}

/// Returns a message key as a Rust identifier.
fn rust_name(key: &str) -> String {
    let name = key.replace('-', "_");
    if RUST_KEYWORDS.contains(&name.as_str()) {
        format!("{name}_")
    } else {
        name
    }
}
