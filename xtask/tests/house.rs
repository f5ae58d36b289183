//! What holds for the sources as a whole.

#[path = "house/items.rs"]
mod items;
#[path = "house/modules.rs"]
mod modules;
#[path = "house/pictures.rs"]
mod pictures;
#[path = "house/styles.rs"]
mod styles;
#[path = "house/words.rs"]
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use items::{Item, Items, Kind};
use modules::Modules;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

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

/// Tokens without what is of the tests.
fn without_tests(tokens: TokenStream) -> TokenStream {
    let mut left = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match (&token, tokens.peek()) {
            (TokenTree::Punct(sign), Some(TokenTree::Group(attribute)))
                if sign.as_char() == '#' && is_of_tests(&attribute.stream()) =>
            {
                // The item ends with its braces, or with a semicolon.
                tokens.next();
                let ends = |token: &TokenTree| match token {
                    TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                    TokenTree::Punct(sign) => sign.as_char() == ';',
                    TokenTree::Ident(_) | TokenTree::Literal(_) => false,
                };
                tokens.by_ref().find(ends);
            }
            (TokenTree::Group(group), _) => {
                let within = without_tests(group.stream());
                left.push(Group::new(group.delimiter(), within).into());
            }
            _ => left.push(token),
        }
    }
    left.into_iter().collect()
}

/// Collects which events tokens name.
fn events(tokens: TokenStream, found: &mut BTreeSet<String>) {
    let all: Vec<TokenTree> = tokens.into_iter().collect();
    for window in all.windows(4) {
        if let [
            TokenTree::Ident(word),
            TokenTree::Punct(one),
            TokenTree::Punct(two),
            TokenTree::Ident(variant),
        ] = window
            && word == "Event"
            && (one.as_char(), two.as_char()) == (':', ':')
            && variant.to_string().starts_with(char::is_uppercase)
        {
            found.insert(variant.to_string());
        }
    }
    for token in all {
        if let TokenTree::Group(group) = token {
            events(group.stream(), found);
        }
    }
}

/// What an event means stands where the event does. A few must know many: what a recap counts, and what is taken back
/// with what.
#[test]
fn few_files_know_more_than_five_events() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/rules/src");
    let mut many = Vec::new();
    for path in sources(&rules) {
        let below = path.strip_prefix(&rules).expect("a file below");
        if below.starts_with("encounter/feature") || below.ends_with("encounter/event.rs") {
            continue;
        }
        let mut found = BTreeSet::new();
        events(without_tests(tokens(&path)), &mut found);
        if found.len() > 5 {
            many.push((below.to_path_buf(), found));
        }
    }
    assert!(many.len() <= 4, "an event is known in one place: {many:#?}");
    assert!(!many.is_empty(), "the recap knows what it counts");
}

/// How many files of a crate use each other in circles: not more than today.
const IN_CIRCLES: [(&str, usize); 3] = [("rules", 0), ("server", 0), ("app", 0)];

#[test]
fn files_use_each_other_in_circles_no_more_than_they_did() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    for (name, most) in IN_CIRCLES {
        let found = Modules::read(&crates.join(name).join("src")).in_circles();
        assert!(found.len() <= most, "{name}, {}: {found:#?}", found.len());
        let of_encounter = found.iter().filter(|file| file.starts_with("encounter"));
        let of_encounter: Vec<&String> = of_encounter.collect();
        assert!(
            name != "rules" || of_encounter.is_empty(),
            "no file of the encounter: {of_encounter:#?}"
        );
    }
}

/// The sources of our crates that this counts.
const CRATES: [&str; 3] = ["rules", "server", "app"];

fn crate_sources(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../crates")
        .join(name)
        .join("src")
}

/// All items of the three crates, with the name of the crate before their file.
fn all_items() -> &'static [Item] {
    static ALL: OnceLock<Vec<Item>> = OnceLock::new();
    ALL.get_or_init(|| {
        let read = |name: &&str| {
            let items = Items::read(&crate_sources(name)).items;
            let name = (*name).to_owned();
            items.into_iter().map(move |item| Item {
                file: format!("{name}/{}", item.file),
                ..item
            })
        };
        CRATES.iter().flat_map(read).collect()
    })
}

/// Compares a count with its ceiling, which falls with it.
fn stays_below(what: &str, found: &[String], ceiling: usize) {
    let count = found.len();
    let list = found.join("\n");
    assert!(
        count <= ceiling,
        "{what}: {count} and not {ceiling}:\n{list}"
    );
    assert!(
        count == ceiling,
        "{what}: {count}; the ceiling in this test may fall from {ceiling}:\n{list}"
    );
}

/// Where an item stands, and how its doc begins.
fn locate(item: &Item) -> String {
    let owner = item
        .owner
        .as_ref()
        .map(|owner| format!("{owner}::"))
        .unwrap_or_default();
    format!(
        "{}:{} {owner}{}: {}",
        item.file,
        item.line,
        item.name,
        item.first_sentence()
    )
}

/// How many functions may have more than 80 lines.
const LONG_FUNCTIONS: usize = 0;

#[test]
fn functions_have_at_most_80_lines() {
    let items = all_items();
    let long = items
        .iter()
        .filter(|item| item.kind == Kind::Function && item.lines > 80);
    let long: Vec<String> = long
        .map(|item| format!("{} {}", item.lines, locate(item)))
        .collect();
    stays_below("functions over 80 lines", &long, LONG_FUNCTIONS);
}

