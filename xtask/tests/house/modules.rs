//! Who uses whom among the files of a crate, as its paths say: `crate::`, `super::`, `self::`, and names that another
//! file hands on. What a file calls as a method is not seen.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::{sources, tokens, without_tests};

/// The path of a module from the root of its crate, or of what it names.
type Module = Vec<String>;

/// What a file says of others.
#[derive(Default)]
struct File {
    /// The paths it uses.
    uses: Vec<Module>,
    /// Names that it imports, and what they are: those below it may import them from here.
    names: BTreeMap<String, Module>,
}

/// The files of a crate, by their modules.
pub(crate) struct Modules(BTreeMap<Module, File>);

impl Modules {
    /// Those of a folder.
    pub(crate) fn read(folder: &Path) -> Self {
        let all = sources(folder).into_iter().map(|path| {
            let below = path.strip_prefix(folder).expect("a file below");
            let parts = below.with_extension("");
            let parts = parts.iter().map(|part| part.to_string_lossy().into_owned());
            let module = parts.filter(|part| !["mod", "lib", "main"].contains(&&**part));
            (module.collect(), without_tests(tokens(&path)))
        });
        // A library and a program of one crate have the same root.
        let mut files: BTreeMap<Module, TokenStream> = BTreeMap::new();
        for (module, tokens) in all {
            files.entry(module).or_default().extend(tokens);
        }
        Self::of(files)
    }

    fn of(all: BTreeMap<Module, TokenStream>) -> Self {
        let modules: BTreeSet<Module> = all.keys().cloned().collect();
        let read = |(module, tokens): (Module, TokenStream)| {
            let mut file = File::default();
            file.read(&module, tokens, &modules);
            (module, file)
        };
        Self(all.into_iter().map(read).collect())
    }

    /// The file where a path leads, if it leads to one.
    fn file(&self, path: &[String], steps: u32) -> Option<&Module> {
        let ends = (0..=path.len()).rev();
        let mut found = ends.filter_map(|end| self.0.get_key_value(&path[..end]));
        let (module, file) = found.next()?;
        let handed = path.get(module.len()).and_then(|name| file.names.get(name));
        match handed.filter(|_| steps > 0) {
            Some(to) => self.file(to, steps - 1).or(Some(module)),
            None => Some(module),
        }
    }

    /// The files that use others which in the end use them.
    pub(crate) fn in_circles(&self) -> Vec<String> {
        let uses = |(module, file): (&Module, &File)| {
            let used = file.uses.iter().filter_map(|path| self.file(path, 8));
            let used = used.filter(|other| *other != module).cloned();
            (module.clone(), used.collect::<BTreeSet<Module>>())
        };
        let uses: BTreeMap<Module, BTreeSet<Module>> = self.0.iter().map(uses).collect();
        let comes_back = |module: &&Module| {
            let mut reached = BTreeSet::new();
            let mut left: Vec<&Module> = uses[*module].iter().collect();
            while let Some(next) = left.pop() {
                if reached.insert(next) {
                    left.extend(&uses[next]);
                }
            }
            reached.contains(module)
        };
        let found = uses.keys().filter(comes_back);
        found.map(|module| module.join("::")).collect()
    }
}

