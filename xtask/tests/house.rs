//! What holds for the sources as a whole.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Every source below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut all: Vec<PathBuf> = paths
        .flat_map(|path| match path.is_dir() {
            true => sources(&path),
            false => vec![path],
        })
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .collect();
    all.sort();
    all
}

/// The tokens of a file of the program.
fn tokens(path: &Path) -> TokenStream {
    let text = fs::read_to_string(path).expect("a source");
    text.parse().expect("Rust")
}

/// Whether what stands behind `#` says that something is of the tests.
fn is_of_tests(attribute: &TokenStream) -> bool {
    attribute.to_string().replace(' ', "") == "cfg(test)"
}

/// Looks at each literal of the program: not at those of comments, attributes and tests. `modules` gets the names of
/// modules that are of the tests and have a file of their own.
fn literals(tokens: TokenStream, found: &mut Vec<String>, modules: &mut Vec<String>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(sign) if sign.as_char() == '#' => {
                let inner =
                    matches!(tokens.peek(), Some(TokenTree::Punct(sign)) if sign.as_char() == '!');
                if inner {
                    tokens.next();
                }
                let Some(TokenTree::Group(attribute)) = tokens.next() else {
                    continue;
                };
                if !inner && is_of_tests(&attribute.stream()) {
                    // The item ends with its braces, or with a semicolon.
                    let mut name = String::new();
                    for token in tokens.by_ref() {
                        match token {
                            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                                break;
                            }
                            TokenTree::Punct(sign) if sign.as_char() == ';' => {
                                modules.push(name);
                                break;
                            }
                            TokenTree::Ident(ident) => name = ident.to_string(),
                            TokenTree::Group(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
                        }
                    }
                }
            }
            TokenTree::Group(group) => literals(group.stream(), found, modules),
            TokenTree::Literal(literal) => found.push(literal.to_string()),
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

/// Whether a literal begins or ends an element somewhere.
fn holds_html(literal: &str) -> bool {
    let mut signs = literal.chars().peekable();
    while let Some(sign) = signs.next() {
        let next = signs.peek().copied().unwrap_or(' ');
        if sign == '<' && (next.is_ascii_alphabetic() || "/!{".contains(next)) {
            return true;
        }
    }
    false
}

#[test]
fn no_html_is_written_by_hand_in_the_server() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/server/src");
    let mut html = Vec::new();
    let mut of_tests = Vec::new();
    for path in sources(&root) {
        let mut found = Vec::new();
        let mut modules = Vec::new();
        literals(tokens(&path), &mut found, &mut modules);
        let below = match path.file_stem() {
            Some(stem) if stem == "mod" || stem == "lib" || stem == "main" => {
                path.with_file_name("")
            }
            _ => path.with_extension(""),
        };
        of_tests.extend(modules.iter().map(|name| below.join(name)));
        let found = found.into_iter().filter(|literal| holds_html(literal));
        html.extend(found.map(|literal| (path.clone(), literal)));
    }
    let is_of_tests = |path: &Path| {
        of_tests
            .iter()
            .any(|module| path.starts_with(module) || path.with_extension("") == *module)
    };
    html.retain(|(path, _)| !is_of_tests(path));
    assert!(
        html.is_empty(),
        "a page is a component of app::pages, and this is HTML: {html:#?}"
    );
}

#[test]
fn html_is_found_where_it_is_written() {
    let code = r#"
        //! <b>
        /// <i>
        #[doc = "<u>"]
        fn write() { out.push_str("a <b>"); format!("<p class=\"x\">{}", "1 < 2", "->"); }
        #[cfg(test)]
        mod tests { const IT: &str = "<q>"; }
        #[cfg(test)]
        mod page;
    "#;
    let (mut found, mut modules) = (Vec::new(), Vec::new());
    literals(code.parse().expect("Rust"), &mut found, &mut modules);
    found.retain(|literal| holds_html(literal));
    assert_eq!(found, [r#""a <b>""#, r#""<p class=\"x\">{}""#]);
    assert_eq!(modules, ["page"]);
}