/// Files that may be longer, because they are one table or one enum.
const TABLES: [&str; 3] = [
    // One enum each, of which every variant and field has its doc.
    "rules/encounter/command.rs",
    "rules/encounter/log.rs",
    // One row for each maneuver.
    "rules/systems/chronicle/combat/maneuvers.rs",
];

/// How many other files may have more than 400 lines without their tests.
const LONG_FILES: usize = 0;

#[test]
fn files_have_at_most_400_lines_without_their_tests() {
    let mut long = Vec::new();
    for name in CRATES {
        let root = crate_sources(name);
        for path in sources(&root) {
            let text = fs::read_to_string(&path).expect("a source");
            let lines = text
                .lines()
                .take_while(|line| *line != "#[cfg(test)]")
                .count();
            let below = path.strip_prefix(&root).expect("a file below");
            let file = format!("{name}/{}", below.display());
            if lines > 400 && !TABLES.contains(&file.as_str()) {
                long.push(format!("{lines} {file}"));
            }
        }
    }
    stays_below("files over 400 lines", &long, LONG_FILES);
}

/// Of a hundred functions, how many may be named by a past participle alone.
const PARTICIPLES: f64 = 2.0;

#[test]
fn functions_are_named_by_verbs_and_not_by_participles() {
    let items = all_items();
    let functions = items
        .iter()
        .filter(|item| item.kind == Kind::Function && !item.is_of_trait);
    let functions: Vec<&Item> = functions.collect();
    let bare = functions
        .iter()
        .filter(|item| words::is_participle(&item.name));
    let bare: Vec<String> = bare.map(|item| locate(item)).collect();
    let percent = 100.0 * bare.len() as f64 / functions.len() as f64;
    assert!(
        percent < PARTICIPLES,
        "{percent:.1} % of {}:\n{}",
        functions.len(),
        bare.join("\n")
    );
}

/// How many public types of a crate may share their name with two others or more.
const NAMESAKES: usize = 0;

#[test]
fn at_most_two_public_types_of_a_crate_share_a_name() {
    let items = all_items();
    let mut by_name: BTreeMap<(String, String), Vec<&Item>> = BTreeMap::new();
    for item in items
        .iter()
        .filter(|item| item.kind == Kind::Type && item.is_public)
    {
        let of = item.file.split('/').next().unwrap_or_default().to_owned();
        by_name
            .entry((of, item.name.clone()))
            .or_default()
            .push(item);
    }
    let many = by_name.values().filter(|all| all.len() > 2).flatten();
    let many: Vec<String> = many.map(|item| locate(item)).collect();
    stays_below(
        "types that share their name with two others",
        &many,
        NAMESAKES,
    );
}

/// How many docs of public items may not say what their item is.
const POOR_DOCS: usize = 0;

#[test]
fn docs_of_public_items_begin_with_what_the_item_is() {
    let items = all_items();
    let poor = items
        .iter()
        .filter(|item| item.is_public && !item.is_of_trait);
    let poor = poor.filter_map(|item| {
        let why = words::fault_of(&item.first_sentence(), &item.name)?;
        Some(format!("{why}: {}", locate(item)))
    });
    stays_below(
        "docs that do not name their item",
        &poor.collect::<Vec<_>>(),
        POOR_DOCS,
    );
}

/// Where the rule systems may still match on texts: readers of what is stored or typed.
const READERS_OF_TEXT: [&str; 0] = [];

/// How many other matches on text there may be in the rule systems.
const MATCHES_ON_TEXT: usize = 0;

#[test]
fn rule_systems_do_not_match_on_text() {
    let found = Items::read(&crate_sources("rules").join("systems")).matches_on_text;
    let found = found
        .iter()
        .filter(|found| !READERS_OF_TEXT.contains(&found.file.as_str()));
    let found: Vec<String> = found
        .map(|found| format!("{}:{}", found.file, found.line))
        .collect();
    stays_below("matches on text", &found, MATCHES_ON_TEXT);
}

#[test]
fn items_are_read_with_their_docs_and_lengths() {
    let code = r#"
        /// Applies effects.
        /// At once.
        ///
        /// More.
        pub fn apply_effects(key: &str) {
            match key { "one" | "two" => {}, _ => {} }
        }
        struct Told;
        impl Told {
            /// It.
            pub(crate) fn told(&self) {}
        }
        impl Display for Told { fn fmt(&self) {} }
        #[cfg(test)]
        mod tests { fn told() {} }
    "#;
    let all = Items::of(code);
    let names = |item: &Item| {
        (
            item.owner.clone(),
            item.name.clone(),
            item.is_public,
            item.lines,
        )
    };
    let of_told = Some("Told".to_owned());
    assert_eq!(
        all.items.iter().map(names).collect::<Vec<_>>(),
        [
            (None, "apply_effects".to_owned(), true, 3),
            (None, "Told".to_owned(), false, 1),
            (of_told.clone(), "told".to_owned(), true, 1),
            (of_told, "fmt".to_owned(), false, 1),
        ]
    );
    assert_eq!(all.items[0].first_sentence(), "Applies effects");
    assert_eq!(all.matches_on_text.len(), 1);
    assert!(all.items[3].is_of_trait);
}