impl File {
    /// Reads the tokens of a module, and of those that stand within it.
    fn read(&mut self, module: &[String], tokens: TokenStream, modules: &BTreeSet<Module>) {
        let all: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        let mut handed_on = false;
        while let Some(token) = all.get(at) {
            at += 1;
            match token {
                TokenTree::Ident(word) if word == "pub" => handed_on = true,
                TokenTree::Ident(word) if word == "use" => {
                    let end = all[at..].iter().position(|token| is_sign(token, ';'));
                    let end = at + end.unwrap_or(all.len() - at);
                    let mut paths = Vec::new();
                    branches(&all[at..end], &mut Vec::new(), &mut paths);
                    for (path, name) in paths {
                        let Some(path) = absolute(module, &path, modules) else {
                            continue;
                        };
                        self.names.insert(name, path.clone());
                        // What a file hands on it does not use.
                        self.uses.extend((!handed_on).then_some(path));
                    }
                    (at, handed_on) = (end, false);
                }
                TokenTree::Ident(word) if word == "mod" => {
                    if let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(within))) =
                        (all.get(at), all.get(at + 1))
                    {
                        let inner = [module, &[name.to_string()]].concat();
                        self.read(&inner, within.stream(), modules);
                        at += 2;
                    }
                    handed_on = false;
                }
                TokenTree::Ident(word)
                    if ["crate", "super", "self"].iter().any(|it| word == it) =>
                {
                    let mut path = vec![word.to_string()];
                    while let [colon, second, TokenTree::Ident(next), ..] = &all[at..]
                        && is_sign(colon, ':')
                        && is_sign(second, ':')
                    {
                        path.push(next.to_string());
                        at += 3;
                    }
                    if path.len() > 1 {
                        self.uses.extend(absolute(module, &path, modules));
                    }
                    handed_on = false;
                }
                TokenTree::Group(group) => {
                    self.read(module, group.stream(), modules);
                    // `pub(super) use` hands on, too.
                    handed_on &= group.delimiter() == Delimiter::Parenthesis;
                }
                TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {
                    handed_on = false;
                }
            }
        }
    }
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// The paths of a `use`, each with the name it has from then on.
fn branches(tokens: &[TokenTree], before: &mut Module, found: &mut Vec<(Module, String)>) {
    for branch in tokens.split(|token| is_sign(token, ',')) {
        let mut path = before.clone();
        let mut name = None;
        let mut words = branch.iter();
        while let Some(token) = words.next() {
            match token {
                TokenTree::Ident(word) if word == "as" => {
                    name = words.next().map(ToString::to_string);
                }
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Group(group) => {
                    let within: Vec<TokenTree> = group.stream().into_iter().collect();
                    branches(&within, &mut path, found);
                    path.clear();
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let name = name.or_else(|| path.last().cloned());
        found.extend(name.map(|name| (path, name)));
    }
}

/// A path from the root of the crate, if it is one of the crate's own.
fn absolute(module: &[String], path: &[String], modules: &BTreeSet<Module>) -> Option<Module> {
    let mut from = module.to_vec();
    let mut words = path.iter().peekable();
    match words.peek()?.as_str() {
        "crate" => {
            words.next();
            from.clear();
        }
        "self" => _ = words.next(),
        "super" => {
            while words.next_if(|word| *word == "super").is_some() {
                from.pop();
            }
        }
        first => {
            let below = [module, &[first.to_owned()]].concat();
            modules.get(&below)?;
        }
    }
    from.extend(words.cloned());
    Some(from)
}

#[test]
fn a_circle_of_files_is_found_also_through_another_that_hands_a_name_on() {
    let of = |files: &[(&str, &str)]| {
        let all = files.iter().map(|(module, code)| {
            let module = module.split("::").filter(|part| !part.is_empty());
            let module = module.map(str::to_owned).collect();
            (module, code.parse().expect("Rust"))
        });
        Modules::of(all.collect()).in_circles()
    };
    let round = of(&[
        ("", "pub mod a; pub mod b;"),
        ("a", "pub use self::deep::Deep; mod deep;"),
        ("a::deep", "pub struct Deep(crate::b::B);"),
        ("b", "use super::{a::{Deep as Low}, c}; pub struct B;"),
        ("c", "fn f() { let x = 1; }"),
    ]);
    assert_eq!(round, ["a::deep", "b"]);
    let tree = of(&[
        ("", "mod a; use a::A;"),
        ("a", "use self::deep::Deep; mod deep;"),
        ("a::deep", "use crate::c::C;"),
        ("c", ""),
    ]);
    assert!(tree.is_empty(), "{tree:?}");
}
